// The analysis of a finished game, as this page has it: asked for, waited for, and looked at.
import { lossesBy, moments, type Moment } from "./chances"
import { get, post, Refused } from "./net"
import type { Table } from "./table.svelte"
import { t, words } from "./text.svelte"
import type { AnalysedTurn, Analysis, AnalysisState } from "../wire"

const AGAIN = 700 // ms until it is asked how far it is; longer while others come first
const LATER = 3000

export class Study {
  state = $state.raw<AnalysisState | null>(null)
  found = $state.raw<Analysis | null>(null)
  problem = $state("")
  /** The turn whose better plan is looked at, by its first line. */
  chosen = $state<number | null>(null)
  readonly moments: Moment[] = $derived.by(() => (this.found ? moments(this.found, this.table.lines) : []))
  readonly losses: Map<number, number> = $derived(lossesBy(this.found?.turns ?? []))
  readonly turn: AnalysedTurn | null = $derived(this.found?.turns.find(({ line }) => line === this.chosen) ?? null)

  private timer = 0
  private wish = 0
  private told = ""
  private telling = Promise.resolve()
  readonly table: Table
  private readonly path: string

  constructor(table: Table) {
    this.table = table
    this.path = `/api/tables/${table.id}/analysis`
  }

  /** Ask for it, or go on waiting for it. */
  async ask(): Promise<void> {
    if (this.found || (this.state && this.problem === "")) return
    this.problem = ""
    await this.follow(() => post<AnalysisState>(this.path, {}))
  }

  /** Nobody looks any more; the server goes on. */
  leave(): void {
    clearTimeout(this.timer)
    if (!this.found) this.state = null
  }

  /** As the seat that the page looks from saw it, in its language. */
  tell(): Promise<void> {
    const wish = `${this.table.seat} ${words.language}`
    if (this.state?.status !== "done") return Promise.resolve()
    if (this.told !== wish) {
      this.told = wish
      this.telling = this.fetch(wish)
    }
    return this.telling
  }

  /** Show the board before a turn, or after some steps of the plan that would have been better, with the eyes of who was
   * to move. */
  async show(line: number, steps: number): Promise<void> {
    const wish = ++this.wish
    this.chosen = line
    const seat = this.turn?.seat ?? 0
    if (seat !== this.table.seat) await this.table.look(seat)
    await this.tell() // plans are told as that seat would have seen them
    if (wish === this.wish && this.chosen === line)
      await this.table.lookBack(line - 1, this.turn?.plan.slice(0, steps) ?? [])
  }

  private async fetch(wish: string): Promise<void> {
    try {
      const found = await get<Analysis>(`${this.path}?seat=${this.table.seat}`)
      if (this.told === wish) this.found = found
    } catch (error) {
      if (this.told === wish) this.told = ""
      this.failed(error)
    }
  }

  private async follow(asked: () => Promise<AnalysisState>): Promise<void> {
    try {
      const state = (this.state = await asked())
      if (state.status === "failed") this.problem = t("analysis.failed")
      else if (state.status === "waiting" || state.status === "working") {
        const next = (): Promise<void> => this.follow(() => get<AnalysisState>(`${this.path}/state`))
        this.timer = window.setTimeout(() => void next(), state.before ? LATER : AGAIN)
      } else if (state.status === "none") await this.follow(() => post<AnalysisState>(this.path, {}))
    } catch (error) {
      this.failed(error)
    }
  }

  private failed(error: unknown): void {
    this.problem = error instanceof Refused ? error.message : t("shell.problem.lost")
  }
}
