"""Coin Flip: the smallest ruleset that there is."""
