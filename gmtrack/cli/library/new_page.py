"""`new system NAME --like PAGE`: a system page to begin from."""

import re

from gmtrack.cli import output
from gmtrack.cli.options import CommandLine
from gmtrack.core.names import propose_near_word
from gmtrack.errors import Refusal

SYSTEM = "system"
"""The word behind `new` for a page."""
TITLE = re.compile(r"^title: .*$", re.MULTILINE)


def write_new_page(line: CommandLine, name: str, like: str) -> None:
    """Write NAME.yaml in the current folder, a copy of the page with the id `like` under the
    title `name`, and say what comes next. Raises Refusal (`unknown`) for a page that is not
    there, (`exists`) for a file that is there already, unless `--force`."""
    from gmtrack.store.atomic_files import replace_file
    from gmtrack.store.editors import page_with_schema_line
    from gmtrack.store.systems.keeping import (
        file_of_new_page,
        page_ids,
        text_of_page,
    )

    text = text_of_page(like)
    if text is None:
        near = propose_near_word(like, page_ids())
        raise Refusal("unknown", f"no system page '{like}'{near}")
    path = file_of_new_page(name)
    if path.exists() and not line.options().force:
        raise Refusal(
            "exists", f"{path} is there already; --force overwrites it"
        )
    titled = TITLE.sub(lambda _: f"title: {_quote(name)}", text, count=1)
    replace_file(path, page_with_schema_line(titled).encode())
    if line.json:
        output.answer(line, {"command": "new", "file": str(path), "like": like})
        return
    output.say(
        f"{path} is a page like {like}; change what your game does otherwise",
        f"next: `{line.typed(f'check {path}')}` judges it and shows an attack, "
        f"`{line.typed(f'new FIGHT --ruleset {path}')}` plays it, "
        f"`{line.typed('guide systems')}` says what can stand there",
        fold=True,
    )


def _quote(name: str) -> str:
    """Return a name as YAML reads it as a text."""
    return "'" + name.replace("'", "''") + "'"
