// The seed of a table is promised by its SHA-256 before the first draw and revealed at the end.
const key = (table: string): string => `atoll.promise.${table}`

/** Keep the promise as it was first seen here, and give back that first one. */
export function remember(table: string, commitment: string): string {
  const first = localStorage.getItem(key(table))
  if (first) return first
  if (commitment) localStorage.setItem(key(table), commitment)
  return commitment
}

/** Whether a revealed seed is the one that was promised; null: this browser cannot tell. */
export async function kept(seed: string, promised: string): Promise<boolean | null> {
  if (!globalThis.crypto?.subtle) return null
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(seed))
  const hex = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("")
  return hex === promised.toLowerCase()
}
