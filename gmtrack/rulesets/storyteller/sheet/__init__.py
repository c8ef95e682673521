"""What is on paper and what play changes of it: sheet, live state, the file and its checks."""
