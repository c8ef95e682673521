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


class Asked(NamedTuple):
    """What can be asked for: where it is kept (nowhere, if it only follows), and the number or
    track that `show` has of it. `only`: the paths below those that are told."""

    what: str
    paths: tuple[Path, ...] = ()
    number: Number | None = None
    track: Track | None = None
    only: frozenset[str] | None = None


def asked_of(
    encounter: Encounter, ruleset: "Ruleset", whose: str, what: str, profile: Profile | None
) -> Asked:
    """What is meant by a word: a field or path, what `show` calls it, or the last part of a
    path; without a word, all of it that people are told. `profile` is of a combatant; what belongs
    to nobody has none. Raises Refusal for what is not there."""
    live, sheet = ("fight", "combatants", whose), ("combatants", whose)
    bases = (live, sheet) if profile else ((whose,),)
    known = dict(_fields(ruleset.SCHEMA.live, live) if profile else ())
    told = list(_told(profile, known, live)) if profile else []
    if not what:
        tracks = (path for one in told if one.track for path in one.paths)
        only = {".".join(path[len(live) :]) for path in tracks}
        return Asked("", bases, only=frozenset(only | set(ruleset.LABELS)))
    for one in told:
        name = _name(one.what)
        known[name] = _joined(known[name], one) if name in known else one
    near = dict(known)
    look = Draft(encounter)
    for base in bases:
        for path in _paths(look.get(base), base):
            one = Asked(".".join(path[len(base) :]), (path,))
            known.setdefault(_name(one.what), one)
            known.setdefault(_name(path[-1]), one)
    for dotted, label in ruleset.LABELS.items() if profile else ():
        known.setdefault(_name(label), Asked(label, ((*live, *dotted.split(".")),)))
    kind = ruleset.WORDS.no_field
    wanted = _name(what)
    among = near if fitting(wanted, near) else known
    found = pick(wanted, {one: one for one in among}, "number", kind)
    asked = among[found]
    return asked if asked.track or asked.number else asked._replace(what=found)


def _name(text: str) -> str:
    return squash(text).replace(" ", "-")


def _fields(record: "type[Record]", base: Path) -> Iterator[tuple[str, Asked]]:
    """The fields of the live state, by name and by path."""
    for name, dotted in record.FIELDS.items():
        asked = Asked(name, ((*base, *dotted.split(".")),))
        yield _name(dotted), asked
        yield _name(name), asked


def _told(profile: Profile, fields: Mapping[str, Asked], live: Path) -> Iterator[Asked]:
    """What `show` has, under each of its names."""
    tracks = (*profile.tracks, *(track for row in profile.figure for track in row if track))
    numbers = (number for section in profile.sections for number in section.numbers)
    shown: list[Track | Number] = [*tracks, *numbers]
    for told in shown:
        named = [_name(one) for one in told.fields or (told.label,)]
        paths = [
            path
            for one in named
            for path in (fields[one].paths if one in fields else ((*live, *one.split(".")),))
        ]
        for name in (told.label, *told.names):
            if isinstance(told, Track):
                yield Asked(name, tuple(paths), track=told)
            else:
                yield Asked(name, tuple(paths), number=told)


def _joined(one: Asked, other: Asked) -> Asked:
    """The same twice: where it is kept, and the better explained of two numbers."""
    numbers = [number for number in (one.number, other.number) if number]
    best = max(numbers, key=lambda number: bool(number.parts), default=None)
    return one._replace(number=best, track=one.track or other.track)


def _paths(value: Any, base: Path) -> Iterator[Path]:
    """Where the values stand that are below a path."""
    for key, one in value.items() if isinstance(value, dict) else ():
        yield (*base, key)
        yield from _paths(one, (*base, key))
