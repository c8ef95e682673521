"""What people see: board, sheet, rules, sentences and words."""
