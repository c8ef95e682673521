"""What the GM changes directly."""
