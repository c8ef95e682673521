"""The pure middle of the program: encounters, drafts, intents, reports. Standard library only."""

MARK = "@"
"""Begins the name of a ready-made encounter, or of a thing of the stock."""
