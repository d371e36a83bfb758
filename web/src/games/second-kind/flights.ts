// Pieces of the expansion that travel: from where they were to where they went, found on the page.
import type { EventOut, ReefEncounterEvent, SecondKindEvent, SecondKindView } from "../../wire"
import {
  aloft,
  cell,
  fish,
  home,
  journeys as ofBase,
  SUPPLY,
  touch,
  type Flight as BaseFlight,
  type Journey as BaseJourney,
} from "../reef-encounter/flights"
import { tileKey } from "../reef-encounter/options"
import { eventsOf } from "./consequence"

/** How a piece travels: held up in the middle so that all can see it, struck out, or gone for good where it was. */
interface Manner {
  shown?: boolean
  struck?: boolean
  gone?: boolean
}

export type Journey = BaseJourney & Manner
export type Flight = BaseFlight & Manner

export const NOTICE = ["[data-card-notice]"]
export const PILE = [...touch("pile", "sea"), ...touch("deck", "sea")]
const DECK = touch("deck", "sea")
const BESIDE = touch("beside", "sea")
const AT_SEA = ["[data-blue-at-sea]", ...BESIDE]
/** The cards of a seat: one's own lie open, so that one of them is found by its name. */
const cards = (seat: number, card: string | null): string[] => [
  ...(card ? [`[data-touch="card:${card}"]`] : []),
  `[data-cards="${seat}"]`,
  ...home(seat),
]
const aside = (tile: string, seat: number): string[] => [
  `[data-touch="aside:${tile}"]`,
  '[data-touch^="aside:"]',
  ...fish(seat),
]
const cylinder = (alga: string): string[] => touch(`cylinder:${alga}`, "tiles")
const coralTile = (lies: string): string[] => touch(`tile:${tileKey(lies)}`, "tiles")

/** Whether a card that was played for its text stays in front of its player. */
export const scores = (card: string): boolean => card === "metamorphosis" || card.endsWith("-strength")

/** Where a card goes when it is over: in front of its player for the scoring, else onto the pile. */
export const restOf = (card: string, seat: number, way: string): string[] =>
  way === "text" && scores(card) ? cards(seat, null) : PILE

/** All that travels by what happened, in order. */
export function journeys(events: SecondKindEvent[], view: SecondKindView): Journey[] {
  const out: Journey[] = []
  let eaten: string[] = [] // spaces of a coral whose tiles go on in the same line
  for (const event of events) {
    if (event.kind === "coral_taken") {
      eaten = event.cells
      const to = event.shrimp_to === "sea" ? touch("supply", "sea") : fish(event.seat)
      out.push({ kind: "shrimp", of: `${event.seat}`, from: cell(event.shrimp), to })
    } else if (event.kind === "returned" || event.kind === "fed") {
      const to = event.kind === "fed" ? fish(event.seat) : SUPPLY
      for (const of of event.tiles) {
        const [first, ...rest] = eaten
        out.push({ kind: "tile", of, from: first ? cell(first) : aside(of, event.seat), to })
        eaten = rest
      }
    } else {
      out.push(...(ofExpansion(event, view) ?? ofBase(event as ReefEncounterEvent)))
    }
  }
  const left = Object.entries(view.turn.aside).flatMap(([tile, number]) => Array<string>(number).fill(tile))
  eaten.forEach((name, at) => {
    const of = left[at]
    if (of) out.push({ kind: "tile", of, from: cell(name), to: aside(of, view.mover ?? 0) })
  })
  return out
}

