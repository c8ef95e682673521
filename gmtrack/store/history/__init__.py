"""The history of an encounter: the journal, its head, and undo and redo."""
