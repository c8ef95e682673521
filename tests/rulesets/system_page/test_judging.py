"""What is wrong in a page is told with its line, its path and what would work."""

import json
import re
import time
from contextlib import suppress
from importlib.resources import files
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from tables import each_row

from gmtrack.errors import BadFile
from gmtrack.rulesets.kit.sheet import FileShape
from gmtrack.rulesets.system_page.page.judge import Formulas
from gmtrack.rulesets.system_page.page.names import PageNames
from gmtrack.rulesets.system_page.page.shapes import (
    SystemPage,
)
from gmtrack.rulesets.system_page.sheet.fighter import Fighter
from gmtrack.store.systems.judging import MOST_BYTES, judge_page
from gmtrack.store.systems.keeping import shipped_ids, shipped_text
from gmtrack.store.text.codec import parse_yaml

from ..typing_in import done, gmtrack, told

SYSTEMS = (files("gmtrack") / "guide/systems.md").read_text(encoding="utf-8")
HEAD = "gmtrack: 1\nkind: system\ntitle: Test\n"
BODY = """\
sheet: {armour: 0, element: [fire, frost], lucky: no, hurt: {kind: dice, default: 1d4}}
tracks: {hp: 10}
damage: {track: hp, types: [fire, frost]}
weapon: {bonus: 0, damage: {kind: dice, default: 1d6}}
conditions: {prone: On the ground.}
"""


def faults(text: str) -> list[str]:
    with pytest.raises(BadFile) as error:
        judge_page(text.encode(), "test.yaml")
    return [str(fault) for fault in error.value.faults]


@pytest.mark.parametrize("page", shipped_ids())
def test_the_pages_that_come_with_gmtrack_have_no_fault(page: str) -> None:
    text = shipped_text(page) or ""
    judged = judge_page(text.encode(), f"{page}.yaml")
    assert judged.id == page
    assert SystemPage.from_data(judged.data).title == judged.data["title"]


