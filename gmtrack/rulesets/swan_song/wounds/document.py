"""What JSON holds of harm."""

from typing import TypedDict


class AppliedPoints(TypedDict):
    """What one pool or the strain track was before and after."""

    to: str
    amount: int
    before: int
    after: int
