"""The head line of a board, in people's words."""

from gmtrack.core.encounter import Encounter

Clock = tuple[tuple[str, str], ...]
"""Label and value of each part; a part without a label speaks for itself."""


def between_rounds(encounter: Encounter, called: str = "round") -> Clock:
    """Where nobody has a turn: before the fight, after a round, or when the fight has ended and
    its count was put back."""
    number = encounter.fight.get("round")
    if number is None:
        return (("", "not started"),)
    return (("", f"end of {called} {number}" if number else "over"),)
