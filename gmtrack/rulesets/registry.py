"""Finding rulesets: packages below this one, and those that other distributions announce under
the entry-point group `gmtrack.rulesets`. Nothing is loaded before it is asked for.
"""

from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import cast

from gmtrack import rulesets
from gmtrack.core.names import suggestion
from gmtrack.errors import Refusal
from gmtrack.rulesets.port import Meta, Ruleset

GROUP = "gmtrack.rulesets"


def load(ruleset_id: str) -> Ruleset:
    """The rules of a ruleset. Raises Refusal (`unknown`) with the ids that there are."""
    return cast(Ruleset, import_module(f"{_package(ruleset_id)}.ruleset"))


def metas() -> Iterator[Meta]:
    """The light description of every ruleset that comes with gmtrack; imports no rules."""
    # pkgutil would find them too, but every command would have to import it.
    for folder in rulesets.__path__:
        for module in sorted(Path(folder).glob("*/meta.py")):
            yield import_module(f"{rulesets.__name__}.{module.parent.name}.meta").META


def known_ids() -> list[str]:
    """The ids of all rulesets, those of other distributions included."""
    return sorted({meta.id for meta in metas()} | set(_announced()))


def _package(ruleset_id: str) -> str:
    name = ruleset_id.replace("-", "_")
    own = f"{rulesets.__name__}.{name}"
    found = find_spec(own) if name.isidentifier() else None
    if found and found.submodule_search_locations and find_spec(f"{own}.ruleset"):
        return own
    announced = _announced()
    if ruleset_id not in announced:
        known = known_ids()
        raise Refusal("unknown", f"no ruleset '{ruleset_id}'{suggestion(ruleset_id, known)}")
    return announced[ruleset_id]


def _announced() -> dict[str, str]:
    # Slow to import, and only needed for rulesets that do not come with gmtrack.
    from importlib.metadata import entry_points

    return {point.name: point.value for point in entry_points(group=GROUP)}
