"""Matches between bots."""

from atoll.arena.match import Match, Player, Result, Summary, decide, game_seed, interval, play, play_many

__all__ = ["Match", "Player", "Result", "Summary", "decide", "game_seed", "interval", "play", "play_many"]
