"""Names of the stock in `PATH=VALUE`, as they are typed."""

import re
from typing import Any

from gmtrack.core import MARK
from gmtrack.core.draft import Path
from gmtrack.errors import Refusal
from gmtrack.rulesets.port import Ruleset
from gmtrack.store.stock.reading import ARMOR, WEAPONS, names_stock

FIELDS = (WEAPONS, ARMOR)
"""Fields of a sheet that hold things of the stock."""
_WORDS = re.compile(rf"\"(?:[^\"\\]|\\.)*\"|'(?:[^']|'')*'|(?<![^\s\[{{,:])({MARK}[\w-]+)")
_SEVERAL = re.compile(rf"\s*{MARK}[\w-]+(\s*,\s*{MARK}[\w-]+)+\s*")


def quoted(raw: str) -> str:
    """A typed value with the names of the stock in quotes: YAML takes no bare `@`. Several alone
    are a list."""

    def put(found: re.Match[str]) -> str:
        before = found.string[: found.start()].rstrip()[-1:]
        bare = found[1] and (not before or before in "[{,:")
        return f"'{found[0]}'" if bare else found[0]

    return _WORDS.sub(put, f"[{raw}]" if _SEVERAL.fullmatch(raw) else raw)


def resolved(ruleset: Ruleset, path: Path, value: Any) -> Any:
    """The value of a field of a sheet with the things of the stock in the place of their names,
    which may be beginnings. Raises Refusal, and BadFile for what is wrong in the stock."""

    def thing(kind: str, one: Any) -> Any:
        if not names_stock(one):
            return one
        from gmtrack.store.stock.check import taken

        return taken(ruleset, kind, one)[1]

    if path == ("template",) and names_stock(value):
        message = f"`add NAME --template {value}` takes somebody from the stock"
        raise Refusal(ruleset.WORDS.no_value, f"template cannot be set to {value}: {message}")
    if path == (ARMOR,):
        worn = [value] if names_stock(value) else value
        return [thing(ARMOR, one) for one in worn] if isinstance(worn, list) else worn
    if path == (WEAPONS,) and isinstance(value, dict):
        return {key: thing(WEAPONS, one) for key, one in value.items()}
    return thing(WEAPONS, value) if path[:1] == (WEAPONS,) and len(path) == 2 else value
