"""What harm does: points, wounds, status, effects that stay."""
