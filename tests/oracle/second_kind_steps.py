"""The course of a game of Reef Encounters of the Second Kind: what a line does, what it owes, and what follows.

Part of the naive reference; see second_kind_board.py for its manner and second_kind.py for the whole.
"""

from __future__ import annotations

from collections import Counter

from .second_kind_board import BICOLOURS, COLOURS, TERRAIN, Polyp
from .second_kind_cards import CORAL_TILES, SCORING, SHRIMPS, Question, Turn
from .second_kind_lines import CHANCE, Decisions

FREE_OF_ORDER = {"polyp", "change", "discard", "end"}  # these neither close an action nor end the chance of action 1


class Course(Decisions):
    """A position that lines and chance change."""

    # Making a line

    def apply(self, text: str) -> None:
        """A seat's line, without the seat."""
        text = self.canonical(text)
        if text not in self.legal():
            raise ValueError(f"not legal: {text!r}")
        if self.owed is None:
            self.occupied = {c for c in self.map.growth if c in self.polyps or c in self.crowns}
        if self.owed is not None:
            self.answer(self.owed, text)
        elif self.phase in ("fish", "cubes"):
            self.set_up(text)
        elif text == "pass":
            self.pass_on()
        elif self.growth_window or (self.phase == "turn" and self.part == "start"):
            seat = self.seat_to_decide()
            assert isinstance(seat, int)
            self.growth_window = []
            self.open_current_window(text.split()[1], seat, "text")
        elif text.startswith("crown"):
            self.crown_attack(*text.split()[1:])
        else:
            self.act(text)
        self.settle()

    def canonical(self, text: str) -> str:
        """The text that is written for this one: letters of a bicolour or coral tile, the cell of a coral."""
        words = text.split(" ")
        two = {kind[::-1]: kind for kind in BICOLOURS}
        if words[0] == "coral" and len(words) == 2 and words[1] in self.polyps:
            words[1] = min(self.corals()[words[1]])
        return " ".join([words[0], *(two.get(word, word) for word in words[1:])])

    def set_up(self, text: str) -> None:
        """`cubes`: every seat's fish tile, then every seat's two cubes, then the first turn."""
        word, letters = text.split()
        for letter in letters:
            if word == "fish":
                self.mover().hand[letter] -= 1
                self.mover().fish[letter] += 1
            else:
                self.supply[letter] -= 1
                self.mover().cubes[letter] += 1
        last, self.seat = self.seat == self.seats, self.active % self.seats + 1
        if last and word == "fish":
            self.phase = "cubes"
        elif last:
            self.phase = "turn"
            self.begin_turn(1)

    def pass_on(self) -> None:
        """In a window; or the extra turn is declined."""
        if self.growth_window:
            self.growth_window.pop(0)
        elif self.phase == "turn":
            self.start_window.pop(0)

    def act(self, text: str) -> None:
        """A line of the main part or of the extra turn: first what it does to the `order`, then what it does."""
        word, *rest = text.split()
        player = self.mover()
        self.do_to_order(word, rest)
        match [word, *rest]:
            case ["eat", cell]:
                self.eat(cell)
            case ["eat", cell, card]:
                player.cards.remove(card)
                self.discard.add(card)
                self.open_current_window(card, self.active, "eat", cell)
            case ["larva", colour]:
                self.play_larva(colour)
            case ["polyp", cell, *words]:
                self.play_polyp(cell, words)
            case ["shrimp", cell]:
                player.screen -= 1
                self.shrimps[cell] = self.active
                self.turn.shrimp = True
            case ["move", origin, target]:
                del self.shrimps[origin]
                self.arrive(target)
            case ["cube", colour, *kinds]:
                self.pay(player.front, kinds[0] if kinds else colour)
                self.supply[colour] -= 1
                player.cubes[colour] += 1
            case ["alga", alga, paid, place]:
                self.pay(player.front, paid)
                self.play_alga(alga, place)
            case ["tile", colour]:
                player.cubes[colour] -= 1
                self.supply[colour] += 1
                self.take_ordinary(colour)
                player.hand[colour] += 1
            case ["lay", tile, cell]:
                self.lay_terrain(tile, cell)
            case ["buy", *payment]:
                self.buy(payment)
            case ["play", card]:
                self.open_current_window(card, self.active, "text")
            case ["play", card, "blue"]:
                self.open_current_window(card, self.active, "blue")
            case ["discard", card]:
                player.cards.remove(card)
                self.discard.add(card)
            case ["change", colour]:
                self.pay(player.front, colour + "2")
                self.draw_all([colour, colour])
                player.front[colour] += 2
            case ["collect", space]:
                self.collect(space)
            case ["end"]:
                self.turn_over = True

    def do_to_order(self, word: str, rest: list[str]) -> None:
        """The table of section 3. `eat` has its effect when the coral is eaten, `larva` opens its own action."""
        turn, text_of = self.turn, rest[0] if word == "play" and len(rest) == 1 else None
        if word in FREE_OF_ORDER or word == "eat" or (text_of and self.is_clownfish(text_of)):
            return
        if word == "collect" and turn.pick_me_up:
            turn.may_eat = False
            return
        if word != "move" and text_of != "deep-water":
            turn.close()
        first_of_breakfast = word == "larva" and turn.late_breakfast and turn.larvae == 0
        if text_of != "late-breakfast" and not first_of_breakfast:
            turn.may_eat = False

    def pay(self, source: Counter[str], kind: str) -> None:
        source[kind] -= 1
        self.bag[kind] += 1

    def play_larva(self, colour: str) -> None:
        """Action 2, or 3 the second time; with Free growth action 2 costs nothing."""
        if not (self.turn.free_growth and self.turn.larvae == 0):
            self.mover().cubes[colour] -= 1
            self.supply[colour] += 1
        self.turn.larvae += 1
        self.turn.open, self.turn.owed = colour, True

    def play_polyp(self, cell: str, words: list[str]) -> None:
        """Words: the tile unless it is ordinary, the sides of a half, `c` for a consumed one."""
        turn = self.turn
        assert turn.open is not None
        consumed = words[-1:] == ["c"]
        kind, sides = ([*words[: -1 if consumed else None], "", ""])[:2]
        kind = kind or turn.open
        (self.mover().front if consumed else self.mover().hand)[kind] -= 1
        turn.behind += not consumed
        turn.breakfast += turn.late_breakfast and turn.larvae == 1
        turn.owed = False
        if cell not in self.polyps and not self.rock_space(cell):
            turn.deep_water = False
        self.lay_polyp(cell, Polyp(kind, turn.open, sides), self.active)

    def arrive(self, target: str) -> None:
        """Action 5: where a shrimp goes."""
        if target == "screen":
            self.mover().screen += 1
        else:
            self.shrimps[target] = self.active

    def lay_terrain(self, tile: str, cell: str) -> None:
        """`rock tile`, `water tile`: one on the other, both go into the bag. `crown`."""
        self.mover().hand[tile] -= 1
        if tile == "crown":
            self.crowns.add(cell)
        elif cell in self.terrain:
            self.bag.update(TERRAIN)
            del self.terrain[cell]
        else:
            self.terrain[cell] = tile

    def buy(self, payment: list[str]) -> None:
        """`buying`: pay; an empty deck is made of the pile; chance draws."""
        match payment:
            case ["cube", colour]:
                self.mover().cubes[colour] -= 1
                self.supply[colour] += 1
            case [kind, "c"]:
                self.pay(self.mover().front, kind)
            case [kind]:
                self.pay(self.mover().hand, kind)
        self.turn.bought = True
        if not self.deck:
            self.deck, self.discard = self.discard, set()
        self.owed = {"ask": "card", "seat": self.active}

    def collect(self, space: str) -> None:
        """Action 10; `shortage`: no cube, or too few tiles even with the bonus tiles, ends the game."""
        player = self.mover()
        player.hand.update(self.sea[space])
        self.sea[space] = []
        player.cubes[space] += 1
        self.turn.collected = True
        if self.supply[space] == 0:
            self.end("shortage")
            return
        self.supply[space] -= 1
        if self.bag.total() + self.bonus.total() < len(self.spaces_to_refill()):
            self.end("shortage")
            return
        self.turn_over = not self.turn.pick_me_up
        self.owed = {"ask": "refill"}

    def spaces_to_refill(self) -> list[str]:
        """`refill`: spaces with fewer than three tiles, the emptiest first, ties clockwise from white."""
        return [space for tiles in (0, 1, 2) for space in COLOURS if len(self.sea[space]) == tiles]

    # Eating

    def eat(self, cell: str) -> None:
        """Action 1, or the extra turn's: the coral's tiles go aside, its blue shrimp beside the board."""
        if self.phase == "turn":
            self.turn.close()
            self.turn.may_eat = False
        for eaten in self.corals()[cell]:
            self.aside[self.take(eaten).kind] += 1
            if eaten in self.blue:
                self.move_blue(eaten, "off")
        del self.shrimps[cell]
        self.mover().eaten += 1
        self.give_back(4 + self.advanced + (self.phase == "extra"))

    def give_back(self, count: int) -> None:
        """`returned`: so many go into the bag, a double for two; the player picks where there is a choice."""
        self.owed = None
        while count > 0 and self.aside.total():
            worth = {kind: 2 if kind.endswith("2") else 1 for kind in +self.aside}
            if sum(worth[kind] * self.aside[kind] for kind in worth) <= count:
                self.bag += self.aside
                self.aside = Counter()
            elif len(worth) == 1:
                (kind,) = worth
                self.pay(self.aside, kind)
                count -= worth[kind]
            else:
                self.owed = {"ask": "bag", "seat": self.active, "count": count}
                return
        self.mover().fish += self.aside
        self.aside = Counter()
        if self.mover().eaten == SHRIMPS and self.phase == "turn":
            self.ended, self.ender = "shrimps", self.active

    # Crowns

    def crown_attack(self, crown: str, cell: str) -> None:
        """`crown attack`: the tile goes into the bag, the crown onto its cell; then `displaced` or `pushed`."""
        self.bag[self.take(cell).kind] += 1
        self.crowns.remove(crown)
        self.crowns.add(cell)
        self.attacked.add(cell)
        if cell in self.shrimps:
            del self.shrimps[cell]
            self.owed = {"ask": "displaced", "seat": self.active, "cell": cell}
        if cell in self.blue:
            self.blue.remove(cell)
            if any(self.push_places(cell)):
                self.owed = {"ask": "pushed", "seat": self.active, "cell": cell, "room": None}
            else:
                self.blue_beside += 1

    # What is owed

    def answer(self, question: Question, text: str) -> None:
        """The next line of the step."""
        word, *rest = text.split()
        self.owed = None
        match question["ask"], word:
            case "current", "pass":
                question["seats"].pop(0)
                self.owed = question
                self.look_at_current_window()
            case "current", "play":
                self.player(question["seats"][0]).cards.remove("strong-current")
                self.discard.add("strong-current")
                self.discard.add(question["card"])
                self.in_play = None
            case "bag", "bag":
                self.pay(self.aside, rest[0])
                self.give_back(question["count"] - (2 if rest[0].endswith("2") else 1))
            case "displaced", "move":
                self.arrive(rest[1])
            case "pushed", "move":
                del self.shrimps[rest[0]]
                self.arrive(rest[1])
                self.owed = {**question, "room": rest[0]}
            case "pushed", "push":
                if rest[0] == "off":
                    self.blue_beside += 1
                else:
                    self.blue.add(rest[0])
            case _:
                self.owed = self.answer_card(question, text)

    def open_current_window(self, card: str, seat: int, use: str, cell: str | None = None) -> None:
        """`current window`: the other seats, clockwise; without its clownfish only the active player."""
        if use != "eat":
            self.player(seat).cards.remove(card)
            self.in_play = card
        seats = self.clockwise(seat, self.seats)[1:]
        if "strong-current" not in self.marks_clownfish:
            seats = [other for other in seats if other == self.active]
        self.owed = {"ask": "current", "seats": seats, "seat": seat, "card": card, "use": use, "cell": cell}
        self.look_at_current_window()

    def look_at_current_window(self) -> None:
        """`window`: asked is who has an unplayed card, while Strong current is not on the pile. Else the card works."""
        question = self.owed
        assert question is not None
        while question["seats"] and not self.player(question["seats"][0]).cards:
            question["seats"].pop(0)
        if not question["seats"] or "strong-current" in self.discard:
            self.owed = None
            self.take_effect(question)

    def take_effect(self, question: Question) -> None:
        """The window is over: the card goes to its place, and what it does begins."""
        card, seat, turn = question["card"], question["seat"], self.turn
        if question["use"] == "eat":
            self.eat(question["cell"])
            return
        self.in_play = None
        if question["use"] == "text" and card in SCORING:
            self.player(seat).scoring.add(card)
            return
        self.discard.add(card)
        if question["use"] == "blue":
            self.owed = {"ask": "blue", "seat": seat, "made": 0}
            return
        match card:
            case "deep-water":
                turn.deep_water = True
            case "double-lock":
                turn.double_lock = True
            case "free-growth":
                turn.free_growth = True
            case "late-breakfast":
                turn.late_breakfast = True
            case "pick-me-up":
                turn.pick_me_up = True
            case "lucky-dip":
                self.owed = {"ask": "dip", "seat": seat, "count": min(3, self.bag.total())}
            case _:
                asked = {"ask": card, "seat": seat, "made": 0}
                self.owed = asked if self.card_lines(asked) else None

    # Chance

    def chance(self, text: str) -> None:
        """A chance line, without its star; one that cannot be is refused and changes nothing."""
        if self.seat_to_decide() != CHANCE or self.owed is None:
            raise ValueError(f"chance has nothing to decide: {text!r}")
        question, (word, *rest) = self.owed, text.split(" ")
        if word != question["ask"]:
            raise ValueError(f"not what chance decides: {text!r}")
        two = {kind[::-1]: kind for kind in BICOLOURS}
        match word:
            case "refill":
                spaces, kinds = [draw[:2] for draw in rest], [draw[2:] for draw in rest]
                if spaces != [f"{space}:" for space in self.spaces_to_refill()]:
                    raise ValueError(f"not the spaces to refill, in order: {text!r}")
                self.refill([two.get(kind, kind) for kind in kinds])
            case "card":
                seat, card = question["seat"], rest[1]
                if rest[0] != str(seat) or card not in self.deck:
                    raise ValueError(f"not a card of the deck for this seat: {text!r}")
                self.deck.remove(card)
                self.player(seat).cards.add(card)
            case "dip":
                tiles = Counter(two.get(kind, kind) for kind in rest)
                if len(rest) != question["count"] or not tiles <= self.bag:
                    raise ValueError(f"not tiles of the bag, or not so many: {text!r}")
                self.draw_all(tiles.elements())
                self.player(question["seat"]).hand += tiles
        self.owed = None
        self.settle()

    def refill(self, kinds: list[str]) -> None:
        """One after the other: a bonus tile can only be drawn after the bag has run empty (`shortage`)."""
        before = self.bag.copy(), self.bonus.copy(), self.bonus_gone
        try:
            for kind in kinds:
                self.draw(kind)
        except ValueError:
            self.bag, self.bonus, self.bonus_gone = before
            raise
        for space, kind in zip(self.spaces_to_refill(), kinds, strict=True):
            self.sea[space] = sorted([*self.sea[space], kind])

    # Steps, windows, turns

    def settle(self) -> None:
        """`step`: when it is complete crowns die, the open-sea shrimp may come free, the game may be ending, the
        growth window may open; then play goes on."""
        if self.owed is not None or self.phase not in ("turn", "extra"):
            return
        dead = self.crown_death()
        self.attacked -= set(dead)
        self.crowns_out += len(dead)
        self.open_sea_shrimp()
        if len(self.covered) == len(CORAL_TILES) and self.ended is None:
            self.ended, self.ender = "tiles", self.active
        if self.phase == "extra" or self.ended:
            self.next_extra_turn()
            return
        self.growth_window = self.growth_window or self.seats_asked_for_growth()
        self.occupied = set()
        if self.turn_over:
            self.next_turn()
        self.look_at_start_window()

    def open_sea_shrimp(self) -> None:
        """`open-sea shrimp`: once every player has eaten a coral it joins those beside the board."""
        if self.blue_sea and all(player.eaten for player in self.players):
            self.blue_sea, self.blue_beside = 0, self.blue_beside + 1

    def seats_asked_for_growth(self) -> list[int]:
        """`growth window`: the others for whom a `grow` exists on a space that this step has emptied."""
        card = "extra-free-growth"
        emptied = [space for space in self.occupied if self.empty(space)]
        if not emptied or card in self.discard or not self.is_clownfish(card):
            return []
        others = self.clockwise(self.active, self.seats)[1:]
        return [seat for seat in others if self.player(seat).cards and self.free_growth_lines(seat, emptied)]

    def next_turn(self) -> None:
        """`turn end`: `full` is looked at, and the next player's turn begins."""
        if self.full():
            self.end("full")
        else:
            self.begin_turn(self.active % self.seats + 1)

    def begin_turn(self, seat: int) -> None:
        self.seat, self.turn, self.turn_over = seat, Turn(), False
        self.part, self.start_window = "start", self.clockwise(seat, self.seats)

    def look_at_start_window(self) -> None:
        """`start window`, then action 0, then the main part, each looked at when it is about to ask; a growth
        window comes first."""
        if self.growth_window or self.phase != "turn":
            return
        if self.part == "start":
            some_left = any(card not in self.discard for card in self.start_cards())
            if not some_left or not self.crown_lines():
                self.start_window = []
            while self.start_window and not self.player(self.start_window[0]).cards:
                self.start_window.pop(0)
            if not self.start_window:
                self.part = "crowns"
        if self.part == "crowns" and not self.crown_lines():
            self.part = "main"
            self.attacked = set()

    # The end

    def end(self, why: str) -> None:
        """The game is over with no further turn."""
        self.ended, self.phase, self.seat, self.turn = why, "over", None, Turn()
        self.turn_over, self.occupied = False, set()

    def next_extra_turn(self) -> None:
        """`end at once`: clockwise to the next player with something to eat; over when that is back at the ender."""
        self.phase, self.part, self.turn, self.attacked, self.occupied = "extra", "main", Turn(), set(), set()
        self.seat = self.active % self.seats + 1
        while self.seat != self.ender and not self.eat_lines():
            self.seat = self.seat % self.seats + 1
        if self.seat == self.ender:
            self.phase, self.seat = "over", None


UNTOLD = {"_corals", "stronger", "players", "turn"}  # what a snapshot leaves out, or tells in its own way
