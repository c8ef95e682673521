"""The rolls of Swan Song: pools from named parts, hits, limits, Karma."""
