"""What JSON holds of a roll besides its dice. For the type checker alone, never imported at run
time."""

from typing import NotRequired, TypedDict


class PartDoc(TypedDict):
    """One named share of a number."""

    label: str
    value: int


class SuccessesDoc(TypedDict):
    """A success test; `same_dice`: those of the roll before, against another number."""

    totals: list[int]
    tn: int
    tn_parts: list[PartDoc]
    successes: int
    botch: bool
    same_dice: NotRequired[bool]


class SumDoc(TypedDict):
    """Dice that are summed: initiative and its ties with their parts, a misfire without."""

    total: int
    parts: NotRequired[list[PartDoc]]
