"""Damage, healing, effects and changes of the cast by the GM."""
