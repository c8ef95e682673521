"""Attacks: from the words of the command line to the last effect."""
