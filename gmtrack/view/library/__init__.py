"""What there is to take from, and what came from other programs, for people to read."""
