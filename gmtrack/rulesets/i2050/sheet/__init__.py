"""Data of combatants and the fight: sheet, live records, checks of a file."""
