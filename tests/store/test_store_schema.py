"""Validation: every fault of a file with line, path, what was found and what is allowed."""

import tracemalloc
from contextlib import nullcontext
from pathlib import Path

import pytest
from tables import each_row

from gmtrack.core.encounter import Data, Encounter
from gmtrack.errors import BadFile
from gmtrack.store.check import pydantic_errors
from gmtrack.store.check.pydantic_errors import values_in
from gmtrack.store.check.validate import MOST_VALUES
from gmtrack.store.opening import validate_file
from gmtrack.store.text.codec import parse_yaml

HEAD = "gmtrack: 1\nruleset: toy\n"


def read(text: str) -> Encounter:
    Path("f.yaml").write_text(text, encoding="utf-8")
    return validate_file("f.yaml")[0]


def faults_of(text: str) -> list[str]:
    with pytest.raises(BadFile) as bad:
        read(text)
    return [str(fault).removeprefix("f.yaml:") for fault in bad.value.faults]


FAULTS = [
    ("ruleset: toy\n", "1: gmtrack: is missing; allowed: 1"),
    ("gmtrack: 2\nruleset: toy\n", "1: gmtrack: found 2, allowed: 1"),
    ("gmtrack: true\nruleset: toy\n", "1: gmtrack: found true, allowed: 1"),
    ("gmtrack: 1\n", "1: ruleset: is missing; allowed: a text"),
    ("gmtrack: 1\nruleset: tpy\n", "2: ruleset: no ruleset 'tpy'; there is toy"),
    ("gmtrack: 1\nruleset: [x]\n", "2: ruleset: found a list, allowed: a text"),
    ("- 1\n", "1: this is not an encounter; the file starts with 'gmtrack: 1'"),
    (HEAD + "nmae: x\n", "3: nmae: unknown key; did you mean 'name'? Allowed: gmtrack, name"),
    (HEAD + "combatants: []\n", "3: combatants: found a list, allowed: a map"),
    (HEAD + "name: 7\n", "3: name: found 7, allowed: a text"),
    (
        HEAD + "notes: " + "9" * 99 + "\n",
        "3: notes: found "
        + "9" * 60
        + "\u2026, allowed: a text or nothing (null) (a text that looks "
        "like something else stands in quotes)",
    ),
    (
        HEAD + "combatants: {joe: {body: 1, name: .inf}}\n",
        "3: combatants.joe.name: found .inf, allowed: a text (a",
    ),
    (
        HEAD + "combatants: {joe: {body: 1e99}}\n",
        "3: combatants.joe.body: found 1e99, allowed: a number",
    ),
    (HEAD + "house_rules: {x: 1e99}\n", "3: house_rules.x: found 1e99, allowed: a number"),
    (HEAD + "scene: {light: dark}\n", "3: scene.light: found 'dark', allowed: one of full, dim"),
    (HEAD + "scene:\n  bariers: {}\n", "4: scene.bariers: unknown key; did you mean 'barriers'?"),
    (HEAD + "combatants:\n  Joe: {body: 1}\n", "4: combatants.Joe: found 'Joe', allowed: lower"),
    (HEAD + "combatants: {-j: {body: 1}}\n", "3: combatants.-j: found '-j', allowed: lower-case"),
    (HEAD + "templates:\n  Gang: {}\n", "4: templates.Gang: found 'Gang', allowed: lower-case"),
    (
        HEAD + "combatants:\n  a:\n    body: 1\n    weapons:\n      $(x): {kind: melee, dv: 1}\n",
        "7: combatants.a.weapons.$(x): found '$(x)', allowed: lower-case letters, digits, hyphens "
        "and underscores, a letter or digit first",
    ),
    (
        HEAD + "scene:\n  barriers:\n    old wall: {rating: 1}\n",
        "5: scene.barriers.old wall: found 'old wall', allowed: lower-case letters",
    ),
    (
        HEAD + "templates: {g: {skills: {a;b: 1}}}\ncombatants: {a: {body: 1, template: g}}\n",
        "3: templates.g.skills.a;b: found 'a;b', allowed: letters, digits, blanks and _ - . , : +",
    ),
    (HEAD + "combatants:\n  fight: {body: 1}\n", "4: combatants.fight: 'fight' cannot be an id"),
    (HEAD + "combatants:\n  joe:\n", "4: combatants.joe: found nothing, allowed: a map"),
    (HEAD + "combatants:\n  joe: {}\n", "4: combatants.joe.body: is missing; allowed: a whole"),
    (
        HEAD + "combatants: {joe: {body: 31}}\n",
        "3: combatants.joe.body: found 31, allowed: a whole number from 0 to 30",
    ),
    (HEAD + "combatants: {joe: {body: true}}\n", "3: combatants.joe.body: found true, allowed"),
    (HEAD + "combatants: {joe: {body: '3'}}\n", "3: combatants.joe.body: found '3', allowed"),
    (HEAD + "combatants: {joe: {body: 3.0}}\n", "3: combatants.joe.body: found 3.0, allowed"),
    (
        HEAD + "combatants:\n  joe:\n    body: 1\n    flesh-max: 3\n",
        "6: combatants.joe.flesh-max: unknown key; did you mean 'flesh_max'?",
    ),
    (
        HEAD + "combatants: {joe: {body: 1, template: gang}}\ntemplates: {ganger: {}}\n",
        "3: combatants.joe.template: there is no template 'gang'; did you mean 'ganger'?",
    ),
    (
        HEAD
        + "combatants:\n  bob:\n    body: 1\n    weapons:\n      knife: {kind: melee, dv: SRT}\n",
        "7: combatants.bob.weapons.knife.dv: found 'SRT', allowed: a whole number from 0 to 20 or "
        "an attribute with or without a number, such as STR+2",
    ),
    (
        HEAD + "combatants: {bob: {body: 1, armor: [{name: v, rating: 1}, {name: w}]}}\n",
        "3: combatants.bob.armor.1.rating: is missing; allowed: a whole number from 0 to 10",
    ),
    (
        HEAD + "combatants: {bob: {body: 1, mods: {boddy: 1}}}\n",
        "3: combatants.bob.mods.boddy: unknown key; did you mean 'body'? Allowed: body, speed",
    ),
    (
        HEAD + "combatants: {bob: {body: 1, machine: []}}\n",
        "3: combatants.bob.machine: found a list, allowed: true or false",
    ),
    (HEAD + "templates: {g: {body: x}}\n", "3: templates.g.body: found 'x', allowed: a whole"),
    (HEAD + "templates: {g: {template: h}}\n", "3: templates.g.template: a template cannot have"),
    (HEAD + "house_rules: {glich: off}\n", "3: house_rules.glich: unknown house rule; did you"),
    (HEAD + "house_rules: {gravity: 1}\n", "3: house_rules.gravity: this rule cannot be switched"),
    (HEAD + "house_rules: {min_pool: 2}\n", "3: house_rules.min_pool: found 2, allowed: one of 0"),
    (HEAD + "house_rules: {min_pool: off}\n", "3: house_rules.min_pool: found false"),
    (HEAD + "house_rules: {cost: yes}\n", "3: house_rules.cost: found true, allowed: a whole"),
    (HEAD + "fight: {round: -1}\n", "3: fight.round: found -1, allowed: a whole number from 0"),
    (HEAD + "fight: {pas: 1}\n", "3: fight.pas: unknown key; did you mean 'pass'?"),
    (
        HEAD + "fight: {combatants: {bob: {}}}\ncombatants: {rob: {body: 1}}\n",
        "3: fight.combatants.bob: no combatant 'bob'; did you mean 'rob'?",
    ),
    (
        HEAD + "fight: {combatants: {bob: {pools: {flsh: 1}}}}\ncombatants: {bob: {body: 1}}\n",
        "3: fight.combatants.bob.pools.flsh: unknown key; did you mean 'flesh'?",
    ),
    (
        HEAD + "combatants:\n  a: {body: 13}\n",
        "4: combatants.a.body: found 13, allowed: no unlucky number",
    ),
]


