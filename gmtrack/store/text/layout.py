"""The text of a file: what a person wrote is kept word for word, the program's `fight` stands
last, and a change outside it touches only the lines that it concerns."""

from typing import TYPE_CHECKING

from gmtrack.core.encounter import Data, Encounter
from gmtrack.errors import BadFile, Fault
from gmtrack.store.atomic_files import MOST_BYTES
from gmtrack.store.encounter_map import data_of, encounter_of, is_same
from gmtrack.store.text.emit import dump_yaml

if TYPE_CHECKING:
    from gmtrack.store.text.nodes import Document


def compose_text(outer: str, fight: Data) -> str:
    """Return the text of a file from the text outside `fight` and the live state, with the line
    endings of the former."""
    if not fight:
        return outer
    block = dump_yaml({"fight": fight}, sort=True)
    if outer.partition("\n")[0].endswith("\r"):
        block = block.replace("\n", "\r\n")
    return outer + block


def outer_of(document: "Document", encounter: Encounter) -> str | None:
    """Return the text outside `fight` if the file stands exactly as the program writes it, or
    has no `fight` and one can be appended. None otherwise. `encounter` is what the document
    describes."""
    text = document.text
    if not encounter.fight:
        return text if _can_append_fight(document) else None
    block = compose_text("", encounter.fight)
    for written in (block, block.replace("\n", "\r\n")):
        outer = text.removesuffix(written)
        if (
            outer.endswith("\n")
            and compose_text(outer, encounter.fight) == text
        ):
            return outer
    return None


def make_room_for_fight(text: str) -> str:
    """Return the text outside `fight` of a file that a person wrote, changed so that a `fight`
    can be appended. Everything else stays as it is; only if that is impossible (a file in flow
    style) the text is written anew."""
    from gmtrack.store.text.codec import parse_yaml
    from gmtrack.store.text.splice import without_fight

    document = parse_yaml(text, "")
    encounter = encounter_of(document.data)
    encounter.fight = {}
    outer = without_fight(document)
    if not outer.endswith("\n"):
        outer += "\r\n" if "\r\n" in outer else "\n"
    return (
        dump_yaml(data_of(encounter))
        if _read_back(outer, encounter) is None
        else outer
    )


def rewrite_outer(outer: str, encounter: Encounter) -> tuple[str, Encounter]:
    """Return the text outside `fight` for a changed encounter, and the encounter as the whole
    text is parsed again. Changed values are put into the old text; if that does not say what it
    should, the text is written anew. Raises BadFile if even that cannot be parsed."""
    from gmtrack.store.text.codec import parse_valid_yaml, parse_yaml
    from gmtrack.store.text.splice import splice_text

    wanted = data_of(encounter)
    fight = wanted.pop("fight", {})
    try:
        spliced = splice_text(parse_yaml(outer, ""), wanted)
        read = _read_back(spliced, encounter)
    except (LookupError, ValueError):
        read = None
    if read is not None:
        return spliced, read
    written = dump_yaml(wanted)
    return written, encounter_of(
        parse_valid_yaml(compose_text(written, fight)).data
    )


def write_out_stock(document: "Document", encounter: Encounter) -> "Document":
    """Return a document for `encounter` that names no stock things: they stand in its text
    themselves. Raises BadFile if it would be more than one file can hold."""
    from gmtrack.store.text.splice import splice_text

    wanted = data_of(encounter)
    try:
        text = splice_text(document, wanted)
    except (LookupError, ValueError):
        text = dump_yaml(wanted)
    found = _document_saying(text, wanted)
    if found is None:
        text = dump_yaml(wanted)
        found = (
            _document_saying(text, wanted)
            if len(text.encode()) <= MOST_BYTES
            else None
        )
    if found is None:
        message = "with what it takes from the stock it is more than one file can hold"
        raise BadFile([Fault("", message, document.file)])
    return found


_PROBE = {"x": 1}
"""Live state for checking a text whose encounter has none yet."""


def _can_append_fight(document: "Document") -> bool:
    """Whether a `fight` can be appended to the document's text as it is: a map in block style
    whose keys begin their lines, the last line ended, no end mark. In YAML a further key then
    changes nothing before it."""
    root, text = document.root, document.text
    if (
        root is None
        or root.flow
        or not isinstance(root.inner, dict)
        or "fight" in root.inner
    ):
        return False
    starts = [node.key for node in root.inner.values()]
    begin_lines = all(
        text[:at].removeprefix("\ufeff")[-1:] in ("", "\n") for at in starts[:1]
    )
    return (
        begin_lines
        and text.endswith("\n")
        and not text.startswith("...", document.end)
    )


def _read_back(outer: str, encounter: Encounter) -> Encounter | None:
    """Return the encounter that `outer` and its live state give when parsed; None if it differs
    from `encounter`. An encounter without live state is tested with a probe, because one must
    fit behind the text later."""
    if not outer.endswith("\n"):
        return None
    fight = encounter.fight or _PROBE
    document = _document_saying(
        compose_text(outer, fight), {**data_of(encounter), "fight": fight}
    )
    if document is None:
        return None
    read = encounter_of(document.data)
    if not encounter.fight:
        read.fight = {}
    return read


def _document_saying(text: str, wanted: Data) -> "Document | None":
    """Parse a text; None if it does not describe exactly what is wanted."""
    from gmtrack.store.text.codec import parse_valid_yaml

    try:
        document = parse_valid_yaml(text)
        read = data_of(encounter_of(document.data))
    except (BadFile, LookupError, TypeError, ValueError):
        return None
    return document if is_same(read, wanted) else None
