"""The engine and a naive oracle, written apart from each other, agree move by move."""

from __future__ import annotations

import random
from typing import Any, cast

import pytest

from atoll.core.errors import PositionError, RuleError
from atoll.core.game import Game
from atoll.games import at, kind
from atoll.reef_encounter.state import ReefEncounter
from tests.oracle.cases import CASES, Case, opening
from tests.oracle.reef_encounter import HANDS, ROCKS, Oracle, random_deal, random_move, random_refill, reef_of
from tests.reef_encounter.bridge import as_position
from tests.walk import scaled

LETTERS = "wyopg"
GAME_POSITIONS = 2_500
BUSY_POSITIONS = 1_000
SCARCE_POSITIONS = 1_000
TABLES = [(seats, advanced) for seats in (2, 3, 4) for advanced in (False, True)]


def deal_lines(deal: dict[str, Any]) -> list[str]:
    hands = ("".join(letter * p["hand"][letter] for letter in LETTERS) for p in deal["players"])
    return [
        "rocks " + " ".join(map(str, deal["rocks"])),
        "starfish " + ("up" if deal["tiles"][0][0] == "w" else "down"),
        "sea " + " ".join(f"{space}:{deal['sea'][space]}" for space in LETTERS),
        *(f"hand {seat} {hand}" for seat, hand in enumerate(hands, 1)),
    ]


def state_of(game: Game) -> ReefEncounter:
    return cast(ReefEncounter, game.state)


def check(game: Game, oracle: Oracle) -> None:
    """The same position, the same legal moves, and the same next position after one of them."""
    assert as_position(state_of(game)) == oracle.position()
    if not game.over:
        legal = game.texts()
        assert set(legal) == oracle.legal()
        assert len(legal) == len(set(legal)) == len(game.legal())


def step(game: Game, oracle: Oracle, rng: random.Random, hurry: float = 0) -> None:
    if oracle.position()["phase"] == "refill":
        refuse_what_the_bag_lacks(game, oracle, rng)
        text = random_refill(rng, oracle)
        oracle.chance(text)
        game.chance(text)
    else:
        # Uniform play wanders, biased play builds: both see other positions.
        moves = game.texts()
        move = random_move(rng, oracle) if rng.random() < 0.85 else rng.choice(moves)
        if rng.random() < hurry:
            move = rng.choice([text for text in moves if text.startswith("collect")] or [move])
        oracle.apply(move)
        game.apply(move)


def refuse_what_the_bag_lacks(game: Game, oracle: Oracle, rng: random.Random) -> None:
    """Any colours on the spaces to refill: what the oracle cannot draw the engine does not read either."""
    words = [f"{space}:{rng.choice(LETTERS)}" for space in oracle.spaces_to_refill()]
    text = " ".join(["refill", *words])
    try:
        Oracle.from_position(oracle.position()).chance(text)
    except ValueError:
        with pytest.raises(RuleError):
            game.chance(text)


@pytest.mark.parametrize(("seats", "advanced"), TABLES)
def test_the_oracle_agrees_through_whole_games(seats: int, advanced: bool) -> None:
    rng = random.Random(1000 + 10 * seats + advanced)
    seen = 0
    ends = set()
    while seen < scaled(GAME_POSITIONS):
        deal = random_deal(rng, seats, advanced)
        options = {"advanced": "yes" if advanced else "no"}
        game = Game.dealt(kind("reef-encounter"), seats, options, deal_lines(deal))
        oracle = Oracle.from_position(deal)
        while not game.over:
            check(game, oracle)
            step(game, oracle, rng)
            seen += 1
        check(game, oracle)
        assert game.state.scores() == oracle.scores()
        assert [seat + 1 for seat in game.state.winners()] == oracle.winners()
        ends.add(oracle.position()["ended"])
    assert ends <= {"tiles", "shrimps", "full", "shortage"}


