"""Reading the stock of a ruleset: the files that come with it, overridden by the GM's own. Files
are read only when a name is wanted, and a faulty file matters only to those who want something
in it."""

import copy
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from gmtrack.core import MARK
from gmtrack.core.encounter import ID_PATTERN, Data
from gmtrack.core.names import (
    ask_if_meant,
    listed,
    matching_words,
    nearest_words,
    propose_near_word,
)
from gmtrack.errors import Ambiguous, BadFile, Fault, Refusal
from gmtrack.rulesets import registry
from gmtrack.store import state_folder
from gmtrack.store.atomic_files import MOST_BYTES
from gmtrack.store.text.nodes import Document, shown_key
from gmtrack.store.text.scalars import shorten_value
from gmtrack.system import read_bytes

COMBATANTS, WEAPONS, ARMOR, SPELLS, EFFECTS = KINDS = (
    "combatants",
    "weapons",
    "armor",
    "spells",
    "effects",
)
MAPS = (WEAPONS, SPELLS)
"""The kinds that stand in a map of a sheet, by ids that people choose."""
RARE = (SPELLS,)
"""The kinds that not every ruleset has."""
A_KIND = {
    COMBATANTS: "a combatant",
    WEAPONS: "a weapon",
    ARMOR: "a piece of armor",
    SPELLS: "a spell",
    EFFECTS: "an effect",
}
TOLD = ("about", "source")
"""Keys that describe a thing and are not among its values."""
OURS = "ours"
LISTS = "`gmtrack stock` lists what there is"
_NAMED = re.compile(r"^stock[ \t]*:[ \t]*['\"]?([\w-]+)", re.MULTILINE)
"""Pattern that finds the ruleset of a stock file without parsing it as YAML."""
_KEY = re.compile(r"^([ \t]+)([^\s:#-][^\s:]*)[ \t]*:", re.MULTILINE)


class StockThing(NamedTuple):
    """A thing of the stock.

    `data` are its values as the file has them, with references unresolved; `own` says whether it
    comes from the GM's own folder; `faults` say why it cannot be used, if it cannot."""

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
        """Path of the file that it is from."""
        return self.document.file

    def values(self) -> Data:
        """Return a copy of its values."""
        return copy.deepcopy(self.data)


class BrokenFile(NamedTuple):
    """A file that cannot be used as stock, or not all of it, with its text and faults."""

    text: str
    faults: tuple[Fault, ...]

    def mentions(self, name: str) -> bool:
        """Whether the file seems to define a thing of this name: a key at the smallest
        indentation."""
        keys = [
            (len(key[1]), key[2].strip("'\""))
            for key in _KEY.finditer(self.text)
        ]
        least = min((indent for indent, _ in keys), default=0)
        return (least, name) in keys


class Stock(NamedTuple):
    """The things of one ruleset by kind and name, and the files that could not be read."""

    ruleset: str
    things: Mapping[str, Mapping[str, StockThing]]
    broken: tuple[BrokenFile, ...] = ()

    def all_things(self) -> Iterator[StockThing]:
        """Yield all things, kind by kind."""
        return (thing for kind in KINDS for thing in self.things[kind].values())

    def find(self, kind: str, name: str) -> StockThing | None:
        """Return the thing of exactly this name; None if there is none, or if an unreadable file
        of the GM's seems to override it."""
        thing = self.things[kind].get(name)
        is_hidden = (
            thing
            and not thing.own
            and any(one.mentions(name) for one in self.broken)
        )
        return None if is_hidden else thing

    def pick(self, kind: str, word: str, refusal: str) -> StockThing:
        """Return the thing that `@name` or an unambiguous beginning of it means. Raises Refusal
        of the kind `refusal`, Ambiguous, and BadFile for a thing that has faults."""
        name = word.removeprefix(MARK)
        found = matching_words(name, self.things[kind])
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
        return check_usable(thing)

    def missing(self, kind: str, name: str) -> str:
        """Return the sentence for a name that the stock cannot give: why, and what there is."""
        for broken in self.broken:
            if broken.mentions(name):
                return f"'{MARK}{name}' cannot be taken from the stock: {broken.faults[0]}"
        other = next((one for one in KINDS if name in self.things[one]), None)
        if other:
            return f"'{MARK}{name}' is {A_KIND[other]}, not {A_KIND[kind]}; {LISTS}"
        close = nearest_words(name, self.things[kind])
        hint = ask_if_meant(f"{MARK}{close[0]}") + " " if close else "; "
        what = A_KIND[kind].partition(" ")[2]
        return f"there is no {what} {shorten_value(MARK + name)} in the stock{hint}{LISTS}"


def check_usable(thing: StockThing) -> StockThing:
    """Return the thing as it is. Raises BadFile if it had faults when its file was read."""
    if thing.faults:
        raise BadFile(list(thing.faults))
    return thing


def names_stock(value: Any) -> bool:
    """Whether a value is the name of a stock thing: a text that begins with `@`."""
    return isinstance(value, str) and value.startswith(MARK)


def own_folder() -> Path:
    """Return the folder of the GM's own stock files; it may not exist."""
    return Path(state_folder.data_folder()) / registry.STOCK


def stock_of(ruleset_id: str) -> Stock:
    """Return the stock of a ruleset, read again only after one of the GM's own files has
    changed."""
    return _stock_of(ruleset_id, tuple(_stamps_of_own_files()))


