"""The history put to use: steps carried out again, amended and explained."""
