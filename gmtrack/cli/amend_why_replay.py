"""Commands that correct, explain and check the past: `amend`, `why`, `replay`."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from gmtrack import system
from gmtrack.cli import output
from gmtrack.cli.options import (
    DRY_RUN,
    FORCE,
    HISTORY,
    JSON,
    ROLL,
    SEED,
    arg,
    flag,
    line_of,
    whole_number,
)
from gmtrack.cli.tree import Commands, Performed
from gmtrack.core.command_table import row
from gmtrack.core.encounter import Data
from gmtrack.core.lexicon import SAME_WORDS
from gmtrack.store.session import open_session

if TYPE_CHECKING:
    from gmtrack.app.run import AskPeople
    from gmtrack.app.step import CommandRequest
    from gmtrack.store.history.recording import Recording

COMMANDS = Commands()

STEP_ROLL = ROLL._replace(
    help="Dice for what is rolled anew; for a later step with its number: 14:attack.joe=5.",
    metavar="[STEP:]NAME=DICE",
)


@COMMANDS.add("amend", (STEP_ROLL, SEED, DRY_RUN, FORCE, JSON), free=True)
def amend_step(
    ctx: typer.Context,
    seq: int = arg(
        "STEP", "Its number in `gmtrack log`.", ..., parser=whole_number(1)
    ),
    words: list[str] | None = arg(
        "[WORDS]...", "Words for its line; or the whole line as it should be."
    ),
    drop: bool = flag("--drop", "As if the step had never been."),
    drop_illegal: bool = flag(
        "--drop-illegal", "Leave out what is not possible any more."
    ),
) -> Performed:
    """Return the callback for `amend`: change the line or the dice of an earlier step, or drop
    it, and play all later steps again."""
    line = line_of(ctx)
    if drop and words:
        raise typer.BadParameter(
            "--drop takes no other words", param_hint="WORDS"
        )

    def performed(people: "AskPeople | None") -> None:
        from gmtrack.app.past.amend import (
            Amendment,
            amend_history,
            amended_line,
            step_line,
        )

        values = line.values
        with open_session(line.file, write=not values["dry_run"]) as session:
            was, more = step_line(session, seq), words or []
            now = amended_line(was, more, is_command, options_of_one_value)
            amendment = Amendment(
                seq,
                None if drop else tuple(now),
                dice_by_step(values["rolls"], seq),
                force=values["force"],
                drop_illegal=drop_illegal,
                seed=values["seed"],
                dry_run=values["dry_run"],
            )
            done = amend_history(
                session, line.text, amendment, parse_step_line, people
            )
        if line.json:
            output.answer(line, done.document())
        else:
            output.show_amended(done)

    return performed


@COMMANDS.add("why", (JSON,))
def why(
    ctx: typer.Context,
    who: str | None = arg(
        "[WHO|STEP]", "A combatant, or a step. Default: the last."
    ),
    what: list[str] | None = arg(
        "[WHAT]...", "A number, as `show` or `set` names it."
    ),
) -> None:
    """Run `why`: explain a step, or a number of a combatant, with the rules and steps that it
    comes from."""
    from gmtrack.app.past import why as asked
    from gmtrack.app.several import one_combatant
    from gmtrack.cli.history import NamesInLog
    from gmtrack.rulesets import registry

    line = line_of(ctx)
    names: Mapping[str, str]
    of_step = who is None or (who.isdecimal() and not what)
    with open_session(line.file, write=False) as session:
        known = [row.id for row in registry.rulebook(session.ruleset.META.id)]
        if of_step:
            step = asked.explain_step(
                session, known, int(who) if who else None, parse_step_line
            )
            doc = step.document()
            names = NamesInLog(session)
        else:
            why_one = "each has a number of their own"
            one = one_combatant(
                who or "", session.encounter, session.ruleset.WORDS, why_one
            )
            number = asked.explain_number(
                session, known, one, " ".join(what or ()), parse_step_line
            )
            doc, names = number.document(), session.encounter.names()
        ruleset = session.ruleset
    if line.json:
        output.answer(line, doc)
        return
    from gmtrack.view.history.why import render_why, render_why_step
    from gmtrack.view.report import Wording

    words = Wording(ruleset.PHRASES, ruleset.LABELS, names)
    if of_step:
        output.show(render_why_step, step, words, long=True)
    else:
        output.show(render_why, number, words, long=True)


@COMMANDS.add("replay", (JSON,))
def replay(
    ctx: typer.Context,
    file: str | None = arg(
        "[FILE]", "A history of `log --export FILE.jsonl`, or a kept fight."
    ),
    verify: bool = flag(
        "--verify", "Only compare; exit 1 where a step differs."
    ),
) -> int:
    """Run `replay`: play a history again. Returns exit status 1 if a step differs and `--verify`
    was typed."""
    from gmtrack.app.past.replay import replay_steps as played
    from gmtrack.core.deeds import names_past_and_present
    from gmtrack.store.check.validate import validate
    from gmtrack.store.history.log_entries import entry_of
    from gmtrack.store.text.codec import parse_yaml

    line = line_of(ctx)
    name, recording = find_recording(file, line.file)
    encounter, ruleset = validate(parse_yaml(recording.text, name), name)
    documents: list[Data] = []
    done = played(
        encounter, ruleset, recording.steps, parse_step_line, documents.append
    )
    if line.json:
        output.answer(line, done)
    else:
        if not verify:
            entries = [entry_of(one) for one in documents]
            output.show_steps(
                entries, ruleset, names_past_and_present(encounter, entries)
            )
        from gmtrack.view.history.replay import render_replayed

        output.show(render_replayed, done)
    return 1 if verify and not done["same"] else 0


def find_recording(
    file: str | None, open_file: str | None
) -> "tuple[str, Recording]":
    """Return a history with its name: that of a file, of a kept fight by its name, or of the
    open encounter if `file` is None. Raises StoreError."""
    from gmtrack.store.history.recording import read_recording
    from gmtrack.store.kept_fights import find_fight

    if file is not None and (file.endswith(HISTORY) or system.exists(file)):
        return file, read_recording(Path(file))
    with open_session(
        find_fight(file) if file else open_file, write=False
    ) as session:
        return str(session.file), session.recording()


def is_command(word: str) -> bool:
    """Whether a word of the line is the name of a command, or short for one."""
    name = word.replace("_", "-")
    return bool(row(SAME_WORDS.get(name, name)).name)


def options_of_one_value(command: str) -> "dict[str, str]":
    """Return the flags of a command's options that take one value, each with its long form;
    empty for a step that no command has made."""
    from gmtrack.cli.tree import build_command, value_flags

    if not row(command).name:
        return {}
    params = [
        one
        for one in build_command(row(command).name).params
        if value_flags(one) and not one.multiple
    ]
    return {flag: max(one.opts, key=len) for one in params for flag in one.opts}


def parse_step_line(words: list[str]) -> "CommandRequest":
    """Return the step that a line asks of the rules. Raises Refusal if the rules do not resolve
    it."""
    from gmtrack.cli.parse import parse_step

    return parse_step(words)[1]


def dice_by_step(texts: tuple[str, ...], seq: int) -> dict[int, list[str]]:
    """Return typed dice by the number of the step they are for: `14:attack.joe=5,3`. Dice
    without a number belong to the step that is amended (`seq`)."""
    found: dict[int, list[str]] = {}
    for text in texts:
        number, colon, rest = text.partition(":")
        if colon and number.strip().isdecimal():
            found.setdefault(int(number), []).append(rest)
        else:
            found.setdefault(seq, []).append(text)
    return found
