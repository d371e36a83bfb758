// Asking the server over HTTP. A refusal comes as a Problem, in the reader's language.
import type { Problem } from "../wire"

export class Refused extends Error {
  constructor(public problem: Problem) {
    super(problem.text)
  }
}

let spoken = "en"

/** The language in which the server shall answer. */
export function speak(language: string): void {
  spoken = language
}

async function ask<T>(path: string, init: RequestInit): Promise<T> {
  const headers = { ...init.headers, "Accept-Language": spoken }
  const answer = await fetch(path, { credentials: "same-origin", ...init, headers })
  if (!answer.ok) {
    const problem = await answer.json().catch(() => null)
    throw new Refused(problem ?? { type: "problem", id: null, code: "server", ruling: null, text: answer.statusText })
  }
  return answer.json() as Promise<T>
}

export const get = <T>(path: string): Promise<T> => ask<T>(path, {})

export const post = <T>(path: string, body: unknown): Promise<T> =>
  ask<T>(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) })
