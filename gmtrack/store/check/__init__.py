"""What a file may say: its shapes, what is wrong in it, and single values set by path."""
