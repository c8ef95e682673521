"""The sheet, the live state beside it, and what a file may say of them."""
