// A table as this browser sees it: one full view, then steps, each of them shown in order and at a pace one can follow.
// Nothing here knows a rule: what is possible, what it does and why not all come from the server.
import { change, viewAt } from "./changes"
import { Line, lost, type Answer, type Question } from "./line"
import { get } from "./net"
import { sinceOwn, type News } from "./news"
import { pace } from "./pace"
import { ahead, begun, followed, type Plan } from "./plan"
import { gift, opening } from "./promise"
import { settings } from "./settings.svelte"
import { t, words } from "./text.svelte"
import type {
  Choice,
  Entry,
  EventOut,
  Hint,
  Insights,
  Judged,
  Outdated,
  Possible,
  Preview,
  Problem,
  SeatInfo,
  ServerMessage,
  Step,
  Story,
  TableInfo,
  Undone,
  VariationStep,
  View,
  Welcome,
} from "../wire"

const NOTHING: Possible = { moves: [], undo: false, window: null, answered: false }
const PAUSE = 650 // ms for one line of another seat, at the usual speed
const AGAIN = 1000 // ms until a seal that could not be opened is tried again
const AWAY = 60_000 // ms that a touch waits for the line to come back
export type Standing = SeatInfo["standing"][string]
const PASSING = ["too_fast", "database", "unsure"] // the line is tried again by itself

export class Table {
  info = $state<TableInfo | null>(null)
  /** The seat whose view this is; 0: a spectator. */
  seat = $state(0)
  /** What happened before the first line of the log. */
  opening = $state<EventOut[]>([])
  /** Its last lines; `earlier` fetches those before them. */
  log = $state.raw<Entry[]>([])
  /** Why the game cannot be followed to its end, and its record. */
  outdated = $state<Outdated | null>(null)
  connected = $state(false)
  /** Whether the server refused this table for good, and why. */
  refused = $state<Problem | null>(null)
  /** What the last line shown did, for animations and marks; changes with every line. */
  happening = $state.raw<EventOut[]>([])
  /** What the line of the log does that is pointed at or focused; boards light it up. */
  lit = $state.raw<EventOut[]>([])
  /** Lines that have arrived and wait to be shown. */
  waiting = $state(0)
  /** A move is on its way. */
  busy = $state(false)
  /** What a bot suggests for the rest of this turn, the present step first. */
  hinted = $state<Hint | null>(null)
  /** The whole plan that the suggestion is from, as long as the player follows it. */
  plan = $state.raw<Plan | null>(null)
  /** A bot is thinking about a suggestion. */
  hinting = $state(false)
  /** How many lines of the log the board shows while looking back; null: it shows the present. */
  line = $state<number | null>(null)
  /** How many moves after that line the board shows that were not made; 0: none. */
  aside = $state(0)
  /** What turns gave away, by their first line, in per cent; empty unless the game was analysed. */
  losses = $state.raw<ReadonlyMap<number, number>>(new Map())
  /** The last refusal, to be shown near where it was asked for. */
  problem = $state<Problem | null>(null)
  /** What the others did since this seat last acted; empty while looking back, and for spectators. */
  readonly news: News[] = $derived(this.line === null && this.seat > 0 ? sinceOwn(this.log, this.seat) : [])

  private now = $state<View | null>(null)
  private then = $state.raw<View | null>(null)
  private possible = $state<Possible>(NOTHING)
  private version = 0
  private queue: (Step | Undone)[] = []
  private showing = false
  private hurry = false
  private story: Story | null = null
  private wish = 0
  private spoken = ""
  private fetching = false
  private unsealing = false
  private previews = new Map<string, Promise<Preview | Problem>>()
  private insights = new Map<string, Promise<Insights | null>>()
  private wake: () => void = () => {}
  private returned: (() => void)[] = []
  private wire = new Line({
    address: () => this.address(),
    heard: (message) => this.heard(message),
    down: () => {
      this.connected = false
    },
  })

  constructor(readonly id: string) {}

  /** The view that the board draws: the present one, or the one looked back at. */
  get view(): View | null {
    return this.line === null ? this.now : this.then
  }

  /** The view of the present, also while looking back. */
  get present(): View | null {
    return this.now
  }

  /** The legal moves of this device's seat, in words of the record; empty while something is still being shown. */
  get moves(): string[] {
    const { moves, answered } = this.possible
    return this.line === null && this.waiting === 0 && !this.busy && !answered ? moves : []
  }

  /** The seat to decide is this device's, and the server answers for it in a moment: nobody need do anything. */
  get answered(): boolean {
    return this.waiting === 0 && this.possible.answered
  }

  /** The window of the game in which a seat is asked whether it wants to step in. */
  get window(): string | null {
    return this.waiting === 0 ? this.possible.window : null
  }

  get mayUndo(): boolean {
    return this.line === null && this.waiting === 0 && !this.busy && this.possible.undo
  }

