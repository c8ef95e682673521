"""An action and a test in JSON."""

from typing import Literal, NotRequired, TypedDict

Judged = Literal["passed", "failed"]


class DoneDocument(TypedDict, total=False):
    """What an action itself has to say."""

    targets: list[str]
    outcome: Judged
    distance: int
    net_hits: int


class ActDocument(TypedDict):
    """An action; one that passes the spotlight around has the keys of the turn as well."""

    who: str
    action: str
    targets: list[str]
    outcome: Judged | Literal["done"]
    distance: NotRequired[int]
    net_hits: NotRequired[int]


class TestDocument(TypedDict, total=False):
    """A test; `outcome` is there once it has been rolled."""

    who: str
    test: str
    outcome: Judged
    net_hits: int
