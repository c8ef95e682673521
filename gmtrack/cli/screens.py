"""Commands that only look at the fight: `board`, `show`, `what`."""

import sys
from functools import partial
from typing import TYPE_CHECKING

import typer

from gmtrack.cli import output
from gmtrack.cli.options import JSON, arg, flag, line_of, opt
from gmtrack.cli.tree import Commands
from gmtrack.core.encounter import Data
from gmtrack.core.lexicon import Entries, Entry
from gmtrack.core.names import listed, pick
from gmtrack.core.notes import profile_with_notes
from gmtrack.core.players import gm_board
from gmtrack.store.session import open_session
from gmtrack.view.console import ExportKind
from gmtrack.view.text import count_noun

if TYPE_CHECKING:
    pass

COMMANDS = Commands()
OF_A_PARTY = "rest KIND, and add, set, heal, damage, effect, note; load FILE --party: into a fight"
"""The commands that work on a party."""


@COMMANDS.add("board", (JSON,))
def board(
    ctx: typer.Context,
    svg: str | None = opt("--svg", "FILE", "Write an SVG picture instead."),
    html: str | None = opt("--html", "FILE", "Write a web page instead."),
) -> None:
    """Run `board`: show the board, or write it as a picture or a page."""
    from gmtrack.store.check.lint import likely_slips

    line = line_of(ctx)
    with open_session(line.file, write=False) as session:
        screen = gm_board(
            session.encounter, session.ruleset.board, session.hands
        )
        doc: Data = {}
        if line.json:
            # What can be done takes longer to find than the board does.
            from gmtrack.app.what import board_document

            doc = board_document(session.ruleset, session.encounter, screen)
        found = likely_slips(session.encounter, session.ruleset)
    files: dict[ExportKind, str | None] = {"svg": svg, "html": html}
    for kind, file in files.items():
        if file is not None:
            output.export_board(screen, file, kind, line)
    if line.json:
        warnings = [
            {"path": ".".join(one.path), "message": one.message}
            for one in found
        ]
        output.answer(line, doc | ({"warnings": warnings} if warnings else {}))
    elif all(file is None for file in files.values()):
        slips = count_noun(len(found), "likely slip")
        warning = f"{slips} in this fight: `{line.typed('validate')}` tells"
        output.show_board(
            screen, after=[warning] if found else [], is_asked_for=True
        )


@COMMANDS.add("show", (JSON,))
def show(
    ctx: typer.Context,
    who: str = arg(
        "WHO...",
        "Somebody, or several: joe bob, ganger*; or a thing of the scene.",
        ...,
    ),
) -> None:
    """Run `show`: show combatants, or a thing of the scene, with all their values."""
    from gmtrack.app.several import combatants_for_command, is_several

    line = line_of(ctx)
    with open_session(line.file, write=False) as session:
        encounter, ruleset = session.encounter, session.ruleset
        found = (
            combatants_for_command(who, encounter, ruleset.WORDS)
            if is_several(who)
            else [who]
        )
        profiles = [
            profile_with_notes(encounter, ruleset.show(encounter, one))
            for one in found
        ]
    if not line.json:
        for profile in profiles:
            from gmtrack.view.profile import render_profile

            output.show(render_profile, profile)
    elif is_several(who):
        output.answer(line, {"shown": [profile.doc for profile in profiles]})
    else:
        output.answer(line, profiles[0].doc)


def _shorten_lines(entries: Entries) -> Entries:
    """Return lines that can be typed, as they are typed at the prompt."""
    from gmtrack.core.choice import shorten_words

    return tuple(
        one._replace(word=shorten_words(one.word.split())) for one in entries
    )


@COMMANDS.add("what", (JSON,))
def what(
    ctx: typer.Context,
    who: str | None = arg("[WHO]", "By default whoever has the turn."),
    every: bool = flag(
        "--all", "All of it, also what fills more than a screen."
    ),
) -> None:
    """Run `what`: show what somebody can do, by default whoever has the turn."""
    from gmtrack.app.several import one_combatant
    from gmtrack.app.what import (
        ACTION,
        actions_to_declare,
        choices,
        describe_held_actions,
    )
    from gmtrack.core import choice

    line = line_of(ctx)
    with open_session(line.file, write=False) as session:
        encounter, ruleset = session.encounter, session.ruleset
        names = encounter.names()
        screen = ruleset.board(encounter)
        acting = screen.doc.get("acting")
        whose = acting
        if who:
            one = one_combatant(
                who, encounter, ruleset.WORDS, "what each can do fills a screen"
            )
            whose = pick(one, names, "combatant", ruleset.WORDS.nobody)
        found = list(choices(ruleset, encounter, whose))
        due, soon = screen.turn.due, screen.turn.soon
        others = screen.turn.others
        held = "" if who else describe_held_actions(screen)
        others = "; ".join(filter(None, [held, others]))
        actions = (
            []
            if whose or line.json
            else actions_to_declare(ruleset, encounter, (*due, *soon))
        )
    if line.json:
        documents = [one.document() for one in found]
        doc = {"who": whose, "ruleset": ruleset.META.id, "choices": documents}
        output.answer(
            line,
            {
                **doc,
                "due": [
                    {"line": one.word, "help": one.help}
                    for one in (*due, *soon)
                ],
            },
        )
    else:
        title = names[whose] if whose else "Nobody has the turn"
        if encounter.is_party:
            title, others = encounter.name, OF_A_PARTY
        again = line.typed(f"what {whose} --all" if who else "what --all")
        short = partial(choice.short_line, acting=acting, names=names)
        spelt = short if line.at_prompt else choice.line_of
        if line.at_prompt:
            due, soon = _shorten_lines(due), _shorten_lines(soon)
        if actions:
            due = (*due, Entry(ACTION, listed(actions)))
        from gmtrack.view.what import Asides, render_choices

        # On a terminal no more than a screen, unless it is to be all of it.
        whole = every or not sys.stdout.isatty()
        output.show(
            render_choices, title, due, found,
            every=whole, again=again, asides=Asides(others, soon), spelt=spelt,
        )  # fmt: skip
