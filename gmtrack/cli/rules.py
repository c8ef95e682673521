"""Commands that show the rules: pages, single rows, guides, and the list of rulesets."""

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Annotated

import typer

from gmtrack import system
from gmtrack.cli import output
from gmtrack.cli.options import JSON, CommandLine, arg, line_of, opt
from gmtrack.cli.tree import Commands, UsageError
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.guide_topics import GUIDE_TOPICS, INDEX
from gmtrack.core.names import (
    ask_if_meant,
    listed,
    nearest_words,
    pick,
    squash,
    without_markup,
)
from gmtrack.core.screen import Topic
from gmtrack.errors import Ambiguous, GmtrackError, Refusal, StoreError

if TYPE_CHECKING:
    from gmtrack.rulesets.port import RuleRow, Ruleset
    from gmtrack.rulesets.registry import Broken

COMMANDS = Commands()
BARE = ("schema",)
"""Commands that take a ruleset as a word, not as an option."""

LINK = re.compile(r"\[([^]]*)\]\(([\w./-]*?)([\w-]+\.md)(#[^)]*)?\)")
"""A link in Markdown to another page: its text, the folder of the page, the page's file, and the
heading."""
LINKED = {"RULES.md": "rules", "README.md#rulesets": "rulesets"} | {
    topic.file.rpartition("/")[2]: f"guide {word}"
    for word, topic in GUIDE_TOPICS.items()
}
"""The command that shows a page, by the page's file, or by file and heading."""

EFFECTS = "effects"
"""The page of effects, which lists the GM's own ones too."""

Named = Annotated[
    str | None,
    typer.Option(
        "--ruleset", metavar="R", help="These rules, whatever is being played."
    ),
]


@COMMANDS.add("rules", (JSON,))
def rules(
    ctx: typer.Context,
    topic: str | None = arg(
        "[TOPIC|ROW]", "A page, or one row by its id; else a list."
    ),
    name: str | None = arg("[NAME]", "One line of the page."),
    ruleset: Named = None,
    find: str | None = opt("--find", "TEXT", "All rows that hold this text."),
) -> None:
    """Run `rules`: show a page, a line or a row of the rules, or find rows."""
    line = line_of(ctx)
    if find is not None:
        if topic is not None:
            raise UsageError(
                "--find looks through all rows: leave out the page"
            )
        from gmtrack.rulesets import registry

        played, _ = rules_at_hand(line, ruleset)
        _show_found(line, find, registry.rulebook(played.META.id))
        return
    if (
        topic is not None
        and name is None
        and (row := _find_row(line, ruleset, topic))
    ):
        _show_row(line, *row)
        return
    played, encounter = rules_at_hand(line, ruleset)
    topics = played.topics(encounter)
    if topic is None:
        _show_page_list(line, topics)
        return
    page = topics[_pick_page(topic, topics, played)]
    doc: Data = {"topic": page.name}
    if name is not None:
        page = _pick_line(page, name, played)
        if encounter and encounter.effects and page.name == EFFECTS:
            page, held = _add_holders(line, page)
            doc |= held
    if line.json:
        keys = ("summary", "columns", "rows", "notes")
        output.answer(line, doc | {key: getattr(page, key) for key in keys})
    else:
        _show_topic(page)


def _pick_line(page: Topic, word: str, played: "Ruleset") -> Topic:
    """Return a page with only the line that a name, or its beginning, means. Raises Refusal if
    there is none or several."""
    names = {row[0]: row[0] for row in page.rows}
    name = pick(word, names, f"line of {page.name}", played.WORDS.unknown)
    return page._replace(
        rows=tuple(row for row in page.rows if row[0] == name),
        notes=(),
        groups=(),
    )


def _add_holders(line: CommandLine, page: Topic) -> tuple[Topic, Data]:
    """Return the page of a GM's own effect with notes on who has it, since when, and where it is
    defined; and the same for the document as `own` (`defined`, `source`, `held`). If no effect
    has the name, the page is unchanged and the document empty."""
    from gmtrack.app.past.effect_origins import origins_of_effect
    from gmtrack.store.session import open_session
    from gmtrack.view.history.why import describe_step

    with open_session(line.file, write=False) as session:
        found = origins_of_effect(session, page.rows[0][0])
    if found is None:
        return page, {}
    defined, source, held = found
    holder_lines = [
        f"{one.who}: {describe_step(one.seq, one.line) if one.line else one.by}"
        for one in held
    ]
    notes = (f"defined by {describe_step(defined, source)}", *holder_lines)
    doc = {
        "defined": defined,
        "source": source,
        "held": [one._asdict() for one in held],
    }
    return page._replace(notes=notes), {"own": doc}


