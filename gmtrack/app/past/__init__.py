"""Steps of the history: carried out again, mended, explained."""
