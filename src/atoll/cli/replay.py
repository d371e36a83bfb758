"""`atoll replay`: a record checked line by line."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from atoll.core.errors import AtollError
from atoll.core.game import Game
from atoll.core.messages import Message
from atoll.core.record import decode
from atoll.core.state import CHANCE
from atoll.games import read


def run_replay(asked: argparse.Namespace, language: str) -> int:
    if asked.file == "-" and sys.stdin is None:
        raise AtollError(Message("cli.no_input"))
    content = sys.stdin.buffer.read() if asked.file == "-" else Path(asked.file).read_bytes()
    game = read(decode(content), asked.until)
    seat = _seat(asked.seat, game)
    if asked.events:
        tell(game, seat, language)
    if asked.legal:
        for text in _legal(game, seat):
            print(text)
    if asked.position:
        print(game.position(seat))
    if asked.study:
        if seat == -1:
            raise AtollError(Message("cli.study_seat"))
        for place in range(game.seats) if seat is None else [seat]:
            print(game.kind.study(game.state, place, language))
    if not (asked.events or asked.legal or asked.position or asked.study):
        print(game.draw(seat))
        print(summary(game, language, seat))
    return 0


def _seat(number: int | None, game: Game) -> int | None:
    """From the command line's numbers (1 and up, 0 a spectator) to those of views (0 and up, -1 a spectator)."""
    if number is None:
        return None
    if not 0 <= number <= game.seats:
        raise AtollError(Message("cli.seat", {"seat": number, "seats": game.seats}))
    return number - 1


def _legal(game: Game, seat: int | None) -> list[str]:
    """The legal moves in words; a seat that does not decide here has none to see."""
    return game.texts() if seat is None or seat == game.seat else []


def summary(game: Game, language: str, seat: int | None = None) -> str:
    """Where the game stands, in a few lines; how many moves are legal only for who may know."""
    if game.over:
        winners = " ".join(str(seat + 1) for seat in game.state.winners())
        lines = [
            Message("cli.over", {"reason": game.kind.result(game.state)}).text(language),
            "score " + " ".join(map(str, game.state.scores())),
            f"winner {winners}",
        ]
        return "\n".join(lines)
    if game.seat == CHANCE:
        return Message("cli.next_chance", {"word": game.kind.pending(game.state)}).text(language)
    if seat is not None and seat != game.seat:
        return Message("cli.next_other", {"seat": game.seat + 1}).text(language)
    return Message("cli.next_seat", {"seat": game.seat + 1, "moves": len(game.legal())}).text(language)


def tell(game: Game, seat: int | None, language: str) -> None:
    """The whole game in sentences, as a seat or a spectator saw it."""
    watcher = None if seat is None or seat < 0 else seat
    for _, _, events in game.story(watcher, all_seats=seat is None):
        for event in events:
            print(event.message().text(language))
