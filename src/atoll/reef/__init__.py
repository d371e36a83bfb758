"""Reef, by Emerson Matsuuchi."""

PLACE = 2  # among the games of the house
