"""How doubts about the source are settled: a row each, and the house rule that changes it."""
