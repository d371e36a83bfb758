"""A position drawn as text, for terminals and for tests that fail."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from atoll.core.messages import Message
from atoll.reef.notation import cards_of, cells_of
from atoll.reef.state import Reef
from atoll.reef.tables import CARD_FACTS, CELL_NAMES, SIDE
from atoll.reef.view import view

_PAINT = {"r": "97;41", "y": "30;43", "g": "97;42", "p": "97;45"}
CARD_WIDTH = 16


def _paint(said: str, style: str | None, colour: bool) -> str:
    return f"\x1b[{style}m{said}\x1b[0m" if colour and style else said


def draw(state: Reef, viewer: int, colour: bool = False) -> str:
    """The table as the viewer sees it."""
    seen = view(state, viewer)
    players = seen["players"]
    boards = [_board(player, seen, colour) for player in players]
    lines = ["     ".join(row) for row in zip(*boards, strict=True)]
    supply = "  ".join(f"{_paint(letter, _PAINT[letter], colour)} {n}" for letter, n in seen["supply"].items())
    lines += ["", f"supply {supply}    deck {seen['deck']}", ""]
    heads = [
        f"display {place['card']}" + (f" +{place['points']}" if place["points"] else "") for place in seen["display"]
    ]
    cards = [place["card"] for place in seen["display"]]
    if seen["top"]:
        heads.append(f"top {seen['top']}")
        cards.append(seen["top"])
    lines += beside(cards, heads)
    for player in players:
        if player["hand"] or player["hidden"]:
            hidden = f": {player['hidden']} hidden" if player["hidden"] else ""
            lines += ["", f"hand of seat {player['seat']}{hidden}"]
            lines += beside(player["hand"], [f"card {card}" for card in player["hand"]])
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _board(player: Mapping[str, Any], seen: Mapping[str, Any], colour: bool) -> list[str]:
    """Four columns, each the colour on top of a stack and its height."""
    mark = ">" if player["seat"] == seen["decides"] else " "
    rows = [f"{mark}{player['seat']}  a  b  c  d ", *([""] * SIDE), f"    {player['points']} points".ljust(16)]
    for row in range(SIDE):
        out = f"  {row + 1} "
        for name in CELL_NAMES[row * SIDE : row * SIDE + SIDE]:
            stack = player["board"].get(name, "")
            out += _paint(f"{stack[-1]}{len(stack)}", _PAINT[stack[-1]], colour) + " " if stack else "·  "
        rows[row + 1] = out
    return rows


def card_lines(card: int) -> list[str]:
    """A card: what it gives, what it scores, and its pattern."""
    facts = CARD_FACTS[card]
    lines = [f"gives {facts['gives']}  {facts['points']} for"]
    if "around" in facts:
        lines += [f"{facts['scored']} around", f"tallest {facts['around']}"]
    else:
        lines += facts["pattern"]
    return lines


def beside(cards: Iterable[int], heads: list[str]) -> list[str]:
    """Cards next to each other, each under its heading."""
    blocks = [[head, *card_lines(card)] for card, head in zip(cards, heads, strict=True)]
    height = max((len(block) for block in blocks), default=0)
    rows = [
        "   ".join((block[row] if row < len(block) else "").ljust(CARD_WIDTH) for block in blocks)
        for row in range(height)
    ]
    return [f"  {row}".rstrip() for row in rows]


def study(state: Reef, seat: int, language: str) -> str:
    """What each card in a seat's hand would score now, with the stacks that count drawn in brackets."""
    out = [Message("reef.study.title", {"seat": seat + 1}).text(language)]
    shown = {place for place in state.display if place} | ({state.top} if state.top else set())
    for card in [*cards_of(state.hand[seat]), *sorted(shown)]:
        groups = [cells_of(mask) for mask in state.counted(seat, card)]
        held = bool(state.hand[seat] >> card & 1)
        values = {
            "card": card,
            "points": state.card_score(seat, card),
            "times": state.occurrences(seat, card),
            "groups": ["+".join(group) for group in groups] or ["-"],
        }
        out.append(Message("reef.study.hand" if held else "reef.study.shown", values).text(language))
        if groups:
            out += _marked(state, seat, {name for group in groups for name in group})
    return "\n".join(out)


def _marked(state: Reef, seat: int, names: set[str]) -> list[str]:
    board = view(state, seat)["players"][seat]["board"]
    rows = []
    for row in range(SIDE):
        out = "     "
        for name in CELL_NAMES[row * SIDE : row * SIDE + SIDE]:
            stack = board.get(name, "")
            said = f"{stack[-1]}{len(stack)}" if stack else "· "
            out += f"[{said}]" if name in names else f" {said} "
        rows.append(out.rstrip())
    return rows
