"""What the GM does by hand."""
