// Written by `python -m atoll.server.typescript`; change the models, not this file.

/** Who shall sit there: the one who asks, whoever has the link, anyone, or a bot. */
export interface SeatWish {
  who: "me" | "friend" | "open" | "bot"
  bot?: string | null
  name?: string | null
}

export interface NewTable {
  game: string
  options?: Record<string, string>
  seats: SeatWish[]
  tutorial?: boolean
  start?: number | null
  hints?: boolean | null
}

/** Play on from a position of a finished game or a record: after `line` lines of its log. */
export interface Fork {
  line: number
  seats: SeatWish[]
}

export interface Upload {
  text: string
}

/** A table of one's own with a puzzle on it. */
export interface NewTrial {
  puzzle: string
}

export interface Rename {
  name: string
}

export interface Created {
  id: string
  invite: string | null
  commitment: string
}

/** A game that can be played, and its facts (boards, cards), as its data file has them. */
export interface GameInfo {
  name: string
  page: string
  title: string
  seats: number[]
  options: Record<string, string[]>
  facts: Record<string, unknown>
  rulings: string[]
}

/** What every page needs first. */
export interface Hello {
  name: string | null
  games: GameInfo[]
  bots: string[]
  characters: string[]
  version: string
}

/** A share of something, with its 95 % interval. */
export interface Share {
  share: number
  low: number
  high: number
}

/** How often a seat wins, a shared first place in parts; how often it shares one; its mean score. */
export interface SeatFacts {
  share: number
  low: number
  high: number
  shared: number
  score: number
}

/** How often games end in a way, and that way in words. */
export interface EndFacts {
  share: number
  low: number
  high: number
  key: string
  text: string
}

/** How often something had which size: pairs of a size and how often, in order. */
export interface Spread {
  number: number
  mean: number
  middle: number
  sizes: number[][]
}

export interface Measured {
  number: number
  mean: number
  middle: number
  sizes: number[][]
  what: string
}

/** How often something was chosen, as a number and as a share of its topic, and how often who did so won. */
export interface Chosen {
  share: number
  low: number
  high: number
  what: string
  times: number
  often: number
}

/** What was counted in some games with the same options, number of players and bot. */
export interface FactSet {
  options: Record<string, string>
  seats: number
  players: string
  seed: number | null
  games: number
  version: string
  command: string | null
  wins: SeatFacts[]
  ends: EndFacts[]
  rounds: Spread
  decisions: Spread
  best: Spread
  margins: Spread
  choices: Record<string, Chosen[]>
  measures: Record<string, Measured[]>
}

/** What was counted in many games of one. */
export interface GameFacts {
  game: string
  sets: FactSet[]
}

/** A table in a list. */
export interface TableCard {
  id: string
  game: string
  page: string
  options: Record<string, string>
  status: "waiting" | "playing" | "over" | "study"
  players: (string | null)[]
  yours: boolean
  your_turn: boolean
  changed: number
}

export interface Lobby {
  mine: TableCard[]
  open: TableCard[]
}

export interface PuzzleGames {
  games: Record<string, number>
}

/** A puzzle in a list. */
export interface PuzzleCard {
  id: string
  level: number
  seats: number
}

export interface PuzzleList {
  puzzles: PuzzleCard[]
}

export interface SeatInfo {
  seat: number
  who: "person" | "bot" | "friend" | "open"
  name: string | null
  bot: string | null
  mine: boolean
  here: boolean
  left: boolean
  conceded: boolean
  agreed: number[]
  stands_in: boolean
  came: boolean
  sealed: boolean
  vote_from: number | null
  standing: Record<string, "able" | "always" | "no">
}

/** How a table ended: by the rules, or because all but one gave up. */
export interface Verdict {
  reason: string
  conceded: boolean
  standing: number[][]
}

/** All about a table but the game itself. */
export interface TableInfo {
  id: string
  game: string
  page: string
  options: Record<string, string>
  status: "waiting" | "playing" | "over" | "study"
  seats: SeatInfo[]
  host: boolean
  invite: string | null
  watching: number
  commitment: string
  seed: string | null
  nonces: string[]
  seals: string[]
  first_chair: number
  expires: number | null
  verdict: Verdict | null
  tutorial: boolean
  puzzle: string | null
  hints: boolean
  windows: string[]
}

/** Something that happened: a sentence for the log, data for the animation (see the game's events). */
export interface EventOut {
  kind: string
  text: string
  data: Record<string, unknown>
}

/** One difference between two views: what lies at a path now; `gone` if nothing does. */
export interface Change {
  path: (string | number)[]
  value: unknown
  gone: boolean
}

