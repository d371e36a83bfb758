// Nothing moves for those who asked for stillness.
import { prefersReducedMotion } from "svelte/motion"
import type { TransitionConfig } from "svelte/transition"

export const still = (): boolean => prefersReducedMotion.current

/** A transition, unless stillness is wished for. */
export const moving = (transition: TransitionConfig): TransitionConfig => (still() ? { duration: 0 } : transition)
