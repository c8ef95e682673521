"""The frame of `board` and `show`, alike in every ruleset: who somebody is and how they stand, the
first and last keys of the document. A ruleset brings its columns, tracks, conditions and numbers.
"""

from collections.abc import Callable, Iterable
from copy import deepcopy
from functools import partial
from typing import Any, Generic, TypeVar

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.own_effects import ALWAYS, RECORD
from gmtrack.core.report import Part, total
from gmtrack.core.screen import (
    Condition,
    Number,
    Profile,
    Row,
    Section,
    Segment,
    Track,
)
from gmtrack.rulesets.kit.commands import Identified, RuledScene
from gmtrack.rulesets.kit.own.in_force import active
from gmtrack.rulesets.kit.seated import Combatant

Clock = tuple[tuple[str, str], ...]
"""Label and value of each part; a part without a label speaks for itself."""
Tracks = tuple[Track, ...]
Conditions = tuple[Condition, ...]


def phase_in(
    scene: type[RuledScene[Any, Any, Any]],
) -> Callable[[Encounter], str]:
    """The port's `phase_of` of a ruleset with such scenes: the `phase` of the board's document."""

    def phase_of(encounter: Encounter) -> str:
        return str(scene(Draft(encounter)).fight.phase)

    return phase_of


def between_rounds(encounter: Encounter, called: str = "round") -> Clock:
    """Where nobody has a turn: before the fight, after a round, or when the fight has ended and
    its count was put back."""
    number = encounter.fight.get("round")
    if number is None:
        return (("", "not started"),)
    return (("", f"end of {called} {number}" if number else "over"),)


def clock(
    scene: RuledScene[Any, Any, Any], *parts: tuple[str, object]
) -> Clock:
    """The head line: these parts while a round is on, the first of which counts the rounds."""
    if scene.fight.phase == "acting":
        return tuple((label, str(value)) for label, value in parts)
    return between_rounds(scene.draft.encounter, parts[0][0])


def row(
    who: Combatant[Any, Any],
    cells: Iterable[object],
    tracks: Tracks,
    conditions: Conditions,
    *,
    acting: bool,
    done: bool,
    health: str = "",
) -> Row:
    """A row of the board. A cell without a value (None, or no text) is a dash; `health` is the word
    of it for the players' screen (`health_word`)."""
    conditions = (*conditions, *own_conditions(who))
    shown = ("-" if cell is None else str(cell) or "-" for cell in cells)
    standing = who.standing._replace(health=health)
    return Row(
        who.id, who.name, who.side, acting, done, standing, tuple(shown), tracks, conditions
    )  # fmt: skip


def own_conditions(who: Any) -> Conditions:
    """Effects of the GM's own that hold: those that were put on with the rounds that are left, and
    those that gear brings or the sheet says."""
    shown: dict[Condition, int] = {}
    for one in active(who):
        left = rounds_left(one.rounds)
        found = Condition(str(one.what.name), left, "note")
        shown[found] = shown.get(found, 0) + 1
    return tuple(
        one._replace(label=f"{one.label} x{times}") if times > 1 else one
        for one, times in shown.items()
    )


def rounds_left(rounds: int | None) -> str:
    """So many rounds, in words; nothing where they are not counted."""
    return f"{rounds} round{'s' * (rounds > 1)}" if rounds else ""


def own_document(who: Any) -> list[Data]:
    """`effects` of `show` for these."""
    return [
        {
            "effect": one.id,
            "source": None if one.by in (RECORD, ALWAYS) else one.by,
            "until": rounds_left(one.rounds) or one.until,
        }
        for one in active(who)
    ]


def pool_track(label: str, left: int, most: int, **rest: Any) -> Track:
    """A pool by what is left of it, which may be more than there usually is at most."""
    boxes = (Segment("full", left), Segment("lost", max(most, left) - left))
    return Track(label, boxes, f"{left}/{most}", **rest)


def stated(label: str, parts: Iterable[Part]) -> Number:
    """A number that stands on the sheet; with its parts where effects add to it."""
    found = tuple(parts)
    return Number(label, str(total(found)), found if len(found) > 1 else ())


def profile(
    who: Combatant[Any, Any],
    sections: Iterable[Section],
    doc: Data,
    *,
    tracks: Tracks = (),
    conditions: Conditions = (),
    figure: tuple[tuple[Track | None, ...], ...] = (),
    kind: str = "",
) -> Profile:
    """One combatant, with the sections that hold anything. `doc` stands between who they are and
    their sheet in the document; `kind` is what they are besides their side."""
    conditions = (*conditions, *own_conditions(who))
    if who.draft.encounter.effects:
        from gmtrack.rulesets.kit.own.shown import with_shares

        sections = with_shares(who, sections)
    if own := own_document(who):
        doc = {**doc, "effects": [*doc.get("effects", ()), *own]}
    status = who.standing.status
    head = {"id": who.id, "name": who.name, "side": who.side, "status": status}
    about = ", ".join(filter(None, (who.id, who.side, kind)))
    return Profile(
        who.name,
        f"{about}: {status}",
        tracks,
        conditions,
        tuple(
            section for section in sections if section.numbers or section.rows
        ),
        {**head, **doc, "sheet": who.draft.encounter.sheet(who.id)},
        figure,
    )


def thing(
    name: str, kind: str, numbers: tuple[Number, ...], doc: Data
) -> Profile:
    """Something of the scene, such as a barrier."""
    section = Section(kind.capitalize(), numbers)
    return Profile(name, kind, (), (), (section,), {"id": name, **doc})


T = TypeVar("T")
F = TypeVar("F", bound=Identified)


class RowCache(Generic[T]):
    """One value for each combatant, kept as long as what it is made from stays the same: the live
    state, what else is named with it, and all that is not the live state of somebody."""

    def __init__(self) -> None:
        self._common: tuple[object, ...] | None = None
        self._live: dict[str, Data] = {}
        self._kept: dict[str, tuple[object, T]] = {}

    def look_at(self, encounter: Encounter) -> None:
        """Forget everything if more has changed than the live state of combatants."""
        fight = {
            key: value
            for key, value in encounter.fight.items()
            if key != "combatants"
        }
        common = (
            encounter.ruleset,
            encounter.house_rules,
            encounter.scene,
            encounter.templates,
            encounter.effects,
            encounter.combatants,
            fight,
        )
        if common != self._common:
            self._common = deepcopy(common)
            self._kept.clear()
        self._live = encounter.fight.get("combatants") or {}

    def get(self, who: str, make: Callable[[], T], *besides: Any) -> T:
        """The value for a combatant, made anew if the live state or what is named `besides` is
        not as it was."""
        live = self._live.get(who)
        kept = self._kept.get(who)
        if kept is not None and kept[0] == (live, besides):
            return kept[1]
        value = make()
        self._kept[who] = (deepcopy((live, besides)), value)
        return value

    def each(
        self,
        encounter: Encounter,
        people: Iterable[F],
        make: Callable[..., T],
        besides: Callable[[F], tuple[Any, ...]] = lambda who: (),
    ) -> tuple[T, ...]:
        """The value of everybody: `make(who, *besides(who))`, where it is not as it was."""
        self.look_at(encounter)
        named = [(who, besides(who)) for who in people]
        return tuple(
            self.get(who.id, partial(make, who, *more), *more)
            for who, more in named
        )
