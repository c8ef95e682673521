"""Sheets, live state, the game object, and the checks of a file."""
