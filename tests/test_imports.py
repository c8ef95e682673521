"""Who may import whom: the rooms of the house, read from the source."""

import ast
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).parents[1] / "gmtrack"
MODULES = sorted(PACKAGE.rglob("*.py"))
RULESET_FOLDERS = {path.parent.name for path in PACKAGE.glob("rulesets/*/meta.py")}
RULESET_IDS = RULESET_FOLDERS | {name.replace("_", "-") for name in RULESET_FOLDERS}

SHARED_BY_RULESETS = {"errors", "core", "dice", "rulesets.port", "rulesets.kit"}
MAY_IMPORT = {
    "errors": set(),
    "system": {"system"},
    "core": {"errors", "core"},
    "dice": {"errors", "core", "dice"},
    "rulesets": {"errors", "core", "dice", "rulesets"},
    "odds": {"errors", "core", "dice", "rulesets.port", "odds"},
    "store": {
        "errors",
        "system",
        "core",
        "rulesets.port",
        "rulesets.registry",
        "rulesets.system_page",
        "store",
    },
    "view": {"errors", "system", "core", "view"},
    "simulation": {
        "errors",
        "core",
        "dice",
        "rulesets.port",
        "rulesets.registry",
        "rulesets.auto_player",
        "odds",
        "simulation",
    },
    "characters": {"errors", "core", "characters"},
    "app": {
        "errors",
        "system",
        "core",
        "dice",
        "rulesets.port",
        "rulesets.registry",
        "odds",
        "simulation",
        "characters",
        "store",
        "app",
    },
    "serve": {"errors", "core", "app", "store", "serve"},
    "cli": {
        "serve",
        "errors",
        "system",
        "core",
        "rulesets.port",
        "rulesets.registry",
        "store",
        "view",
        "app",
        "completion",
        "cli",
    },
    "completion": {
        "errors",
        "system",
        "core",
        "rulesets.port",
        "store",
        "view",
        "completion",
    },
    "play": {
        "fight",
        "errors",
        "system",
        "core",
        "dice",
        "rulesets.port",
        "odds",
        "completion",
        "app",
        "cli",
        "store",
        "view",
        "play",
    },
    "__main__": {"cli"},
    "fight": {"errors", "core", "rulesets.registry", "store", "app", "cli"},
    "version": set(),
    "__init__": {"fight", "version"},
}
"""Room to the parts of gmtrack that it may import. A part stands for all below it, except
`rulesets`, which stands for the modules beside the rulesets."""

ROOMS = (
    "tables", "rulings", "sheet", "dice", "wounds", "turn", "attack", "magic", "actions", "gm",
    "screens",
)  # fmt: skip
"""The rooms of a ruleset: each may import those before it, and itself."""
NOT_EACH_OTHER = {"actions", "gm"}
CROWDED = 26
"""Modules in one folder, at most."""

HOME_OF = {
    "yaml": {"store"},
    "pydantic": {"store"},
    "pydantic_core": {"store"},
    "rich": {"view"},
    "typer": {"cli", "play"},
    "click": {"cli"},
    "prompt_toolkit": {"play"},
    "distributed": {"simulation"},
    "matplotlib": {"view"},
    "segno": {"view"},
    "defusedxml": {"characters"},
    "starlette": {"serve"},
    "uvicorn": {"serve"},
    "portalocker": {"system"},
    "platformdirs": {"system"},
}
"""Library to the rooms that may import it; no other library may be imported at all."""
STANDARD = {*sys.stdlib_module_names, "_sha256", "_sha2"}
"""Python's own modules, also those that only some versions have."""


def room_of(path: Path) -> str:
    """`core` for gmtrack/core/draft.py, `rulesets.NAME` for what lies in a ruleset's folder."""
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    if parts[0] == "rulesets" and parts[1] in RULESET_FOLDERS:
        return f"rulesets.{parts[1]}"
    return parts[0]


def allowed_in(room: str) -> set[str]:
    if room in MAY_IMPORT:
        return MAY_IMPORT[room]
    return SHARED_BY_RULESETS | {room}


