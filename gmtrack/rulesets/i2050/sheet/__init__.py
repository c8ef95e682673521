"""What is written of a combatant and of the fight: sheet, live records, checks of a file."""
