"""Reef Encounter with its expansion for PettingZoo. What its numbers mean changes with the version alone."""

from __future__ import annotations

from atoll.envs.aec import Version

VERSION = Version("second_kind_v0", "reef-encounter", {"expansion": "yes"})
env = VERSION.env
raw_env = VERSION.raw_env
parallel_env = VERSION.parallel_env
