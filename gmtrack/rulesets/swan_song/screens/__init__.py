"""Screens of Swan Song: board, profile, rules pages, sentences, words for completion, simulated
players."""
