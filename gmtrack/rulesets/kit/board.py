"""The frame of `board` and `show`, alike in every ruleset: who somebody is and how they stand,
the first and last keys of the document. A ruleset brings its columns, tracks, conditions and
numbers."""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any, Generic, TypeVar

from gmtrack.core.draft import Draft
from gmtrack.core.draft_cache import DraftCache
from gmtrack.core.encounter import Data, Encounter, copy_data
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
from gmtrack.rulesets.kit.commands import F, RuledFightView
from gmtrack.rulesets.kit.own.in_force import active_effects
from gmtrack.rulesets.kit.renamed import accept_old_imports
from gmtrack.rulesets.kit.seated import AnyFighter

HeadLine = tuple[tuple[str, str], ...]
"""Label and value of each part of the board's head line; a part without a label speaks for
itself."""
Tracks = tuple[Track, ...]
Conditions = tuple[Condition, ...]


def make_phase_of(
    scene: type[RuledFightView[Any, Any, Any]],
) -> Callable[[Encounter], str]:
    """Make the port's `phase_of` for a ruleset with this class of fight views: a function that
    returns an encounter's `phase` as the board's document has it."""

    def phase_of(encounter: Encounter) -> str:
        return str(scene(Draft(encounter)).fight.phase)

    return phase_of


def head_line_between_rounds(
    encounter: Encounter, called: str = "round"
) -> HeadLine:
    """Return the board's head line while no round is in progress: `not started`, `end of round
    N`, or `over` after the fight. `called` is the ruleset's word for a round."""
    number = encounter.fight.get("round")
    if number is None:
        return (("", "not started"),)
    return (("", f"end of {called} {number}" if number else "over"),)


def make_head_line(
    scene: RuledFightView[Any, Any, Any], *parts: tuple[str, object]
) -> HeadLine:
    """Return the board's head line: the labelled parts while a round is in progress, the first
    of which counts the rounds; between rounds `head_line_between_rounds` with the first label."""
    if scene.fight.phase == "acting":
        return tuple((label, str(value)) for label, value in parts)
    return head_line_between_rounds(scene.draft.encounter, parts[0][0])


def make_row(
    who: AnyFighter,
    cells: Iterable[object],
    tracks: Tracks,
    conditions: Conditions,
    *,
    acting: bool,
    done: bool,
    health: str = "",
) -> Row:
    """Make a combatant's row of the board, with the GM's own effects added to the conditions. A
    cell that is None or empty becomes a dash. `acting`: it is their turn; `done`: they have
    acted; `health`: the word that players see for their health."""
    conditions = (*conditions, *list_own_conditions(who))
    texts = ("" if cell is None else str(cell) for cell in cells)
    shown = (text or "-" for text in texts)
    standing = who.standing._replace(health=health)
    return Row(
        who.id,
        who.name,
        who.side,
        acting,
        done,
        standing,
        tuple(shown),
        tracks,
        conditions,
    )


def list_own_conditions(who: AnyFighter) -> Conditions:
    """Return the GM's own effects that hold for a combatant as conditions: each once, with `xN`
    if it holds N times, and the rounds left if they are counted."""
    shown: dict[Condition, int] = {}
    for one in active_effects(who):
        left = format_rounds_left(one.rounds)
        found = Condition(str(one.what.name), left, "note")
        shown[found] = shown.get(found, 0) + 1
    return tuple(
        one._replace(label=f"{one.label} x{times}") if times > 1 else one
        for one, times in shown.items()
    )


def format_rounds_left(rounds: int | None) -> str:
    """Return rounds in words, `1 round` or `3 rounds`; empty for None and 0."""
    return f"{rounds} round{'s' * (rounds > 1)}" if rounds else ""


def list_own_effects(who: AnyFighter) -> list[Data]:
    """Return the entries for the GM's own effects in the list `effects` of `show`: effect,
    source (the id of the gear; None if put on by hand or always on), until."""
    return [
        {
            "effect": one.id,
            "source": None if one.by in (RECORD, ALWAYS) else one.by,
            "until": format_rounds_left(one.rounds) or one.until,
        }
        for one in active_effects(who)
    ]


def make_pool_track(
    label: str,
    left: int,
    most: int,
    **rest: Any,
) -> Track:
    """Make the track of a pool: `left` full boxes, the others up to `most` lost ones. More than
    `most` may be left. `rest` are further fields of the Track."""
    lost = max(most, left) - left
    boxes = (Segment("full", left), Segment("lost", lost))
    return Track(label, boxes, f"{left}/{most}", **rest)


def list_rounds(
    who: Any, weapons: Mapping[str, Any], held: Iterable[str]
) -> str:
    """Return the rounds in the `held` ones of somebody's weapons, such as `9/15`; empty if none
    of these has a capacity."""
    loaded = [
        name for name in held if name in weapons and weapons[name].capacity
    ]
    return " ".join(
        f"{who.weapon_state(name).ammo}/{weapons[name].capacity}"
        for name in loaded
    )


