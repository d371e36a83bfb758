"""Why a move of the expansion is not legal: the ruling it breaks, and exactly what stands in its way."""

from __future__ import annotations

from collections.abc import Callable

from atoll.core.bits import BIT, count
from atoll.core.errors import RuleError
from atoll.core.messages import Message, Term, Who
from atoll.core.state import CHANCE, NOBODY
from atoll.reef_encounter.board import (
    CHOOSE_CUBES,
    CHOOSE_FISH,
    EXTRA,
    MOST_LARVAE,
    MOST_PER_ROCK,
    SMALLEST_MEAL,
    connected,
    near,
)
from atoll.reef_encounter.moves import PAIR_LIST
from atoll.reef_encounter.notation import alga_term, colour_term, tile_lies, tile_words
from atoll.reef_encounter.tables import ALGAE, COLOURS, PLACES, SHOWS, TILES
from atoll.reef_encounter.why import ENDING, LASTING
from atoll.second_kind.heaps import (
    ATTACK,
    CARD,
    CROWNS,
    CURRENT,
    DIP,
    DISPLACED,
    DRAW_CARD,
    PUSHED,
    RETURN,
    START,
    WATERS,
)
from atoll.second_kind.moves import FREE
from atoll.second_kind.notation import NOWHERE, Intent, card_term, kind_term, place_name, places_of
from atoll.second_kind.reading import variant_of
from atoll.second_kind.state import SecondKind
from atoll.second_kind.tables import (
    CARD_NAMES,
    COLOURS_OF,
    DEEP_WATER,
    DOUBLE,
    ENCLOSED,
    EXTRA_FREE_GROWTH,
    EXTRA_GROWTH,
    FREE_ALGA,
    HAND_LIMIT,
    ROCK,
    STRONG_CURRENT,
    TURNED,
    WATER,
)

Reason = RuleError | None

# What nothing in this turn can change: said even if a polyp has to be placed before.
STAYING = LASTING | {"bought_already", "collected"}
# Answers to questions that nobody asks in the main part.
ANSWERS = (
    "bag", "push", "blue", "unlock", "shift", "consume", "coral", "remove", "dislodge", "drive", "grow", "trade",
    "swap", "done", "crown",
)  # fmt: skip


def _no(ruling: str, key: str, **values: object) -> RuleError:
    return RuleError(Message(f"second-kind.why.{key}", values), ruling)


def _plain(ruling: str, key: str, **values: object) -> RuleError:
    """In a sentence of the base game."""
    return RuleError(Message(f"reef-encounter.why.{key}", values), ruling)


def why_not(state: SecondKind, intent: Intent) -> Reason:
    """Why the intent is not legal for the seat to decide, as far as there is a reason to be found."""
    if state.seat == NOBODY:
        return _plain(ENDING[state.ended], "over")
    if state.seat == CHANCE:
        if state.asked == DRAW_CARD:
            return _no("buying", "card_first")
        return _no("lucky-dip", "dip_first") if state.asked == DIP else _plain("refill", "refill_first")
    if state.phase == CHOOSE_FISH:
        return _fish(state, intent) if intent.verb == "fish" else _plain("cubes", "fish_first")
    if state.phase == CHOOSE_CUBES:
        if intent.verb == "fish":
            return _plain("cubes", "fed")
        return _cubes(state, intent) if intent.verb == "cubes" else _plain("cubes", "cubes_first")
    if intent.verb in ("fish", "cubes"):
        return _plain("cubes", "set_up_over")
    if state.asked:
        return _owed(state, intent)
    if state.phase == EXTRA:
        return _eat(state, intent) if intent.verb == "eat" else _plain("end at once", "extra_only")
    if state.growing or state.stage == START:
        return _window(state, intent)
    if state.stage == ATTACK:
        return _crown(state, intent)
    if intent.verb == "pass":
        return _plain("order", "pass_extra")
    if intent.verb in ANSWERS:
        return _no("step", "not_asked", verb=intent.verb)
    reason = _ACTIONS[intent.verb](state, intent)
    if not state.owing() or intent.verb in ("polyp", "move") or (reason and _key(reason) in STAYING):
        return reason
    if intent.verb == "play" and intent.card == DEEP_WATER and not intent.blue:
        return reason
    return _plain("open action", "polyp_first", colour=colour_term(state.open))


def _key(reason: RuleError) -> str:
    return reason.message.key.rpartition(".")[2]


def _spot(cell: int) -> tuple[int, int]:
    return cell // PLACES, BIT[cell % PLACES]


