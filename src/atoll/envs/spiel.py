"""The games as Python games of OpenSpiel: `pyspiel.load_game("atoll_reef(players=3)")` after importing this module.

Chance is explicit: each card and each tile that is drawn is a chance node of its own, from the deal on, so that there
are never more outcomes than kinds of cards or tiles. (A bag emptied five tiles at a time would have thousands; and
OpenSpiel keeps no generator of a Python game, which sampled chance would need.)
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pyspiel

from atoll.arena.batch import rewards
from atoll.core.game import Game
from atoll.core.messages import Message
from atoll.core.rng import Rng
from atoll.core.state import ALL_SEEING, CHANCE
from atoll.envs.setting import Setting, Sight
from atoll.games import kind, read

MOST_DECISIONS = 200_000  # random play ends long before


class Held:
    """A game as far as it has got."""

    def __init__(self, wanted: tuple[str, int, Mapping[str, str]]) -> None:
        self.wanted = wanted
        self.game: Game | None = None  # none while it is dealt
        self.drawn: list[int] = []  # what has been drawn one by one and is not yet complete
        self._seen: dict[int, list[str]] = {}  # by player: the lines of the record, as they were last seen
        self._hidden: dict[int, list[int]] = {}  # by player: which of them are not seen in full

    def seen(self, player: int) -> list[str]:
        """The record, as a player sees it. What was seen in full stays so; the other lines are looked at again."""
        game = self.game
        if game is None:
            return []
        record = game.header + game.log
        lines, hidden = self._seen.setdefault(player, []), self._hidden.setdefault(player, [])
        hidden += range(len(lines), len(record))
        for at in hidden:
            lines[at : at + 1] = [game.kind.seen(record[at], game.state, player)]
        hidden[:] = [at for at in hidden if lines[at] != record[at]]
        return lines

    def believe(self, player: int, rng: Rng) -> None:
        """Replace what a player cannot know by something that fits."""
        if self.game is not None:
            self.game = self.game.redeal(player, rng)
            self._seen, self._hidden = {}, {}

    def __deepcopy__(self, memo: object) -> Held:
        other = Held(self.wanted)
        other.game = None if self.game is None else self.game.clone()
        other.drawn = self.drawn[:]
        other._seen = {player: lines[:] for player, lines in self._seen.items()}
        other._hidden = {player: places[:] for player, places in self._hidden.items()}
        return other

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.wanted, None if self.game is None else self.game.write(), self.drawn)


def _restored(wanted: Any, record: str | None, drawn: list[int]) -> Held:
    held = Held(wanted)
    held.game = None if record is None else read(record)
    held.drawn = drawn
    return held


class SpielState(pyspiel.State):
    """A position, with the record of how it came about."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        setting = game.setting
        self._held = Held((setting.game, setting.seats, setting.options))

    @property
    def played(self) -> Game | None:
        """The game with its record; none while it is dealt."""
        return self._held.game

    # What OpenSpiel asks for

    def current_player(self) -> int:
        played = self.played
        if played is None or played.seat == CHANCE:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if played.over else played.seat

    def is_terminal(self) -> bool:
        return self.played is not None and self.played.over

    def returns(self) -> list[float]:
        played = self.played
        if played is None or not played.over:
            return [0.0] * self._held.wanted[1]
        return rewards(played.state)

    def _legal_actions(self, player: int) -> list[int]:
        played = self.played
        return list(played.legal()) if played is not None and played.seat == player else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        ahead = self._draws()
        total = sum(weight for _, weight in ahead)
        return [(outcome, weight / total) for outcome, weight in ahead]

    def _draws(self) -> list[tuple[int, int]]:
        setting = _setting(*self._held.wanted)
        state = None if self.played is None else self.played.state
        return setting.kind.draws(setting.seats, setting.options, state, self._held.drawn)

    def _apply_action(self, action: int) -> None:
        played = self.played
        if played is None or played.seat == CHANCE:
            if action not in [outcome for outcome, _ in self._draws()]:
                raise pyspiel.SpielError(Message("envs.no_draw", {"draw": action}).text())
            self._draw(action)
        elif action not in played.legal():
            raise pyspiel.SpielError(str(_setting(*self._held.wanted).refusal(played.state, action)))
        else:
            played.apply(action)

    def _draw(self, outcome: int) -> None:
        held, played = self._held, self.played
        setting = _setting(*held.wanted)
        held.drawn.append(outcome)
        if self._draws():
            return
        drawn, held.drawn = held.drawn, []
        if played is None:
            deal = setting.kind.drawn_deal(setting.seats, setting.options, drawn)
            held.game = Game.dealt(setting.kind, setting.seats, setting.options, deal)
        else:
            played.chance(setting.kind.chance_text(played.state, drawn))

    def _action_to_string(self, player: int, action: int) -> str:
        played = self.played
        if player == pyspiel.PlayerId.CHANCE or played is None:
            return f"draw {action}"
        return played.text(action) if action in played.legal() else f"move {action}"

    def __str__(self) -> str:
        where = "deal" if self.played is None else self.played.position(ALL_SEEING)
        return " ".join([where, *map(str, self._held.drawn)])

    # What a player knows

    def seen(self, player: int) -> list[str]:
        """The record, as a player may see it: everything that the player did and saw, in order."""
        return [f"you {player + 1}", *self._held.seen(player)]

    def resample_from_infostate(self, player: int, probability_sampler: Any = None) -> SpielState:
        """A state that the player could believe in, drawn uniformly. Its moves and what all saw are as they were."""
        unit = probability_sampler() if callable(probability_sampler) else random.random()
        other: SpielState = self.clone()
        other._held.believe(player, Rng(int(unit * 2**52)))
        return other


