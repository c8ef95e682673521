"""Dice: a port, its sources, and the notation in which people type what fell on the table."""
