import { expect, test } from "vitest"

import { blocks, runs } from "./markup"

test("a line is parted into plain and strong words and links", () => {
  expect(runs("A **coral** of [five](#five).")).toEqual([
    { text: "A ", strong: false, link: null },
    { text: "coral", strong: true, link: null },
    { text: " of ", strong: false, link: null },
    { text: "five", strong: false, link: "#five" },
    { text: ".", strong: false, link: null },
  ])
})

test("a link leads nowhere but to an anchor", () => {
  expect(runs("[x](https://elsewhere)")).toEqual([{ text: "[x](https://elsewhere)", strong: false, link: null }])
})

test("empty lines part paragraphs, lines with a dash are a list", () => {
  const [first, second] = blocks("one\ntwo\n\n- three\n- four\n")
  expect(first).toEqual({ list: false, runs: runs("one two") })
  expect(second).toEqual({ list: true, items: [runs("three"), runs("four")] })
})
