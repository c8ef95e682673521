"""The page on adding a ruleset says what is true of Coin Flip and of the port.

`UPDATE_README=1 pytest tests/plugin/test_developer_page.py` takes the page's screens anew.
"""

import ast
import os
import re
import shlex
from pathlib import Path

from plugin_support import COIN_FLIP, Gm

from gmtrack.rulesets import registry

PAGE = Path(__file__).parents[2] / "gmtrack" / "PORT.md"
CONSOLE = re.compile(r"(?<=^```console\n).*?(?=^```$)", re.DOTALL | re.MULTILINE)
FILES = {
    str(path.relative_to(COIN_FLIP))
    for path in COIN_FLIP.rglob("*")
    if path.is_file() and "__pycache__" not in path.parts
}


def page() -> str:
    return PAGE.read_text(encoding="utf-8")


def excerpts() -> list[tuple[str, str]]:
    """Every code block below the heading of a file, with the name of that file."""
    return [
        (name, block)
        for name, text in re.findall(r"^### `(.+?)`\n(.*?)(?=^##|\Z)", page(), re.DOTALL | re.M)
        for block in re.findall(r"^```\w+\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    ]


def test_every_file_of_coin_flip_is_explained() -> None:
    named = set(re.findall(r"`([\w/.-]+\.(?:py|toml|yaml))`", page()))
    assert {name for name, _ in excerpts()} | {"coin_flip/__init__.py"} == FILES
    assert named >= FILES


def test_the_code_on_the_page_is_the_code_of_coin_flip() -> None:
    for name, block in excerpts():
        assert f"\n{block}" in "\n" + (COIN_FLIP / name).read_text(encoding="utf-8"), name


def test_the_page_names_all_of_the_port_and_every_shared_module_of_the_rules() -> None:
    names = re.findall(r"^\| (`[^|]+`) \|", page(), re.MULTILINE)
    assert re.findall(r"\w+", " ".join(names)) == registry.PORT
    for module in (
        "port",
        "kit/commands",
        "kit/words",
        "kit/gm",
        "kit/blocks",
        "kit/choices",
        "kit/house",
        "kit/pages",
        "kit/rulebook",
    ):
        assert f"`{module}.py`" in page()
        assert (PAGE.parent / "rulesets" / f"{module}.py").is_file()


def test_a_type_checker_finds_all_of_the_port_in_the_smallest_example() -> None:
    tree = ast.parse((COIN_FLIP / "coin_flip" / "ruleset.py").read_text(encoding="utf-8"))
    [exported] = [
        ast.literal_eval(node.value)
        for node in tree.body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__"
    ]
    assert sorted(exported) == sorted(registry.PORT)


def test_the_screens_on_the_page_are_what_the_program_shows(gm: Gm) -> None:
    def taken(block: re.Match[str]) -> str:
        lines = [line for line in block[0].splitlines() if line.startswith("$ ")]
        return "".join(f"{line}\n{shown(gm, line)}" for line in lines)

    now = CONSOLE.sub(taken, page())
    if os.environ.get("UPDATE_README"):
        PAGE.write_text(now, encoding="utf-8")
    else:
        assert page() == now


def shown(gm: Gm, line: str) -> str:
    """What a command line of the page shows, without spaces at the ends."""
    result = gm(*shlex.split(line)[2:])
    assert result.status == 0, result.err
    return "".join(f"{text.rstrip()}\n" for text in result.out.rstrip().splitlines())
