"""The stages of an action.

A stage is a value with everything that is left to know between two attacks of an action, or
after the dice of one have fallen, besides the state of the fight and the plan of the action.
Nothing else may pass from one stage to the next. So `odds`, which continues from each stage once
for all branches that lead to it, can merge branches that differ in numbers alone."""

from typing import Any, NamedTuple, Protocol, TypeVar

P = TypeVar("P", contravariant=True)


class Checkpoint(NamedTuple):
    """The progress of an action: the number of the attack, and the part of it. The blocks of all
    earlier attacks are complete."""

    block: int
    part: int = 0


class Stage(Protocol[P]):
    """The rest of an action, as an immutable dataclass. Whole numbers in it, also in its lists,
    maps, tuples and dataclasses, may be random variables in odds; everything else is compared."""

    @property
    def checkpoint(self) -> Checkpoint:
        """The checkpoint at which this stage begins."""

    def run(self, plan: P) -> "Stage[P] | None":
        """Carry out the next part, and return the stage after it; None when the action is over.
        The part may read the plan, read and write the state of the fight and blocks of the
        report that are begun and not complete, and write the rest of the report. Nothing else."""


class StepRunner:
    """A runner that carries an action out once, stage after stage."""

    narrated = True
    """Whether anybody reads what happens. If not, the rules may skip dice that only the story
    needs."""
    reported = True
    """Whether anybody reads the rolls of the report."""

    def run(self, plan: Any, first: Stage[Any]) -> None:
        """Run all stages, beginning with `first`. `plan` has the `game` with the report that they
        write. No dice are rolled before."""
        stage: Stage[Any] | None = first
        while stage is not None:
            stage = stage.run(plan)


class UnreadStepRunner(StepRunner):
    """A runner for actions whose story and rolls nobody reads."""

    narrated = False
    reported = False


RUNNER = StepRunner()
UNREAD_RUNNER = UnreadStepRunner()
