"""What the board, `show`, `rules` and completion display."""
