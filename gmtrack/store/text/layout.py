"""The text of a file: what a person wrote is kept word for word, the program's `fight` stands
last, and a change outside it touches only the lines that it is about.
"""

from typing import TYPE_CHECKING

from gmtrack.core.encounter import Data, Encounter
from gmtrack.errors import BadFile, Fault
from gmtrack.store.atomic_files import MOST_BYTES
from gmtrack.store.encounter_map import data_of, encounter_of, same
from gmtrack.store.text.emit import dump

if TYPE_CHECKING:
    from gmtrack.store.text.nodes import Document


def compose(outer: str, fight: Data) -> str:
    """The text of a file from the text outside `fight` and the live state."""
    if not fight:
        return outer
    block = dump({"fight": fight}, sort=True)
    if outer.partition("\n")[0].endswith("\r"):
        block = block.replace("\n", "\r\n")
    return outer + block


def outer_of(document: "Document", encounter: Encounter) -> str | None:
    """Return the text outside `fight` of a file that stands exactly as the program writes it, or of
    one without a fight to which one can be added as it is; else None. `encounter` is what the
    document says."""
    text = document.text
    if not encounter.fight:
        return text if _can_append_fight(document) else None
    block = compose("", encounter.fight)
    for written in (block, block.replace("\n", "\r\n")):
        outer = text.removesuffix(written)
        if outer.endswith("\n") and compose(outer, encounter.fight) == text:
            return outer
    return None


def settle(text: str) -> str:
    """The text outside `fight` of a file that a person wrote, such that the live state can be put
    behind it. Everything else stays where it is; only a file in which that is impossible (one in
    flow style) is written anew."""
    from gmtrack.store.text.codec import parse
    from gmtrack.store.text.splice import without_fight

    document = parse(text, "")
    encounter = encounter_of(document.data)
    encounter.fight = {}
    outer = without_fight(document)
    if not outer.endswith("\n"):
        outer += "\r\n" if "\r\n" in outer else "\n"
    return (
        dump(data_of(encounter))
        if _read_back(outer, encounter) is None
        else outer
    )


def rewrite(outer: str, encounter: Encounter) -> tuple[str, Encounter]:
    """Return the text outside `fight` for a changed encounter, and the encounter as the whole text
    is read back. It is the old text with the changed values put in, or, where that does not give
    what is wanted, a text written anew. Raises BadFile if even that text cannot be read."""
    from gmtrack.store.text.codec import parse, parse_valid
    from gmtrack.store.text.splice import splice

    wanted = data_of(encounter)
    fight = wanted.pop("fight", {})
    try:
        spliced = splice(parse(outer, ""), wanted)
        read = _read_back(spliced, encounter)
    except (LookupError, ValueError):
        read = None
    if read is not None:
        return spliced, read
    written = dump(wanted)
    return written, encounter_of(parse_valid(compose(written, fight)).data)


def written_out(document: "Document", encounter: Encounter) -> "Document":
    """Return a file's document with the things of the stock in the place of their names, such that
    it says `encounter` by itself. Raises BadFile where that is more than can be read."""
    from gmtrack.store.text.splice import splice

    wanted = data_of(encounter)
    try:
        text = splice(document, wanted)
    except (LookupError, ValueError):
        text = dump(wanted)
    found = _document_saying(text, wanted)
    if found is None:
        text = dump(wanted)
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
"""A live state for checking a text whose encounter has none yet."""


def _can_append_fight(document: "Document") -> bool:
    """Whether a `fight` can stand behind the document's text as it is: the text is a map in block
    style whose keys begin their lines, it ends with a whole line, and no end is marked. In YAML a
    further key then leaves everything before it as it was."""
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
    """Return the encounter as the text `outer` and its live state are read, or None if they do not
    mean the same. Without a live state a probe stands in its place: one has to fit behind the text,
    and a map that can be read with one more key can be read without it."""
    if not outer.endswith("\n"):
        return None
    fight = encounter.fight or _PROBE
    document = _document_saying(
        compose(outer, fight), {**data_of(encounter), "fight": fight}
    )
    if document is None:
        return None
    read = encounter_of(document.data)
    if not encounter.fight:
        read.fight = {}
    return read


def _document_saying(text: str, wanted: Data) -> "Document | None":
    """Parse a text; None if it is not a file that says what is wanted."""
    from gmtrack.store.text.codec import parse_valid

    try:
        document = parse_valid(text)
        read = data_of(encounter_of(document.data))
    except (BadFile, LookupError, TypeError, ValueError):
        return None
    return document if same(read, wanted) else None
