"""A bot that searches whole turns, with a learned judge at the end of short games.

Plans for the rest of the turn come from two sources: greedy ones that are varied, and a beam that the judge leads. They
are compared on the same deals, drawn from what the seat may know: each is carried out, everybody plays on in the greedy
way for a turn or two, and the judge says how that stands. The worse half is dropped again and again. Turns that lead to
the same position are one, and no turn comes back to a position it has left. Nothing depends on a clock.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from atoll.bots.following import Following
from atoll.bots.greedy import ALL, LONGEST, MOST_OWED, Paper, improve
from atoll.bots.judging import Judge, net_for
from atoll.bots.searching import follow, vary
from atoll.bots.tidying import tidied
from atoll.bots.winning import winning
from atoll.core.legal import Legal
from atoll.core.rng import Rng
from atoll.core.state import CHANCE, NOBODY, State
from atoll.core.value import WHOLE, fallen

MOST_DECISIONS: Final = 400  # of a short game
ATTEMPTS: Final = 2  # to make a plan, for each plan wanted: many come out alike
DEEPEST: Final = 12  # steps of a beam; a step is a move and what it owes
LIKED: Final = 10  # steps of one position that the appraisal likes, for the judge to look at
ENDING: Final = 600  # steps of one position that end the turn, for the judge to look at
LIKED_EACH: Final = 3  # of these, with the same first move


class Plan:
    """Moves for the rest of a turn, where they lead on the deal at hand, and how well they did."""

    def __init__(self, moves: vec[i64], end: State) -> None:
        self.moves = moves
        self.end = end
        self.won: i64 = 0  # the sum of the shares of the win
        self.liking: i64 = 0  # what it is worth beyond that to a bot of some taste
        self.deals: i64 = 0
        self.by_beam = False
        self.played = False  # whether it was given to be compared with the others

    def share(self) -> float:
        """The share of the win that it promises."""
        return float(self.won) / float(WHOLE * self.deals) if self.deals else 0.0

    def worth(self) -> i64:
        return self.won // self.deals if self.deals else 0

    def texts(self) -> list[int]:
        return [int(move) for move in self.moves]


class Step:
    """A move and the moves that it owes: where they lead."""

    def __init__(self, moves: vec[i64], state: State, worth: i64) -> None:
        self.moves = moves
        self.state = state
        self.worth = worth


class Turns:
    """Works on one decision: makes plans and compares them."""

    def __init__(self, state: State, judge: Judge, judged: i64 = 0) -> None:
        self.judge = judge
        self.judged = judged  # steps that are judged in a short game
        self.paper = Paper()
        self.legal = Legal()
        self.seat: i64 = state.seat
        self.turn: i64 = state.turn

    # Plans

    def greedy(self, state: State, number: i64, most_noise: i64, rng: Rng, met: set[bytes]) -> list[Plan]:
        """So many greedy plans that lead to different positions, the greediest first; the others by an appraisal that
        is off by less than some noise."""
        plans: list[Plan] = []
        paper = self.paper
        for attempt in range(ATTEMPTS * number):
            after = state.clone()
            moves = vec[i64]()
            noise = 1 + rng.below(most_noise)
            while after.turn == self.turn and len(moves) < LONGEST:
                move = vary(after, noise, rng, paper) if attempt else improve(after, rng, ALL, paper)
                after.do(move)
                moves = append(moves, move)
            key = after.key()
            if key not in met:
                met.add(key)
                plans.append(Plan(moves, after))
                if len(plans) == number:
                    break
        return plans

    def beam(self, state: State, width: i64, rng: Rng, met: set[bytes]) -> list[Plan]:
        """The turns that a beam of so many positions ends in, those that the judge likes best."""
        front = [Step(vec[i64](), state, 0)]
        passed: set[bytes] = {state.key()}
        ends: list[Step] = []
        for _ in range(DEEPEST):
            further: list[Step] = []
            for step in front:
                for found in self.steps(step):
                    key = found.state.key()
                    if key in passed:
                        continue
                    passed.add(key)
                    found.worth = self.judge.share(found.state, self.seat)
                    if found.state.turn != self.turn:
                        ends.append(found)
                    elif len(found.moves) < LONGEST:
                        further.append(found)
            if len(further) == 0:
                break
            further.sort(key=_falling)
            front = further[:width]
        ends.sort(key=_falling)
        plans: list[Plan] = []
        for end in ends:
            key = end.state.key()
            if key not in met:
                met.add(key)
                plan = Plan(end.moves, end.state)
                plan.by_beam = True
                plans.append(plan)
                if len(plans) == width:
                    break
        return plans

    def given(self, state: State, moves: list[int], plans: list[Plan]) -> Plan:
        """The plan of these moves: one of those there are if it leads to the same position, else one more."""
        after = state.clone()
        made = vec[i64]()
        for move in moves:
            self.legal.clear()
            after.generate(self.legal)
            if after.turn != self.turn or not self.legal.holds(move):
                break
            after.do(move)
            made = append(made, move)
        key = after.key()
        for plan in plans:
            if plan.end.key() == key:
                plan.played = True
                return plan
        plan = Plan(made, after)
        plan.played = True
        plans.append(plan)
        return plan

    def steps(self, begun: Step) -> list[Step]:
        """What can be done next: all that ends the turn, and of the rest what the appraisal likes."""
        moves = self.paper.candidates(begun.state, MOST_OWED)
        ends: list[Step] = []
        liked: list[Step] = []
        for at in range(moves.total()):
            found: list[Step] = []
            self.owed(begun, moves.at(at), MOST_OWED, found)
            found.sort(key=_falling)
            number: i64 = 0
            for step in found:
                if step.state.turn != self.turn:
                    ends.append(step)
                elif number < LIKED_EACH:
                    liked.append(step)
                    number += 1
        liked.sort(key=_falling)
        ends.sort(key=_falling)
        return ends[:ENDING] + liked[:LIKED]

    def owed(self, begun: Step, move: i64, left: i64, found: list[Step]) -> None:
        """A move with all that may have to follow it."""
        after = begun.state.clone()
        after.do(move)
        moves = append(begun.moves[:], move)
        if left == 0 or after.turn != self.turn or after.seat != self.seat or after.settled():
            found.append(Step(moves, after, after.appraise(self.seat)))
            return
        step = Step(moves, after, 0)
        sheet = self.paper.candidates(after, left - 1)
        for at in range(sheet.total()):
            self.owed(step, sheet.at(at), left - 1, found)

    # Comparing

    def compare(self, plans: list[Plan], state: State, deals: i64, turns: i64, rng: Rng) -> None:
        """Play a short game after each plan, on each of so many deals."""
        for _ in range(deals):
            deal = state.redeal(self.seat, rng)
            seed = int(rng.word())
            for plan in plans:
                end = deal.clone()
                follow(end, plan.moves, self.legal)
                if self.judged:
                    self.play_on(end, turns, Rng(seed))
                else:
                    play_on(end, turns, Rng(seed), self.paper)
                plan.won += self.judge.share(end, self.seat)
                plan.deals += 1

    def play_on(self, state: State, turns: i64, rng: Rng) -> None:
        """A short game in which the judge has a say: of the turns that the appraisal likes best, it chooses one. Where
        a turn takes several steps, everybody plays in the greedy way."""
        replies = Turns(state, self.judge)
        mover = state.mover
        for _ in range(MOST_DECISIONS):
            while state.seat == CHANCE:
                state.roll(rng)
            if state.seat == NOBODY:
                return
            if state.mover != mover:
                mover = state.mover
                turns -= 1
            if turns < 0:
                return
            replies.reply(state, self.judged, rng)

    def reply(self, state: State, judged: i64, rng: Rng) -> None:
        """Play a turn, or a move of one that takes several steps."""
        self.seat, self.turn = state.seat, state.turn
        steps = self.steps(Step(vec[i64](), state, 0)) if state.settled() else []
        best: Step | None = None
        most: i64 = 0
        for at in range(len(steps)):
            step = steps[at]
            if step.state.turn == self.turn:
                best = None
                break
            if at < judged:
                worth = self.judge.share(step.state, self.seat)
                if best is None or worth > most:
                    best, most = step, worth
        if best is None:
            state.do(improve(state, rng, ALL, self.paper))
        else:
            for move in best.moves:
                state.do(move)


def _falling(step: Step) -> int:
    return -step.worth


def _best_first(plan: Plan) -> int:
    return -plan.worth() - plan.liking


def in_the_running(plans: list[Plan], clear: i64) -> i64:
    """How many of the plans, the best first, are compared further: the better half, less those that are behind the best
    by so many thousandths of the win for a single deal, by half as much for four."""
    keep = (len(plans) + 1) // 2
    if clear == 0:
        return keep
    best = plans[0].worth() + plans[0].liking
    scale = clear * WHOLE // 1000
    while keep > 1:
        behind = best - plans[keep - 1].worth() - plans[keep - 1].liking
        if behind * behind * plans[keep - 1].deals <= scale * scale:
            break
        keep -= 1
    return keep


def softly(plans: list[Plan], heat: i64, rng: Rng) -> Plan:
    """One of the plans that were compared: the best most often, others the more rarely the worse they are; `heat` is
    the share of the win, in thousandths, that makes a plan e times as rare."""
    scale = heat * WHOLE // 1000
    if scale <= 0:
        return plans[0]
    best = plans[0].worth() + plans[0].liking
    weights = vec[i64]()
    total: i64 = 0
    for plan in plans:
        worse = best - plan.worth() - plan.liking
        weight = fallen(worse if worse > 0 else 0, scale) if plan.deals or plan is plans[0] else 0
        weights = append(weights, weight)
        total += weight
    left = rng.below(total)
    for at in range(len(plans)):
        left -= weights[at]
        if left < 0:
            return plans[at]
    return plans[0]


def tastes(text: str) -> list[tuple[int, int]]:
    """Numbers that the judge notices about a seat, each with what one is worth."""
    try:
        pairs = [word.split("*") for word in text.split("+") if word]
        return [(int(number), int(worth)) for number, worth in pairs]
    except ValueError:
        raise ValueError(f"{text} is not as 12*300+15*80") from None


def play_on(state: State, turns: i64, rng: Rng, paper: Paper) -> None:
    """Everybody plays in the greedy way: the turn comes to its end, and so many turns follow."""
    mover = state.mover
    for _ in range(MOST_DECISIONS):
        while state.seat == CHANCE:
            state.roll(rng)
        if state.seat == NOBODY:
            return
        if state.mover != mover:
            mover = state.mover
            turns -= 1
        if turns < 0:
            return
        state.do(improve(state, rng, ALL, paper))


@mypyc_attr(allow_interpreted_subclasses=True)
class Planning(Following):
    """Compares so many varied greedy plans and as many ends of a beam, at first on so many deals, by short games of so
    many turns after its own. `net` is a file of weights (else those of the house; - for none).

    With some `heat` it is not the best plan that is played every time: one that promises so many thousandths of the win
    less is e times as rare. Plans that are behind the best by more than `clear` thousandths of the win for a single
    deal, half of that for four deals, are compared no further; 0: the better half always is. `noise` is how far the
    appraisal by which greedy plans are varied may be off. A bot of some taste gives away a little of the win for what
    it `keeps` and for what it `hurts` of the others: numbers that the judge notices about a seat, with what one of each
    is worth in 65536ths of the win, as `12*300+15*80`. In short games of a game whose turns are one step, the judge
    chooses among so many `judged` turns; 0: everybody is greedy.
    """

    def __init__(
        self,
        plans: int = 6,
        beam: int = 8,
        deals: int = 3,
        turns: int = 2,
        net: str = "",
        heat: int = 0,
        noise: int = 60,
        keeps: str = "",
        hurts: str = "",
        clear: int = 0,
        judged: int = 0,
    ) -> None:
        if plans < 1 or beam < 0 or deals < 1 or turns < 0 or heat < 0 or noise < 1 or clear < 0 or judged < 0:
            raise ValueError("plans, deals and noise are at least 1, beam, turns, heat, clear and judged at least 0")
        super().__init__()
        self.plans: i64 = plans
        self.heat: i64 = heat
        self.clear: i64 = clear
        self.judged: i64 = judged
        self.noise: i64 = noise
        self.keeps = tastes(keeps)
        self.hurts = tastes(hurts)
        self.beam: i64 = beam
        self.deals: i64 = deals
        self.turns: i64 = turns
        self.net = net
        self._judge: Judge | None = None
        self._judged = ""

    def plan(self, state: State, rng: Rng) -> list[int]:
        move = winning(state, rng)
        if move >= 0:
            return [int(move)]
        return tidied(state, softly(self.considered(state, rng), self.heat, rng).texts())

    def judge(self, state: State) -> Judge:
        """The judge for a game and its seats, kept."""
        name = f"{type(state).__name__} {state.seats}"
        judge = self._judge
        if judge is None or self._judged != name:
            judge = Judge(state, net_for(state, self.net))
            self._judge = judge
            self._judged = name
        return judge

    def liking(self, state: State, turns: Turns) -> i64:
        """What a position is worth to its taste, whoever may win."""
        lore = state.lore()
        if lore is None:
            return 0
        senses = turns.judge.sensed(state)
        liking: i64 = 0
        for number, worth in self.keeps:
            liking += senses[turns.seat * lore.own + number] * worth
        for number, worth in self.hurts:
            for other in range(state.seats):
                if other != turns.seat:
                    liking -= senses[other * lore.own + number] * worth
        return liking

    def considered(self, state: State, rng: Rng, played: list[int] | None = None) -> list[Plan]:
        """Plans for the rest of the turn, the best first, then those that were dropped, the last dropped first.

        Moves that were played can be given: they are compared to the end, whatever they are worth.
        """
        turns = Turns(state, self.judge(state), self.judged)
        met: set[bytes] = set()
        plans = turns.greedy(state, self.plans, self.noise, rng, met)
        if self.beam:
            plans += turns.beam(state, self.beam, rng, met)
        if self.keeps or self.hurts:
            for plan in plans:
                plan.liking = self.liking(plan.end, turns)
        given = None if played is None else turns.given(state, played, plans)
        deals = self.deals
        dropped: list[Plan] = []
        while len(plans) > 1:
            turns.compare(plans, state, deals, self.turns, rng)
            plans.sort(key=_best_first)
            keep = in_the_running(plans, self.clear)
            out = plans[keep:]
            plans = plans[:keep]
            if given is not None and len(out) > 1 and given in out:
                out.remove(given)
                plans.append(given)
            dropped = out + dropped
            deals += deals
        return plans + dropped
