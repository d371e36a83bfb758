"""Reef for PettingZoo. What its numbers mean changes with the version alone."""

from __future__ import annotations

from atoll.envs.aec import Version

VERSION = Version("reef_v0", "reef")
env = VERSION.env
raw_env = VERSION.raw_env
parallel_env = VERSION.parallel_env