/** A line of the log: how many lines of the record it ends, who made it (0: chance), what happened. */
export interface Entry {
  line: number
  seat: number
  move: string
  events: EventOut[]
}

/** A line of a replay, with what it changed. */
export interface StoryStep {
  line: number
  seat: number
  move: string
  events: EventOut[]
  changes: Change[]
}

/** A game from its start, as one seat (0: a spectator) saw it. */
export interface Story {
  seat: number
  first: View
  steps: StoryStep[]
}

/** A request that needs no more words than its address. */
export interface Nothing {
}

/** How far an analysis has come; what was begun and left can be asked for again. */
export interface AnalysisState {
  status: "none" | "waiting" | "working" | "done" | "failed"
  done: number
  total: number
  before: number
}

/** A move that was not made, what it would have done, and what it would have changed. */
export interface VariationStep {
  move: string
  events: EventOut[]
  changes: Change[]
}

/** What a player did between two others, and what could have been done. */
export interface AnalysedTurn {
  line: number
  last: number
  seat: number
  chances: number[]
  loss: number
  reason: string | null
  plan: VariationStep[]
}

export interface AnalysedSeat {
  seat: number
  lost: number
  largest: number[]
}

/** A finished game looked through; plans are told as one seat (0: a spectator) would have seen them. */
export interface Analysis {
  seat: number
  turns: AnalysedTurn[]
  final: number[] | null
  turning: number[]
  seats: AnalysedSeat[]
}

/** What this device can do now, in the seat it looks from. */
export interface Possible {
  moves: string[]
  undo: boolean
  window: string | null
  answered: boolean
}

/** A game from before the rules were corrected: the first line of its record that they cannot follow, and why. It can be looked at up to there and is not played on. */
export interface Outdated {
  line: number
  ruling: string | null
  text: string
  record: string[]
}

/** The full view; everything after it is a change. */
export interface Welcome {
  type: "welcome"
  version: number
  table: TableInfo
  seat: number
  view: View | null
  opening: EventOut[]
  log: Entry[]
  lines: number
  possible: Possible
  outdated: Outdated | null
}

/** One line of the record was written: log line, animation and change in one. */
export interface Step {
  type: "step"
  version: number
  entry: Entry
  changes: Change[]
  possible: Possible
}

/** The last line was taken back. */
export interface Undone {
  type: "undone"
  version: number
  lines: number
  changes: Change[]
  possible: Possible
}

/** Who is here, who gave up, what became of the table. */
export interface About {
  type: "about"
  table: TableInfo
  possible: Possible | null
}

/** A request was carried out. */
export interface Done {
  type: "done"
  id: string
}

/** What a legal move would do. */
export interface Preview {
  type: "preview"
  id: string
  events: EventOut[]
  changes: Change[]
}

/** Why a move is not possible, and the ruling it breaks; `text` is None if it is possible. */
export interface WhyNot {
  type: "why"
  id: string
  ruling: string | null
  text: string | null
}

/** A move of a plan, and what it does. */
export interface PlanStep {
  move: string
  events: EventOut[]
}

/** What a bot would play in the rest of this turn, as far as one can know what that does, and why. */
export interface Hint {
  type: "hint"
  id: string
  steps: PlanStep[]
  reason: string
}

/** What the turn of who solves a puzzle promises, and the best one, as shares of the win from 0 to 1. */
export interface Judged {
  type: "judged"
  id: string
  solved: boolean
  share: number
  best: number
  reason: string
}

/** What there is to see in a position, see the game's `insight.py`. */
export interface Insight {
  type: "insight"
  id: string
  facts: Insights
}

export interface Choice {
  move: string
  text: string
}

/** Every legal move with the sentence that says what it does. */
export interface Choices {
  type: "choices"
  id: string
  choices: Choice[]
}

/** Earlier lines of the log. */
export interface Lines {
  type: "lines"
  id: string
  log: Entry[]
}

/** Something was not possible; nothing has changed. Over HTTP too, without an id. */
export interface Problem {
  type: "problem"
  id: string | null
  code: string
  ruling: string | null
  text: string
}

/** Make a move, if the table is still as it was at `at`. */
export interface Play {
  id: string
  type: "play"
  at: number
  move: string
}

export interface Undo {
  id: string
  type: "undo"
  at: number
}

export interface What {
  id: string
  type: "what"
  at: number
  move: string
}

export interface Why {
  id: string
  type: "why"
  at: number
  move: string
}

export interface AskHint {
  id: string
  type: "hint"
  at: number
}

/** Whether the turn that was played solves the puzzle. */
export interface AskVerdict {
  id: string
  type: "judge"
  at: number
}

