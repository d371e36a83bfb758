"""The command line: `atoll`."""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from atoll.core.errors import AtollError
from atoll.core.messages import LANGUAGES, Message, chosen_language
from atoll.games import NAMES
from atoll.version import __version__

if TYPE_CHECKING:
    from atoll.arena.spread import Place

_ABOUT = "Play, study and research the reef games."
_EXAMPLES = """\
examples:
  atoll serve                                  the table in the browser
  atoll play                                   a game in the terminal against a bot
  atoll selfplay --players greedy,random       bots against each other, with a table of results
  atoll replay game.txt                        check a record, see how it ended
  atoll replay game.txt --until 40 --legal     what could be played at line 40
  atoll analyse game.txt                       chances, turning points, what was given away
  atoll facts make --games 1000                who wins, how games end: counted over many games
  atoll puzzles make --number 50               cut puzzles from games of bots
  atoll verify game.txt                        check that nobody chose what was drawn
  atoll backup games.sqlite                    copy the games of a server, while it runs
  atoll data check                             do today's rules follow all of them?
  atoll train gen --rows rows/                 play games for a net to learn from
  atoll bench                                  how fast it is on this machine
  atoll doctor                                 is everything compiled and in order?
"""
_BOTS = (
    "random, careless, greedy, searching, planning, mcts, ismcts or FILE.py:CLASS, each with parameters as in "
    "searching:plans=16:turns=9,own_bot.py:Mine:depth=3"
)