def _pick_page(
    word: str, topics: Mapping[str, Topic], played: "Ruleset"
) -> str:
    """Return the name of the page that a word, or its beginning, means. Raises Refusal with the
    pages there are and, if the word has a hyphen and a row id is near, that row."""
    from gmtrack.rulesets import registry

    try:
        return pick(
            word, {name: name for name in topics}, "topic", played.WORDS.unknown
        )
    except Ambiguous:
        raise
    except Refusal as refusal:
        near = ""
        if "-" in word:
            rows = registry.rulebook(played.META.id)
            ids = {squash(row.id): row.id for row in rows}
            near = "".join(
                ask_if_meant(ids[found]) for found in nearest_words(word, ids)
            )
        search = f"; `rules --find {system.quote(word)}` looks through all rows"
        message = refusal.message + near + search
        raise Refusal(refusal.kind, message) from None


def _show_page_list(line: CommandLine, topics: Mapping[str, Topic]) -> None:
    """Show the list of pages."""
    pages = list(topics.values())
    if line.json:
        output.answer(
            line,
            {
                "topics": [
                    {"topic": p.name, "summary": p.summary} for p in pages
                ]
            },
        )
    else:
        from gmtrack.view.rule_pages import render_topics

        output.show(render_topics, pages, long=True)


def rules_at_hand(
    line: CommandLine, ruleset_id: str | None
) -> "tuple[Ruleset, Encounter | None]":
    """Return the ruleset of that id without an encounter or, for None, the one in play with the
    open encounter. If nothing is open, the only ruleset there is.

    Raises Refusal for an unknown id, StoreError `no-encounter` if nothing is open and there are
    several rulesets."""
    from gmtrack.rulesets import registry
    from gmtrack.store.session import open_session

    if ruleset_id is None:
        try:
            with open_session(line.file, write=False) as session:
                return session.ruleset, session.encounter
        except StoreError as error:
            known = sorted(
                registry.known_ids(),
                key=lambda one: not registry.is_shipped(one),
            )
            if error.kind != "no-encounter":
                raise
            if len(known) != 1:
                message = f"{error.message}; or name the rules: {_name_rules(line, known)}"
                raise StoreError(error.kind, message) from None
            ruleset_id = known[0]
    return registry.load(ruleset_id), None


def _name_rules(line: CommandLine, known: list[str]) -> str:
    """Return the proposal to name one of the known rulesets on the command line."""
    command = line.text.split(" ")[0]
    option = "" if command in BARE else "--ruleset "
    others = f" (or {listed(known[1:])})" if known[1:] else ""
    return f"`gmtrack {command} {option}{known[0]}`{others}"


# --- rows ---


def _find_row(
    line: CommandLine, ruleset_id: str | None, word: str
) -> "tuple[str, RuleRow] | None":
    """Return a row by its id, with its ruleset's id: from the rules asked for, else from those
    in play, else from any ruleset. None if there is no such row."""
    from gmtrack.rulesets import registry

    wanted = squash(word)
    for known in [ruleset_id] if ruleset_id else _rulesets_with(line, wanted):
        for row in registry.rulebook(known):
            if squash(row.id) == wanted:
                return known, row
    return None


def _rulesets_with(line: CommandLine, word: str) -> Iterator[str]:
    """Yield the ids of rulesets that may have this row, that in play first."""
    from gmtrack.rulesets import registry
    from gmtrack.store.session import open_session

    if "-" not in word:
        return  # no row is called so: it is a page
    with (
        suppress(GmtrackError),
        open_session(line.file, write=False) as session,
    ):
        yield session.ruleset.META.id
    yield from (meta.id for meta in registry.metas())
    yield from (meta.id for meta in registry.guest_metas())


def _show_row(line: CommandLine, ruleset_id: str, row: "RuleRow") -> None:
    """Show one row of the rules."""
    cells = [
        (name, text)
        for name, text in zip(row.columns, row.cells, strict=True)
        if text
    ]
    if line.json:
        doc: Data = {
            "row": row.id,
            "ruleset": ruleset_id,
            "section": " / ".join(row.section),
        }
        output.answer(line, doc | {"text": dict(cells)})
    else:
        summary = f"{ruleset_id}: {', '.join(row.section)}"
        lines = tuple((name, without_markup(text)) for name, text in cells)
        _show_topic(Topic(row.id, summary, (), lines))


