"""What a link to a table says of itself where it is shown: what anyone who opens it could see, and nothing else."""

from __future__ import annotations

import re
from html import escape

from atoll.core.messages import Message
from atoll.games import rules_of
from atoll.server.seats import Seats
from atoll.server.store import Facts

PLACE = re.compile(r'<title>[^<]*</title>(\s*<meta\s+name="description"[^>]*>)?')  # in the page as it is built


def heading(facts: Facts, seated: Seats, language: str) -> str:
    """The part of the page's head that is about a table."""
    rules = rules_of(facts.game, facts.options)
    game = rules.title
    title, said = f"{game} - Atoll", about(facts, seated, game).text(language)
    named = {"og:title": title, "og:description": said, "og:type": "website", "og:site_name": "Atoll"}
    return "\n    ".join(
        [
            f"<title>{escape(title)}</title>",
            f'<meta name="description" content="{escape(said)}" />',
            f'<meta name="atoll-page" content="{escape(rules.page)}" />',  # so that only its board is fetched
            *(f'<meta property="{name}" content="{escape(text)}" />' for name, text in named.items()),
        ]
    )


def about(facts: Facts, seated: Seats, game: str) -> Message:
    """One sentence: who invites to what, or who plays."""
    free = sum(seat.free for seat in seated)
    names = [seat.name for seat in seated if seat.name]
    host = next((seat.name for seat in seated if seat.name and seat.held_by(facts.host)), None)
    if facts.status == "waiting" and free and host:
        return Message("table.link_invites", {"who": host, "game": game, "free": free})
    if facts.status in ("waiting", "playing"):
        return Message("table.link_plays", {"game": game, "names": names})
    return Message("table.link_over", {"game": game, "names": names})
