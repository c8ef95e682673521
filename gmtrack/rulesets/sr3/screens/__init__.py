"""Screens of sr3: board, profile, pages of rules, sentences, words to complete."""