def _show_topic(topic: Topic) -> None:
    """Show a page of the rules."""
    from gmtrack.view.rule_pages import render_topic

    output.show(render_topic, topic, long=True)


def _show_found(
    line: CommandLine, text: str, rows: "Iterable[RuleRow]"
) -> None:
    """Show all rows that contain a text, ignoring case."""
    wanted = text.casefold()
    found = [
        row
        for row in rows
        if any(wanted in part.casefold() for part in (row.id, *row.cells))
    ]
    if line.json:
        output.answer(
            line,
            {
                "find": text,
                "rows": [
                    {"row": r.id, "text": " - ".join(r.cells[:2])}
                    for r in found
                ],
            },
        )
        return
    many = (
        "1 row holds" if len(found) == 1 else f"{len(found) or 'no'} rows hold"
    )
    lines = tuple(
        (row.id, without_markup(" - ".join(filter(None, row.cells[:2]))))
        for row in found
    )
    _show_topic(
        Topic(f"{many} '{text}'", "rules ROW shows one", ("row", "what"), lines)
    )


# --- guides, rulesets ---


@COMMANDS.add("guide", (JSON,))
def guide(
    ctx: typer.Context,
    topic: str | None = arg(
        "[RULESET|TOPIC]",
        "A ruleset, or a topic: first-evening, mistake, party, commands ... (program lists all), "
        "or any word: where the guide speaks of it. "
        "By default the ruleset in play, or else the list.",
    ),
) -> None:
    """Run `guide`: show the guide of a ruleset, a page of the program's guide, or their list. Of
    any other word, show where the guide speaks of it."""
    line = line_of(ctx)
    try:
        found = _find_guide(line, topic)
    except Ambiguous:
        raise
    except Refusal:
        if not (topic and _show_guide_places(line, topic)):
            raise
        return
    if isinstance(found, str):
        _show_topic_page(line, found)
    else:
        _show_ruleset_guide(line, found, topic)


def _find_guide(line: CommandLine, word: str | None) -> "Ruleset | str":
    """Return the ruleset or the topic that a word, or its beginning, names; without a word the
    ruleset in play, or the topic of the list if nothing is open.

    A topic that is no file of the folder `guide` goes before a ruleset of the same name, a ruleset
    before all other topics. Raises Refusal (`unknown`) if the word names nothing or several."""
    from gmtrack.rulesets import registry

    if word is None:
        return _rules_in_play(line) or INDEX
    rulesets = registry.known_ids()
    wanted = squash(word)
    topic = GUIDE_TOPICS.get(wanted)
    if topic and ("/" not in topic.file or wanted not in rulesets):
        return wanted
    found = _pick_guide(word, [*GUIDE_TOPICS, *rulesets])
    return registry.load(found) if found in rulesets else found


def _show_guide_places(line: CommandLine, word: str) -> bool:
    """Show where the guide speaks of a word. Return False, and show nothing, if it does not, or
    if the word is nearly the name of a page."""
    from gmtrack.app.guide_search import find_in_guide
    from gmtrack.rulesets import registry

    if nearest_words(word, [*GUIDE_TOPICS, *registry.known_ids()]):
        return False
    played = _rules_in_play(line)
    places = find_in_guide(word, played.META.id if played else None)
    if not places:
        return False
    if line.json:
        documents = [place._asdict() for place in places]
        output.answer(line, {"find": word, "places": documents})
    else:
        rows = tuple(
            (f"{line.program}guide {one.topic}", one.heading) for one in places
        )
        title = f"the guide speaks of '{word}' here"
        _show_topic(Topic(title, "", ("page", "heading"), rows))
    return True


def _rules_in_play(line: CommandLine) -> "Ruleset | None":
    """Return the ruleset of the open encounter, or None if nothing is open and no file is named."""
    from gmtrack.store.session import open_session

    try:
        with open_session(line.file, write=False) as session:
            return session.ruleset
    except StoreError as error:
        if error.kind != "no-encounter" or line.file:
            raise
        return None


def _pick_guide(word: str, names: list[str]) -> str:
    """Return the name that a word begins. Raises Refusal (`unknown`) with the nearest name, or
    with those that fit, and the command that lists all pages."""
    lists = "`gmtrack guide program` lists the pages"
    try:
        return pick(word, {name: name for name in names}, "guide", "unknown")
    except Ambiguous as refusal:
        raise Ambiguous(refusal.kind, f"{refusal.message}; {lists}") from None
    except Refusal as refusal:
        near = nearest_words(word, names)
        hint = f"did you mean '{near[0]}'? " if near else ""
        raise Refusal(
            refusal.kind,
            f"no guide '{word}'; {hint}{lists}, `gmtrack rulesets` the systems",
        ) from None


