"""What the GM changes by hand: no rule is looked at."""
