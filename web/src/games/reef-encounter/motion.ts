// How pieces come and go. Nothing moves for those who asked for stillness.
import { cubicIn, cubicOut, backOut } from "svelte/easing"
import { prefersReducedMotion } from "svelte/motion"
import type { TransitionConfig } from "svelte/transition"

export const still = (): boolean => prefersReducedMotion.current

interface Delay {
  delay?: number
}

/** A piece drops in from above. */
export function dropIn(_: Element, { delay = 0, sprout = false }: Delay & { sprout?: boolean } = {}): TransitionConfig {
  if (still()) return { duration: 0 }
  if (sprout)
    return {
      delay: delay + 180,
      duration: 320,
      easing: backOut,
      css: (at) => `transform: scale(${at}); opacity: ${Math.min(1, at * 2)}`,
    }
  return {
    delay,
    duration: 240,
    easing: cubicOut,
    css: (at, rest) => `transform: translateY(${-40 * rest}%) scale(${1 + 0.35 * rest}); opacity: ${at}`,
  }
}

/** A piece is gone, towards where a flight of it begins. */
export function sink(_: Element, { delay = 0 }: Delay = {}): TransitionConfig {
  if (still()) return { duration: 0 }
  return { delay, duration: 180, easing: cubicIn, css: (at) => `transform: scale(${0.4 + 0.6 * at}); opacity: ${at}` }
}

/** A tile turns over. */
export function turnOver(_: Element): TransitionConfig {
  if (still()) return { duration: 0 }
  return {
    duration: 350,
    easing: cubicOut,
    css: (_at, rest) => `transform: perspective(300px) rotateY(${90 * rest}deg)`,
  }
}

/** Something drifts in with the current. */
export function driftIn(_: Element, { delay = 0 }: Delay = {}): TransitionConfig {
  if (still()) return { duration: 0 }
  return {
    delay,
    duration: 350,
    easing: cubicOut,
    css: (at, rest) => `transform: translate(${-90 * rest}%, ${60 * rest}%) rotate(${-40 * rest}deg); opacity: ${at}`,
  }
}
