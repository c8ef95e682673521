"""Sheets, the live state, and the checks of a file."""
