"""One run of an attack: where the attacks that follow each other are parted, and what came of
them."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from gmtrack.core.branching import AsRead, Attacks, Branches, Resolved
from gmtrack.core.draft import Path
from gmtrack.core.encounter import Data, Encounter
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
from gmtrack.odds.watched_draft import WatchedDraft


class Start(NamedTuple):
    """Where runs begin: at the pause `at` (0: the attack itself), after these looks. `mixes` are
    what was gathered at the pauses on the way there, and at this one."""

    looks: Looks = ()
    at: int = 0
    mixes: tuple[Mix, ...] = ()


class Trial(Branches):
    """One run from its start, on a draft of its own. `shares` tells what attacks came to, `stops`
    whether the run is to stop at a pause."""

    narrated = False

    def __init__(
        self,
        encounter: Encounter,
        way: Way,
        start: Start,
        marks: Marks,
        shares: Callable[[WatchedDraft, list[Data]], list[Share]],
        stops: Callable[[int], bool],
    ) -> None:
        self.draft = WatchedDraft(encounter, self)
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
        if start.at:
            way.go_back()

    # --- pauses ---

    def merge(self, blocks: Attacks, *carried: Any, as_read: AsRead = None) -> None:
        self._take(blocks)
        self._narrowed = 0
        self._reach((), carried, as_read)

    def marginalize(
        self, *values: int, carried: tuple[Any, ...], as_read: AsRead = None
    ) -> tuple[int, ...]:
        self._narrowed += 1
        return self._reach(values, carried, as_read)

    def end(self, blocks: Attacks) -> None:
        """The run has come to its end."""
        self._take(blocks)

    def _take(self, blocks: Attacks) -> None:
        self._ended += self._shares(self.draft, list(map(document_of, blocks[self._seen :])))
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
        hidden, self.draft.hidden = self.draft.hidden, set()
        found = as_read() if as_read else {}
        self.draft.hidden = hidden
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
            self.draft.put(path, told.fill(shape, (STATE, path)))
        self._so_far = SoFar(told.at((DAMAGE,)), told.at((MARKS,)))
        return tuple(told.at((NUMBER, place)) for place in range(len(numbers)))

    def _begin(self) -> None:
        self._first = self._seen
        self._ended.clear()
        self.draft.hidden = set(self._start.mixes[-1].hidden)

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
        state, hidden = self.draft.state(), self.draft.hidden
        return arrival(pause, self._sum(), state, hidden, unused, learned)


def document_of(attack: Resolved | Data) -> Data:
    """The document of an attack, for rulesets that do not report blocks too."""
    return attack if isinstance(attack, dict) else attack.document()
