"""Attacks, from the words to the last effect."""