def _fish(state: SecondKind, intent: Intent) -> Reason:
    if state.hand[state.seat * COLOURS + intent.colour] == 0:
        return _plain("cubes", "no_tile", colour=colour_term(intent.colour))
    return None


def _cubes(state: SecondKind, intent: Intent) -> Reason:
    pair = PAIR_LIST[intent.pair]
    for colour in pair:
        if state.supply[colour] < pair.count(colour):
            return _plain("cubes", "no_cube_left", colour=colour_term(colour))
    return None


# What is owed


def _owed(state: SecondKind, intent: Intent) -> Reason:
    verb = intent.verb
    if state.asked == CURRENT:
        if verb != "play" or intent.card != STRONG_CURRENT or intent.blue:
            return _no("current window", "current_first", card=card_term(state.card))
        return _not_held(state, intent.card)
    if state.asked == RETURN:
        if verb != "bag":
            return _no("returned", "bag_first")
        return _no("returned", "not_aside", tile=kind_term(intent.kind))
    where = place_name(state, state.spot) if state.asked in (DISPLACED, PUSHED) else ""
    if state.asked == DISPLACED:
        if verb != "move" or intent.cell != state.spot:
            return _no("displaced", "displaced_first", cell=where)
        return _arrival(state, intent.to, -1)
    if state.asked == PUSHED:
        if verb == "push" and intent.to != NOWHERE:
            return _no("pushed", "push_elsewhere", cell=place_name(state, intent.to))
        return _no("pushed", "push_first", cell=where)
    return _card_answer(state, intent) if state.asked == CARD else None


def _card_answer(state: SecondKind, intent: Intent) -> Reason:
    """Ruling of the card in play: what it asks."""
    card = state.card
    if intent.verb == "grow" and card in (EXTRA_GROWTH, EXTRA_FREE_GROWTH):
        if state.bag[intent.colour] == 0:
            return _no(CARD_NAMES[card], "bag_has_none", tile=kind_term(intent.colour))
        if card == EXTRA_GROWTH:
            return _space(state, intent.cell, intent.colour, 0)
    if intent.verb == "alga" and card == FREE_ALGA:
        if intent.kind != FREE:
            return _no("free-alga", "for_nothing")
        return _alga(state, intent)
    return _no(CARD_NAMES[card], "card_asks", card=card_term(card))


def _window(state: SecondKind, intent: Intent) -> Reason:
    window = "growth window" if state.growing else "start window"
    if intent.verb != "play" or intent.blue:
        return _no(window, "window_first")
    allowed = BIT[EXTRA_FREE_GROWTH] if state.growing else state.start_cards()
    if not allowed & BIT[intent.card]:
        return _no(window, "not_in_window", card=card_term(intent.card))
    return _not_held(state, intent.card) or _not_possible(state, intent.card)


def _crown(state: SecondKind, intent: Intent) -> Reason:
    if intent.verb != "crown":
        return _no("crown attack", "crown_first")
    rock, bit = _spot(intent.cell)
    where = place_name(state, intent.cell)
    if not state.layer(rock, CROWNS) & bit:
        return _no("crown attack", "no_crown", cell=where)
    if not state.hungry_crowns(rock) & bit:
        return _no("crown attack", "crown_sated", cell=where)
    return _no("crown prey", "no_prey", cell=where, to=place_name(state, intent.to))


# Cards


def _not_held(state: SecondKind, card: int) -> Reason:
    if state.cards[state.seat] & BIT[card]:
        return None
    return _no("hand of cards", "no_card", card=card_term(card))


def _not_possible(state: SecondKind, card: int) -> Reason:
    if card == STRONG_CURRENT:
        return _no("current window", "current_only")
    if state.possible(card, state.seat):
        return None
    return _no(CARD_NAMES[card], "not_possible", reason=Term(f"second-kind.possible.{CARD_NAMES[card]}"))


def _play(state: SecondKind, intent: Intent) -> Reason:
    missing = _not_held(state, intent.card)
    if missing or not intent.blue:
        return missing or _not_possible(state, intent.card)
    if not state.blue_marks & BIT[intent.card]:
        return _no("blue card", "no_blue_mark", card=card_term(intent.card))
    return None if state.blue_possible(state.seat) else _no("blue card", "no_blue_move")


def _discard(state: SecondKind, intent: Intent) -> Reason:
    return _not_held(state, intent.card)


def _buy(state: SecondKind, intent: Intent) -> Reason:
    if state.bought:
        return _no("buying", "bought_already")
    if count(state.cards[state.seat]) >= HAND_LIMIT:
        return _no("hand of cards", "three_cards", most=HAND_LIMIT)
    if intent.kind < 0:
        if state.cubes[state.seat * COLOURS + intent.colour] == 0:
            return _plain("buying", "no_cube", colour=colour_term(intent.colour))
        return None
    return _lacking(state, "buying", intent.kind, intent.consumed)


