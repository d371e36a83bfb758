"""A position of the expansion in one line, both ways.

    reef-encounter std+yes 2,4 BOARD TILES SEA BONUS SEATS PIECES CARDS TURN

BOARD   rocks parted by `|`, places with something on them by `,`, as `d4:w@1`: first terrain tiles, then a polyp by
        its tile (a bicolour with the colour it shows, `wy.w`; a half with its sides, `wh.ne`) or a `crown` (`crown!`
        once it has attacked in this turn), parted by `+`; after `@` the seat of a shrimp, or `b` for a blue one.
TILES, BONUS  as in the base game.
SEA     the tiles of the five spaces, white to grey, parted by `,`; tiles here and below are parted by `.`.
SEATS   parted by `|`: behind the screen, in front, cubes, fish (the set-up tile first), shrimps eaten, opening draw,
        how many fewer of each colour the screen could have hidden all along, unplayed cards, cards laid out; by `/`.
PIECES  blue shrimps beside the board, `s` after it while one is on the open sea; then `/` and the crowns that are gone.
CARDS   the discard pile, how often it became the deck with the last shuffle of each card, the marks as masks; by `/`.
TURN    phase, seat, and what was done; the seat to decide after `>`; then what else is so, by name.

`-` stands for nothing, `?` for what a seat cannot see. What is not written follows from the numbers of pieces.
"""

from __future__ import annotations

from atoll.core.bits import count
from atoll.core.state import CHANCE, sees
from atoll.reef_encounter.notation import letters
from atoll.reef_encounter.tables import (
    ALGA_NAMES,
    COLOURS,
    LETTERS,
    PLACE_NAMES,
    TILES,
)
from atoll.reef_encounter.view import of_seat
from atoll.reef_encounter.words import END_LETTERS, PHASE_LETTERS
from atoll.second_kind.heaps import (
    ASIDE,
    BLUE,
    CROWNS,
    FISH,
    FRONT,
    HAND,
    ROCKS,
    SATED,
    SEA,
    WATERS,
)
from atoll.second_kind.state import SecondKind
from atoll.second_kind.tables import (
    CARD_NAMES,
    COLOURS_OF,
    HALF,
    KINDS,
    TOKENS,
    TURN_NAMES,
    of_kind,
)
from atoll.second_kind.tables import CROWN as CROWN_KIND
from atoll.second_kind.tables import CROWNS as ALL_CROWNS

NAME = "reef-encounter"
FIELDS = 11
VARIANTS = {
    f"{length}+{expansion}": (length == "adv", expansion == "dealt")
    for length in ("std", "adv")
    for expansion in ("yes", "dealt")
}

# What a turn may have besides: by name what it is without, and the most it can be.
EXTRAS = {
    "stage": (2, 2),
    "offered": (0, 3),
    "growing": (0, 1),
    "emptied": (0, 15),
    "taken": (0, 15),
    "bought": (0, 1),
    "collected": (0, 1),
    "dropped": (0, 200),
    "locks": (0, 2),
    "deep": (0, 2),
    "late": (0, 1),
    "free_growth": (0, 1),
    "pick": (0, 1),
    "double": (0, 1),
    "asked": (0, 7),
    "card": (-1, 27),
    "way": (0, 2),
    "player": (-1, 3),
    "spot": (-1, 239),
    "left": (0, 60),
    "named": (0, (1 << 60) - 1),
    "aside": (0, 60),
    "hue": (-1, 4),
}
FLAGS = {"growing", "bought", "collected", "late", "free_growth", "pick", "double"}

# Writing


def tokens(counts: list[int], special: int) -> str:
    """Tiles of a heap: w.w.wy."""
    names = [LETTERS[colour] for colour, number in enumerate(counts) for _ in range(number)]
    names += [TOKENS[kind] for kind in range(COLOURS, KINDS) for _ in range(of_kind(special, kind))]
    return ".".join(names) or "-"


def write(state: SecondKind, viewer: int) -> str:
    """The line of a position, as the viewer sees it."""
    rocks = range(state.seats)
    tiles = "".join("+-UD"[(state.turned >> t & 1) + 2 * (state.covered >> t & 1)] for t in range(TILES))
    lost = ALL_CROWNS - sum(count(state.layer(rock, CROWNS)) for rock in rocks)
    lost -= sum(of_kind(heap, CROWN_KIND) for heap in state.special)
    shuffles = ".".join([str(state.shuffle), *(map(str, state.shuffles) if state.shuffle else ())])
    fields = [
        NAME,
        f"{'adv' if state.advanced else 'std'}+{'dealt' if state.dealt_crowns else 'yes'}",
        ",".join(str(rock) for rock in state.rocks),
        "|".join(_rock(state, rock) for rock in rocks),
        f"{tiles},{'-' if state.alga < 0 else ALGA_NAMES[state.alga]}",
        ",".join(tokens(of_seat(state.sea, space), state.special[SEA + space]) for space in range(COLOURS)),
        "bag" if state.bonus_gone else letters(list(state.bonus)) or "-",
        "|".join(_seat(state, other, sees(viewer, other)) for other in rocks),
        f"{state.beside}{'s' if state.blue_at_sea else ''}/{lost}",
        f"{cards_word(state.pile)}/{shuffles}/{state.blue_marks:x}.{state.clownfish:x}",
        _turn(state),
    ]
    return " ".join(fields)


