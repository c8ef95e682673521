"""The command `simulate`: read the question, play whole fights, and report what came of them."""
