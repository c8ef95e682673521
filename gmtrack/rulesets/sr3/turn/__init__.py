"""The combat turn: who acts when, and what they may do in their phase."""
