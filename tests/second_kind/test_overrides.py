"""The expansion is a folder of differences: what it may override is a short, closed list."""

from __future__ import annotations

from atoll.reef_encounter.state import ReefEncounter
from atoll.second_kind.state import SecondKind

PROTOCOL = {
    "generate",
    "observe",
    "do",
    "roll",
    "chance",
    "clone",
    "become",
    "key",
    "scores",
    "merits",
    "redeal",
    "appraise",
    "candidates",
    "lore",
    "sense",
    "settled",
    "shifts",
}
SEAMS = {"_begin_turn"}


def methods(cls: type) -> set[str]:
    return {name for name, what in vars(cls).items() if callable(what) and not name.startswith("__")}


def test_only_the_protocol_and_the_seams_are_overridden() -> None:
    expansion = [cls for cls in SecondKind.__mro__ if issubclass(cls, ReefEncounter) and cls is not ReefEncounter]
    own = {name for cls in expansion for name in methods(cls)}
    base = {name for cls in ReefEncounter.__mro__ for name in methods(cls)}
    assert own & base == PROTOCOL | SEAMS
