"""Finding and loading rulesets: packages below this one; system pages, which game masters write;
and guests, which other distributions announce under the entry-point group `gmtrack.rulesets`.

Nothing is loaded before it is asked for. Whatever is wrong with a guest stays a problem of that
ruleset alone."""

import sys
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple, cast

from gmtrack import rulesets
from gmtrack.core.encounter import Encounter
from gmtrack.core.names import listed, propose_near_word
from gmtrack.errors import GmtrackError, Refusal
from gmtrack.rulesets.port import (
    AutoPlayer,
    ExtraOption,
    Meta,
    RuleRow,
    Ruleset,
)

GROUP = "gmtrack.rulesets"
GUIDE = "GUIDE.md"
EXAMPLE = "example.yaml"
STOCK = "stock"
PHRASES = "phrases.txt"
PAGES = "gmtrack.store.systems.keeping"
"""The module that keeps system pages. It is named here and not imported, because rulesets know
nothing of files."""
PORT = [
    *Ruleset.__annotations__,
    *(name for name in vars(Ruleset) if not name.startswith("_")),
]
"""The names that `ruleset` of a package must have."""


class Broken(NamedTuple):
    """A ruleset of another distribution that cannot be used, and why."""

    id: str
    message: str


def load(ruleset_id: str) -> Ruleset:
    """Import a ruleset and return it. The path of a system page in place of an id means that
    page, which is kept from now on. Raises Refusal (`unknown`) if no ruleset has this id, or if
    the one of another distribution cannot be used, and BadFile for a page with faults."""
    if is_page_path(ruleset_id):
        ruleset_id = import_module(PAGES).keep_page(Path(ruleset_id)).id
    own = _own_package(ruleset_id)
    if own:
        return _rules(own)
    if of_page := _load_page(ruleset_id):
        return of_page
    announced = _announced()
    if ruleset_id not in announced:
        known = known_ids()
        raise Refusal(
            "unknown",
            f"no ruleset '{ruleset_id}'{propose_near_word(ruleset_id, known)}",
        )
    return _guest(ruleset_id, announced[ruleset_id])


def is_page_path(word: str) -> bool:
    """Whether a word that names a ruleset is the path of a system page, and no id."""
    return word.endswith((".yaml", ".yml")) or "/" in word or "\\" in word


def take_page_news() -> list[str]:
    """Return what has changed with system pages, each news once. Loads nothing."""
    keeping = sys.modules.get(PAGES)
    return keeping.take_news() if keeping is not None else []


_OF_PAGES: dict[str, tuple[str, Ruleset]] = {}
"""The rulesets of pages that are loaded, by id, each with the digest of its page."""


def _load_page(ruleset_id: str) -> Ruleset | None:
    """Return the ruleset of a system page; None if there is no page with this id. Raises BadFile
    for a page with faults."""
    found = import_module(PAGES).find_page(ruleset_id)
    if found is None:
        return None
    digest, ruleset = _OF_PAGES.get(ruleset_id, ("", None))
    if ruleset is None or digest != found.digest:
        from gmtrack.rulesets.system_page.package import make_ruleset

        ruleset = cast(Ruleset, make_ruleset(found))
        _OF_PAGES[ruleset_id] = found.digest, ruleset
    return ruleset


def page_ids() -> list[str]:
    """Return the ids of all system pages, sorted: those that come with gmtrack, and the game
    master's own."""
    found: list[str] = import_module(PAGES).page_ids()
    return found


def attach_rules(encounter: Encounter) -> None:
    """Let an encounter know what only its ruleset knows: who is dead, and the conditions of a
    system page. An unknown ruleset is left alone: others report it."""
    encounter.find_dead = find_dead
    if _own_package(encounter.ruleset):
        return
    with suppress(GmtrackError):
        if of_page := _load_page(encounter.ruleset):
            encounter.note_book_effects(cast(Any, of_page).conditions)


def find_dead(encounter: Encounter, people: Collection[str]) -> set[str]:
    """Return who of these combatants is dead by the encounter's ruleset. Raises Refusal
    (`unknown`) as `load` does."""
    from gmtrack.core.draft import Draft

    ruleset, draft = load(encounter.ruleset), Draft(encounter)
    return {who for who in people if ruleset.standing_of(draft, who).dead}


