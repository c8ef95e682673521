"""What the GM changes by hand."""
