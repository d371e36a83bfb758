"""The games as environments of the interfaces that researchers use: PettingZoo, Gymnasium, OpenSpiel, and data sets.

What each needs is an extra: `atoll[pettingzoo]`, `atoll[gym]`, `atoll[openspiel]`, `atoll[data]`. Here is what needs
no more than NumPy: a `Setting` is a game with its seats and options, `Games` are many games of one, stepped at once.
"""

from atoll.envs.games import Games
from atoll.envs.setting import Setting, Sight

__all__ = ["Games", "Setting", "Sight"]
