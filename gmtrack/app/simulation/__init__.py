"""How a whole fight will go: what is asked, where it is played, and what came of it."""
