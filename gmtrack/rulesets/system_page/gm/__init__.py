"""Commands that the game master carries out by hand, and rest."""
