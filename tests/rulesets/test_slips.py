"""What `validate` warns of in the sheets of each ruleset, and what it must not warn of."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from tables import each_row

from gmtrack.core.names import TypoFinder
from gmtrack.errors import BadFile
from gmtrack.rulesets import registry
from gmtrack.store.check.lint import warnings_of

from .casebook import Book, Case
from .i2050.book import BOOK as I2050
from .spotlight.book import BOOK as SPOTLIGHT
from .sr3.book import BOOK as SR3
from .storyteller.book import BOOK as STORYTELLER
from .swan_song.book import BOOK as SWAN_SONG

BOOKS = {book.ruleset.META.id: book for book in (I2050, SPOTLIGHT, SR3, STORYTELLER, SWAN_SONG)}
ENCOUNTERS = sorted((Path(__file__).parents[2] / "encounters").glob("*.yaml"))
SWAN = {
    "body": 3, "agility": 3, "reaction": 3, "strength": 3, "willpower": 3, "intuition": 3,
}  # fmt: skip
LASER = {"skill": "handgun_laser", "class": "missile", "damage": "2d6", "tags": ["laser"]}


def gun(skill: str, **more: Any) -> dict[str, Any]:
    return {"pistol": {"kind": "ranged", "skill": skill, "dv": 6, **more}}


def sr3_gun(skill: str) -> dict[str, Any]:
    return {"ares": {"skill": skill, "power": 9, "level": "M", "ranges": [5, 20, 40, 60]}}


def blade(skill: str) -> dict[str, Any]:
    return {"thing": {"skill": skill, "damage": 3, "damage_type": "lethal"}}


CANE = {"kind": "melee", "skill": "clubs", "dv": 3}
Sheets = dict[str, dict[str, Any]]
MEANT: list[tuple[str, Sheets, list[tuple[str, str]]]] = [
    (
        "swan-song",
        {"joe": {**SWAN, "skills": {"pistol": 4}, "weapons": gun("pistols")}},
        [("combatants.joe.skills.pistol", "'pistols'")],
    ),
    (
        "swan-song",
        {
            "joe": {
                **SWAN,
                "skills": {"pistols": 4, "clubs": 1},
                "weapons": {**gun("pistols", hands=2), "cane": CANE},
                "held": {"right": "pistol", "left": "cane"},
            }
        },
        [("combatants.joe.held.right", "both hands")],
    ),
    (
        "swan-song",
        {"joe": {**SWAN, "skills": {"pistols": 4}, "weapons": gun("pistol")}},
        [("combatants.joe.weapons.pistol.skill", "'pistols'")],
    ),
    (
        "swan-song",
        {"joe": {**SWAN, "skills": {"Pistols": 4, "first-ade": 1, "unarmed": 1}}},
        [
            ("combatants.joe.skills.Pistols", "'pistols'"),
            ("combatants.joe.skills.first-ade", "'first_aid'"),
            ("combatants.joe.skills.unarmed", "'unarmed_combat'"),
        ],
    ),
    (
        "swan-song",
        {
            "joe": {**SWAN, "skills": {"pistol": 4}, "weapons": gun("pistols")},
            "ann": {**SWAN, "skills": {"pistols": 4}, "weapons": gun("pistl")},
        },
        [
            ("combatants.joe.skills.pistol", "'pistols'"),
            ("combatants.ann.weapons.pistol.skill", "'pistols'"),
        ],
    ),
    (
        "swan-song",
        {"joe": {**SWAN, "weapons": gun("blasters")}},
        [("combatants.joe.weapons.pistol.skill", "nobody here has the skill 'blasters'")],
    ),
    (
        "swan-song",
        {"joe": {**SWAN, "weapons": gun("pistols", damage_type="kinetik")}},
        [("combatants.joe.weapons.pistol.damage_type", "'kinetic'")],
    ),
    (
        "spotlight",
        {
            "joe": {"strength": 2, "fortitude": 2, "skills": {"bow": 3}, "weapons": blade("bow")},
            "ann": {"strength": 2, "fortitude": 2, "skills": {"bows": 3}, "weapons": blade("bow")},
        },
        [("combatants.ann.skills.bows", "'bow'")],
    ),
    (
        "sr3",
        {"joe": {"skills": {"rifle": 3}, "weapons": sr3_gun("rifles")}},
        [("combatants.joe.skills.rifle", "'rifles'")],
    ),
    (
        "sr3",
        {"joe": {"skills": {"bolas": 3}, "weapons": sr3_gun("bola")}},
        [("combatants.joe.skills.bolas", "'bola'")],
    ),
    (
        "swan-song",
        {"joe": {**SWAN, "skills": {"whips": 9, "whisp": 3}, "weapons": gun("whips")}},
        [("combatants.joe.skills.whisp", "'whips'")],
    ),
    (
        "i2050",
        {"mona": {"dex": 9, "skills": {"awarenes": 9}, "checks": ["col", "cool"]}},
        [
            ("combatants.mona.skills.awarenes", "'awareness'"),
            ("combatants.mona.checks.0", "'cool'"),
        ],
    ),
    (
        "i2050",
        {
            "mona": {
                "dex": 9, "skills": {"handgun_laser": 9}, "weapons": {"culebra": LASER},
                "armor": [{"name": "suit", "points": {"all": 9}, "against": ["lasers"]}],
            },
        },
        [("combatants.mona.armor.0.against.0", "'laser'")],
    ),
    (
        "i2050",
        {"mona": {"dex": 9, "skills": {"handgun_laser": 9},
                  "weapons": {"culebra": LASER | {"tags": ["gravity"]}}}},
        [("combatants.mona.weapons.culebra.tags.0", "no armor here knows the tag 'gravity'")],
    ),
    (
        "swan-song",
        {"joe": {**SWAN, "damage_multipliers": {"flesh": {"kinetik": 2}},
                 "skills": {"pistols": 1}, "weapons": gun("pistols")}},
        [("combatants.joe.damage_multipliers.flesh.kinetik", "'kinetic'")],
    ),
    (
        "swan-song",
        {"kurt": {**SWAN, "skills": {"xyz": 3, "rifles": 3}, "weapons": gun("automatics")}},
        [
            ("combatants.kurt.skills.xyz", "no skill of this game"),
            ("combatants.kurt.skills.rifles", "no rule and no weapon here uses 'rifles'"),
            ("combatants.kurt.weapons.pistol.skill", "kurt carries pistol but has no automatics"),
        ],
    ),
    (
        "sr3",
        {"joe": {"skills": {"xyz": 3, "stealth": 2}}},
        [("combatants.joe.skills.xyz", "`test joe xyz` can roll it")],
    ),
    (
        "i2050",
        {"mona": {"dex": 9, "skills": {"xyz": 3, "rifles": 3, "awareness-2": 2}}},
        [
            ("combatants.mona.skills.xyz", "weapon here uses 'xyz'; `test mona xyz` can roll it"),
            ("combatants.mona.skills.rifles", "`test mona rifles` can roll it"),
            ("combatants.mona.skills.awareness-2", "`test mona awareness-2` can roll it"),
        ],
    ),
    (
        "spotlight",
        {"joe": {
            "strength": 2, "fortitude": 2, "skills": {"whips_long": 3, "whips": 1, "xyz": 3},
            "weapons": blade("whips_long"),
        }},
        [
            ("combatants.joe.skills.whips", "`test joe whips` can roll it"),
            ("combatants.joe.skills.xyz", "weapon here uses 'xyz'; `test joe xyz` can roll it"),
        ],
    ),
    (
        "i2050",
        {"mona": {"dex": 9, "skills": {"knife": 9}, "weapons": {"culebra": LASER}}},
        [("combatants.mona.weapons.culebra.skill", "the skill 'handgun_laser'")],
    ),
    (
        "storyteller",
        {"joe": {"intent": "to get the case"}, "ann": {"intent": "i want it too"}},
        [("combatants.joe.intent", "begins with 'I want'")],
    ),
]  # fmt: skip

CHARGE = {"skill": "demolitions", "delivery": "placed", "power": 12, "level": "S"}
LEGAL: list[tuple[str, Sheets]] = [
    ("sr3", {"ash": {"skills": {"clubs": 4}, "weapons": {"charge": CHARGE}}}),
    ("swan-song", {"joe": {**SWAN, "skills": {"etiquette": 3, "stealth": 2, "climbing": 1}}}),
    ("swan-song", {"joe": {**SWAN, "skills": {"whips": 3}, "weapons": gun("whips")}}),
    ("swan-song", {"joe": {**SWAN, "weapons": gun("pistols")}}),
    ("i2050", {"joe": {"dex": 9, "skills": {"brawling": 2, "climbing": 2, "smg": 3}}}),
    ("spotlight", {"joe": {"strength": 2, "fortitude": 2, "skills": {"hacking": 3}}}),
    ("swan-song", {"joe": {**SWAN, "skills": {"blades": 2, "pistols": 0},
                           "weapons": gun("pistols")}}),
    ("swan-song", {"joe": {**SWAN, "weapons": gun("pistols", damage_type="sonic")}}),
    ("spotlight", {
        "joe": {"strength": 2, "fortitude": 2, "skills": {"bows": {"dice": 3}},
                "weapons": blade("bows")},
    }),
    ("sr3", {"joe": {"skills": {"Edged-Weapons": 3}, "weapons": sr3_gun("edged_weapons")}}),
    ("i2050", {"mona": {"dex": 9, "skills": {"Handgun-Laser": 9}, "weapons": {"culebra": LASER}}}),
    ("i2050", {
        "mona": {"dex": 9, "skills": {"lance": 9},
                 "weapons": {"lance": {"skill": "lance", "class": "long", "damage": "1d6",
                                       "tags": ["Cold-Iron"]}}},
        "elf": {"dex": 9, "armor": [{"name": "skin", "points": {"all": 1},
                                     "against": ["cold_iron"]}]},
    }),
    ("storyteller", {"joe": {"skills": {"brawl": 2}}}),
]  # fmt: skip


def told(folder: Path, ruleset: str, sheets: Sheets, **more: Any) -> list[tuple[str, str]]:
    """Path and message of each warning; the line is that of the path's last key."""
    doc = {"gmtrack": 1, "name": "Any", "ruleset": ruleset, **more, "combatants": sheets}
    file = folder / "any.yaml"
    file.write_text(yaml.dump(doc, sort_keys=False), encoding="utf-8")
    lines = file.read_text(encoding="utf-8").splitlines()
    warnings = warnings_of(str(file))
    for warning in warnings:
        key = next(k for k in reversed(warning.path.split(".")) if not k.isdigit())
        assert warning.file == str(file)
        assert f"{key}:" in lines[warning.line - 1] or "- " in lines[warning.line - 1]
    return [(warning.path, warning.message) for warning in warnings]


