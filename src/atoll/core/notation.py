"""The moves of a game in words: one table of verbs, from which reading, usage and the page's types follow."""

from __future__ import annotations

from collections.abc import Mapping

from atoll.core.errors import RuleError
from atoll.core.messages import Message

OPTIONAL = "?"


def unreadable(key: str, **values: object) -> RuleError:
    """What is wrong with a text that means no move."""
    return RuleError(Message(key, values), "record")


class Grammar:
    """By verb the names of the words that follow it, `?` after those that may be left out; and examples of each."""

    def __init__(self, verbs: Mapping[str, tuple[str, ...]], examples: Mapping[str, tuple[str, ...]]) -> None:
        self.verbs = verbs
        self.examples = examples

    def split(self, text: str) -> tuple[str, dict[str, str]]:
        """A move text as its verb and its words by name; RuleError if it cannot be one."""
        verb, *said = text.split(" ")
        if verb not in self.verbs:
            raise unreadable("notation.verb", word=verb, known=list(self.verbs))
        names = self.verbs[verb]
        if not sum(not name.endswith(OPTIONAL) for name in names) <= len(said) <= len(names):
            raise self.misused(verb)
        return verb, dict(zip((name.removesuffix(OPTIONAL) for name in names), said, strict=False))

    def misused(self, verb: str) -> RuleError:
        return unreadable("notation.words", verb=verb, usage=self.usage(verb))

    def usage(self, verb: str) -> str:
        """A verb as it may be written: every example of its last word, with and without what is optional."""
        ways = [[verb]]
        for name in self.verbs[verb]:
            examples = self.examples[name.removesuffix(OPTIONAL)]
            longer = [[*way, word] for way in ways for word in examples]
            ways = [*ways, *longer] if name.endswith(OPTIONAL) else longer
        return ", ".join(" ".join(way) for way in ways)