/** The best turn of a puzzle, or the rest of it. */
export interface AskSolution {
  id: string
  type: "solution"
  at: number
}

/** Put a puzzle back to its beginning; a new welcome follows. */
export interface Again {
  id: string
  type: "again"
}

/** What there is to see now, or after some lines of the log. */
export interface AskInsight {
  id: string
  type: "insight"
  at: number
  line?: number | null
}

export interface List {
  id: string
  type: "list"
  at: number
}

/** The lines of the log that come before a line, and of them the last ones. */
export interface Earlier {
  id: string
  type: "log"
  before: number
}

/** Look from another seat that this device holds. */
export interface Look {
  id: string
  type: "look"
  seat: number
}

export interface Sit {
  id: string
  type: "sit"
  seat: number
  name: string
  invite?: string | null
  nonce?: string | null
  seal?: string | null
}

/** Open what this person sealed, once everyone has come. */
export interface Open {
  id: string
  type: "open"
  nonce: string
}

/** Give up a seat: before the game it is free again; in a game the others may let a bot take it. */
export interface Leave {
  id: string
  type: "leave"
  seat: number
}

/** Take one's seat again. */
export interface Return {
  id: string
  type: "return"
  seat: number
}

/** Let a bot take the seat of someone who has gone, or not. */
export interface Agree {
  id: string
  type: "agree"
  seat: number
  yes: boolean
}

export interface Concede {
  id: string
  type: "concede"
  seat: number
}

/** Say what one's seat answers in a window until further notice. */
export interface Stand {
  id: string
  type: "standing"
  seat: number
  window: string
  answer: "able" | "always" | "no"
}

/** The host lets a bot take a seat that is still free. */
export interface Fill {
  id: string
  type: "fill"
  seat: number
  bot: string
}

/** Go on in another language; a new welcome follows. */
export interface Speak {
  id: string
  type: "speak"
  language: "en" | "fr" | "it"
}

export type ServerMessage = Welcome | Step | Undone | About | Done | Preview | WhyNot | Hint | Judged | Insight | Choices | Lines | Problem

export type ClientMessage = Play | Undo | What | Why | AskHint | AskInsight | List | Earlier | Look | Sit | Open | Leave | Return | Agree | Concede | Stand | Fill | Speak | AskVerdict | AskSolution | Again

export type ReefEncounterPhase = "fish" | "cubes" | "turn" | "refill" | "extra" | "over"

export type ReefEncounterEnd = "tiles" | "shrimps" | "full" | "shortage"

export type ReefEncounterNear = "tile" | "meal" | "cube" | "bag"

export type ReefEncounterColour = "w" | "y" | "o" | "p" | "g"

export type ReefEncounterAlga = "blue" | "green" | "purple" | "red"

/** What has been done in the present turn. */
export interface ReefEncounterTurn {
  acted: boolean
  larvae: number
  open: ReefEncounterColour | null
  laid: number
  placed: boolean
  shrimp: boolean
  locked: boolean
}

/** A rock by its number in the data file, and what lies on it, by cell. */
export interface ReefEncounterRock {
  rock: number
  polyps: Record<string, ReefEncounterColour>
  shrimps: Record<string, number>
}

/** A coral tile as it lies. */
export interface ReefEncounterTile {
  strong: ReefEncounterColour
  weak: ReefEncounterColour
  large: ReefEncounterAlga
  small: ReefEncounterAlga
  covered: boolean
}

/** One's own screen in full; of another's what everyone can work out. */
export interface ReefEncounterPlayer {
  seat: number
  behind: number
  hand: Record<ReefEncounterColour, number> | null
  surely_behind: Record<ReefEncounterColour, number>
  consumed: Record<ReefEncounterColour, number>
  cubes: Record<ReefEncounterColour, number>
  fish: Record<ReefEncounterColour, number>
  fish_size: number
  first: ReefEncounterColour | null
  shrimps_behind: number
  shrimps_eaten: number
}

/** How a seat's score came about, and what breaks ties, in order. */
export interface ReefEncounterScoring {
  seat: number
  polyps: Record<ReefEncounterColour, number>
  values: Record<ReefEncounterColour, number>
  points: Record<ReefEncounterColour, number>
  score: number
  consumed: number
  cubes: number
  behind: number
  sheltered: number
}

/** What a seat would score now, as far as the viewer can know: one tile in another's fish is a secret. */
export interface ReefEncounterPresent {
  seat: number
  least: number
  most: number
}

/** How near the end is: locked coral tiles, shrimps that one player has to eat, and what could end the game next. */
export interface ReefEncounterNearness {
  tiles: number
  of_tiles: number
  of_shrimps: number
  next: ReefEncounterNear[]
}

