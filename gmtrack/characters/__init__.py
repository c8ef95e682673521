"""Characters of other programs: one module a format, each of which turns a file into plain values
that know no ruleset."""
