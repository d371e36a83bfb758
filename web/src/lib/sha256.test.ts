import { expect, test } from "vitest"

import { sha256 } from "./sha256"

const known = async (text: string): Promise<string> => {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("")
}

test("the hash is the one of the standard", () => {
  expect(sha256("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
})

test("texts of every length are hashed as browsers do", async () => {
  for (let length = 0; length < 200; length++) {
    const text = "é0f".repeat(length).slice(0, length)
    expect(sha256(text)).toBe(await known(text))
  }
})
