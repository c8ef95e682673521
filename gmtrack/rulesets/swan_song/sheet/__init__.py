"""The sheet of a combatant, the live state, and what follows from both; checks of a file."""
