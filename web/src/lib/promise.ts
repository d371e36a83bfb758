// The seed of a table is promised by its SHA-256 before the first draw and revealed at the end. A browser that has seen
// the promise adds a nonce of its own before the deal, so that nobody can choose a seed for what it deals.
const key = (table: string): string => `atoll.promise.${table}`
const nonceKey = (table: string): string => `atoll.nonce.${table}`
const TOO_LATE = "-" // kept instead of a nonce if the deal was not waited for

const hex = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("")

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
  return hex(new Uint8Array(digest)) === promised.toLowerCase()
}

/** What this browser adds to the seed of a table; null before it has seen the promise, or if the deal came first. */
export function nonce(table: string): string | null {
  const known = added(table)
  if (known || localStorage.getItem(nonceKey(table)) === TOO_LATE || !localStorage.getItem(key(table))) return known
  const fresh = hex(crypto.getRandomValues(new Uint8Array(16)))
  localStorage.setItem(nonceKey(table), fresh)
  return fresh
}

/** What this browser has added; null: nothing. */
export function added(table: string): string | null {
  return localStorage.getItem(nonceKey(table))?.match(/^[0-9a-f]{32}$/)?.[0] ?? null
}

/** The cards are dealt: whoever has added nothing yet cannot do so any more. */
export function settle(table: string): void {
  if (!localStorage.getItem(nonceKey(table))) localStorage.setItem(nonceKey(table), TOO_LATE)
}
