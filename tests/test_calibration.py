"""Whether chances come true is measured rightly."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from benchmarks.reliability import Drawn, picture

import atoll
from atoll import Rng
from atoll.bots.judging import Judge, net_for
from atoll.compiled import compiled
from atoll.study import chances as told
from atoll.study.calibration import Judged, corrected, error, fitted, halves, played, reliability
from atoll.study.chances import AS_JUDGED, chances, judged, one_sharpened, sharpened, sharpness_for


def games(number: int, sharpness: int, seats: int = 2, seed: int = 1) -> list[Judged]:
    """Games whose chances come true, as a judge tells them who is off by a sharpness."""
    chance = random.Random(seed)
    found = []
    for _ in range(number):
        parts = [chance.random() ** 2 + 0.01 for _ in range(seats)]
        right = [part / sum(parts) for part in parts]
        winner = chance.choices(range(seats), right)[0]
        said = sharpened(right, round(100 * 100 / sharpness))
        found.append(Judged([said], [float(seat == winner) for seat in range(seats)]))
    return found


def test_shares_get_sharper_or_softer_and_keep_their_order() -> None:
    shares = [0.5, 0.3, 0.2]
    assert sharpened(shares, AS_JUDGED) == shares
    sharper, softer = sharpened(shares, 200), sharpened(shares, 50)
    assert sum(sharper) == pytest.approx(1)
    assert sum(softer) == pytest.approx(1)
    assert sharper[0] > shares[0] > softer[0] > softer[1] > softer[2] > shares[2] > sharper[2]
    assert sharpened([1.0, 0.0], 70) == [1.0, 0.0]
    assert one_sharpened(0.3, 2, 150) == pytest.approx(sharpened([0.3, 0.7], 150)[0])
    assert one_sharpened(0.25, 4, 150) == pytest.approx(0.25)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("sharpness", [60, 100, 180])
def test_a_judge_who_is_off_is_found_out_and_corrected(seats: int, sharpness: int) -> None:
    some = games(4000, sharpness, seats)
    assert fitted(some) == pytest.approx(sharpness, rel=0.1)
    assert error(corrected(some)) < 0.03
    if sharpness != AS_JUDGED:
        assert error(some) > error(corrected(some)) + 0.02


def test_the_error_is_the_distance_of_what_was_said_from_what_came() -> None:
    sure = [Judged([[0.95, 0.05]], [1.0, 0.0])] * 3 + [Judged([[0.95, 0.05]], [0.0, 1.0])]
    assert error(sure) == pytest.approx(0.2)
    assert error([Judged([[0.5, 0.5]], [0.5, 0.5])]) == 0
    low, high = reliability(sure)
    assert low.said == pytest.approx(0.05)
    assert high.came == pytest.approx(0.75)
    assert low.weight == high.weight == 0.5
    assert high.low <= high.came <= high.high


def test_no_game_is_measured_with_what_was_found_on_itself() -> None:
    one, two = [Judged([[0.6, 0.4]], [1.0, 0.0])] * 5, [Judged([[0.6, 0.4]], [0.0, 1.0])] * 5
    mixed = [game for pair in zip(one, two, strict=True) for game in pair]
    assert halves(mixed) == (one, two)
    first = corrected(mixed)[0]  # it was won, and the other half was lost
    assert first.final == [1.0, 0.0]
    assert first.shares[0][0] < 0.6


def test_a_correction_belongs_to_one_net(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    state = atoll.new("reef", 2, seed=1).state
    file = tmp_path / "chances.json"
    mark = told.net_mark(state)
    assert mark == told.net_mark(state, "")
    assert told.net_mark(state, "-") == told.NO_NET
    monkeypatch.setattr(told, "kept", lambda _: {"2": (mark, 90)})
    assert sharpness_for(state) == 90
    assert sharpness_for(state, "-") == AS_JUDGED
    assert sharpness_for(atoll.new("reef", 3, seed=1).state) == AS_JUDGED
    assert told.read(file) == {}
    file.write_text('{"2": {"net": "x", "sharpness": 120}}', "utf-8")
    assert told.read(file)["2"]["sharpness"] == 120


def test_what_is_shipped_is_for_the_nets_that_are_shipped() -> None:
    """Whoever replaces a net measures its chances anew: `python -m benchmarks.calibration`."""
    for name, options in (("reef", {}), ("reef-encounter", {}), ("reef-encounter", {"expansion": "yes"})):
        for seats in (2, 3, 4):
            state = atoll.new(name, seats, options, seed=1).state
            lore = state.lore()
            assert lore is not None
            known = told.kept(lore.folder / told.FILE).get(str(seats))
            assert known is None or known[0] == told.net_mark(state), (name, options, seats)
            assert known is None or 20 <= known[1] <= 400


def test_chances_are_the_shares_made_as_sharp_as_they_should_be() -> None:
    state = atoll.new("reef", 2, seed=2).state
    judge = Judge(state, net_for(state, ""))
    plain = judged(state, judge, Rng(1))
    assert chances(state, judge, Rng(1)) == plain
    assert chances(state, judge, Rng(1), 150) == sharpened(plain, 150)


@pytest.mark.skipif(not compiled(), reason="whole games take long")
def test_a_game_is_played_and_judged_the_same_way_again() -> None:
    bot = "planning:plans=1:beam=0:deals=1:turns=0"
    game = played(atoll.new("reef", 2, seed=9_000_000), bot)
    assert game == played(atoll.new("reef", 2, seed=9_000_000), bot)
    assert len(game.shares) > 10
    assert sum(game.final) == 1


def test_the_picture_shows_every_game() -> None:
    some = corrected(games(300, 80))
    drawn = [Drawn(f"game {number} & more", error(some), 300, reliability(some)) for number in range(4)]
    text = picture(drawn)
    assert text.count("<circle") == 4 * len(reliability(some))
    assert "game 3 &amp; more" in text
