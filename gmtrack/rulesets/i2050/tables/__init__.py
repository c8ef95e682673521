"""The book's tables, as typed constants."""
