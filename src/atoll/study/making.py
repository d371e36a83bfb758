"""Cuts puzzles from games: those of records, or games that bots play for it.

A quick search looks at every turn. Where it likes a turn that the greedy bot does not play, a thorough search looks for
more turns, and the best of them are compared on many deals. What is left is a puzzle if a few turns that do equally
well stand clear of all the others, and the greedy bot's is not among them. How many weaker searches miss it says how
hard it is. All that comes of a game follows from its seed or its record alone.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from math import sqrt
from pathlib import Path
from typing import Any

from atoll.arena.match import game_seed
from atoll.arena.spread import Place, as_place
from atoll.bots import Greedy, Plan, Planning, Searching, tidied
from atoll.bots.named import planner
from atoll.bots.tidying import follow
from atoll.core.game import Game
from atoll.core.legal import Legal
from atoll.core.rng import Rng
from atoll.core.state import ALL_SEEING, CHANCE, State
from atoll.games import kind, read
from atoll.study.analysis import turns_of
from atoll.study.puzzles import Puzzle, name_of, packed, seed_of, written
from atoll.study.puzzles import read as read_puzzle
from atoll.study.solving import JUDGE, compared, found_moves, mean, plan_of

EARLY = 3  # turns of every seat that are not looked at
PROMISING = 0.07  # what a quick search has to see in a turn that greed does not find, as a share of the win
EQUAL = 0.03  # turns that differ by no more are equally good
CLEAR = 0.06  # all others are at least so much worse
TOLERANCE = 0.04  # between the two: what is asked of someone who solves it
SURE = 3.0  # standard errors that the difference has to have
MOST_EQUAL = 3  # turns that may be equally good
FINALISTS = 5  # turns of a search that are compared on more deals
FAR = 0.12  # a turn that is so much worse on a few deals is not looked at any further
ALMOST_CLEAR = 0.045  # what a few deals have to show of it
FEW_DEALS = 12  # on which most of what is no puzzle can be told
MOST_A_GAME = 4  # puzzles of one game
GREEDY_TURNS = 3  # one turn in so many is played greedily, for people do not always find the best one either


@dataclass(frozen=True)
class Source:
    """A game to cut puzzles from: one that bots play, or that of a record."""

    game: str
    options: tuple[tuple[str, str], ...]
    seats: int
    seed: int
    number: int
    record: str = ""  # a file
    text: str = field(default="", repr=False, compare=False)  # what is in it, for other machines to read

    def read(self) -> Game:
        """The game of the record."""
        return read(self.text or Path(self.record).read_text("utf-8"))


def quick(state: State) -> Planning:
    return Planning(plans=3, beam=4, deals=1, turns=1, judged=int(planner(JUDGE, state).judged))


def thorough(state: State) -> Planning:
    return Planning(plans=8, beam=8, deals=1, judged=int(planner(JUDGE, state).judged))


def weaker(state: State) -> list[Searching | Planning]:
    """Searches of which each misses much, from the weakest."""
    return [
        Searching(plans=4, deals=1, turns=2),
        Planning(plans=4, beam=0, deals=1, turns=1),
        Planning(plans=1, beam=3, deals=1, turns=0),
        quick(state),
    ]


# Games


@dataclass(frozen=True)
class Moment:
    """The beginning of a turn."""

    line: int  # of the log, from 1
    state: State
    plans: list[Plan]  # what the quick search found, the best first
    greedy: Plan  # what greed plays, one of them


def looked_at(seen: State, rng: Rng) -> tuple[list[Plan], Plan]:
    """What the quick search thinks of a turn, and the greedy turn among it."""
    plans = quick(seen).considered(seen, rng, Greedy().plan(seen, rng))
    return plans, next(plan for plan in plans if plan.played)


def played(source: Source) -> Iterator[Moment]:
    """The turns of a game that bots play."""
    seed = game_seed(source.seed, source.number)
    game = Game.new(kind(source.game), source.seats, dict(source.options), seed)
    rng = Rng(seed).split()
    state, chance = game.state, game.rng
    assert chance is not None
    greedy, ahead, turn, line = Greedy(), list[int](), -1, 1
    while not state.over:
        if state.seat == CHANCE:
            state.resolve(chance)
        else:
            legal = state.legal()
            if turn != state.turn or not ahead or ahead[0] not in legal:
                turn, seat = state.turn, state.seat
                if len(legal) == 1:
                    ahead = [legal[0]]
                elif seat != state.mover:
                    ahead = greedy.plan(state.redeal(seat, rng), rng)
                else:
                    seen = state.redeal(seat, rng)
                    plans, greedily = looked_at(seen, rng)
                    yield Moment(line, state.clone(), plans, greedily)
                    chosen = greedily if rng.below(GREEDY_TURNS) == 0 else plans[0]
                    ahead = tidied(seen, chosen.texts())
            state.apply(ahead.pop(0))
        line += 1


def recorded(source: Source) -> Iterator[Moment]:
    """The turns of a game that was played."""
    game = source.read()
    for line, steps in turns_of(game):
        before = steps[0].before
        if before.seat == before.mover and any(len(step.before.legal()) > 1 for step in steps):
            rng = Rng(game_seed(source.seed, line))
            yield Moment(line, before, *looked_at(before.redeal(before.seat, rng), rng))


def options_of(source: Source) -> tuple[str, dict[str, str]]:
    """The game of a source, and its options."""
    if source.record:
        game = source.read()
        return game.kind.name, game.options
    return source.game, kind(source.game).complete_options(dict(source.options))


# Puzzles


def promising(moment: Moment) -> bool:
    """Whether a closer look may be worth it."""
    state, best = moment.state, moment.plans[0]
    return (
        state.turn >= EARLY * state.seats
        and best is not moment.greedy
        and best.share() - moment.greedy.share() >= PROMISING
    )


@dataclass(frozen=True)
class Found:
    """The best turn of a position, how it stands against the others, and all that do equally well."""

    moves: list[int]
    share: float
    second: float
    ends: frozenset[bytes]


def best_turn(state: State, seed: int, guesses: list[Plan]) -> Found | None:
    """The turn that is clearly best, with those that do equally well, if there is one that greed does not find. What is
    guessed is compared with what is found; the first guess is taken if nothing does better."""
    rng = Rng(seed).split()
    bot, greedy = planner(JUDGE, state), Greedy()
    obvious = [plan_of(state, greedy.plan(state, rng)) for _ in range(2)]  # ties are broken by chance
    plans = without_repetition([*guesses, *obvious])
    if not may_stand_out(compared(state, plans, bot, seed, FEW_DEALS)):
        return None
    plans = without_repetition([*plans, *distinct(state, thorough(state).considered(state, rng))])
    few = compared(state, plans, bot, seed, FEW_DEALS)
    if not may_stand_out(few):
        return None
    # Turns that did just as well on every deal differ in nothing that matters: one of them stands for all. Those that
    # are far behind stay there; only the best of them is looked at again.
    alike = [few.index(each) for each in few]
    order = sorted(set(alike), key=lambda at: (-mean(few[at]), at))
    near = [at for at in order if mean(few[order[0]]) - mean(few[at]) <= FAR]
    kept = order[: len(near) + 1]
    more = compared(state, [plans[at] for at in kept], bot, seed, done=FEW_DEALS)
    shares = {at: few[at] + rest for at, rest in zip(kept, more, strict=True)}
    best = max(kept, key=lambda at: (mean(shares[at]), -at))
    equal = [at for at in kept if mean(shares[best]) - mean(shares[at]) <= EQUAL]
    others = [at for at in kept if at not in equal]
    ends = frozenset(plan.end.key() for plan, at in zip(plans, alike, strict=True) if at in equal)
    if not others or len(equal) > MOST_EQUAL or any(plan.end.key() in ends for plan in obvious):
        return None
    if any(not clear(shares[best], shares[at]) for at in others):
        return None
    if 0 in equal:
        best = 0
    moves = tidied(state, plans[best].texts())
    return Found(moves, mean(shares[best]), max(mean(shares[at]) for at in others), ends)


def distinct(state: State, plans: list[Plan]) -> list[Plan]:
    """The first of these plans that can be carried out, of those that did just as well on every deal only one."""
    alike: set[tuple[int, int]] = set()
    found: list[Plan] = []
    for plan in plans:
        did = int(plan.won), int(plan.deals)
        if did not in alike and len(found) < FINALISTS and follow(state, plan.texts(), Legal()) is not None:
            alike.add(did)
            found.append(plan_of(state, plan.texts()))
    return found


def without_repetition(plans: list[Plan]) -> list[Plan]:
    """Plans that lead to different positions."""
    return list({plan.end.key(): plan for plan in reversed(plans)}.values())[::-1]


def may_stand_out(shares: list[list[float]]) -> bool:
    """Whether the best plans seem to stand clear of the others, as far as a few deals can tell."""
    means = [mean(share) for share in shares]
    rest = [share for share in means if max(means) - share > EQUAL]
    return bool(rest) and max(means) - max(rest) >= ALMOST_CLEAR


def clear(better: list[float], worse: list[float]) -> bool:
    """Whether a turn does clearly worse, beyond what the deals may have brought about."""
    losses = [one - other for one, other in zip(better, worse, strict=True)]
    loss = mean(losses)
    spread = sqrt(sum((each - loss) ** 2 for each in losses) / (len(losses) - 1))
    return loss >= CLEAR and loss >= SURE * spread / sqrt(len(losses))


def level_of(state: State, found: Found, seed: int) -> int:
    """How hard it is to find: 1, and 1 more for each of the weaker searches that misses it."""
    plans = [plan_of(state, found.moves)]
    plans += [plan_of(state, bot.plan(state, Rng(game_seed(seed, number)))) for number, bot in enumerate(weaker(state))]
    best, *others = map(mean, compared(state, plans, planner(JUDGE, state), seed, FEW_DEALS))
    return 1 + sum(share < best - TOLERANCE for share in others)


def cut(moment: Moment, game: str, options: dict[str, str], origin: dict[str, Any]) -> Puzzle | None:
    """The puzzle of a turn, if it makes one."""
    rules = kind(game).variation(options)
    seat = int(moment.state.seat)
    # From what the seat knows alone, so that the same position is the same puzzle wherever it comes from.
    dealt: Any = moment.state.redeal(seat, Rng(seed_of(rules.position(moment.state, seat))))
    position = rules.position(dealt, ALL_SEEING)
    state: Any = rules.read_position(position)
    seed = seed_of(position)
    found = best_turn(state, seed, distinct(state, moment.plans))
    if found is None:
        return None
    texts = rules.texts(state, found.moves)
    steps, reason = Game(rules, state, []).explained(texts, seat)
    if len(steps) < len(texts):  # something comes to light on the way, which no plan can know
        return None
    return Puzzle(
        id=name_of(position, texts),
        game=game,
        options=options,
        seats=int(state.seats),
        seat=seat,
        level=level_of(state, found, seed),
        position=position,
        best=texts,
        share=round(found.share, 4),
        second=round(found.second, 4),
        tolerance=TOLERANCE,
        reason=packed(reason),
        origin=origin,
    )


def cut_from(source: Source) -> list[Puzzle]:
    """The puzzles of a game."""
    game, options = options_of(source)
    about = {"record": Path(source.record).name} if source.record else {"seed": source.seed, "game": source.number}
    found: list[Puzzle] = []
    for moment in recorded(source) if source.record else played(source):
        if promising(moment) and (puzzle := cut(moment, game, options, about | {"line": moment.line})):
            found.append(puzzle)
            if len(found) == MOST_A_GAME:
                break
    return found


def still(puzzle: Puzzle) -> Puzzle | None:
    """A puzzle as today's bot sees it; None if it is none any more."""
    state = puzzle.state()
    moves = found_moves(puzzle, puzzle.best)
    known = plan_of(state, moves)
    found = best_turn(state, puzzle.seed, [known])
    if found is None or known.end.key() not in found.ends:
        return None
    level = level_of(state, found, puzzle.seed)
    return replace(puzzle, level=level, share=round(found.share, 4), second=round(found.second, 4))


