"""Commands that make, load, save and check the files of encounters."""

import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import typer

from gmtrack import system
from gmtrack.cli import output
from gmtrack.cli.options import (
    FORCE,
    HISTORY,
    JSON,
    PARTY,
    CommandLine,
    arg,
    flag,
    line_of,
    opt,
)
from gmtrack.cli.tree import Commands, missing_word_error
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.names import listed
from gmtrack.core.players import gm_board
from gmtrack.core.screen import Board
from gmtrack.errors import BadFile, Fault, Refusal, StoreError
from gmtrack.view.text import count_noun

if TYPE_CHECKING:
    from gmtrack.app.party.join_fight import ComingParty
    from gmtrack.store.opening import Opened
    from gmtrack.store.parties import Party

COMMANDS = Commands()

MOST_FAULTS = 3
"""The most faults that are shown of a file that a fight continues without."""


@COMMANDS.add("new", (PARTY, FORCE, JSON))
def new(
    ctx: typer.Context,
    name: str = arg("NAME", "The fight's title.", ...),
    file: str | None = arg("FILE", "The file that `save` writes."),
    ruleset: str | None = opt(
        "--ruleset", "R", "The ruleset; with --party the party's."
    ),
    example: bool = flag(
        "--example", "With two who can fight, each field explained."
    ),
    like: str | None = opt(
        "--like", "PAGE", "For `new system NAME`: the system page to copy."
    ),
) -> None:
    """Run `new`: make an encounter and open it, or write a system page."""
    from gmtrack.cli.library.new_page import SYSTEM, write_new_page
    from gmtrack.store.opening import new_encounter

    line = line_of(ctx)
    if like is not None:
        if name != SYSTEM or not file:
            raise Refusal(
                "value", "--like is for a page: `new system NAME --like PAGE`"
            )
        return write_new_page(line, file, like)
    coming = _party_along(line)
    if coming and file is None:
        from gmtrack.app.party.commands import refuse_unkept_file

        refuse_unkept_file(line.file)
    rules, house_rules = _choose_rules(line, ruleset, coming)
    opened = new_encounter(
        name,
        rules,
        file,
        line.file,
        example=example,
        house_rules=house_rules,
        then=coming,
    )
    return show_opened(line, "new", opened, file or "", coming)


@COMMANDS.add("load", (PARTY, FORCE, JSON))
def load(
    ctx: typer.Context,
    file: str = arg(
        "FILE",
        "An encounter, a save, an exported history, @NAME of an example.",
        ...,
    ),
    fresh: bool = flag(
        "--fresh", "Take FILE as it is; a fight played from it is kept."
    ),
) -> None:
    """Run `load`: open a file, a ready-made encounter or an exported history."""
    from gmtrack.store.opening import load_file

    line = line_of(ctx)
    if file.endswith(HISTORY):
        from gmtrack.cli.history import check_step_renders
        from gmtrack.store.import_fight import load_history

        return show_opened(
            line, "load", load_history(file, check_step_renders), file
        )
    coming = _party_along(line, file)
    opened = load_file(file, fresh=fresh, then=coming)
    slips = () if opened.resumed else _likely_slips(file, opened)
    show_opened(line, "load", opened, file, coming, slips=slips)
    return None


def _choose_rules(
    line: CommandLine, ruleset: str | None, coming: "ComingParty | None"
) -> tuple[str, Data]:
    """Return the ruleset id and the house rules of a new encounter: those of the party that
    comes along, unless `ruleset` names another. Without either it is the ruleset in play, with
    its usual rules. Raises UsageError if none of them says which."""
    if coming:
        people = coming.people()
        if ruleset in (None, people.ruleset):
            return people.ruleset, people.house_rules
    chosen = ruleset or _ruleset_in_play(line)
    if chosen is None:
        raise missing_word_error(
            line, "new", "ruleset", "option '--ruleset'", None
        )
    return chosen, {}


def _ruleset_in_play(line: CommandLine) -> str | None:
    """Return the id of the active encounter's ruleset; None if nothing is open, or a line works
    on a file in place (`--file`)."""
    from gmtrack.errors import StoreError
    from gmtrack.store.session import open_session

    if line.file is not None:
        return None
    try:
        with open_session(None, write=False) as session:
            return session.ruleset.META.id
    except StoreError:
        return None


def _party_along(
    line: CommandLine, file: str | None = None
) -> "ComingParty | None":
    """Return the party that comes along: the one that was typed, or else the one that the file
    names; None if neither does."""
    from gmtrack.app.party.join_fight import ComingParty, party_word_of_file

    word = line.values["party"]
    word = (
        word if file is None or word is not None else party_word_of_file(file)
    )
    return (
        None
        if word is None
        else ComingParty(word, line.text, force=line.options().force)
    )


