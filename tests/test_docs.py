"""The pages and the help: every command is there, every screen is what the program shows, every
link leads somewhere.

`UPDATE_README=1 pytest tests/test_docs.py` takes the screens anew.
"""

import json
import os
import re
import shlex
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from long_run import LONG
from tables import check_rows

from gmtrack.core.command_table import COMMANDS
from gmtrack.core.guide_topics import GUIDE_TOPICS
from gmtrack.view.text import wrap

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
GUIDE = ROOT / "gmtrack" / "GUIDE.md"
TOPICS = sorted(ROOT.glob("gmtrack/guide/*.md"))
GUIDES = sorted(ROOT.glob("gmtrack/rulesets/*/GUIDE.md"))
PLAYED = [
    page
    for page in (README, ROOT / "gmtrack" / "FORMAT.md", *TOPICS, *GUIDES)
    if "```console" in page.read_text(encoding="utf-8")
]
"""Pages with screens; the page on how to add a ruleset has a test of its own."""
PAGES = [*sorted(ROOT.glob("*.md")), *sorted(ROOT.glob("gmtrack/**/*.md"))]

FENCED = re.compile(r"^```(?P<kind>\w+)\n(?P<text>.*?)^```$", re.DOTALL | re.MULTILINE)
NAMED_FILE = re.compile(r"`([\w-]+\.(?:yaml|csv))`")
WIDTH = 80
MOST_LINES = 12
"""Of a list in a JSON document, on a page."""
UPDATE = bool(os.environ.get("UPDATE_README"))

Type = Callable[[list[str]], Any]
each_page = pytest.mark.parametrize("page", PLAYED, ids=lambda page: str(page.relative_to(ROOT)))


def screen_of(line: str, type_line: Type) -> str:
    """What a reader sees after typing a line, wherever the reader's folders are."""
    words = shlex.split(line)[1:]
    screen = type_line(words)
    assert screen.status in (0, 1), screen
    out = laid_out(screen.doc) + "\n" if "--json" in words else screen.out
    if words[0] == "validate":
        out = broken(out)
    shown = re.sub(r"\S*/state/\S*", "~/.local/state/...", out + broken(screen.err))
    shown = re.sub(r"\d+ minutes? at the table", "40 minutes at the table", shown)
    return shown.replace(f"{Path.cwd()}{os.sep}", "")


def broken(text: str) -> str:
    """Errors and faults, one a line for a script, as a terminal breaks them."""
    return "\n".join(wrap(text, WIDTH)) + "\n"


def laid_out(value: Any, margin: str = "", key: str = "") -> str:
    """A JSON document for reading: what fits into a line is on one line."""
    short = key + json.dumps(value, ensure_ascii=False)
    if len(margin + short) < WIDTH or not isinstance(value, dict | list) or not value:
        return margin + short
    deeper = margin + "  "
    if isinstance(value, dict):
        rows = [laid_out(inner, deeper, f"{json.dumps(name)}: ") for name, inner in value.items()]
        first, last = "{", "}"
    else:
        rows = [laid_out(inner, deeper) for inner in value]
        if len(value) > MOST_LINES:
            rows = [*rows[:MOST_LINES], f"{deeper}... {len(value) - MOST_LINES} more"]
        first, last = "[", "]"
    body = ",\n".join(rows)
    return f"{margin}{key}{first}\n{body}\n{margin}{last}"


def screens_taken(block: str, type_line: Type) -> str:
    """A console block with what each of its commands shows under it; hundreds of fights are played
    in the long run."""
    commands = [line for line in block.splitlines() if line.startswith("$ ")]
    if commands[0].startswith("$ gmtrack simulate") and not (LONG or UPDATE):
        return block
    return "".join(f"{line}\n{framed(screen_of(line[2:], type_line))}" for line in commands)


def framed(screen: str) -> str:
    """A screen as it stands on a page: no spaces at the ends of lines, none below it."""
    lines = [line.rstrip() for line in screen.rstrip().splitlines()]
    return "".join(f"{line}\n" for line in lines)


def blocks_of(page: Path, kind: str) -> list[str]:
    """The texts of a page's fenced blocks of a kind (a regular expression)."""
    found = FENCED.finditer(page.read_text(encoding="utf-8"))
    return [block["text"] for block in found if re.fullmatch(kind, block["kind"])]


def sh_blocks() -> list[str]:
    return blocks_of(README, "sh|bash|shell")


def typed_first() -> list[str]:
    """The gmtrack command lines of the quick start's first command."""
    parts = [part.strip() for part in sh_blocks()[0].split("&&")]
    program = ".venv/bin/"
    return [part.removeprefix(program) for part in parts if part.startswith(f"{program}gmtrack")]


