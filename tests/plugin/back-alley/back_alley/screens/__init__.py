"""What is to be seen: descriptions that gmtrack draws, and the documents for --json."""
