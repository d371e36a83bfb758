"""What travels between the server and a browser. The page's types are generated from these models.

Seats count from 1 here, as in records, and 0 is a spectator; `number` and `viewer` lead out and in. A view is the
game's own plain data (`view.py` of each game).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal

from msgspec import Struct
from msgspec.json import Encoder
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, TypeAdapter

from atoll.core.state import SPECTATOR


def tidy(name: str) -> str:
    """A name as one line of visible marks: nothing that breaks lines, hides, or turns the writing around."""
    return " ".join("".join(" " if mark.isspace() else mark * mark.isprintable() for mark in name).split())


def visible(name: str) -> str:
    if not tidy(name):
        raise ValueError("empty")
    return tidy(name)


Language = Literal["en", "fr", "it"]
Text40 = Annotated[str, Field(min_length=1, max_length=40)]
Name = Annotated[Text40, AfterValidator(visible)]
Number = Annotated[int, Field(ge=0, le=2**53)]  # what a browser can count to
Seat = Annotated[int, Field(ge=1, le=8)]
Nonce = Annotated[str, Field(pattern=r"^[0-9a-f]{32}$")]
Seal = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]  # SHA-256 of a nonce
Move = Annotated[str, Field(min_length=1, max_length=80)]
Plain = dict[str, Any]
View = Annotated[Plain, "View"]  # of the table's game, see its `view.py`
Facts = Annotated[Plain, "Insights"]  # of the table's game, see its `insight.py`
Status = Literal["waiting", "playing", "over", "study"]
# What a seat answers in a window of the game: asked if it can do something; asked in any case, so that nobody can tell
# whether it can; no, until its person says otherwise.
Standing = Literal["able", "always", "no"]


def number(viewer: int) -> int:
    """How messages call who looks."""
    return 0 if viewer == SPECTATOR else viewer + 1


def viewer(number: int) -> int:
    """Who looks, or the seat meant, by the number in a message."""
    return number - 1 if number else SPECTATOR


class Model(BaseModel):
    """What a browser says. Strict: a field too many or of the wrong type is an error, never a guess."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Told(Struct):
    """What the server says. It knows what it says, so nothing of it is checked again while tables are waiting."""


packed: Callable[[Told], bytes] = Encoder().encode


# What a page asks for over HTTP


class SeatWish(Model):
    """Who shall sit there: the one who asks, whoever has the link, anyone, or a bot."""

    who: Literal["me", "friend", "open", "bot"]
    bot: Text40 | None = None  # its level, see Hello.bots
    name: Name | None = None  # for several people at one device


class NewTable(Model):
    game: Text40
    options: dict[str, str] = Field(default_factory=dict, max_length=10)
    seats: list[SeatWish] = Field(min_length=1, max_length=8)
    tutorial: bool = False  # a fixed deal that the tutorial leads through; nobody is moved
    start: Seat | None = None  # who starts, by the number of their seat here; None: drawn
    hints: bool | None = None  # whether bots may be asked; None: alone with bots yes, between people no


class Fork(Model):
    """Play on from a position of a finished game or a record: after `line` lines of its log."""

    line: Number
    seats: list[SeatWish] = Field(min_length=1, max_length=8)


class Upload(Model):
    text: str


class NewTrial(Model):
    """A table of one's own with a puzzle on it."""

    puzzle: Text40


class Rename(Model):
    name: Name


class Created(Told):
    id: str
    invite: str | None  # the key of the link for friends
    commitment: str  # SHA-256 of the seed; a page that has seen it gives its nonce, or the seal of it


class GameInfo(Told):
    """A game that can be played, and its facts (boards, cards), as its data file has them."""

    name: str
    page: str  # the folder of the page that draws it: options may bring other rules, which are listed by themselves
    title: str
    seats: list[int]
    options: dict[str, list[str]]  # the first value is the default
    facts: Plain
    rulings: list[str]  # by name, in the order of its rules page


class Hello(Told):
    """What every page needs first."""

    name: str | None  # how this device's person is called
    games: list[GameInfo]
    bots: list[str]  # from the easiest, and then the characters
    characters: list[str]  # those of them that are no step of that ladder
    version: str


class Share(Told):
    """A share of something, with its 95 % interval."""

    share: float
    low: float
    high: float


