"""The line editor: its history, its menu of completions, what is pasted into it."""