def _lacking(state: SecondKind, ruling: str, kind: int, consumed: bool) -> Reason:
    """Whether the player has no such tile."""
    if (state.in_front(state.seat, kind) if consumed else state.in_hand(state.seat, kind)) > 0:
        return None
    return _no(ruling, "none_in_front" if consumed else "none_behind", tile=kind_term(kind))


# Actions


def _eat(state: SecondKind, intent: Intent) -> Reason:
    if state.acted:
        return _plain("order", "eat_first")
    rock, bit = _spot(intent.cell)
    where = place_name(state, intent.cell)
    missing = _shrimp_missing(state, intent.cell, "eating")
    if missing:
        own = state.coral(rock, bit) & state.shrimps[rock * state.seats + state.seat]
        if own:
            return _plain("eating", "shrimp_elsewhere", cell=where, shrimps=places_of(state, rock, own))
        return missing
    if state.colour_at(rock, bit) < 0:
        return _plain("eating", "no_coral", cell=where)
    size = count(state.coral(rock, bit))
    if size < SMALLEST_MEAL:
        return _plain("eating", "small_coral", cell=where, size=size, least=SMALLEST_MEAL)
    if state.eaten[state.seat]:
        return _no("first coral", "card_not_needed") if intent.card >= 0 else None
    if intent.card < 0:
        return _no("first coral", "first_needs_card")
    if not state.blue_marks & BIT[intent.card]:
        return _no("first coral", "no_blue_mark", card=card_term(intent.card))
    return _not_held(state, intent.card)


def _shrimp_missing(state: SecondKind, cell: int, ruling: str) -> Reason:
    rock, bit = _spot(cell)
    owner = state.shrimp_owner(rock, bit)
    where = place_name(state, cell)
    if owner < 0:
        return _plain(ruling, "no_shrimp", cell=where)
    if owner != state.seat:
        return _plain(ruling, "other_shrimp", cell=where, who=Who(owner + 1))
    return None


def _larva(state: SecondKind, intent: Intent) -> Reason:
    name = colour_term(intent.colour)
    at = state.seat * COLOURS + intent.colour
    if state.larvae >= MOST_LARVAE:
        return _plain("order", "two_larvae")
    if state.cubes[at] == 0 and not (state.free_growth and state.larvae == 0):
        return _plain("open action", "no_cube", colour=name)
    special = state.special_of(6 + state.seat, intent.colour) | state.special_of(10 + state.seat, intent.colour)
    if state.hand[at] + state.front[at] == 0 and not special:
        return _plain("open action", "larva_no_tile", colour=name)
    return _plain("open action", "larva_no_space", colour=name)


def _polyp(state: SecondKind, intent: Intent) -> Reason:
    colour = state.open
    if colour < 0:
        return _plain("open action", "larvae_over" if state.larvae >= MOST_LARVAE else "no_larva")
    kind = colour if intent.kind < 0 else intent.kind
    if not COLOURS_OF[kind] >> colour & 1:
        return _no("open action", "other_colour", tile=kind_term(kind), colour=colour_term(colour))
    if intent.kind == colour:
        return _no("record", "ordinary_named")
    lacking = _lacking(state, "four", kind, intent.consumed)
    if lacking:
        return lacking
    wrong = _space(state, intent.cell, colour, variant_of(colour, kind, intent.turn))
    if wrong or state.may_lay(intent.consumed):
        return wrong
    if state.late and state.larvae == 1:
        return _no("late-breakfast", "two_laid")
    return _plain("four", "four_laid", most=4)


def _space(state: SecondKind, cell: int, colour: int, variant: int) -> Reason:
    """Rulings `empty`, `attack`, `protected`, `guard` and `one of each`."""
    rock, bit = _spot(cell)
    where = place_name(state, cell)
    victim = state.colour_at(rock, bit)
    faced = state.open_sides(rock, cell % PLACES)
    if variant >= TURNED:
        faced &= state.faces(rock, cell % PLACES, variant - TURNED)
    if victim < 0:
        wrong = _not_empty(state, cell)
        if wrong:
            return wrong
    else:
        wrong = _no_attack(state, cell, colour, victim, faced)
        if wrong:
            return wrong
    touched = connected(
        state.near, rock, faced & state.polyps[rock * COLOURS + colour], state.polyps[rock * COLOURS + colour]
    )
    shrimps = touched & state.shrimps_on(rock)
    if count(shrimps) > 1:
        names = places_of(state, rock, shrimps)
        return _plain("guard", "guard", cell=where, colour=colour_term(colour), shrimps=names)
    blue = touched & state.blue_on(rock)
    if count(blue) + (variant == 1) > 1:
        return _no("one of each", "one_of_each", cell=where, shrimps=places_of(state, rock, blue))
    return None


