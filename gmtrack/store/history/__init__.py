"""What was done to an encounter: the journal, its head, and going back and forth in it."""