def parser() -> argparse.ArgumentParser:
    raw = argparse.RawDescriptionHelpFormatter
    top = argparse.ArgumentParser("atoll", description=_ABOUT, epilog=_EXAMPLES, formatter_class=raw)
    top.add_argument("--version", action="version", version=f"atoll {__version__}")
    top.add_argument("--lang", choices=LANGUAGES, help="language of messages (else ATOLL_LANG or the terminal's)")
    shared = argparse.ArgumentParser(add_help=False)
    shared.add_argument("--lang", choices=LANGUAGES, default=argparse.SUPPRESS, help="language of messages")
    commands = top.add_subparsers(dest="command", metavar="COMMAND", required=True)

    serve = commands.add_parser(
        "serve",
        parents=[shared],
        help="run the table in the browser",
        description="Run the table in the browser. Games are kept in a database file and go on after a restart.",
    )
    serve.add_argument("--host", default="127.0.0.1", help="address to listen on; 0.0.0.0 for the local network")
    serve.add_argument("--port", type=int, default=8765, help="port to listen on, or the next free one (8765)")
    serve.add_argument(
        "--data", metavar="PLACE", help="database file (in the user's data folder), or postgresql://USER@HOST/NAME"
    )
    serve.add_argument("--page", metavar="DIR", help="the built page (the one in the package)")
    serve.add_argument("--no-open", dest="open", action="store_false", help="do not open a browser")
    serve.add_argument("--keep", type=float, metavar="DAYS", help="delete tables untouched for so long (keep them all)")
    serve.add_argument(
        "--metrics-to",
        action="append",
        default=[],
        metavar="ADDRESS",
        help="who may ask for metrics, beside this machine",
    )
    serve.add_argument("--log", choices=("plain", "json"), help="log starts, stops and migrations too, a line each")
    serve.add_argument("--bot-pace", type=float, metavar="SECONDS", help="how long bots wait (pages set the pace)")
    serve.add_argument(
        "--answer-pause",
        type=float,
        default=1.2,
        metavar="SECONDS",
        help="before an answer that everybody waits for and most cannot choose (1.2)",
    )
    serve.add_argument("--workers", type=int, help="processes for thinking bots (one less than cores)")
    serve.add_argument("--analyst", metavar="BOT", help="who looks finished games through (orca)")
    serve.add_argument("--tables-per-minute", type=float, default=30, metavar="N", help="for one address (30)")
    serve.add_argument("--questions-per-second", type=float, default=20, metavar="N", help="for one page (20)")
    serve.add_argument("--waiting-tables", type=int, default=5, metavar="N", help="for one address, at once (5)")
    serve.add_argument(
        "--waiting-hours", type=float, default=24, metavar="HOURS", help="until a table that waits is removed (24)"
    )
    serve.add_argument(
        "--absence", type=float, default=60, metavar="SECONDS", help="until a bot may take an empty seat by vote (60)"
    )
    serve.add_argument(
        "--generous", type=float, default=1, metavar="N", help="so many times what an address may have otherwise (1)"
    )
    serve.add_argument(
        "--accept-host", action="append", default=[], metavar="NAME", help="a name that browsers call it by; repeatable"
    )
    serve.add_argument(
        "--proxy", action="append", default=[], metavar="ADDRESS", help="a proxy in front of it; repeatable"
    )

    data = commands.add_parser(
        "data",
        parents=[shared],
        help="look after the games that a server keeps",
        description="Look after the games that a server keeps.",
    )
    whats = data.add_subparsers(dest="what", metavar="WHAT", required=True)
    copy = whats.add_parser(
        "copy",
        parents=[shared],
        help="move all games to another database",
        description="Copy everything from one database into an empty one, a file or postgresql://USER@HOST/NAME each, "
        "and compare every record afterwards. Stop the server first.",
    )
    copy.add_argument("source", metavar="FROM", help="a database file or address")
    copy.add_argument("target", metavar="TO", help="a new file, or the address of an empty database")
    check = whats.add_parser(
        "check",
        parents=[shared],
        help="replay all tables by today's rules",
        description="Replay all tables by today's rules, also while a server uses the file, or in a backup of it. "
        "Names each that they refuse, with the line and the reason, and exits with 1 if there is one.",
    )
    check.add_argument("--data", metavar="PLACE", help="database file or address (in the user's data folder)")

    backup = commands.add_parser(
        "backup",
        parents=[shared],
        help="copy the games of a server",
        description="Copy the games of a server into one file, while it runs. The copy is whole as of one moment, "
        "checked, and readable by its owner alone. To restore it: stop the server, put it in the place of the database "
        "file, start.",
    )
    backup.add_argument("target", metavar="TARGET", help="a new file, or a folder, where it is named by the time")
    backup.add_argument("--data", metavar="FILE", help="database file (in the user's data folder)")

    verify = commands.add_parser(
        "verify",
        parents=[shared],
        help="check the chance of a record",
        description="Check that the deal and every draw of a record follow from its seed, whose hash was published "
        "before the game, and from what the players' browsers added to it. Exits with 0 if all is right, with 1 if "
        "something is wrong, with 3 if nothing could be checked.",
    )
    verify.add_argument("file", metavar="FILE", help="a record from the table")
    verify.add_argument("--seed", metavar="TEXT", help="the seed (else the one noted in the record)")

    play = commands.add_parser(
        "play",
        parents=[shared],
        help="play in the terminal",
        description="Play in the terminal. Moves are typed as in records, or picked from a list; 'help' explains.",
    )
    _game_options(play)
    play.add_argument("--seats", type=int, help="number of players (2; or as many as the bots make it)")
    play.add_argument("--bots", default="greedy", metavar="A,B", help=f"bots of the other seats (greedy); {_BOTS}")
    play.add_argument("--me", type=int, default=1, metavar="SEAT", help="your seat, 0 to watch bots play (1)")
    play.add_argument("--seed", type=int, help="seed of the deal (a random one, which is told)")
    play.add_argument("--marks", metavar="FILE", help="another table of the cards' marks, as TOML (blue, clownfish)")
    play.add_argument("--resume", metavar="FILE", help="go on with a saved game")
    play.add_argument("--save", metavar="FILE", help="where the game is kept (a free name like atoll-game.txt)")

    replay = commands.add_parser(
        "replay",
        parents=[shared],
        help="check and look at a record",
        description="Check every line of a record against the rules. Prints the position, scores and winner, "
        "or exits with 1 and names the line, the move and the ruling it breaks.",
    )
    replay.add_argument("file", metavar="FILE", help="a record; - reads standard input")
    replay.add_argument("--until", type=int, metavar="LINE", help="stop before that line of the file")
    replay.add_argument("--legal", action="store_true", help="print the legal moves there, sorted, one a line")
    replay.add_argument("--position", action="store_true", help="print the position in one line")
    replay.add_argument("--events", action="store_true", help="tell the game in sentences")
    replay.add_argument("--study", action="store_true", help="what the corals or cards are worth there")
    replay.add_argument("--seat", type=int, metavar="N", help="as that seat sees it; 0 for a spectator")

    analyse = commands.add_parser(
        "analyse",
        parents=[shared],
        help="what a finished game was like",
        description="Look a finished game through: everybody's chances before each turn, the turning points, and what "
        "each player gave away against the best plans that the strongest bot finds, from what the player could know.",
    )
    analyse.add_argument("file", metavar="FILE", help="a record; - reads standard input")
    analyse.add_argument("--losses", type=int, default=3, metavar="N", help="how many losses of each player (3)")
    analyse.add_argument("--bot", default="orca", help="a level, or a planning bot with its parameters (orca)")
    analyse.add_argument("--json", metavar="FILE", help="also write everything to a file")
    _place_options(analyse)

    puzzles = commands.add_parser(
        "puzzles",
        parents=[shared],
        help="cut puzzles from games",
        description="Cut puzzles from games: positions in which one turn is clearly best and not obvious.",
    )
    parts = puzzles.add_subparsers(dest="step", metavar="STEP", required=True)
    cut = parts.add_parser(
        "make",
        parents=[shared],
        help="make puzzles",
        description="Make puzzles, of records or of games that bots play. The same seed gives the same puzzles, "
        "whatever the number of processes; what was begun is gone on with.",
    )
    check_puzzles = parts.add_parser(
        "check",
        parents=[shared],
        help="look whether puzzles still are some",
        description="Compare the turns of every puzzle anew, as today's bot sees them, and grade it again. Exits with "
        "1 if some are no puzzles any more.",
    )
    for command in (cut, check_puzzles):
        _game_options(command)
        command.add_argument("--file", metavar="FILE", help="the puzzles (those in the folder of the game)")
        _place_options(command)
    cut.add_argument("--seats", default="2", metavar="N,N", help="numbers of players, one game after the other (2)")
    cut.add_argument("--number", type=int, default=50, metavar="N", help="how many puzzles (50)")
    cut.add_argument("--games", type=int, default=10_000, metavar="N", help="of how many games at most (10000)")
    cut.add_argument("--seed", type=int, default=1, help="seed of the games and of the search (1)")
    cut.add_argument("--records", metavar="DIR", help="cut them from the records in this folder")
    cut.add_argument("--notes", metavar="FILE", help="what was made of which game, kept here to make more of it later")
    cut.add_argument("--add", action="store_true", help="keep the puzzles that are in the file already")
    check_puzzles.add_argument("--drop", action="store_true", help="keep only those that still are some")

    selfplay = commands.add_parser(
        "selfplay",
        parents=[shared],
        help="let bots play many games",
        description="Let bots play many games in parallel. Seats rotate; the same seed gives the same games.",
    )
    _game_options(selfplay)
    selfplay.add_argument(
        "--players", default="greedy,random", metavar="A,B", help=f"bots, one per seat (greedy,random); {_BOTS}"
    )
    selfplay.add_argument("--games", type=int, default=100, metavar="N", help="how many games (100)")
    selfplay.add_argument("--seed", type=int, default=0, help="seed of the match (0)")
    selfplay.add_argument("--record", metavar="DIR", help="write a record of every game into this folder")
    selfplay.add_argument("--paired", action="store_true", help="play every deal once from each seat")
    selfplay.add_argument(
        "--clear", type=float, metavar="PERCENT", help="stop when the first player is above or below that beyond doubt"
    )
    _place_options(selfplay)

    facts = commands.add_parser(
        "facts",
        parents=[shared],
        help="count what happens in many games",
        description="Count what happens in many games: who wins, how they end, openings, what colours are worth.",
    )
    counted = facts.add_subparsers(dest="what", metavar="WHAT", required=True).add_parser(
        "make",
        parents=[shared],
        help="let a bot play against itself, and count",
        description="Let a bot play against itself, or read records, and put what was counted into the game's facts, "
        "from which the page of the site draws its pictures. It takes the place of what was counted there with the "
        "same options, players and bot, and leaves the rest. The same seed gives the same counts, however many "
        "processes play; games are kept in blocks, so that a run that was stopped goes on.",
    )
    _game_options(counted)
    counted.add_argument("--seats", type=int, default=2, help="number of players (2)")
    counted.add_argument("--players", default="greedy", metavar="BOT", help=f"the bot in all seats (greedy); {_BOTS}")
    counted.add_argument("--games", type=int, default=1000, metavar="N", help="how many games (1000)")
    counted.add_argument("--seed", type=int, default=1, help="seed (1)")
    _place_options(counted)
    counted.add_argument("--records", metavar="DIR", help="count the finished games of a folder instead")
    counted.add_argument("--blocks", metavar="DIR", help="where blocks of games are kept (in the user's cache folder)")
    counted.add_argument("--file", metavar="FILE", help="the game's facts (facts.json in the folder of the game)")

    train = commands.add_parser(
        "train",
        parents=[shared],
        help="teach the nets of the strongest bots",
        description="Teach the nets that the strongest bots judge by: games become rows (gen), rows become weights "
        "(fit), a match decides which weights are kept (gate). What is there already is not made again.",
    )
    steps = train.add_subparsers(dest="step", metavar="STEP", required=True)
    gen = steps.add_parser("gen", parents=[shared], help="let bots play, and keep what they compared and how it ended")
    _trained(gen)
    gen.add_argument("--rows", required=True, metavar="DIR", help="where the rows go")
    gen.add_argument("--players", default="planning", metavar="A,B", help=f"who plays, drawn for each seat; {_BOTS}")
    gen.add_argument("--games", type=int, default=400, metavar="N", help="how many games (400)")
    gen.add_argument("--heat", type=float, default=0.02, metavar="SHARE", help="how bad a plan may be (0.02)")
    fit = steps.add_parser("fit", parents=[shared], help="fit a net to rows")
    _trained(fit)
    fit.add_argument("--rows", required=True, metavar="DIR,DIR:N", help="folders of rows, N files of each or all")
    fit.add_argument("--net", required=True, metavar="FILE", help="where the net goes")
    fit.add_argument("--begin", metavar="FILE", help="a net to begin with, for --begin-seats seats")
    fit.add_argument("--begin-seats", type=int, default=2, metavar="N", help="for how many seats that one is (2)")
    fit.add_argument("--hidden", type=int, default=32, metavar="N", help="units of the hidden layer (32)")
    fit.add_argument("--epochs", type=int, default=12, metavar="N", help="how often every row is seen (12)")
    fit.add_argument("--contrast", type=float, default=30.0, help="what an error within a turn counts (30)")
    fit.add_argument(
        "--points", type=float, default=0.0, help="a lead that counts as three games of four (0: none does)"
    )
    gate = steps.add_parser("gate", parents=[shared], help="let a match decide whether a net is kept")
    _trained(gate)
    gate.add_argument("--net", required=True, metavar="FILE", help="the net that wants to be kept")
    gate.add_argument("--against", metavar="FILE", help="the net that it has to beat (that of the house; - for none)")
    gate.add_argument("--bot", default="planning", help="the bot that plays with both (planning)")
    gate.add_argument("--games", type=int, default=400, metavar="N", help="how many games at most (400)")
    gate.add_argument("--log", metavar="FILE", help="add a line about it to this file")
    gate.add_argument("--promote", action="store_true", help="make it the net of the house if it wins")

    bench = commands.add_parser(
        "bench",
        parents=[shared],
        help="measure the speed",
        description="Measure the speed on one core. OpenSpiel and Catanatron are run beside it if they are installed "
        "(pip install open_spiel catanatron); ratios are from this one run.",
    )
    bench.add_argument("--seconds", type=float, default=2.0, help="time for each measurement (2)")
    bench.add_argument("--json", metavar="FILE", help="also write the numbers to a file")

    commands.add_parser(
        "doctor",
        parents=[shared],
        help="say whether everything is in order",
        description="Check this installation.",
    )
    return top


