"""One attack, from the words that were typed to its last effect."""
