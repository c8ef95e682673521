"""How doubts about the source are settled, and the house rules that settle them otherwise."""
