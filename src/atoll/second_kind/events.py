"""What a line of the expansion did, found by comparing the position before and after."""

from __future__ import annotations

from atoll.core.bits import BIT, count
from atoll.core.events import Event
from atoll.core.state import sees
from atoll.reef_encounter import events as base
from atoll.reef_encounter.moves import COLLECT, LARVA, TAKE_CUBES, TILE
from atoll.reef_encounter.notation import PAIR_NAMES, letters, tile_lies
from atoll.reef_encounter.tables import ALGA_NAMES, COLOURS, LETTERS, PLACES, TILES
from atoll.reef_encounter.view import of_seat
from atoll.reef_encounter.words import ENDS
from atoll.second_kind import moves as m
from atoll.second_kind.draws import chance_text
from atoll.second_kind.happenings import (
    AlgaPlayed,
    Attacked,
    BlueFreed,
    BlueMoved,
    CardBought,
    CardCancelled,
    CardDiscarded,
    CardDrawn,
    CardPlayed,
    Changed,
    Collected,
    Consumed,
    CoralNamed,
    CoralTaken,
    CrownAttacked,
    CrownGone,
    CrownMoved,
    CubeTaken,
    Dipped,
    Done,
    Ended,
    Fed,
    Laid,
    Locked,
    Passed,
    Refilled,
    Removed,
    Reshuffled,
    Returned,
    Shifted,
    Swapped,
    TerrainLaid,
    Unlocked,
)
from atoll.second_kind.heaps import ASIDE, BLUE, CROWNS, CURRENT, DIP, DRAW_CARD, FISH, ROCKS, SEA, WATERS
from atoll.second_kind.notation import places_of, text
from atoll.second_kind.reading import read_cell
from atoll.second_kind.state import SecondKind
from atoll.second_kind.tables import CARD_NAMES, KINDS, TOKENS, of_kind


def move_events(before: SecondKind, move: int, after: SecondKind, viewer: int) -> list[Event]:
    """What a move did, in order, as a seat (or a spectator) may see it."""
    who = before.seat + 1
    said = text(before, move).split(" ")
    out = _told(before, move, after, viewer, who, said)
    return [*out, *_consequences(before, after, who, said), *_what_follows(before, after)]


def _told(before: SecondKind, move: int, after: SecondKind, viewer: int, who: int, said: list[str]) -> list[Event]:
    """What the line itself says."""
    verb = said[0]
    if verb == "fish":
        return [base.FishChosen(who, said[1] if sees(viewer, before.seat) else None)]
    if verb == "cubes":
        return [base.CubesTaken(who, PAIR_NAMES[move - TAKE_CUBES])]
    if verb == "larva":
        return [base.LarvaPlayed(who, LETTERS[move - LARVA])]
    if verb == "tile":
        return [base.TileBought(who, LETTERS[move - TILE], "bag" if before.bag[move - TILE] else "bonus")]
    if verb == "collect":
        space = move - COLLECT
        return [Collected(who, LETTERS[space], _tiles(of_seat(before.sea, space), before.special[SEA + space]))]
    if verb == "shrimp":
        return [base.ShrimpIntroduced(who, said[1])]
    if verb == "move":
        return [base.ShrimpMoved(who, said[1], None if said[2] == "screen" else said[2])]
    if verb == "pass":
        if before.ended:
            return [base.Declined(who)]
        return [Passed(who, "current" if before.asked == CURRENT else "growth" if before.growing else "start")]
    if verb in ("polyp", "grow"):
        return _laid(before, move, after, who)
    if verb == "eat" and len(said) > 2:
        return [CardPlayed(who, said[2], "meal")]
    if verb == "play":
        return [CardPlayed(who, said[1], "blue" if len(said) > 2 else "text"), *_cancelled(before, who, said[1])]
    if verb == "alga":
        return _alga(before, move - m.ALGA, after, who)
    return _simple(before, move, after, who, said)


