"""What is known of the harm that attacks do, and how fights and processes share it."""
