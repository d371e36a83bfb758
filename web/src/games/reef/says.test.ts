import { beforeEach, expect, test } from "vitest"

import { words } from "../../lib/text.svelte"
import { deck } from "./deck.svelte"
import { says, saysWorth, spaceInWords } from "./says"

beforeEach(() => {
  words.texts = {
    "reef.colour.r": "red",
    "reef.colour.y": "yellow",
    "reef.colour.any": "any colour",
    "reef.card.free": "free",
    "reef.card.exactly": "{colour} {height} high",
    "reef.card.at_least": "{colour} at least {height} high",
    "reef.card.pattern": "{card}: gives {gives}; {points} for {pattern}",
    "reef.card.around": "{card}: {scored} around {around}",
    "reef.card.unknown": "card {card}",
    "reef.worth.card": "{says}, now {points}",
    "reef.space.empty": "{cell}, empty",
    "reef.space.stack": "{cell}, {colour}, {height}",
  }
  deck.learn({
    card: {
      1: { gives: "ry", points: 2, pattern: ["r2 .", "*1+ y"] },
      2: { gives: "rr", points: 1, around: "r", scored: "y" },
    },
  })
})

test("a pattern is read row by row", () => {
  expect(says(1)).toBe("1: gives red, yellow; 2 for red 2 high, free; any colour at least 1 high, yellow")
})

test("a ring is told by its middle", () => {
  expect(says(2)).toBe("2: yellow around red")
})

test("a card that nobody has told of is called by its number", () => {
  expect(says(9)).toBe("card 9")
  expect(saysWorth(9, 3)).toBe("card 9, now 3")
  expect(saysWorth(9, undefined)).toBe("card 9")
})

test("a space tells what lies on top and how high", () => {
  expect(spaceInWords("a1", "")).toBe("a1, empty")
  expect(spaceInWords("a1", "ryr")).toBe("a1, red, 3")
})