/** A position as a seat or a spectator sees it. */
export interface ReefEncounterView {
  game: "reef-encounter"
  expansion: "no"
  advanced: boolean
  you: number | null
  phase: ReefEncounterPhase
  decides: number | null
  turn: ReefEncounterTurn
  rocks: ReefEncounterRock[]
  tiles: ReefEncounterTile[]
  alga_space: ReefEncounterAlga | null
  cylinders: Record<ReefEncounterAlga, number>
  sea: Record<ReefEncounterColour, string>
  supply: Record<ReefEncounterColour, number>
  bonus: string
  bonus_gone: boolean
  bag: number
  values: Record<ReefEncounterColour, number>
  players: ReefEncounterPlayer[]
  present: ReefEncounterPresent[]
  end: ReefEncounterNearness
  ended: ReefEncounterEnd | null
  ended_by: number | null
  scores: number[] | null
  standing: number[][] | null
  scoring: ReefEncounterScoring[] | null
}

/** What eating a coral would bring into the fish now. */
export interface ReefEncounterMeal {
  polyps: number
  points: number
}

/** A polyp that can be eaten, and a polyp of each coral that can eat it. */
export interface ReefEncounterDanger {
  cell: string
  by: string[]
}

/** A coral: whose it is, what it is worth, what it can eat and be eaten by as the coral tiles lie. */
export interface ReefEncounterCoral {
  rock: number
  colour: ReefEncounterColour
  cells: string[]
  owner: number | null
  shrimp: string | null
  value: number
  meal: ReefEncounterMeal | null
  protected: string[]
  eats: string[]
  eaten_by: ReefEncounterDanger[]
  tiles: string[]
}

/** Corals; by cell what a shrimp there would protect; by cell what the open larva does; sentences about what is left to do before the turn ends. */
export interface ReefEncounterInsight {
  corals: ReefEncounterCoral[]
  shelters: Record<string, string[]>
  laying: Record<string, "starts" | "enlarges" | "grows" | "bites">
  left: string[]
}

/** A tile went into the parrotfish; the colour is None for all but its owner. */
export interface ReefEncounterFishChosen {
  kind: "fish_chosen"
  seat: number
  colour: string | null
}

export interface ReefEncounterCubesTaken {
  kind: "cubes_taken"
  seat: number
  cubes: string
}

/** A parrotfish ate a coral and its shrimp. */
export interface ReefEncounterCoralEaten {
  kind: "coral_eaten"
  seat: number
  colour: string
  cells: string[]
  shrimp: string
  to_bag: number
  to_fish: number
  shrimp_to: string
}

export interface ReefEncounterLarvaPlayed {
  kind: "larva_played"
  seat: number
  colour: string
}

export interface ReefEncounterPlaced {
  kind: "placed"
  seat: number
  colour: string
  cell: string
  consumed: boolean
}

/** A polyp was eaten and lies in front of the attacker's screen. */
export interface ReefEncounterEaten {
  kind: "eaten"
  seat: number
  prey: string
  cell: string
}

/** A coral fell into parts. */
export interface ReefEncounterSplit {
  kind: "split"
  seat: number
  prey: string
  parts: string[][]
}

export interface ReefEncounterGrown {
  kind: "grown"
  seat: number
  colour: string
  cell: string
  source: string | null
}

export interface ReefEncounterShrimpIntroduced {
  kind: "shrimp_introduced"
  seat: number
  cell: string
}

export interface ReefEncounterShrimpMoved {
  kind: "shrimp_moved"
  seat: number
  cell: string
  to: string | null
}

export interface ReefEncounterCubeBought {
  kind: "cube_bought"
  seat: number
  colour: string
}

/** A cylinder went onto the alga space, from where another one may have come back. */
export interface ReefEncounterAlgaPlayed {
  kind: "alga_played"
  seat: number
  alga: string
  paid: string
  returned: string | null
}

export interface ReefEncounterLocked {
  kind: "locked"
  seat: number
  alga: string
  paid: string
  tile: string
  lies: string
  covered: number
}

export interface ReefEncounterTurned {
  kind: "turned"
  seat: number
  tiles: string[]
  lies: string[]
}

export interface ReefEncounterTileBought {
  kind: "tile_bought"
  seat: number
  colour: string
  source: string | null
}

export interface ReefEncounterCollected {
  kind: "collected"
  seat: number
  colour: string
  tiles: string
}

/** The bag was empty: the bonus tiles that were there went into it. */
export interface ReefEncounterBonusIntoBag {
  kind: "bonus_into_bag"
  seat: number
  tiles: string
}

