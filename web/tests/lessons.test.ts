// Whatever a learner does, a lesson leads to its end, asks again for what was taken back, and praises only what was done.
import { afterAll, expect, test } from "vitest"

import { STEPS as REEF } from "../src/games/reef/lesson"
import { STEPS as REEF_ENCOUNTER } from "../src/games/reef-encounter/lesson"
import { STEPS as SECOND_KIND } from "../src/games/second-kind/lesson"
import { verbOf } from "../src/lib/moves"
import { Lesson, type Kept, type LessonStep } from "../src/tutorial/lesson.svelte"
import { LessonTable, Rules } from "./table"

const LESSONS: Record<string, LessonStep[]> = {
  reef: REEF,
  "reef-encounter": REEF_ENCOUNTER,
  "second-kind": SECOND_KIND,
}
/** What has to have happened where a step is praised. */
const PRAISED: Record<string, Record<string, string[]>> = {
  reef: {
    start: ["laid"],
    take: ["taken", "top_taken"],
    play: ["played"],
    lay: ["scored"],
    score: ["scored"],
    top: ["top_taken"],
  },
  "reef-encounter": {
    fish: ["fish_chosen"],
    cubes: ["cubes_taken"],
    larva: ["larva_played"],
    polyp: ["placed"],
    attack: ["eaten"],
    grow: ["placed"],
    shrimp: ["shrimp_introduced"],
    collect: ["collected"],
    eat: ["coral_eaten"],
    lock: ["locked"],
  },
  "second-kind": {
    window: ["passed", "card_played"],
    crown: ["crown_attacked"],
    eat: ["card_played"],
    bag: ["fed"],
    bicolour: ["laid"],
    half: ["laid"],
    attack: ["attacked"],
    change: ["changed"],
    terrain: ["terrain_laid"],
    buy: ["card_bought"],
    blue: ["blue_moved"],
    card: ["card_played"],
    collect: ["collected"],
  },
}
/** Where tiles can be laid in very many ways: how many moves of a verb are tried at a moment. */
const MOST_WAYS: Record<string, number> = { "second-kind": 5 }
const MOST = 150 // things that a learner does until the end

const rules = Object.fromEntries(Object.keys(LESSONS).map((game) => [game, new Rules(game)]))
afterAll(() => Object.values(rules).forEach((one) => one.stop()))

/** A moment of a lesson that one can come back to. */
interface Moment {
  table: number
  kept: Kept
  step: string
}
interface Went {
  done: string[]
  told: string[]
  moments: Moment[]
}

async function begin(game: string, table = 0, kept: Kept | null = null): Promise<[Lesson, LessonTable]> {
  const at = await LessonTable.at(rules[game]!, table)
  return [new Lesson(at.table, LESSONS[game]!, kept && structuredClone(kept)), at]
}

/** What the coach says is true. */
function check(game: string, lesson: Lesson, table: LessonTable): void {
  const kinds = lesson.done ? PRAISED[game]![lesson.step.id] : undefined
  const own = table.log.filter((entry) => entry.seat === 1).flatMap((entry) => entry.events.map(({ kind }) => kind))
  if (kinds)
    expect(
      own.some((kind) => kinds.includes(kind)),
      `${lesson.step.id} is praised`,
    ).toBe(true)
}

/** Do what the coach says until the end. */
async function follow(game: string, lesson: Lesson, table: LessonTable): Promise<Went> {
  const went: Went = { done: [], told: [], moments: [] }
  for (let turns = 0; turns < MOST; turns++) {
    if (table.told.over) return went
    if (table.decides !== 1) await table.wait()
    await lesson.watch()
    check(game, lesson, table)
    if (lesson.last) return went
    if (lesson.reading) {
      if (lesson.done) went.done.push(lesson.step.id)
      if (lesson.told) went.told.push(lesson.step.id)
      lesson.next()
    } else {
      went.moments.push({ table: table.told.table, kept: structuredClone(lesson.kept), step: lesson.step.id })
      await lesson.show()
      if (lesson.shown) await lesson.show()
    }
  }
  throw new Error(`the lesson does not end: ${lesson.step.id}, ${table.moves.join("; ")}`)
}

