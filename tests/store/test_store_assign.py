"""`set` and `add --set`: paths, values, and what is refused."""

import json
import shlex
from typing import Any

import pytest
import store_toy as toy
from hypothesis import given
from hypothesis import strategies as st
from tables import each_row

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Data, Encounter
from gmtrack.errors import Refusal
from gmtrack.rulesets.port import Problem, Ruleset
from gmtrack.store.check import validate
from gmtrack.store.check.assign import parse_assignments, parse_sheets
from gmtrack.store.check.validate import problems_with

RULES: Ruleset = toy  # type: ignore[assignment]


def encounter() -> Encounter:
    return Encounter(
        "X",
        "toy",
        templates={"g": {"body": 4, "armor": [{"name": "v", "rating": 3}], "skills": {"a": 1}}},
        combatants={
            "bob": {"template": "g", "weapons": {"big-gun": {"kind": "ranged", "dv": 3}}},
            "joe": {"body": 3},
        },
        fight={"combatants": {"joe": {"effects": [{"x": 1}]}}},
    )


def assigned(who: str, *texts: str) -> dict[str, Any]:
    """What `set WHO ...` would write, by dotted path."""
    parsed = parse_assignments(encounter(), RULES, who, texts)
    return {".".join(assignment.path): assignment.value for assignment in parsed}


@each_row(
    ("who", "text", "path", "value"),
    [
        ("joe", "body=5", "combatants.joe.body", 5),
        ("joe", "BODY = 5", "combatants.joe.body", 5),
        ("joe", "flesh-max=9", "combatants.joe.flesh_max", 9),
        ("joe", "flesh_max=null", "combatants.joe.flesh_max", None),
        ("joe", "prone=true", "fight.combatants.joe.prone", True),
        ("joe", "karma=2", "fight.combatants.joe.karma", 2),
        ("joe", "pools.flesh=-4", "fight.combatants.joe.pools.flesh", -4),
        ("joe", "cover=none", "fight.combatants.joe.cover", "none"),
        ("joe", "name=007: x", "combatants.joe.name", "007: x"),
        ("joe", "notes=", "combatants.joe.notes", ""),
        ("joe", "notes=[x] and so: #1", "combatants.joe.notes", "[x] and so: #1"),
        ("joe", 'notes="Stop!" he said', "combatants.joe.notes", '"Stop!" he said'),
        ("joe", 'notes="so, so"', "combatants.joe.notes", '"so, so"'),
        ("joe", 'name="[1]"', "combatants.joe.name", "[1]"),
        ("joe", "name='null'", "combatants.joe.name", "null"),
        ("fight", "active=null", "fight.active", None),
        ("joe", "side=pc", "combatants.joe.side", "pc"),
        ("joe", "template=g", "combatants.joe.template", "g"),
        ("joe", "weapons.axe={kind: melee, dv: STR+1}", "combatants.joe.weapons.axe", None),
        ("bob", "weapons.big_gun.dv=STR+2", "combatants.bob.weapons.big-gun.dv", "STR+2"),
        ("bob", "weapons.big-gun.dv=7", "combatants.bob.weapons.big-gun.dv", 7),
        ("bob", "weapons.big-gun.note=on", "combatants.bob.weapons.big-gun.note", "on"),
        ("bob", "armor.0.rating=5", "combatants.bob.armor", [{"name": "v", "rating": 5}]),
        ("bob", "skills.a=", "combatants.bob.skills", {}),
        ("bob", "skills.nobody=null", "combatants.bob.skills", {"a": 1}),
        ("bob", "weapons.big-gun=null", "combatants.bob.weapons", {}),
        ("bob", "skills.b=2", "combatants.bob.skills", {"a": 1, "b": 2}),
        ("scene", "light=dim", "scene.light", "dim"),
        ("scene", "barriers.car={rating: 3}", "scene.barriers.car", {"rating": 3}),
        ("fight", "round=3", "fight.round", 3),
        ("fight", "pass=2", "fight.pass", 2),
    ],
)
def test_a_path_is_found_and_its_value_read(who: str, text: str, path: str, value: Any) -> None:
    found = assigned(who, text)
    assert list(found) == [path]
    if value is not None:
        assert repr(found[path]) == repr(value)


