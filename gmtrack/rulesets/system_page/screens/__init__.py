"""What is to be seen of a fight by a page."""
