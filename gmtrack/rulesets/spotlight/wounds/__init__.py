"""Boxes, damage, and the conditions that follow: unconscious, dying, pinned."""
