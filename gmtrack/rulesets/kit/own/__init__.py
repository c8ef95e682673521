"""Effects of the GM's own: definitions in a file, and what they do while they are on somebody."""
