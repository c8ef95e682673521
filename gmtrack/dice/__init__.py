"""Dice: what rolls them (`port`, `sources`), and how people type the dice on their table."""
