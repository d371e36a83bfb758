// The part of the header that belongs to the page shown under it.
import type { Snippet } from "svelte"

class Header {
  part = $state.raw<Snippet | null>(null)
}

export const header = new Header()