export interface ReefEncounterDeclined {
  kind: "declined"
  seat: number
}

export interface ReefEncounterRefilled {
  kind: "refilled"
  seat: number
  tiles: Record<string, string>
}

export interface ReefEncounterTurnBegins {
  kind: "turn_begins"
  seat: number
  extra: boolean
}

/** The end, or (before extra turns) what brought it about; `seat` is 0 if nobody did. */
export interface ReefEncounterGameEnds {
  kind: "game_ends"
  seat: number
  reason: string
  scores: number[] | null
  winners: number[] | null
}

export type ReefEncounterEvent = ReefEncounterFishChosen | ReefEncounterCubesTaken | ReefEncounterCoralEaten | ReefEncounterLarvaPlayed | ReefEncounterPlaced | ReefEncounterEaten | ReefEncounterSplit | ReefEncounterGrown | ReefEncounterShrimpIntroduced | ReefEncounterShrimpMoved | ReefEncounterCubeBought | ReefEncounterAlgaPlayed | ReefEncounterLocked | ReefEncounterTurned | ReefEncounterTileBought | ReefEncounterCollected | ReefEncounterBonusIntoBag | ReefEncounterDeclined | ReefEncounterRefilled | ReefEncounterTurnBegins | ReefEncounterGameEnds

export type ReefEncounterMove =
  | { verb: "fish"; colour: string }
  | { verb: "cubes"; pair: string }
  | { verb: "eat"; cell: string }
  | { verb: "larva"; colour: string }
  | { verb: "polyp"; cell: string; consumed?: string }
  | { verb: "shrimp"; cell: string }
  | { verb: "move"; cell: string; to: string }
  | { verb: "cube"; colour: string }
  | { verb: "alga"; alga: string; paid: string; target: string }
  | { verb: "tile"; colour: string }
  | { verb: "collect"; colour: string }
  | { verb: "pass" }

export type SecondKindStage = "start window" | "crowns" | "main" | "growth window"

export type SecondKindAsked = "current" | "bag" | "displaced" | "pushed" | "card" | "chance"

/** What has been done in the present turn, and what is in force. */
export interface SecondKindTurn {
  acted: boolean
  larvae: number
  open: ReefEncounterColour | null
  laid: number
  consumed_laid: number
  placed: boolean
  shrimp: boolean
  locked: number
  bought: boolean
  collected: boolean
  in_force: string[]
  stage: SecondKindStage
  asked: SecondKindAsked | null
  card: string | null
  card_of: number | null
  for_blue: boolean
  left: number
  cell: string | null
  aside: Record<string, number>
}

/** A rock by its number in the data file, and what lies on it, by cell. */
export interface SecondKindRock {
  rock: number
  polyps: Record<string, ReefEncounterColour>
  special: Record<string, string>
  sides: Record<string, string>
  shrimps: Record<string, number>
  blue: string[]
  crowns: string[]
  rock_tiles: string[]
  water_tiles: string[]
}

/** A player: of another's screen all is known but the tile of the opening draw that may be in the fish. */
export interface SecondKindPlayer {
  seat: number
  behind: number
  hand: Record<string, number> | null
  surely_behind: Record<string, number>
  fed: ReefEncounterColour[]
  consumed: Record<string, number>
  cubes: Record<ReefEncounterColour, number>
  fish: Record<string, number>
  fish_size: number
  first: ReefEncounterColour | null
  shrimps_behind: number
  shrimps_eaten: number
  cards: number
  unplayed: string[] | null
  laid_out: string[]
}

/** What Metamorphosis made of one ordinary tile in a fish. */
export interface SecondKindExchange {
  given: ReefEncounterColour
  taken: ReefEncounterColour
}

/** What a colour brings: the tiles that count as it, a double for two polyps, and what its Strength adds. */
export interface SecondKindPart {
  colour: ReefEncounterColour
  tiles: Record<string, number>
  polyps: number
  value: number
  strength: number
  points: number
}

/** How a seat's score came about, colour by colour, and what breaks ties, in order. */
export interface SecondKindScoring {
  seat: number
  tiles: Record<string, number>
  strong: ReefEncounterColour[]
  metamorphosis: boolean
  exchanged: SecondKindExchange | null
  parts: SecondKindPart[]
  score: number
  consumed: number
  cubes: number
  behind: number
  sheltered: number
}

