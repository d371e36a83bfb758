"""Reef Encounter, by Richard Breese."""

PLACE = 1  # among the games of the house
