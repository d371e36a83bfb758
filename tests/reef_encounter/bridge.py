"""Between the engine's state and the plain position of the oracle."""

from __future__ import annotations

from typing import Any

from atoll.reef_encounter.notation import cells_of, letters
from atoll.reef_encounter.state import ReefEncounter
from atoll.reef_encounter.tables import ALGA_NAMES, COLOURS, LARGE, LETTERS, STRONG, TILES, WEAK
from atoll.reef_encounter.view import of_seat, turn
from atoll.reef_encounter.words import ENDS, PHASES


def as_position(state: ReefEncounter) -> dict[str, Any]:
    """The whole state in the oracle's words."""

    def counts(values: Any) -> dict[str, int]:
        return dict(zip(LETTERS, values, strict=True))

    polyps: dict[str, str] = {}
    shrimps: dict[str, int] = {}
    for rock in range(state.seats):
        for colour in range(COLOURS):
            for name in cells_of(rock, state.polyps[rock * COLOURS + colour]):
                polyps[name] = LETTERS[colour]
        for seat in range(state.seats):
            for name in cells_of(rock, state.shrimps[rock * state.seats + seat]):
                shrimps[name] = seat + 1
    tiles = []
    for tile in range(TILES):
        side = tile + TILES * (state.turned >> tile & 1)
        lock = ALGA_NAMES[LARGE[side]] if state.covered >> tile & 1 else None
        tiles.append([LETTERS[STRONG[side]], LETTERS[WEAK[side]], lock])
    seat_now = state.mover
    done = turn(state)
    if state.phase != 2:
        done["acted"] = False
    return {
        "advanced": bool(state.advanced),
        "seats": state.seats,
        "rocks": list(state.rocks),
        "polyps": polyps,
        "shrimps": shrimps,
        "tiles": tiles,
        "alga_space": None if state.alga < 0 else ALGA_NAMES[state.alga],
        "sea": {space: "".join(sorted(letters(of_seat(state.sea, at)))) for at, space in enumerate(LETTERS)},
        "bag": counts(state.bag),
        "bonus": counts(state.bonus),
        "bonus_gone": bool(state.bonus_gone) and not state.advanced,
        "supply": counts(state.supply),
        "cylinders": dict(zip(ALGA_NAMES, state.cylinders, strict=True)),
        "players": [
            {
                "hand": counts(of_seat(state.hand, seat)),
                "consumed": counts(of_seat(state.front, seat)),
                "cubes": counts(of_seat(state.cubes, seat)),
                "fish": counts(of_seat(state.fish, seat)),
                "screen": state.home[seat],
                "eaten": state.eaten[seat],
            }
            for seat in range(state.seats)
        ],
        "phase": PHASES[state.phase],
        "seat": seat_now + 1 if seat_now >= 0 else None,
        "turn": done,
        "ended": ENDS[state.ended],
        "ender": state.ender + 1 if state.ender >= 0 else None,
    }