  /** The name of a seat (from 1). */
  name(seat: number): string {
    return this.info?.seats[seat - 1]?.name || t("shell.seat.number", { seat })
  }

  /** How a seat is called to who looks on: oneself as "You", unless several people share this device. */
  called(seat: number): string {
    return this.mine.length === 1 && this.mine[0] === seat ? t("shell.seat.self") : this.name(seat)
  }

  /** The seat that decides now, as far as has been shown; 0: none. */
  get decides(): number {
    return this.info?.status === "playing" ? (this.now?.decides ?? 0) : 0
  }

  /** The seats that this device holds. */
  get mine(): number[] {
    return this.info?.seats.filter((seat) => seat.mine).map((seat) => seat.seat) ?? []
  }

  /** Those of them that a person still decides for. */
  get played(): number[] {
    return this.mine.filter((seat) => {
      const info = this.info?.seats[seat - 1]
      return info?.who === "person" && !info.conceded
    })
  }

  get myTurn(): boolean {
    return this.waiting === 0 && this.decides === this.seat && this.played.includes(this.seat) && !this.answered
  }

  /** How many lines the record has, as far as has been shown. */
  get lines(): number {
    return this.log.at(-1)?.line ?? 0
  }

  /** Whether nothing is hidden any more: one may look from any seat, and play on from any moment. */
  get finished(): boolean {
    return this.info?.status === "over" || this.info?.status === "study"
  }

  // The connection

  open = (): void => this.wire.open()
  close = (): void => this.wire.close()
  /** The network says that it is gone. */
  lose = (): void => this.wire.lose()

  /** Someone looks again, or the network is back: make sure that the line still holds. */
  wakeUp(): void {
    if (this.connected) void this.look(this.seat)
    else this.wire.retry()
  }

  private address(): string {
    this.spoken = words.language
    const scheme = location.protocol === "https:" ? "wss" : "ws"
    const waiting = !this.info || this.info.status === "waiting"
    const more = waiting ? gift(this.id, this.info ? this.others() : undefined) : {}
    const query = new URLSearchParams({ lang: words.language, seat: `${this.seat}`, ...more })
    return `${scheme}://${location.host}/ws/${this.id}?${query}`
  }

  private heard(message: ServerMessage): void {
    switch (message.type) {
      case "welcome":
        return this.welcome(message)
      case "step":
      case "undone":
        this.version = message.version
        this.previews.clear()
        this.insights.clear()
        this.plan = followed(this.plan, message, this.seat)
        this.hinted = ahead(this.plan)
        this.queue.push(message)
        this.waiting = this.queue.length
        void this.show()
        return
      case "about":
        this.info = message.table
        this.renew(message.possible)
        void this.unseal()
        return
      case "problem":
        this.problem = message
        if (message.id !== null || PASSING.includes(message.code)) return
        this.refused = message
        this.close()
    }
  }

  /** What is possible has changed though nothing happened; what has still to be shown leads there. */
  private renew(possible: Possible | null): void {
    if (!possible) return
    const last = this.queue.at(-1)
    if (last) last.possible = possible
    else this.possible = possible
  }

  private welcome(message: Welcome): void {
    this.connected = true
    this.queue = []
    this.waiting = 0
    this.version = message.version
    this.info = message.table
    this.seat = message.seat
    this.now = message.view
    this.opening = message.opening
    this.log = message.log
    this.outdated = message.outdated
    this.possible = message.possible
    this.happening = []
    this.hinted = this.plan = null
    this.previews.clear()
    this.insights.clear()
    this.story = null
    if (this.line !== null) void this.lookBack(this.line > this.lines ? null : this.line)
    void this.unseal()
    for (const resume of this.returned.splice(0)) resume()
  }

