"""Parties: combatants that go from fight to fight, kept as an encounter of their own."""