class SeatFacts(Share):
    """How often a seat wins, a shared first place in parts; how often it shares one; its mean score."""

    shared: float
    score: float


class EndFacts(Share):
    """How often games end in a way, and that way in words."""

    key: str
    text: str


class Spread(Told):
    """How often something had which size: pairs of a size and how often, in order."""

    number: int
    mean: float
    middle: int
    sizes: list[list[int]]


class Measured(Spread):
    what: str


class Chosen(Share):
    """How often something was chosen, as a number and as a share of its topic, and how often who did so won."""

    what: str
    times: int
    often: float


class FactSet(Told):
    """What was counted in some games with the same options, number of players and bot."""

    options: dict[str, str]
    seats: int
    players: str
    seed: int | None
    games: int
    version: str
    command: str | None  # that plays the same games again
    wins: list[SeatFacts]
    ends: list[EndFacts]
    rounds: Spread
    decisions: Spread
    best: Spread
    margins: Spread
    choices: dict[str, list[Chosen]]  # by topic of the game
    measures: dict[str, list[Measured]]


class GameFacts(Told):
    """What was counted in many games of one."""

    game: str
    sets: list[FactSet]


class TableCard(Told):
    """A table in a list."""

    id: str
    game: str
    page: str
    options: dict[str, str]
    status: Status
    players: list[str | None]  # None: a free seat
    yours: bool
    your_turn: bool
    changed: float  # seconds since 1970


class Lobby(Told):
    mine: list[TableCard]
    open: list[TableCard]


class PuzzleGames(Told):
    games: dict[str, int]  # by the folder of the page that draws it: how many puzzles there are


class PuzzleCard(Told):
    """A puzzle in a list."""

    id: str
    level: int  # from 1, easy, to 5, hard
    seats: int


class PuzzleList(Told):
    puzzles: list[PuzzleCard]  # from easy to hard


# A table


class SeatInfo(Told):
    seat: int
    who: Literal["person", "bot", "friend", "open"]  # the last two: still free
    name: str | None
    bot: str | None
    mine: bool  # held by this device
    here: bool  # its person has the page open
    left: bool  # its person has gone for good
    conceded: bool
    agreed: list[int]  # seats that want a bot to take it over
    stands_in: bool  # a bot plays for the person who has this seat
    came: bool  # its person has been here, or is not awaited: the deal does not wait for this seat
    sealed: bool  # what its browser adds to the seed is still sealed: the deal waits until it is opened
    vote_from: float | None  # when the others may let a bot take it, in seconds since 1970; None: its person is here
    standing: dict[str, Standing]  # by window of the game, for its person alone; empty for everybody else


class Verdict(Told):
    """How a table ended: by the rules, or because all but one gave up."""

    reason: str  # a sentence
    conceded: bool
    standing: list[list[int]]  # seats from first to last place; empty if people gave up and several bots are left


class TableInfo(Told):
    """All about a table but the game itself."""

    id: str
    game: str
    page: str  # the folder of the page that draws it
    options: dict[str, str]
    status: Status
    seats: list[SeatInfo]
    host: bool  # this device made the table
    invite: str | None  # only for those who sit here
    watching: int
    commitment: str  # SHA-256 of the seed, published before the first card is dealt
    seed: str | None  # revealed at the end
    nonces: list[str]  # what browsers added to the seed, by chair as set up, "-": nothing; empty before the deal
    seals: list[str]  # SHA-256 of each of them, by chair, "-": nothing yet; told from the start
    first_chair: int  # where seat 1 was set up; the others follow around the table
    expires: float | None  # when a table that waits is removed unless somebody is there, in seconds since 1970
    verdict: Verdict | None
    tutorial: bool
    puzzle: str | None  # the puzzle on it: one turn of one person, of which nothing is kept
    hints: bool  # whether a bot may be asked what it would do
    windows: list[str]  # the moments of the game at which seats are asked whether they want to step in


class EventOut(Told):
    """Something that happened: a sentence for the log, data for the animation (see the game's events)."""

    kind: str
    text: str
    data: Plain


class Change(Told):
    """One difference between two views: what lies at a path now; `gone` if nothing does."""

    path: list[str | int]
    value: Any = None
    gone: bool = False


class Entry(Told):
    """A line of the log: how many lines of the record it ends, who made it (0: chance), what happened."""

    line: int
    seat: int
    move: str  # as in the record, as far as this seat may know it
    events: list[EventOut]