  /** When the line is back: true, or false if that takes too long. */
  private back(): Promise<boolean> {
    if (this.connected) return Promise.resolve(true)
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), AWAY)
      this.returned.push(() => {
        clearTimeout(timer)
        resolve(true)
      })
    })
  }

  // What this browser adds to the draw

  /** Whether other people have seats here, or may take one, beside a seat that is this device's. */
  private others(own = 0): boolean {
    return !!this.info?.seats.some((seat) => seat.seat !== own && !seat.mine && seat.who !== "bot")
  }

  /** Open what is sealed when everyone has come; a page that was away does so when it is back. */
  private async unseal(): Promise<void> {
    const info = this.info
    if (this.unsealing || info?.status !== "waiting" || !info.seats.every((seat) => seat.came)) return
    const nonce = info.seats.some((seat) => seat.mine && seat.sealed) ? opening(this.id, info.seals) : null
    if (!nonce) return
    this.unsealing = true
    const answer = await this.ask({ type: "open", nonce })
    this.unsealing = false
    if (answer.type !== "problem") return
    if (answer.code === "open_wrong") this.problem = answer
    else setTimeout(() => void this.unseal(), AGAIN)
  }

  // Showing what happened, line after line

  private async show(): Promise<void> {
    if (this.showing) return
    this.showing = true
    while (this.queue.length > 0) {
      const message = this.queue[0]!
      const own = message.type === "undone" || message.entry.seat === this.seat
      const pause = PAUSE * settings.tempo * pace(this.happening, message.type === "step" ? message.entry.events : [])
      if (!own && !this.hurry && !document.hidden && this.log.length > 0 && pause > 0) await this.pause(pause)
      if (this.queue[0] !== message) continue // a new welcome came in between
      this.queue.shift()
      if (this.now) change(this.now, message.changes)
      if (message.type === "step") {
        this.log = [...this.log, message.entry]
        if (this.line === null) this.happening = message.entry.events
      } else {
        this.log = this.log.filter((entry) => entry.line <= message.lines)
        if (this.line === null) this.happening = []
      }
      this.story = null
      this.possible = message.possible
      this.waiting = this.queue.length
    }
    const others = !this.played.includes(this.decides) || this.answered
    this.hurry &&= this.played.length > 0 && others && this.decides > 0
    this.showing = false
  }

  private pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      this.wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  /** Show at once all that has arrived, and what follows until one has something to decide. */
  skip(): void {
    this.hurry = this.waiting > 0
    this.wake()
  }

  // Looking back

  /** Show the position after some lines of the log, and after moves that were not made; null: the present. */
  async lookBack(line: number | null, made: readonly VariationStep[] = []): Promise<void> {
    const wish = ++this.wish
    if (line === null) {
      this.line = null
      this.aside = 0
      this.happening = []
      return
    }
    const story = await this.recall()
    if (wish !== this.wish) return
    if (!story) {
      this.problem = lost(null)
      return
    }
    const view = viewAt(story, line)
    for (const step of made) change(view, step.changes)
    const last = made.at(-1) ?? story.steps.find((step) => step.line === line)
    this.then = view
    this.happening = last?.events ?? []
    this.line = line
    this.aside = made.length
  }

  /** The whole game so far, with all lines of the log; null if it could not be fetched. */
  async recall(): Promise<Story | null> {
    const [seat, version] = [this.seat, this.version]
    const story = this.story ?? (await get<Story>(`/api/tables/${this.id}/story?seat=${seat}`).catch(() => null))
    if (story && seat === this.seat && version === this.version) {
      this.story = story
      this.precede(story.steps)
    }
    return story
  }

  /** Whether the log has lines before those that are here. */
  get hasEarlier(): boolean {
    return (this.log[0]?.line ?? 1) > 1
  }

  /** Fetch some earlier lines of the log. */
  async earlier(): Promise<void> {
    if (!this.hasEarlier || this.fetching) return
    this.fetching = true
    const [seat, language] = [this.seat, this.spoken]
    const answer = await this.ask({ type: "log", before: this.log[0]!.line })
    this.fetching = false
    if (answer.type === "lines" && seat === this.seat && language === this.spoken) this.precede(answer.log)
  }

  private precede(entries: Entry[]): void {
    const first = this.log[0]?.line ?? 1
    const missing = entries
      .filter((entry) => entry.line < first)
      .map(({ line, seat, move, events }) => ({ line, seat, move, events }))
    if (missing.at(-1)?.line === first - 1) this.log = [...missing, ...this.log]
  }

  // Asking

  private ask = (question: Question): Promise<Answer> => this.wire.ask(question)

  private async tell(question: Question): Promise<boolean> {
    const answer = await this.ask(question)
    this.problem = answer.type === "problem" ? answer : null
    return answer.type === "done"
  }

  /** Move or take back. A touch is not lost with the line: it is said again when that is back, unless it was done. */
  private async insist(move: string | null): Promise<boolean> {
    const [at, seat, lines] = [this.version, this.seat, this.lines]
    const question: Question = move === null ? { type: "undo", at } : { type: "play", at, move }
    const done = (): boolean => {
      const log = [...this.log, ...this.queue.flatMap((later) => (later.type === "step" ? [later.entry] : []))]
      if (move === null) return (log.at(-1)?.line ?? 0) < lines
      return log.some((entry) => entry.line === lines + 1 && entry.seat === seat && entry.move === move)
    }
    for (let tries = 0; ; tries++) {
      const answer = this.connected || tries > 0 ? await this.ask(question) : lost(null)
      const down = answer.type === "problem" && answer.code === "lost"
      if (down && (await this.back()) && this.version === at && this.seat === seat) continue
      const made = answer.type === "done" || ((down || tries > 0) && done())
      this.problem = made || answer.type !== "problem" ? null : answer
      return made
    }
  }

  /** What a legal move would do. */
  async preview(move: string): Promise<Preview | null> {
    let found = this.previews.get(move)
    if (!found) {
      found = this.ask({ type: "what", at: this.version, move }) as Promise<Preview | Problem>
      this.previews.set(move, found)
    }
    const answer = await found
    return answer.type === "preview" ? answer : null
  }

  /** Why a move is not possible: a sentence and the ruling; null if it is possible or nobody could tell. */
  async why(move: string): Promise<{ text: string; ruling: string | null } | null> {
    const answer = await this.ask({ type: "why", at: this.version, move })
    if (answer.type === "why" && answer.text) return { text: answer.text, ruling: answer.ruling }
    return answer.type === "problem" ? { text: answer.text, ruling: answer.ruling } : null
  }

  /** Make a move; false if it was refused (see `problem`), and nothing has changed. */
  async play(move: string): Promise<boolean> {
    if (this.busy) return false
    this.busy = true
    const done = await this.insist(move)
    this.busy = false
    return done
  }

  async undo(): Promise<boolean> {
    if (this.busy) return false
    this.busy = true
    const done = await this.insist(null)
    this.busy = false
    return done
  }

  async hint(): Promise<Hint | null> {
    if (this.hinting) return null
    const at = this.version
    this.hinting = true
    const answer = await this.ask({ type: "hint", at })
    this.hinting = false
    this.plan = answer.type === "hint" && at === this.version ? begun(answer, this.lines) : null
    this.hinted = ahead(this.plan)
    this.problem = answer.type === "problem" ? answer : null
    return this.hinted
  }

  // A puzzle

  /** What the turn is worth beside the best one; null if nobody could tell (see `problem`). */
  async judge(): Promise<Judged | null> {
    const answer = await this.ask({ type: "judge", at: this.version })
    this.problem = answer.type === "problem" ? answer : null
    return answer.type === "judged" ? answer : null
  }

  /** Suggest the best turn, step by step. */
  async solution(): Promise<boolean> {
    const answer = await this.ask({ type: "solution", at: this.version })
    this.plan = answer.type === "hint" ? begun(answer, this.lines) : null
    this.hinted = ahead(this.plan)
    this.problem = answer.type === "problem" ? answer : null
    return this.plan !== null
  }

  /** Put everything back to its beginning. */
  again = (): Promise<boolean> => this.tell({ type: "again" })

  /** What there is to see in the position that the board shows: asked for once. */
  insight(): Promise<Insights | null> {
    const key = this.line === null ? "" : `${this.line}`
    let found = this.insights.get(key)
    if (!found) {
      found = this.ask({ type: "insight", at: this.version, line: this.line }).then((answer) => {
        if (answer.type === "insight") return answer.facts
        this.insights.delete(key) // it may be asked again
        return null
      })
      this.insights.set(key, found)
    }
    return found
  }

  /** The move that is suggested now. */
  get suggested(): string | null {
    return this.hinted?.steps[0]?.move ?? null
  }

  /** Suggest one move for the moment; null: what was suggested before, if it still is. */
  suggest(move: string | null, events: EventOut[] = []): void {
    this.hinted = move ? { type: "hint", id: "", steps: [{ move, events }], reason: "" } : ahead(this.plan)
  }

  /** Every legal move with a sentence that says what it does. */
  async choices(): Promise<Choice[]> {
    const answer = await this.ask({ type: "list", at: this.version })
    return answer.type === "choices" ? answer.choices : []
  }

  look = (seat: number): Promise<boolean> => this.tell({ type: "look", seat })
  sit = (seat: number, name: string, invite: string | null): Promise<boolean> =>
    this.tell({ type: "sit", seat, name, invite, ...gift(this.id, this.others(seat)) })
  leave = (seat: number): Promise<boolean> => this.tell({ type: "leave", seat })
  comeBack = (seat: number): Promise<boolean> => this.tell({ type: "return", seat })
  agree = (seat: number, yes: boolean): Promise<boolean> => this.tell({ type: "agree", seat, yes })
  concede = (seat: number): Promise<boolean> => this.tell({ type: "concede", seat })
  /** Say what a seat of this device answers in a window of the game until further notice. */
  standing = (seat: number, window: string, answer: Standing): Promise<boolean> =>
    this.tell({ type: "standing", seat, window, answer })
  /** No, until further notice: the server passes now, and whenever that is asked again. */
  decline = (window: string): Promise<boolean> => this.standing(this.seat, window, "no")
  fill = (seat: number, bot: string): Promise<boolean> => this.tell({ type: "fill", seat, bot })

  /** Go on in another language, if it is another one. */
  speak = async (language: "en" | "fr" | "it"): Promise<boolean> => {
    if (!this.connected || this.spoken === language) return true
    this.spoken = language
    return this.tell({ type: "speak", language })
  }
}
