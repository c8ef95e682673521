"""Board, profile, rules pages, phrases, completion, and simulated players."""
