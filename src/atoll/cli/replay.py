"""`atoll replay`: a record checked line by line."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from atoll.core.errors import AtollError
from atoll.core.game import Game
from atoll.core.messages import Message
from atoll.core.record import decode
from atoll.core.state import ALL_SEEING, CHANCE, SPECTATOR, sees
from atoll.games import read


def content_of(file: str) -> str:
    """The text of a record; - is standard input."""
    if file == "-" and sys.stdin is None:
        raise AtollError(Message("cli.no_input"))
    return decode(sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes())


def run_replay(asked: argparse.Namespace, language: str) -> int:
    game = read(content_of(asked.file), asked.until)
    viewer = _viewer(asked.seat, game)
    if asked.events:
        tell(game, viewer, language)
    if asked.legal:
        for text in _legal(game, viewer):
            print(text)
    if asked.position:
        print(game.position(viewer))
    if asked.study:
        if viewer == SPECTATOR:
            raise AtollError(Message("cli.study_seat"))
        for place in range(game.seats) if viewer == ALL_SEEING else [viewer]:
            print(game.kind.study(game.state, place, language))
    if not (asked.events or asked.legal or asked.position or asked.study):
        print(game.draw(viewer))
        print(summary(game, language, viewer))
    return 0


def _viewer(number: int | None, game: Game) -> int:
    """Who looks, by the command line's numbers: 1 and up are seats, 0 is a spectator; without one, all is shown."""
    if number is None:
        return ALL_SEEING
    if not 0 <= number <= game.seats:
        raise AtollError(Message("cli.seat", {"seat": number, "seats": game.seats}))
    return number - 1 if number else SPECTATOR


def _legal(game: Game, viewer: int) -> list[str]:
    """The legal moves in words; a seat that does not decide here has none to see."""
    return game.texts() if sees(viewer, game.seat) else []


def summary(game: Game, language: str, viewer: int) -> str:
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
    if not sees(viewer, game.seat):
        return Message("cli.next_other", {"seat": game.seat + 1}).text(language)
    return Message("cli.next_seat", {"seat": game.seat + 1, "moves": len(game.legal())}).text(language)


def tell(game: Game, viewer: int, language: str) -> None:
    """The whole game in sentences, as the viewer saw it."""
    for _, events in game.story(viewer):
        for event in events:
            print(event.message().text(language))
