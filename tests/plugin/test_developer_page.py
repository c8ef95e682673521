"""The page on adding a ruleset has the smallest one whole, and says what is true of the port.

`UPDATE_README=1 pytest tests/plugin/test_developer_page.py` takes the page's screens anew.
"""

import ast
import os
import re
import shlex
from pathlib import Path

import pytest
from plugin_support import BACK_ALLEY, BRAWL, COIN_FLIP, SCUFFLE, Gm

from gmtrack.rulesets import registry
from gmtrack.rulesets.auto_player import NAMES

PLUGINS = Path(__file__).parent
PAGE = PLUGINS.parents[1] / "gmtrack" / "PORT.md"
CONSOLE = re.compile(r"(?<=^```console\n).*?(?=^```$)", re.DOTALL | re.MULTILINE)
FILES = {
    str(path.relative_to(SCUFFLE))
    for path in SCUFFLE.rglob("*")
    if path.is_file() and "__pycache__" not in path.parts
}
GAMES = (SCUFFLE, BRAWL, COIN_FLIP, BACK_ALLEY)


def page() -> str:
    return PAGE.read_text(encoding="utf-8")


def section(heading: str) -> str:
    """The text below a heading of the second level."""
    return page().partition(f"\n## {heading}\n")[2].partition("\n## ")[0]


def code_of(text: str, kind: str = r"\w+") -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)


def without_empty_lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if line]


def test_every_file_of_the_smallest_ruleset_is_on_the_page_whole() -> None:
    parts = section("The smallest ruleset").split("\n### ")[1:]
    shown = {part.split("`")[1]: code_of(part) for part in parts}
    assert set(shown) == FILES
    for name, blocks in shown.items():
        written = (SCUFFLE / name).read_text(encoding="utf-8")
        assert without_empty_lines("".join(blocks)) == without_empty_lines(written), name


def test_the_code_of_each_section_is_in_the_file_that_it_names() -> None:
    needs = page().partition("\n## Play it\n")[2]
    captions = re.findall(
        r"^In `(\S+)` of ([\w ]+):\n\n```python\n(.*?)^```$", needs, re.DOTALL | re.MULTILINE
    )
    of_gmtrack = [code for code in code_of(needs, "python") if "read_phrases(__file__)" in code]
    assert len(captions) + len(of_gmtrack) == len(code_of(needs, "python"))
    assert len(captions) > 20
    for file, title, excerpt in captions:
        package = title.lower().replace(" ", "_")
        module = PLUGINS / package.replace("_", "-") / package / file
        assert f"\n{excerpt}" in "\n" + module.read_text(encoding="utf-8"), (file, excerpt)


def test_every_section_is_in_the_list_at_the_top() -> None:
    needs = re.findall(r"^## (.+)$", page(), re.MULTILINE)
    links = re.findall(r"\]\(#([\w-]+)\)", page())
    assert {name.lower().replace(" ", "-") for name in needs} - {"play-it"} <= {*links}


def test_the_page_names_all_of_the_port_and_every_shared_module_of_the_rules() -> None:
    names = re.findall(r"^\| (`[^|]+`) \|", section("The names of the port"), re.MULTILINE)
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


def test_each_name_of_code_on_the_page_is_one_of_the_program_or_of_its_examples() -> None:
    """What a rename has left behind."""
    folders = (PAGE.parent, *GAMES)
    sources = [file.read_text("utf-8") for folder in folders for file in folder.rglob("*.py")]
    known = set(re.findall(r"\w+", "\n".join(sources)))
    prose = re.sub(r"^```.*?^```$", "", page(), flags=re.DOTALL | re.MULTILINE)
    named = re.findall(r"`([\w.]+)(?:\([^`]*)?`", prose)
    files = (".py", ".toml", ".yaml", ".md", ".txt")
    words = {word for name in named if not name.endswith(files) for word in name.split(".")}
    assert words - known == set()


@pytest.mark.parametrize("game", [SCUFFLE, BRAWL, COIN_FLIP], ids=lambda game: game.name)
def test_a_type_checker_finds_all_of_the_port_in_the_small_examples(game: Path) -> None:
    [module] = game.rglob("ruleset.py")
    tree = ast.parse(module.read_text(encoding="utf-8"))
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


def test_every_name_for_simulated_fights_is_on_the_page() -> None:
    assert [name for name in NAMES if f"`{name}`" not in page()] == []
