"""Check that the chance of a record is what its seed and the browsers' nonces give: that nobody chose the cards."""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

from atoll.core.errors import AtollError
from atoll.core.game import Game
from atoll.core.messages import Message
from atoll.core.record import decode, is_number
from atoll.games import read
from atoll.server.chance import MISSING, commitment, drawn_chair, for_deal, for_draw, mixed

START = re.compile(r"^# start player: (?:chosen|drawn, chair ([1-9]) of ([1-9]))\s*$", re.MULTILINE)
NONCE = re.compile(r"^# nonce (\S+) (\S+)\s*$", re.MULTILINE)
SEAL = re.compile(r"^# seal (\S+) (\S+)\s*$", re.MULTILINE)
NOTHING = 3  # what is returned if nothing could be checked


def run_verify(asked: argparse.Namespace, language: str) -> int:
    text = decode(Path(asked.file).read_bytes())
    noted = dict(re.findall(r"^# (seed|played on from line) (\S+)\s*$", text, re.MULTILINE))
    seed = asked.seed or noted.get("seed")
    if not seed:
        print(f"atoll: {Message('verify.no_seed').text(language)}", file=sys.stderr)
        return NOTHING
    game = read(text)
    nonces = noted_nonces(text, game.seats)
    chance = mixed(seed, nonces)
    given = noted.get("played on from line", "")
    start = int(given) if is_number(given) else None
    if start is not None and start > len(game.log):
        raise AtollError(Message("verify.no_line", {"line": start, "lines": len(game.log)}))
    starts = [tuple(map(int, filter(None, note))) for note in START.findall(text)]
    seals = SEAL.findall(text)
    problem = wrong_seal(nonces, seals) or wrong(game, chance, start) or wrong_start(game, chance, starts)
    if problem is not None:
        print(problem.text(language))
        return 1
    drawn = sum(line.startswith("*") for line in game.log[start or 0 :])
    if start is not None and not drawn:
        print(Message("verify.nothing", {"line": start}).text(language))
        return NOTHING
    key = "verify.right" if start is None else "verify.right_since"
    print(Message(key, {"draws": drawn, "line": start}).text(language))
    for chair in starts:
        said = Message("verify.start_chosen")
        if chair:
            said = Message("verify.start_drawn", {"chair": chair[0], "chairs": chair[1]})
        print(said.text(language))
    gave = [chair for chair, nonce in enumerate(nonces, 1) if nonce != MISSING]
    print(Message("verify.nonces" if gave else "verify.no_nonces", {"chairs": gave}).text(language))
    if seals:
        print(Message("verify.seals", {"chairs": [chair for chair, _ in seals]}).text(language))
    print(Message("verify.commitment", {"hash": commitment(seed)}).text(language))
    return 0


def noted_nonces(text: str, seats: int) -> list[str]:
    """What browsers added to the seed, by chair; empty for a record that notes nothing of the kind."""
    notes = NONCE.findall(text)
    right = all(nonce == MISSING or re.fullmatch("[0-9a-f]{32}", nonce) for _, nonce in notes)
    if notes and not (right and [chair for chair, _ in notes] == [str(chair + 1) for chair in range(seats)]):
        raise AtollError(Message("verify.wrong_nonces", {"seats": seats}))
    return [nonce for _, nonce in notes]


def wrong_seal(nonces: list[str], seals: list[tuple[str, str]]) -> Message | None:
    """The first seal that does not fit what its chair added."""
    added = {str(chair): commitment(nonce) for chair, nonce in enumerate(nonces, 1) if nonce != MISSING}
    for chair, seal in seals:
        if added.get(chair) != seal:
            return Message("verify.seal", {"chair": chair, "seal": seal})
    return None


def wrong(game: Game, seed: str, start: int | None = None) -> Message | None:
    """The first thing that the seed does not give; None if all is right. The deal and the lines up to `start`, if
    there is one, were given."""
    if start is None:
        deal = game.kind.deal(game.seats, game.options, for_deal(seed))
        for line in deal:
            if line not in game.header:
                return Message("verify.deal", {"line": line})
    number = 0
    for place, step in enumerate(game.replay(), 1):
        if step.outcome is not None:
            number += 1
            outcome = step.before.clone().resolve(for_draw(seed, number))
            expected = f"* {game.kind.chance_text(step.before, outcome)}"
            if place > (start or 0) and step.line != expected:
                return Message("verify.draw", {"number": number, "line": step.line, "expected": expected})
    return None


def wrong_start(game: Game, seed: str, notes: list[tuple[int, ...]]) -> Message | None:
    """Whether the seed draws another start player than is noted: the chair and how many there were."""
    right = (drawn_chair(seed, game.seats) + 1, game.seats)
    for note in notes:
        if note and note != right:
            values = {"chair": note[0], "chairs": note[1], "right": right[0], "seats": right[1]}
            return Message("verify.start", values)
    return None
