"""Swan Song: d6 pools, action points, passes, called shots, wounds that cost initiative."""
