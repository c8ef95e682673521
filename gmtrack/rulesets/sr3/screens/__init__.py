"""What is shown: board, profile, pages of rules, sentences, words to complete."""
