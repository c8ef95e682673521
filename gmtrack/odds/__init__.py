"""Exact chances: the unchanged rules, run over every result of the dice they can tell apart."""
