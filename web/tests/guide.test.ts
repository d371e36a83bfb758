// The coach of a first game follows what is done and taken back, says nothing that is known, and has words for it.
import { readFileSync } from "node:fs"

import { afterAll, expect, test } from "vitest"

import { TOPICS as REEF } from "../src/games/reef/guide"
import { TOPICS as REEF_ENCOUNTER } from "../src/games/reef-encounter/guide"
import { TOPICS as SECOND_KIND } from "../src/games/second-kind/guide"
import { Guide, type Topic } from "../src/tutorial/guide.svelte"
import { LessonTable, Rules } from "./table"

const GUIDES: Record<string, Topic[]> = { reef: REEF, "reef-encounter": REEF_ENCOUNTER }
const MOVES = 60

const rules = Object.fromEntries(Object.keys(GUIDES).map((game) => [game, new Rules(game)]))
afterAll(() => Object.values(rules).forEach((one) => one.stop()))

/** Play some moves, one of those possible each time, and tell what the coach spoke of. */
async function play(game: string, choose: (moves: string[], at: number) => string): Promise<string[]> {
  const table = await LessonTable.at(rules[game]!, 0)
  const guide = new Guide(table.table, GUIDES[game]!)
  const told: string[] = []
  for (let at = 0; at < MOVES && !table.told.over; at++) {
    guide.watch()
    const { topic } = guide
    if (topic && topic.id !== told.at(-1)) told.push(topic.id)
    expect(topic?.until?.(guide.sight!), topic?.id).not.toBe(true)
    if (table.decides !== 1) await table.wait()
    else await table.play(choose(table.moves, at))
  }
  return told
}

const GOOD = /^(fish|cubes|eat|larva|polyp|shrimp|start|take|play|lay)/

test.each(Object.keys(GUIDES))("in %s the coach begins with the goal and goes on as the game does", async (game) => {
  const told = await play(game, (moves, at) => {
    const good = moves.filter((move) => GOOD.test(move))
    return (good.length > 0 ? good : moves)[(7 * at) % (good.length || moves.length)]!
  })
  expect(told[0]).toBe("goal")
  expect(new Set(told).size, told.join(" ")).toBeGreaterThan(4)
})

test.each(Object.keys(GUIDES))("in %s what has been read or done is not told again", async (game) => {
  const table = await LessonTable.at(rules[game]!, 0)
  const guide = new Guide(table.table, GUIDES[game]!)
  guide.watch()
  expect(guide.topic?.id).toBe("goal")
  guide.next()
  const second = guide.topic!.id
  await table.play(table.moves[0]!)
  const again = new Guide(table.table, GUIDES[game]!, guide.read)
  again.watch()
  expect(again.topic?.id).not.toBe("goal")
  await table.undo()
  again.watch()
  expect(again.topic?.id).toBe(second)
})

const EVERY: Record<string, Topic[]> = { ...GUIDES, "second-kind": SECOND_KIND }

test.each(Object.keys(EVERY))("all that is told in %s has words in three languages", (game) => {
  const folder = `../../src/atoll/${game.replace("-", "_")}/locales/page`
  const own = EVERY[game]!.filter(({ text }) => !text)
  for (const language of ["en", "fr", "it"]) {
    const text = readFileSync(new URL(`${folder}/guide-${game}.${language}.toml`, import.meta.url), "utf-8")
    const keys = [...text.matchAll(/^(\w+) = /gm)].map(([, key]) => key)
    expect(keys.sort()).toEqual(own.map(({ id }) => id).sort())
  }
})
