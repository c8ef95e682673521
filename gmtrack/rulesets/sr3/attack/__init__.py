"""Resolve one attack, from the words that the GM typed to its last effect."""
