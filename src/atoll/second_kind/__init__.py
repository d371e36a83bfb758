"""Reef Encounters of the Second Kind: the differences from Reef Encounter, whose folder this one builds on."""