/** Moves that stand for all of their verb, evenly spread. */
function spread(moves: string[], most: number): string[] {
  const verbs = [...new Set(moves.map(verbOf))].map((verb) => moves.filter((move) => verbOf(move) === verb))
  return verbs.flatMap((same) => same.filter((_, at) => at % Math.max(1, Math.ceil(same.length / most)) === 0))
}

/** Forget all tables after one: they have served. */
const forget = (game: string, table: number): Promise<unknown> => rules[game]!.ask({ do: "forget", table })

test.each(Object.keys(LESSONS))("the lesson of %s shows all that it asks for", async (game) => {
  const went = await follow(game, ...(await begin(game)))
  expect(went.told).toEqual([])
  expect(went.done).toEqual(LESSONS[game]!.filter(({ until }) => until).map(({ id }) => id))
})

test.each(Object.keys(LESSONS))("whatever is done at a step of %s, the lesson leads on", async (game) => {
  const { moments } = await follow(game, ...(await begin(game)))
  const { last } = await rules[game]!.ask<{ last: number }>({ do: "look", table: 0 })
  let ways = 0
  for (const { table: at, kept, step } of moments) {
    const { moves } = (await begin(game, at))[1]
    for (const move of spread(moves, MOST_WAYS[game] ?? Infinity)) {
      const [lesson, table] = await begin(game, at, kept)
      await lesson.watch()
      await table.play(move)
      await follow(game, lesson, table).catch((error: Error) => {
        throw new Error(`${step}, ${move}: ${error.message}`)
      })
      await forget(game, last)
      ways += 1
    }
  }
  expect(ways).toBeGreaterThan(60)
})

test.each(Object.keys(LESSONS))("what is taken back in %s is asked for again", async (game) => {
  const { moments } = await follow(game, ...(await begin(game)))
  let taken = 0
  for (const { table: at, kept, step } of moments) {
    const [lesson, table] = await begin(game, at, kept)
    await lesson.watch()
    await lesson.show()
    if (!lesson.shown) continue // a tool
    await lesson.show()
    await lesson.watch()
    if (!table.mayUndo) continue // something came to light
    await table.undo()
    await lesson.watch()
    expect([lesson.step.id, lesson.reading]).toEqual([step, false])
    await follow(game, lesson, table)
    taken += 1
  }
  expect(taken).toBeGreaterThan(3)
})

test("a turn that is taken back altogether is learnt again from its beginning", async () => {
  const { moments } = await follow("reef-encounter", ...(await begin("reef-encounter")))
  const { table: at, kept } = moments.find(({ step }) => step === "alga")!
  const [lesson, table] = await begin("reef-encounter", at, kept)
  await lesson.watch()
  while (table.mayUndo) {
    await table.undo()
    await lesson.watch()
  }
  expect(lesson.step.id).toBe("larva")
  expect((await follow("reef-encounter", lesson, table)).told).toEqual([])
})

test("beside any white polyp and a starfish the attack, the meal and the lock are still to come", async () => {
  const { moments } = await follow("reef-encounter", ...(await begin("reef-encounter")))
  const { table: at, kept } = moments.find(({ step }) => step === "polyp")!
  for (const move of ["polyp 1e4", "polyp 2e4", "polyp 2d3"]) {
    const [lesson, table] = await begin("reef-encounter", at, kept)
    await table.play(move)
    const { told } = await follow("reef-encounter", lesson, table)
    expect(told, move).toEqual([])
  }
})

test("nobody is praised for giving away what was to be kept", async () => {
  const [lesson, table] = await begin("reef-encounter")
  lesson.next()
  await table.play("fish w")
  await lesson.watch()
  expect([lesson.step.id, lesson.text]).toEqual(["fish", "white"])
})
