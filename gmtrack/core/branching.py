"""Where the branches of an attack may meet again.

`odds` resolves an attack once for every branch that the dice can take. So that the branches stay
few, the rules tell `draft.branches` where some of what came before does not matter any more.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from gmtrack.core.encounter import Data

AsRead = Callable[[], Mapping[tuple[str, ...], int]] | None
"""Values of the state by their path, as they are read where nothing may be written yet: what one
branch has written, another one has still by default."""


class Resolved(Protocol):
    """An attack of the action that has been resolved: a block of the report."""

    def document(self) -> Data:
        """Attacker, target, outcome, damage and effects."""


Attacks = Sequence[Resolved]
"""The attacks of an action so far."""


class Branches:
    """The one branch of a command that is really carried out: nothing can be merged."""

    narrated = True
    """Whether what happens is told to somebody. Where it is not, the rules need not look at dice
    for the story alone."""

    def merge(self, blocks: Attacks, *carried: Any, as_read: AsRead = None) -> None:
        """Between two attacks of an action: merge branches that differ only in values. `blocks`
        are the attacks that are resolved, `carried` is all that the next ones depend on besides
        the state of the draft."""

    def marginalize(
        self, *values: int, carried: tuple[Any, ...], as_read: AsRead = None
    ) -> tuple[int, ...]:
        """In the midst of an attack: marginalize over all but these values, and give them back.
        What follows depends on them, on `carried` and on the state of the draft alone."""
        return values


ONE_BRANCH = Branches()
