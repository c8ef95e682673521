"""What is doubtful in the source, and how it is settled."""