@each_row(
    ("text", "fault"),
    [
        ("attacks: {hit: {roll: d20}}", "attacks.hit.bands: is missing"),
        ("attacks: {hit: {roll: d20, bands: {}, agianst: 3}}", "did you mean 'against'?"),
        ("attacks: {hit: }", "attacks.hit: found nothing"),
        ("tracks: {hp: max_hpp}\nsheet: {max_hp: 3}", "did you mean 'max_hp'?"),
        ("tests: {luck: }", "tests.luck: found nothing"),
        ("status: {down: }", "status.down: found nothing"),
        ("colour: red", "colour: unknown key"),
        ("tracks: {hp: []}", "allowed: a map"),
        ("sheet: {Strength: 3}", "lower-case letters, digits and _"),
        ("sheet: {name: 3}", "sheet.name: 'name' means something else already"),
        ("sheet: {hp: 3}", "tracks.hp: 'hp' means something else already"),
        ("sheet: {kind: {kind: word}}\ndamage: {track: hp}", "`of` is missing"),
        ("sheet: {x: {default: yes}}", "does not fit the kind number"),
        ("sheet: {x: {kind: switch, default: 3}}", "does not fit the kind switch"),
        ("sheet: {x: {kind: word, of: [a, b], default: c}}", "no such word 'c'"),
        ("sheet: {x: {formula: 3, default: 3}}", "a field with a formula has no default"),
        ("sheet: {a: = b + 1, b: 3}", "no name 'b' here"),
        ("sheet: {a: = d6}", "no dice can be rolled here"),
        ("tracks: {hp: d6}", "no dice can be rolled here"),
        ("tracks: {hp: max(3, 4)}", "stands in quotes"),
        (
            "tracks: {hp: 3, more: {max: 3, before: hpp}}",
            "no other track 'hpp'; did you mean 'hp'?",
        ),
        ("status: {dead: {when: hp}}", "compare it, such as `hp > 0`"),
        ("status: {dead: {when: hp = 0 or element = fier}}", "did you mean 'fire'?"),
        ("status: {dead: {when: hp = 0 and me is dead}}", "no condition 'dead'"),
        ("status: {dead: {when: target is prone}}", "before 'is' stands me here"),
        ("initiative: {roll: {sum: d6, pool: 3}}", "one of the keys sum, under and pool"),
        ("initiative: {roll: {pool: d6}}", "no dice can be rolled here"),
        ("actions: {run: {costs: {move: 1}}}", "no part of the turn 'move'"),
        ("actions: {run: {costs: {action: 2}}}", "costs 2, and a turn has 1 of it"),
        ("actions: {run: {self: {put: [proen]}}}", "no condition 'proen'; did you mean 'prone'?"),
        ("actions: {run: {self: {add: {mana: 1}}}}", "no track 'mana'"),
        ("modifiers: {dark: {plus: -2, roll: shoot}}", "no roll 'shoot'"),
        ("modifiers: {big: {plus: 2, roll: damage}}", "is written `damage: 2`"),
        ("modifiers: {grit: {plus: 2, told: yes, costs: {hpp: 1}}}", "no track 'hpp'"),
        (
            "modifiers: {grit: {plus: 2, costs: {hp: 1}}}",
            "only a modifier that is told (`told: yes`) has `costs`",
        ),
        (
            "modifiers: {wild: {plus: 2, self: {put: [prone]}}}",
            "only a modifier that is told (`told: yes`) has `self`",
        ),
        (
            "modifiers: {wild: {plus: 2, told: yes, self: {damage: 2}}}",
            "is written `costs: {TRACK: N}`",
        ),
        ("modifiers: {wild: {told: yes, self: {put: [proen]}}}", "did you mean 'prone'?"),
        ("modifiers: {late: {plus: 2, after: yes}}", "only a modifier that is told and has `plus`"),
        (
            "modifiers: {late: {plus: 2, again: best, told: yes, after: yes}}",
            "cannot come after the dice",
        ),
        (
            "attacks: {hit: {roll: {under: 50}, bands: {hit: }}}\n"
            "modifiers: {late: {plus: 2, told: yes, after: yes}}",
            "needs an attack or a defense that is a sum of dice",
        ),
        ("weighing: {prne: 2}", "no track or condition 'prne'; did you mean 'prone'?"),
        ("weighing: {prone: -1}", "found -1, allowed: a number from 0 to 1000"),
        ("weighing: {prone: 0.5, hp: 2}", ""),
        (
            "tracks: {hp: 9}\nmodifiers: {thick: {plus: 2, roll: soak}}\n"
            "damage: {track: hp, steps: {soak: {roll: {sum: d6}, less: rolled}}}",
            "a step of the damage, such as 'soak', is changed by its own formula",
        ),
        ("rest: {year: {add: {hp: 1}}}", "allowed"),
        ("conditions: {sick: {lasts: long}}", "turn, next-turn, round, fight"),
        ("conditions: {sick: {then: worse}}", "no condition 'worse'"),
        ("places: {head: {faces: [1, 2]}}", "no `location`"),
        ("sheet: {mail: {kind: places}}", "the page has no `places`"),
        ("sheet: {mail: {kind: places, default: head}}", "does not fit the kind places"),
        (
            "sheet: {mail: {kind: places}}\nplaces: {head: }\nstatus: {out: {when: mail > 1}}",
            "'mail' is a number for each place, here a number is needed; write `mail[place]`",
        ),
        (
            "sheet: {mail: {kind: places}}\nplaces: {head: }\n"
            "status: {out: {when: 'mail[haed] > 1'}}",
            "no place 'haed'; did you mean 'head'?",
        ),
        (
            "sheet: {mail: {kind: places}}\nplaces: {head: }\n"
            "status: {out: {when: 'mail[place] > 1'}}",
            "no name 'place' here",
        ),
        (
            "sheet: {mail: {kind: places}}\nplaces: {head: }\n"
            "status: {out: {when: 'mail[head] > 1'}}",
            "",
        ),
        ("status: {out: {when: 'hp[head] > 1'}}", "'hp' is a number, and has no places"),
        ("damage: {track: hpp}", "no track 'hpp'; did you mean 'hp'?"),
        (
            "tests: {luck: {roll: d20, bands: {ok: {when: successes > 1}}}}",
            "no name 'successes' here",
        ),
        ("tests: {luck: {roll: d20, bands: {ok: {when: margin > 1}}}}", ""),
        ("levels: {good: total > 3}", "no name 'total' here"),
        (
            "levels: {good: d6 < 3}",
            "no dice can be rolled here; `rolled` is what the dice of the roll show",
        ),
        (
            "levels: {good: rolled <= chance, best: rolled <= chance / 5, bad: }",
            "levels.best: 'best' never counts, as 'good' before it holds whenever it does",
        ),
        ("levels: {good: rolled <= chance, bad: , fumble: rolled >= 96}", "levels.fumble"),
        ("levels: {good: rolled <= chance, bad: rolled < 96, fumble: }", ""),
        ("levels: {best: rolled <= 1, good: rolled <= chance, bad: }", ""),
        (
            "tests: {luck: {roll: d20, bands: {bad: , ok: {when: total > 9}}}}",
            "tests.luck.bands.ok: 'ok' never counts, as 'bad' before it",
        ),
        (
            "damage: {track: hp, types: [fire, frost], lands: {all: , big: {when: dealt > 3}}}",
            "damage.lands.big: 'big' never counts, as 'all' before it",
        ),
        (
            "location: 3d6\nplaces: {head: {faces: [3, 5]}, arm: {faces: [5, 9]}}",
            "places.arm.faces: 5 means 'head' already",
        ),
        ("location: 3d6\nplaces: {head: {faces: [3, 4]}, arm: {faces: [5, 5]}}", ""),
        ("location: 3d6\nplaces: {head: {faces: [5, 3]}}", "the first and the last number"),
        (
            "location: d20\nplaces: {leg: {faces: [1, 8]}, head: {faces: [15, 20]}, "
            "arm: {faces: [11, 14]}}",
            "places.arm.faces: 9 to 10 means no place, between 'leg' and 'arm'",
        ),
        (
            "location: 2d6 + 1\nplaces: {leg: {faces: [2, 8]}, head: {faces: [9, 13]}}",
            "places.leg.faces: `location` comes to 3 to 13",
        ),
        ("location: d20 - d6\nplaces: {leg: {faces: [-5, 8]}, head: {faces: [9, 19]}}", ""),
        ("location: d6!\nplaces: {leg: {faces: [1, 8]}, head: {faces: [9, 40]}}", ""),
        (
            "levels: {big_hit: rolled <= 5, miss: }\nattacks: {hit: {roll: {under: 50}, "
            "bands: {best: {when: level >= big-hit, damage: 1}, miss: }}}",
            "`-` is minus in formulas; write `big_hit`",
        ),
        (
            "attacks: {hit: {roll: d20, against: {defenses: {side-step: d6, parry: d6}}, "
            "bands: {dodged: {when: defense = side_step}, miss: }}}",
            "",
        ),
        (
            "attacks: {hit: {roll: d20, against: {defenses: {parry: d6}}, "
            "bands: {dodged: {when: defense = dodge}, miss: }}}",
            "'defense' is never 'dodge'",
        ),
        (
            "attacks: {hit: {roll: d20, bands: {a: {when: defense = dodge}, b: }}}",
            "no name 'defense'",
        ),
        (
            "damage: {track: hp, types: [fire, frost], steps: {a: {times: 1.5}}}",
            "found 1.5, allowed: whole numbers; write `times: 3, half: down`",
        ),
        (
            "damage: {track: hp, types: [fire, frost], steps: {a: {times: 0.5}}}",
            "write `half: down`",
        ),
        (
            "damage: {track: hp, types: [fire, frost], steps: {a: {times: 1.3}}}",
            "such as `times: 3, half: down` for 1.5",
        ),
        (
            "damage: {track: hp, types: [fire, frost], lands: {a: {when: dealt > 3d6}}}",
            "no dice can be rolled here; put a condition there (`target: {put: [WORD]}`), and roll",
        ),
        (
            "damage: {track: hp, types: [ice-cold, fire, frost], "
            "steps: {a: {when: type = ice-cold}}}",
            "`-` is minus in formulas; write `ice_cold`",
        ),
        (
            "damage: {track: hp, types: [ice-cold, fire, frost], "
            "steps: {a: {when: type = ice_cold}}}",
            "",
        ),
        (
            "places: {leg-left: }\n"
            "damage: {track: hp, types: [fire, frost], steps: {a: {when: place = leg-left}}}",
            "`-` is minus in formulas; write `leg_left`",
        ),
        (
            "places: {leg-left: }\n"
            "damage: {track: hp, types: [fire, frost], steps: {a: {when: place = leg}}}",
            "'place' is never 'leg'; there is leg_left",
        ),
        (
            "conditions: {off-balance: x}\nstatus: {out: {when: me is off-balance}}",
            "`-` is minus in formulas; write `off_balance`",
        ),
        (
            "sheet: {mail: {kind: places}}\nplaces: {leg-left: }\n"
            "status: {out: {when: 'mail[leg-left] > 1'}}",
            "`-` is minus in formulas; write `leg_left`",
        ),
    ],
)
def test_a_fault_says_where_and_what_would_work(text: str, fault: str) -> None:
    keys = {line.partition(":")[0] for line in text.splitlines()}
    rest = "".join(f"{line}\n" for line in BODY.splitlines() if line.partition(":")[0] not in keys)
    if not fault:
        judge_page((HEAD + rest + text).encode(), "test.yaml")
        return
    found = faults(HEAD + rest + text + "\n")
    assert any(fault in one for one in found), found
    assert all(one.startswith("test.yaml:") for one in found)


