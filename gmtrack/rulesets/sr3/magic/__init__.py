"""Spells: casting them, what they do, and what they cost the caster."""
