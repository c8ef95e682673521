"""What somebody asks about who names a number: where it is kept, and what `show` has of it."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from gmtrack.core.draft import Draft, Path
from gmtrack.core.encounter import Encounter
from gmtrack.core.names import fitting, pick, squash
from gmtrack.core.screen import Number, Profile, Track

if TYPE_CHECKING:
    from gmtrack.core.record import Record
    from gmtrack.rulesets.port import Ruleset


NOBODYS = ("fight", "scene")
"""What belongs to nobody, as `set` names it."""


class Asked(NamedTuple):
    """What can be asked for: where it is kept (nowhere, if it only follows), and the number or
    track that `show` has of it. `only`: the paths below those that are told."""

    what: str
    paths: tuple[Path, ...] = ()
    number: Number | None = None
    track: Track | None = None
    only: frozenset[str] | None = None

    def joined(self, other: "Asked") -> "Asked":
        """The same twice: all the places where it is kept, and the better explained number."""
        numbers = [number for number in (self.number, other.number) if number]
        best = max(numbers, key=lambda number: bool(number.parts), default=None)
        paths = tuple(dict.fromkeys([*self.paths, *other.paths]))
        return self._replace(paths=paths, number=best, track=self.track or other.track)


def asked_of(
    encounter: Encounter, ruleset: "Ruleset", whose: str, what: str, profile: Profile | None
) -> Asked:
    """What is meant by a word: a field or path, what `show` calls it, or the last part of a
    path; without a word, all of it that people are told. `profile` is of a combatant or a thing of
    the scene; what belongs to nobody has none. Raises Refusal for what is not there."""
    bases = _bases(encounter, whose)
    live = bases[0] if whose in encounter.combatants else None
    near: dict[str, Asked] = dict(_fields(ruleset.SCHEMA.live, live)) if live else {}
    told = list(_told(profile, near, live)) if profile else []
    if not what:
        return Asked("", bases, only=_told_of(ruleset, whose, told, live))
    for _, one in told:
        near[_name(one.what)] = near.get(_name(one.what), one).joined(one)
    for names, one in told:
        near |= {name: near[_name(one.what)] for name in map(_name, names) if name not in near}
    for one in _on_board(encounter, ruleset, whose):
        near.setdefault(_name(one.what), one)
    known = dict(near)
    for asked in _standing(encounter, bases):
        for name in (_name(asked.what), _name(asked.paths[0][-1])):
            there = known.setdefault(name, asked)
            if there.number and asked.paths[0][: len(bases[-1])] == bases[-1]:
                known[name] = near[name] = there.joined(asked)
    for dotted, label in ruleset.LABELS.items() if live else ():
        known.setdefault(_name(label), Asked(label, ((*(live or ()), *dotted.split(".")),)))
    wanted = _name(what)
    among = near if fitting(wanted, near) else known
    found = pick(wanted, {one: one for one in among}, "number", ruleset.WORDS.no_field)
    asked = among[found]
    return asked if asked.track or asked.number else asked._replace(what=found)


def _name(text: str) -> str:
    return squash(text).replace(" ", "-")


def _bases(encounter: Encounter, whose: str) -> tuple[Path, ...]:
    """Where all of somebody's is kept, what play changes first; of a thing of the scene too."""
    if whose in NOBODYS:
        return ((whose,),)
    if whose in encounter.combatants:
        return ("fight", "combatants", whose), ("combatants", whose)
    places = {"fight": encounter.fight, "scene": encounter.scene}
    found = (
        (part, key, whose)
        for part, values in places.items()
        for key, things in values.items()
        if isinstance(things, dict) and whose in things
    )
    return tuple(found) or (("scene", whose),)


def _told_of(
    ruleset: "Ruleset", whose: str, told: "list[tuple[tuple[str, ...], Asked]]", live: Path | None
) -> frozenset[str] | None:
    """The paths that people are told of: the tracks, and what has a label; of the fight what it
    keeps of itself."""
    if live:
        tracks = (path for _, one in told if one.track for path in one.paths)
        return frozenset([*ruleset.LABELS, *(".".join(path[len(live) :]) for path in tracks)])
    return frozenset(ruleset.SCHEMA.fight.FIELDS.values()) if whose == "fight" else None


def _fields(record: "type[Record]", base: Path) -> Iterator[tuple[str, Asked]]:
    """The fields of the live state, by name and by path."""
    for name, dotted in record.FIELDS.items():
        asked = Asked(name, ((*base, *dotted.split(".")),))
        yield _name(dotted), asked
        yield _name(name), asked


def _told(
    profile: Profile, fields: Mapping[str, Asked], live: Path | None
) -> Iterator[tuple[tuple[str, ...], Asked]]:
    """What `show` has, each with its other names."""
    tracks = (*profile.tracks, *(track for row in profile.figure for track in row if track))
    numbers = (number for section in profile.sections for number in section.numbers)
    shown: list[Track | Number] = [*tracks, *numbers]
    for told in shown:
        paths = [
            path
            for one in told.fields or (told.label,)
            for path in (fields[_name(one)].paths if _name(one) in fields else _path(live, one))
        ]
        if isinstance(told, Track):
            yield told.names, Asked(told.label, tuple(paths), track=told)
        else:
            yield told.names, Asked(told.label, tuple(paths), number=told)


def _on_board(encounter: Encounter, ruleset: "Ruleset", whose: str) -> Iterator[Asked]:
    """The cells of somebody's row, for those that `show` has not got now."""
    board = ruleset.board(encounter)
    for row in board.rows:
        if row.id == whose:
            for column, cell in zip(board.columns, row.cells, strict=False):
                yield Asked(column, number=Number(column, cell))


def _path(live: Path | None, dotted: str) -> tuple[Path, ...]:
    return ((*live, *dotted.split(".")),) if live else ()


def _standing(encounter: Encounter, bases: tuple[Path, ...]) -> Iterator[Asked]:
    """Every value that stands somewhere, by its path."""
    look = Draft(encounter)
    for base in bases:
        for path in _paths(look.get(base), base):
            yield Asked(".".join(path[len(base) :]), (path,))


def _paths(value: Any, base: Path) -> Iterator[Path]:
    """Where the values stand that are below a path."""
    for key, one in value.items() if isinstance(value, dict) else ():
        yield (*base, str(key))
        yield from _paths(one, (*base, str(key)))
