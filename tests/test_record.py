"""Reading records: every wrong line is named, with the ruling it breaks."""

from __future__ import annotations

import pytest

import atoll
from atoll import RecordError

HEADER = """\
game reef-encounter
option advanced no
option expansion no
seats 2
rocks 2 4
starfish up
sea w:wyp y:ooo o:gwp p:yy g:w
hand 1 wwyopg
hand 2 wwwyyoppg
"""
OPENING = "1 fish g\n2 fish o\n1 cubes wy\n2 cubes pw\n"


def replaced(old: str, new: str) -> str:
    assert old in HEADER
    return HEADER.replace(old, new)


def problem(text: str) -> RecordError:
    with pytest.raises(RecordError) as raised:
        atoll.read(text)
    return raised.value


def test_a_record_may_stop_anywhere_after_the_header() -> None:
    game = atoll.read(HEADER)
    assert game.seat == 0
    assert game.texts() == ["fish g", "fish o", "fish p", "fish w", "fish y"]
    assert atoll.read(HEADER + OPENING).view()["phase"] == "turn"


def test_comments_blank_lines_and_loose_spacing_are_free() -> None:
    text = "# a game\n\n" + HEADER.replace("seats 2", "  seats   2   # two players") + "\r\n1  fish g # secret\r\n"
    assert atoll.read(text).write() == HEADER + "1 fish g\n"


def test_every_spelling_of_a_move_reads_and_the_first_in_order_is_written() -> None:
    game = atoll.read(HEADER + "1 fish g\n2 fish o\n1 cubes yw\n")
    assert game.log[-1] == "1 cubes wy"


def test_letters_of_the_deal_keep_their_order() -> None:
    text = replaced("hand 1 wwyopg", "hand 1 gpoyww").replace("o:gwp", "o:pwg")
    assert atoll.read(text).write() == text


def test_the_spaces_of_the_sea_are_written_clockwise_from_white() -> None:
    text = replaced("sea w:wyp y:ooo o:gwp p:yy g:w", "sea g:w p:yy o:gwp y:ooo w:wyp")
    assert atoll.read(text).write() == HEADER


@pytest.mark.parametrize(
    ("text", "line", "ruling", "words"),
    [
        ("\n".join(HEADER.splitlines()[:4]), 5, "record", "rocks"),
        (HEADER + OPENING + "foo\n", 14, "record", "no such line"),
        (HEADER + OPENING + "*refill w:w\n", 14, "record", "no such line"),
        (replaced("seats 2", "seats 02"), 4, "record", "02"),
        ("", 1, "record", "game"),
        ("hello", 1, "record", "game"),
        ("game chess\n", 1, "record", "chess"),
        ("game reef-encounter\n", 1, "record", "option advanced"),
        (replaced("advanced no", "advanced maybe"), 2, "record", "maybe"),
        (replaced("option advanced no\n", ""), 2, "record", "option advanced"),
        (replaced("expansion no", "expansion maybe"), 3, "record", "maybe"),
        (replaced("seats 2", "seats 5"), 4, "record", "5"),
        (replaced("seats 2", "seats two"), 4, "record", "two"),
        (replaced("rocks 2 4", "rocks 2 2"), 5, "tiles", "rocks"),
        (replaced("rocks 2 4", "rocks 2 5"), 5, "tiles", "rocks"),
        (replaced("rocks 2 4", "rocks 2"), 5, "tiles", "rocks"),
        (replaced("starfish up", "starfish sideways"), 6, "coral tiles", "up or down"),
        (replaced("w:wyp", "w:wypp"), 7, "sea", "3, 3, 3, 2, 1"),
        (replaced("g:w", "w:w"), 7, "sea", "five spaces"),
        (replaced("w:wyp", "w:wyx"), 7, "record", "“x”"),
        (replaced("hand 1 wwyopg", "hand 1 wwyop"), 8, "tiles", "6 tiles"),
        (replaced("hand 2 wwwyyoppg\n", ""), 9, "record", "hand 2"),
        (HEADER + "hand 3 www\n", 10, "record", "no such line"),
        (HEADER + "1 fish x\n", 10, "record", "“x”"),
        (HEADER + "2 fish w\n", 10, "order", "seat 1"),
        (HEADER + "x fish w\n", 10, "record", "no such line"),
        (HEADER + "1 fish\n", 10, "record", "fish w"),
        (HEADER + "1 swim w\n", 10, "record", "swim"),
        (HEADER + "* refill w:w\n", 10, "record", "nothing has to be drawn"),
        (HEADER + OPENING + "1 shrimp 3a1\n", 14, "record", "3a1"),
        (HEADER + OPENING + "1 shrimp 1a1\n", 14, "bare rock", "1a1"),
        (HEADER + OPENING + "1 larva p\n", 14, "open action", "pink"),
        (HEADER + OPENING + "1 collect w\n1 collect w\n", 15, "record", "* refill w: p: g:"),
        (HEADER + OPENING + "1 collect w\n* refill p:w\n", 15, "refill", "w: g: p:"),
        (HEADER + OPENING + "1 collect w\n* refill w:w g:w p:x\n", 15, "record", "“x”"),
        (HEADER + OPENING + "1 collect w\n* draw w\n", 15, "record", "draw"),
        (HEADER + OPENING + "score 1 1\n", 14, "record", "not over"),
        (HEADER + "1 fish " + "w" * 600 + "\n", 10, "record", "500"),
    ],
)
def test_a_wrong_line_is_named_with_the_ruling_it_breaks(text: str, line: int, ruling: str, words: str) -> None:
    error = problem(text)
    assert error.line == line
    assert error.ruling == ruling
    if words != "* refill w: p: g:":
        assert words in str(error)
    for language in ("en", "fr", "it"):
        assert error.text(language)


def test_results_are_checked_and_nothing_follows_them() -> None:
    game = atoll.new(seed=1)
    game.apply("fish w" if "fish w" in game.texts() else game.texts()[0])
    rng = atoll.Rng(1)
    while not game.over:
        game.apply(game.legal().sample(rng))
    record = game.write()
    assert atoll.read(record).write() == record
    lines = record.splitlines()
    assert problem("\n".join([*lines[:-2], "score 99 99"])).line == len(lines) - 1
    assert problem("\n".join([*lines[:-1], "winner 3"])).line == len(lines)
    assert problem("\n".join([*lines, lines[-1]])).line == len(lines) + 1
    assert problem("\n".join([*lines, "1 pass"])).line == len(lines) + 1
    assert problem("\n".join([*lines[:-2], lines[-1], lines[-2]])).line == len(lines)
    assert problem("\n".join([*lines[:-2], "1 pass"])).line == len(lines) - 1


def test_reading_stops_before_a_given_line() -> None:
    game = atoll.read(HEADER + OPENING, until=12)
    assert game.log == ["1 fish g", "2 fish o"]


def test_a_line_after_the_given_one_is_not_judged() -> None:
    assert atoll.read(HEADER + "1 fish g\nnonsense\n", until=11).log == ["1 fish g"]
