"""Every doubt about the source with its ruling, and the rulings in force."""
