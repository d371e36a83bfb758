"""A picture of what was said and what came of it: a square for each game and number of seats."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from atoll.study.calibration import Bin

ACROSS = 3
SIDE = 200  # of a square
LEFT, TOP, GAP_X, GAP_Y = 64, 64, 34, 62


@dataclass(frozen=True)
class Drawn:
    title: str
    error: float
    games: int
    bins: list[Bin]


def picture(squares: list[Drawn]) -> str:
    rows = -(-len(squares) // ACROSS)
    across = min(ACROSS, len(squares))
    width, height = LEFT + across * (SIDE + GAP_X), TOP + rows * (SIDE + GAP_Y) + 14
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        'font-family="system-ui, sans-serif" font-size="12" fill="#16343c">',
        f'<rect width="{width}" height="{height}" rx="10" fill="#f6fbfa"/>',
        f'<text x="{LEFT}" y="26" font-size="16" font-weight="600">Chances that were told, '
        "and how often they came true</text>",
        f'<text x="{LEFT}" y="44" fill="#46646b">A dot is a tenth of the scale, its size how many chances lie there, '
        "its bar the 95 % interval over games.</text>",
    ]
    for place, square in enumerate(squares):
        x = LEFT + place % ACROSS * (SIDE + GAP_X)
        y = TOP + place // ACROSS * (SIDE + GAP_Y) + 18
        parts += _square(square, x, y, first=place % ACROSS == 0)
    return "\n".join([*parts, "</svg>"]) + "\n"


def _square(square: Drawn, x: int, y: int, first: bool) -> list[str]:
    out = [
        f'<g transform="translate({x} {y})"><text y="-6" font-weight="600">{escape(square.title)}</text>',
        f'<rect width="{SIDE}" height="{SIDE}" fill="#fff" stroke="#b9d3d4"/>',
        f'<path d="M0 {SIDE}L{SIDE} 0" stroke="#5f868c" stroke-dasharray="4 4" fill="none"/>',
    ]
    for tenth in range(0, 101, 25):
        at = SIDE * tenth / 100
        out.append(f'<path d="M{at} {SIDE}v4M0 {SIDE - at}h-4" stroke="#5f868c" fill="none"/>')
        out.append(f'<text x="{at}" y="{SIDE + 17}" text-anchor="middle" fill="#46646b">{tenth} %</text>')
        if first:
            out.append(f'<text x="-8" y="{SIDE - at + 4}" text-anchor="end" fill="#46646b">{tenth} %</text>')
    for dot in square.bins:
        across, up = SIDE * dot.said, SIDE * (1 - dot.came)
        out.append(
            f'<path d="M{across:.1f} {SIDE * (1 - dot.low):.1f}V{SIDE * (1 - dot.high):.1f}" stroke="#0e6b78" '
            'stroke-width="1.5"/>'
        )
        out.append(f'<circle cx="{across:.1f}" cy="{up:.1f}" r="{2 + 9 * dot.weight**0.5:.1f}" fill="#0e6b78"/>')
    said = f"error {square.error:.3f}, {square.games} games"
    out.append(f'<text x="{SIDE - 8}" y="{SIDE - 10}" text-anchor="end">{said}</text></g>')
    return out
