"""`atoll play`: a game in the terminal."""

from __future__ import annotations

import argparse
import os
import secrets
import shutil
import sys
import tomllib
from collections import Counter
from pathlib import Path

from atoll.arena.match import Player
from atoll.bots import Greedy, named, players
from atoll.cli import options_of
from atoll.cli.progress import in_columns
from atoll.cli.replay import summary, tell
from atoll.core.errors import AtollError, RuleError
from atoll.core.game import Game
from atoll.core.kind import Marks
from atoll.core.messages import Message
from atoll.core.record import decode, is_number
from atoll.core.rng import Rng
from atoll.core.state import SPECTATOR, NothingToUndo
from atoll.games import kind, read

# Up to so many moves of a kind are listed one by one.
SHORT_LIST = 6


def run_play(asked: argparse.Namespace, language: str) -> int:
    seed = secrets.randbelow(1_000_000) if asked.seed is None else asked.seed
    names = list(players(asked.bots or "greedy"))
    people = 1 if asked.me else 0
    if asked.resume:
        game = read(decode(Path(asked.resume).read_bytes()))
        game.rng = Rng(secrets.randbits(64))
        game.draw_chance(game.rng)
    else:
        seats = max(2, len(names) + people) if asked.seats is None else asked.seats
        game = Game.new(kind(asked.game), seats, options_of(asked.option), seed, marks_of(asked.marks))
    if not 0 <= asked.me <= game.seats:
        raise AtollError(Message("cli.seat", {"seat": asked.me, "seats": game.seats}))
    if len(names) > game.seats - people:
        raise AtollError(Message("cli.bots", {"bots": names, "seats": game.seats - people}))
    file = Path(asked.save or asked.resume or free_name())
    me = asked.me - 1 if asked.me else SPECTATOR
    table = Table(game, me, names, Rng(secrets.randbits(64)), language, file)
    table.keep()
    try:
        if asked.resume:
            print(Message("play.resumed", {"file": asked.resume}).text(language))
        key = "play.watching" if asked.me == 0 else "play.welcome"
        values = {"title": game.kind.title, "seat": asked.me, "bots": list(table.names.values())}
        print(Message(key, values).text(language))
        if not asked.resume:
            print(Message("play.seed", {"seed": seed}).text(language))
        table.run()
    finally:
        key = "play.kept" if game.over else "play.saved"
        print(Message(key, {"file": file}).text(language))
    return 0


def marks_of(file: str | None) -> Marks | None:
    """The table of marks in a file: for each mark the names of the cards that carry it."""
    if file is None:
        return None
    try:
        marks = tomllib.loads(Path(file).read_text("utf-8"))
    except ValueError as error:
        raise AtollError(Message("cli.no_marks", {"file": file, "reason": str(error)})) from None
    if not all(isinstance(names, list) for names in marks.values()):
        raise AtollError(Message("cli.no_marks", {"file": file, "reason": 'blue = ["lucky-dip"]'}))
    return {mark: [str(name) for name in names] for mark, names in marks.items()}


def free_name() -> str:
    """A file name for a new game that no earlier game has taken."""
    number = 1
    while Path(name := f"atoll-game{f'-{number}' if number > 1 else ''}.txt").exists():
        number += 1
    return name