@each_row(
    ("who", "text", "kind", "words"),
    [
        ("joe", "bdoy=5", "unknown", "no field 'bdoy'; did you mean 'body'?"),
        ("joe", "Flesh=5", "unknown", "no field 'Flesh'; did you mean 'pools.flesh'?"),
        ("joe", "pools.flsh=5", "unknown", "no field 'flsh' in pools.flsh; did you mean 'flesh'?"),
        ("joe", "body.x=5", "unknown", "no field 'x' in body.x"),
        ("bob", "armor.7.rating=5", "unknown", "'7' is not a position in a list of 1"),
        ("bob", "armor.x.rating=5", "unknown", "'x' is not a position"),
        ("scene", "lihgt=dim", "unknown", "did you mean 'light'?"),
        ("fight", "body=3", "unknown", "no field 'body'"),
        ("joe", "body", "value", "'body': type PATH=VALUE"),
        ("joe", "=3", "value", "type PATH=VALUE"),
        ("joe", "body=x", "value", "combatants.joe.body: found 'x', allowed: a whole number from"),
        ("joe", "body=31", "value", "found 31, allowed: a whole number from 0 to 30"),
        ("joe", "body=9999999999999", "value", "found 9999999999999, allowed: a number from"),
        ("joe", "body=&a 3", "value", "an anchor"),
        ("joe", "body=[", "value", "found '[', allowed"),
        ("joe", "body=", "value", "found nothing, allowed"),
        ("joe", "body=13", "value", "no unlucky number"),
        ("joe", "template=h", "value", "there is no template 'h'"),
        ("joe", "weapons.axe.dv=3", "value", "combatants.joe.weapons.axe.kind: is missing"),
        ("joe", "weapons.XYZ.dv=3", "value", "weapons.XYZ: found 'XYZ', allowed: lower-case"),
        (
            "joe",
            "weapons.$(x)={kind: melee, dv: 3}",
            "value",
            "weapons.$(x): found '$(x)', allowed",
        ),
        ("scene", "barriers.a;b.rating=3", "value", "scene.barriers.a;b: found 'a;b', allowed"),
        ("joe", "name=\udce9", "value", "is not a text"),
        (
            "joe",
            "name=[1]",
            "value",
            "name: found a list, allowed: a text; as a text it is typed 'name=\"[1]\"'",
        ),
        ("joe", "side={a: b}", "value", "side: found a map, allowed: a text; as a text it is"),
        ("joe", "side=[pc, ]", "value", "side: found a list, allowed: a text"),
        (
            "joe",
            "name=null",
            "value",
            "name: found nothing, allowed: a text; as a text it is typed",
        ),
        ("joe", "side=~", "value", "side: found nothing, allowed: a text"),
        ("fight", "active=[x]", "value", "active: found a list, allowed: a text or nothing"),
        ("joe", "effects.0.x.y=3", "unknown", "effects.0.x.y cannot be set"),
        ("joe", "pools=3", "value", "fight.combatants.joe.pools: found 3, allowed: a map"),
    ],
)
def test_what_cannot_be_set_is_refused(who: str, text: str, kind: str, words: str) -> None:
    with pytest.raises(Refusal) as refused:
        assigned(who, text)
    assert refused.value.kind == kind
    assert words in refused.value.message


TEXTS = st.text(st.sampled_from("[]{}\"'\\a1:,# ~-")) | st.sampled_from(["null", "~", '"null"'])


@given(TEXTS)
def test_any_text_can_be_set_as_it_stands_or_as_the_refusal_says(text: str) -> None:
    try:
        found = assigned("joe", f"notes={text}")
    except Refusal as refusal:
        (line,) = shlex.split(refusal.message.partition("it is typed ")[2])
        found = assigned("joe", line)
        assert found == {"combatants.joe.notes": text.strip()}
    else:
        if found != {"combatants.joe.notes": text}:
            assert found == assigned("joe", f"notes={json.dumps(found['combatants.joe.notes'])}")
            assert assigned("joe", f"notes={json.dumps(text)}") == {"combatants.joe.notes": text}


def test_later_assignments_see_the_earlier_ones() -> None:
    texts = ("weapons.axe={kind: melee, dv: 1}", "weapons.axe.dv=2")
    whole = encounter()
    draft = Draft(whole)
    for assignment in parse_assignments(whole, RULES, "joe", texts):
        draft.put(assignment.path, assignment.value)
    assert whole.combatants["joe"]["weapons"] == {"axe": {"kind": "melee", "dv": 2}}


def test_parsing_changes_nothing() -> None:
    whole = encounter()
    parse_assignments(whole, RULES, "bob", ("armor.0.rating=5", "body=3", "pools.flesh=1"))
    parse_sheets(whole, RULES, {"new": "New"}, "g", ("body=2", "armor.0.rating=1"))
    assert whole == encounter()


def sheet(*sets: str, template: str | None = "g") -> Data:
    return parse_sheets(encounter(), RULES, {"new": "New"}, template, sets)["new"]


def test_a_new_sheet_holds_name_template_and_what_is_set() -> None:
    assert sheet() == {"name": "New", "template": "g"}
    assert sheet("karma=2", "armor.0.rating=1") == {
        "name": "New",
        "template": "g",
        "karma": 2,
        "armor": [{"name": "v", "rating": 1}],
    }


def test_a_new_sheet_must_be_whole() -> None:
    with pytest.raises(Refusal, match=r"combatants.new.body: is missing"):
        sheet(template=None)
    assert sheet("body=3", template=None) == {"name": "New", "body": 3}


def test_a_new_sheet_has_no_live_state() -> None:
    with pytest.raises(Refusal, match="no field 'prone'"):
        sheet("prone=true")


def test_many_at_once_are_checked_as_often_as_two(monkeypatch: pytest.MonkeyPatch) -> None:
    checked = []

    def counted(data: Data, ruleset: Ruleset) -> list[Problem]:
        checked.append(len(data["combatants"]))
        return problems_with(data, ruleset)

    monkeypatch.setattr(validate, "problems_with", counted)
    names = {f"new-{number}": f"New {number}" for number in range(400)}
    sheets = parse_sheets(encounter(), RULES, names, "g", ("karma=2", "skills.a=3"))
    assert checked == [3, 402]
    assert sheets == {
        who: {"name": name, "template": "g", "karma": 2, "skills": {"a": 3}}
        for who, name in names.items()
    }
    sheets["new-1"]["skills"]["a"] = 4
    assert sheets["new-0"]["skills"] == sheets["new-2"]["skills"] == {"a": 3}


def test_what_is_wrong_with_many_is_told_once() -> None:
    names = {f"new-{number}": f"New {number}" for number in range(400)}
    with pytest.raises(Refusal) as refused:
        parse_sheets(encounter(), RULES, names, "g", ("body=31",))
    assert refused.value.message == (
        "combatants.new-0.body: found 31, allowed: a whole number from 0 to 30"
    )
