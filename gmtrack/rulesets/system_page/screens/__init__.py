"""Screens of a fight by a page."""
