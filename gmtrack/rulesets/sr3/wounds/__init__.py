"""Damage, the conditions of a combatant, and what follows from them."""