def _not_empty(state: SecondKind, cell: int) -> Reason:
    rock, bit = _spot(cell)
    where = place_name(state, cell)
    if state.layer(rock, CROWNS) & bit:
        return _no("crown", "crown_there", cell=where)
    if not state.solid(rock) & bit:
        if state.deep == 1:
            if ENCLOSED[state.rocks[rock]] & bit:
                return None
            return _no("deep-water", "not_enclosed", cell=where)
        return _plain("empty", "deep_water", cell=where)
    return _plain("empty", "shrimp_there", cell=where) if state.shrimps_on(rock) & bit else None


def _no_attack(state: SecondKind, cell: int, colour: int, victim: int, faced: int) -> Reason:
    rock, bit = _spot(cell)
    where = place_name(state, cell)
    name, prey = colour_term(colour), colour_term(victim)
    if victim == colour:
        return _plain("attack", "own_colour", cell=where, colour=name)
    if not state.prey(colour) >> victim & 1:
        return _plain("attack", "stronger", cell=where, colour=name, prey=prey)
    if state.blue_on(rock) & bit:
        return _no("protected", "blue_protects", cell=where)
    if state.protected(rock, victim) & bit:
        around = bit | near(state.near, rock, bit)
        standing = state.shrimps_on(rock) & state.polyps[rock * COLOURS + victim] & around
        return _plain("protected", "protected", cell=where, prey=prey, shrimps=places_of(state, rock, standing))
    polyps = state.polyps[rock * COLOURS + colour]
    beside = near(state.near, rock, bit) & polyps
    if not beside:
        return _plain("attack", "not_adjacent", cell=where, colour=name, prey=prey)
    strong = beside & near(state.near, rock, polyps)
    if not strong:
        return _plain("attack", "single_polyp", cell=where, colour=name, beside=places_of(state, rock, beside))
    return None if strong & faced else _no("attack", "half_turned", cell=where)


def _shrimp(state: SecondKind, intent: Intent) -> Reason:
    if state.introduced:
        return _plain("order", "one_shrimp")
    if state.home[state.seat] == 0:
        return _plain("screen", "no_shrimp_left")
    rock, bit = _spot(intent.cell)
    if state.colour_at(rock, bit) < 0:
        return _plain("bare rock", "shrimp_needs_polyp", cell=place_name(state, intent.cell))
    return _arrival(state, intent.cell, -1)


def _move(state: SecondKind, intent: Intent) -> Reason:
    missing = _shrimp_missing(state, intent.cell, "order")
    if missing or intent.to == NOWHERE:
        return missing
    if intent.to == intent.cell:
        return _plain("bare rock", "same_cell", cell=place_name(state, intent.cell))
    return _arrival(state, intent.to, intent.cell)


def _arrival(state: SecondKind, to: int, leaving: int) -> Reason:
    """Whether a shrimp, on the board or not, could come to stand there."""
    if to == NOWHERE:
        return None
    rock, bit = _spot(to)
    where = place_name(state, to)
    polyp = state.colour_at(rock, bit) >= 0
    if not polyp and state.layer(rock, CROWNS) & bit:
        return _no("crown", "crown_there", cell=where)
    if not polyp and not state.solid(rock) & bit:
        return _plain("bare rock", "deep_water", cell=where)
    own = state.shrimps[rock * state.seats + state.seat]
    if leaving // PLACES != rock and count(own) >= MOST_PER_ROCK:
        return _plain("two per rock", "crowded", rock=rock + 1, shrimps=places_of(state, rock, own))
    if not polyp:
        return _plain("bare rock", "shrimp_there", cell=where) if state.shrimps_on(rock) & bit else None
    if state.blue_on(rock) & bit:
        return _no("blue shrimp", "blue_there", cell=where)
    standing = state.coral(rock, bit) & state.shrimps_on(rock)
    if leaving // PLACES == rock:
        standing &= ~BIT[leaving % PLACES]
    if standing:
        return _plain("one per coral", "taken", cell=where, shrimps=places_of(state, rock, standing))
    return None


