"""The book's tables as constants."""