@COMMANDS.add("save", (FORCE, JSON))
def save(
    ctx: typer.Context,
    file: str | None = arg(
        "FILE", "Where, by default where it was saved last; - prints it."
    ),
    form: str | None = opt(
        "--as", "FORM", "The sheets alone: csv (FILE.csv), or stock."
    ),
) -> None:
    """Run `save`: write the fight, or only its sheets, into a file."""
    from gmtrack.cli.library.save_as import choose_form, save_sheets
    from gmtrack.store.session import open_session

    line = line_of(ctx)
    if sheets := choose_form(file, form):
        return save_sheets(line, file, sheets)
    if file is not None and output.is_standard(file, line):
        with open_session(line.file, write=False) as session:
            output.print_text(session.text)
        return None
    with open_session(line.file, write=True, though_asked=True) as session:
        path = str(session.save(file, force=line.options().force))
        doc = _file_document("save", session.encounter, path)
    if line.json:
        output.answer(line, doc)
    else:
        output.say(f"saved as {path}")
    return None


@COMMANDS.add("validate", (JSON,))
def validate(
    ctx: typer.Context,
    files: list[str] | None = arg(
        "[FILE...]", "The files to check, by default the fight."
    ),
) -> None:
    """Run `validate`: check files, by default the fight in play. Exits with status 1 if there
    are faults."""
    line = line_of(ctx)
    from gmtrack.store import working_copies

    there = files or [line.file or str(working_copies.active_place().file)]
    results = {file: _check_file(file) for file in there}
    if line.json:
        output.answer(
            line,
            {
                "files": [
                    _checked_document(file, checked)
                    for file, checked in results.items()
                ]
            },
        )
    elif (
        files
        or line.file
        or any(checked.faults for checked in results.values())
    ):
        for file, checked in results.items():
            lines = (
                map(str, checked.faults)
                if checked.faults
                else _render_checked(file, checked)
            )
            output.say(*lines, fold=sys.stdout.isatty())
    else:
        [checked] = results.values()
        warnings = [one._replace(file="", line=0) for one in checked.warnings]
        output.say(
            *_render_checked(
                "the fight in play", checked._replace(warnings=warnings)
            )
        )
        output.say(
            *(
                f"`{line.typed(words)}` mends it"
                for words in _fixing_commands(warnings)
            )
        )
    if any(checked.faults for checked in results.values()):
        raise typer.Exit(1)


def _fixing_commands(warnings: list[Fault]) -> Iterator[str]:
    """Yield the command that corrects the first warning about a sheet; nothing if no warning is
    about one."""
    for path in (one.path.split(".") for one in warnings):
        if path[0] == "combatants" and len(path) > 2:
            yield f"set {path[1]} {'.'.join(path[2:])}=VALUE"
            return


class CheckedFile(NamedTuple):
    """The result of checking a file. `holds` is the number of things of each kind if the file is
    stock, else None."""

    warnings: Sequence[Fault] = ()
    faults: Sequence[Fault] = ()
    holds: Mapping[str, int] | None = None


def _check_file(file: str, *, with_party: bool = True) -> CheckedFile:
    """Check a file. Returns its faults or, if there are none, its likely slips, by default with
    those of its party."""
    from gmtrack.store.check.lint import warnings_of
    from gmtrack.store.ready_made import path_to_read
    from gmtrack.store.stock.check import count_things
    from gmtrack.store.systems.judging import judge_if_page

    try:
        path = path_to_read(file)
        if judge_if_page(path):
            return CheckedFile()
        if (holds := count_things(path)) is not None:
            return CheckedFile(holds=holds)
        if not with_party:
            return CheckedFile(warnings_of(path))
        from gmtrack.app.party.today import party_problems

        return CheckedFile(warnings_of(path, partial(party_problems, file)))
    except BadFile as error:
        return CheckedFile(faults=error.faults)


def _render_checked(file: str, checked: CheckedFile) -> list[str]:
    """Return the warnings of a file without faults, then a line that says it is ok."""
    count = len(checked.warnings)
    warnings = (
        w._replace(path=": ".join(filter(None, ("warning", w.path))))
        for w in checked.warnings
    )
    holds = (checked.holds or {}).items()
    parts = [
        "ok",
        *(
            f"{n} {kind.removesuffix('s') if n == 1 else kind}"
            for kind, n in holds
        ),
    ]
    parts += [f"{count} warning{'s' * (count > 1)}"] * bool(count)
    return [*map(str, warnings), f"{file}: {', '.join(parts)}"]