/** A position as a seat or a spectator sees it. */
export interface SecondKindView {
  game: "reef-encounter"
  expansion: "yes" | "dealt"
  advanced: boolean
  you: number | null
  phase: ReefEncounterPhase
  mover: number | null
  decides: number | null
  turn: SecondKindTurn
  rocks: SecondKindRock[]
  tiles: ReefEncounterTile[]
  alga_space: ReefEncounterAlga | null
  cylinders: Record<ReefEncounterAlga, number>
  sea: Record<ReefEncounterColour, Record<string, number>>
  supply: Record<ReefEncounterColour, number>
  bonus: string
  bonus_gone: boolean
  bag: Record<string, number>
  deck: number
  pile: string[]
  marks: Record<string, string[]>
  blue_beside: number
  blue_at_sea: boolean
  values: Record<ReefEncounterColour, number>
  players: SecondKindPlayer[]
  present: ReefEncounterPresent[]
  end: ReefEncounterNearness
  ended: ReefEncounterEnd | null
  ended_by: number | null
  scores: number[] | null
  standing: number[][] | null
  scoring: SecondKindScoring[] | null
}

/** A parrotfish ate a coral and its shrimp; the tiles are laid aside. */
export interface SecondKindCoralTaken {
  kind: "coral_taken"
  seat: number
  colour: string
  cells: string[]
  shrimp: string
  shrimp_to: string
  tiles: string[]
}

export interface SecondKindReturned {
  kind: "returned"
  seat: number
  tiles: string[]
}

export interface SecondKindFed {
  kind: "fed"
  seat: number
  tiles: string[]
}

/** A polyp was laid, as a colour that its tile has; the sides are those of a half. */
export interface SecondKindLaid {
  kind: "laid"
  seat: number
  tile: string
  colour: string
  cell: string
  sides: string | null
  source: string
}

export interface SecondKindAttacked {
  kind: "attacked"
  seat: number
  tile: string
  cell: string
}

export interface SecondKindCubeTaken {
  kind: "cube_taken"
  seat: number
  colour: string
  tile: string
  source: string
}

export interface SecondKindAlgaPlayed {
  kind: "alga_played"
  seat: number
  alga: string
  tile: string | null
  returned: string | null
}

export interface SecondKindLocked {
  kind: "locked"
  seat: number
  alga: string
  tile: string | null
  lies: string
  covered: number
}

export interface SecondKindTerrainLaid {
  kind: "terrain_laid"
  seat: number
  tile: string
  cell: string
  lifted: boolean
}

export interface SecondKindCardBought {
  kind: "card_bought"
  seat: number
  tile: string | null
  colour: string | null
  source: string
}

/** A card was drawn; which one only its buyer knows. */
export interface SecondKindCardDrawn {
  kind: "card_drawn"
  seat: number
  card: string | null
}

export interface SecondKindCardPlayed {
  kind: "card_played"
  seat: number
  card: string
  way: string
}

export interface SecondKindCardCancelled {
  kind: "card_cancelled"
  seat: number
  card: string
}

export interface SecondKindCardDiscarded {
  kind: "card_discarded"
  seat: number
  card: string
}

export interface SecondKindReshuffled {
  kind: "reshuffled"
  seat: number
}

export interface SecondKindPassed {
  kind: "passed"
  seat: number
  window: string
}

export interface SecondKindChanged {
  kind: "changed"
  seat: number
  colour: string
}

export interface SecondKindCollected {
  kind: "collected"
  seat: number
  colour: string
  tiles: string[]
}

export interface SecondKindEnded {
  kind: "ended"
  seat: number
}

export interface SecondKindDone {
  kind: "done"
  seat: number
}

export interface SecondKindCrownAttacked {
  kind: "crown_attacked"
  seat: number
  cell: string
  to: string
  tile: string
}

export interface SecondKindCrownMoved {
  kind: "crown_moved"
  seat: number
  cell: string
  to: string
}

export interface SecondKindCrownGone {
  kind: "crown_gone"
  seat: number
  cell: string
  died: boolean
}

/** A wooden blue shrimp came in, moved or left; None is beside the board. */
export interface SecondKindBlueMoved {
  kind: "blue_moved"
  seat: number
  cell: string | null
  to: string | null
}

/** Every player has eaten: the blue shrimp of the open sea joins those beside the board. */
export interface SecondKindBlueFreed {
  kind: "blue_freed"
  seat: number
}

export interface SecondKindUnlocked {
  kind: "unlocked"
  seat: number
  lies: string
}

export interface SecondKindShifted {
  kind: "shifted"
  seat: number
  lies: string
  onto: string
}

export interface SecondKindConsumed {
  kind: "consumed"
  seat: number
  tile: string
}

export interface SecondKindCoralNamed {
  kind: "coral_named"
  seat: number
  cells: string[]
  removed: number
}

export interface SecondKindRemoved {
  kind: "removed"
  seat: number
  cell: string
  tile: string
}