def cards_word(cards: int) -> str:
    return ".".join(name for card, name in enumerate(CARD_NAMES) if cards >> card & 1) or "-"


def _rock(state: SecondKind, rock: int) -> str:
    out = []
    for place, name in enumerate(PLACE_NAMES[state.rocks[rock]]):
        bit = 1 << place
        words = [word for word, which in (("rock", ROCKS), ("water", WATERS)) if state.layer(rock, which) & bit]
        colour = state.colour_at(rock, bit)
        if colour >= 0:
            words.append(_polyp(state, rock, place, colour))
        if state.layer(rock, CROWNS) & bit:
            words.append("crown!" if state.layer(rock, SATED) & bit else "crown")
        owner = state.shrimp_owner(rock, bit)
        stands = "b" if state.layer(rock, BLUE) & bit else str(owner + 1) if owner >= 0 else ""
        if words or stands:
            out.append(f"{name}:{'+'.join(words)}{'@' if stands else ''}{stands}")
    return ",".join(out) or "-"


def _polyp(state: SecondKind, rock: int, place: int, colour: int) -> str:
    kind = state.kind_at(rock, 1 << place)
    if count(COLOURS_OF[kind]) > 1:
        return f"{TOKENS[kind]}.{LETTERS[colour]}"
    if HALF <= kind < HALF + COLOURS:
        return f"{TOKENS[kind]}.{TURN_NAMES[state.turn_at(rock, place)]}"
    return TOKENS[kind]


def _seat(state: SecondKind, seat: int, open_screen: bool) -> str:
    hand, fish = of_seat(state.hand, seat), of_seat(state.fish, seat)
    first = state.first[seat]
    eaten = "-"
    if first >= 0:
        fish[first] -= 1
        rest = tokens(fish, state.special[FISH + seat])
        eaten = ".".join([LETTERS[first] if open_screen or state.over else "?", *([rest] if rest != "-" else [])])
    # Of another's screen all is known but the tile of the opening draw that may be in the fish.
    known = open_screen or first < 0 or state.over
    if not known:
        hand[first] += 1
    least = letters(of_seat(state.least, seat)) or "-"
    cards = cards_word(state.cards[seat]) if open_screen or state.over else "?" * count(state.cards[seat]) or "-"
    return "/".join(
        [
            tokens(hand, state.special[HAND + seat]) + ("" if known else ".-?"),
            tokens(of_seat(state.front, seat), state.special[FRONT + seat]),
            letters(of_seat(state.cubes, seat)) or "-",
            eaten,
            str(state.eaten[seat]),
            letters(of_seat(state.dealt, seat)),
            least if known else "?",
            cards,
            cards_word(state.laid_out[seat]),
        ]
    )


def _turn(state: SecondKind) -> str:
    """`t1` seat 1's turn; then `a` acted, a number of larvae, the open colour with the polyps laid and `!` until one is
    placed, `s` a shrimp introduced; after `>` the seat to decide or `*`; after `=` how the game ended and who ended it;
    what else is so after commas."""
    out = PHASE_LETTERS[state.phase] + (str(state.mover + 1) if state.mover >= 0 else "")
    out += "a" if state.acted else ""
    out += f"l{state.larvae}" if state.larvae else ""
    if state.open >= 0:
        out += f"{LETTERS[state.open]}{state.laid}{'' if state.placed else '!'}"
    out += "s" if state.introduced else ""
    if state.seat != state.mover and not state.over:
        out += f">{'*' if state.seat == CHANCE else state.seat + 1}"
    if state.ended:
        out += f"={END_LETTERS[state.ended]}{state.ender + 1 if state.ender >= 0 else ''}"
    for name, (usual, _) in EXTRAS.items():
        value = int(getattr(state, name))
        if value != usual:
            out += f",{name}:{value}"
    aside = tokens([0] * COLOURS, state.special[ASIDE])
    return out if aside == "-" else f"{out},tiles:{aside}"
