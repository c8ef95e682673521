"""`new`: what it makes is understood by whoever opens it, and what it says to type next works."""

import re
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gmtrack.cli.main import execute
from gmtrack.rulesets import registry
from gmtrack.store.text.codec import parse_yaml

Type = Callable[[list[str]], Any]
RULESETS = [meta.id for meta in registry.metas()]
each_ruleset = pytest.mark.parametrize("ruleset", RULESETS)


def proposed(screen: str) -> list[list[str]]:
    """The command lines that are said to come next, of which each may be typed."""
    text = " ".join(screen.split())
    line = re.search(r"next: (.+?)(?= (?:my \S+|\S+)\.yaml has| `gmtrack|$)", text)
    assert line, text
    return [shlex.split(one)[1:] for one in line[1].split(", or ")]


@each_ruleset
@pytest.mark.parametrize("file", ["", "my fight.yaml"])
def test_an_example_fights_at_once_and_says_how(type_line: Type, ruleset: str, file: str) -> None:
    words = [file] if file else []
    made = type_line(["new", "Bar brawl", *words, "--ruleset", ruleset, "--example"])
    assert (made.status, made.err) == (0, "")
    [attack, roll_init] = proposed(made.out)
    assert (attack[0], roll_init) == ("attack", ["roll-init"])
    for line in (attack, ["undo"], roll_init):
        assert type_line(line).status == 0, line
    assert type_line(["board", "--json"]).doc["name"] == "Bar brawl"


@each_ruleset
def test_the_file_of_an_example_is_the_example_under_its_own_name(
    type_line: Type, ruleset: str
) -> None:
    name = "Bar: 'brawl' # 2"
    type_line(["new", name, "brawl.yaml", "--ruleset", ruleset, "--example"])
    text = Path("brawl.yaml").read_text(encoding="utf-8")
    example = registry.page(ruleset, registry.EXAMPLE)
    assert example is not None
    assert parse_yaml(text, "").data == parse_yaml(example, "").data | {"name": name}
    head, first, rest = text.partition(example.splitlines()[0])
    assert "gmtrack load brawl.yaml" in head
    was, now = (re.sub(r"(?m)^name:.*?(?=  #)", "", one) for one in (example, first + rest))
    assert now.split() == was.split()
    assert type_line(["validate", "brawl.yaml"]).out == "brawl.yaml: ok\n"


def test_the_comment_behind_the_name_stays_in_its_column(type_line: Type) -> None:
    for name in ("X", "A name that is longer than what is there"):
        type_line(["new", name, f"{len(name)}.yaml", "--ruleset", "sr3", "--example"])
        lines = Path(f"{len(name)}.yaml").read_text(encoding="utf-8").splitlines()
        [line] = [line for line in lines if line.startswith("name: ")]
        [above] = [line for line in lines if line.startswith("gmtrack: 1")]
        assert re.fullmatch(rf"name: {name} {{2,}}#.+", line)
        assert len(name) > 1 or line.index("#") == above.index("#")


def test_what_was_changed_in_the_file_is_opened_by_load(type_line: Type) -> None:
    type_line(["new", "Bar brawl", "brawl.yaml", "--ruleset", "sr3", "--example"])
    file = Path("brawl.yaml")
    assert "Resuming" not in type_line(["load", "brawl.yaml"]).out
    text = file.read_text()
    *_, who = parse_yaml(text, "").data["combatants"]
    file.write_text(re.sub(rf"(?m)^( +){who}:", r"\1mo:", text))
    assert type_line(["load", "brawl.yaml"]).status == 0
    assert type_line(["show", "mo"]).status == 0
    [fight] = type_line(["fights", "--json"]).doc["fights"]
    assert fight["active"]
    type_line(["damage", "mo", "1"])
    assert "Resuming" in type_line(["load", "brawl.yaml"]).out


def test_a_file_that_is_there_is_not_written_over(type_line: Type) -> None:
    Path("brawl.yaml").write_text("mine")
    made = type_line(["new", "Bar", "brawl.yaml", "--ruleset", "sr3", "--example"])
    assert (made.status, Path("brawl.yaml").read_text()) == (1, "mine")
    assert not type_line(["fights", "--json"]).doc["fights"]


def test_a_name_of_a_file_cannot_put_lines_into_it(type_line: Type) -> None:
    odd = "a\nb: 1 #.yaml"
    assert type_line(["new", "Bar", odd, "--ruleset", "sr3", "--example"]).status == 0
    assert "gmtrack load FILE" in Path(odd).read_text()
    assert type_line(["validate", odd]).status == 0


@each_ruleset
@pytest.mark.parametrize("before", [[], ["-f", "here.yaml"]])
def test_an_empty_one_says_how_somebody_gets_in(
    type_line: Type, ruleset: str, before: list[str]
) -> None:
    made = type_line([*before, "new", "Bar brawl", "--ruleset", ruleset.replace("-", "_")])
    assert made.status == 0
    [line] = proposed(made.out)
    words = [word.replace("NAME", "Joe").replace("VALUE", "3") for word in line]
    assert words[: len(before)] == before
    added = type_line(words)
    assert (added.status, added.err) == (0, "")
    assert "is there" not in made.out
    assert f"gmtrack new NAME --ruleset {ruleset} --example" in " ".join(made.out.split())


def test_one_in_place_names_the_file_in_what_it_proposes(type_line: Type) -> None:
    made = type_line(["-f", "my own.yaml", "new", "Bar", "--ruleset", "sr3", "--example"])
    [attack, roll_init] = proposed(made.out)
    assert attack[:2] == roll_init[:2] == ["-f", "my own.yaml"]
    assert type_line(attack).status == 0
    assert "without it" not in made.out
    assert "change it there\n" in made.out


@each_ruleset
def test_at_the_prompt_the_lines_are_those_that_are_typed_there(
    type_line: Type, ruleset: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for example, first in (([], "add NAME"), (["--example"], "attack ")):
        execute(["new", "Bar", "--ruleset", ruleset, *example], lambda line, asked: None)
        told = capsys.readouterr().out
        assert f"next: {first}" in told
        assert "gmtrack" not in told


def test_an_unknown_ruleset_is_refused(type_line: Type) -> None:
    made = type_line(["new", "Bar", "brawl.yaml", "--ruleset", "sr", "--example"])
    assert "did you mean 'sr3'" in made.err
    assert not Path("brawl.yaml").exists()


def test_the_ruleset_in_play_is_taken_and_nothing_is_guessed_without_one(type_line: Type) -> None:
    missing = type_line(["new", "Attic"])
    assert (missing.status, "Missing option '--ruleset'" in missing.err) == (2, True)
    type_line(["new", "Bar", "--ruleset", "sr3"])
    assert "Attic (Shadowrun 3) is open" in type_line(["new", "Attic"]).out
    assert type_line(["-f", "other.yaml", "new", "Cellar"]).status == 2
