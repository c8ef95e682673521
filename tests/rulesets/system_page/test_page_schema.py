"""The JSON Schema of pages: an editor takes what is judged right, in short and in long form."""

import json
import re
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlparse

import pytest
import yaml
from jsonschema import Draft202012Validator

from gmtrack.errors import BadFile
from gmtrack.store.systems.judging import judge_page
from gmtrack.store.systems.keeping import shipped_ids, shipped_text
from gmtrack.store.systems.page_schema import page_schema

from ..typing_in import doc, done, gmtrack, told

HEAD = "gmtrack: 1\nkind: system\ntitle: Test\n"
VALIDATOR = Draft202012Validator(page_schema())


class EditorLoader(yaml.SafeLoader):
    """Reads YAML as editors do, by version 1.2: `yes`, `no`, `on` and `off` are texts."""


EditorLoader.yaml_implicit_resolvers = {
    first: [
        (tag, re.compile("^(?:true|True|false|False)$") if tag.endswith("bool") else pattern)
        for tag, pattern in pairs
    ]
    for first, pairs in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


def errors(text: str) -> list[str]:
    """What an editor underlines."""
    data: Any = yaml.load(text, Loader=EditorLoader)
    return [error.message for error in VALIDATOR.iter_errors(data)]


def is_judged_right(text: str) -> bool:
    try:
        judge_page(text.encode(), "test.yaml")
    except BadFile:
        return False
    return True


@pytest.mark.parametrize("page", shipped_ids())
def test_an_editor_takes_each_page_that_comes_with_gmtrack(page: str) -> None:
    assert errors(shipped_text(page) or "") == []


SHORT_AND_LONG = [
    ("sheet: {hp: 5}", "sheet: {hp: {kind: number, default: 5}}"),
    ("sheet: {a: 4, hp: = a * 2}", "sheet: {a: 4, hp: {formula: a * 2}}"),
    ("sheet: {big: yes}", "sheet: {big: {kind: switch, default: yes}}"),
    ("sheet: {big: false}", "sheet: {big: {kind: switch, default: false}}"),
    ("sheet: {clan: [red, blue]}", "sheet: {clan: {kind: word, of: [red, blue]}}"),
    ("sheet: {oath: to be}", "sheet: {oath: {kind: text, default: to be}}"),
    ("tracks: {hp: 9}", "tracks: {hp: {max: 9}}"),
    ("sheet: {m: 9}\ntracks: {hp: m}", "sheet: {m: 9}\ntracks: {hp: {max: m, counts: down}}"),
    ("initiative: {roll: d20}", "initiative: {roll: {sum: d20}}"),
    ("initiative: {roll: 7}", "initiative: {roll: {sum: 7}, each: round}"),
    (
        "tests: {luck: {roll: d6, against: 4, bands: {good: }}}",
        "tests: {luck: {roll: {sum: d6}, against: 4, bands: {good: {}}}}",
    ),
    (
        "attacks: {hit: {roll: d20, against: 10, bands: {miss: }}}",
        "attacks: {hit: {roll: {under: 10, dice: d100}, against: {number: 10}, bands: {miss: }}}",
    ),
    ("conditions: {prone: Lies.}", "conditions: {prone: {help: Lies., lasts: round}}"),
    (
        "modifiers: {dark: {plus: -2, told: yes}}\nattacks: {a: {roll: d6, bands: {b: }}}",
        "modifiers: {dark: {roll: attack, plus: -2, told: true}}\n"
        "attacks: {a: {roll: d6, bands: {b: }}}",
    ),
]


@pytest.mark.parametrize(("short", "long"), SHORT_AND_LONG)
def test_an_editor_takes_short_and_long_forms_as_they_are_judged(short: str, long: str) -> None:
    for text in (HEAD + short, HEAD + long):
        assert is_judged_right(text), text
        assert errors(text) == [], text


@pytest.mark.parametrize(
    "wrong",
    [
        "colour: red",
        "tracks: {hp: []}",
        "tracks: {hp: {max: 3, counts: sideways}}",
        "sheet: {hp: {kind: float}}",
        "conditions: {prone: [a]}",
        "initiative: {each: day}",
        "rest: {year: {}}",
        "attacks: {a: {bands: {}}}",
        "modifiers: {dark: {told: perhaps}}",
        "status: {dead: {when: 1 = 1, dead: 3}}",
    ],
)
def test_an_editor_underlines_what_is_judged_wrong(wrong: str) -> None:
    assert not is_judged_right(HEAD + wrong)
    assert errors(HEAD + wrong)


def test_a_new_page_names_the_schema_and_is_taken_by_it(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(home)
    done("new", "system", "Mine", "--like", "fantasy")
    text = Path("mine.yaml").read_text()
    line = text.partition("\n")[0]
    assert line.startswith("# yaml-language-server: $schema=file:")
    file = Path(unquote(urlparse(line.partition("=")[2]).path))
    assert json.loads(file.read_text()) == doc("schema", "system")
    assert errors(text) == []
    # A copy of a page that names one already has it once.
    done("new", "Fight", "--ruleset", "mine.yaml")
    done("new", "system", "Other", "--like", "mine")
    assert Path("other.yaml").read_text().count("yaml-language-server") == 1


def test_the_schema_of_pages_is_installed(home: Path) -> None:
    [one] = doc("schema", "system", "--install")["installed"]
    assert one["ruleset"] == "system"
    assert json.loads(Path(one["file"]).read_text())["title"] == "System page"
    assert "schema/system.json" in told("schema", "system", "--install").replace(" ", "")
    assert gmtrack("schema", "sytem").code == 1
