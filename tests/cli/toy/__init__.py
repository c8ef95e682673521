"""A ruleset of a few lines, for tests of the command line."""
