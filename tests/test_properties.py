"""What is true of every game of the house, whatever its rules."""

from __future__ import annotations

import json
import random
from collections import Counter

import pytest

import atoll
from atoll import CHANCE, Game, Rng
from atoll.core.record import Line
from atoll.core.state import ALL_SEEING, SPECTATOR, IllegalMove, NothingToUndo, playout
from tests.walk import TABLES, Table, scaled, varied_move, walk

BOUND = 50_000

every_table = pytest.mark.parametrize("table", TABLES, ids=str)


def seen_by(game: Game, seat: int) -> str:
    """A view, byte for byte."""
    return json.dumps(game.view(seat))


@every_table
def test_legal_moves_are_sorted_ints_of_the_range_and_can_be_counted_tested_and_indexed(table: Table) -> None:
    rng = random.Random(1)
    for game in walk(table.new(1), rng, scaled(400)):
        legal = game.legal()
        moves = game.state.legal_moves()
        assert moves == sorted(set(moves))
        assert list(legal) == moves
        assert len(legal) == len(moves)
        assert all(0 <= move < game.kind.moves for move in moves)
        assert bool(moves) == (not game.over)
        inside = set(moves)
        for move in [rng.randrange(game.kind.moves) for _ in range(20)] + moves[:5]:
            assert (move in legal) == (move in inside)
        for _ in range(3):
            if moves:
                at = rng.randrange(len(moves))
                assert legal[at] == moves[at]
                assert legal.sample(Rng(at)) in inside


@every_table
def test_sampling_is_uniform_over_the_legal_moves(table: Table) -> None:
    game = table.new(3)
    for _ in range(12):
        game.apply(varied_move(game, random.Random(3)))
    legal = game.legal()
    rng = Rng(3)
    draws = scaled(200) * len(legal)
    found = Counter(legal.sample(rng) for _ in range(draws))
    assert set(found) <= set(legal)
    expected = draws / len(legal)
    chi_square = sum((found[move] - expected) ** 2 / expected for move in legal)
    freedom = len(legal) - 1
    assert chi_square < freedom + 6 * (2 * freedom) ** 0.5


@every_table
def test_texts_are_unique_and_lead_back_to_their_moves(table: Table) -> None:
    for game in walk(table.new(2), random.Random(2), scaled(300)):
        texts = [game.text(move) for move in game.legal()]
        assert len(set(texts)) == len(texts)
        assert [game.kind.find(game.state, text) for text in texts] == list(game.legal())


@every_table
def test_cloning_and_applying_commute(table: Table) -> None:
    rng = random.Random(4)
    for game in walk(table.new(4), rng, scaled(300)):
        if game.over:
            break
        move = game.kind.find(game.state, varied_move(game, rng))
        before = game.position(ALL_SEEING)
        first, second = game.state.clone(), game.state.clone()
        assert first.key() == game.state.key()
        first.apply(move)
        second.do(move)
        assert game.position(ALL_SEEING) == before
        assert game.kind.position(first, ALL_SEEING) == game.kind.position(second, ALL_SEEING)
        assert first.key() == second.key() != game.state.key()


@every_table
def test_undo_returns_every_earlier_state_of_the_turn(table: Table) -> None:
    rng = random.Random(5)
    game = table.new(5)
    undone = 0
    for _ in range(scaled(100, least=20)):
        trail = [(game.position(ALL_SEEING), game.log[:])]
        turn = game.state.turn
        stop = rng.choice([2, 2, 3, 4, 12])
        while not game.over and len(trail) < stop:
            game.apply(varied_move(game, rng))
            if game.state.turn != turn:
                break
            trail.append((game.position(ALL_SEEING), game.log[:]))
        if game.over:
            game = table.new(rng.randrange(1000))
            continue
        if game.state.turn != turn:
            with pytest.raises(NothingToUndo):
                game.undo()
            continue
        again = game.state.clone()
        for position, log in reversed(trail[:-1]):
            if len(game.log) == game.sealed:  # something came to light
                with pytest.raises(NothingToUndo):
                    game.undo()
                break
            game.undo()
            undone += 1
            assert game.position(ALL_SEEING) == position
            assert game.log == log
        again.undo()
        assert game.kind.position(again, ALL_SEEING) == trail[-2][0]
        game.apply(varied_move(game, rng))
    assert undone


