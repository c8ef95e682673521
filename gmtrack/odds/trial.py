"""A draft that nobody commits. It knows where attacks that follow each other are parted, and what
of the state was looked at since."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from gmtrack.core.draft import MISSING, Change, Draft, Path, undo, write
from gmtrack.core.encounter import Data, Encounter
from gmtrack.odds.chances import Share, Stretch, spread
from gmtrack.odds.unknown import Results, Unknown, Way

Turns = tuple[int, ...]


class Pause(Exception):
    """The run stops before the next attack, after these turns. `carried`: what the rules take
    along besides the state."""

    def __init__(self, number: int, turns: Turns, carried: tuple[Any, ...]) -> None:
        self.number = number
        self.turns = turns
        self.carried = carried


class Entangled(Exception):
    """What comes after a pause hangs on dice that fell before it and are not known yet."""


class Trial(Draft):
    """One run from the pause `at` (0: from the start). `shares` tells what attacks came to;
    `divides` whether the run stops at a pause."""

    heard = False

    def __init__(
        self,
        encounter: Encounter,
        way: Way,
        at: int,
        shares: "Callable[[Trial, str, list[Data]], list[Share]]",
        divides: Callable[[int, Turns], bool],
    ) -> None:
        super().__init__(encounter)
        self._back: list[Change] = []
        self._way = way
        self._at = at
        self._shares = shares
        self._divides = divides
        self._number = 0
        self._seen = 0
        self._ended: list[Share] = []
        self._whole = Fraction(1)
        self._before: list[tuple[Results, int]] = []
        self._watching = at == 0
        self._reads: dict[Path, Any] = {}
        self._written: set[Path] = set()

    # --- the draft ---

    def get(self, path: Path, default: Any = None) -> Any:
        value = super().get(path, MISSING)
        if self._watching and path not in self._written and path not in self._reads:
            self._reads[path] = _own(value)
        return default if value is MISSING else value

    def put(self, path: Path, value: Any, read_as: Any = MISSING) -> None:
        # What stood there before is of no interest to the rules.
        watching, self._watching = self._watching, False
        super().put(path, value, read_as)
        self._watching = watching

    def drop(self, path: Path) -> None:
        watching, self._watching = self._watching, False
        super().drop(path)
        self._watching = watching

    def _record(self, change: Change) -> None:
        self._back.append(change)
        self._written.add(change.path)
        write(self.encounter, change.path, change.after)

    def put_back(self) -> None:
        """Everything as it was when the draft was made."""
        undo(self.encounter, self._back)
        self._back.clear()

    # --- pauses ---

    def pause(self, attacker: str, blocks: list[Data], *carried: Any) -> None:
        self._number += 1
        self._take(attacker, blocks)
        if self._number < self._at:
            return
        if self._number == self._at:
            self._begin()
        elif self._divides(self._number, self._way.gone()):
            raise Pause(self._number, self._way.gone(), carried)

    def end(self, attacker: str, blocks: list[Data]) -> None:
        """The run has come to its end."""
        self._take(attacker, blocks)

    def _take(self, attacker: str, blocks: list[Data]) -> None:
        self._ended += self._shares(self, attacker, blocks[self._seen :])
        self._seen = len(blocks)

    def _begin(self) -> None:
        self._whole = self._way.weight()
        self._before = [(results, sum(results.weights)) for results in self._way.open_results()]
        self._ended.clear()
        self._reads.clear()
        self._written.clear()
        self._watching = True

    def stretch(self, pause: Pause | None = None) -> Stretch:
        """What was gone since the pause. Raises Entangled if it hangs on what fell before."""
        damages: list[Any] = [share.damage for share in self._ended]
        told = [damage.place()[0] for damage in damages if type(damage) is Unknown]
        for results, weight in self._before:
            if results.into or results in told or sum(results.weights) != weight:
                raise Entangled
        whole = self._way.weight() / self._whole
        together = spread(sum(share.damage for share in self._ended), whole)
        return Stretch(
            whole,
            [share._replace(spread=spread(share.damage, whole)) for share in self._ended],
            together,
            dict(self._reads),
            set(self._written),
            pause,
        )

    def alike(self, reads: dict[Path, Any]) -> bool:
        """Whether all of this is here as it was read elsewhere."""
        return all(same(super(Trial, self).get(path, MISSING), reads[path]) for path in reads)


def same(one: Any, other: Any) -> bool:
    """Whether two values are known and equal."""
    if type(one) is not type(other) or type(one) is Unknown:
        return False
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list | tuple):
        return len(one) == len(other) and all(map(same, one, other))
    return bool(one == other)


def _own(value: Any) -> Any:
    return {key: _own(part) for key, part in value.items()} if type(value) is dict else value