def busy_position(rng: random.Random, seats: int, advanced: bool, scarce: bool = False) -> str:
    """A position line such as play seldom reaches: crowded rocks, shrimps everywhere, anything in hand. Where
    tiles are scarce all but a few that would be in the bag are in the last seat's fish."""
    rocks = rng.sample(sorted(ROCKS), seats)
    reef = reef_of(tuple(rocks))
    stock = dict.fromkeys(LETTERS, 40)
    few = rng.sample(LETTERS, rng.randint(2, 5))
    density = rng.choice([0.4, 0.7, 0.9, 0.97, 1.0])
    polyps: dict[str, str] = {}
    for cell in sorted(reef.neighbours):
        if rng.random() < density:
            beside = [polyps[n] for n in reef.neighbours[cell] if n in polyps]
            colour = rng.choice(beside) if beside and rng.random() < 0.6 else rng.choice(few)
            if stock[colour] > 8:
                stock[colour] -= 1
                polyps[cell] = colour
    mover = rng.randrange(seats)
    eaten = [rng.choice([0, 0, 1, 2, 3]) for _ in range(seats)]
    shrimps: dict[str, int] = {}
    for seat in range(seats):
        for _ in range(rng.randint(0, 4 - eaten[seat])):
            free = [cell for cell in polyps if may_stand(cell, seat, polyps, shrimps, reef.neighbours)]
            bare = [c for c in reef.neighbours if c not in polyps and c not in shrimps and room(c, seat, shrimps)]
            if seat == mover and bare and rng.random() < 0.2:
                shrimps[rng.choice(bare)] = seat
            elif free:
                shrimps[rng.choice(sorted(free))] = seat

    def draw(most: int) -> str:
        out = ""
        for _ in range(rng.randint(0, most)):
            letter = rng.choice(LETTERS)
            if stock[letter] > 1:
                stock[letter] -= 1
                out += letter
        return out

    cubes = {letter: rng.randint(0, 9 // seats) for letter in LETTERS}
    blocks, sea, bonus = [], [draw(3) for _ in range(5)], ""
    if not advanced:
        bonus = "".join(letter for letter in LETTERS if rng.random() < 0.8)
        for letter in bonus:
            stock[letter] -= 1
    for seat in range(seats):
        hand, front, fish = draw(6), draw(4), draw(6)
        if not fish:
            fish = "w"
            stock["w"] -= 1
        if scarce and seat == seats - 1:
            left = [letter for letter in LETTERS for _ in range(stock[letter])]
            rng.shuffle(left)
            fish += "".join(left[rng.choice([1, 1, 2, 3, 5, 8]) :])
        held = "".join(letter * rng.randint(0, cubes[letter]) for letter in LETTERS)
        dealt = fish[0] * HANDS[seats][seat]
        blocks.append("/".join([hand or "-", front or "-", held or "-", fish, str(eaten[seat]), dealt, "-"]))
    covered = rng.choice([0, 2, 5, 9])
    places = rng.sample(range(10), covered)
    marks = "".join(rng.choice("UD" if at in places else "+-") for at in range(10))
    turn = f"t{mover + 1}"
    if rng.random() < 0.8:
        larvae = rng.randint(0, 2)
        turn += "a" + (f"l{larvae}" if larvae else "")
        if larvae and rng.random() < 0.7:
            laid = rng.randint(0, 4)
            turn += f"{rng.choice(LETTERS)}{laid}"
        turn += rng.choice(["", "s"]) + (rng.choice(["", "k"]) if covered and eaten[mover] else "")
    bag = "0.0.0.0.0/0.0.0.0.0/-"
    rows = "|".join(drawn(rock, number, polyps, shrimps) for number, rock in enumerate(rocks, 1))
    return " ".join(
        [
            "reef-encounter",
            "adv" if advanced else "std",
            ",".join(map(str, rocks)),
            rows,
            f"{marks},{rng.choice(['-', 'blue', 'red'])}",
            ",".join(tiles or "-" for tiles in sea),
            bonus or "-",
            "|".join(blocks),
            bag,
            turn,
        ]
    )


def room(cell: str, seat: int, shrimps: dict[str, int]) -> bool:
    return sum(1 for c, s in shrimps.items() if s == seat and c[0] == cell[0]) < 2


def may_stand(
    cell: str, seat: int, polyps: dict[str, str], shrimps: dict[str, int], neighbours: dict[str, tuple[str, ...]]
) -> bool:
    coral, edge = {cell}, [cell]
    while edge:
        for other in neighbours[edge.pop()]:
            if other not in coral and polyps.get(other) == polyps[cell]:
                coral.add(other)
                edge.append(other)
    return room(cell, seat, shrimps) and not coral & set(shrimps)


def drawn(rock: int, number: int, polyps: dict[str, str], shrimps: dict[str, int]) -> str:
    rows = []
    for row, printed in enumerate(ROCKS[rock].split(), 1):
        out = ""
        for column, mark in zip("abcdefg", printed, strict=True):
            cell = f"{number}{column}{row}"
            if mark != "~":
                empty = "." if cell in shrimps else "1"
                out += polyps.get(cell, empty) + (f"@{shrimps[cell] + 1}" if cell in shrimps else "")
        rows.append(out)
    return "/".join(rows)


@pytest.mark.parametrize(("seats", "advanced"), TABLES)
def test_the_oracle_agrees_on_crowded_positions(seats: int, advanced: bool) -> None:
    rng = random.Random(2000 + 10 * seats + advanced)
    seen = 0
    refused = 0
    while seen < scaled(BUSY_POSITIONS, least=100):
        line = busy_position(rng, seats, advanced)
        try:
            game = at(line)
        except PositionError:  # more cylinders of a colour than there are
            refused += 1
            continue
        oracle = Oracle.from_position(as_position(state_of(game)))
        for _ in range(4):
            check(game, oracle)
            seen += 1
            if game.over or not game.texts():
                break
            step(game, oracle, rng, hurry=0.3)
    assert refused < seen


@pytest.mark.parametrize(("seats", "advanced"), TABLES)
def test_the_oracle_agrees_where_tiles_are_scarce(seats: int, advanced: bool) -> None:
    rng = random.Random(3000 + 10 * seats + advanced)
    seen = gone = short = 0
    while seen < scaled(SCARCE_POSITIONS, least=200):
        try:
            game = at(busy_position(rng, seats, advanced, scarce=True))
        except PositionError:
            continue
        oracle = Oracle.from_position(as_position(state_of(game)))
        for _ in range(8):
            check(game, oracle)
            seen += 1
            if game.over:
                break
            step(game, oracle, rng, hurry=0.3)
        gone += oracle.bonus_gone
        short += oracle.ended == "shortage"
    assert short
    assert advanced or gone


def line_of(position: dict[str, Any]) -> str:
    """The position line of one of the positions made by hand."""

    def tiles(pile: dict[str, int]) -> str:
        return "".join(letter * pile[letter] for letter in LETTERS) or "-"

    def block(player: dict[str, Any], dealt: int) -> str:
        piles = [tiles(player[key]) for key in ("hand", "consumed", "cubes", "fish")]
        return "/".join([*piles, str(player["eaten"]), piles[-1][0] * dealt, "-"])

    shrimps = {cell: seat - 1 for cell, seat in position["shrimps"].items()}
    rows = [drawn(rock, number, position["polyps"], shrimps) for number, rock in enumerate(position["rocks"], 1)]
    dealt = HANDS[position["seats"]]
    return " ".join(
        [
            "reef-encounter",
            "adv" if position["advanced"] else "std",
            ",".join(map(str, position["rocks"])),
            "|".join(rows),
            "++++++++++,-",
            ",".join(position["sea"][space] or "-" for space in LETTERS),
            tiles(position["bonus"]),
            "|".join(map(block, position["players"], dealt)),
            "0.0.0.0.0/0.0.0.0.0/-",
            "t1",
        ]
    )


@pytest.mark.parametrize("case", CASES, ids=[f"{case['ruling']}: {case['says']}" for case in CASES])
def test_the_oracle_agrees_on_positions_made_by_hand(case: Case) -> None:
    position = opening(case)
    game, oracle = at(line_of(position)), Oracle.from_position(position)
    check(game, oracle)
    for line in case["play"]:
        if line.startswith("* "):
            oracle.chance(line[2:])
            game.chance(line[2:])
        else:
            oracle.apply(line)
            game.apply(line)
        check(game, oracle)
    for line in case.get("refused", []):
        with pytest.raises(RuleError):
            game.chance(line.removeprefix("* "))
