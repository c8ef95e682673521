"""The party: the same people from fight to fight."""
