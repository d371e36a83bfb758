"""Why a move of the expansion is not legal: the ruling it breaks, and exactly what stands in its way."""

from __future__ import annotations

from atoll.core.errors import RuleError
from atoll.second_kind.notation import Intent
from atoll.second_kind.state import SecondKind


def why_not(state: SecondKind, intent: Intent) -> RuleError | None:
    return None
