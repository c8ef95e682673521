"""What the game master does by hand, and rest."""
