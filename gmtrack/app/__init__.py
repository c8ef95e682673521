"""Use cases that the command line and the prompt share: carrying out commands, several at once,
typed dice, odds, parties, history. Nothing here prints or asks; results are values."""
