"""A draft that nobody commits. It knows where attacks that follow each other are parted, and what
of the state was looked at since."""

from collections.abc import Callable, Mapping, Sequence
from operator import eq
from typing import Any, NamedTuple

from gmtrack.core.draft import MISSING, AsRead, Change, Draft, Path, undo, write
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.report import Block
from gmtrack.odds.arrivals import (
    DAMAGE,
    MARKS,
    MIXED,
    NUMBER,
    STATE,
    Arrival,
    Learned,
    Marks,
    Mix,
    Pause,
    SoFar,
    Stage,
    Where,
    arrival,
)
from gmtrack.odds.chances import DEAD, DOWN, Share, Stretch, spread
from gmtrack.odds.unknown import Looks, Unknown, Way

Blocks = Sequence[Data | Block]


class Start(NamedTuple):
    """Where runs begin: at the pause `at` (0: the attack itself), after these looks. `mixes` are
    what was gathered at the pauses on the way there, and at this one."""

    looks: Looks = ()
    at: int = 0
    mixes: tuple[Mix, ...] = ()


class Trial(Draft):
    """One run from its start. `shares` tells what attacks came to, `stops` whether the run is to
    stop at a pause."""

    heard = False

    def __init__(
        self,
        encounter: Encounter,
        way: Way,
        start: Start,
        marks: Marks,
        shares: "Callable[[Trial, list[Data]], list[Share]]",
        stops: Callable[[int], bool],
    ) -> None:
        super().__init__(encounter)
        self._back: list[Change] = []
        self._way = way
        self._start = start
        self._marks = marks
        self._mixes = {mix.number: mix for mix in start.mixes}
        self._shares = shares
        self._stops = stops
        self._number = 0
        self._narrowed = 0
        self._seen = 0
        self._first = 0
        self._ended: list[Share] = []
        self._so_far = SoFar()
        self._touched: dict[Path, None] = {}
        self._hidden: set[Path] = set()
        self.peeked: set[Path] = set()
        """What was read though it may not be the same on all ways that were gathered."""
        if start.at:
            way.go_back()

    # --- the draft ---

    def get(self, path: Path, default: Any = None) -> Any:
        if self._hidden:
            self._peek(path)
        return super().get(path, default)

    def _peek(self, path: Path) -> None:
        self.peeked |= {other for other in self._hidden if _overlap(path, other)}

    def put(self, path: Path, value: Any, read_as: Any = MISSING) -> None:
        hidden, self._hidden = self._hidden, set()
        super().put(path, value, read_as)
        # Where it stood there already on this way, it may be new on another one.
        self._hidden = {other for other in hidden if other[: len(path)] != path}

    def drop(self, path: Path) -> None:
        hidden, self._hidden = self._hidden, set()
        super().drop(path)
        self._hidden = {other for other in hidden if other[: len(path)] != path}

    def stands(self, before: Any, value: Any) -> bool:
        return same(before, value)

    def _record(self, change: Change) -> None:
        self._back.append(change)
        if not change.made:
            self._touched[change.path] = None
        write(self.encounter, change.path, change.after)

    def put_back(self) -> None:
        """Everything as it was when the draft was made."""
        undo(self.encounter, self._back)
        self._back.clear()

    # --- pauses ---

    def pause(self, attacker: str, blocks: Blocks, *carried: Any, as_read: AsRead = None) -> None:
        self._take(attacker, blocks)
        self._narrowed = 0
        self._reach((), carried, as_read)

    def narrow(
        self, *numbers: int, carried: tuple[Any, ...], as_read: AsRead = None
    ) -> tuple[int, ...]:
        self._narrowed += 1
        return self._reach(numbers, carried, as_read)

    def end(self, attacker: str, blocks: Blocks) -> None:
        """The run has come to its end."""
        self._take(attacker, blocks)

    def _take(self, attacker: str, blocks: Blocks) -> None:
        new = [
            block.document() if isinstance(block, Block) else {"attacker": attacker, **block}
            for block in blocks[self._seen :]
        ]
        self._ended += self._shares(self, new)
        self._seen = len(blocks)

    def _reach(
        self, numbers: tuple[Any, ...], carried: tuple[Any, ...], as_read: AsRead
    ) -> tuple[Any, ...]:
        self._number += 1
        number, stage = self._number, Stage(self._seen, self._narrowed)
        if number > self._start.at:
            if self._stops(number):
                read = self._as_read(as_read)
                raise Pause(number, stage, self._way.gone(), carried, numbers, read)
            return numbers
        if number == self._start.at:
            self._way.begin()
        if number in self._mixes:
            numbers = self._mixed(self._mixes[number], numbers)
        if number == self._start.at:
            self._begin()
        return numbers

    def _as_read(self, as_read: AsRead) -> Mapping[Path, int]:
        hidden, self._hidden = self._hidden, set()
        found = as_read() if as_read else {}
        self._hidden = hidden
        return {path: number for path, number in found.items() if type(number) is int}

    def _mixed(self, mix: Mix, numbers: tuple[Any, ...]) -> tuple[Any, ...]:
        """The numbers of a mix put where they belong."""
        open_: dict[Where, Any] = {}
        for table in mix.tables:
            columns = zip(*table.weights, strict=True)
            keys = [(MIXED, mix.number, where) for where in table.wheres]
            known = {key: list(column) for key, column in zip(keys, columns, strict=True)}
            made = self._way.numbers(list(table.weights.values()), table.of, known)
            open_ |= dict(zip(table.wheres, made, strict=True))

        def unknown(where: Where) -> Any:
            if where in open_:
                return open_[where]
            return Unknown(self._way, None, (MIXED, mix.number, where), [])

        told = mix.told(unknown)
        for path, shape in mix.state.items():
            super().put(path, told.fill(shape, (STATE, path)))
        self._so_far = SoFar(told.at((DAMAGE,)), told.at((MARKS,)))
        return tuple(told.at((NUMBER, place)) for place in range(len(numbers)))

    def _plain(self, path: Path) -> Any:
        return super().get(path, MISSING)

    def _begin(self) -> None:
        self._first = self._seen
        self._ended.clear()
        self._hidden = set(self._start.mixes[-1].hidden)

    # --- what came of it ---

    def stretch(self) -> Stretch:
        """What was gone since the start."""
        whole, so_far = self._way.weight(), self._sum()
        shares = [share._replace(spread=spread(share.damage, whole)) for share in self._ended]
        marks = spread(so_far.marks, whole)
        return Stretch(
            whole, self._first, shares, spread(so_far.damage, whole),
            {self._marks.told(number): chance for number, chance in marks.items()},
        )  # fmt: skip

    def _sum(self) -> SoFar:
        ended = self._ended
        ends = {DOWN: any(share.down for share in ended), DEAD: any(share.dead for share in ended)}
        new = {effect for share in ended for effect in share.effects}
        new |= {end for end, come in ends.items() if come}
        return SoFar(
            sum((share.damage for share in ended), self._so_far.damage),
            self._marks.more(self._so_far.marks, frozenset(new)),
        )

    def arrival(self, pause: Pause, unused: tuple[str, ...], learned: Learned) -> Arrival:
        """What the run has come to at a pause."""
        state = {path: self._plain(path) for path in self._touched}
        return arrival(pause, self._sum(), state, self._hidden, unused, learned)


def _overlap(one: Path, other: Path) -> bool:
    """Whether one is the other, or a part of it."""
    return all(map(eq, one, other))


def same(one: Any, other: Any) -> bool:
    """Whether two values are known and equal."""
    if type(one) is not type(other) or type(one) is Unknown:
        return False
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list | tuple):
        return len(one) == len(other) and all(map(same, one, other))
    return bool(one == other)
