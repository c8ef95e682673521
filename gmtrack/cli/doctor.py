"""`doctor`: the state of this installation, for a bug report; it tells nothing of what is
played."""

import os
import platform
import sys
import webbrowser
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import typer

from gmtrack.cli import output
from gmtrack.cli.options import JSON, line_of
from gmtrack.cli.tree import Commands
from gmtrack.core.encounter import Data
from gmtrack.errors import GmtrackError
from gmtrack.version import __version__
from gmtrack.view.console import Output

COMMANDS = Commands()
NEEDED = ("typer", "rich", "pydantic", "PyYAML", "defusedxml", "prompt_toolkit")
EXTRAS = {
    "web": ("starlette", "uvicorn", "segno"),
    "plot": ("matplotlib",),
    "cluster": ("distributed",),
}
VARIABLES = (
    "GMTRACK_HOME", "GMTRACK_FILE", "XDG_STATE_HOME", "XDG_DATA_HOME", "TERM", "COLUMNS", "LANG",
    "LC_ALL", "NO_COLOR", "PAGER",
)  # fmt: skip
"""Environment variables that gmtrack or its libraries for the terminal read."""


@COMMANDS.add("doctor", (JSON,))
def doctor(ctx: typer.Context) -> None:
    """Run `doctor`: show what is installed, and where things are kept."""
    line = line_of(ctx)
    doc: Data = {"command": "doctor", "version": __version__, **gather_facts()}
    if line.json:
        output.answer(line, doc)
    else:
        from gmtrack.view.tables import render_table

        output.screen(
            lambda width: render_table(("", ""), list(_rows(doc)), width)
        )


def gather_facts() -> Data:
    """Return the document of `doctor`: program, libraries, folders, fights, terminal,
    environment."""
    from gmtrack.rulesets import registry
    from gmtrack.rulesets.port import Meta

    installed = list(registry.installed())
    return {
        "python": platform.python_version(),
        "system": platform.platform(),
        "program": str(Path(__file__).parents[1]),
        "libraries": _installed_versions(NEEDED),
        "extras": {
            extra: _installed_versions(names) for extra, names in EXTRAS.items()
        },
        "rulesets": [one.id for one in installed if isinstance(one, Meta)],
        "broken": [
            one._asdict() for one in installed if not isinstance(one, Meta)
        ],
        "folders": _facts_of_folders(),
        "fights": _facts_of_fights(),
        "browser": _browser_name(),
        "terminal": _facts_of_terminal(),
        "environment": {
            name: os.environ[name] for name in VARIABLES if name in os.environ
        },
    }


def _installed_versions(names: tuple[str, ...]) -> dict[str, str | None]:
    """Return the version of each distribution, None for those that are not installed."""
    return {name: _installed_version(name) for name in names}


def _installed_version(name: str) -> str | None:
    """Return the version of an installed distribution, or None if it is not installed."""
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def _facts_of_folders() -> Data:
    """Return where state and data are kept and whether they can be written; or the error if
    there is no folder."""
    from gmtrack.store import state_folder

    try:
        state = state_folder.home_folder()
    except GmtrackError as error:
        return {"fault": error.message}
    return {
        "state": _folder_facts(state),
        "data": _folder_facts(state_folder.data_folder()),
    }


def _folder_facts(path: str) -> Data:
    """Return the facts of a folder: `path`, `there` (it exists) and `writable` (it can be
    written, or made if it does not exist)."""
    there = Path(path)
    while not there.exists() and there != there.parent:
        there = there.parent
    return {
        "path": path,
        "there": Path(path).is_dir(),
        "writable": os.access(there, os.W_OK),
    }


def _facts_of_fights() -> Data:
    """Return how many fights are kept and whether one is open, but nothing else of any fight."""
    from gmtrack.store import state_folder
    from gmtrack.store.session import open_session

    try:
        kept, fault = len(state_folder.kept_names()), None
        is_open = bool(state_folder.active_name())
        if is_open:
            with open_session(None, write=False):
                pass
    except GmtrackError as error:
        kept, is_open, fault = 0, False, error.kind
    return {"kept": kept, "open": is_open} | ({"fault": fault} if fault else {})


def _browser_name() -> str | None:
    """Return the name of the system's browser, or None."""
    try:
        browser = webbrowser.get()
    except webbrowser.Error:
        return None
    return str(getattr(browser, "name", "") or type(browser).__name__)


def _facts_of_terminal() -> Data:
    """Return whether `input` and `output` are a terminal, and the output's `colours`, `columns`,
    `lines` and `encoding`."""
    shown = Output(sys.stdout)
    return {
        "input": sys.stdin.isatty(),
        "output": sys.stdout.isatty(),
        "colours": shown.terminal,
        "columns": shown.width,
        "lines": shown.height,
        "encoding": sys.stdout.encoding,
    }


def _rows(doc: Data) -> Iterator[tuple[str, str]]:
    """Yield the rows of the screen: a label and its text."""
    yield (
        "gmtrack",
        f"{doc['version']}, Python {doc['python']}, {doc['system']}",
    )
    yield "program", doc["program"]
    yield "libraries", _list_versions(doc["libraries"])
    for extra, names in doc["extras"].items():
        missing = [name for name, one in names.items() if one is None]
        command = f"no {', '.join(missing)}: pip install 'gmtrack[{extra}]'"
        yield f"extra {extra}", command if missing else _list_versions(names)
    yield "rulesets", ", ".join(doc["rulesets"])
    for one in doc["broken"]:
        yield "broken", ", ".join(str(part) for part in one.values())
    for name, folder in doc["folders"].items():
        yield (
            f"{name} folder",
            folder if isinstance(folder, str) else _describe_folder(folder),
        )
    fights = doc["fights"]
    is_open = fights.get("fault") or (
        "one is open" if fights["open"] else "none is open"
    )
    yield "fights", f"{fights['kept']} kept, {is_open}"
    yield "browser", doc["browser"] or "none"
    seen = doc["terminal"]
    how = "a terminal" if seen["output"] else "no terminal"
    size = (
        f"{seen['columns']} columns, {seen['lines'] or 'any number of'} lines"
    )
    yield (
        "output",
        f"{how}, {size}, {'' if seen['colours'] else 'no '}colours, {seen['encoding']}",
    )
    yield "input", "a terminal" if seen["input"] else "no terminal"
    for name, value in doc["environment"].items():
        yield name, value


def _list_versions(versions: dict[str, str | None]) -> str:
    """Return names with their versions in one line."""
    return ", ".join(
        f"{name} {one or 'missing'}" for name, one in versions.items()
    )


def _describe_folder(folder: Data) -> str:
    """Return a folder's path, with what is wrong with it."""
    state = "" if folder["there"] else ", not there yet"
    return f"{folder['path']}{state}{'' if folder['writable'] else ', cannot be written'}"
