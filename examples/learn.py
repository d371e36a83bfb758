"""What is a lead worth? A small training loop: games of bots give positions and their outcome, a model fits them.

python examples/learn.py reef 50

The model is one weight: from a seat's lead in the appraisal to its chance to win. For a model of one's own the loop is
the same: positions from `play`, small ints from the state or a seat's view, `winners` once the game is over.
"""

import math
import sys
from collections.abc import Iterator

import atoll
from atoll.arena import decide
from atoll.bots import named


def play(name: str, seed: int) -> Iterator[tuple[float, float]]:
    """A game of two careless bots: the lead of each turn's player, and whether that seat won."""
    game, rng, bot = atoll.new(name, seed=seed), atoll.Rng(seed), named("careless")
    leads: dict[int, tuple[int, float]] = {}
    while not game.over:
        seat = game.seat
        leads.setdefault(game.state.turn, (seat, float(game.state.appraise(seat) - game.state.appraise(1 - seat))))
        game.apply(decide(bot, game, rng))
    winners = game.state.winners()
    for seat, lead in leads.values():
        yield lead, (seat in winners) / len(winners)


def chance(weight: float, lead: float) -> float:
    return 1 / (1 + math.exp(-max(-50.0, min(50.0, weight * lead))))


def main(name: str, games: int) -> None:
    examples = [example for seed in range(games) for example in play(name, seed)]
    size = max(abs(lead) for lead, _ in examples)
    weight = 0.0
    for _ in range(200):
        slope = sum((won - chance(weight, lead)) * lead for lead, won in examples)
        weight += 4 * slope / (size * size * len(examples))
    print(f"{len(examples)} positions of {games} games")
    for lead in (0, 50, 100, 200, 400):
        print(f"a lead of {lead:3} wins {chance(weight, lead):4.0%}")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
