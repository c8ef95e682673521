"""What `act` and `test` do."""
