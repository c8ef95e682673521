"""System pages: reading and judging them, and keeping those that fights are played by."""