def _checked_document(file: str, checked: CheckedFile) -> Data:
    """Return the result of a check as JSON: `file`, `ok`, `faults` and, if there are any,
    `warnings`."""
    doc: Data = {
        "file": file,
        "ok": not checked.faults,
        "faults": [_fault_document(one) for one in checked.faults],
    }
    return doc | (
        {"warnings": [_fault_document(one) for one in checked.warnings]}
        if checked.warnings
        else {}
    )


def _fault_document(fault: Fault) -> Data:
    """Return a fault as JSON."""
    return {
        key: getattr(fault, key) for key in ("file", "line", "path", "message")
    }


def _file_document(command: str, encounter: Encounter, file: str) -> Data:
    """Return the keys that answers about an encounter's file share: `command`, `name`, `ruleset`
    and `file`."""
    return {
        "command": command,
        "name": encounter.name,
        "ruleset": encounter.ruleset,
        "file": file,
    }


def _likely_slips(file: str, opened: "Opened") -> list[Data]:
    """Return the likely slips of a file that was opened, without judging it a second time."""
    from gmtrack.store.check.lint import slips_in

    judged = opened.judged
    found = (
        _check_file(file, with_party=False).warnings
        if judged is None
        else slips_in(judged)
    )
    return [_fault_document(warning) for warning in found]


def show_opened(
    line: CommandLine,
    command: str,
    opened: "Opened",
    file: str = "",
    coming: "ComingParty | None" = None,
    slips: Sequence[Data] = (),
) -> None:
    """Show what was opened, from which file as it was typed (`file`), and how to go on. `coming`
    is the party that came along, `slips` are the warnings of the file."""
    encounter, ruleset = opened.encounter, opened.ruleset
    board = gm_board(encounter, ruleset.board)
    if line.json:
        doc = _file_document(command, encounter, str(opened.file))
        doc |= {"fight": opened.name, "resumed": opened.resumed}
        doc |= {"played": opened.played} if opened.resumed else {}
        doc |= {"party": coming.to_json()} if coming else {}
        doc |= {"elsewhere": dict(opened.elsewhere)} if opened.elsewhere else {}
        return output.answer(
            line, doc | ({"warnings": list(slips)} if slips else {})
        )
    head = list(_how_it_was_opened(command, opened, board, file, line.program))
    head += coming.sentences() if coming else []
    head += _who_is_elsewhere(opened)
    if slips:
        from gmtrack.store.check.lint import MOST_BROUGHT

        told = f"`{line.program}validate {_quote_file(file)}` tells"
        head.append(
            f"{count_noun(len(slips), 'likely slip')} in the file: {told}"
        )
        few = slips if len(slips) <= MOST_BROUGHT else ()
        head += [f"  {one['message']}" for one in few]
    if line.file and not line.at_prompt and not _is_in_place(line, opened):
        head.append(
            f"-f or GMTRACK_FILE names {line.file}: without it commands work on this fight"
        )
    after = list(_next_steps(line, command, opened, board, file))
    if encounter.is_party:
        from gmtrack.store.parties import party_of_name

        # A file that is worked on in place is none of those that are kept.
        if party := party_of_name(opened.name):
            return show_party(party, line, head)
    return output.show_board(board, before=head, after=after)


def _who_is_elsewhere(opened: "Opened") -> Iterator[str]:
    """Yield a line for each other fight that has members of the party, who are in this copy of a
    fight in name only."""
    fights: dict[str, list[str]] = {}
    for who, fight in opened.elsewhere.items():
        fights.setdefault(fight, []).append(who)
    for fight, names in fights.items():
        verb = "is" if len(names) == 1 else "are"
        yield f"{listed(names)} {verb} in {fight}: nobody goes home from this copy"


def show_party(
    party: "Party", line: CommandLine, before: Sequence[str] = ()
) -> None:
    """Show the members of a party and its fights below plain lines (`before`), and what to type
    next if it was just opened or has no members."""
    from gmtrack.app.party.shown import party_screen
    from gmtrack.view.fights import render_party

    (board, doc), program = party_screen(party), line.program
    after = (
        [f"next: {program}load FILE --party, or {program}rest KIND"]
        if before
        else []
    )
    if not doc["members"]:
        from gmtrack.cli.library.first_steps import next_for_empty_party

        after = next_for_empty_party(
            doc["ruleset"], str(party.place.file), program
        )
    output.show(render_party, board, doc, before=before, after=after)


def _is_in_place(line: CommandLine, opened: "Opened") -> bool:
    """Whether what was opened is the file itself that commands work on (`-f`)."""
    return line.file is not None and Path(line.file).resolve() == opened.file


