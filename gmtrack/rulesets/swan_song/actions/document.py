"""What JSON holds of `act` and `test`."""

from typing import Any, NotRequired, TypedDict

GoesOff = TypedDict(
    "GoesOff", {"round": int, "pass": int, "at": str, "score": NotRequired[int | None]}
)
"""When a timed item goes off."""


class ActDocument(TypedDict, total=False):
    """One action; the keys below `outcome` are those of single actions."""

    who: str
    action: str
    targets: list[str]
    outcome: str
    metres: float
    sprint: bool
    item: str
    goes_off: GoesOff | None
    passed: list[str]
    progress: int


class TestDocument(TypedDict):
    """The test of one combatant."""

    who: str
    test: str
    outcome: str
    rolls: list[dict[str, Any]]


class TestsDocument(TypedDict):
    """A test of several."""

    test: str
    tests: list[TestDocument]
