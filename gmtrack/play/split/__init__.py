"""The session with a board that stays: a terminal in two parts."""
