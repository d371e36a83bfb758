"""The final score: every choice is made so that it is greatest."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from atoll.core.bits import BIT, filled, smaller
from atoll.reef_encounter.tables import COLOURS
from atoll.second_kind.heaps import FISH
from atoll.second_kind.layers import Layers
from atoll.second_kind.tables import (
    BICOLOUR,
    COLOURS_OF,
    DOUBLE,
    HALF,
    METAMORPHOSIS,
    PRINTED,
    ROCK,
    STRENGTHS,
    of_kind,
)

STRONG_POLYPS: i64 = 2  # of a colour, that its Strength makes worth more


def best_score(board: Layers, seat: i64) -> i64:
    """Ruling `best score`."""
    special = board.special[FISH + seat]
    counted = _counted(board, seat)
    values = _values(board)
    cards = board.cards[seat] | board.laid_out[seat]
    strong = _strong(cards)
    best = _most(counted, values, strong, special, BICOLOUR)
    if cards & BIT[METAMORPHOSIS]:
        for given in range(COLOURS):
            if board.fish[seat * COLOURS + given] == 0:
                continue
            for taken in range(COLOURS):
                if taken != given and board.bag[taken] > 0:
                    counted[given] -= 1
                    counted[taken] += 1
                    changed = _most(counted, values, strong, special, BICOLOUR)
                    if changed > best:
                        best = changed
                    counted[given] += 1
                    counted[taken] -= 1
    return best


def best_exchange(board: Layers, seat: i64) -> tuple[int, int] | None:
    """The colours that Metamorphosis gives and takes for the best score; None if that needs no exchange."""
    special = board.special[FISH + seat]
    counted = _counted(board, seat)
    values = _values(board)
    strong = _strong(board.cards[seat] | board.laid_out[seat])
    best = best_score(board, seat)
    if _most(counted, values, strong, special, BICOLOUR) == best:
        return None
    for given in range(COLOURS):
        for taken in range(COLOURS):
            if taken == given or board.fish[seat * COLOURS + given] == 0 or board.bag[taken] == 0:
                continue
            counted[given] -= 1
            counted[taken] += 1
            if _most(counted, values, strong, special, BICOLOUR) == best:
                return int(given), int(taken)
            counted[given] += 1
            counted[taken] -= 1
    return None


def best_colours(board: Layers, seat: i64) -> dict[int, list[int]]:
    """By kind of bicolour in the fish: the colours that its tiles count as for the best score."""
    special = board.special[FISH + seat]
    counted = _counted(board, seat)
    values = _values(board)
    strong = _strong(board.cards[seat] | board.laid_out[seat])
    exchange = best_exchange(board, seat)
    if exchange is not None:
        counted[exchange[0]] -= 1
        counted[exchange[1]] += 1
    best = best_score(board, seat)
    out: dict[int, list[int]] = {}
    for kind in range(BICOLOUR, ROCK):
        number = of_kind(special, kind)
        if number == 0:
            continue
        one, two = (int(colour) for colour in range(COLOURS) if COLOURS_OF[kind] & BIT[colour])
        for first in range(number + 1):
            counted[one] += first
            counted[two] += number - first
            if _most(counted, values, strong, special, kind + 1) == best:
                out[int(kind)] = [one] * int(first) + [two] * int(number - first)
                break
            counted[one] -= first
            counted[two] -= number - first
    return out


def _counted(board: Layers, seat: i64) -> vec[i64]:
    """By colour how many polyps a fish surely counts, a double twice: bicolours are left out."""
    special = board.special[FISH + seat]
    counted = filled(COLOURS, 0)
    for colour in range(COLOURS):
        counted[colour] = board.fish[seat * COLOURS + colour]
        if special:
            counted[colour] += of_kind(special, PRINTED + colour) + of_kind(special, HALF + colour)
            counted[colour] += 2 * of_kind(special, DOUBLE + colour)
    return counted


def _values(board: Layers) -> vec[i64]:
    values = filled(COLOURS, 0)
    for colour in range(COLOURS):
        values[colour] = board.value(colour)
    return values


def _strong(cards: i64) -> i64:
    """The colours whose Strength is among some cards."""
    strong: i64 = 0
    for colour in range(COLOURS):
        if cards & BIT[STRENGTHS[colour]]:
            strong |= BIT[colour]
    return strong


def _most(counted: vec[i64], values: vec[i64], strong: i64, special: i64, kind: i64) -> i64:
    """The most that the tiles can score, the bicolours from this kind on still to be counted for either colour."""
    number: i64 = 0
    while kind < ROCK:
        number = of_kind(special, kind)
        if number:
            break
        kind += 1
    if number == 0:
        score: i64 = 0
        for colour in range(COLOURS):
            score += counted[colour] * values[colour]
            if (strong >> colour) & 1:
                score += smaller(STRONG_POLYPS, counted[colour])
        return score
    either = COLOURS_OF[kind]
    one: i64 = -1
    two: i64 = -1
    for colour in range(COLOURS):
        if (either >> colour) & 1:
            if one < 0:
                one = colour
            else:
                two = colour
    best: i64 = 0
    for first in range(number + 1):
        counted[one] += first
        counted[two] += number - first
        score = _most(counted, values, strong, special, kind + 1)
        if score > best:
            best = score
        counted[one] -= first
        counted[two] -= number - first
    return best