@each_row(("text", "fault"), FAULTS)
def test_a_fault_is_told_with_line_path_found_and_allowed(text: str, fault: str) -> None:
    faults = faults_of(text)
    assert len(faults) == 1, faults
    assert faults[0].startswith(fault), faults


def test_keys_are_taken_as_they_are_typed() -> None:
    text = (
        "combatants:\n  t-1000:\n    body: 1\n    weapons: {combat_knife: {kind: melee, dv: 1}}\n"
    )
    text += "    skills: {Überleben: 1, edged weapons: 2, athletics/fist: 3, 2_handed: 4}\n"
    assert list(read(HEAD + text).combatants["t-1000"]["weapons"]) == ["combat_knife"]


def test_all_faults_come_at_once_in_the_order_of_lines() -> None:
    text = (
        HEAD + "house_rules: {glich: 1}\nscene: {light: 3}\ncombatants: {b: {bdy: 1, body: *x}}\n"
    )
    assert [fault.split(":")[:2] for fault in faults_of(text)] == [
        ["3", " house_rules.glich"],
        ["4", " scene.light"],
        ["5", " combatants.b.body"],
        ["5", " combatants.b.bdy"],
    ]


def test_what_was_refused_once_is_not_refused_again_for_its_value() -> None:
    assert len(faults_of(HEAD + "combatants: {b: {body: .inf}}\n")) == 1
    assert len(faults_of(HEAD + "combatants: {b: {body: 1, body: x}}\n")) == 1