def _game_options(command: argparse.ArgumentParser) -> None:
    command.add_argument("--game", default=NAMES[0], metavar="GAME", help=f"which game: {', '.join(NAMES)}")
    command.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game, as advanced=yes"
    )


def _trained(command: argparse.ArgumentParser) -> None:
    """What is trained, and with how much."""
    _game_options(command)
    command.add_argument("--seats", type=int, default=2, help="number of players (2)")
    command.add_argument("--seed", type=int, default=1, help="seed (1)")
    _place_options(command)


def _place_options(command: argparse.ArgumentParser) -> None:
    """Where the work is done, and by how many."""
    command.add_argument("--processes", type=int, metavar="N", help="how many at once (one per core)")
    command.add_argument(
        "--on",
        metavar="PLACE",
        help="ray: a Ray of this machine, started for it; ray://HOST:PORT or HOST:PORT: a cluster, on all its cores or "
        "--processes of them; needs the extra ray (the processes of this machine)",
    )


def place_of(asked: argparse.Namespace, tasks: int | None = None) -> Place:
    """Where the work is done that a user asked for, which has so many tasks; to be used as a context."""
    from atoll.arena.spread import place

    if asked.processes is not None and asked.processes < 1:
        raise AtollError(Message("spread.processes"))
    return place(asked.on, asked.processes, tasks)


