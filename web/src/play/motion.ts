// Nothing moves for those who asked for stillness; else it is as fast as they like it.
import { prefersReducedMotion } from "svelte/motion"
import type { TransitionConfig } from "svelte/transition"

import { settings } from "../lib/settings.svelte"

export const still = (): boolean => prefersReducedMotion.current || settings.tempo === 0

/** How long something takes that usually takes so many milliseconds. */
export const lasting = (ms: number): number => (still() ? 0 : ms * settings.tempo)

/** A transition, unless stillness is wished for. */
export const moving = (transition: TransitionConfig): TransitionConfig =>
  still()
    ? { duration: 0 }
    : {
        ...transition,
        delay: (transition.delay ?? 0) * settings.tempo,
        ...(transition.duration === undefined ? {} : { duration: transition.duration * settings.tempo }),
      }