def test_a_fault_of_a_template_is_told_once_at_the_template() -> None:
    text = HEAD + "templates:\n  g: {body: 99}\ncombatants: {a: {template: g}, b: {template: g}}\n"
    assert faults_of(text) == [
        "4: templates.g.body: found 99, allowed: a whole number from 0 to 30"
    ]


def test_a_check_of_the_ruleset_names_the_template_too() -> None:
    text = HEAD + "templates:\n  g: {body: 13}\ncombatants: {a: {template: g}}\n"
    assert faults_of(text)[0].startswith("4: templates.g.body: found 13")


def test_a_template_may_leave_out_what_its_users_say() -> None:
    read(HEAD + "templates: {g: {karma: 1}}\ncombatants: {a: {template: g, body: 1}}\n")


def test_a_ruleset_completes_a_sheet_before_it_is_judged() -> None:
    assert "body" not in read(HEAD + "combatants: {a: {machine: true}}\n").combatants["a"]


def test_off_and_false_are_the_same_house_rule() -> None:
    for word in ("off", "'off'", "false"):
        read(HEAD + f"house_rules: {{glitch: {word}}}\n")


def test_empty_sections_are_as_good_as_absent_ones() -> None:
    sections = ("notes", "house_rules", "scene", "templates", "combatants", "fight")
    encounter = read(HEAD + "".join(f"{section}:\n" for section in sections))
    assert encounter == Encounter("Unnamed encounter", "toy")


def test_the_encounter_holds_what_was_written_and_no_defaults() -> None:
    encounter = read(HEAD + "combatants: {a: {body: 3, speed: 2}}\n")
    assert repr(encounter.combatants) == "{'a': {'body': 3, 'speed': 2}}"


def test_control_characters_in_free_text_are_data() -> None:
    text = HEAD + 'combatants: {a: {body: 1, name: "\\e[2J[bold]", notes: "\\a"}}\n'
    assert read(text).combatants["a"]["name"] == "\x1b[2J[bold]"


def test_a_message_never_holds_a_control_character_or_a_novel() -> None:
    text = HEAD + 'scene: {light: "\\e[2J' + "x" * 9999 + '"}\n'
    (fault,) = faults_of(text)
    assert fault.isprintable()
    assert len(fault) < 200


def test_thousands_of_faults_are_cut_short() -> None:
    combatants = "".join(f"  c{i}: {{bdoy: 1, bdy: 2}}\n" for i in range(20_000))
    faults = faults_of(HEAD + "combatants:\n" + combatants)
    assert len(faults) == 101
    assert "more faults" in faults[-1]


