"""Reading the stock of a ruleset: the files that come with it, and over them those of one's own.
Nothing is read before a name of it is wanted, and a file that cannot be used is the trouble of
those who want something that is in it."""

import copy
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from gmtrack.core import MARK
from gmtrack.core.encounter import ID_PATTERN, Data
from gmtrack.core.names import fitting, listed, nearest, suggestion
from gmtrack.errors import Ambiguous, BadFile, Fault, Refusal
from gmtrack.rulesets import registry
from gmtrack.store import state_folder
from gmtrack.store.atomic_files import MOST_BYTES
from gmtrack.store.text.nodes import Document, shown_key
from gmtrack.store.text.scalars import shown
from gmtrack.system import read_bytes

COMBATANTS, WEAPONS, ARMOR, EFFECTS = KINDS = (
    "combatants",
    "weapons",
    "armor",
    "effects",
)
A_KIND = {
    COMBATANTS: "a combatant",
    WEAPONS: "a weapon",
    ARMOR: "a piece of armor",
    EFFECTS: "an effect",
}
TOLD = ("about", "source")
"""What is said of a thing besides its values."""
OURS = "ours"
LISTS = "`gmtrack stock` lists what there is"
_NAMED = re.compile(r"^stock[ \t]*:[ \t]*['\"]?([\w-]+)", re.MULTILINE)
"""Whose stock a file is, without reading it as YAML."""
_KEY = re.compile(r"^([ \t]+)([^\s:#-][^\s:]*)[ \t]*:", re.MULTILINE)


class Thing(NamedTuple):
    """One thing of the stock. `data` are its values as the file has them: references are not
    resolved. `own`: it is from one's own folder. `faults`: why it cannot be used."""

    kind: str
    name: str
    about: str
    source: str
    data: Data
    document: Document
    own: bool
    faults: tuple[Fault, ...] = ()

    @property
    def file(self) -> str:
        return self.document.file

    def values(self) -> Data:
        """Its values, sharing nothing with the stock."""
        return copy.deepcopy(self.data)


class Broken(NamedTuple):
    """A file that cannot be read as stock, with what stands in it."""

    text: str
    faults: tuple[Fault, ...]

    def mentions(self, name: str) -> bool:
        """Whether there seems to be a thing of this name in it: a key as far in as any."""
        keys = [
            (len(key[1]), key[2].strip("'\""))
            for key in _KEY.finditer(self.text)
        ]
        least = min((indent for indent, _ in keys), default=0)
        return (least, name) in keys


class Stock(NamedTuple):
    """All things of one ruleset by kind and name."""

    ruleset: str
    things: Mapping[str, Mapping[str, Thing]]
    broken: tuple[Broken, ...] = ()

    def all(self) -> Iterator[Thing]:
        return (thing for kind in KINDS for thing in self.things[kind].values())

    def find(self, kind: str, name: str) -> Thing | None:
        """The thing of this very name; none in place of one of one's own that cannot be read."""
        thing = self.things[kind].get(name)
        is_hidden = (
            thing
            and not thing.own
            and any(one.mentions(name) for one in self.broken)
        )
        return None if is_hidden else thing

    def pick(self, kind: str, word: str, refusal: str) -> Thing:
        """The thing that `@name` or an unambiguous beginning of it means. Raises Refusal with the
        word `refusal`, and BadFile for one that cannot be used."""
        name = word.removeprefix(MARK)
        found = fitting(name, self.things[kind])
        if len(found) > 1:
            names = listed(f"{MARK}{one}" for one in found)
            raise Ambiguous(
                refusal, f"'{word}' could be {names}: type more of it"
            )
        thing = self.find(kind, found[0]) if found else None
        if thing is None:
            raise Refusal(
                refusal, self.missing(kind, found[0] if found else name)
            )
        return usable(thing)

    def missing(self, kind: str, name: str) -> str:
        """Why there is nothing of this name, and what there is."""
        for broken in self.broken:
            if broken.mentions(name):
                return f"'{MARK}{name}' cannot be taken from the stock: {broken.faults[0]}"
        other = next((one for one in KINDS if name in self.things[one]), None)
        if other:
            return f"'{MARK}{name}' is {A_KIND[other]}, not {A_KIND[kind]}; {LISTS}"
        close = nearest(name, self.things[kind])
        hint = f"; did you mean '{MARK}{close[0]}'? " if close else "; "
        what = A_KIND[kind].partition(" ")[2]
        return (
            f"there is no {what} {shown(MARK + name)} in the stock{hint}{LISTS}"
        )


def usable(thing: Thing) -> Thing:
    """Raises BadFile for a thing that was found faulty when its file was read."""
    if thing.faults:
        raise BadFile(list(thing.faults))
    return thing


def names_stock(value: Any) -> bool:
    return isinstance(value, str) and value.startswith(MARK)


def own_folder() -> Path:
    return Path(state_folder.data()) / registry.STOCK


def stock_of(ruleset_id: str) -> Stock:
    return _stock_of(ruleset_id, tuple(_stamps()))


def _stamps() -> Iterator[tuple[str, int, int]]:
    """The files of one's own, with what changes when they do."""
    try:
        files = sorted(own_folder().glob("*.yaml"))
    except OSError:
        return
    for file in files:
        try:
            status = file.stat()
        except OSError:  # a link that leads nowhere: reading it tells
            yield str(file), 0, 0
        else:
            yield str(file), status.st_mtime_ns, status.st_size


