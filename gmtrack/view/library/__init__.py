"""Lists of what there is to take from."""
