"""«Why not» can be asked of any text, and agrees with the legal moves."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import atoll
from atoll import Game
from atoll.core.state import ALL_SEEING
from atoll.reef_encounter.tables import ALGA_NAMES, CELL_NAMES, LETTERS, TILE_NAMES
from tests.reef_encounter.build import CHEQUERED, changed, play, table
from tests.walk import scaled, walk

COLOURS = {"w": "white", "y": "yellow", "o": "orange", "p": "pink", "g": "grey"}


def every_text(game: Game, rng: random.Random) -> Iterator[str]:
    """Every move text there is for a table of this size; of shrimp moves those of all shrimps, and some others."""
    cells = [f"{rock + 1}{cell}" for rock in range(game.seats) for cell in CELL_NAMES]
    for letter in LETTERS:
        for verb in ("fish", "larva", "cube", "tile", "collect"):
            yield f"{verb} {letter}"
        for other in LETTERS:
            if letter <= other:
                yield f"cubes {letter}{other}"
        for alga in ALGA_NAMES:
            for target in [*("".join(sorted(name)) for name in TILE_NAMES), "sea"]:
                yield f"alga {alga} {letter} {target}"
    for cell in cells:
        yield f"eat {cell}"
        yield f"polyp {cell}"
        yield f"polyp {cell} c"
        yield f"shrimp {cell}"
    standing = [cell for rock in game.view()["rocks"] for cell in rock["shrimps"]]
    for start in [*standing, *rng.sample(cells, 2)]:
        yield f"move {start} screen"
        for end in cells:
            yield f"move {start} {end}"
    yield "pass"


@pytest.mark.parametrize(("seats", "advanced"), [(2, "no"), (3, "yes"), (4, "no")])
def test_a_text_has_an_objection_exactly_when_it_is_not_legal(seats: int, advanced: str) -> None:
    rng = random.Random(seats)
    asked = 0
    rulings = set()
    for seed in range(scaled(20, least=4)):
        game = atoll.new("reef-encounter", seats, {"advanced": advanced}, seed)
        for _ in walk(game, rng, rng.choice([1, 2, 8, 30, 80, 200, 400])):
            pass
        legal = set(game.texts())
        for text in every_text(game, rng):
            objection = game.why_not(text)
            assert (objection is None) == (text in legal), f"{text}: {game.position(ALL_SEEING)}"
            if objection:
                assert objection.ruling
                assert all(objection.text(language) for language in ("en", "fr", "it"))
                rulings.add(objection.ruling)
            asked += 1
    assert asked > scaled(20, least=4) * 500
    assert len(rulings) > 5
    assert rulings <= set(atoll.kind("reef-encounter").rulings)


@pytest.mark.ruling("record")
@pytest.mark.parametrize(
    "text",
    ["", " ", "polyp", "polyp 1d4 x", "polyp 1d4 c c", "polyp 5d4", "polyp 1h4", "polyp 1d7", "eat", "larva q",
     "larva ww", "cubes w", "cubes wyo", "alga red o", "alga pink o sea", "alga red o ww", "alga red o bag",
     "move 1d4", "move 1d4 deck", "pass now", "PASS", "larva  w", "larva w ", "collect\tw", "larva w\n", "üben"],
)  # fmt: skip
def test_what_is_no_move_is_said_to_be_none(text: str) -> None:
    game = atoll.new(seed=1)
    objection = game.why_not(text)
    assert objection is not None
    assert objection.ruling == "record"
    assert objection.text("fr") != objection.text("en")


# What an answer says is true, and doing what it suggests helps.

COLONY = """
~  ~  ~  w1 w  .  ~
~  .  .  .  .  .  ~
.  .  ~  .  y2 .  .
.  .  .  *  .  ~  .
y  .  .  ~  .  .  .
.  .  .  .  .  .  .
"""


def answer(game: Game, move: str) -> tuple[str | None, str]:
    """The ruling that forbids a move, and the sentence; it is said in every language."""
    error = game.why_not(move)
    assert error is not None, f"{move} is legal"
    sentences = {error.message.text(language) for language in ("en", "fr", "it")}
    assert len(sentences) == 3
    return error.ruling, error.message.text()


@pytest.mark.parametrize(("cell", "words"), [("1a5", "no shrimp on 1a5"), ("1e3", "stands on 1e3: seat 2")])
@pytest.mark.parametrize("to", ["screen", "1a4"])
def test_action_5_moves_ones_own_shrimps(cell: str, words: str, to: str) -> None:
    ruling, sentence = answer(table({1: COLONY}), f"move {cell} {to}")
    assert ruling == "order"
    assert words in sentence


def test_eating_is_over_once_a_larva_is_played_whatever_is_placed_first() -> None:
    rock = changed(COLONY, f1="w", d2="w", e2="w")
    game = table({1: rock}, hand={1: "p"}, cubes={1: "p"})
    play(game, "larva p")
    ruling, sentence = answer(game, "eat 1d1")
    assert ruling == "order"
    assert "first action" in sentence
    assert answer(play(game, "polyp 1a6"), "eat 1d1") == (ruling, sentence)


@pytest.mark.parametrize(
    ("moves", "move", "ruling"),
    [
        (("larva w", "polyp 1a6", "larva p"), "larva o", "order"),
        (("shrimp 1a5", "larva w"), "shrimp 1e1", "order"),
        (("larva w",), "alga green o wy", "locking"),
    ],
)
def test_what_stays_forbidden_all_turn_is_said_at_once(moves: tuple[str, ...], move: str, ruling: str) -> None:
    game = table({1: COLONY}, hand={1: "wwpo"}, front={1: "o"}, cubes={1: "wpo"})
    assert answer(play(game, *moves), move)[0] == ruling


def test_what_can_be_done_afterwards_waits_for_the_polyp() -> None:
    game = table({1: COLONY}, hand={1: "wwpo"}, cubes={1: "wpo"})
    ruling, sentence = answer(play(game, "larva w"), "larva p")
    assert ruling == "open action"
    assert "one white polyp is placed before" in sentence


@pytest.mark.parametrize("beside", [{"a4": "o"}, {"a4": "o", "b4": "o"}, {}])
def test_a_weaker_polyp_is_told_so_however_many_there_are(beside: dict[str, str]) -> None:
    game = table({1: changed(COLONY, **beside)}, hand={1: "o"}, cubes={1: "o"})
    ruling, sentence = answer(play(game, "larva o"), "polyp 1a5")
    assert (ruling, sentence) == ("attack", "orange does not eat yellow: on their coral tile yellow is the stronger")


def test_a_stronger_polyp_is_told_how_many_it_needs() -> None:
    game = table({1: changed(COLONY, a4="w")}, hand={1: "w"}, cubes={1: "w"})
    ruling, sentence = answer(play(game, "larva w"), "polyp 1a5")
    assert ruling == "attack"
    assert "white needs a coral of two polyps" in sentence


def test_consumed_polyps_are_offered_only_where_there_are_some() -> None:
    for front, offered in (("", False), ("w", True)):
        game = table(hand={1: "wwwww"}, front={1: front}, cubes={1: "w"})
        play(game, "larva w", "polyp 1a3", "polyp 1b3", "polyp 1a4", "polyp 1a5")
        ruling, sentence = answer(game, "polyp 1a6")
        assert ruling == "four"
        assert ("consumed" in sentence) == offered
        assert (game.why_not("polyp 1a6 c") is None) == offered


def test_a_space_is_judged_before_the_number_of_polyps() -> None:
    game = table(hand={1: "wwwww"}, front={1: "w"}, cubes={1: "w"})
    play(game, "larva w", "polyp 1a3", "polyp 1b3", "polyp 1a4", "polyp 1a5")
    assert answer(game, "polyp 1a1")[0] == "empty"


def test_ones_own_shrimp_in_the_way_is_named() -> None:
    rocks = CHEQUERED | {1: changed(CHEQUERED[1], g6=".1")}
    game = table(rocks, hand={1: "p"}, cubes={1: "p"}, turn="t1a")
    ruling, sentence = answer(game, "larva p")
    assert ruling == "open action"
    assert sentence == "pink polyps could go only where your own shrimps are in the way: move one first (1g6)"
    assert play(game, "move 1g6 screen").why_not("larva p") is None


def test_a_full_reef_is_not_blamed_on_a_shrimp() -> None:
    ruling, sentence = answer(table(CHEQUERED, hand={1: "p"}, cubes={1: "p"}), "larva p")
    assert (ruling, sentence) == ("open action", "no space on any rock can take pink polyps")


def test_nobody_is_sent_to_a_third_larva() -> None:
    game = table({1: COLONY}, hand={1: "wpp"}, cubes={1: "wpo"}, front={1: "o"})
    assert "play a larva first" in answer(game, "polyp 1a6")[1]
    play(game, "larva w", "polyp 1a6", "larva p", "polyp 1b6", "cube o")
    ruling, sentence = answer(game, "polyp 1c6")
    assert ruling == "open action"
    assert "two larvae" in sentence


def test_a_coral_is_eaten_where_its_shrimp_stands() -> None:
    rock = changed(COLONY, f1="w", d2="w", e2="w")
    ruling, sentence = answer(table({1: rock}), "eat 1e1")
    assert ruling == "eating"
    assert "1d1" in sentence


def test_a_fish_is_fed_once() -> None:
    game = atoll.new(seed=1)
    while game.view()["phase"] == "fish":
        game.apply(game.texts()[0])
    ruling, sentence = answer(game, "fish w")
    assert ruling == "cubes"
    assert "already" in sentence


@pytest.mark.parametrize(("turned", "name"), [("", "yellow over orange"), ("yo", "orange over yellow")])
def test_a_coral_tile_is_called_by_its_colours_as_it_lies(turned: str, name: str) -> None:
    locked = table(front={1: "o"}, eaten={1: 1}, turned=turned, locked="yo")
    assert answer(locked, "alga blue o oy") == ("locking", f"the coral tile “{name}” is locked already")
    game = table(front={1: "o"}, eaten={1: 1}, turned=turned)
    assert f"the coral tile “{name}” is" in answer(game, "alga green o oy")[1]


def test_the_log_calls_coral_tiles_as_they_lie() -> None:
    game = table(front={1: "oo"}, eaten={1: 1}, turned="yo")
    locked, turned = (event.message() for event in game.events("alga red o yo")[:2])
    assert "the coral tile “orange over yellow”" in locked.text()
    assert "«\u00a0orange sur jaune\u00a0»" in locked.text("fr")
    assert "«arancione su giallo»" in locked.text("it")
    lying = {tile["strong"] + tile["weak"] for tile in play(game, "alga red o yo").view()["tiles"]}
    names = {f"{COLOURS[pair[0]]} over {COLOURS[pair[1]]}" for pair in lying}
    assert set(turned.text().removeprefix("Coral tiles have turned: ").split(", ")) <= names


def test_a_coral_tile_is_looked_at_before_the_purse() -> None:
    assert answer(table(eaten={1: 1}, locked="yo"), "alga blue o oy")[0] == "locking"
    assert answer(table(eaten={1: 1}), "alga blue o sea")[0] == "action 7"