def rulesets_of_own() -> dict[str, str]:
    """What the files of one's own name as their ruleset, as far as they name any."""
    texts = ((file, _text(file)) for file, _, _ in _stamps())
    named = (
        (file, _NAMED.search(text))
        for file, text in texts
        if isinstance(text, str)
    )
    return {file: found[1] for file, found in named if found}


@lru_cache(maxsize=8)
def _stock_of(
    ruleset_id: str, files: tuple[tuple[str, int, int], ...]
) -> Stock:
    pages = registry.stock_pages(ruleset_id).items()
    shipped = _together(
        [read_stock(text, file, ruleset_id) for file, text in pages]
    )
    own = _together([_read_own(file, ruleset_id) for file, _, _ in files])
    both = {
        kind: {**shipped.things[kind], **own.things[kind]} for kind in KINDS
    }
    return Stock(ruleset_id, both, (*shipped.broken, *own.broken))


class Page(NamedTuple):
    """What one file has; `broken` where not all of it can be read."""

    things: list[Thing]
    broken: Broken | None = None


def _together(pages: list[Page]) -> Stock:
    """What several files have together; of two things of one name neither can be used."""
    things: dict[str, dict[str, Thing]] = {kind: {} for kind in KINDS}
    for thing in (thing for page in pages for thing in page.things):
        other = things[thing.kind].get(thing.name)
        fault = other and fault_in(
            thing, (), f"{other.file} has this name already"
        )
        faults = (*thing.faults, fault) if fault else thing.faults
        things[thing.kind][thing.name] = thing._replace(faults=faults)
    return Stock(
        "", things, tuple(page.broken for page in pages if page.broken)
    )


def _read_own(file: str, ruleset_id: str) -> Page:
    text = _text(file)
    if not isinstance(text, str):
        return Page([], Broken("", text))
    named = _NAMED.search(text)
    if named and named[1] != ruleset_id:
        return Page([])
    return read_stock(text, file, ruleset_id, own=True)


def _text(file: str) -> str | tuple[Fault, ...]:
    """What a file holds, or why it cannot be read."""
    from gmtrack.store.text.codec import decode

    try:
        if Path(file).stat().st_size > MOST_BYTES:
            return (Fault("", f"is longer than {MOST_BYTES:,} bytes", file),)
        return decode(read_bytes(file), file)
    except OSError as error:
        return (Fault("", f"cannot be read: {error.strerror or error}", file),)
    except BadFile as error:
        return tuple(error.faults)


def read_stock(
    text: str, file: str, ruleset_id: str, *, own: bool = False
) -> Page:
    """The things of one file; none where it is another ruleset's."""
    from gmtrack.store.text.codec import parse

    document = parse(text, file)
    faults = tuple(
        _faults_of_whole(document) if document.is_yaml else document.faults
    )
    if faults:
        return Page([], Broken(text, faults))
    if document.data["stock"] != ruleset_id:
        return Page([])
    things = [
        _thing(document, kind, name, entry, own)
        for kind in KINDS
        for name, entry in (document.data.get(kind) or {}).items()
    ]
    told = {fault for thing in things for fault in thing.faults}
    rest = tuple(fault for fault in document.faults if fault not in told)
    return Page(things, Broken(text, rest) if rest else None)


def _faults_of_whole(document: Document) -> Iterator[Fault]:
    """What makes a file useless as a whole."""
    data = document.data
    yield from (fault for fault in document.faults if "." not in fault.path)
    if not isinstance(data, dict) or not isinstance(data.get("stock"), str):
        message = (
            "this is no stock: it begins with the ruleset, such as `stock: ID`"
        )
        yield document.fault(("stock",), message)
        return
    known = ("stock", *KINDS)
    for key in (key for key in data if key not in known):
        yield document.fault((key,), f"unknown key{suggestion(key, known)}")
    for kind in KINDS:
        if not isinstance(data.get(kind) or {}, dict):
            message = (
                f"found {shown(data[kind])}, allowed: a map of names to values"
            )
            yield document.fault((kind,), message)


def _thing(
    document: Document, kind: str, name: str, entry: Any, own: bool
) -> Thing:
    told = entry if isinstance(entry, dict) else {}
    about, source = (str(told.get(key) or "") for key in TOLD)
    data = {key: value for key, value in told.items() if key not in TOLD}
    thing = Thing(
        kind,
        name,
        about,
        source or (OURS if not own else ""),
        data,
        document,
        own,
    )
    inside = f"{kind}.{shown_key(name)}"
    read = (
        f
        for f in document.faults
        if f.path == inside or f.path.startswith(f"{inside}.")
    )
    return thing._replace(faults=(*read, *_faults_of(thing, entry)))


def _faults_of(thing: Thing, entry: Any) -> Iterator[Fault]:
    if not re.fullmatch(ID_PATTERN, thing.name):
        message = "a name is lower-case letters, digits and hyphens, a letter or digit first"
        yield fault_in(thing, (), message)
    if not isinstance(entry, dict):
        yield fault_in(thing, (), f"found {shown(entry)}, allowed: a map")
        return
    for key in TOLD:
        told = entry.get(key, "")
        if not isinstance(told, str) or "\n" in told.strip():
            yield fault_in(
                thing,
                (key,),
                f"found {shown(told)}, allowed: a text of one line",
            )
    if thing.kind == COMBATANTS and "template" in entry:
        yield fault_in(
            thing, ("template",), "what is in the stock has no template"
        )


def fault_in(thing: Thing, path: tuple[str, ...], message: str) -> Fault:
    """A fault of a thing, told where it stands."""
    return thing.document.fault((thing.kind, thing.name, *path), message)
