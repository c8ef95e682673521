"""One attack, from the words to the last effect."""
