"""The question of odds about what is no attack: a test, who acts first, plain dice."""
