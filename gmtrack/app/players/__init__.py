"""What the players see of a fight on a screen of their own."""
