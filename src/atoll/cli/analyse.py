"""`atoll analyse`: a finished game looked through."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from atoll.bots.named import planner
from atoll.cli import place_of
from atoll.cli.progress import progress
from atoll.cli.replay import content_of
from atoll.core.messages import Message
from atoll.games import read
from atoll.study.analysis import Analysis, Turn, analysed, looked_through_at, number_of_turns

_BARS = "▁▂▃▄▅▆▇█"


def run_analyse(asked: argparse.Namespace, language: str) -> int:
    text = content_of(asked.file)
    game = read(text)
    planner(asked.bot, game.state)  # says at once if there is no such bot
    analysed(game, [])  # says at once if the game is not over
    number = number_of_turns(game)
    with place_of(asked, number) as where:
        turns = list(progress(looked_through_at(where, text, asked.bot, number), number, "turns"))
    found = analysed(game, turns)
    print(report(found, game.seats, asked.losses, language))
    if asked.json:
        Path(asked.json).write_text(json.dumps(plain(found, language), indent=1) + "\n", "utf-8")
    return 0


def report(found: Analysis, seats: int, number: int, language: str) -> str:
    """Curves, turning points and losses."""
    lines = [_said("chances", language)]
    for seat in range(seats):
        curve = "".join(_bar(turn.chances[seat]) for turn in found.turns)
        lines.append(f"  {seat + 1} {curve}{_bar(found.final[seat]) if found.final else ''}")
    lines += ["", _said("turning", language)]
    for turn in found.turning_points():
        odds = " ".join(f"{100 * share:.0f} %" for share in turn.chances)
        lines.append(f"  {turn.line:4}  {turn.seat + 1}: {', '.join(turn.played)}  ({odds})")
    for seat in range(seats):
        own = [turn for turn in found.turns if turn.seat == seat]
        lost = f"{100 * found.lost(seat):.0f}"
        lines += ["", _said("average", language, seat=seat + 1, loss=lost, turns=len(own))]
        lines += [line for turn in found.losses(seat, number) for line in _loss(turn, language)]
    return "\n".join(lines)


def _loss(turn: Turn, language: str) -> list[str]:
    played, best = ", ".join(turn.played), ", ".join(turn.best)
    lines = ["  " + _said("loss", language, line=turn.line, played=played, loss=f"{100 * turn.loss:.0f}")]
    lines.append("    " + _said("better", language, best=best))
    return [*lines, f"    {turn.reason.text(language)}"] if turn.reason else lines


def plain(found: Analysis, language: str) -> dict[str, object]:
    """All of it as plain data."""
    turns = [
        {
            "line": turn.line,
            "seat": turn.seat + 1,
            "played": turn.played,
            "chances": turn.chances,
            "share": turn.share,
            "best": turn.best,
            "best_share": turn.best_share,
            "loss": turn.loss,
            "reason": turn.reason.text(language) if turn.reason else None,
        }
        for turn in found.turns
    ]
    return {"turns": turns, "final": found.final}


def _bar(share: float) -> str:
    return _BARS[min(len(_BARS) - 1, int(share * len(_BARS)))]


def _said(key: str, language: str, **values: object) -> str:
    return Message(f"study.{key}", values).text(language)