def played(text: str, type_line: Type) -> Iterator[str]:
    """A page piece by piece, as a reader goes through it: files are written where the sentence
    before them names one, and the commands of each screen are typed."""
    end = 0
    for block in FENCED.finditer(text):
        before = text[end : block.start()]
        end = block.end()
        yield before
        named = NAMED_FILE.search(before.rstrip().rpartition("\n\n")[2])
        if block["kind"] in ("yaml", "csv") and named:
            Path(named[1]).write_text(block["text"], encoding="utf-8")
        if block["kind"] == "console":
            yield f"```console\n{screens_taken(block['text'], type_line)}```"
        else:
            yield block[0]
    yield text[end:]


def holds(path: Path, now: str) -> None:
    """The file has this text; or gets it, where the pages are taken anew."""
    if UPDATE:
        path.write_text(now, encoding="utf-8")
    else:
        assert path.read_text(encoding="utf-8") == now


@pytest.fixture
def friday(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever happens has happened on Friday evening."""
    clock = SimpleNamespace(**vars(time) | {"strftime": lambda *_: "Friday 21:40"})
    monkeypatch.setattr("gmtrack.view.fights.time", clock)


@each_page
@pytest.mark.usefixtures("friday")
def test_the_screens_of_a_page_are_what_the_program_shows(page: Path, type_line: Type) -> None:
    if page == README:
        for line in typed_first()[:-1]:
            screen_of(line, type_line)
    holds(page, "".join(played(page.read_text(encoding="utf-8"), type_line)))


@each_page
def test_no_screen_is_wider_than_80_columns(page: Path) -> None:
    blocks = blocks_of(page, "console")
    lines = [line for block in blocks for line in block.splitlines() if not line.startswith("$ ")]
    assert lines
    assert max(map(len, lines)) <= WIDTH


def test_the_readme_is_a_front_page() -> None:
    assert len(README.read_text(encoding="utf-8").splitlines()) <= 300


def test_the_readme_has_two_sh_blocks_of_one_line_each() -> None:
    assert [block.count("\n") for block in sh_blocks()] == [1, 1]


def test_ci_runs_the_second_command_of_the_readme() -> None:
    command = sh_blocks()[1].strip()
    run = ROOT / ".ci" / "run"
    lines = [line.removesuffix(" || failed=1") for line in run.read_text().splitlines()]
    assert command in lines
    assert os.access(run, os.X_OK)
    assert f"\n{command}\n" in (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


def test_the_first_command_of_the_readme_ends_with_its_first_screen() -> None:
    first_screen = blocks_of(README, "console")[0]
    shown = [line[2:] for line in first_screen.splitlines() if line.startswith("$ ")]
    assert shown == typed_first()[-1:]


def anchors_of(page: Path) -> set[str]:
    """What a link can name behind `#`: a page's headings, as GitHub writes them."""
    text = FENCED.sub("", page.read_text(encoding="utf-8"))
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", name.lower()).replace(" ", "-") for name in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_somewhere(page: Path) -> None:
    text = FENCED.sub("", page.read_text(encoding="utf-8"))
    for link in re.findall(r"\]\(\s*([^)\s]+)\)", text):
        if link.startswith("https://"):
            continue
        file, _, anchor = link.partition("#")
        target = page.parent / file if file else page
        assert target.exists(), link
        assert not anchor or anchor in anchors_of(target), link


def test_the_readme_links_the_pages_of_every_ruleset() -> None:
    text = README.read_text(encoding="utf-8")
    for guide in GUIDES:
        assert f"({guide.relative_to(ROOT)})" in text
        assert f"({guide.with_name('RULES.md').relative_to(ROOT)})" in text


def test_every_page_of_the_guide_is_a_topic_and_stands_in_the_list() -> None:
    package = GUIDE.parent
    files = {topic.file for topic in GUIDE_TOPICS.values()}
    assert {page.relative_to(package).as_posix() for page in TOPICS} <= files
    assert all((package / file).is_file() for file in files)
    text = GUIDE.read_text(encoding="utf-8")
    assert all(f"]({file})" in text for file in files - {GUIDE.name})


@pytest.mark.parametrize("page", TOPICS, ids=lambda page: page.stem)
def test_a_page_of_the_guide_can_be_read_in_a_minute_or_two(page: Path) -> None:
    """Reference and walk-throughs may be longer; screens, tables and files do not count."""
    text = FENCED.sub("", page.read_text(encoding="utf-8"))
    lines = [line for line in text.splitlines() if line and not line.startswith("|")]
    assert len(lines) <= 90


@pytest.mark.parametrize("module", sorted({row.module for row in COMMANDS.values()}))
def test_a_command_is_in_the_guide_and_has_help_with_an_example(
    module: str, type_line: Type
) -> None:
    table = (GUIDE.parent / "guide" / "commands.md").read_text(encoding="utf-8")

    def check(command: str) -> None:
        assert f"`{command}`" in table or f"`{command} " in table
        shown = screen_of(f"gmtrack {command} --help", type_line)
        assert re.search(rf"Example: gmtrack .*\b{command}\b", shown), shown

    check_rows(check, ((name,) for name, row in COMMANDS.items() if row.module == module))


@each_page
def test_the_encounters_and_the_house_rules_of_a_page_are_valid(
    page: Path, type_line: Type
) -> None:
    encounter = ""
    for text in blocks_of(page, "yaml"):
        if text.startswith("stock:"):
            continue  # no encounter: test_shipped_stock.py reads it
        encounter = text if text.startswith("gmtrack:") else encounter + text
        if "kind: system" in text:  # the file after it names it by the id of its title
            name = re.search(r"^title: (\w+)$", text, re.MULTILINE)
            assert name
            Path(f"{name[1].lower()}.yaml").write_text(text, encoding="utf-8")
        if "Two slips" not in text:
            Path("page.yaml").write_text(encounter, encoding="utf-8")
            assert type_line(["validate", "page.yaml"]).status == 0, text


DUEL = ("load @knife-fight", "roll-init --roll joe=5 --roll bob=2 --seed 1")
BEFORE_THE_LINES: dict[str, tuple[str, ...]] = {
    "ask-why": (*DUEL, "attack joe bob --seed 1"),
    "by-hand": DUEL,
    "counter": ("load @knife-fight", "add Lilith"),
    "dice": (*DUEL, "end"),
    "files": (),
    "import": (),
    "latecomer": ("load @ganger-ambush", "roll-init --seed 1"),
    "mistake": (*DUEL, "attack joe bob --seed 1"),
    "party": ("load @ganger-ambush",),
    "rest": ("load @ganger-ambush",),
    "stock": ("new Alley --ruleset sr3", "add Joe"),
    "story": (*DUEL, "attack joe bob --seed 1"),
}
"""What has been typed before the lines at the top of a page of the guide, by the page's name."""
GO_ON_FOREVER = {"phones", "second-screen"}
"""The pages whose lines serve or show something until Ctrl-C."""
LAIR = "gmtrack: 1\nname: Lair\nruleset: swan-song\ncombatants: {guard: {template: '@ganger'}}\n"


def lines_at_the_top(page: Path) -> list[str]:
    """The command lines of a page's text blocks."""
    blocks = "".join(blocks_of(page, "text"))
    return re.findall(r"^gmtrack (.+)$", blocks, re.MULTILINE)


@pytest.mark.parametrize("page", sorted(BEFORE_THE_LINES))
def test_the_lines_at_the_top_of_a_page_can_be_typed(page: str, type_line: Type) -> None:
    """In the order in which they stand there, in a folder that has the files that they name."""
    Path("lair.yaml").write_text(LAIR, encoding="utf-8")
    hero = ROOT / "tests" / "characters" / "files" / "samurai.chum5"
    Path("hero.chum5").write_bytes(hero.read_bytes())
    Path("knife-fight.yaml").write_bytes(Path("encounters", "knife-fight.yaml").read_bytes())
    for line in (*BEFORE_THE_LINES[page], *lines_at_the_top(GUIDE.parent / "guide" / f"{page}.md")):
        screen = type_line(shlex.split(line))
        assert screen.status == 0, (line, screen.err)


def test_every_page_with_lines_at_the_top_is_tried() -> None:
    pages = {page.stem for page in TOPICS if lines_at_the_top(page)}
    assert pages == BEFORE_THE_LINES.keys() | GO_ON_FOREVER


def test_every_option_on_a_page_of_the_guide_is_one_of_its_command(type_line: Type) -> None:
    """Of each line that stands in a sentence or a table; `amend` has those of the line it mends."""
    helps: dict[str, str] = {}
    lines = 0
    for page in TOPICS:
        prose = FENCED.sub("", page.read_text(encoding="utf-8"))
        for code in re.findall(r"`(?:gmtrack )?([a-z-]+ [^`\n]+)`", prose):
            command = code.split()[0]
            if command not in COMMANDS or command == "amend":
                continue
            if command not in helps:
                helps[command] = type_line([command, "--help"]).out
            for option in re.findall(r"(?<!\S)--[a-z-]+", code.partition('"')[0]):
                lines += 1
                assert option in helps[command], (page.name, code)
    assert lines >= 40


def test_the_lines_by_hand_in_a_guide_can_be_typed(type_line: Type) -> None:
    type_line(["load", "encounters/ganger-ambush.yaml"])
    [block] = blocks_of(ROOT / "gmtrack" / "rulesets" / "swan_song" / "GUIDE.md", "text")
    lines = re.findall(r"gmtrack (.+?)(?: {2,}|$)", block, re.MULTILINE)
    assert lines
    for line in lines:
        assert type_line(shlex.split(line)).status == 0, line