# Many of them


class Notes:
    """What has been made of which game, in a file beside the one that is wanted, so that nothing is done twice."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.done: dict[str, list[Puzzle]] = {}
        for line in file.read_text("utf-8").splitlines() if file.exists() else ():
            try:
                noted = json.loads(line)
            except ValueError:  # the last line of a process that was ended
                continue
            self.done[noted["source"]] = [read_puzzle(puzzle) for puzzle in noted["puzzles"]]

    def keep(self, source: Source, puzzles: list[Puzzle]) -> None:
        self.done[str(source)] = puzzles
        line = {"source": str(source), "puzzles": [written(puzzle) for puzzle in puzzles]}
        with self.file.open("a", encoding="utf-8") as notes:
            notes.write(json.dumps(line, ensure_ascii=False) + "\n")


def make(sources: Iterable[Source], notes: Notes, where: int | Place) -> Iterator[list[Puzzle]]:
    """What each of these games gives, in their order; what is noted already is not made again."""
    ordered: deque[Source] = deque()

    def missing() -> Iterator[Source]:
        for source in sources:
            ordered.append(source)
            if str(source) not in notes.done:
                yield source

    def known() -> Iterator[list[Puzzle]]:
        while ordered and str(ordered[0]) in notes.done:
            yield notes.done[str(ordered.popleft())]

    for source, puzzles in as_place(where).spread(_worked, None, missing()):
        notes.keep(source, puzzles)
        yield from known()
    yield from known()


def _worked(_: None, source: Source) -> tuple[Source, list[Puzzle]]:
    return source, cut_from(source)


def checked(puzzles: Iterable[Puzzle], where: int | Place) -> Iterator[Puzzle | None]:
    """Each puzzle as today's bot sees it."""
    return as_place(where).spread(_still, None, puzzles)


def _still(_: None, puzzle: Puzzle) -> Puzzle | None:
    return still(puzzle)


def without_repeats(puzzles: Iterable[Puzzle]) -> list[Puzzle]:
    """Puzzles with different positions, as who solves them sees these; the first of each."""
    return list({puzzle.seen(): puzzle for puzzle in reversed(list(puzzles))}.values())[::-1]
