"""Harm: damage, wounds, status, effects that stay, and the events that end states."""
