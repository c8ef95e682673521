"""Commands about kept fights and the party.

Every working copy is kept with its history until it is forgotten by name. The party are the
people who go on from fight to fight."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from gmtrack.cli import output
from gmtrack.cli.files import describe_round, show_opened, show_party
from gmtrack.cli.options import FORCE, JSON, CommandLine, arg, line_of, opt
from gmtrack.cli.tree import Commands
from gmtrack.core import intents
from gmtrack.core.encounter import Data
from gmtrack.core.players import gm_board

if TYPE_CHECKING:
    from gmtrack.store.kept_fights import KeptFightRow
    from gmtrack.store.parties import Party
    from gmtrack.store.session import Session

COMMANDS = Commands()

Name = Annotated[
    str,
    typer.Argument(
        metavar="NAME", help="Its name in `gmtrack fights`, or its title."
    ),
]


@COMMANDS.add("fights", (JSON,))
def fights(ctx: typer.Context) -> None:
    """Run `fights`: list the kept fights."""
    from gmtrack.store.kept_fights import kept_fights

    line = line_of(ctx)
    docs = [
        _kept_document(kept)
        for kept in kept_fights(lambda session: dict(_facts_of_fight(session)))
    ]
    if line.json:
        output.answer(line, {"fights": docs})
    elif docs:
        from gmtrack.view.fights import render_fights

        output.show(render_fights, docs, program=line.program)
    else:
        program = line.program
        told = f"`{program}load FILE` opens one, `{program}examples` lists some"
        output.say(f"no fight is kept: {told}")


@COMMANDS.add("switch", (JSON,))
def switch(ctx: typer.Context, name: Name) -> None:
    """Run `switch`: make a kept fight the active encounter."""
    from gmtrack.store.opening import switch_to

    show_opened(line_of(ctx), "switch", switch_to(name))


@COMMANDS.add("forget", (FORCE, JSON))
def forget(ctx: typer.Context, name: Name) -> None:
    """Run `forget`: delete a kept fight with its history."""
    from gmtrack.app.party.undo_with_party import forget_fight as let_go

    line = line_of(ctx)
    gone, notes = let_go(name, force=line.options().force)
    if line.json:
        output.answer(line, {"command": "forget", "name": gone})
    else:
        output.say(f"{gone} is forgotten", *notes)


def _kept_document(kept: "KeptFightRow") -> Data:
    """Return a kept fight as JSON: `name`, `active`, what its list row tells, `saved` and
    `file`. If it cannot be opened, only `name`, `active` and `fault`."""
    doc: Data = {"name": kept.name, "active": kept.active}
    if kept.told is None:
        return doc | {"fault": kept.fault}
    return doc | kept.told | {"saved": kept.is_saved, "file": str(kept.file)}


def _facts_of_fight(session: "Session") -> Iterator[tuple[str, object]]:
    """Yield what `fights` shows of a fight: title, ruleset, round, and when it was played."""
    board = gm_board(session.encounter, session.ruleset.board)
    yield "title", session.title
    yield "ruleset", session.ruleset.META.id
    for key in ("round", "pass", "phase"):
        if key in board.doc:
            yield key, board.doc[key]
    yield "stands", describe_round(board)
    yield "played", session.played


# --- the party ---


@COMMANDS.add("party", (FORCE, JSON))
def party(
    ctx: typer.Context,
    words: list[str] | None = arg(
        "[new NAME [WHO...] | list | open [NAME] | leave WHO... | take WHO...]",
        "Without a word the party is shown.",
    ),
    ruleset: str | None = opt("--ruleset", "R", "With new: an empty one."),
) -> None:
    """Run `party`: show, make, list, open or change a party, by the first word."""
    from gmtrack.app.party import commands

    line = line_of(ctx)
    verb, *rest = words or [""]
    if ruleset is not None and verb != "new":
        raise typer.BadParameter(
            "is for `party new NAME`", param_hint="--ruleset"
        )
    match verb:
        case "new":
            _check_words(rest, "type a name: party new NAME", "NAME")
            _show_or_answer(
                line,
                commands.make_party(
                    rest[0], rest[1:], ruleset, line.text, line.file
                ),
            )
        case "list":
            from gmtrack.app.party.shown import list_parties

            if rest:
                raise typer.BadParameter(
                    "takes no words", param_hint="party list"
                )
            if line.json:
                output.answer(
                    line, {"command": "party", "parties": list_parties()}
                )
            else:
                from gmtrack.view.fights import render_parties

                output.show(
                    render_parties, list_parties(), program=line.program
                )
        case "open":
            show_opened(
                line, "party", commands.open_party(" ".join(rest) or None)
            )
        case "leave":
            _check_words(rest, "type who leaves: party leave WHO", "WHO")
            _remove_members(line, rest)
        case "take":
            _check_words(rest, "type whom: party take WHO", "WHO")
            _show_or_answer(
                line,
                commands.take_into_party(
                    rest, line.text, line.file, force=line.options().force
                ),
            )
        case _:
            _show_or_answer(
                line,
                commands.party_in_play(
                    " ".join(words or []) or None, line.file
                ),
            )


def _check_words(words: list[str], message: str, hint: str) -> None:
    """Raise BadParameter if there are no words."""
    if not words:
        raise typer.BadParameter(message, param_hint=hint)


def _show_or_answer(line: CommandLine, party: "Party") -> None:
    """Show a party, or answer with its document."""
    if not line.json:
        return show_party(party, line)
    from gmtrack.app.party.shown import party_screen

    return output.answer(line, party_screen(party)[1])


def _remove_members(line: CommandLine, words: list[str]) -> None:
    """Remove members from the party, and show the outcome."""
    from gmtrack.app.party.commands import party_in_play
    from gmtrack.app.run import Order, run_command
    from gmtrack.app.step import request_for_each

    party = party_in_play(None, line.file)
    leaving = request_for_each(
        ",".join(words), intents.Remove, options=line.options()
    )
    step = leaving._replace(command="party", plain=True)
    output.show_outcome(
        run_command(Order(line.text, str(party.place.file)), step), line
    )
