"""The GM's commands: damage, healing, values by hand, rest, import."""