def _show_topic_page(line: CommandLine, topic: str) -> None:
    """Show a page of the program's own guide."""
    from gmtrack.rulesets import registry

    text = registry.program_page(GUIDE_TOPICS[topic].file)
    if not line.json:
        output.show_markdown(_replace_links(text, line, None))
        return
    document: Data = {"page": topic, "guide": text}
    if topic == INDEX:
        document["topics"] = [
            {"topic": word, "title": page.title}
            for word, page in GUIDE_TOPICS.items()
            if word != INDEX
        ]
    output.answer(line, document)


def _show_ruleset_guide(
    line: CommandLine, played: "Ruleset", typed: str | None
) -> None:
    """Show the guide of a ruleset, and below it how the program's own pages are shown. `typed` is
    the word that named the ruleset, or None. Raises Refusal if it has no guide."""
    from gmtrack.rulesets import registry

    text = registry.page(played.META.id, registry.GUIDE)
    if text is None:
        message = f"{played.META.title} has no guide; `rules` has pages"
        raise Refusal(played.WORDS.unknown, message)
    if line.json:
        output.answer(line, {"ruleset": played.META.id, "guide": text})
        return
    ruleset_id = typed and played.META.id
    pages = (
        f"What all systems share: `{line.program}guide TOPIC` shows a page, "
        f"`{line.program}guide program` lists them: "
        f"{', '.join(word for word in GUIDE_TOPICS if word != INDEX)}."
    )
    shown = _replace_links(text, line, ruleset_id)
    output.show_markdown(f"{shown.rstrip()}\n\n{pages}\n")


def _replace_links(text: str, line: CommandLine, ruleset: str | None) -> str:
    """Return a guide in which links to other pages name the command that shows them; of a link to a
    page that no command shows, only the text is left. `ruleset` is the id of the ruleset whose
    guide was asked for by name, or None."""

    def link_text(found: re.Match[str]) -> str:
        name, folder, page, heading = found.groups(default="")
        package = folder.rstrip("/").rpartition("/")[2]
        words = LINKED.get(page) or LINKED.get(page + heading)
        if page == "GUIDE.md" and "rulesets/" in folder:
            words = f"guide {package.replace('_', '-')}"
        if not words:
            return name
        rules = (
            f" --ruleset {ruleset}" if page == "RULES.md" and ruleset else ""
        )
        command = f"`{line.program}{words}{rules}`"
        return command if name == page else f"{name} ({command})"

    return LINK.sub(link_text, text)


@COMMANDS.add("rulesets", (JSON,))
def rulesets(ctx: typer.Context) -> None:
    """Run `rulesets`: list the rulesets, with what is wrong with those of other distributions."""
    from gmtrack.rulesets import registry
    from gmtrack.rulesets.port import Meta

    found = list(registry.installed())
    metas = [one for one in found if isinstance(one, Meta)]
    broken = [one for one in found if not isinstance(one, Meta)]
    own = {meta.id for meta in registry.metas()}
    faults = [
        fault
        for meta in metas
        if meta.id not in own
        for fault in _citation_faults(meta.id)
    ]
    if line_of(ctx).json:
        keys = ("id", "title", "summary")
        doc: Data = {
            "rulesets": [
                {key: getattr(meta, key) for key in keys} for meta in metas
            ]
        }
        if broken:
            doc["broken"] = [one._asdict() for one in broken]
        if faults:
            doc["faults"] = [one._asdict() for one in faults]
        output.answer(line_of(ctx), doc)
    else:
        from gmtrack.view.rule_pages import render_rulesets

        summaries = {meta.id: meta.summary for meta in metas}
        output.show(
            render_rulesets,
            summaries,
            [one.message for one in (*broken, *faults)],
        )


def _citation_faults(ruleset_id: str) -> "Iterator[Broken]":
    """Yield a fault for each row id that a ruleset cites but does not have."""
    from gmtrack.app.past.cited_rules import unknown_rows
    from gmtrack.rulesets import registry

    rows = (row.id for row in registry.rulebook(ruleset_id))
    for fault in unknown_rows(registry.sources(ruleset_id), rows):
        yield registry.Broken(ruleset_id, f"ruleset '{ruleset_id}', {fault}")
