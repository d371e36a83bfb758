// The strip of actions with those of the expansion in their places.
import { BY_VERB as BASE } from "../reef-encounter/actions"

export const ACTIONS = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "8a", "8b", "8c", "10"]
export const NEW = ["0", "8a", "8b", "8c"]
export const BY_VERB = { ...BASE, crown: "0", lay: "8a", buy: "8b", play: "8c" }