def options_of(words: list[str]) -> dict[str, str]:
    """NAME=VALUE words as options."""
    return dict(word.partition("=")[::2] for word in words)


def main(arguments: Sequence[str] | None = None) -> int:
    _steady_streams()
    asked = parser().parse_args(arguments)
    language = chosen_language(asked.lang)
    try:
        if asked.command == "play":
            from atoll.cli.play import run_play as run
        elif asked.command == "serve":
            from atoll.cli.serve import run_serve as run
        elif asked.command == "data" and asked.what == "copy":
            from atoll.cli.data import run_copy as run
        elif asked.command == "data":
            from atoll.cli.data import run_data as run
        elif asked.command == "backup":
            from atoll.cli.data import run_backup as run
        elif asked.command == "verify":
            from atoll.cli.verify import run_verify as run
        elif asked.command == "replay":
            from atoll.cli.replay import run_replay as run
        elif asked.command == "selfplay":
            from atoll.cli.selfplay import run_selfplay as run
        elif asked.command == "analyse":
            from atoll.cli.analyse import run_analyse as run
        elif asked.command == "facts":
            from atoll.cli.facts import run_facts as run
        elif asked.command == "puzzles":
            from atoll.cli.puzzles import run_puzzles as run
        elif asked.command == "train":
            from atoll.cli.train import run_train as run
        elif asked.command == "bench":
            from atoll.cli.bench import run_bench as run
        else:
            from atoll.cli.doctor import run_doctor as run
        done = run(asked, language)
        sys.stdout.flush()
        return done
    except AtollError as error:
        print(f"atoll: {error.text(language)}", file=sys.stderr)
        return 1
    except BrokenPipeError:
        # Whoever read has left; what is still to be written goes nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        print(f"atoll: {where}{error.strerror or error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130


def _steady_streams() -> None:
    """Terminals that cannot show or send every character get replacements; closed ones get nowhere to write to."""
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
