// The game and its expansion look alike in most parts.
import type { ReefEncounterView, SecondKindView } from "../../wire"

export type ReefView = ReefEncounterView | SecondKindView