function ofExpansion(event: SecondKindEvent, view: SecondKindView): Journey[] | null {
  switch (event.kind) {
    case "attacked":
      return [{ kind: "tile", of: event.tile, from: cell(event.cell), to: home(event.seat) }]
    case "removed":
      return [{ kind: "tile", of: event.tile, from: cell(event.cell), to: SUPPLY }]
    case "terrain_laid": {
      const laid: Journey = { kind: "tile", of: event.tile, from: home(event.seat), to: cell(event.cell) }
      if (!event.lifted) return [laid]
      const both = ["rock", "water"].map((of) => ({ kind: "tile", of, from: cell(event.cell), to: SUPPLY }))
      return [laid, ...both]
    }
    case "collected":
      return [{ kind: "cube", of: event.colour }, ...event.tiles.map((of) => ({ kind: "tile", of }))].map((piece) => ({
        ...piece,
        from: touch(`pool:${event.colour}`, "sea"),
        to: home(event.seat),
      }))
    case "dipped":
      return event.tiles.map((of) => ({ kind: "tile", of, from: SUPPLY, to: home(event.seat), shown: true }))
    case "consumed":
      return [
        {
          kind: "tile",
          of: event.tile,
          from: [`[data-touch="hand:${event.tile}"]`, ...home(event.seat)],
          to: [`[data-touch="consumed:${event.tile}"]`, ...home(event.seat)],
        },
      ]
    case "changed":
      return [paid("tile", `${event.colour}2`, event.seat), ...[1, 2].map(() => got("tile", event.colour, event.seat))]
    case "cube_taken":
      return [paid("tile", event.tile, event.seat), got("cube", event.colour, event.seat)]
    case "swapped":
      return [paid("cube", event.given, event.seat), got("cube", event.taken, event.seat)]
    case "alga_played":
    case "locked": {
      const to = event.kind === "locked" ? coralTile(event.lies) : touch("alga-space", "tiles")
      const played = { kind: "cylinder", of: event.alga, from: cylinder(event.alga), to }
      return [...(event.tile ? [paid("tile", event.tile, event.seat)] : []), played]
    }
    case "unlocked": {
      const alga = algaOf(event.lies, view)
      return [{ kind: "cylinder", of: alga, from: coralTile(event.lies), to: cylinder(alga) }]
    }
    case "shifted": {
      const alga = algaOf(event.onto, view)
      return [{ kind: "cylinder", of: alga, from: coralTile(event.lies), to: coralTile(event.onto) }]
    }
    default:
      return ofCards(event, view) ?? ofAnimals(event)
  }
}

const paid = (kind: string, of: string, seat: number): Journey => ({ kind, of, from: home(seat), to: SUPPLY })
const got = (kind: string, of: string, seat: number): Journey => ({ kind, of, from: SUPPLY, to: home(seat) })

/** The large alga of a coral tile, as it lies. */
const algaOf = (lies: string, { tiles }: SecondKindView): string =>
  tiles.find(({ strong, weak }) => tileKey(strong + weak) === tileKey(lies))?.large ?? "red"

function ofCards(event: SecondKindEvent, view: SecondKindView): Journey[] | null {
  switch (event.kind) {
    case "card_played": {
      const { card, seat, way } = event
      const pending = view.turn.card === card
      const to = pending ? [...NOTICE, ...PILE] : restOf(card, seat, way)
      return [{ kind: "card", of: card, from: cards(seat, card), to, shown: true }]
    }
    case "card_cancelled":
      return [{ kind: "card", of: event.card, from: [...NOTICE, ...PILE], to: PILE, shown: true, struck: true }]
    case "card_discarded":
      return [{ kind: "card", of: event.card, from: cards(event.seat, event.card), to: PILE, shown: true }]
    case "card_bought":
      return [event.tile ? paid("tile", event.tile, event.seat) : paid("cube", event.colour!, event.seat)]
    case "card_drawn":
      return [
        { kind: event.card ? "card" : "back", of: event.card ?? "", from: DECK, to: cards(event.seat, event.card) },
      ]
    case "reshuffled":
      return [{ kind: "back", of: "", from: PILE, to: DECK }]
    default:
      return null
  }
}

function ofAnimals(event: SecondKindEvent): Journey[] | null {
  switch (event.kind) {
    case "crown_attacked":
      return [
        { kind: "crown", of: "", from: cell(event.cell), to: cell(event.to) },
        { kind: "tile", of: event.tile, from: cell(event.to), to: SUPPLY },
      ]
    case "crown_moved":
      return [{ kind: "crown", of: "", from: cell(event.cell), to: cell(event.to) }]
    case "crown_gone":
      return [{ kind: "crown", of: "", from: cell(event.cell), to: cell(event.cell), gone: true }]
    case "blue_moved":
      return [
        {
          kind: "blue",
          of: "",
          from: event.cell ? cell(event.cell) : BESIDE,
          to: event.to ? cell(event.to) : BESIDE,
        },
      ]
    case "blue_freed":
      return [{ kind: "blue", of: "", from: AT_SEA, to: BESIDE }]
    default:
      return null
  }
}

/** The flights of what happened. */
export const flightsOf = (events: EventOut[], view: SecondKindView, board: Element): Flight[] =>
  aloft(journeys(eventsOf(events), view), board)

/** The flight of a card whose decisions are made, from where it was shown. */
export const settling = (card: string, seat: number, way: string, board: Element): Flight[] =>
  aloft<Journey>([{ kind: "card", of: card, from: NOTICE, to: restOf(card, seat, way) }], board)
