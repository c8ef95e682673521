"""What the command line and the prompt do alike: one command carried out, several together, dice
that were typed, the question of odds. It asks nothing and shows nothing: results are values."""