export interface SecondKindSwapped {
  kind: "swapped"
  seat: number
  given: string
  taken: string
}

export interface SecondKindRefilled {
  kind: "refilled"
  seat: number
  drawn: Record<string, string>
}

export interface SecondKindDipped {
  kind: "dipped"
  seat: number
  tiles: string[]
}

export type SecondKindEvent = SecondKindCoralTaken | SecondKindReturned | SecondKindFed | SecondKindLaid | SecondKindAttacked | SecondKindCubeTaken | SecondKindAlgaPlayed | SecondKindLocked | SecondKindTerrainLaid | SecondKindCardBought | SecondKindCardDrawn | SecondKindCardPlayed | SecondKindCardCancelled | SecondKindCardDiscarded | SecondKindReshuffled | SecondKindPassed | SecondKindChanged | SecondKindCollected | SecondKindEnded | SecondKindDone | SecondKindCrownAttacked | SecondKindCrownMoved | SecondKindCrownGone | SecondKindBlueMoved | SecondKindBlueFreed | SecondKindUnlocked | SecondKindShifted | SecondKindConsumed | SecondKindCoralNamed | SecondKindRemoved | SecondKindSwapped | SecondKindRefilled | SecondKindDipped | ReefEncounterFishChosen | ReefEncounterCubesTaken | ReefEncounterCoralEaten | ReefEncounterLarvaPlayed | ReefEncounterPlaced | ReefEncounterEaten | ReefEncounterSplit | ReefEncounterGrown | ReefEncounterShrimpIntroduced | ReefEncounterShrimpMoved | ReefEncounterCubeBought | ReefEncounterTurned | ReefEncounterTileBought | ReefEncounterBonusIntoBag | ReefEncounterDeclined | ReefEncounterTurnBegins | ReefEncounterGameEnds

export type SecondKindMove =
  | { verb: "fish"; colour: string }
  | { verb: "cubes"; pair: string }
  | { verb: "eat"; cell: string; card?: string }
  | { verb: "bag"; tile: string }
  | { verb: "larva"; colour: string }
  | { verb: "polyp"; cell: string; tile?: string; sides?: string; consumed?: string }
  | { verb: "shrimp"; cell: string }
  | { verb: "move"; cell: string; to: string }
  | { verb: "cube"; colour: string; tile?: string }
  | { verb: "alga"; alga: string; paid: string; target: string }
  | { verb: "tile"; colour: string }
  | { verb: "lay"; terrain: string; cell: string }
  | { verb: "buy"; payment: string; how?: string }
  | { verb: "play"; card: string; blue?: string }
  | { verb: "discard"; card: string }
  | { verb: "change"; colour: string }
  | { verb: "collect"; colour: string }
  | { verb: "end" }
  | { verb: "crown"; cell: string; prey: string }
  | { verb: "push"; aside: string }
  | { verb: "blue"; start: string; goal: string }
  | { verb: "unlock"; locked: string }
  | { verb: "shift"; locked: string; target: string }
  | { verb: "consume"; tile: string }
  | { verb: "coral"; cell: string }
  | { verb: "remove"; cell: string }
  | { verb: "dislodge"; cell: string }
  | { verb: "drive"; cell: string; prey: string }
  | { verb: "grow"; colour: string; cell: string }
  | { verb: "trade"; colour: string; tile?: string }
  | { verb: "swap"; colour: string; taken: string }
  | { verb: "done" }
  | { verb: "pass" }

export type ReefPhase = "start" | "display" | "turn" | "lay" | "reveal" | "over"

export type ReefEnd = "colour" | "deck"

export type ReefColour = "r" | "y" | "g" | "p"

export type ReefStart = "centre" | "free"

/** A display card and the points that lie on it. */
export interface ReefOffer {
  card: number
  points: number
}

/** One's own hand; of another's the cards that were taken openly, and how many there are. `worth` is what each card in sight of a hand would score on that player's reef, as it stands. */
export interface ReefPlayer {
  seat: number
  points: number
  board: Record<string, string>
  cards: number
  hand: number[]
  hidden: number
  worth: Record<string, number>
  played: number[]
}

/** What a card would score on the reef of the one looking, as it stands, and the cells of each occurrence. */
export interface ReefWorth {
  points: number
  groups: string[][]
}

/** A card left in hand, and what it is worth at the end. */
export interface ReefHandCard {
  card: number
  points: number
}

/** How a seat's score came about, and what breaks ties, in order. */
export interface ReefScoring {
  seat: number
  points: number
  hand: ReefHandCard[]
  score: number
  covered: number
  tall: number
}

