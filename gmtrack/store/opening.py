"""Opening encounters: loading a file into a working copy, making a new one, checking files."""

from pathlib import Path
from typing import NamedTuple

from gmtrack.core.encounter import FORMAT, Data, Encounter
from gmtrack.errors import StoreError
from gmtrack.rulesets import registry
from gmtrack.rulesets.port import Ruleset
from gmtrack.store import places
from gmtrack.store.document import Place, Stored, read_file, read_page
from gmtrack.store.emit import dump
from gmtrack.store.files import digest, locked, make_folder, replace_file
from gmtrack.store.page import Page


class Opened(NamedTuple):
    """An encounter that was just opened; `file` is the YAML file that is worked on from now."""

    encounter: Encounter
    ruleset: Ruleset
    file: Path


def validate_file(path: str) -> tuple[Encounter, Ruleset]:
    """Check a file in full. Raises BadFile with all its faults."""
    page, ruleset = read_page(read_file(Path(path))[0], Path(path))
    return page.encounter, ruleset


def load_file(path: str) -> Opened:
    """Open a working copy of a file, which itself is not touched, and make it the active
    encounter. Raises BadFile, StoreError(cannot-save)."""
    content, _ = read_file(Path(path))
    known = read_page(content, Path(path))
    page = known[0]
    source = places.real_path(path)
    origin: Data = {
        "source": str(source),
        "held_fight": bool(page.encounter.fight),
        "digest": digest(content),
    }
    return _activate(known, content, origin, f"load {path}")


def new_encounter(name: str, ruleset_id: str, target: str | None, in_place: str | None) -> Opened:
    """Make an empty encounter and a working copy of it, the active one from now. `target` is the
    file that it is written to and saved to later. Without it `in_place` is a file to make and to
    work on in place; the active encounter then stays what it is.

    Raises Refusal for an unknown ruleset, StoreError(cannot-save) if the file exists already.
    """
    registry.load(ruleset_id)
    content = _empty(name, ruleset_id).encode()
    known = read_page(content, Path(name))
    if target is None and in_place is not None:
        place = places.in_place(in_place)
        _make(place.file, content)
        return _begun(place, known, f"new {name}")
    origin: Data = {}
    if target is not None:
        path = places.real_path(target)
        _make(path, content)
        origin = {"saved": str(path), "digest": digest(content)}
    return _activate(known, content, origin, f"new {name}")


def _empty(name: str, ruleset_id: str) -> str:
    sound = name.encode("utf-8", "replace").decode()
    head: Data = {"gmtrack": FORMAT, "name": sound, "ruleset": ruleset_id}
    return dump(head | {"scene": {}, "templates": {}, "combatants": {}})


def _make(path: Path, content: bytes) -> None:
    if path.exists() or path.is_symlink():
        raise StoreError("cannot-save", f"{path} exists already; nothing was written")
    replace_file(path, content)


def _activate(known: tuple[Page, Ruleset], content: bytes, origin: Data, line: str) -> Opened:
    place = places.new_copy(known[0].encounter.name)
    replace_file(place.file, content)
    places.note_origin(place, origin)
    opened = _begun(place, known, line)
    places.activate(place)
    return opened


def _begun(place: Place, known: tuple[Page, Ruleset], line: str) -> Opened:
    """Begin the history of an encounter."""
    make_folder(place.folder)
    with locked(place.lock, write=True):
        stored = Stored(place, known)
        stored.begin(line)
    return Opened(stored.page.encounter, stored.ruleset, place.file)