@pytest.mark.parametrize("page", shipped_ids())
def test_the_guide_names_whatever_formulas_may_name(page: str) -> None:
    data = judge_page((shipped_text(page) or "").encode(), f"{page}.yaml").data
    rules = SystemPage.from_data(data)
    declared = {*rules.sheet, *rules.weapon, *rules.tracks, *rules.levels}
    named = {
        name
        for formula in Formulas(rules, PageNames(rules)).list_all()
        for name in formula.known.names
        if name.rpartition(".")[2] not in declared
    }
    assert [name for name in sorted(named) if f"`{name}`" not in SYSTEMS] == []


def test_a_list_of_names_that_is_cut_says_where_all_of_them_are() -> None:
    fields = ", ".join(f"f{number}: 0" for number in range(20))
    luck = "{roll: d20, bands: {ok: {when: xyz > 1}}}"
    [fault] = faults(f"{HEAD}sheet: {{{fields}}}\ntests: {{luck: {luck}}}\n")
    # What the roll comes to stands first, as it is what was probably meant.
    assert "no name 'xyz' here; there is rolled, total, against, margin, f0, f1" in fault
    assert fault.endswith("more; `gmtrack guide systems` has a table of all names")


@each_row(
    ("text", "said"),
    [
        ("", "the file is empty"),
        ("gmtrack: 1\nname: x\n", "this is no system page"),
        ("- a\n", "this is no system page"),
        ("gmtrack: 2\nkind: system\ntitle: x\n", "gmtrack: found 2"),
        ("gmtrack: 1\nkind: system\n", "title: is missing"),
        ("a: &x 1\nb: *x\n", "&x"),
        ("a: !!python/object:os.system {}\n", "!!"),
        ("a: " + "[" * 60 + "]" * 60, "nested deeper"),
        ("x" * (MOST_BYTES + 1), "longer than 64 KiB"),
        (HEAD + "attacks: {a: {roll: d20, bands: {b: {damage: max(1, 2)}}}}", "stands in quotes"),
        (HEAD + "sheet:\n" + "".join(f"  f{n}: 1\n" for n in range(101)), "100 at the most"),
    ],
)
def test_what_is_no_page_is_refused(text: str, said: str) -> None:
    assert any(said in one for one in faults(text)), faults(text)