class StoryStep(Entry):
    """A line of a replay, with what it changed."""

    changes: list[Change]


class Story(Told):
    """A game from its start, as one seat (0: a spectator) saw it."""

    seat: int
    first: View
    steps: list[StoryStep]


# A finished game looked through


class Nothing(Model):
    """A request that needs no more words than its address."""


class AnalysisState(Told):
    """How far an analysis has come; what was begun and left can be asked for again."""

    status: Literal["none", "waiting", "working", "done", "failed"]
    done: int  # turns
    total: int  # 0 until it is known
    before: int  # other games that come first


class VariationStep(Told):
    """A move that was not made, what it would have done, and what it would have changed."""

    move: str
    events: list[EventOut]
    changes: list[Change]


class AnalysedTurn(Told):
    """What a player did between two others, and what could have been done."""

    line: int  # of the log, at which it begins
    last: int  # and ends
    seat: int
    chances: list[float]  # of each seat, before it
    loss: float  # against the best plan that was found, as a share of the win
    reason: str | None  # for that plan
    plan: list[VariationStep]  # empty if nothing better was found


class AnalysedSeat(Told):
    seat: int
    lost: float  # in all
    largest: list[int]  # the lines of its largest losses, the largest first


class Analysis(Told):
    """A finished game looked through; plans are told as one seat (0: a spectator) would have seen them."""

    seat: int
    turns: list[AnalysedTurn]
    final: list[float] | None  # what became of it; None if people gave up and several others are left
    turning: list[int]  # the lines of the turns after which chances had changed most
    seats: list[AnalysedSeat]


# From the server over the socket


class Possible(Told):
    """What this device can do now, in the seat it looks from."""

    moves: list[str]  # legal moves in words of the record; empty if another seat decides
    undo: bool
    window: str | None  # of the game, in which the seat to decide is asked
    answered: bool  # the seat to decide is this device's, and is answered for in a moment: it need not do anything


class Outdated(Told):
    """A game from before the rules were corrected: the first line of its record that they cannot follow, and why. It
    can be looked at up to there and is not played on."""

    line: int
    ruling: str | None
    text: str
    record: list[str]  # as it is kept


class Welcome(Told, kw_only=True):
    """The full view; everything after it is a change."""

    type: Literal["welcome"] = "welcome"
    version: int
    table: TableInfo
    seat: int  # whose view this is; 0: a spectator's
    view: View | None  # None while the table waits for players, or if not even the header can be followed
    opening: list[EventOut]  # what happened before the first line of the log
    log: list[Entry]  # the last lines; earlier ones can be asked for
    lines: int  # how many there are
    possible: Possible
    outdated: Outdated | None


class Step(Told, kw_only=True):
    """One line of the record was written: log line, animation and change in one."""

    type: Literal["step"] = "step"
    version: int
    entry: Entry
    changes: list[Change]
    possible: Possible


class Undone(Told, kw_only=True):
    """The last line was taken back."""

    type: Literal["undone"] = "undone"
    version: int
    lines: int  # how many are left
    changes: list[Change]
    possible: Possible


class About(Told, kw_only=True):
    """Who is here, who gave up, what became of the table."""

    type: Literal["about"] = "about"
    table: TableInfo
    possible: Possible | None = None  # if that has changed, too


class Done(Told, kw_only=True):
    """A request was carried out."""

    type: Literal["done"] = "done"
    id: str


class Preview(Told, kw_only=True):
    """What a legal move would do."""

    type: Literal["preview"] = "preview"
    id: str
    events: list[EventOut]
    changes: list[Change]


class WhyNot(Told, kw_only=True):
    """Why a move is not possible, and the ruling it breaks; `text` is None if it is possible."""

    type: Literal["why"] = "why"
    id: str
    ruling: str | None
    text: str | None


class PlanStep(Told):
    """A move of a plan, and what it does."""

    move: str
    events: list[EventOut]


class Hint(Told, kw_only=True):
    """What a bot would play in the rest of this turn, as far as one can know what that does, and why."""

    type: Literal["hint"] = "hint"
    id: str
    steps: list[PlanStep]
    reason: str


class Judged(Told, kw_only=True):
    """What the turn of who solves a puzzle promises, and the best one, as shares of the win from 0 to 1."""

    type: Literal["judged"] = "judged"
    id: str
    solved: bool
    share: float
    best: float
    reason: str  # why the best one is


