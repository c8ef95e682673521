"""An action and a test in JSON."""

from typing import Literal, TypedDict

Judged = Literal["success", "failure"]
Done = Judged | Literal["done", "declared"]
TestOutcome = Judged | Literal["tie", "both-miss"]


class ActDocument(TypedDict, total=False):
    """An action; `targets` only of an intent."""

    who: str
    action: str
    targets: list[str]
    outcome: Done


class TestDocument(TypedDict, total=False):
    """A test; `winner` only of an opposed one."""

    who: str
    what: str
    winner: str | None
    outcome: TestOutcome
