"""The command `import`: characters of other programs, and spreadsheets, become combatants."""
