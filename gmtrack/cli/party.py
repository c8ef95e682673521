"""`party`: the people who go on from fight to fight."""

from typing import Annotated

import typer

from gmtrack.cli import output
from gmtrack.cli.files import show_opened
from gmtrack.cli.options import FORCE, JSON, Line, line_of
from gmtrack.cli.tree import Commands
from gmtrack.core import intents

COMMANDS = Commands()


@COMMANDS.add("party", (FORCE, JSON))
def party(
    ctx: typer.Context,
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[new NAME [WHO...] | list | open [NAME] | leave WHO... | take WHO...]",
            help="Without a word the party is shown.",
        ),
    ] = None,
    ruleset: Annotated[
        str | None, typer.Option("--ruleset", metavar="R", help="With new: an empty one.")
    ] = None,
) -> None:
    line = line_of(ctx)
    verb, *rest = words or [""]
    done = {"new": _new, "list": _list, "open": _open, "leave": _leave, "take": _take}.get(verb)
    if ruleset is not None and verb != "new":
        raise typer.BadParameter("is for `party new NAME`", param_hint="--ruleset")
    if done is None:
        _show(line, " ".join(words or []) or None)
    else:
        done(line, rest, ruleset)


def _show(line: Line, word: str | None) -> None:
    from gmtrack.app.party import commands
    from gmtrack.app.party.shown import shown

    output.show_party(shown(commands.in_play(word, line.file)), line)


def _new(line: Line, words: list[str], ruleset: str | None) -> None:
    from gmtrack.app.party import commands
    from gmtrack.app.party.shown import shown

    if not words:
        raise typer.BadParameter("type a name: party new NAME", param_hint="NAME")
    output.show_party(shown(commands.make(words[0], words[1:], ruleset, line.text)), line)


def _list(line: Line, words: list[str], ruleset: str | None) -> None:
    from gmtrack.app.party.shown import listing

    if words:
        raise typer.BadParameter("takes no words", param_hint="party list")
    if line.json:
        output.document({"command": "party", "parties": listing()})
    else:
        output.show_parties(listing(), line)


def _open(line: Line, words: list[str], ruleset: str | None) -> None:
    from gmtrack.app.party import commands

    show_opened(line, "party", commands.opened(" ".join(words) or None))


def _leave(line: Line, words: list[str], ruleset: str | None) -> None:
    from gmtrack.app.party import commands
    from gmtrack.app.run import Order, run
    from gmtrack.app.step import each

    if not words:
        raise typer.BadParameter("type who leaves: party leave WHO", param_hint="WHO")
    meant = commands.in_play(None, line.file)
    options = line.options()
    step = each(",".join(words), lambda who: intents.Remove(who, options=options))
    output.show_outcome(run(Order(line.text, str(meant.place.file)), step), line)


def _take(line: Line, words: list[str], ruleset: str | None) -> None:
    from gmtrack.app.party import commands
    from gmtrack.app.party.shown import shown

    if not words:
        raise typer.BadParameter("type whom: party take WHO", param_hint="WHO")
    output.show_party(shown(commands.take(words, None, line.text)), line)
