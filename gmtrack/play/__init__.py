"""The interactive session: the same command lines without the program's name, one after the
other, at a prompt or from a script."""