def find_widest_ammo(capacities: Iterable[int | None]) -> dict[str, str]:
    """Return the widest text of the column `Ammo`, given how much each weapon of everybody
    holds (None or 0: it is not counted); empty if none is counted."""
    most = max((capacity or 0 for capacity in capacities), default=0)
    return {"Ammo": f"{most}/{most}"} if most else {}


def make_number(label: str, parts: Iterable[Part]) -> Number:
    """Make the number of a sheet for a profile: its value is the sum of the parts, which are
    listed only if there are several."""
    found = tuple(parts)
    value = str(total(found))
    return Number(label, value, found if len(found) > 1 else ())


def fixed_place_number(who: AnyFighter) -> Number:
    """Make the number of a profile that shows the fixed place of a combatant in the order."""
    return Number("acts at", str(who.sheet.acts_at), rules="ALL-TURN-02")


def make_profile(
    who: AnyFighter,
    sections: Iterable[Section],
    doc: Data,
    *,
    tracks: Tracks = (),
    conditions: Conditions = (),
    figure: tuple[tuple[Track | None, ...], ...] = (),
    kind: str = "",
) -> Profile:
    """Make the profile of a combatant, leaving out empty sections. `doc` stands in the document
    between who they are and their sheet; `kind` is shown beside their side; `figure` is the
    drawing of their tracks, row by row. The GM's own effects are added to conditions, numbers
    and document."""
    conditions = (*conditions, *list_own_conditions(who))
    if who.draft.encounter.has_effects:
        from gmtrack.rulesets.kit.own.shown import add_effect_parts

        sections = add_effect_parts(who, sections)
    own = list_own_effects(who)
    if own:
        effects = [*doc.get("effects", ()), *own]
        doc = {**doc, "effects": effects}
    status = who.standing.status
    head = {
        "id": who.id,
        "name": who.name,
        "side": who.side,
        "status": status,
    }
    about = ", ".join(filter(None, (who.id, who.side, kind)))
    filled = tuple(
        section for section in sections if section.numbers or section.rows
    )
    return Profile(
        who.name,
        f"{about}: {status}",
        tracks,
        conditions,
        filled,
        {**head, **doc, "sheet": who.draft.encounter.sheet(who.id)},
        figure,
    )


def make_thing_profile(
    name: str,
    kind: str,
    numbers: tuple[Number, ...],
    doc: Data,
) -> Profile:
    """Make the profile of a thing of the scene, such as a barrier: `kind` is shown as the status
    and the heading of its `numbers`; `doc` follows the id in the document."""
    section = Section(kind.capitalize(), numbers)
    document = {"id": name, **doc}
    return Profile(name, kind, (), (), (section,), document)


T = TypeVar("T")


class RowCache(Generic[T]):
    """A cache of one value for each combatant, from board to board. A value is made anew when the
    combatant's live state, the values named `besides`, or anything outside the combatants' live
    states has changed.

    The values stand in a `DraftCache` like those of a draft. But each board may show another
    object for the same encounter, so no draft reports the changes: `look_at` finds them by
    comparing states."""

    def __init__(self) -> None:
        self._cache = DraftCache()
        self._common: tuple[object, ...] | None = None
        self._live: dict[str, Data | None] = {}

    def look_at(self, encounter: Encounter) -> None:
        """Take over the state of an encounter; drops the values that follow from what is no longer
        as it was at the last call."""
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
            self._common = tuple(copy_data([*common]))
            self._cache.file_changed()
        live = encounter.fight.get("combatants") or {}
        for who in live.keys() | self._live.keys():
            if live.get(who) != self._live.get(who):
                self._live[who] = copy_data(live.get(who))
                self._cache.live_state_changed(("fight", "combatants", who))

    def get(self, who: str, make: Callable[[], T], *besides: Any) -> T:
        """Return the cached value for a combatant, or make and cache it if the live state or
        what is named `besides` has changed."""
        cached: tuple[object, T] | None = self._cache.find(who)
        if cached is not None and cached[0] == besides:
            return cached[1]
        value = make()
        self._cache.keep(
            who, (tuple(map(copy_data, besides)), value), owners=(who,)
        )
        return value

    def each(
        self,
        encounter: Encounter,
        people: Iterable[F],
        make: Callable[..., T],
        besides: Callable[[F], tuple[Any, ...]] = lambda who: (),
    ) -> tuple[T, ...]:
        """Return the values for all these people, from the cache or as `make(who,
        *besides(who))`."""
        self.look_at(encounter)
        named = [(who, besides(who)) for who in people]
        return tuple(
            self.get(who.id, partial(make, who, *more), *more)
            for who, more in named
        )


accept_old_imports(globals())
