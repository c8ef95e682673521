"""Everything else that a combatant does: `act` and `test`."""
