"""The command line: one module per group of commands, and one boundary where errors end."""
