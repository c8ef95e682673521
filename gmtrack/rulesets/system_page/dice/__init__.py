"""Rolls, as the rows of a page describe them."""
