"""The command `odds`: chances of attacks, tests, initiative and plain dice."""
