"""The head line of a board, in people's words."""

Clock = tuple[tuple[str, str], ...]
"""Label and value of each part; a part without a label speaks for itself."""


def between_rounds(number: int, called: str = "round") -> Clock:
    """Where nobody has a turn: before the fight, or after the round `number`."""
    return (("", f"end of {called} {number}" if number else "not started"),)
