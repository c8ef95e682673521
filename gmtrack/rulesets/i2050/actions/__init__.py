"""Everything else that `act` and `test` do."""
