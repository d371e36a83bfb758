// Numbers as the reader's language writes them.
import { words } from "../lib/text.svelte"

export const number = (value: number, digits = 0): string =>
  new Intl.NumberFormat(words.language, { maximumFractionDigits: digits, minimumFractionDigits: digits }).format(value)

/** A number on an axis, as others are written but without a decimal that says nothing. */
export const onAxis = (said: string): string => said.replace(/[.,]0(?=\D|$)/u, "")

/** A share in percent; small ones with a decimal, so that nothing that happens is 0 %. */
export const percent = (share: number, digits = share < 0.0995 && share > 0 ? 1 : 0): string =>
  new Intl.NumberFormat(words.language, {
    style: "percent",
    maximumFractionDigits: digits,
    minimumFractionDigits: digits,
  }).format(share)
