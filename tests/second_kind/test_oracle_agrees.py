"""The engine of the expansion and a naive oracle, written apart from each other, agree line by line."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest

from atoll.core.errors import RuleError
from atoll.core.game import Game
from atoll.games import kind
from tests.oracle.second_kind import Game as Oracle
from tests.oracle.second_kind import random_chance, random_header, random_line, replay
from tests.oracle.second_kind_board import BICOLOURS, TILES
from tests.oracle.second_kind_examples import CASES, Case, Facts, name, run
from tests.second_kind.bridge import Engine
from tests.second_kind.crowded import crowded
from tests.walk import scaled

GAME_DECISIONS = 700
CROWDED_DECISIONS = 400
SCARCE_DECISIONS = 300
TABLES = [
    (seats, advanced, expansion) for seats in (2, 3, 4) for advanced in (False, True) for expansion in ("yes", "dealt")
]
KEPT = sorted((Path(__file__).parent / "fixtures").glob("*.txt"))
EVEN: dict[str, float] = {}  # every kind of line as often as any other


def check(engine: Engine, oracle: Oracle) -> None:
    """The same position, the same seat to decide, the same lines."""
    assert engine.snapshot() == oracle.snapshot()
    assert engine.seat_to_decide() == oracle.seat_to_decide()
    lines = engine.legal()
    assert lines == oracle.legal()
    assert len(lines) == len(set(lines))
    assert not lines or len(lines) == len(engine.game.legal())


def step(engine: Engine, oracle: Oracle, rng: random.Random) -> str:
    """One line on both sides; now and then the engine goes on from the line of its position."""
    if rng.random() < 0.05:
        engine.reread()
    if oracle.seat_to_decide() == "chance":
        if rng.random() < 0.3:
            refuse_what_chance_cannot(engine, oracle, rng)
        line = random_chance(rng, oracle)
        engine.chance(spelled_otherwise(line, oracle, rng))
        oracle.chance(line)
    else:
        # Biased play builds and eats, even play tries everything out: both see other positions.
        line = random_line(rng, oracle) if rng.random() < 0.7 else random_line(rng, oracle, EVEN)
        engine.apply(spelled_otherwise(line, oracle, rng))
        oracle.apply(line)
    return line


def spelled_otherwise(line: str, oracle: Oracle, rng: random.Random) -> str:
    """Another text that means the same: two colours the other way round, another cell of the coral, tiles shuffled."""
    word, *rest = line.split()
    if rng.random() < 0.7:
        return line
    if word == "coral":
        rest = [rng.choice(sorted(oracle.corals()[rest[0]]))]
    elif word == "dip":
        rng.shuffle(rest)
    for place, said in enumerate(rest):
        space, colon, tile = said.rpartition(":")
        if tile in BICOLOURS:
            rest[place] = space + colon + tile[::-1]
    return " ".join([word, *rest])


def refuse_what_chance_cannot(engine: Engine, oracle: Oracle, rng: random.Random) -> None:
    """Any tiles, or a card of any place: what the oracle cannot draw the engine does not read either."""
    word, *rest = random_chance(rng, oracle).split()
    kinds = [rng.choice(list(TILES)) for _ in rest]
    if word == "refill":
        rest = [space[:2] + kind for space, kind in zip(rest, kinds, strict=True)]
    elif word == "dip":
        rest = sorted(kinds)
    else:
        rest[1] = rng.choice(sorted(oracle.discard) or [rest[1]])
    text = " ".join([word, *rest])
    try:
        oracle.copy().chance(text)
    except ValueError:
        with pytest.raises(RuleError):
            engine.chance(text)


@pytest.mark.parametrize(("seats", "advanced", "expansion"), TABLES)
def test_the_oracle_agrees_through_whole_games(seats: int, advanced: bool, expansion: str) -> None:
    rng = random.Random(f"games {seats} {advanced} {expansion}")
    wanted, seen = scaled(GAME_DECISIONS), 0
    while seen < wanted:
        header = random_header(rng, seats, advanced, expansion, house=rng.random() < 0.6)
        oracle = Oracle.from_header(header)
        options = {"advanced": "yes" if advanced else "no", "expansion": expansion}
        engine = Engine(Game.dealt(kind("reef-encounter"), seats, options, header[4:]))
        while oracle.seat_to_decide() != "over" and seen < wanted:
            check(engine, oracle)
            step(engine, oracle, rng)
            seen += 1
        check(engine, oracle)
        assert engine.scores() == oracle.scores()
        if engine.game.over:
            assert engine.winners() == oracle.winners()


def follow(rng: random.Random, oracle: Oracle, most: int) -> Counter[str]:
    """So many decisions from a position of the oracle on; how often each kind of line was made, and how it ended."""
    engine = Engine.at(oracle.snapshot())
    made: Counter[str] = Counter()
    while oracle.seat_to_decide() != "over" and made.total() < most:
        check(engine, oracle)
        made[step(engine, oracle, rng).split()[0]] += 1
    check(engine, oracle)
    assert engine.scores() == oracle.scores()
    if oracle.ended and oracle.phase == "over":
        assert engine.winners() == oracle.winners()
        made[oracle.ended] += 1
    return made


@pytest.mark.parametrize(("seats", "advanced", "expansion"), TABLES)
def test_the_oracle_agrees_on_crowded_positions(seats: int, advanced: bool, expansion: str) -> None:
    rng = random.Random(f"crowded {seats} {advanced} {expansion}")
    wanted, made = scaled(CROWDED_DECISIONS), Counter[str]()
    while made.total() < wanted:
        oracle = crowded(rng, seats, advanced, expansion)
        if oracle.legal():
            made += follow(rng, oracle, 12)


@pytest.mark.parametrize(("seats", "advanced", "expansion"), TABLES)
def test_the_oracle_agrees_where_tiles_are_scarce(seats: int, advanced: bool, expansion: str) -> None:
    rng = random.Random(f"scarce {seats} {advanced} {expansion}")
    wanted, made = scaled(SCARCE_DECISIONS), Counter[str]()
    while made.total() < wanted:
        oracle = crowded(rng, seats, advanced, expansion, scarce=True)
        if oracle.legal():
            made += follow(rng, oracle, 12)


@pytest.mark.parametrize("record", KEPT[: scaled(len(KEPT), 2)], ids=lambda record: record.stem)
def test_the_oracle_follows_the_kept_games(record: Path) -> None:
    oracle = replay(record.read_text("utf-8"))
    assert oracle.seat_to_decide() == "over"
    assert record.stem.startswith(oracle.ended or "-")


def build(facts: Facts) -> Engine:
    """The engine at the position of a case; the oracle sees whether a turn that begins has a window."""
    return Engine.at(Oracle.from_snapshot(facts).snapshot())


@pytest.mark.parametrize("case", CASES, ids=map(name, CASES))
def test_the_engine_plays_the_positions_made_by_hand(case: Case) -> None:
    run(case, build)
