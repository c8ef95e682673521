"""Commands of the GM by hand."""