@each_row(("ruleset", "sheets", "expected"), MEANT)
def test_a_likely_slip_is_told_once_with_what_was_meant(
    ruleset: str, sheets: Sheets, expected: list[tuple[str, str]], tmp_path: Path
) -> None:
    found = told(tmp_path, ruleset, sheets)
    assert [path for path, _ in found] == [path for path, _ in expected]
    for (_, message), (_, words) in zip(found, expected, strict=True):
        assert words in message


@each_row(("ruleset", "sheets"), LEGAL)
def test_what_is_meant_so_is_not_told(ruleset: str, sheets: Sheets, tmp_path: Path) -> None:
    assert told(tmp_path, ruleset, sheets) == []


USED = {
    "swan-song": ("rook", "pistol", "pistol", "pistols"),
    "sr3": ("weasel", "pistol", "pistol", "pistols"),
    "i2050": ("rook", "pistol", "handgun_projectil", "handgun_projectile"),
    "spotlight": ("rook", "machine-pistol", "firearm", "firearms"),
}
"""Whose weapon, the skill that it is given, and the one that its owner has."""


@pytest.mark.parametrize("ruleset", USED)
def test_a_weapon_for_which_its_owner_has_nearly_the_skill_is_told(
    ruleset: str, tmp_path: Path
) -> None:
    who, weapon, wrong, right = USED[ruleset]
    doc = yaml.safe_load(registry.page(ruleset, "example.yaml") or "")
    assert told(tmp_path, ruleset, doc["combatants"], scene=doc["scene"]) == []
    doc["combatants"][who]["weapons"][weapon]["skill"] = wrong
    [(path, message)] = told(tmp_path, ruleset, doc["combatants"], scene=doc["scene"])
    assert path == f"combatants.{who}.weapons.{weapon}.skill"
    assert message == f"its owner has no skill '{wrong}'; did you mean '{right}'?"


