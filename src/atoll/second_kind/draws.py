"""What chance decided in the expansion as lines of the record, and what is hidden of all lines."""

from __future__ import annotations

from atoll.core.bits import BIT
from atoll.core.errors import RuleError
from atoll.core.messages import Message
from atoll.core.notation import unreadable
from atoll.core.state import sees
from atoll.reef_encounter.board import REFILL
from atoll.reef_encounter.tables import COLOURS, LETTERS
from atoll.second_kind.heaps import DIP, DRAW_CARD
from atoll.second_kind.notation import (
    card_term,
    kind_term,
)
from atoll.second_kind.reading import read_card, read_kind
from atoll.second_kind.state import SecondKind
from atoll.second_kind.tables import (
    CARD_NAMES,
    TOKENS,
)


def chance_text(state: SecondKind, outcome: list[int]) -> str:
    """What chance decided; `state` is the one before."""
    if state.asked == DRAW_CARD:
        return f"card {state.player + 1} {CARD_NAMES[outcome[0]]}"
    if state.asked == DIP:
        return " ".join(["dip", *sorted(TOKENS[kind] for kind in outcome)])
    drawn = zip(state.spaces_to_refill(), outcome, strict=True)
    return " ".join(["refill", *(f"{LETTERS[space]}:{TOKENS[kind]}" for space, kind in drawn)])


def pending(state: SecondKind) -> str:
    """The chance line that has to come next, as far as it is known."""
    if state.asked == DRAW_CARD:
        return f"* card {state.player + 1}"
    if state.asked == DIP:
        return "* dip"
    return "* refill " + " ".join(f"{LETTERS[space]}:" for space in state.spaces_to_refill())


def find_chance(state: SecondKind, said: str) -> list[int]:
    """The outcome behind a chance line; RuleError if it cannot be."""
    verb, *words = said.split(" ")
    owed = pending(state).split(" ")[1] if state.phase == REFILL or state.asked in (DRAW_CARD, DIP) else ""
    if verb != owed:
        raise unreadable("notation.chance", word=verb)
    if verb == "card":
        return _find_card(state, words)
    if verb == "dip":
        kinds = [read_kind(word) for word in words]
        if len(kinds) != state.dip_size():
            raise RuleError(Message("second-kind.why.dip_size", {"size": state.dip_size()}), "lucky-dip")
    else:
        order = [LETTERS[space] for space in state.spaces_to_refill()]
        if [word[:2] for word in words] != [f"{space}:" for space in order]:
            values = {"order": " ".join(f"{space}:" for space in order)}
            raise RuleError(Message("reef-encounter.why.refill_order", values), "refill")
        kinds = [read_kind(word[2:]) for word in words]
    place = state.bag_lacks(kinds)
    if place >= 0:
        kind = kinds[place]
        short = {"tile": kind_term(kind), "held": kinds[:place].count(kind)}
        bonus = kind < COLOURS and state.bonus[kind] > 0
        raise RuleError(Message("second-kind.why.bag_lacks", short), "shortage" if bonus else "special tiles")
    return kinds


def _find_card(state: SecondKind, words: list[str]) -> list[int]:
    if len(words) != 2 or words[0] != str(state.player + 1):
        raise RuleError(Message("second-kind.why.card_line", {"seat": state.player + 1}), "buying")
    card = read_card(words[1])
    if not state.deck & BIT[card]:
        raise RuleError(Message("second-kind.why.not_in_deck", {"card": card_term(card)}), "buying")
    return [card]


# What is hidden of the lines: the tile that went into the parrotfish, and cards drawn.


def seen(line: str, state: SecondKind, viewer: int) -> str:
    """A line as the viewer may see it."""
    words = line.split(" ")
    if state.over or len(words) < 3:
        return line
    if words[1] == "fish" and not sees(viewer, int(words[0]) - 1):
        return f"{words[0]} fish ?"
    if words[:2] == ["*", "card"] and not sees(viewer, int(words[2]) - 1):
        return f"* card {words[2]} ?"
    return line


def restated(lines: list[str], state: SecondKind) -> list[str]:
    """The lines with the hidden facts of a redealt state: fish, and the cards that have not been shown since."""
    said = [line.split(" ") for line in lines]
    held: dict[int, dict[int, int]] = {seat: {} for seat in range(state.seats)}  # by seat: card and its line
    for at, words in enumerate(said):
        if words[:2] == ["*", "card"]:
            held[int(words[2]) - 1][CARD_NAMES.index(words[3])] = at
        elif words[0].isdigit() and words[1:2] == ["fish"]:
            words[2] = LETTERS[state.first[int(words[0]) - 1]]
        elif words[0].isdigit() and words[1] in ("play", "discard", "eat"):
            name = words[3] if words[1] == "eat" and len(words) > 3 else words[2]
            if name in CARD_NAMES:
                held[int(words[0]) - 1].pop(CARD_NAMES.index(name), None)
    for seat, bought in held.items():
        new = {card for card in range(len(CARD_NAMES)) if state.cards[seat] >> card & 1}
        kept = new & set(bought)
        for card in sorted(set(bought) - kept):
            other = min(one for one in new - kept if state.shuffles[one] == state.shuffles[card])
            kept.add(other)
            said[bought[card]][3] = CARD_NAMES[other]
    return [" ".join(words) for words in said]
