"""Boxes, damage, and what they do to somebody: unconscious, dying, pinned."""
