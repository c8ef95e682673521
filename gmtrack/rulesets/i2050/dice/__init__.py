"""The d20, opposed rolls, dice of damage."""
