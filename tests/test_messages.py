"""Every text exists in every language, and says the same things."""

from __future__ import annotations

import re
import string
import tomllib
from pathlib import Path
from typing import Any

import pytest

import atoll
from atoll.bots import CHARACTERS
from atoll.core.messages import LANGUAGES, Message, Term, chosen_language
from atoll.server.seats import OFFERED, PLAYERS
from atoll.server.texts import texts

SOURCE = Path(atoll.__file__).parent


def flat(tree: dict[str, Any], start: str = "") -> dict[str, str]:
    out: dict[str, str] = {}
    for name, value in tree.items():
        if isinstance(value, dict):
            out |= flat(value, f"{start}{name}.")
        else:
            out[start + name] = value
    return out


def catalogue(language: str) -> dict[str, str]:
    """Every sentence of the house and of its games."""
    out = flat(tomllib.loads((SOURCE / "locales" / f"{language}.toml").read_text("utf-8")))
    for file in sorted(SOURCE.glob(f"*/locales/*.{language}.toml")):
        out |= flat(tomllib.loads(file.read_text("utf-8")), f"{file.name.removesuffix(f'.{language}.toml')}.")
    return out


CATALOGUES = {language: catalogue(language) for language in LANGUAGES}


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_has_all_texts_with_the_same_fields(language: str) -> None:
    english, other = CATALOGUES["en"], CATALOGUES[language]
    assert list(english) == list(other)
    for key, text in english.items():
        assert fields(other[key]) == fields(text), key


@pytest.mark.parametrize("language", ["fr", "it"])
def test_a_translation_is_not_english(language: str) -> None:
    same = [key for key, text in CATALOGUES["en"].items() if CATALOGUES[language][key] == text and len(text) > 25]
    assert same == ["doctor.version"]


def test_every_explanation_the_rules_can_give_has_a_text() -> None:
    used = set()
    for path in SOURCE.rglob("*.py"):
        source = path.read_text("utf-8")
        game = path.parent.name.replace("_", "-")
        used |= set(re.findall(r'Message\(\s*"([a-z_-]+\.[a-z_.]+)"', source))
        used |= {f"{game}.why.{key}" for key in re.findall(r'_no\("[a-z0-9 ]+", "([a-z_]+)"', source)}
        used |= {f"{game}.event.{key}" for key in re.findall(r'_say\("([a-z_]+)"', source)}
        fields = re.findall(r'wrong_field\("[a-z]+", "([a-z_.-]+)"', source)
        used |= {key if "." in key else f"position.{key}" for key in fields}
        used |= set(re.findall(r'unreadable\("([a-z_.-]+)"', source))
    assert len(used) > 100
    assert used <= set(CATALOGUES["en"])


def test_a_french_sign_does_not_begin_a_line() -> None:
    said = Message("cli.over", {"reason": "x"}).text("fr")
    assert said == "la partie est finie\u00a0: x"
    assert not [text for text in texts("fr").values() if re.search(r" [:;!?»]|« ", text)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_bot_that_people_may_sit_down_with_has_its_words(language: str) -> None:
    said = texts(language)
    assert all(said[f"shell.level.{bot}"] and said[f"shell.level_about.{bot}"] for bot in OFFERED)
    assert all(said[f"shell.level_way.{bot}"] for bot in CHARACTERS)
    assert {bot for bot in PLAYERS if f"shell.level.{bot}" not in said} == set()


def test_words_inside_a_message_are_translated_too() -> None:
    atoll.kind("reef-encounter")
    message = Message("reef-encounter.why.no_cube", {"colour": Term("reef-encounter.colour.w")})
    assert message.text("en") == "there is no white cube behind the screen"
    assert "blanc" in message.text("fr")
    assert "bianco" in message.text("it")


def test_the_language_is_chosen_from_the_wish_then_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("ATOLL_LANG", "LC_ALL", "LANG"):
        monkeypatch.delenv(name, raising=False)
    assert chosen_language() == "en"
    monkeypatch.setenv("LANG", "fr_FR.UTF-8")
    assert chosen_language() == "fr"
    monkeypatch.setenv("ATOLL_LANG", "it")
    assert chosen_language() == "it"
    assert chosen_language("en") == "en"
    monkeypatch.setenv("ATOLL_LANG", "de")
    assert chosen_language() == "fr"
