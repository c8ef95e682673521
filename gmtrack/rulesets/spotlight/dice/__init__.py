"""Rolls: pools, successes, Difficulty."""
