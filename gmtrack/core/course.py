"""How an action goes from stage to stage.

A stage is a value that holds all that is left to know when one attack of an action is over, or the
dice of one have fallen, besides the state of the fight and the plan of what was declared. Nothing
else may pass from one stage to the next. So `odds`, which must go on from each stage once for every
way that leads to it, can lay ways together that differ in numbers alone.
"""

from typing import Any, NamedTuple, Protocol, TypeVar

P = TypeVar("P", contravariant=True)


class Checkpoint(NamedTuple):
    """How far an action has come: at which of its attacks, and at which part of it. The blocks of
    all attacks before are complete."""

    block: int
    part: int = 0


class Stage(Protocol[P]):
    """What is left of an action: a dataclass that is not changed any more. Whole numbers in it, in
    its lists, maps, tuples and dataclasses, may be random in odds; all the rest is compared."""

    @property
    def at(self) -> Checkpoint: ...

    def run(self, plan: P) -> "Stage[P] | None":
        """Do what comes next; what is left then, None where the action is over. It may read and
        write the state of the fight and blocks of the report that are begun and not complete,
        write the rest of the report, and read the plan, and nothing else."""


class StepRunner:
    """An action that is really carried out: one stage after the other."""

    narrated = True
    """Whether what happens is told to somebody. Where it is not, the rules need not look at dice
    for the story alone."""
    reported = True
    """Whether anybody reads what the report has of each roll."""

    def run(self, plan: Any, first: Stage[Any]) -> None:
        """All stages. `plan` has the `game`, whose report they write. No dice fall before."""
        stage: Stage[Any] | None = first
        while stage is not None:
            stage = stage.run(plan)


class Untold(StepRunner):
    """What happens is told to nobody."""

    narrated = False
    reported = False


RUNNER = StepRunner()
UNTOLD = Untold()
