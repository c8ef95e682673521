"""The numbers of a sheet have one read, `Combatant.sheet`: what is added there reaches everything
that follows from it. Raw data is read by the checks of a file, by slips, and where the GM's own
document shows the sheet as it is written."""

import ast
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from files.using import opened

from gmtrack.core.encounter import Encounter
from gmtrack.core.values import replace
from gmtrack.rulesets import registry
from gmtrack.rulesets.port import Ruleset

RULESETS = Path(registry.__file__).parent
MAY_READ = {
    "kit/seated.py": "the one read",
    "kit/own/in_force.py": "the one read, with what effects change",
    "kit/slips.py": "what was likely misspelt",
    "kit/cast.py": "the notes of a sheet",
}
CHECKS = "sheet/check.py"
NUMBERS = {
    "i2050": ("dex", "con", "siz", "move"),
    "spotlight": ("strength", "fortitude", "agility", "speed"),
    "sr3": ("body", "quickness", "strength", "intelligence", "willpower", "initiative_dice"),
    "storyteller": ("strength", "dexterity", "stamina", "wits", "resolve", "size"),
    "swan-song": ("body", "agility", "reaction", "strength", "willpower", "charisma", "ap_base"),
}
CASES = [(name, field) for name, fields in NUMBERS.items() for field in fields]


SPELT = (".sheet", ".combatants", ".templates")
"""What a module says that reads a sheet as it is written; others are not parsed."""


def raw_reads(tree: ast.AST) -> Iterator[int]:
    """Lines in which a sheet is read as it is written: `encounter.sheet(who)`,
    `encounter.combatants[who]`, the values of `combatants`. What a document has as its `sheet` is
    left out."""
    shown = {
        id(value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Dict)
        for key, value in zip(node.keys, node.values, strict=True)
        if isinstance(key, ast.Constant) and key.value == "sheet"
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            of_cast = is_cast(node.func.value) and node.func.attr in ("get", "items", "values")
            if id(node) not in shown and ((node.func.attr == "sheet" and node.args) or of_cast):
                yield node.lineno
        if isinstance(node, ast.Subscript) and is_cast(node.value):
            yield node.lineno


def is_cast(node: ast.AST) -> bool:
    """`encounter.combatants`, `encounter.templates`."""
    return isinstance(node, ast.Attribute) and node.attr in ("combatants", "templates")


def test_nobody_reads_a_sheet_around_it() -> None:
    breaches = [
        f"{path}:{line}"
        for path in sorted(RULESETS.rglob("*.py"))
        if (name := path.relative_to(RULESETS).as_posix()) not in MAY_READ
        and name.partition("/")[2] != CHECKS
        if any(word in (text := path.read_text(encoding="utf-8")) for word in SPELT)
        for line in raw_reads(ast.parse(text))
    ]
    assert not breaches


@pytest.mark.parametrize(
    "line",
    [
        "strength = draft.encounter.sheet(who)['strength']",
        "strength = draft.encounter.combatants[who]['strength']",
        "best = max(one['strength'] for one in encounter.combatants.values())",
    ],
)
def test_what_reads_around_it_is_found(line: str) -> None:
    assert any(word in line for word in SPELT)
    assert list(raw_reads(ast.parse(line))) == [1]


def example(name: str) -> tuple[Encounter, Ruleset]:
    folder = RULESETS / name.replace("-", "_")
    return opened((folder / "example.yaml").read_text(encoding="utf-8"))


def shown(encounter: Encounter, ruleset: Ruleset, who: str) -> str:
    """All that is told of somebody, but the sheet as it is written."""
    profile = ruleset.show(encounter, who)
    board = ruleset.board(encounter)
    document = {key: value for key, value in profile.doc.items() if key != "sheet"}
    told = (document, profile.sections, profile.tracks, board.rows, board.doc)
    return json.dumps(told, default=vars, indent=1)


@pytest.mark.parametrize(("name", "field"), CASES)
def test_what_is_added_there_is_the_same_as_written(
    name: str, field: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain, ruleset = example(name)
    raised, _ = example(name)
    who = next(iter(plain.combatants))
    fighter: Any = ruleset.Scene.FIGHTER  # type: ignore[attr-defined]
    read = fighter.READ
    number = getattr(read(plain.sheet(who)), field)
    raised.combatants[who][field] = number + 1
    before, written = shown(plain, ruleset, who), shown(raised, ruleset, who)

    def one_more(data: Any) -> Any:
        sheet = read(data)
        return replace(sheet, **{field: number + 1}) if data == plain.sheet(who) else sheet

    monkeypatch.setattr(fighter, "READ", staticmethod(one_more))
    assert shown(plain, ruleset, who) == written != before


@pytest.mark.parametrize(
    ("name", "field", "value"),
    [
        ("spotlight", "drawn", ["x"]), ("storyteller", "wielded", "x"),
        ("swan-song", "held", {"right": "x"}),
    ],
)  # fmt: skip
def test_the_weapons_that_there_are_stand_in_the_order_of_the_sheet(
    name: str, field: str, value: Any
) -> None:
    encounter, ruleset = example(name)
    sheet = next(iter(encounter.combatants.values()))
    sheet[field] = value
    sheet["weapons"] = {word: next(iter(sheet["weapons"].values())) for word in "fedcba"}
    faults = [problem.message for problem in ruleset.check(encounter)]
    assert faults == ["no weapon 'x'; there is f, e, d, c, b, a, unarmed"]