def test_a_multiplier_for_damage_that_nobody_does_is_told(tmp_path: Path) -> None:
    rules = {"damage_multipliers": {"flesh.radiaton": 2, "flesh.sonic": 2, "flesh.fire": 2}}
    found = told(tmp_path, "swan-song", {"joe": SWAN}, house_rules=rules)
    assert [path for path, _ in found] == ["house_rules.damage_multipliers.flesh.radiaton"]


def test_a_clear_sight_that_hampers_is_told(tmp_path: Path) -> None:
    joe = {"joe": {"strength": 2, "fortitude": 2}}
    [(path, _)] = told(tmp_path, "spotlight", joe, scene={"visibility": "Clear"})
    assert path == "scene.visibility"
    assert told(tmp_path, "spotlight", joe, scene={"visibility": "thick smoke"}) == []


def test_people_who_are_asked_for_dice_are_somebody(tmp_path: Path) -> None:
    sheets: Sheets = {"mona": {"dex": 9, "side": "pc"}, "kaz": {"dex": 9, "side": "cult"}}
    words = ["PC", "monna", "cults", "pc", "ally", "cult", "kaz", "rolf"]
    found = told(tmp_path, "i2050", sheets, table={"ask": words})
    assert [path for path, _ in found] == ["table.ask.0", "table.ask.1", "table.ask.2"]
    assert ["'pc'" in found[0][1], "'mona'" in found[1][1], "'cult'" in found[2][1]] == [True] * 3


