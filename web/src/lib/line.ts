// The line to a table: a socket that comes back by itself, and questions that get an answer, be it that the line is down.
import type {
  Choices,
  ClientMessage,
  Done,
  Hint,
  Insight,
  Judged,
  Lines,
  Preview,
  Problem,
  ServerMessage,
  WhyNot,
} from "../wire"

export type Answer = Done | Preview | WhyNot | Hint | Judged | Insight | Choices | Lines | Problem
export type Question<T extends ClientMessage = ClientMessage> = T extends ClientMessage ? Omit<T, "id"> : never
type Waiting = { resolve: (answer: Answer) => void; timer: ReturnType<typeof setTimeout> }

const PATIENCE = 15_000 // ms until a question counts as lost
const THOUGHT = 60_000 // ms for a bot's opinion: it may have to wait for other bots
const FIRST_TRY = 250 // ms until a lost line is tried again, then twice as long each time
const LAST_TRY = 8000

/** What a question gets when nobody could be asked. */
export const lost = (id: string | null): Problem => ({ type: "problem", id, code: "lost", ruling: null, text: "" })

interface Ends {
  /** Where to call; asked anew each time. */
  address: () => string
  /** What came in that no question waited for. */
  heard: (message: ServerMessage) => void
  down: () => void
}

export class Line {
  private socket: WebSocket | null = null
  private questions = new Map<string, Waiting>()
  private count = 0
  private tries = 0
  private again: ReturnType<typeof setTimeout> | undefined
  private closed = false

  constructor(private ends: Ends) {}

  open(): void {
    this.closed = false
    clearTimeout(this.again)
    const before = this.socket
    const socket = new WebSocket(this.ends.address())
    this.socket = socket
    before?.close()
    socket.onmessage = (message) => this.socket === socket && this.sort(JSON.parse(message.data) as ServerMessage)
    socket.onclose = () => this.socket === socket && this.lose()
  }

  /** Hang up, and do not call again. */
  close(): void {
    this.closed = true
    clearTimeout(this.again)
    this.socket?.close()
  }

  /** The line is down: nobody waits for it to say so, it is tried again soon. */
  lose(): void {
    this.socket?.close()
    this.socket = null
    for (const [id, { resolve, timer }] of this.questions) {
      clearTimeout(timer)
      resolve(lost(id))
    }
    this.questions.clear()
    this.ends.down()
    clearTimeout(this.again)
    if (!this.closed) this.again = setTimeout(() => this.open(), Math.min(LAST_TRY, FIRST_TRY * 2 ** this.tries++))
  }

  /** Try again at once. */
  retry(): void {
    if (!this.closed && this.socket?.readyState !== WebSocket.CONNECTING) this.open()
  }

  ask(question: Question): Promise<Answer> {
    const id = `${++this.count}`
    const socket = this.socket
    if (socket?.readyState !== WebSocket.OPEN) return Promise.resolve(lost(id))
    return new Promise((resolve) => {
      this.questions.set(id, {
        resolve,
        timer: setTimeout(
          () => this.lose(),
          question.type === "hint" || question.type === "judge" ? THOUGHT : PATIENCE,
        ),
      })
      socket.send(JSON.stringify({ ...question, id }))
    })
  }

  private sort(message: ServerMessage): void {
    // A server that only refuses is asked more and more seldom.
    if (message.type !== "problem" || message.id !== null) this.tries = 0
    const waiting = "id" in message && message.id !== null ? this.questions.get(message.id) : undefined
    if (!waiting) return this.ends.heard(message)
    const answer = message as Answer
    this.questions.delete(answer.id!)
    clearTimeout(waiting.timer)
    waiting.resolve(answer)
  }
}
