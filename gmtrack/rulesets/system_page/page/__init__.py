"""A system page: what may stand in it, what is wrong with it, and where it is kept."""
