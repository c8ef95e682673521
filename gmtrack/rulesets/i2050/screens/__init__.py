"""What people see and type: board, show, pages of rules, sentences, words to complete."""
