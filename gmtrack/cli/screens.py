"""Looking: at the fight, at one combatant, at the rules."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated

import typer

from gmtrack.cli import output
from gmtrack.cli.options import JSON, Line, line_of
from gmtrack.cli.tree import Commands
from gmtrack.core.encounter import Data
from gmtrack.core.names import listed, pick
from gmtrack.core.players import gm_board
from gmtrack.errors import StoreError

if TYPE_CHECKING:
    from gmtrack.core.screen import Topic
    from gmtrack.view.export import Kind

COMMANDS = Commands()


@COMMANDS.add("board", (JSON,), "gmtrack board")
def board(
    ctx: typer.Context,
    svg: Annotated[
        str | None, typer.Option("--svg", metavar="FILE", help="Write it as a picture instead.")
    ] = None,
    html: Annotated[
        str | None, typer.Option("--html", metavar="FILE", help="Write it as a web page instead.")
    ] = None,
) -> None:
    """Show the fight at a glance: turn, order, who is hurt or out."""
    from gmtrack.store.session import open_session

    line = line_of(ctx)
    with open_session(line.file, write=False) as session:
        screen = gm_board(session.encounter, session.ruleset.board)
    files: dict[Kind, str | None] = {"svg": svg, "html": html}
    for kind, file in files.items():
        if file is not None:
            output.export_board(screen, file, kind, line)
    if line.json:
        output.document(screen.doc)
    elif all(file is None for file in files.values()):
        output.show_board(screen)


@COMMANDS.add("show", (JSON,), "gmtrack show joe")
def show(
    ctx: typer.Context,
    who: Annotated[
        str, typer.Argument(metavar="WHO", help="A combatant, or a thing of the scene.")
    ],
) -> None:
    """Show one combatant: sheet, tracks, effects and their rest."""
    from gmtrack.store.session import open_session

    line = line_of(ctx)
    with open_session(line.file, write=False) as session:
        profile = session.ruleset.show(session.encounter, who)
    if line.json:
        output.document(profile.doc)
    else:
        output.show_profile(profile)


@COMMANDS.add("rules", (JSON,), "gmtrack rules rulings")
def rules(
    ctx: typer.Context,
    topic: Annotated[
        str | None, typer.Argument(metavar="TOPIC", help="A page; without it, the list of pages.")
    ] = None,
    ruleset: Annotated[
        str | None,
        typer.Option("--ruleset", metavar="R", help="These rules, whatever is being played."),
    ] = None,
) -> None:
    """Show the rules that are applied, and the house rules set."""
    line = line_of(ctx)
    kind, topics = _topics(line, ruleset)
    if topic is None:
        _list(line, topics)
        return
    page = topics[pick(topic, {name: name for name in topics}, "topic", kind)]
    if line.json:
        output.document(
            {
                "topic": page.name,
                "summary": page.summary,
                "columns": page.columns,
                "rows": page.rows,
                "notes": page.notes,
            }
        )
    else:
        output.show_topic(page)


def _list(line: Line, topics: "Mapping[str, Topic]") -> None:
    pages = list(topics.values())
    if line.json:
        output.document({"topics": [{"topic": p.name, "summary": p.summary} for p in pages]})
    else:
        output.show_topics(pages)


def _topics(line: Line, ruleset_id: str | None) -> "tuple[str, Mapping[str, Topic]]":
    """The pages of the rules in play or of those asked for, and the kind of an unknown one."""
    from gmtrack.rulesets import registry
    from gmtrack.store.session import open_session

    if ruleset_id is None:
        try:
            with open_session(line.file, write=False) as session:
                rules = session.ruleset
                return rules.WORDS.unknown, rules.topics(session.encounter)
        except StoreError as error:
            known = registry.known_ids()
            if error.kind != "no-encounter":
                raise
            if len(known) != 1:
                message = f"{error.message}; or name the rules: --ruleset {listed(known)}"
                raise StoreError(error.kind, message) from None
            ruleset_id = known[0]
    rules = registry.load(ruleset_id)
    return rules.WORDS.unknown, rules.topics(None)


@COMMANDS.add("rulesets", (JSON,), "gmtrack rulesets")
def rulesets(ctx: typer.Context) -> None:
    """List the rulesets that are installed."""
    from gmtrack.rulesets import registry
    from gmtrack.rulesets.port import Meta

    found = list(registry.installed())
    metas = [one for one in found if isinstance(one, Meta)]
    broken = [one for one in found if not isinstance(one, Meta)]
    if line_of(ctx).json:
        keys = ("id", "title", "summary")
        doc: Data = {"rulesets": [{key: getattr(meta, key) for key in keys} for meta in metas]}
        if broken:
            doc["broken"] = [one._asdict() for one in broken]
        output.document(doc)
    else:
        output.show_rulesets({meta.id: meta.summary for meta in metas}, [b.message for b in broken])