def load_auto_player(ruleset_id: str, played: str | AutoPlayer) -> AutoPlayer:
    """Import and return the module of a ruleset's `PLAYED`, or return that itself if it is an
    object. In the module of another distribution old names stand in for new ones, with a
    DeprecationWarning."""
    if not isinstance(played, str):
        return played
    module_name, module = played, import_module(played)
    if not module_name.startswith(f"{rulesets.__name__}."):
        from gmtrack.rulesets.old_names import accept_old_names_of_played

        accept_old_names_of_played(ruleset_id, module)
    return cast(AutoPlayer, module)


def is_shipped(ruleset_id: str) -> bool:
    """Whether a package that comes with gmtrack has this id."""
    return _own_package(ruleset_id) is not None


def metas() -> Iterator[Meta]:
    """Yield the `Meta` of every ruleset that comes with gmtrack; imports no rules."""
    # pkgutil would find them too, but every command would have to import it.
    for folder in rulesets.__path__:
        for module in sorted(Path(folder).glob("*/meta.py")):
            yield import_module(
                f"{rulesets.__name__}.{module.parent.name}.meta"
            ).META


def guest_metas() -> Iterator[Meta]:
    """Yield the `Meta` of each ruleset of other distributions; leaves out those that cannot be
    read."""
    for ruleset_id, package in _announced().items():
        meta = None
        with suppress(Exception), _at_own_risk():
            meta = _guest_meta(ruleset_id, package)
        if meta:
            yield meta


def installed() -> Iterator[Meta | Broken]:
    """Yield every ruleset: its `Meta`, or `Broken` for one of another distribution that cannot
    be used. Loads those of other distributions to know that."""
    yield from metas()
    for ruleset_id in page_ids():
        try:
            of_page = _load_page(ruleset_id)
        except GmtrackError as error:
            yield Broken(ruleset_id, error.message)
        else:
            if of_page is not None:
                yield of_page.META
    for ruleset_id, package in _announced().items():
        try:
            yield _guest(ruleset_id, package).META
        except Refusal as refusal:
            yield Broken(ruleset_id, refusal.message)


def known_ids() -> list[str]:
    """Return the ids of all rulesets, sorted, those of other distributions included."""
    own = [meta.id for meta in metas()]
    return sorted({*own, *page_ids(), *_announced()})


def rulebook(ruleset_id: str) -> tuple[RuleRow, ...]:
    """Return the rows of a ruleset's RULES.md in order; empty if it has none or cannot be read."""
    from gmtrack.rulesets.kit.rulebook import read_rulebook as rows

    if own := _own_package(ruleset_id):
        return rows(own)
    with suppress(GmtrackError):
        if of_page := _load_page(ruleset_id):
            return cast(Any, of_page).rows  # type: ignore[no-any-return]
    if package := _announced().get(ruleset_id):
        with suppress(Exception), _at_own_risk():
            return rows(package)
    return ()


def page(ruleset_id: str, name: str) -> str | None:
    """Return the text of a file in a ruleset's package, such as its guide; None if there is no
    such ruleset or file."""
    from importlib.resources import files

    if not _own_package(ruleset_id):
        with suppress(GmtrackError):
            if of_page := _load_page(ruleset_id):
                made = {GUIDE: "guide", EXAMPLE: "example"}.get(name)
                return getattr(of_page, made) if made else None
    package = _package(ruleset_id)
    file = files(package) / name if package else None
    return file.read_text(encoding="utf-8") if file and file.is_file() else None


def program_page(name: str) -> str:
    """Return the text of a page of the program's own, such as its guide. Raises
    FileNotFoundError for another name."""
    from importlib.resources import files

    return (files("gmtrack") / name).read_text(encoding="utf-8")


def stock_pages(ruleset_id: str) -> dict[str, str]:
    """Return the texts of a ruleset's stock files by their paths; empty if it has none or cannot
    be read."""
    if own := _own_package(ruleset_id):
        return _pages_in(own, STOCK)
    if package := _announced().get(ruleset_id):
        with suppress(Exception), _at_own_risk():
            return _pages_in(package, STOCK)
    return {}


def sources(ruleset_id: str) -> dict[str, bytes]:
    """Return the files of a ruleset's package that name rows of its rules, by their paths in it:
    modules and `phrases.txt`. Empty for an unknown ruleset."""
    package = _package(ruleset_id)
    spec = find_spec(package) if package else None
    folders = map(Path, (spec and spec.submodule_search_locations) or ())
    return {
        file.relative_to(folder).as_posix(): file.read_bytes()
        for folder in folders
        for pattern in ("*.py", PHRASES)
        for file in sorted(folder.rglob(pattern))
    }


