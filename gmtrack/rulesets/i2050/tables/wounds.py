"""The bands of wounds (IN-WND)."""

from typing import Literal

Band = Literal["healthy", "light", "serious", "grievous", "mortal", "dying"]
BANDS: tuple[Band, ...] = ("healthy", "light", "serious", "grievous", "mortal", "dying")
QUARTERS: tuple[Band, ...] = ("light", "serious", "grievous")
"""IN-WND-02 to IN-WND-04: up to one, two, three quarters of the total lost."""
