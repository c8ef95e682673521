"""The README and the help: every command is there, and every screen is what the program shows.

`UPDATE_README=1 pytest tests/test_docs.py` takes the README's screens anew.
"""

import os
import re
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gmtrack.cli.tree import MODULES

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
CONSOLE = re.compile(r"(?<=^```console\n).*?(?=^```$)", re.DOTALL | re.MULTILINE)

Type = Callable[[list[str]], Any]


def screen_of(line: str, type_line: Type) -> str:
    """What a reader of the README sees after typing a line, wherever the reader's folders are."""
    screen = type_line(shlex.split(line)[1:])
    assert screen.status in (0, 1), screen
    shown = re.sub(r"\S*/state/\S*", "~/.local/state/...", screen.out + screen.err)
    return shown.replace(f"{Path.cwd()}{os.sep}", "")


def screens_taken(block: str, type_line: Type) -> str:
    """A console block with what each of its commands shows under it."""
    commands = [line for line in block.splitlines() if line.startswith("$ ")]
    return "".join(f"{line}\n{framed(screen_of(line[2:], type_line))}" for line in commands)


def framed(screen: str) -> str:
    """A screen as it stands in the README: no spaces at the ends of lines, none below it."""
    lines = [line.rstrip() for line in screen.rstrip().splitlines()]
    return "".join(f"{line}\n" for line in lines)


def blocks_of(kind: str) -> list[str]:
    """The texts of the README's fenced blocks of a kind (a regular expression)."""
    text = README.read_text(encoding="utf-8")
    return re.findall(rf"^```(?:{kind})\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)


def sh_blocks() -> list[str]:
    return blocks_of("sh|bash|shell")


def typed_first() -> list[str]:
    """The gmtrack command lines of the quick start's first command."""
    parts = [part.strip() for part in sh_blocks()[0].split("&&")]
    program = ".venv/bin/"
    return [part.removeprefix(program) for part in parts if part.startswith(f"{program}gmtrack")]


def test_the_screens_in_the_readme_are_what_the_program_shows(type_line: Type) -> None:
    text = README.read_text(encoding="utf-8")
    for part in typed_first()[:-1]:
        screen_of(part, type_line)
    taken = CONSOLE.sub(lambda block: screens_taken(block[0], type_line), text)
    if os.environ.get("UPDATE_README"):
        README.write_text(taken, encoding="utf-8")
    else:
        assert text == taken


def test_no_screen_in_the_readme_is_wider_than_80_columns() -> None:
    blocks = blocks_of("console")
    lines = [line for block in blocks for line in block.splitlines() if not line.startswith("$ ")]
    assert lines
    assert max(map(len, lines)) <= 80


def test_the_readme_has_two_sh_blocks_of_one_line_each() -> None:
    assert [block.count("\n") for block in sh_blocks()] == [1, 1]


def test_ci_runs_the_second_command_of_the_readme() -> None:
    command = sh_blocks()[1].strip()
    run = ROOT / ".ci" / "run"
    lines = [line.removesuffix(" || failed=1") for line in run.read_text().splitlines()]
    assert command in lines
    assert os.access(run, os.X_OK)


def test_the_contents_of_the_readme_lead_to_its_headings() -> None:
    text = README.read_text(encoding="utf-8")
    headings = re.findall(r"^##+ (.+)$", text, re.MULTILINE)
    anchors = {re.sub(r"[^a-z0-9 -]", "", name.lower()).replace(" ", "-") for name in headings}
    links = re.findall(r"\]\(#([^)]+)\)", text)
    assert links
    assert set(links) <= anchors


def test_the_first_command_of_the_readme_ends_with_the_screen_at_its_top() -> None:
    first_screen = blocks_of("console")[0]
    shown = [line[2:] for line in first_screen.splitlines() if line.startswith("$ ")]
    assert shown == typed_first()[-1:]


@pytest.mark.parametrize("command", MODULES)
def test_a_command_is_in_the_readme_and_has_help_with_an_example(
    command: str, type_line: Type
) -> None:
    readme = README.read_text(encoding="utf-8")
    table = readme.partition("\n## Commands\n")[2].partition("\n### ")[0]
    assert f"`{command}`" in table or f"`{command} " in table
    shown = screen_of(f"gmtrack {command} --help", type_line)
    assert re.search(rf"Example: gmtrack .*\b{command}\b", shown), shown


def test_the_encounters_and_the_house_rules_in_the_readme_are_valid(type_line: Type) -> None:
    encounter, house_rules, *others = blocks_of("yaml")
    for text in (encounter + house_rules, *others):
        Path("alley.yaml").write_text(text, encoding="utf-8")
        assert type_line(["validate", "alley.yaml"]).status == 0


def test_the_lines_by_hand_in_the_readme_can_be_typed(type_line: Type) -> None:
    type_line(["load", "encounters/ganger-ambush.yaml"])
    [block] = blocks_of("text")
    lines = re.findall(r"gmtrack (.+?)(?: {2,}|$)", block, re.MULTILINE)
    assert lines
    for line in lines:
        assert type_line(shlex.split(line)).status == 0, line