class SpielGame(pyspiel.Game):
    """A game with its number of players and its options as OpenSpiel's parameters."""

    form: Form

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = {**self.form.parameters(), **(params or {})}
        self.setting = _setting(self.form.game, int(given["players"]), self.form.options(given))
        info = pyspiel.GameInfo(
            num_distinct_actions=self.setting.moves,
            max_chance_outcomes=self.setting.kind.outcomes,
            num_players=self.setting.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=MOST_DECISIONS,
        )
        super().__init__(self.form.type(), info, dict(params or {}))

    def new_initial_state(self, *_: Any) -> SpielState:
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        return SpielObserver(self.setting, iig_obs_type, params)


class SpielObserver:
    """What a player sees: named pieces of one tensor, or with perfect recall the record as that player saw it."""

    def __init__(self, setting: Setting, wanted: Any, params: Any) -> None:
        if params:
            raise ValueError(f"Observation parameters not supported; passed {params}")
        wanted = wanted or pyspiel.IIGObservationType(perfect_recall=False)
        if wanted.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER or not wanted.public_info:
            raise ValueError("an observation is what one player sees: public, and private of that player")
        self._recall = wanted.perfect_recall
        self._sight = Sight(setting)
        tensor: Any = np.zeros(0 if self._recall else setting.size, np.float32)
        self.tensor = None if self._recall else tensor
        self.dict = {} if self._recall else setting.named(tensor)

    def set_from(self, state: SpielState, player: int) -> None:
        if self.tensor is not None:
            played = state.played
            self.tensor[:] = 0 if played is None else self._sight.observation(played.state, player)

    def string_from(self, state: SpielState, player: int) -> str:
        played = state.played
        if played is None:
            return ""
        return "\n".join(state.seen(player)) if self._recall else f"{player + 1} {played.position(player)}"


class Form:
    """A game under the name by which OpenSpiel knows it."""

    def __init__(self, name: str, game: str, fixed: Mapping[str, str], values: Mapping[str, Sequence[str]]) -> None:
        self.name = name
        self.game = game
        self._fixed = fixed
        self._values = values
        first = {option: given[0] for option, given in values.items()}
        self._rules = kind(game).variation(kind(game).complete_options({**fixed, **first}))

    def parameters(self) -> dict[str, Any]:
        usual = {option: values[0] for option, values in self._values.items()}
        return {"players": 2, **usual}

    def options(self, given: Mapping[str, Any]) -> dict[str, str]:
        return {**self._fixed, **{option: str(given[option]) for option in self._values}}

    def type(self) -> Any:
        return pyspiel.GameType(
            short_name=self.name,
            long_name=self._rules.title,
            dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
            chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
            information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
            utility=pyspiel.GameType.Utility.ZERO_SUM,
            reward_model=pyspiel.GameType.RewardModel.TERMINAL,
            max_num_players=max(self._rules.seat_numbers),
            min_num_players=min(self._rules.seat_numbers),
            provides_information_state_string=True,
            provides_information_state_tensor=False,
            provides_observation_string=True,
            provides_observation_tensor=True,
            provides_factored_observation_string=False,
            parameter_specification=self.parameters(),
        )


_known: dict[tuple[str, int, tuple[tuple[str, str], ...]], Setting] = {}


def _setting(game: str, seats: int, options: Mapping[str, str]) -> Setting:
    """A setting, made once."""
    key = (game, seats, tuple(sorted(options.items())))
    if key not in _known:
        _known[key] = Setting(game, seats, options)
    return _known[key]


# Classes with names: pickles find them by these, and what OpenSpiel keeps of them outlives the interpreter.


class ReefEncounterGame(SpielGame):
    form = Form("atoll_reef_encounter", "reef-encounter", {"expansion": "no"}, {"advanced": ("no", "yes")})


class SecondKindGame(SpielGame):
    form = Form("atoll_second_kind", "reef-encounter", {}, {"expansion": ("yes", "dealt"), "advanced": ("no", "yes")})


class ReefGame(SpielGame):
    form = Form("atoll_reef", "reef", {}, {"start": ("centre", "free")})


GAMES = (ReefEncounterGame, SecondKindGame, ReefGame)
for _game in GAMES:
    pyspiel.register_game(_game.form.type(), _game)
