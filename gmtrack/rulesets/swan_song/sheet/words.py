"""Numbers with what they count, for people."""


def counted(number: int, one: str, several: str = "") -> str:
    """`1 round`, `2 rounds`. The number must be known: dice of odds are not told."""
    return f"{number} {one if number == 1 else several or one + 's'}"