def _cube(state: SecondKind, intent: Intent) -> Reason:
    kind = intent.colour if intent.kind < 0 else intent.kind
    if not COLOURS_OF[kind] >> intent.colour & 1:
        return _no("action 6", "other_colour", tile=kind_term(kind), colour=colour_term(intent.colour))
    if intent.kind == intent.colour:
        return _no("record", "ordinary_named")
    if state.supply[intent.colour] == 0:
        return _plain("action 6", "no_cube_left", colour=colour_term(intent.colour))
    return _lacking(state, "action 6", kind, True)


def _alga(state: SecondKind, intent: Intent) -> Reason:
    free = state.asked == CARD
    if intent.kind == FREE and not free:
        return _no("action 7", "must_pay")
    wrong = _locking(state, intent, free) if intent.target != TILES else None
    if not wrong and not free:
        wrong = _lacking(state, "action 7", intent.kind, True)
    if not wrong and state.cylinders[intent.alga] == 0:
        return _plain("action 7", "no_cylinder", alga=alga_term(intent.alga))
    return wrong


def _locking(state: SecondKind, intent: Intent, free: bool) -> Reason:
    """Rulings `locking` and `last tile`."""
    if state.eaten[state.seat] == 0 and not free:
        return _plain("locking", "not_eaten")
    tile = tile_words(tile_lies(state, intent.target))
    if state.covered >> intent.target & 1:
        return _plain("locking", "covered", tile=tile)
    if not SHOWS[state.turned * ALGAE + intent.alga] >> intent.target & 1:
        shown = next(a for a in range(ALGAE) if SHOWS[state.turned * ALGAE + a] >> intent.target & 1)
        return _plain("locking", "other_alga", tile=tile, alga=alga_term(intent.alga), shown=alga_term(shown))
    if state.locks >= (2 if state.double else 1):
        return _plain("locking", "locked_already")
    if count(state.covered) == TILES - 1:
        if state.locks:
            return _no("last tile", "tenth_second")
        if state.fish_tiles(state.seat) < 2:
            return _plain("last tile", "last_tile", size=state.fish_tiles(state.seat))
    return None


def _tile(state: SecondKind, intent: Intent) -> Reason:
    name = colour_term(intent.colour)
    if state.cubes[state.seat * COLOURS + intent.colour] == 0:
        return _plain("action 8", "no_cube", colour=name)
    return _plain("action 8", "no_tile_left", colour=name)


def _lay(state: SecondKind, intent: Intent) -> Reason:
    ruling = {ROCK: "rock tile", WATER: "water tile"}.get(intent.kind, "crown")
    rock, bit = _spot(intent.cell)
    where = place_name(state, intent.cell)
    if intent.kind == ROCK:
        if state.solid(rock) & bit:
            return _no(ruling, "rock_there", cell=where)
        if state.colour_at(rock, bit) >= 0:
            return _no(ruling, "polyp_there", cell=where)
        if not state.rock_tile_places(rock) & bit:
            waters = places_of(state, rock, state.layer(rock, WATERS))
            return _no(ruling, "no_printed_rock", cell=where, waters=waters)
    elif not state.empty(rock) & bit:
        return _no(ruling, "not_empty", cell=where)
    return _lacking(state, ruling, intent.kind, False)


def _change(state: SecondKind, intent: Intent) -> Reason:
    kind = DOUBLE + intent.colour
    if state.bag[intent.colour] < 2:
        return _no("double", "bag_has_no_two", colour=colour_term(intent.colour))
    return _lacking(state, "double", kind, True)


def _stranded(state: SecondKind) -> list[str]:
    return [
        name
        for rock in range(state.seats)
        for name in places_of(state, rock, state.shrimps[rock * state.seats + state.seat] & ~state.grown(rock))
    ]


def _collect(state: SecondKind, intent: Intent) -> Reason:
    if state.collected:
        return _no("order", "collected")
    bare = _stranded(state)
    return _plain("bare rock", "stranded", cells=bare) if bare and not state.pick else None


def _end(state: SecondKind, intent: Intent) -> Reason:
    if not state.pick:
        return _no("turn end", "no_end")
    if not state.collected:
        return _no("turn end", "collect_first")
    bare = _stranded(state)
    return _plain("bare rock", "stranded", cells=bare) if bare else None


_ACTIONS: dict[str, Callable[[SecondKind, Intent], Reason]] = {
    "eat": _eat,
    "larva": _larva,
    "polyp": _polyp,
    "shrimp": _shrimp,
    "move": _move,
    "cube": _cube,
    "alga": _alga,
    "tile": _tile,
    "lay": _lay,
    "buy": _buy,
    "play": _play,
    "discard": _discard,
    "change": _change,
    "collect": _collect,
    "end": _end,
}
