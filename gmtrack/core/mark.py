"""The sign before names of what comes with gmtrack; a module of its own, as completion has no time
for more."""

MARK = "@"
"""Begins the name of a ready-made encounter, or of a thing of the stock."""
