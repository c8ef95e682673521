"""The board: one row for each combatant, with tracks and body figures, in any width."""
