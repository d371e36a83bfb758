// The seed of a table is promised by its SHA-256 before the first draw and revealed at the end. A browser that has seen
// the promise adds a nonce of its own before the deal, so that nobody can choose a seed for what it deals. Where other
// people sit, it first gives the SHA-256 of the nonce, its seal, and opens it when everyone has come.
import { sha256 } from "./sha256"
import type { Created } from "../wire"

const key = (table: string): string => `atoll.promise.${table}`
const nonceKey = (table: string): string => `atoll.nonce.${table}`
const sealsKey = (table: string): string => `atoll.seals.${table}`
const TOO_LATE = "-" // kept instead of a nonce if the deal was not waited for

const alone = new Set<string>() // tables set up here at which nobody else sits

const hex = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("")

/** Keep the promise as it was first seen here, and give back that first one. */
export function remember(table: string, commitment: string): string {
  const first = localStorage.getItem(key(table))
  if (first) return first
  if (commitment) localStorage.setItem(key(table), commitment)
  return commitment
}

/** A table was set up here. */
export function made({ id, commitment, invite }: Created): void {
  remember(id, commitment)
  if (invite === null) alone.add(id)
}

/** Whether a revealed seed is the one that was promised. */
export const kept = (seed: string, promised: string): boolean => sha256(seed) === promised.toLowerCase()

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

/** What a table gets first: the nonce where nobody else sits, so that the game begins at once, else its seal. */
export function gift(table: string, others = !alone.has(table)): { nonce?: string; seal?: string } {
  const own = nonce(table)
  if (!own) return {}
  return others ? { seal: sha256(own) } : { nonce: own }
}

/** What this browser opens, now that everyone has come; it keeps what it saw of the others until then. */
export function opening(table: string, seals: string[]): string | null {
  if (!localStorage.getItem(sealsKey(table))) localStorage.setItem(sealsKey(table), seals.join(":"))
  return added(table)
}

/** Whether what was mixed in is what everyone had fixed before this browser opened its seal; null: it opened none. */
export function fits(table: string, nonces: string[]): boolean | null {
  const seen = localStorage.getItem(sealsKey(table))
  return seen === null ? null : seen === nonces.map((one) => (one === "-" ? one : sha256(one))).join(":")
}

/** The cards are dealt: whoever has added nothing yet cannot do so any more. */
export function settle(table: string): void {
  if (!localStorage.getItem(nonceKey(table))) localStorage.setItem(nonceKey(table), TOO_LATE)
}
