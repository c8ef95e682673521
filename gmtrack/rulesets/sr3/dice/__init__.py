"""The rolls of this system."""
