"""The tables of docs/ENVIRONMENTS.md, from the code: `python -m atoll.envs.describe docs/ENVIRONMENTS.md` renews them.

Without a file it prints them. They stand between two marks, which stay.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from atoll.core.observation import Group, Piece
from atoll.envs.setting import Setting

BEGIN, END = "<!-- tables: python -m atoll.envs.describe -->", "<!-- end of tables -->"
SEATS = (2, 3, 4)
# By title: the game, its options, and how each interface calls it.
GAMES: dict[str, tuple[str, dict[str, str], str, str, str]] = {
    "Reef Encounter": ("reef-encounter", {}, "reef_encounter_v0", "atoll/ReefEncounter-v0", "atoll_reef_encounter"),
    "Reef Encounter with its expansion": (
        "reef-encounter",
        {"expansion": "yes"},
        "second_kind_v0",
        "atoll/SecondKind-v0",
        "atoll_second_kind",
    ),
    "Reef": ("reef", {}, "reef_v0", "atoll/Reef-v0", "atoll_reef"),
}


def tables() -> str:
    """Every environment, then for each game its observation and its actions."""
    parts = [_environments()]
    for title, (game, options, *_) in GAMES.items():
        settings = [Setting(game, seats, options) for seats in SEATS]
        parts += [f"### {title}: the observation", _observation(settings)]
        parts += [f"### {title}: the actions", _actions(settings[0])]
    return "\n\n".join(parts) + "\n"


def _environments() -> str:
    rows: list[tuple[str, ...]] = [
        ("game", "options", "PettingZoo", "Gymnasium", "OpenSpiel", "observation with 2, 3, 4 seats", "actions")
    ]
    for title, (game, options, zoo, gym, spiel) in GAMES.items():
        settings = [Setting(game, seats, options) for seats in SEATS]
        own = settings[0].kind.own_options()
        values = "; ".join(f"{name}: {', '.join(values)}" for name, values in own.items() if len(values) > 1)
        sizes = ", ".join(f"{setting.size:,}" for setting in settings)
        names = [f"`atoll.envs.{zoo}`", f"`{gym}`", f"`{spiel}`, {settings[0].kind.outcomes} chance outcomes"]
        rows.append((title, values or "-", *names, sizes, f"{settings[0].moves:,}"))
    return _table(rows)


def _observation(settings: list[Setting]) -> str:
    rows = [("piece", "shape", "most", "meaning")]
    for pieces in zip(*(setting.pieces for setting in settings), strict=True):
        rows.append((f"`{pieces[0].name}`", _shape(pieces), str(max(p.most for p in pieces)), pieces[0].meaning))
    boards = [f"{' x '.join(map(str, setting.board))} with {setting.seats}" for setting in settings]
    return f"Planes of the board: {', '.join(boards)} seats. S is the number of seats.\n\n{_table(rows)}"


def _shape(pieces: tuple[Piece, ...]) -> str:
    """A shape, with an S where it follows from the number of seats."""
    sides = zip(*(piece.shape for piece in pieces), strict=True)
    return " x ".join("S" if side == SEATS else str(side[0]) for side in sides)


def _actions(setting: Setting) -> str:
    rows = [("ids", "shape", "meaning")]
    groups: list[Group] = setting.kind.move_groups()
    for group in groups:
        ids = str(group.first) if group.size == 1 else f"{group.first}-{group.first + group.size - 1}"
        rows.append((ids, " x ".join(map(str, group.shape)), group.meaning))
    return _table(rows)


def _table(rows: Sequence[tuple[str, ...]]) -> str:
    lines = ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join([lines[0], "|" + "---|" * len(rows[0]), *lines[1:]])


def renewed(page: str) -> str:
    """A page with the tables of today."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n\n{tables()}\n{END}{after}"


if __name__ == "__main__":
    if len(sys.argv) > 1:
        path = Path(sys.argv[1])
        path.write_text(renewed(path.read_text("utf-8")), "utf-8")
    else:
        print(tables())