class Table:
    """One person (or nobody) and bots around a game."""

    def __init__(self, game: Game, me: int, names: list[str], rng: Rng, language: str, file: Path) -> None:
        self.game = game
        self.file = file
        self.me = me  # a seat; SPECTATOR where bots play
        others = [seat for seat in range(game.seats) if seat != me]
        self.names = {seat: names[at % len(names)] for at, seat in enumerate(others)}
        self.bots = {seat: Player(named(name)) for seat, name in self.names.items()}
        self.rng = rng
        self.language = language
        self.colour = sys.stdout.isatty() and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"
        self.listed: list[str] = []

    def say(self, key: str, **values: object) -> None:
        print(Message(f"play.{key}", values).text(self.language))

    def keep(self) -> None:
        """Write the record, so that nothing is lost whatever happens next."""
        beside = self.file.with_name(f"{self.file.name}.new")
        beside.write_text(self.game.write(), "utf-8")
        beside.replace(self.file)

    def run(self) -> None:
        """Play until the game is over or the person leaves."""
        fresh = True
        while not self.game.over:
            seat = self.game.seat
            if seat == self.me and self.game.kind.answers_alone and len(self.game.legal()) == 1:
                self.make(self.game.legal()[0])
            elif seat == self.me:
                if fresh:
                    self.show()
                    fresh = False
                if not self.ask():
                    return
                fresh = fresh or self.game.seat != seat
            else:
                self.bot_turn(seat)
                fresh = True
        print(self.game.draw(self.me, self.colour))
        print(summary(self.game, self.language, self.me))

    def bot_turn(self, seat: int) -> None:
        """A bot decides once."""
        self.make(self.bots[seat].decide(self.game, self.rng))

    def make(self, move: int | str) -> None:
        """A move, told as this person sees it, and kept."""
        events = self.game.play(move, self.me)
        self.keep()
        for event in events:
            print("  " + event.message().text(self.language))

    def show(self) -> None:
        """The table, and what can be done."""
        print()
        print(self.game.draw(self.me, self.colour))
        self.options()

    def options(self) -> None:
        """Short lists of moves in full, long ones as a number of possibilities."""
        texts = self.game.texts()
        sizes = Counter(text.split()[0] for text in texts)
        self.listed = [text for text in texts if sizes[text.split()[0]] <= SHORT_LIST]
        self.say("can")
        wide = max(map(len, self.listed), default=0)
        for number, text in enumerate(self.listed, 1):
            first = self.game.foreseen(text, self.me).events[0].message().text(self.language)
            self.say("numbered", number=number, text=f"{text:<{wide}}   {first}")
        for verb, size in sizes.items():
            if size > SHORT_LIST:
                self.say("numbered", number="", text=Message("play.more", {"verb": verb, "number": size}))

    def ask(self) -> bool:
        """One line from the person; False to leave."""
        try:
            line = input(Message("play.prompt", {"seat": self.me + 1}).text(self.language))
        except (EOFError, RuntimeError):  # the latter where there is no input at all
            print()
            return False
        word, _, rest = " ".join(line.split()).partition(" ")
        if word in ("quit", "exit"):
            return False
        if word:
            command = getattr(self, f"do_{word}", None)
            if command:
                command(rest)
            else:
                self.move(f"{word} {rest}".strip())
        return True

    def move(self, text: str) -> None:
        """A move in words, or by its number in the last list."""
        if is_number(text) and 1 <= int(text) <= len(self.listed):
            text = self.listed[int(text) - 1]
        try:
            self.make(text)
        except RuleError as error:
            if any(known.startswith(f"{text} ") for known in self.game.texts()):
                self.do_moves(text)
            else:
                print(error.text(self.language))
            return
        if self.game.seat == self.me:
            self.show()

    # Commands

    def do_help(self, _: str) -> None:
        self.say("help")

    def do_moves(self, word: str) -> None:
        self.listed = [text for text in self.game.texts() if text.startswith(word)]
        if not self.listed:
            self.say("nothing", word=word)
        told = [
            Message("play.numbered", {"number": number, "text": text}).text(self.language)
            for number, text in enumerate(self.listed, 1)
        ]
        for line in in_columns(told, shutil.get_terminal_size().columns):
            print(line)

    def do_why(self, text: str) -> None:
        problem = self.game.why_not(text)
        if problem:
            print(problem.text(self.language))
        else:
            self.say("possible", text=text)

    def do_what(self, text: str) -> None:
        try:
            for event in self.game.foreseen(text, self.me).events:
                print("  " + event.message().text(self.language))
        except RuleError as error:
            print(error.text(self.language))

    def do_study(self, _: str) -> None:
        print(self.game.kind.study(self.game.state, self.me, self.language))

    def do_hint(self, _: str) -> None:
        game = self.game
        imagined = game.imagined(self.me)
        plan = game.kind.texts(imagined, Greedy().plan(imagined, self.rng))
        steps, reason = game.explained(plan, self.me)
        self.say("hint", text=", ".join(move for move, _ in steps))
        print("  " + reason.text(self.language))

    def do_undo(self, _: str) -> None:
        try:
            self.game.undo()
        except NothingToUndo:
            self.say("no_undo")
        else:
            self.keep()
            self.say("undone")
            self.show()

    def do_board(self, _: str) -> None:
        self.show()

    def do_log(self, _: str) -> None:
        tell(self.game, self.me, self.language)

    def do_save(self, file: str) -> None:
        path = Path(file) if file else self.file
        try:
            path.write_text(self.game.write(), "utf-8")
        except (OSError, ValueError) as error:
            print(f"{str(path)!a}: {error}")
        else:
            self.say("saved", file=path)
