"""The pure middle of the program: encounters, drafts, intents, reports. Standard library only."""