def _cancelled(before: SecondKind, who: int, card: str) -> list[Event]:
    cancels = before.asked == CURRENT and card == "strong-current"
    return [CardCancelled(who, CARD_NAMES[before.card])] if cancels else []


def _simple(before: SecondKind, move: int, after: SecondKind, who: int, said: list[str]) -> list[Event]:
    """Lines that are told by their own words."""
    verb, *words = said
    if verb in ("cube", "trade"):
        tile = words[1] if len(words) > 1 else words[0]
        return [CubeTaken(who, words[0], tile, "front" if verb == "cube" else "screen")]
    if verb == "lay":
        rock, bit = _spot(before, (move - m.LAY) % m.BOARD)
        met = (before.layer(rock, WATERS) if words[0] == "rock" else before.layer(rock, ROCKS)) & bit
        return [TerrainLaid(who, words[0], words[1], bool(met) and words[0] != "crown")]
    if verb == "buy":
        if words[0] == "cube":
            return [CardBought(who, None, words[1], "cube")]
        return [CardBought(who, words[0], None, "front" if len(words) > 1 else "screen")]
    if verb == "blue":
        return [BlueMoved(who, *(None if word in ("-", "off") else word for word in words))]
    if verb == "push":
        [cell] = places_of(before, before.spot // PLACES, BIT[before.spot % PLACES])
        return [BlueMoved(who, cell, None if words[0] == "off" else words[0])]
    if verb == "crown":
        rock, bit = _cell(before, words[1])
        return [CrownAttacked(who, words[0], words[1], TOKENS[before.kind_at(rock, bit)])]
    if verb == "remove":
        rock, bit = _cell(before, words[0])
        return [Removed(who, words[0], TOKENS[before.kind_at(rock, bit)])]
    if verb == "coral":
        rock, bit = _cell(before, words[0])
        return [CoralNamed(who, places_of(before, rock, before.coral(rock, bit)), after.left)]
    if verb == "unlock":
        return [Unlocked(who, tile_lies(after, move - m.UNLOCK))]
    if verb == "shift":
        start, to = divmod(move - m.SHIFT, TILES)
        return [Shifted(who, tile_lies(before, start), tile_lies(after, to)), *_turned(before, after, who)]
    plain: dict[str, Event] = {
        "discard": CardDiscarded(who, " ".join(words)),
        "change": Changed(who, " ".join(words)),
        "end": Ended(who),
        "done": Done(who),
        "dislodge": CrownGone(who, " ".join(words), False),
        "consume": Consumed(who, " ".join(words)),
        "bag": Returned(who, words),
    }
    if verb == "drive":
        return [CrownMoved(who, words[0], words[1])]
    if verb == "swap":
        return [Swapped(who, words[0], words[1])]
    return [plain[verb]] if verb in plain else []


def _tiles(counts: list[int], special: int) -> list[str]:
    found = [LETTERS[colour] for colour, number in enumerate(counts) for _ in range(number)]
    return found + [TOKENS[kind] for kind in range(COLOURS, KINDS) for _ in range(of_kind(special, kind))]


def _spot(state: SecondKind, cell: int) -> tuple[int, int]:
    return cell // PLACES, BIT[cell % PLACES]


def _cell(state: SecondKind, name: str) -> tuple[int, int]:
    return _spot(state, read_cell(state, name))


def _laid(before: SecondKind, move: int, after: SecondKind, who: int) -> list[Event]:
    """A polyp, what it attacked and what grew beside it."""
    grown = move >= m.GROW
    colour = (move - m.GROW) // m.BOARD if grown else before.open
    rock, bit = _spot(before, (move - (m.GROW if grown else m.POLYP)) % m.BOARD)
    source = "bag" if grown else "front" if move >= m.POLYP + 11 * m.BOARD else "screen"
    [cell] = places_of(before, rock, bit)
    tile, sides = LETTERS[colour], None
    words = text(before, move).split(" ")
    if not grown and len(words) > 2 and words[2] != "c":
        tile = words[2]
        sides = words[3] if len(words) > 3 and words[3] != "c" else None
    out: list[Event] = [Laid(who, tile, LETTERS[colour], cell, sides, source)]
    victim = before.colour_at(rock, bit)
    if victim >= 0:
        out.append(Attacked(who, TOKENS[before.kind_at(rock, bit)], cell))
        out += _split(before, after, who, rock, before.coral(rock, bit) & ~bit, victim)
    star = before.star[rock]
    if star != bit and star & after.grown(rock) & ~before.grown(rock):
        [there] = places_of(before, rock, star)
        kept = before.bag[colour] - (1 if grown else 0) > 0
        out.append(base.Grown(who, LETTERS[colour], there, "bag" if kept else "bonus"))
    return out


def _split(before: SecondKind, after: SecondKind, who: int, rock: int, left: int, colour: int) -> list[Event]:
    parts = []
    while left:
        part = after.coral(rock, left & -left)
        if not part:
            left &= left - 1
            continue
        parts.append(places_of(after, rock, part))
        left &= ~part
    return [base.Split(who, LETTERS[colour], parts)] if len(parts) > 1 else []


def _alga(before: SecondKind, code: int, after: SecondKind, who: int) -> list[Event]:
    rest, target = divmod(code, m.TARGETS)
    alga, kind = divmod(rest, m.PAYMENTS)
    name, paid = ALGA_NAMES[alga], None if kind == m.FREE else TOKENS[kind]
    out: list[Event] = []
    if target == TILES:
        out.append(AlgaPlayed(who, name, paid, ALGA_NAMES[before.alga] if before.alga >= 0 else None))
    else:
        out.append(Locked(who, name, paid, tile_lies(after, target), count(after.covered)))
    return [*out, *_turned(before, after, who)]


def _turned(before: SecondKind, after: SecondKind, who: int) -> list[Event]:
    turned = [tile for tile in range(TILES) if (before.turned ^ after.turned) >> tile & 1]
    names = ["".join(sorted(tile_lies(after, tile))) for tile in turned]
    return [base.Turned(who, names, [tile_lies(after, tile) for tile in turned])] if turned else []


# What a line brings about


def _consequences(before: SecondKind, after: SecondKind, who: int, said: list[str]) -> list[Event]:
    out: list[Event] = []
    eater = max(range(before.seats), key=lambda seat: after.eaten[seat] - before.eaten[seat])
    if after.eaten[eater] > before.eaten[eater]:
        out += _eaten(before, after, eater)
    elif before.special[ASIDE] or before.aside:
        out += _put_away(before, after, before.player, said)
    out += _crowns(before, after, who, said)
    if before.blue_at_sea and not after.blue_at_sea:
        out.append(BlueFreed(who))
    if after.shuffle > before.shuffle:
        out.append(Reshuffled(who))
    tiles = letters(list(before.bonus))
    if tiles and after.bonus_gone:
        out.append(base.BonusIntoBag(who, tiles))
    return out


def _eaten(before: SecondKind, after: SecondKind, eater: int) -> list[Event]:
    """A coral that a parrotfish ate, with or without a window before it."""
    for rock in range(before.seats):
        standing = before.shrimps[rock * before.seats + eater] & ~after.shrimps[rock * before.seats + eater]
        if standing:
            break
    coral = before.coral(rock, standing)
    colour = before.colour_at(rock, standing)
    kinds = [before.kind_at(rock, BIT[at]) for at in range(PLACES) if coral >> at & 1]
    shrimp_to = "fish" if before.eaten[eater] else "sea"
    cells = places_of(before, rock, coral)
    [shrimp] = places_of(before, rock, standing)
    tiles = [TOKENS[kind] for kind in sorted(kinds)]
    out: list[Event] = [CoralTaken(eater + 1, LETTERS[colour], cells, shrimp, shrimp_to, tiles)]
    out += [BlueMoved(eater + 1, cell, None) for cell in places_of(before, rock, before.layer(rock, BLUE) & coral)]
    return out + _put_away(before, after, eater, [], tiles)


def _put_away(
    before: SecondKind, after: SecondKind, eater: int, said: list[str], aside: list[str] | None = None
) -> list[Event]:
    """What of the tiles laid aside went into the bag by itself, and into the fish."""
    plain = [before.aside if before.hue == colour else 0 for colour in range(COLOURS)]
    tiles = _tiles(plain, before.special[ASIDE]) if aside is None else aside[:]
    if said[:1] == ["bag"]:
        tiles.remove(said[1])
    left = _tiles([after.aside if after.hue == colour else 0 for colour in range(COLOURS)], after.special[ASIDE])
    kept = _tiles(of_seat(after.fish, eater), after.special[FISH + eater])
    for tile in _tiles(of_seat(before.fish, eater), before.special[FISH + eater]):
        kept.remove(tile)
    for tile in left + kept:
        tiles.remove(tile)
    out: list[Event] = [Returned(eater + 1, tiles)] if tiles else []
    return out if left else [*out, Fed(eater + 1, kept)]


def _crowns(before: SecondKind, after: SecondKind, who: int, said: list[str]) -> list[Event]:
    """Crowns that died, and blue shrimps that left without a line."""
    out: list[Event] = []
    there = {cell for rock in range(before.seats) for cell in places_of(before, rock, before.layer(rock, CROWNS))}
    if said[0] in ("crown", "drive"):
        there = there - {said[1]} | {said[2]}
    elif said[0] == "dislodge":
        there -= {said[1]}
    elif said[:2] == ["lay", "crown"]:
        there |= {said[2]}
    alive = {cell for rock in range(after.seats) for cell in places_of(after, rock, after.layer(rock, CROWNS))}
    if said[0] == "crown" and after.asked == 0 and after.beside > before.beside:
        out.append(BlueMoved(who, said[2], None))
    if said[0] == "crown":
        rock, bit = _cell(before, said[2])
        colour = before.colour_at(rock, bit)
        out += _split(before, after, who, rock, before.coral(rock, bit) & ~bit, colour)
    return out + [CrownGone(who, cell, True) for cell in sorted(there - alive)]


def chance_events(before: SecondKind, outcome: list[int], after: SecondKind, viewer: int) -> list[Event]:
    """What chance did: cards are seen by their buyer alone."""
    who = before.player + 1 if before.player >= 0 else before.mover + 1
    out: list[Event] = []
    if before.asked == DRAW_CARD:
        out.append(CardDrawn(who, CARD_NAMES[outcome[0]] if sees(viewer, before.player) else None))
    elif before.asked == DIP:
        out.append(Dipped(who, chance_text(before, outcome).split(" ")[1:]))
    else:
        drawn = zip(before.spaces_to_refill(), outcome, strict=True)
        out.append(Refilled(who, {LETTERS[space]: TOKENS[kind] for space, kind in drawn}))
    tiles = letters(list(before.bonus))
    if tiles and after.bonus_gone:
        out.append(base.BonusIntoBag(who, tiles))
    return [*out, *_what_follows(before, after)]


def _what_follows(before: SecondKind, after: SecondKind) -> list[Event]:
    out: list[Event] = []
    reason = ENDS[after.ended]
    if reason and not before.ended and not after.over:
        out.append(base.GameEnds(after.ender + 1, reason, None, None))
    if reason and after.over:
        winners = [seat + 1 for seat in after.winners()]
        out.append(base.GameEnds(after.ender + 1, reason, list(after.scores()), winners))
    elif after.mover != before.mover:
        out.append(base.TurnBegins(after.mover + 1, bool(after.ended)))
    return out
