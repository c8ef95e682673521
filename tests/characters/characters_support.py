"""What the tests of characters of other programs share."""

from pathlib import Path

from gmtrack.characters.file import ForeignFile
from gmtrack.characters.formats import detect_format, read_characters
from gmtrack.core.foreign import ForeignCharacter, ForeignThing

FILES = Path(__file__).parent / "files"


def foreign(name: str) -> ForeignCharacter:
    """The only character in one of the files."""
    file = ForeignFile((FILES / name).read_bytes(), name, Path(name).stem)
    found = read_characters(file, detect_format(file))
    assert len(found) == 1
    return found[0]


def thing(things: tuple[ForeignThing, ...], name: str) -> ForeignThing:
    """The weapon or piece of this name."""
    return next(one for one in things if one.name == name)
