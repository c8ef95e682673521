"""The recipes of the guide for what is left to the game master: each line of them works."""

import re
import shlex
from pathlib import Path

import pytest
import yaml

from gmtrack.rulesets import sr3

from ..typing_in import gmtrack

GUIDE = Path(sr3.__path__[0]) / "GUIDE.md"
COMMANDS = ("act", "damage", "effect", "rules", "set", "test")


def recipes() -> list[list[str]]:
    """The lines of each row of the table, in the order in which they are typed."""
    text = GUIDE.read_text(encoding="utf-8")
    section = text.partition("### What is left to you")[2].partition("\n## ")[0]
    rows = [row for row in section.splitlines() if row.startswith("|")][2:]
    spans = [re.findall(r"`([^`]+)`", row) for row in rows]
    lines = [[one for one in row if is_line(one)] for row in spans]
    return [row for row in lines if row]


def is_line(text: str) -> bool:
    """Whether a text in the table is to be typed, and not the name of a command alone."""
    first, *rest = text.split()
    return bool(rest) and first in COMMANDS


def fight() -> dict[str, object]:
    spells = {"manabolt": "@manabolt", "invisibility": "@invisibility", "armor": "@mage-armor"}
    mage = {
        "intelligence": 5, "willpower": 6, "magic": 6, "skills": {"sorcery": 6}, "spells": spells,
    }  # fmt: skip
    twice = {"rolls": [{"roll": "drain", "by": 2}]}
    people = {"kes": {"side": "pc", **mage}, "rune": mage, "gus": {"body": 6}}
    entry = {"spell": "armor", "force": 4, "successes": 2, "turns": 0}
    live = {who: {"sustained": [{**entry, "target": who}]} for who in ("kes", "rune")}
    doc = {"gmtrack": 1, "name": "Left", "ruleset": "sr3", "effects": {"several": twice}}
    return yaml.safe_load(yaml.dump({**doc, "combatants": people, "fight": {"combatants": live}},
                                    Dumper=NoAliases))  # fmt: skip


class NoAliases(yaml.SafeDumper):
    """Writes what is shared in full."""

    def ignore_aliases(self, data: object) -> bool:
        return True


@pytest.fixture(autouse=True)
def opened(home: Path) -> None:
    text = yaml.dump(fight(), Dumper=NoAliases)
    (home / "left.yaml").write_text(text, encoding="utf-8")
    assert gmtrack("load", str(home / "left.yaml")).code == 0


@pytest.mark.parametrize("lines", recipes(), ids=lambda lines: lines[0])
def test_a_recipe_works_as_it_stands(lines: list[str]) -> None:
    for line in lines:
        answer = gmtrack(*shlex.split(line))
        assert answer.code == 0, f"{line}: {answer.err}"


def test_a_ward_and_several_spells_at_once_change_their_numbers() -> None:
    cast = "attack kes gus --weapon manabolt --with level=s --with sorcery=3"
    warded = gmtrack(*cast.split(), "--mod", "4:ward", "--dry-run")
    assert "4 ward" in warded.out
    assert gmtrack("effect", "kes", "several").code == 0
    assert "2 several" in gmtrack(*cast.split(), "--dry-run").out


def test_every_row_of_what_is_left_out_has_its_recipe() -> None:
    text = GUIDE.read_text(encoding="utf-8").partition("### What is left to you")[2]
    rows = text.partition("\n## ")[0]
    for what in ("spirits", "astral", "ward", "dispelling", "several spells", "illusions",
                 "control", "detection", "fetishes", "exclusive", "rockets", "mines"):  # fmt: skip
        assert what in rows
