"""Encounters on disk: the YAML door, validation, atomic files, the journal, working copies."""
