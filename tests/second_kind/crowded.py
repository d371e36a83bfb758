"""Positions of the expansion such as play seldom reaches, made with the oracle.

Crowded rocks, special tiles, shrimps of both sorts and crowns everywhere, cards in every hand, anything done in the
turn, and sometimes hardly a tile in the bag.
"""

from __future__ import annotations

import random
from collections import Counter

from tests.oracle.second_kind import Game
from tests.oracle.second_kind_board import COLOURS, POLYP_KINDS, TILES, TURNS, Polyp, colours_of
from tests.oracle.second_kind_cards import ALGAE, CARDS, CORAL_TILES, HAND_LIMIT, HOUSE_BLUE, HOUSE_CLOWNFISH, SCORING

LEFT_OUT = 12  # ordinary tiles of each colour that are not laid on the rocks


def crowded(rng: random.Random, seats: int, advanced: bool, expansion: str, scarce: bool = False) -> Game:
    """A position in the turn of some seat, or at its beginning. Where tiles are scarce all but a few that would be in
    the bag are in the last seat's fish and behind its screen."""
    game = Game(rng.sample([1, 2, 3, 4], seats), advanced, expansion)
    game.phase = "turn"
    stock = Counter(TILES)
    if not advanced:
        game.bonus = Counter(colour for colour in COLOURS if rng.random() < 0.8)
        stock -= game.bonus
    lay_coral_tiles(rng, game)
    lay_terrain(rng, game, stock)
    lay_polyps(rng, game, stock)
    lay_crowns(rng, game, stock)
    active = rng.randint(1, seats)
    for player in game.players:
        player.eaten = rng.choice([0, 0, 1, 1, 2, 3])
    stand(rng, game, active)
    hand_out(rng, game, stock)
    deal_cards(rng, game)
    if scarce:
        rest = list(stock.elements())
        rng.shuffle(rest)
        last = game.players[-1]
        for kind in rest[rng.choice([0, 1, 1, 2, 3, 5, 8]) :]:
            (last.fish if colours_of(kind) else last.hand)[kind] += 1
            stock[kind] -= 1
        if not stock.total() and not advanced:
            game.bonus_gone = True
            stock, game.bonus = game.bonus, Counter()
    game.bag = +stock
    game.begin_turn(active)
    if rng.random() < 0.7:
        game.part, game.start_window = "main", []
        fill_turn(rng, game)
    game.crowns_out += len(game.crown_death())
    game.look_at_start_window()
    return game


def lay_coral_tiles(rng: random.Random, game: Game) -> None:
    for tile, (strong, weak, _, _) in CORAL_TILES.items():
        game.set_strong(tile, rng.choice([strong, weak]))
    for tile in rng.sample(sorted(CORAL_TILES), rng.choice([0, 2, 5, 8, 9])):
        alga = game.large(tile)
        if game.cylinders[alga]:
            game.cylinders[alga] -= 1
            game.covered[tile] = alga
    left = [alga for alga in ALGAE if game.cylinders[alga]]
    if left and rng.random() < 0.6:
        game.alga = rng.choice(left)
        game.cylinders[game.alga] -= 1


def lay_terrain(rng: random.Random, game: Game, stock: Counter[str]) -> None:
    for tile in ("rock", "rock", "water", "water"):
        cells = [cell for cell in game.map.neighbours if game.may_lay_terrain(tile, cell)]
        if rng.random() < 0.5 and cells:
            cell = rng.choice(cells)
            if cell not in game.terrain:
                game.terrain[cell] = tile
                stock[tile] -= 1


def lay_polyps(rng: random.Random, game: Game, stock: Counter[str]) -> None:
    """Colours gather, or keep apart so that the reef is nearly full; many tiles are special while there are any."""
    density, special = rng.choice([0.3, 0.6, 0.9, 1.0]), rng.choice([0.1, 0.5])
    few = rng.sample(COLOURS, rng.randint(2, 5))
    apart = rng.random() < 0.15
    if apart:
        density, special, few = 1.0, 0.05, list(COLOURS)
    cells = list(game.map.neighbours)
    rng.shuffle(cells)
    for cell in cells:
        deep = cell in game.map.enclosed and rng.random() < 0.3
        if rng.random() > density or not (game.rock_space(cell) or deep):
            continue
        beside = [game.polyps[near].colour for near in game.touching(cell)]
        colour = rng.choice(beside) if beside and rng.random() < 0.7 else rng.choice(few)
        if apart and rng.random() < 0.99:
            colour = max(sorted({*few} - {*beside}) or few, key=lambda c: stock[c])
        kinds = [kind for kind in POLYP_KINDS if colour in colours_of(kind) and kind != colour and stock[kind]]
        kind = rng.choice(kinds) if kinds and rng.random() < special else colour
        turn = rng.choice(TURNS) if kind.endswith("h") else ""
        enough = kind != colour or stock[colour] > LEFT_OUT
        if enough and not game.joins_too_much(cell, colour, kind.endswith("s"), turn):
            game.put(cell, Polyp(kind, colour, turn))
            stock[kind] -= 1