def _pages_in(package: str, folder: str) -> dict[str, str]:
    """Return the texts of the YAML files in a folder of a package, by their paths; empty if
    there is no such folder."""
    from importlib.resources import files

    found = files(package) / folder
    pages = (
        sorted(found.iterdir(), key=lambda page: page.name)
        if found.is_dir()
        else []
    )
    return {
        str(page): page.read_text("utf-8")
        for page in pages
        if page.name.endswith(".yaml")
    }


def _package(ruleset_id: str) -> str | None:
    """Return the package of a ruleset, its own or a guest's; None for an unknown id."""
    return _own_package(ruleset_id) or _announced().get(ruleset_id)


def _own_package(ruleset_id: str) -> str | None:
    """Return the package of a ruleset that comes with gmtrack; None for any other id."""
    name = ruleset_id.replace("-", "_")
    package = f"{rulesets.__name__}.{name}"
    found = find_spec(package) if name.isidentifier() else None
    there = (
        found
        and found.submodule_search_locations
        and find_spec(f"{package}.meta")
    )
    return package if there else None


def _guest(ruleset_id: str, package: str) -> Ruleset:
    """Load a ruleset of another distribution. Raises Refusal `unknown` for whatever goes wrong
    in it."""
    # Whatever a foreign module may raise is a fault of this ruleset alone.
    try:
        with _at_own_risk():
            return _guest_rules(ruleset_id, package)
    except Exception as error:
        message = f"ruleset '{ruleset_id}' cannot be used: {_why(error)}"
        raise Refusal("unknown", message) from error


def _guest_rules(ruleset_id: str, package: str) -> Ruleset:
    """Load a guest's rules and let old names stand in for new ones. Raises TypeError if it lacks
    names of the port, ValueError if its two METAs differ."""
    meta = _guest_meta(ruleset_id, package)
    rules = _rules(package)
    from gmtrack.rulesets.old_names import accept_old_names

    accept_old_names(ruleset_id, rules)
    missing = [name for name in PORT if not hasattr(rules, name)]
    if missing:
        raise TypeError(f"{package}.ruleset has no {listed(missing)}")
    if meta != rules.META:
        raise ValueError(
            f"{package}.ruleset has another META than {package}.meta"
        )
    return rules


def _rules(package: str) -> Ruleset:
    """Return the object `ruleset` of a package (`kit.package.Package`), or its module of that
    name."""
    found = getattr(import_module(package), "ruleset", None)
    return cast(Ruleset, found or import_module(f"{package}.ruleset"))


class _Quit(Exception):
    """A foreign module's attempt to end the process."""


@contextmanager
def _at_own_risk() -> Iterator[None]:
    """Turn what a foreign module raises to end the process into an Exception. Only a Ctrl-C that
    was really pressed stays what it is."""
    import signal
    import threading

    pressed = []
    usual = signal.getsignal(signal.SIGINT)

    def press(number: int, frame: FrameType | None) -> None:
        pressed.append(number)
        if callable(usual):
            usual(number, frame)

    # In other threads nothing is ever pressed.
    listens = (
        callable(usual)
        and threading.current_thread() is threading.main_thread()
    )
    if listens:
        signal.signal(signal.SIGINT, press)
    try:
        yield
    except Exception:
        raise
    except BaseException as error:
        if pressed:
            raise
        raise _Quit(_why(error)) from error
    finally:
        if listens:
            signal.signal(signal.SIGINT, usual)


def _why(error: BaseException) -> str:
    """Return what was raised, on one line; a foreign error may even fail to say what it is."""
    if isinstance(error, _Quit):
        return str(error)
    text = ""
    with suppress(Exception):
        text = " ".join(str(error).split())
    return ": ".join(filter(None, (type(error).__name__, text)))


def _guest_meta(ruleset_id: str, package: str) -> Meta:
    """Import a guest's `META` and return it. Raises TypeError if it is none, ValueError if its
    id is not the announced one."""
    meta = import_module(f"{package}.meta").META
    if not isinstance(meta, Meta) or not all(
        isinstance(o, ExtraOption) for o in meta.options
    ):
        raise TypeError(f"{package}.meta.META is no Meta with ExtraOptions")
    if meta.id != ruleset_id:
        raise ValueError(f"{package}.meta.META has the id '{meta.id}'")
    return meta


def _announced() -> dict[str, str]:
    """Return the packages of rulesets that do not come with gmtrack, by id; of two with the same
    id the first that Python finds."""
    # Slow to import, and rarely needed.
    from importlib.metadata import entry_points

    found: dict[str, str] = {}
    for point in entry_points(group=GROUP):
        if not _own_package(point.name):
            found.setdefault(point.name, point.value)
    return dict(sorted(found.items()))
