"""`examples`: the ready-made encounters, which come with gmtrack."""

from typing import TYPE_CHECKING

import typer

from gmtrack import system
from gmtrack.cli import output
from gmtrack.cli.options import JSON, arg, line_of
from gmtrack.cli.tree import Commands
from gmtrack.core.encounter import Data

if TYPE_CHECKING:
    from gmtrack.store.ready_made import ReadyMade

COMMANDS = Commands()


@COMMANDS.add("examples", (JSON,))
def examples(
    ctx: typer.Context,
    word: str | None = arg(
        "[@NAME]", "What there is to try in one; else a list."
    ),
) -> None:
    """Run `examples`: list the ready-made encounters, or say what to try in one."""
    from gmtrack.store import ready_made

    line = line_of(ctx)
    if word is None:
        docs = [
            _document(ready_made.read_ready_made(word))
            for word in ready_made.ready_made_words()
        ]
        if line.json:
            output.answer(line, {"examples": docs})
        else:
            from gmtrack.view.library import render_examples

            output.show(render_examples, docs, program=line.program)
        return
    found = ready_made.read_ready_made(ready_made.complete_word(word))
    if line.json:
        output.answer(line, _document(found) | {"comment": found.comment})
    else:
        from gmtrack.view.library import render_comment

        output.show(render_comment, found.comment, long=True)


def _document(one: "ReadyMade") -> Data:
    """Return a ready-made encounter as JSON: `word`, `name`, `ruleset`, `shows` and `open`, the
    command that opens it."""
    return {
        "word": one.word,
        "name": one.name,
        "ruleset": one.ruleset,
        "shows": one.shows,
        "open": f"gmtrack load {system.quote(one.word)}",
    }