def dotted_name(path: Path) -> str:
    parts = ("gmtrack", *path.relative_to(PACKAGE).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def is_module(name: str) -> bool:
    file = PACKAGE.parent.joinpath(*name.split("."))
    return file.is_dir() or file.with_suffix(".py").is_file()


@cache
def imports_of(path: Path) -> list[tuple[int, str]]:
    """Line and full dotted name of every module that is imported, at the top or in a function."""
    found = []
    for node in statements(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found += [(node.lineno, alias.name) for alias in node.names]
        if isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path}:{node.lineno}: write the import from gmtrack on"
            for alias in node.names:
                deeper = f"{node.module}.{alias.name}"
                found.append((node.lineno, deeper if is_module(deeper) else str(node.module)))
    return found


def statements(node: ast.AST) -> Iterator[ast.AST]:
    """All that are in it, but not what they are made of: that is ten times as much."""
    for inner in ast.iter_child_nodes(node):
        if isinstance(inner, ast.stmt | ast.excepthandler | ast.match_case):
            yield inner
            yield from statements(inner)


def part_of(name: str) -> str:
    """`core` for gmtrack.core.draft, `rulesets.port` for gmtrack.rulesets.port, "" for gmtrack."""
    parts = name.split(".")[1:]
    return ".".join(parts[:2] if parts[:1] == ["rulesets"] else parts[:1])


def own_imports(path: Path) -> Iterator[tuple[int, str]]:
    return ((line, name) for line, name in imports_of(path) if name.split(".")[0] == "gmtrack")


def may_import(room: str, part: str) -> bool:
    if part == "version":
        return True
    head, _, rest = part.partition(".")
    if head == "rulesets" and rest not in RULESET_FOLDERS and "rulesets" in allowed_in(room):
        return True
    return part in allowed_in(room) and part != "rulesets"


def test_a_room_imports_only_the_rooms_below_it() -> None:
    breaches = [
        f"{path}:{line}: {name}"
        for path in MODULES
        for line, name in own_imports(path)
        if not may_import(room_of(path), part_of(name))
    ]
    assert not breaches


def inner_room(name: str) -> str | None:
    """`attack` for gmtrack.rulesets.NAME.attack.plan, `dice` for gmtrack.rulesets.NAME.dice; None
    for what lies in no room, as `meta` does."""
    parts = name.split(".")
    inside = parts[1:2] == ["rulesets"] and len(parts) > 3 and parts[2] in RULESET_FOLDERS
    return parts[3] if inside and (len(parts) > 4 or parts[3] in ROOMS) else None


def test_a_room_of_a_ruleset_imports_only_the_rooms_before_it() -> None:
    breaches = [
        f"{path}:{line}: {name}"
        for path in MODULES
        for line, name in own_imports(path)
        if not runs_back(inner_room(dotted_name(path)), inner_room(name))
    ]
    assert not breaches


def runs_back(room: str | None, other: str | None) -> bool:
    """Whether an import from one room of a ruleset into another goes the one way."""
    if room is None or other is None or room == other:
        return True
    if {room, other} == NOT_EACH_OTHER:
        return False
    return ROOMS.index(other) < ROOMS.index(room)


def test_no_files_import_each_other_in_a_circle() -> None:
    arrows = {
        dotted_name(path): {name for _, name in own_imports(path)} - {dotted_name(path)}
        for path in MODULES
    }
    assert not circles(arrows)


def circles(arrows: dict[str, set[str]]) -> list[str]:
    """What is left when those that import nothing that is left are taken away, and those that
    nothing imports."""
    left = {name: {other for other in others if other in arrows} for name, others in arrows.items()}
    while True:
        imported = set().union(*left.values()) if left else set()
        kept = {name: others for name, others in left.items() if others and name in imported}
        kept = {name: others & kept.keys() for name, others in kept.items()}
        if kept == left:
            return sorted(left)
        left = kept


def test_no_folder_is_crowded() -> None:
    folders = Counter(path.parent for path in MODULES)
    assert not {folder: count for folder, count in folders.items() if count > CROWDED}


def test_a_library_is_imported_only_where_it_belongs() -> None:
    breaches = [
        f"{path}:{line}: {name}"
        for path in MODULES
        for line, name in imports_of(path)
        if (top := name.split(".")[0]) != "gmtrack"
        and top not in STANDARD
        and room_of(path) not in HOME_OF.get(top, ())
    ]
    assert not breaches


def test_nothing_outside_a_ruleset_names_a_ruleset() -> None:
    breaches = [
        f"{path}:{line}: {word}"
        for path in MODULES
        if any(name in (text := path.read_text("utf-8")) for name in foreign_ids(room_of(path)))
        for line, word in words_of(ast.parse(text))
        if word in foreign_ids(room_of(path))
    ]
    assert not breaches


def foreign_ids(room: str) -> set[str]:
    own = room.removeprefix("rulesets.")
    return RULESET_IDS - {own, own.replace("_", "-")}


def words_of(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Identifiers and the words of all texts; docstrings and command lines to type are left out."""
    docstrings = {id(text) for node in ast.walk(tree) for text in docstring_nodes(node)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            yield node.lineno, node.id
        if isinstance(node, ast.Attribute):
            yield node.lineno, node.attr
        if (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and id(node) not in docstrings
            and not node.value.startswith("gmtrack ")
        ):
            yield from ((node.lineno, word.strip("'\"`,;:.()")) for word in node.value.split())


def docstring_nodes(node: ast.AST) -> Iterator[ast.Constant]:
    if not isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
        return
    first = node.body[0] if node.body else None
    if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
        yield first.value


def test_there_is_a_ruleset_to_look_at() -> None:
    assert RULESET_FOLDERS
