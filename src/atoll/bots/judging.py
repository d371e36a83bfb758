"""How bots judge a position: by the net of its game, or by its appraisal where there is none."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from atoll.core.bits import filled
from atoll.core.state import NOBODY, State
from atoll.core.value import WHOLE, Net

CLEAR: Final[i64] = 300  # a lead in appraisal that wins three games of four


class Judge:
    """Gives each seat its share of the win, of WHOLE."""

    def __init__(self, state: State, net: Net | None) -> None:
        self.net = net
        self.shares = filled(state.seats, 0)
        lore = state.lore()
        self._senses = filled(state.seats * lore.own + lore.shared if lore is not None else 0, 0)

    def share(self, state: State, seat: i64) -> i64:
        """A seat's share of the win: known at the end, judged before."""
        shares = self.shares
        if state.seat == NOBODY:
            winners = state.winners()
            return WHOLE // len(winners) if seat in winners else 0
        net = self.net
        if net is None:
            return _appraised(state, seat)
        net.judge(self.sensed(state), shares)
        return shares[seat]

    def sensed(self, state: State) -> vec[i64]:
        """What there is to notice about a position; it holds until the next one."""
        senses = self._senses
        for at in range(len(senses)):
            senses[at] = 0
        state.sense(senses)
        return senses

    def all(self, state: State) -> list[int]:
        """Every seat's share."""
        found: list[int] = []
        for seat in range(state.seats):
            share: int = self.share(state, seat)
            found.append(share)
        return found


def _appraised(state: State, seat: i64) -> i64:
    """From how far a seat is ahead of the strongest other."""
    best: i64 = 0
    first = True
    for other in range(state.seats):
        if other != seat:
            worth = state.appraise(other)
            if first or worth > best:
                best, first = worth, False
    lead = state.appraise(seat) - best
    far = lead if lead > 0 else -lead
    return WHOLE // 2 + WHOLE // 2 * lead // (far + CLEAR)


def net_for(state: State, file: str) -> Net | None:
    """The net of a file, else that of the house; `-` for none."""
    lore = state.lore()
    if lore is None or file == "-":
        return None
    if file == "":
        return lore.net(state.seats)
    return lore.read(Path(file), state.seats)