def lay_crowns(rng: random.Random, game: Game, stock: Counter[str]) -> None:
    for _ in range(rng.randint(0, 4)):
        cells = [cell for cell in game.map.neighbours if game.empty(cell) and game.touching(cell)]
        likely = [cell for cell in cells if cell in game.map.growth]
        if not cells and game.polyps:  # in a full reef it has eaten one
            eaten = rng.choice([cell for cell in sorted(game.polyps) if game.rock_space(cell)] or [""])
            if eaten:
                stock[game.take(eaten).kind] += 1
                cells = [eaten]
        if cells:
            game.crowns.add(rng.choice(likely if likely and rng.random() < 0.3 else cells))
            stock["crown"] -= 1
    if rng.random() < 0.2 and stock["crown"]:
        game.crowns_out += 1
        stock["crown"] -= 1


def stand(rng: random.Random, game: Game, active: int) -> None:
    """Shrimps, and blue ones; the active player's may stand on bare rock."""
    game.blue_sea = 0 if all(player.eaten for player in game.players) else 1
    game.blue_beside = 4 - game.blue_sea
    for seat, player in enumerate(game.players, start=1):
        player.screen -= player.eaten
        for _ in range(rng.randint(0, player.screen)):
            cells = game.standing_cells(seat, bare=seat == active and rng.random() < 0.2)
            large = [cell for cell in cells if len(game.corals().get(cell, ())) >= 5]
            if cells:
                player.screen -= 1
                game.shrimps[rng.choice(large if large and rng.random() < 0.6 else cells)] = seat
    for _ in range(rng.randint(0, game.blue_beside)):
        cells = game.blue_cells()
        likely = [cell for cell in cells if any(near in game.crowns for near in game.map.neighbours[cell].values())]
        if cells:
            game.blue_beside -= 1
            game.blue.add(rng.choice(likely if likely and rng.random() < 0.5 else cells))


def hand_out(rng: random.Random, game: Game, stock: Counter[str]) -> None:
    """Tiles and cubes to the players, and onto the open sea."""

    def draw(most: int, kinds: list[str]) -> Counter[str]:
        pile: Counter[str] = Counter()
        for _ in range(rng.randint(0, most)):
            there = [kind for kind in kinds if stock[kind]]
            ordinary = [kind for kind in there if kind in COLOURS and stock[kind] > 2]
            kind = rng.choice(ordinary if ordinary and rng.random() < 0.5 else there)
            stock[kind] -= 1
            pile[kind] += 1
        return pile

    polyps = list(POLYP_KINDS)
    for player in game.players:
        player.fish[rng.choice([colour for colour in COLOURS if stock[colour] > 4])] += 1
        stock.subtract(player.fish)
        player.hand, player.front = draw(6, list(TILES)), draw(5, polyps)
        player.fish += draw(3 * player.eaten, polyps)
        for colour in COLOURS:
            number = rng.randint(0, rng.choice([1, 2, 9]) // game.seats)
            player.cubes[colour] += number
            game.supply[colour] -= number
    for space in COLOURS:
        game.sea[space] = sorted(draw(3, list(TILES)).elements())


def deal_cards(rng: random.Random, game: Game) -> None:
    """Marks of the house or any; up to three cards to a hand, some played."""
    game.marks_blue, game.marks_clownfish = set(HOUSE_BLUE), set(HOUSE_CLOWNFISH)
    if rng.random() < 0.4:
        game.marks_blue, game.marks_clownfish = (set(rng.sample(CARDS, rng.randint(0, len(CARDS)))) for _ in range(2))
    deck = rng.sample(CARDS, len(CARDS))
    for player in game.players:
        player.cards = {deck.pop() for _ in range(rng.randint(0, HAND_LIMIT))}
    left = set(deck)
    for player in game.players:
        player.scoring = {card for card in left & SCORING if rng.random() < 0.1}
        left -= player.scoring
    share = rng.choice([0.0, 0.3, 0.9, 1.0])
    game.discard = {card for card in sorted(left) if rng.random() < share}
    game.deck = left - game.discard


def fill_turn(rng: random.Random, game: Game) -> None:
    """What may have been done already, and which cards are in force."""
    turn = game.turn
    turn.may_eat = rng.random() < 0.5
    turn.free_growth, turn.double_lock, turn.pick_me_up = (rng.random() < 0.15 for _ in range(3))
    turn.locks = rng.choice([0, 0, 1]) if game.covered and not turn.may_eat else 0
    turn.bought, turn.shrimp = (not turn.may_eat and rng.random() < 0.3 for _ in range(2))
    turn.collected = turn.pick_me_up and not turn.may_eat and rng.random() < 0.5
    turn.late_breakfast = rng.random() < 0.15
    if not turn.may_eat or turn.late_breakfast:
        turn.larvae = rng.randint(0, 1 if turn.may_eat else 2)
    if turn.larvae and rng.random() < 0.7:
        turn.open, turn.deep_water = rng.choice(COLOURS), rng.random() < 0.3
        late = turn.late_breakfast and turn.larvae == 1
        turn.behind = rng.randint(0, 2 if late else 4)
        turn.breakfast = rng.randint(turn.behind, 2) if late else 0
