"""Everything else a combatant does: `act` and `test`."""
