"""What people see: board, sheet, rules, sentences, words for completion."""
