"""Completion: suggest what can be typed next, at the prompt of a session and in a shell."""
