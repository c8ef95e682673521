"""Checks of a file's content: its shapes, everything that is wrong in it, and single values set
by path."""
