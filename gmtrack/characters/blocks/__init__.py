"""Stat blocks of games with a d20 and armor class, as other programs keep them."""
