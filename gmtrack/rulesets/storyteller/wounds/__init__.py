"""Damage, the health track, conditions and what they do to somebody."""
