"""`stock`: ready combatants, weapons and armor, and where one's own are kept."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

import typer

from gmtrack.cli import output
from gmtrack.cli.options import JSON, CommandLine, arg, line_of, opt
from gmtrack.cli.tree import Commands
from gmtrack.core.encounter import Data
from gmtrack.core.names import ask_if_meant, nearest_words, squash
from gmtrack.errors import Fault, GmtrackError, Refusal
from gmtrack.view.text import shown, wrap

if TYPE_CHECKING:
    from gmtrack.store.stock.reading import Stock, StockThing

COMMANDS = Commands()


@COMMANDS.add("stock", (JSON,))
def stock(
    ctx: typer.Context,
    word: str | None = arg(
        "[WORD]", "A name, shown whole; else all that tell of it."
    ),
    ruleset: str | None = opt(
        "--ruleset", "R", "Of these rules, whatever is being played."
    ),
) -> None:
    """Run `stock`: list the stock, or show one thing whole."""
    from gmtrack.rulesets import registry
    from gmtrack.store.stock.reading import KINDS

    line = line_of(ctx)
    played = registry.load(ruleset).META.id if ruleset else _played(line)
    width = 0 if line.json else output.output_width()
    docs = [
        _document(one, word, width)
        for one in ([played] if played else registry.known_ids())
    ]
    if word is not None:
        docs = [doc for doc in docs if any(doc[kind] for kind in KINDS)]
        if not docs:
            raise Refusal("unknown", _nothing_found(word, played))
    if line.json:
        output.answer(line, docs[0] if played else {"stocks": docs})
    elif whole := [doc["yaml"] for doc in docs if "yaml" in doc]:
        faults = dict.fromkeys(fault for doc in docs for fault in doc["faults"])
        output.print_text(
            "\n".join(
                [*whole, *([_render_comments(faults, width)] * bool(faults))]
            )
        )
    else:
        from gmtrack.view.library import render_stock, render_stocks

        brief = played is None and word is None
        render = render_stocks if brief else render_stock
        output.show(render, docs, program=line.program, long=not brief)


def _played(line: CommandLine) -> str | None:
    """Return the id of the ruleset in play; None if no encounter can be opened, as its file may
    need a stock that is to be corrected."""
    from gmtrack.store.session import open_session

    with (
        suppress(GmtrackError),
        open_session(line.file, write=False) as session,
    ):
        return session.ruleset.META.id
    return None


def _document(ruleset_id: str, word: str | None, width: int) -> Data:
    """Return the stock of a ruleset that fits `word`. Things of exactly this name stand in
    `yaml` too, as a file may have them, wrapped to `width` columns (0: not wrapped)."""
    from gmtrack.store.stock.reading import KINDS, own_folder, stock_of

    found = stock_of(ruleset_id)
    wanted = squash(word or "").removeprefix("@")
    exact = [thing for thing in found.all_things() if thing.name == wanted]
    doc: Data = {"ruleset": ruleset_id}
    for kind in KINDS:
        of_kind = wanted in KINDS
        chosen = exact or [
            one
            for one in found.all_things()
            if of_kind or wanted in one.name or wanted in squash(one.about)
        ]
        if of_kind and kind != wanted:
            chosen = []
        doc[kind] = [_entry(thing) for thing in chosen if thing.kind == kind]
    doc |= {
        "folder": str(own_folder()),
        "faults": [str(fault) for fault in _faults(found)],
    }
    return doc | (
        {"yaml": _render_things(ruleset_id, exact, width)} if exact else {}
    )


def _entry(thing: "StockThing") -> Data:
    """Return a thing of the stock as JSON: `name` (with `@`), `about`, `source`, `file` and
    `values`."""
    return {
        "name": f"@{thing.name}",
        "about": thing.about,
        "source": thing.source,
        "file": thing.file,
        "values": thing.values(),
    }


def _render_things(
    ruleset_id: str, things: "Sequence[StockThing]", width: int
) -> str:
    """Return the things of one name as YAML for a stock file, with comments on their sources."""
    from gmtrack.store.text.emit import dump_yaml

    descriptions = [
        ": ".join(filter(None, (one.source, one.about))) for one in things
    ]
    texts = dict.fromkeys([*(one.file for one in things), *descriptions])
    data: Data = {"stock": ruleset_id}
    for thing in things:
        data[thing.kind] = {thing.name: thing.values()}
    return _render_comments(texts, width) + dump_yaml(data, width=width)


def _render_comments(texts: Iterable[str], width: int) -> str:
    """Return texts as YAML comments, wrapped to `width` columns (0: not wrapped)."""
    lines_of_texts = (
        wrap(text, width - 2) if width else [shown(text)]
        for text in texts
        if text
    )
    return "".join(f"# {line}\n" for lines in lines_of_texts for line in lines)


def _faults(found: "Stock") -> Iterator[Fault]:
    """Yield the faults of one's own stock files."""
    from gmtrack.rulesets import registry
    from gmtrack.store.stock.check import faults_of, faults_of_strange_files

    try:
        rules = registry.load(found.ruleset)
    except Refusal:  # a ruleset of another distribution that cannot be used
        return
    yield from faults_of(found, rules)
    yield from faults_of_strange_files(registry.known_ids())


def _nothing_found(word: str, ruleset_id: str | None) -> str:
    """Return the message that no stock has anything of this name."""
    from gmtrack.store.stock.reading import stock_of

    if ruleset_id is None:
        return f"no stock has anything that is called '{word}' or tells of it"
    names = [thing.name for thing in stock_of(ruleset_id).all_things()]
    close = nearest_words(word.removeprefix("@"), names)
    hint = ask_if_meant(f"@{close[0]}") if close else ""
    message = f"the stock of {ruleset_id} has nothing that is called '{word}' or tells of it"
    return f"{message}{hint or '; `gmtrack stock` lists all of it'}"