@every_table
def test_an_illegal_move_is_refused_and_changes_nothing(table: Table) -> None:
    rng = random.Random(6)
    for game in walk(table.new(6), rng, scaled(100)):
        before = game.position(ALL_SEEING), game.log[:]
        illegal = [
            move for move in rng.sample(range(game.kind.moves), min(20, game.kind.moves)) if move not in game.legal()
        ]
        for move in illegal:
            with pytest.raises(atoll.RuleError):
                game.apply(move)
            with pytest.raises(IllegalMove):
                game.state.apply(move)
        with pytest.raises(atoll.RuleError):
            game.apply("nonsense")
        assert (game.position(ALL_SEEING), game.log) == before


@every_table
def test_the_rules_alone_judge_a_text(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    game = table.new(17)
    monkeypatch.setattr(game.kind, "why", lambda state, text: None)
    for step in walk(game, random.Random(17), scaled(60)):
        for text in step.texts():
            assert step.why_not(text) is None
        if step.texts():
            verb, *words = step.texts()[0].split()
            with pytest.raises(atoll.RuleError):
                step.apply(" ".join([verb, *reversed(words), "more"]))
    texts = set(game.texts())
    elsewhere = {
        text for seed in range(5) for step in walk(table.new(seed), random.Random(seed), 9) for text in step.texts()
    }
    for text in elsewhere - texts:
        assert game.why_not(text) is not None


@every_table
def test_steps_are_taken_only_when_they_are_taken(table: Table) -> None:
    rng = random.Random(18)
    game = table.new(18)
    for _ in range(scaled(100)):
        if game.over:
            break
        before, log = game.position(ALL_SEEING), game.log[:]
        steps = game.step(varied_move(game, rng), lambda number: Rng(number))
        assert (game.position(ALL_SEEING), game.log) == (before, log)
        for step in steps:
            assert step.before is game.state
            assert game.follow(Line(0, step.line)).after.key() == step.after.key()
            assert game.kind.told(step, SPECTATOR)
            game.take(step)
        assert game.kind.position(steps[0].before, ALL_SEEING) == before
        assert game.log == [*log, *(step.line for step in steps)]


@every_table
def test_a_spectator_sees_what_every_seat_sees(table: Table) -> None:
    def parts(value: object, path: str = "") -> dict[str, object]:
        if isinstance(value, dict):
            return {key: part for name, inner in value.items() for key, part in parts(inner, f"{path}.{name}").items()}
        return {path: value}

    for game in walk(table.new(19), random.Random(19), scaled(60)):
        watched = parts(game.kind.view(game.state, SPECTATOR))
        seats = [game.kind.view(game.state, seat) for seat in range(table.seats)]
        assert all(view["you"] == seat + 1 for seat, view in enumerate(seats))
        assert watched[".you"] is None
        of_seats = {".worth", ".players", ".present"}  # of oneself one sees more
        open_to_all = {key for key, value in watched.items() if value is not None} - of_seats
        for view in seats:
            assert {key for key in open_to_all if parts(view).get(key) != watched[key]} == set()


@every_table
def test_a_record_reads_back_byte_for_byte(table: Table) -> None:
    for seed in range(scaled(12)):
        game = table.new(seed)
        stop = random.Random(seed).choice([3, 40, 200, BOUND])
        for _ in walk(game, random.Random(seed), stop):
            pass
        record = game.write()
        again = atoll.read(record)
        assert again.write() == record
        assert again.position(ALL_SEEING) == game.position(ALL_SEEING)
        assert again.seat == game.seat


@every_table
def test_every_step_of_a_record_is_a_replay(table: Table) -> None:
    game = table.new(8)
    positions = []
    logs = []
    for step in walk(game, random.Random(8), 60):
        positions.append(step.position(ALL_SEEING))
        logs.append(len(step.log))
    steps = list(game.steps())
    assert len(steps) == len(game.log) + 1
    assert [steps[at].position(ALL_SEEING) for at in logs] == positions


@every_table
def test_positions_read_back(table: Table) -> None:
    for game in walk(table.new(9), random.Random(9), scaled(400)):
        line = game.position(ALL_SEEING)
        assert "\n" not in line
        again = atoll.at(line)
        assert again.position(ALL_SEEING) == line
        assert again.state.key() == game.state.key()
        assert again.texts() == game.texts()
        assert again.draw(ALL_SEEING) == game.draw(ALL_SEEING)


@every_table
def test_every_piece_is_conserved(table: Table) -> None:
    census = table.census()
    game = table.new(10)
    whole = census(game.state)
    for step in walk(game, random.Random(10), scaled(2000)):
        assert census(step.state) == whole


@every_table
def test_whole_random_games_end_within_a_bound_and_lose_no_piece(table: Table) -> None:
    census = table.census()
    rng = Rng(11)
    for seed in range(scaled(400)):
        state = table.new(seed).state
        whole = census(state)
        decisions = playout(state, rng, BOUND)
        assert state.over
        assert decisions < BOUND
        assert census(state) == whole
        places = state.standing()
        assert sorted(seat for place in places for seat in place) == list(range(table.seats))
        assert state.scores()[places[0][0]] == max(state.scores())


@every_table
def test_a_redeal_keeps_the_view_and_is_a_game_that_could_have_been(table: Table) -> None:
    rng = Rng(12)
    changed = 0
    checked = 0
    for game in walk(table.new(12), random.Random(12), scaled(600)):
        if len(game.log) % scaled(13, least=7) and not game.over:
            continue
        for seat in (*range(table.seats), SPECTATOR):
            other = game.redeal(seat, rng)
            assert seen_by(other, seat) == seen_by(game, seat)
            assert atoll.read(other.write()).position(ALL_SEEING) == other.position(ALL_SEEING)
            if seat == game.seat:
                assert other.texts() == game.texts()
            checked += 1
            changed += other.position(ALL_SEEING) != game.position(ALL_SEEING)
    assert changed > checked // 6


@every_table
def test_a_redeal_does_not_disturb_the_game(table: Table) -> None:
    game = table.new(13)
    for _ in range(10):
        game.apply(varied_move(game, random.Random(13)))
    before = game.position(ALL_SEEING), game.write()
    for _ in range(20):
        game.redeal(0, Rng(13))
    assert (game.position(ALL_SEEING), game.write()) == before


@every_table
def test_events_tell_every_move_in_every_language_and_change_nothing(table: Table) -> None:
    rng = random.Random(14)
    for game in walk(table.new(14), rng, scaled(300)):
        if game.over:
            break
        before = game.position(ALL_SEEING)
        move = varied_move(game, rng)
        for seat in (SPECTATOR, 0):
            events = game.events(move, seat)
            assert events
            for event in events:
                json.dumps(event.data())
                said = {event.message().text(language) for language in ("en", "fr", "it")}
                assert all(said)
        assert game.position(ALL_SEEING) == before


@every_table
def test_a_seeded_game_is_reproducible_and_a_dealt_one_waits_for_its_chance(table: Table) -> None:
    first, second = table.new(15), table.new(15)
    for game in (first, second):
        for _ in walk(game, random.Random(15), 80):
            pass
    assert first.write() == second.write()
    assert table.new(16).write() != table.new(15).write()
    dealt = Game.dealt(first.kind, table.seats, dict(table.options), first.header[len(table.options) + 2 :])
    for line in first.log:
        word, _, said = line.partition(" ")
        if word == "*":
            assert dealt.seat == CHANCE
            assert not dealt.texts()
            dealt.chance(said)
        else:
            dealt.apply(said)
    assert dealt.write() == first.write()
