"""Actors of Foundry's system `sr3e` as plain values."""

import json
from typing import Any

import pytest
from characters_support import FILES, foreign, thing

from gmtrack.characters.file import ForeignFile
from gmtrack.characters.foundry import read_actors
from gmtrack.characters.foundry_sr3e_places import SR3E
from gmtrack.core.foreign import ForeignCharacter
from gmtrack.errors import BadFile

SHAMAN = "shaman.json"


def raw() -> Any:
    return json.loads((FILES / SHAMAN).read_text(encoding="utf-8"))


def read(actor: Any) -> ForeignCharacter:
    [found] = read_actors(ForeignFile(json.dumps(actor).encode(), "x.json", "x"))
    return found


def test_numbers_with_what_effects_add() -> None:
    sela = foreign(SHAMAN)
    assert (sela.system, sela.name, sela.player) == ("shadowrun3", "Sela", True)
    assert sela.attributes["reaction"].number == 7
    assert sela.attributes["reaction"].parts == (("Wired", 2),)
    assert {name: one.number for name, one in sela.others.items()} == {
        "initiative_dice": 2, "karma_pool": 3, "magic": 6, "essence": 5,
    }  # fmt: skip
    assert "old_cars" not in sela.skills


def test_a_weapon_knows_its_skill_and_what_its_clip_holds() -> None:
    gun = thing(foreign(SHAMAN).weapons, "Ares Predator")
    assert (gun.kind, gun.text("skill"), gun.number("capacity")) == ("heavyPistol", "pistols", 15)
    assert (gun.number("power"), gun.text("level"), gun.number("recoil")) == (9, "m", 1)
    assert gun.words("ranges") == ("5", "20", "40", "60")
    assert thing(foreign(SHAMAN).weapons, "Knife").number("power") == 3


def test_a_file_without_the_name_of_its_system_is_known_by_its_attributes() -> None:
    actor = raw()
    del actor["_stats"]
    assert read(actor).attributes["quickness"].number == 5


def test_mundane_people_have_no_magic() -> None:
    actor = raw()
    actor["system"]["attributes"]["magic"]["value"] = 0
    assert not {"magic", "essence"} & set(read(actor).others)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda actor: actor.update(type="mechanical"), "'mechanical', which is nobody"),
        (lambda actor: actor["system"].pop("attributes"), "no attribute was found in it"),
        (lambda actor: actor["_stats"].update(systemId="sr2"), "shadowrun5e, sr3e and mta"),
    ],
)
def test_what_is_nobody_is_refused(change: Any, says: str) -> None:
    actor = raw()
    change(actor)
    with pytest.raises(BadFile, match=says):
        read(actor)


OPTIONAL = (
    "Karma pool", "metatype", "recoil compensation", "reach", "ammunition", "capacity",
    "kind of the manipulation", "attributes",
)  # fmt: skip
"""Values that need not be there, and those without which there is nobody."""


def test_what_a_newer_version_keeps_elsewhere_is_told() -> None:
    """Each value that has to be there is missed where it was, and nothing is in an old file."""
    assert not any("newer" in one.why for one in foreign(SHAMAN).lost)
    actor = raw()
    actor["_stats"]["systemVersion"] = "9.9.0"
    for item in actor["items"]:
        item["system"] = {"moved": item["system"]}
    for effect in actor["effects"]:
        effect["moved"] = effect.pop("changes")
    told = [one.what for one in read(actor).lost if "newer" in one.why]
    for what in SR3E.table:
        if what not in OPTIONAL:
            assert any(one.startswith(f"{what} of ") for one in told), what
