"""Screens and words to type: board, show, pages of rules, sentences, words to complete."""
