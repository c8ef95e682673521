"""Where Chummer5a keeps values: each row of the table is read, and what a newer version has moved
is told."""

import pytest

from gmtrack.characters.chummer import read_character
from gmtrack.characters.chummer_places import CHUMMER
from gmtrack.characters.file import ForeignFile
from gmtrack.core.foreign import ForeignCharacter

BODY = "<attribute><name>BOD</name>{total}</attribute>"
SKILL = "<skill><name>Pistols</name><base>4</base></skill>"
PARTS = {
    "attributes": "<attributes>"
    + BODY.format(total="<totalvalue>3</totalvalue>")
    + "</attributes>",
    "skills": f"<newskills><skills>{SKILL}</skills></newskills>",
    "improvements": (
        "<improvements><improvement><improvementttype>Initiative</improvementttype><val>2</val>"
        "</improvement></improvements>"
    ),
    "weapons": (
        "<weapons><weapon><name>Thing</name><category>Clubs</category><damage>5P</damage>"
        "</weapon></weapons>"
    ),
    "armor": "<armors><armor><name>Thing</name><armor>9</armor></armor></armors>",
}
"""A character with something in each place."""


def character(version: str, **parts: str) -> ForeignCharacter:
    inner = "".join((PARTS | parts).values())
    text = f"<character><appversion>{version}</appversion><alias>X</alias>{inner}</character>"
    return read_character(ForeignFile(text.encode(), "x.chum5", "x"))


def told(one: ForeignCharacter) -> list[str]:
    found = [lost.what for lost in one.lost if "which is newer" in lost.why]
    return [what.partition(" (")[0] for what in found]


KNOWN, UNKNOWN = "5.225.0", "6.1.0"
ROWS = {
    ("skills", "skills"): {"skills": f"<skills>{SKILL}</skills>"},
    ("skills", "newskills/skills"): {},
    ("kind", "improvementtype"): {
        "improvements": PARTS["improvements"].replace("improvementttype", "improvementtype")
    },
    ("kind", "improvementttype"): {},
    **{
        (what, path): {}
        for what, path in (
            ("attributes", "attributes"),
            ("improvements", "improvements"),
            ("weapons", "weapons"),
            ("armor", "armors"),
            ("total", "totalvalue"),
            ("damage", "damage"),
            ("category", "category"),
            ("rating", "armor"),
        )
    },
}
"""What of the character is otherwise where a value stands at this place."""


@pytest.mark.parametrize("row", ROWS, ids="-".join)
def test_a_value_is_read_at_each_place(row: tuple[str, str]) -> None:
    found = character(KNOWN, **ROWS[row])
    assert found.attributes["body"].number == 3
    assert found.skills["pistols"].number == 4
    assert found.others["initiative_bonus"].number == 2
    [weapon], [piece] = found.weapons, found.armor
    assert (weapon.kind, weapon.text("damage"), piece.number("rating")) == ("clubs", "5P", 9)
    assert told(character(UNKNOWN, **ROWS[row])) == []


def test_every_place_has_a_row() -> None:
    rows = {
        (what, "/".join(place.keys)) for what, places in CHUMMER.table.items() for place in places
    }
    assert rows == set(ROWS)


@pytest.mark.parametrize(
    ("part", "old", "new", "expected"),
    [
        ("skills", "newskills", "abilities", ["skills of X"]),
        ("improvements", "improvements", "boosts", ["improvements of X"]),
        ("weapons", "weapons", "arms", ["weapons of X"]),
        ("armor", "armors", "clothes", ["armor of X"]),
        ("attributes", "totalvalue", "whole", ["total of BOD"]),
        ("improvements", "improvementttype", "sort", ["kind of an improvement"]),
        ("weapons", "damage", "harm", ["damage of Thing"]),
        ("weapons", "category", "sort", ["category of Thing"]),
        ("armor", "<armor>9</armor>", "<av>9</av>", ["rating of Thing"]),
    ],
)
def test_what_is_not_found_in_a_newer_version_is_told(
    part: str, old: str, new: str, expected: list[str]
) -> None:
    moved = {part: PARTS[part].replace(old, new)}
    more = {"attributes": PARTS["attributes"].replace("</attribute>", "<base>3</base></attribute>")}
    parts = more | moved if part != "attributes" else {part: more["attributes"].replace(old, new)}
    assert told(character(UNKNOWN, **parts)) == expected
    assert told(character(KNOWN, **parts)) == []