class Insight(Told, kw_only=True):
    """What there is to see in a position, see the game's `insight.py`."""

    type: Literal["insight"] = "insight"
    id: str
    facts: Facts


class Choice(Told):
    move: str
    text: str


class Choices(Told, kw_only=True):
    """Every legal move with the sentence that says what it does."""

    type: Literal["choices"] = "choices"
    id: str
    choices: list[Choice]


class Lines(Told, kw_only=True):
    """Earlier lines of the log."""

    type: Literal["lines"] = "lines"
    id: str
    log: list[Entry]


class Problem(Told, kw_only=True):
    """Something was not possible; nothing has changed. Over HTTP too, without an id."""

    type: Literal["problem"] = "problem"
    id: str | None = None
    code: str  # stale, not_yours, rule, malformed, …
    ruling: str | None = None
    text: str


ServerMessage = (
    Welcome | Step | Undone | About | Done | Preview | WhyNot | Hint | Judged | Insight | Choices | Lines | Problem
)


# From a browser over the socket


class Asked(Model):
    id: Text40  # the answer carries it


class AnyAsked(BaseModel):
    """As much of a message as its answer needs, whatever else is wrong with it."""

    id: Text40


class Play(Asked):
    """Make a move, if the table is still as it was at `at`."""

    type: Literal["play"]
    at: Number
    move: Move


class Undo(Asked):
    type: Literal["undo"]
    at: Number


class What(Asked):
    type: Literal["what"]
    at: Number
    move: Move


class Why(Asked):
    type: Literal["why"]
    at: Number
    move: Move


class AskHint(Asked):
    type: Literal["hint"]
    at: Number


class AskVerdict(Asked):
    """Whether the turn that was played solves the puzzle."""

    type: Literal["judge"]
    at: Number


class AskSolution(Asked):
    """The best turn of a puzzle, or the rest of it."""

    type: Literal["solution"]
    at: Number


class Again(Asked):
    """Put a puzzle back to its beginning; a new welcome follows."""

    type: Literal["again"]


class AskInsight(Asked):
    """What there is to see now, or after some lines of the log."""

    type: Literal["insight"]
    at: Number
    line: Number | None = None


class List(Asked):
    type: Literal["list"]
    at: Number


class Earlier(Asked):
    """The lines of the log that come before a line, and of them the last ones."""

    type: Literal["log"]
    before: Number


class Look(Asked):
    """Look from another seat that this device holds."""

    type: Literal["look"]
    seat: Number


class Sit(Asked):
    type: Literal["sit"]
    seat: Seat
    name: Name
    invite: Text40 | None = None
    nonce: Nonce | None = None  # of a page that has seen the commitment
    seal: Seal | None = None  # instead, where other people sit, too


class Open(Asked):
    """Open what this person sealed, once everyone has come."""

    type: Literal["open"]
    nonce: Nonce


class Leave(Asked):
    """Give up a seat: before the game it is free again; in a game the others may let a bot take it."""

    type: Literal["leave"]
    seat: Seat


class Return(Asked):
    """Take one's seat again."""

    type: Literal["return"]
    seat: Seat


class Agree(Asked):
    """Let a bot take the seat of someone who has gone, or not."""

    type: Literal["agree"]
    seat: Seat
    yes: bool


class Concede(Asked):
    type: Literal["concede"]
    seat: Seat


class Stand(Asked):
    """Say what one's seat answers in a window until further notice."""

    type: Literal["standing"]
    seat: Seat
    window: Text40
    answer: Standing


class Fill(Asked):
    """The host lets a bot take a seat that is still free."""

    type: Literal["fill"]
    seat: Seat
    bot: Text40


class Speak(Asked):
    """Go on in another language; a new welcome follows."""

    type: Literal["speak"]
    language: Language


ClientMessage = Annotated[
    Play
    | Undo
    | What
    | Why
    | AskHint
    | AskInsight
    | List
    | Earlier
    | Look
    | Sit
    | Open
    | Leave
    | Return
    | Agree
    | Concede
    | Stand
    | Fill
    | Speak
    | AskVerdict
    | AskSolution
    | Again,
    Field(discriminator="type"),
]

client_message: TypeAdapter[ClientMessage] = TypeAdapter(ClientMessage)
