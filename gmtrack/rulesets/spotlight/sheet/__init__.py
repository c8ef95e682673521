"""The sheet, the live state, and the checks of a file."""