def test_a_huge_template_with_many_users_is_a_bomb_that_does_not_go_off() -> None:
    skills = "".join(f"      s{i}: 1\n" for i in range(5_000))
    users = "".join(f"  c{i}: {{template: g}}\n" for i in range(5_000))
    text = HEAD + "templates:\n  g:\n    body: 1\n    skills:\n" + skills + "combatants:\n" + users
    assert faults_of(text) == [
        "5007: combatants: with their templates they hold more than 200,000 values;"
        " fewer of them or smaller templates would do"
    ]


@pytest.mark.parametrize(("values", "bomb"), [(4_000, True), (200, False)])
def test_many_empty_values_with_many_users_take_no_more_memory_than_a_long_file(
    values: int, bomb: bool
) -> None:
    modes = ",".join(["''"] * values)
    weapon = f"{{kind: melee, dv: 1, modes: [{modes}]}}"
    template = f"templates: {{g: {{body: 1, weapons: {{w: {weapon}}}}}}}\n"
    people = "combatants:\n" + "".join(f"  c{i}: {{template: g}}\n" for i in range(900))
    Path("f.yaml").write_text(HEAD + template + people, encoding="utf-8")
    tracemalloc.start()
    with pytest.raises(BadFile, match="200,000 values") if bomb else nullcontext():
        validate_file("f.yaml")
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 24 * 2**20


def test_a_thousand_of_the_most_elaborate_people_there_are_is_no_bomb() -> None:
    files = (Path(__file__).parents[2] / "encounters").glob("*.yaml")
    books = [parse_yaml(file.read_text(encoding="utf-8"), str(file)).data for file in files]
    sheets = [
        sheet
        for book in books
        for section in ("templates", "combatants")
        for sheet in book.get(section, {}).values()
    ]
    assert 100_000 < 1_000 * max(map(values_in, sheets)) < MOST_VALUES


def test_no_more_sheets_are_held_at_once_than_are_judged_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    judged: list[int] = []
    ahead = [0]

    def whole(sheet: Data) -> Data:
        ahead[-1] += 1
        return {"body": 1, "skills": {f"s{i}": 1 for i in range(100)}, **sheet}

    def errors(_: object, portion: Data) -> list[object]:
        judged.append(len(portion["combatants"]))
        ahead.append(0)
        assert values_in(portion) < 11_000
        return []

    monkeypatch.setattr(pydantic_errors, "_collect_errors", errors)
    people: Data = {f"c{i}": {} for i in range(1_000)}
    assert list(pydantic_errors.problems_of({"combatants": people}, None, whole)) == []
    assert sum(judged) == sum(ahead) == 1_000
    assert max(ahead) < 60


@pytest.mark.parametrize(
    ("long", "users", "bomb"), [(1_000_000, 1_000, True), (15_000, 1_000, False)]
)
def test_long_texts_with_many_users_take_no_more_memory_than_a_long_file(
    long: int, users: int, bomb: bool
) -> None:
    template = f"templates:\n  g: {{body: 1, name: {'x' * long}}}\n"
    people = "combatants:\n" + "".join(f"  c{i}: {{template: g}}\n" for i in range(users))
    Path("f.yaml").write_text(HEAD + template + people, encoding="utf-8")
    tracemalloc.start()
    with pytest.raises(BadFile, match="16 MiB of text") if bomb else nullcontext():
        validate_file("f.yaml")
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 64 * 2**20


def test_a_template_that_nobody_uses_may_be_long() -> None:
    read(HEAD + f"templates: {{g: {{name: {'x' * 10_000_000}}}}}\ncombatants: {{a: {{body: 1}}}}\n")


def test_a_pipe_a_folder_and_a_missing_file_are_no_encounters(tmp_path: Path) -> None:
    import os

    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", tmp_path, tmp_path / "none.yaml", Path("/dev/zero")):
        with pytest.raises(BadFile):
            validate_file(str(path))
