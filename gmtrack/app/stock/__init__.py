"""What the commands take from the stock."""