/** A position as a seat or a spectator sees it. */
export interface ReefView {
  game: "reef"
  start: ReefStart
  you: number | null
  phase: ReefPhase
  decides: number | null
  card: number | null
  left: string
  supply: Record<ReefColour, number>
  last_round: boolean
  display: ReefOffer[]
  top: number | null
  deck: number
  players: ReefPlayer[]
  worth: Record<string, ReefWorth>
  ended: ReefEnd | null
  scores: number[] | null
  standing: number[][] | null
  scoring: ReefScoring[] | null
}

/** A piece was laid; `height` is how high it lies. */
export interface ReefLaid {
  kind: "laid"
  seat: number
  colour: string
  cell: string
  height: number
}

/** A display card was taken, with the points on it; the top card took its place. */
export interface ReefTaken {
  kind: "taken"
  seat: number
  card: number
  points: number
  replaced_by: number
}

export interface ReefTopTaken {
  kind: "top_taken"
  seat: number
  card: number
  paid_on: number
}

/** All start pieces lie, and the display is turned up; `seat` is 0, for nobody did it. */
export interface ReefDisplayed {
  kind: "displayed"
  seat: number
  cards: number[]
}

export interface ReefRevealed {
  kind: "revealed"
  seat: number
  card: number | null
}

/** A card was played; `pieces` is what the supply could give. */
export interface ReefPlayed {
  kind: "played"
  seat: number
  card: number
  pieces: string
}

/** A pattern was scored; `groups` are the cells of each occurrence. */
export interface ReefScored {
  kind: "scored"
  seat: number
  card: number
  points: number
  times: number
  groups: string[][]
}

/** A colour has run out: the round is completed. */
export interface ReefRanOut {
  kind: "ran_out"
  seat: number
  colour: string
}

/** At the end, a card still in hand whose pattern is there. */
export interface ReefHandScored {
  kind: "hand_scored"
  seat: number
  card: number
  points: number
}

export interface ReefTurnBegins {
  kind: "turn_begins"
  seat: number
}

/** The end; `seat` is 0, for nobody decides it. */
export interface ReefGameEnds {
  kind: "game_ends"
  seat: number
  reason: string
  scores: number[]
  winners: number[]
}

export type ReefEvent = ReefLaid | ReefTaken | ReefTopTaken | ReefDisplayed | ReefRevealed | ReefPlayed | ReefScored | ReefRanOut | ReefHandScored | ReefTurnBegins | ReefGameEnds

export type ReefMove =
  | { verb: "start"; colour: string; cell: string }
  | { verb: "take"; card: string }
  | { verb: "top"; card: string }
  | { verb: "play"; card: string }
  | { verb: "lay"; colour: string; cell: string }

export type View = ReefEncounterView | SecondKindView | ReefView

export type Insights = ReefEncounterInsight | Record<string, never>

export interface Moves {
  "reef-encounter": ReefEncounterMove
  "second-kind": SecondKindMove
  "reef": ReefMove
}

/** By game and verb the names of the words that follow it; `?`: it may be left out. */
export const VERBS = {
  "reef-encounter": {
    fish: ["colour"],
    cubes: ["pair"],
    eat: ["cell"],
    larva: ["colour"],
    polyp: ["cell", "consumed?"],
    shrimp: ["cell"],
    move: ["cell", "to"],
    cube: ["colour"],
    alga: ["alga", "paid", "target"],
    tile: ["colour"],
    collect: ["colour"],
    pass: [],
  },
  "second-kind": {
    fish: ["colour"],
    cubes: ["pair"],
    eat: ["cell", "card?"],
    bag: ["tile"],
    larva: ["colour"],
    polyp: ["cell", "tile?", "sides?", "consumed?"],
    shrimp: ["cell"],
    move: ["cell", "to"],
    cube: ["colour", "tile?"],
    alga: ["alga", "paid", "target"],
    tile: ["colour"],
    lay: ["terrain", "cell"],
    buy: ["payment", "how?"],
    play: ["card", "blue?"],
    discard: ["card"],
    change: ["colour"],
    collect: ["colour"],
    end: [],
    crown: ["cell", "prey"],
    push: ["aside"],
    blue: ["start", "goal"],
    unlock: ["locked"],
    shift: ["locked", "target"],
    consume: ["tile"],
    coral: ["cell"],
    remove: ["cell"],
    dislodge: ["cell"],
    drive: ["cell", "prey"],
    grow: ["colour", "cell"],
    trade: ["colour", "tile?"],
    swap: ["colour", "taken"],
    done: [],
    pass: [],
  },
  "reef": {
    start: ["colour", "cell"],
    take: ["card"],
    top: ["card"],
    play: ["card"],
    lay: ["colour", "cell"],
  },
} as const