def _stamps_of_own_files() -> Iterator[tuple[str, int, int]]:
    """Yield the GM's own stock files, each with its time and size, which show a change."""
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
    """Return the ruleset that each of the GM's own stock files names, by file. Files that name
    none or cannot be read are left out."""
    texts = ((file, _read_text(file)) for file, _, _ in _stamps_of_own_files())
    named = (
        (file, _NAMED.search(text))
        for file, text in texts
        if isinstance(text, str)
    )
    return {file: found[1] for file, found in named if found}


@lru_cache(maxsize=64)
def _stock_of(
    ruleset_id: str, files: tuple[tuple[str, int, int], ...]
) -> Stock:
    """Read the stock of a ruleset. The result is cached under the stamps of the GM's own files."""
    pages = registry.stock_pages(ruleset_id).items()
    shipped = _merge_pages(
        [read_stock(text, file, ruleset_id) for file, text in pages]
    )
    own = _merge_pages([_read_own(file, ruleset_id) for file, _, _ in files])
    both = {
        kind: {**shipped.things[kind], **own.things[kind]} for kind in KINDS
    }
    return Stock(ruleset_id, both, (*shipped.broken, *own.broken))


class StockPage(NamedTuple):
    """The things of one file; `broken` if not all of it can be used."""

    things: list[StockThing]
    broken: BrokenFile | None = None


def _merge_pages(pages: list[StockPage]) -> Stock:
    """Merge the things of several files. If two have the same name, neither can be used."""
    things: dict[str, dict[str, StockThing]] = {kind: {} for kind in KINDS}
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


def _read_own(file: str, ruleset_id: str) -> StockPage:
    """Read one of the GM's own stock files; no things if it is for another ruleset."""
    text = _read_text(file)
    if not isinstance(text, str):
        return StockPage([], BrokenFile("", text))
    named = _NAMED.search(text)
    if named and named[1] != ruleset_id:
        return StockPage([])
    return read_stock(text, file, ruleset_id, own=True)


def _read_text(file: str) -> str | tuple[Fault, ...]:
    """Return the text of a file, or the faults because of which it cannot be read."""
    from gmtrack.store.text.codec import decode_file

    try:
        if Path(file).stat().st_size > MOST_BYTES:
            return (Fault("", f"is longer than {MOST_BYTES:,} bytes", file),)
        return decode_file(read_bytes(file), file)
    except OSError as error:
        return (Fault("", f"cannot be read: {error.strerror or error}", file),)
    except BadFile as error:
        return tuple(error.faults)


def read_stock(
    text: str, file: str, ruleset_id: str, *, own: bool = False
) -> StockPage:
    """Parse a stock file and return its things; none if it is for another ruleset. `own` marks
    them as the GM's own. Faults are in the result; nothing is raised."""
    from gmtrack.store.text.codec import parse_yaml

    document = parse_yaml(text, file)
    faults = tuple(
        _faults_of_whole(document) if document.is_yaml else document.faults
    )
    if faults:
        return StockPage([], BrokenFile(text, faults))
    if document.data["stock"] != ruleset_id:
        return StockPage([])
    things = [
        _build_thing(document, kind, name, entry, own)
        for kind in KINDS
        for name, entry in (document.data.get(kind) or {}).items()
    ]
    told = {fault for thing in things for fault in thing.faults}
    rest = tuple(fault for fault in document.faults if fault not in told)
    return StockPage(things, BrokenFile(text, rest) if rest else None)


def _faults_of_whole(document: Document) -> Iterator[Fault]:
    """Yield the faults that make a whole stock file useless."""
    data = document.data
    yield from (fault for fault in document.faults if "." not in fault.path)
    if not isinstance(data, dict) or not isinstance(data.get("stock"), str):
        message = (
            "this is no stock: it begins with the ruleset, such as `stock: ID`"
        )
        yield document.fault_at(("stock",), message)
        return
    known = ("stock", *KINDS)
    for key in (key for key in data if key not in known):
        yield document.fault_at(
            (key,), f"unknown key{propose_near_word(key, known)}"
        )
    for kind in KINDS:
        if not isinstance(data.get(kind) or {}, dict):
            message = f"found {shorten_value(data[kind])}, allowed: a map of names to values"
            yield document.fault_at((kind,), message)


def _build_thing(
    document: Document, kind: str, name: str, entry: Any, own: bool
) -> StockThing:
    """Build a stock thing from its entry in a file, with its faults."""
    told = entry if isinstance(entry, dict) else {}
    about, source = (str(told.get(key) or "") for key in TOLD)
    data = {key: value for key, value in told.items() if key not in TOLD}
    thing = StockThing(
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


def _faults_of(thing: StockThing, entry: Any) -> Iterator[Fault]:
    """Yield the faults in a thing's name and in its keys that are not values."""
    if not re.fullmatch(ID_PATTERN, thing.name):
        message = "a name is lower-case letters, digits and hyphens, a letter or digit first"
        yield fault_in(thing, (), message)
    if not isinstance(entry, dict):
        yield fault_in(
            thing, (), f"found {shorten_value(entry)}, allowed: a map"
        )
        return
    for key in TOLD:
        told = entry.get(key, "")
        if not isinstance(told, str) or "\n" in told.strip():
            yield fault_in(
                thing,
                (key,),
                f"found {shorten_value(told)}, allowed: a text of one line",
            )
    if thing.kind == COMBATANTS and "template" in entry:
        yield fault_in(
            thing, ("template",), "what is in the stock has no template"
        )


def fault_in(thing: StockThing, path: tuple[str, ...], message: str) -> Fault:
    """Return a fault at a path inside a thing, with the line in its stock file."""
    return thing.document.fault_at((thing.kind, thing.name, *path), message)
