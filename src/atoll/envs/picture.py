"""A position as a picture of its drawing in text: what `rgb_array` rendering gives."""

from __future__ import annotations

import re
from functools import cache

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

_STYLE = re.compile(r"\x1b\[([0-9;]*)m")
_PAPER, _INK = (24, 28, 34), (222, 226, 230)
_BASIC = (
    (0, 0, 0), (205, 49, 49), (13, 160, 90), (215, 180, 20), (36, 114, 200), (168, 63, 168), (17, 148, 185),
    (200, 200, 200), (102, 102, 102), (241, 76, 76), (35, 209, 139), (245, 225, 67), (59, 142, 234), (214, 112, 214),
    (41, 184, 219), (255, 255, 255),
)  # fmt: skip
Colour = tuple[int, int, int]
SCALE = 2


def picture(drawing: str) -> NDArray[np.uint8]:
    """The pixels of a text with the colours of a terminal; the same size for texts of as many rows and columns."""
    rows = drawing.rstrip("\n").split("\n")
    font = ImageFont.load_default_imagefont()
    wide, high = 6, 11
    columns = max(len(_STYLE.sub("", row)) for row in rows)
    image = Image.new("RGB", ((columns + 2) * wide, (len(rows) + 2) * high), _PAPER)
    pen = ImageDraw.Draw(image)
    for at, row in enumerate(rows, 1):
        column, ink, paper = 1, _INK, _PAPER
        for place, word in enumerate(_STYLE.split(row)):
            if place % 2:
                ink, paper = _styled(word, ink, paper)
                continue
            for letter in word:
                left, top = column * wide, at * high
                if paper != _PAPER:
                    pen.rectangle((left, top, left + wide - 1, top + high - 1), fill=paper)
                pen.text((left, top), letter if letter.isascii() else ".", fill=ink, font=font)
                column += 1
    size = (image.width * SCALE, image.height * SCALE)
    return np.asarray(image.resize(size, Image.Resampling.NEAREST), np.uint8)


@cache
def _styled(style: str, ink: Colour, paper: Colour) -> tuple[Colour, Colour]:
    """Ink and paper after a style of a terminal."""
    codes = [int(code or 0) for code in style.split(";")]
    while codes:
        code = codes.pop(0)
        if code == 0:
            ink, paper = _INK, _PAPER
        elif code in (38, 48) and codes[:1] == [5]:
            colour = _of_256(codes[1])
            codes = codes[2:]
            ink, paper = (colour, paper) if code == 38 else (ink, colour)
        elif 30 <= code < 38 or 90 <= code < 98:
            ink = _BASIC[code - 30 if code < 90 else code - 82]
        elif 40 <= code < 48 or 100 <= code < 108:
            paper = _BASIC[code - 40 if code < 100 else code - 92]
    return ink, paper


def _of_256(number: int) -> Colour:
    """A colour of the terminal's table of 256."""
    if number < 16:
        return _BASIC[number]
    if number >= 232:
        grey = 8 + 10 * (number - 232)
        return grey, grey, grey
    steps = (0, 95, 135, 175, 215, 255)
    red, rest = divmod(number - 16, 36)
    return steps[red], steps[rest // 6], steps[rest % 6]
