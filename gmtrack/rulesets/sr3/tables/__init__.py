"""The printed tables as data, each with its row of RULES.md."""
