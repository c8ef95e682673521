"""Changes that the GM makes by hand: cast, damage, effects, rest, conversion."""
