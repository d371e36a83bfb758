"""«Why not» can be asked of any text, and agrees with the legal moves; and what is hidden stays hidden."""

from __future__ import annotations

import json
import random
from collections import Counter

import pytest

import atoll
from atoll import AtollError, Game, Rng
from atoll.core.state import ALL_SEEING, SPECTATOR
from atoll.reef.tables import CARDS, CELL_NAMES
from tests.reef.build import play, table
from tests.walk import scaled, walk

TEXTS = [
    *(f"{verb} {colour} {cell}" for verb in ("start", "lay") for colour in "rygp" for cell in CELL_NAMES),
    *(f"{verb} {card}" for verb in ("take", "top", "play") for card in range(1, CARDS + 1)),
]


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("start", ["centre", "free"])
def test_a_text_has_an_objection_exactly_when_it_is_not_legal(seats: int, start: str) -> None:
    rng = random.Random(seats)
    rulings = set()
    for game in walk(atoll.new("reef", seats, {"start": start}, seats), rng):
        legal = set(game.texts())
        for text in TEXTS:
            objection = game.why_not(text)
            assert (objection is None) == (text in legal), f"{text}: {game.position(ALL_SEEING)}"
            if objection:
                assert all(objection.text(language) for language in ("en", "fr", "it"))
                rulings.add(objection.ruling)
    assert rulings >= {"start", "hand", "top card", "end"}
    assert rulings <= set(atoll.kind("reef").rulings)


@pytest.mark.ruling("record")
@pytest.mark.parametrize(
    "text",
    ["", "take", "take 0", "take 61", "take 07", "take x", "lay r", "lay w a1", "lay r e1", "lay r a5", "play 1 2",
     "start r", "TAKE 1", "take  1", "larva w", "take ²"],
)  # fmt: skip
def test_what_is_no_move_is_said_to_be_none(text: str) -> None:
    objection = atoll.new("reef", seed=1).why_not(text)
    assert objection is not None
    assert objection.ruling == "record"
    assert objection.text("it") != objection.text("en")


def other_world(game: Game, seat: int, rng: random.Random) -> Game | None:
    """The same open play over another deal, or None if it could not have happened so."""
    header = list(game.header)
    for at, line in enumerate(header):
        words = line.split()
        if words[0] == "hand" and int(words[1]) - 1 != seat:
            cards = [card if rng.random() < 0.5 else str(rng.randint(1, CARDS)) for card in words[2:]]
            header[at] = " ".join([*words[:2], *sorted(cards, key=int)])
    try:
        return atoll.read("\n".join([*header, *game.log]))
    except AtollError:
        return None


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_view_does_not_change_when_everything_hidden_from_it_is_permuted(seats: int) -> None:
    rng = random.Random(seats)
    worlds = 0
    for seed in range(scaled(60, least=10)):
        game = atoll.new("reef", seats, None, seed)
        for _ in walk(game, rng, rng.choice([1, 10, 20, 40])):
            pass
        for seat in (*range(seats), SPECTATOR):
            for _ in range(5):
                other = other_world(game, seat, rng)
                if other is not None and not game.over:
                    assert json.dumps(other.view(seat)) == json.dumps(game.view(seat))
                    assert other.position(seat) == game.position(seat)
                    assert other.draw(seat) == game.draw(seat)
                    worlds += other.position(ALL_SEEING) != game.position(ALL_SEEING)
    assert worlds > 20


def test_a_redeal_is_uniform_over_the_cards_that_could_be_in_a_hand() -> None:
    game = atoll.new("reef", seats=2, seed=3)
    for _ in range(8):
        game.apply(game.texts()[0])
    game.apply(next(text for text in game.texts() if text.startswith("take")))
    own = set(game.view(0)["players"][0]["hand"])
    shown = {place["card"] for place in game.view()["display"]} | {game.view()["top"]}
    unknown = sorted(set(range(1, CARDS + 1)) - own - shown)
    rng = Rng(3)
    draws = scaled(30_000)
    found: Counter[int] = Counter()
    for _ in range(draws):
        found.update(game.redeal(0, rng).view(1)["players"][1]["hand"])
    assert set(found) <= set(unknown)
    expected = 2 * draws / len(unknown)
    chi_square = sum((found[card] - expected) ** 2 / expected for card in unknown)
    assert chi_square < len(unknown) + 6 * (2 * len(unknown)) ** 0.5


# What an answer says is true, and doing what it suggests helps.


def answer(game: Game, move: str) -> tuple[str | None, str]:
    """The ruling that forbids a move, and the sentence; it is said in every language."""
    error = game.why_not(move)
    assert error is not None, f"{move} is legal"
    sentences = {error.message.text(language) for language in ("en", "fr", "it")}
    assert len(sentences) == 3
    return error.ruling, error.message.text()


@pytest.mark.parametrize("move", ["take 58", "top 58", "play 2"])
def test_pieces_that_are_owed_are_a_matter_of_the_turn(move: str) -> None:
    game = play(table(hands=[[1, 2]]), "play 1")
    ruling, sentence = answer(game, move)
    assert ruling == "hand"
    assert "its pieces are laid before anything else" in sentence


def test_a_piece_that_the_card_does_not_give_is_not_laid() -> None:
    game = play(table(hands=[[1]]), "play 1")
    given = set(game.view()["left"])
    other = next(colour for colour in "rygp" if colour not in given)
    assert answer(game, f"lay {other} a1")[0] == "hand"


def test_a_card_that_does_not_lie_there_is_not_taken() -> None:
    game = table()
    assert answer(game, "take 1") == ("hand", "card 1 is not in the display, which shows 58, 59, 60")
    assert answer(game, "top 1")[0] == "top card"


def test_the_top_card_is_not_for_nothing() -> None:
    ruling, sentence = answer(table(), "take 57")
    assert ruling == "top card"
    assert "costs a point" in sentence
    assert answer(table(points=[0]), "take 57") == ("top card", "there is no point to pay for the top card")


@pytest.mark.parametrize("move", ["take 1", "take 57", "top 1", "top 58"])
def test_a_full_hand_is_said_before_anything_about_cards(move: str) -> None:
    assert answer(table(hands=[[1, 2, 3, 4]], points=[0]), move)[0] == "hand"
