"""Tracks, conditions and what damage does."""
