"""Matches between bots."""

from atoll.arena.match import Match, Result, Summary, decide, game_seed, interval, play, play_many

__all__ = ["Match", "Result", "Summary", "decide", "game_seed", "interval", "play", "play_many"]
