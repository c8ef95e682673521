"""Screens of Spotlight: board, `show`, `rules` and completion."""