def test_no_track_is_called_like_something_that_a_combatant_has_already() -> None:
    names = [name for name in dir(Fighter) if re.fullmatch(r"[a-z][a-z0-9_]*", name)]
    names += [name for name in dir(FileShape) if re.fullmatch(r"[a-z][a-z0-9_]*", name)]
    text = "".join(f"  {name}: 3\n" for name in names)
    found = faults(f"{HEAD}tracks:\n{text}")
    assert len(found) == len(names) > 40
    assert all("means something else already" in one for one in found)


def test_a_fault_has_the_line_of_what_was_written() -> None:
    text = HEAD + "tracks:\n  hp: 10\n  mana: 3 +\n"
    assert faults(text) == ["test.yaml:6: tracks.mana: '3 +': something is missing at the end"]


def test_validate_judges_a_page(tmp_path: Path, home: Path) -> None:
    page = tmp_path / "mine.yaml"
    page.write_text(HEAD + BODY)
    assert "ok" in gmtrack("validate", str(page)).out
    page.write_text(HEAD + BODY.replace("{hp: 10}", "{hp: 10 -}"))
    answer = gmtrack("validate", str(page))
    assert answer.code == 1
    assert "mine.yaml:5: tracks.hp" in answer.out


@pytest.mark.parametrize("name", ["armor", "skills", "spells", "effects", "gear"])
@pytest.mark.parametrize(
    ("field", "value"), [("{default: 1}", "3"), ("{kind: switch}", "yes"), ("{kind: text}", "mail")]
)
def test_a_field_may_be_called_like_a_list_of_another_ruleset(
    tmp_path: Path, home: Path, name: str, field: str, value: str
) -> None:
    (tmp_path / "own.yaml").write_text(f"{HEAD}sheet:\n  {name}: {field}\ntracks:\n  hp: 5\n")
    fight = tmp_path / "fight.yaml"
    lines = [
        "gmtrack: 1", "name: F", "ruleset: ./own.yaml",
        f"combatants: {{ann: {{{name}: {value}}}}}",
    ]  # fmt: skip
    fight.write_text("\n".join(lines) + "\n")
    done("check", str(tmp_path / "own.yaml"))
    done("validate", str(fight))
    done("load", str(fight))
    assert f"{name} {value}" in told("show ann")


PIECES = st.sampled_from(
    [line for page in shipped_ids() for line in (shipped_text(page) or "").splitlines()]
)


@given(st.lists(PIECES, max_size=60))
def test_lines_in_any_order_are_a_page_or_are_refused_at_once(lines: list[str]) -> None:
    start = time.process_time()
    text = HEAD + "\n".join(lines)
    with suppress(BadFile):
        judge_page(text.encode(), "test.yaml")
    assert time.process_time() - start < 1.5


def test_the_schema_of_pages_takes_what_is_judged_right_and_explains_each_key(home: Path) -> None:
    schema = json.loads(gmtrack("schema", "system").out)
    validator = Draft202012Validator(schema)
    validator.check_schema(schema)
    for page in shipped_ids():
        data = parse_yaml(shipped_text(page) or "", page).data
        assert [error.message for error in validator.iter_errors(data)] == []
    wrong = parse_yaml(HEAD + "tracks: {hp: []}\ncolour: red\n", "wrong.yaml").data
    assert len(list(validator.iter_errors(wrong))) == 2
    assert schema["properties"]["tracks"]["description"].startswith("What play counts")
