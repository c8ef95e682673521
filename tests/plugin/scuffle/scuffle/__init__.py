"""Scuffle: the smallest ruleset that there is."""
