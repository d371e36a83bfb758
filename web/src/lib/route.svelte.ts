// Where we are, by the address: the start, a table, rules, a tutorial, facts, puzzles.
export type Place =
  | { page: "start"; game: string | null }
  | { page: "table"; id: string; invite: string | null; guided: boolean }
  | { page: "rules"; game: string }
  | { page: "learn"; game: string }
  | { page: "facts"; game: string | null }
  | { page: "puzzles"; game: string | null; puzzle: string | null }
  | { page: "lost" }

/** The place behind an address. */
export function placeAt(path: string, search = ""): Place {
  const [first, second, third, ...rest] = path
    .split("/")
    .filter((part) => part !== "")
    .map(decode)
  if (first === undefined) return { page: "start", game: new URLSearchParams(search).get("game") }
  if (rest.length > 0) return { page: "lost" }
  if (first === "facts" && third === undefined) return { page: "facts", game: second ?? null }
  if (first === "puzzles") return { page: "puzzles", game: second ?? null, puzzle: third ?? null }
  if (second === undefined) return { page: "lost" }
  if (first === "t") {
    return { page: "table", id: second, invite: third ?? null, guided: new URLSearchParams(search).has("guided") }
  }
  if (third === undefined && (first === "rules" || first === "learn")) return { page: first, game: second }
  return { page: "lost" }
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

class Route {
  place = $state.raw<Place>(placeAt(location.pathname, location.search))

  /** Go to an address of this page. */
  go(address: string): void {
    history.pushState(null, "", address)
    this.arrive()
    if (!location.hash) scrollTo(0, 0)
  }

  /** Look at the address anew. */
  arrive(): void {
    this.place = placeAt(location.pathname, location.search)
  }

  /** Follow a link without loading the page again, if it leads to a place of this page. */
  follow(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0) return
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    const link = event.target instanceof Element ? event.target.closest("a") : null
    if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return
    const here = link.pathname === location.pathname && link.search === location.search
    if ((here && link.hash) || link.pathname.startsWith("/api/")) return
    event.preventDefault()
    this.go(link.pathname + link.search + link.hash)
  }
}

export const route = new Route()
