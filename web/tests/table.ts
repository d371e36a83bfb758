// The table of a tutorial on the real rules, which Python plays: what a lesson looks at, and no more.
import { spawn, type ChildProcess } from "node:child_process"
import { fileURLToPath } from "node:url"
import { createInterface } from "node:readline"

import type { Table } from "../src/lib/table.svelte"
import type { Entry, EventOut, Hint, View } from "../src/wire"

const ROOT = fileURLToPath(new URL("../../", import.meta.url))

interface Told {
  table: number
  last: number
  log: Entry[]
  view: View
  moves: string[]
  decides: number
  undo: boolean
  over: boolean
}

/** The rules of a game, in a process of their own. */
export class Rules {
  private process: ChildProcess
  private waiting: { resolve: (answer: unknown) => void; reject: (error: Error) => void }[] = []
  private ended = false

  constructor(game: string) {
    this.process = spawn("python3", ["-m", "tests.lesson_table", game], { cwd: ROOT })
    this.process.stderr!.pipe(process.stderr)
    this.process.on("exit", () => {
      this.ended = true
      for (const { reject } of this.waiting) reject(new Error("the rules have ended"))
    })
    createInterface({ input: this.process.stdout! }).on("line", (line) => {
      this.waiting.shift()!.resolve(JSON.parse(line))
    })
  }

  ask<Answer>(question: { do: string; table: number; move?: string }): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (this.ended) return reject(new Error("the rules have ended"))
      this.waiting.push({ resolve: (answer) => resolve(answer as Answer), reject })
      this.process.stdin!.write(`${JSON.stringify(question)}\n`)
    })
  }

  stop(): void {
    this.process.kill()
  }
}

/** A table as the page has one. */
export class LessonTable {
  readonly seat = 1
  readonly busy = false
  readonly waiting = 0
  readonly line = null
  hinted: Hint | null = null

  private constructor(
    readonly rules: Rules,
    public told: Told,
  ) {}

  static async at(rules: Rules, table: number): Promise<LessonTable> {
    return new LessonTable(rules, await rules.ask<Told>({ do: "look", table }))
  }

  /** What a lesson takes it for. */
  get table(): Table {
    return this as unknown as Table
  }

  get log(): Entry[] {
    return this.told.log
  }
  get view(): View {
    return this.told.view
  }
  get moves(): string[] {
    return this.told.moves
  }
  get decides(): number {
    return this.told.decides
  }
  get mayUndo(): boolean {
    return this.told.undo
  }

  async preview(move: string): Promise<{ events: EventOut[] }> {
    return this.rules.ask({ do: "preview", table: this.told.table, move })
  }
  play = (move: string): Promise<void> => this.go("play", move)
  undo = (): Promise<void> => this.go("undo")
  /** Let the other player move. */
  wait = (): Promise<void> => this.go("wait")

  async hint(): Promise<void> {
    this.suggest(this.moves[0]!)
  }

  get suggested(): string | null {
    return this.hinted?.steps[0]?.move ?? null
  }
  suggest(move: string | null, events: EventOut[] = []): void {
    this.hinted = move ? { type: "hint", id: "", steps: [{ move, events }], reason: "" } : null
  }

  private async go(what: string, move?: string): Promise<void> {
    this.told = await this.rules.ask<Told>({ do: what, table: this.told.table, move })
    this.hinted = null
  }
}