def _next_steps(
    line: CommandLine, command: str, opened: "Opened", board: Board, file: str
) -> Iterator[str]:
    """Yield what to type next; for a new encounter also how to change it."""
    program = line.program
    if program and line.file and _is_in_place(line, opened):
        program = f"gmtrack -f {system.quote(line.file)} "
    if not opened.encounter.combatants:
        from gmtrack.cli.library.first_steps import next_for_empty_fight

        yield from next_for_empty_fight(
            opened.ruleset, str(opened.file), program
        )
    elif command == "new":
        from gmtrack.cli.library import first_steps

        others = first_steps.next_for_lone_party(
            opened.encounter, opened.ruleset, program
        )
        written = file or line.file
        first = next(iter(opened.encounter.combatants))
        yield from others or first_steps.next_for_example(
            opened.encounter,
            program,
            written,
            can_attack=_can_attack(opened, first),
        )
    else:
        yield _next_command(opened, board, line.at_prompt)


def _quote_file(file: str) -> str:
    """Return a file name quoted for a command line, and never taken for an option."""
    return system.quote(f"./{file}" if file.startswith("-") else file)


def _how_it_was_opened(
    command: str, opened: "Opened", board: Board, file: str, program: str
) -> Iterator[str]:
    """Yield lines that say whether a fight is new or goes on, and whether its file has changed."""
    title = f"{opened.encounter.name} ({opened.ruleset.META.title})"
    if command == "load" and file.endswith(HISTORY):
        yield f"{title} is open with the history of {file}: {describe_round(board)}"
        return
    if not opened.resumed:
        yield f"{title} is open" + (
            " as a working copy" if command == "load" else ""
        )
        return
    from gmtrack.view.fights import describe_time

    yield title
    at = (
        f" {describe_round(board)}"
        if board.doc.get("round")
        else ", no round in progress"
    )
    at = "" if opened.encounter.is_party else at
    resuming = f"Resuming{at} (last played {describe_time(opened.played)})"
    if opened.gone_on:
        yield resuming
        there = f"`{program}switch {opened.gone_on}` goes there"
        yield f"The fight has gone on since this save: {there}"
        return
    if not opened.changed:
        again = f"`{program}load {_quote_file(file)} --fresh` starts over and keeps this one"
        yield f"{resuming}. {again}" if file else resuming
        return
    yield resuming
    yield from _explain_changed_file(file, program)


def _explain_changed_file(file: str, program: str) -> Iterator[str]:
    """Yield lines about a file that has changed since the fight began: its faults, or the
    command that takes its new content."""
    from gmtrack.store.opening import saved_round

    try:
        now = saved_round(file)
    except StoreError as error:
        faults = error.message.splitlines()
        yield f"{file} cannot be taken as it is now: the fight continues without it"
        yield from faults[:MOST_FAULTS]
        if len(faults) > MOST_FAULTS:
            yield f"`{program}validate {_quote_file(file)}` tells all {len(faults)} faults"
        return
    begins = f" (with round {now} as saved in it)" if now else ""
    takes = f"`{program}load {_quote_file(file)} --fresh` takes what it says now{begins}"
    yield f"{file} has changed since: {takes}, and keeps this fight"


def describe_round(board: Board) -> str:
    """Return `round 3` or `end of round 3`; without a round what the board says: `not started`,
    `over`."""
    now = board.doc.get("round")
    if now and board.doc.get("phase") == "round-over":
        return f"end of round {now}"
    if now:
        return f"round {now}"
    return next(
        (text for label, text in board.clock if not label),
        "no round in progress",
    )


def _next_command(opened: "Opened", board: Board, at_prompt: bool) -> str:
    """Return what to type next, at the prompt in its short words. An attack is named only if the
    acting one can make one now."""
    acting = board.doc.get("acting")
    if not board.doc.get("round") or board.doc.get("phase") == "round-over":
        line, short = "gmtrack roll-init", "i (roll-init)"
    elif acting is None:
        line = "gmtrack act WHO ACTION, or gmtrack next to go on"
        short = "x WHO ACTION, or n to go on"
    elif not _can_attack(opened, acting):
        line = "gmtrack what, or gmtrack next to end the turn"
        short = "what, or n to end the turn"
    else:
        line = (
            f"gmtrack attack {acting} TARGET, or gmtrack next to end the turn"
        )
        short = "a TARGET, or n to end the turn"
    return f"next: {short if at_prompt else line}"


def _can_attack(opened: "Opened", who: str) -> bool:
    """Whether the rules allow somebody an attack now."""
    from gmtrack.app.what import candidates, is_possible_now
    from gmtrack.core.intents import Attack

    ruleset, encounter = opened.ruleset, opened.encounter
    return any(
        isinstance(one.intent, Attack)
        and is_possible_now(ruleset, encounter, one.intent)
        for one in candidates(ruleset, encounter, who)
    )
