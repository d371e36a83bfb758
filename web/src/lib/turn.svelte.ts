// Telling a person who looks elsewhere that it is their turn.
import { house } from "./house.svelte"
import { passed } from "./news"
import { chime } from "./sound"
import type { Table } from "./table.svelte"
import { t } from "./text.svelte"

/** Keep the title and the sound in step with a table; call while a component is set up. */
export function announceTurns(table: Table): void {
  let before: boolean | null = null

  $effect(() => {
    const answered = table.answered && table.window !== null
    const yours = table.decides > 0 && table.played.includes(table.decides) && table.waiting === 0 && !answered
    const last = table.log.filter((entry) => entry.seat > 0 && !passed(entry)).at(-1)
    const others = last !== undefined && !table.mine.includes(last.seat)
    if (before === false && yours && others) chime()
    before = table.info ? yours : null
    const title = house.game(table.info?.page ?? "")?.title
    const first = yours ? t("shell.turn.yours") : title
    document.title = first ? `${first} - ${t("shell.title")}` : t("shell.title")
  })
}
