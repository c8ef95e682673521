"""What JSON holds of an action and of a test. For the type checker alone, never imported at run
time."""

from typing import Literal, TypedDict

from gmtrack.rulesets.sr3.turn.legality import Cost

Outcome = Literal["success", "failure"]


class ActDoc(TypedDict):
    """`act`; `done` of `needed` complex actions."""

    who: str
    action: str
    targets: list[str]
    cost: Cost
    done: int
    needed: int
    outcome: str


class TestDoc(TypedDict):
    """`test`, with the keys of an action; what it resisted stands after them."""

    who: str
    test: str
    targets: list[str]
    cost: Cost
    done: int
    needed: int
    outcome: Outcome
