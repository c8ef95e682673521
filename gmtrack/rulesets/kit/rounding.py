"""How systems round a quotient of whole numbers."""

from collections.abc import Callable, Mapping


def ceil_div(a: int, b: int) -> int:
    """a / b, rounded up."""
    return -(-a // b)


ROUNDING: Mapping[str, Callable[[int, int], int]] = {
    "down": lambda a, b: a // b,
    "up": ceil_div,
    "nearest": lambda a, b: (2 * a + b) // (2 * b),
}
"""How systems round a quotient of whole numbers; halves go up in `nearest`."""
