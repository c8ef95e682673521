"""One attack, from the words to the last box."""
