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


def outer_of(text: str, encounter: Encounter) -> str | None:
    """The text outside `fight` of a file that stands exactly as the program writes it, or of one
    without a fight to which one can be added as it is; else None. `encounter` is what it says."""
    if not encounter.fight:
        return text if _bears_fight(text, encounter) else None
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
    return outer if _says(outer, encounter) else dump(data_of(encounter))


def rewrite(outer: str, encounter: Encounter) -> str:
    """The text outside `fight` for a changed encounter: the old text with the changed values put
    in; written anew where that does not give what is wanted."""
    from gmtrack.store.text.codec import parse
    from gmtrack.store.text.splice import splice

    wanted = data_of(encounter)
    wanted.pop("fight", None)
    try:
        spliced = splice(parse(outer, ""), wanted)
    except (LookupError, ValueError):
        return dump(wanted)
    return spliced if _says(spliced, encounter_of(wanted)) else dump(wanted)


def written_out(document: "Document", encounter: Encounter) -> str:
    """A file's text with the things of the stock in the place of their names, such that it says
    `encounter` by itself. Raises BadFile where that is more than can be read."""
    from gmtrack.store.text.splice import splice

    wanted = data_of(encounter)
    try:
        text = splice(document, wanted)
    except (LookupError, ValueError):
        text = dump(wanted)
    if _reads_as(text, encounter, {}):
        return text
    text = dump(wanted)
    if len(text.encode()) > MOST_BYTES or not _reads_as(text, encounter, {}):
        message = "with what it takes from the stock it is more than one file can hold"
        raise BadFile([Fault("", message, document.file)])
    return text


_PROBE = {"x": 1}


def _says(outer: str, encounter: Encounter) -> bool:
    """Does the text mean this encounter, alone and with a live state behind it?"""
    return _reads_as(outer, encounter, {}) and _bears_fight(outer, encounter)


def _bears_fight(outer: str, encounter: Encounter) -> bool:
    """Is the text, with a live state behind it, this encounter with that live state?"""
    return outer.endswith("\n") and _reads_as(compose(outer, _PROBE), encounter, _PROBE)


def _reads_as(text: str, encounter: Encounter, fight: Data) -> bool:
    from gmtrack.store.text.codec import read_data

    try:
        read = data_of(encounter_of(read_data(text)))
    except (BadFile, LookupError, TypeError, ValueError):
        return False
    return same(read, {**data_of(encounter), **({"fight": fight} if fight else {})})
