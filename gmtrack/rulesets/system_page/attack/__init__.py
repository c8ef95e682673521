"""One attack, from its declaration to its effects."""
