"""gmtrack: a combat tracker for the game master's terminal that knows the rules."""

__version__ = "0.1.0"
