// What a rules page holds, in order; the game's rulings follow. The words are texts: rules-GAME.ID.title and .text.
export interface Section {
  id: string
  figures?: string[]
}

export interface Book {
  sections: Section[]
  /** Actions that are explained one by one after the section `turn`: how many, or which. */
  actions: number | string[]
  /** The game whose rulings hold where this page does not tell otherwise: rules-GAME.changed.RULING. */
  base?: string
}

/** A ruling's name as an anchor: `open action` is at #open-action. */
export const anchor = (ruling: string): string => ruling.replaceAll(" ", "-")

/** The anchor that an address asks for, however it is written. */
export function wanted(hash: string): string {
  try {
    return anchor(decodeURIComponent(hash.slice(1)))
  } catch {
    return hash.slice(1)
  }
}
