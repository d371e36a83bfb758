// How pieces come and go.
import { backOut, cubicIn, cubicOut } from "svelte/easing"
import type { TransitionConfig } from "svelte/transition"

import { moving } from "../../play/motion"

interface Delay {
  delay?: number
}

/** A piece drops in from above, or sprouts from the ground. */
export function dropIn(_: Element, { delay = 0, sprout = false }: Delay & { sprout?: boolean } = {}): TransitionConfig {
  const sprouts: TransitionConfig = {
    delay: delay + 180,
    duration: 320,
    easing: backOut,
    css: (at) => `transform: scale(${at}); opacity: ${Math.min(1, at * 2)}`,
  }
  const drops: TransitionConfig = {
    delay,
    duration: 240,
    easing: cubicOut,
    css: (at, rest) => `transform: translateY(${-40 * rest}%) scale(${1 + 0.35 * rest}); opacity: ${at}`,
  }
  return moving(sprout ? sprouts : drops)
}

/** A piece is gone, towards where a flight of it begins. */
export const sink = (_: Element, { delay = 0 }: Delay = {}): TransitionConfig =>
  moving({
    delay,
    duration: 180,
    easing: cubicIn,
    css: (at) => `transform: scale(${0.4 + 0.6 * at}); opacity: ${at}`,
  })

/** A tile turns over. */
export const turnOver = (_: Element): TransitionConfig =>
  moving({
    duration: 350,
    easing: cubicOut,
    css: (_at, rest) => `transform: perspective(300px) rotateY(${90 * rest}deg)`,
  })

/** Something drifts in with the current. */
export const driftIn = (_: Element, { delay = 0 }: Delay = {}): TransitionConfig =>
  moving({
    delay,
    duration: 350,
    easing: cubicOut,
    css: (at, rest) => `transform: translate(${-90 * rest}%, ${60 * rest}%) rotate(${-40 * rest}deg); opacity: ${at}`,
  })
