"""Actions and tests."""