def test_a_slip_in_a_template_is_told_there_and_once(tmp_path: Path) -> None:
    ganger = {**SWAN, "side": "fo", "skills": {"blade": 3}}
    crowd = {f"ganger-{n}": {"template": "ganger"} for n in range(1, 9)}
    spare = {**SWAN, "skills": {"blads": 3}}
    templates = {"ganger": ganger, "spare": spare}
    found = told(tmp_path, "swan-song", crowd, templates=templates)
    assert [path for path, _ in found] == [
        "templates.ganger.side", "templates.ganger.skills.blade", "templates.spare.skills.blads",
    ]  # fmt: skip


def test_the_side_that_declares_first_is_one_that_there_is(tmp_path: Path) -> None:
    found = told(tmp_path, "i2050", {"mona": {"dex": 9}}, scene={"declares_first": "fo"})
    assert [path for path, _ in found] == ["scene.declares_first"]


SIDES = [
    (["p"], ["pc"]), (["PC", "pc"], []), (["pcs"], ["pc"]), (["player", "pc"], ["pc"]),
    (["Foe"], []), (["fo"], ["foe"]), (["allies"], ["ally"]), (["alley"], ["ally"]),
    (["a"], ["ally"]), (["cultist", "cultists", "cultists"], ["cultists"]),
    (["pc", "foe", "ally"], []), (["npc"], ["foe"]), (["Enemies", "pc"], ["foe"]),
    (["monster", "monster"], ["foe", "foe"]), (["cult", "cops"], []), (["a", "b"], []),
    (["gang-a", "gang-b", "gang-b"], []), (["gang1", "gang2", "gang2"], []),
    (["red", "blue", "blue"], []), (["cultist", "cultists"], []), (["fae"], []), (["fog"], []),
]  # fmt: skip


@each_row(("sides", "meant"), SIDES)
def test_a_side_is_told_only_if_it_nearly_is_another(
    sides: list[str], meant: list[str], tmp_path: Path
) -> None:
    sheets = {f"c{n}": {**SWAN, "side": side} for n, side in enumerate(sides)}
    found = told(tmp_path, "swan-song", sheets)
    assert [message.rpartition("mean ")[2] for _, message in found] == [f"'{m}'?" for m in meant]


@pytest.mark.parametrize("file", ENCOUNTERS, ids=lambda path: path.stem)
def test_the_ready_made_encounters_hold_no_slip(file: Path) -> None:
    assert warnings_of(str(file)) == []


@pytest.mark.parametrize("ruleset", sorted(BOOKS))
def test_of_all_cases_only_skills_that_are_lacking_are_told(ruleset: str, tmp_path: Path) -> None:
    found = {
        warning.message
        for case in one_of_each(BOOKS[ruleset])
        for warning in slips_of(case, tmp_path)
    }
    unskilled = re.compile("nobody here has the skill|[a-z0-9-]+ carries .* but has no ")
    assert not [message for message in found if not unskilled.match(message)]


def one_of_each(book: Book) -> Iterator[Case]:
    """The cases that differ in what may be a slip."""
    seen: set[str] = set()
    for case in book.cases:
        words = str([
            (sheet.get("side"), sheet.get("skills"), sheet.get("armor"), sheet.get("weapons"))
            for sheet in case.encounter["combatants"].values()
        ])  # fmt: skip
        if words not in seen and not case.refused:
            seen.add(words)
            yield case


def slips_of(case: Case, folder: Path) -> list[Any]:
    file = folder / "case.yaml"
    file.write_text(yaml.dump(case.encounter, Dumper=NoAnchors), encoding="utf-8")
    try:
        return list(warnings_of(str(file)))
    except BadFile:
        return []


class NoAnchors(yaml.CSafeDumper):
    def ignore_aliases(self, data: Any) -> bool:
        return True


def test_however_many_words_there_are_it_looks_at_some(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = []
    real = TypoFinder.nearness

    def nearness(self: TypoFinder, word: str, other: str) -> float:
        looks.append(word)
        return real(self, word, other)

    monkeypatch.setattr(TypoFinder, "nearness", nearness)
    many = {f"s{n}x": 1 for n in range(3000)}
    weapons = {f"w{n}": {**gun(f"s{n}y")["pistol"]} for n in range(3000)}
    weapons["long"] = gun("x" * 100_000)["pistol"]
    found = told(tmp_path, "swan-song", {"joe": {**SWAN, "skills": many, "weapons": weapons}})
    assert 0 < len(looks) <= TypoFinder.LOOKS + TypoFinder.MOST
    assert len(found) <= 101
    assert all(len(message) < 300 for _, message in found)
