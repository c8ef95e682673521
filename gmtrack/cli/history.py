"""Commands about the history: `undo`, `redo`, `log`, `stats`."""

import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Annotated

import typer

from gmtrack.cli import output
from gmtrack.cli.options import (
    FORCE,
    HISTORY,
    JSON,
    CommandLine,
    arg,
    flag,
    line_of,
    opt,
    whole_number,
)
from gmtrack.cli.tree import Commands
from gmtrack.core.deeds import names_past_and_present, rolls_in
from gmtrack.core.encounter import ID_PATTERN, Data, Encounter
from gmtrack.core.report import change_to_json
from gmtrack.errors import Refusal
from gmtrack.store.session import OF_CAST, open_session

if TYPE_CHECKING:
    from gmtrack.core.history import LogEntry
    from gmtrack.rulesets.port import Ruleset
    from gmtrack.store.session import Session

COMMANDS = Commands()

Steps = Annotated[
    int,
    typer.Argument(
        metavar="[N]", parser=whole_number(1), help="How many steps."
    ),
]
ON_SCREEN = 20
"""The number of steps that `log` shows by default."""


@COMMANDS.add("undo", (FORCE, JSON))
def undo(ctx: typer.Context, steps: Steps = 1) -> None:
    """Run `undo`: undo the last steps."""
    line = line_of(ctx)
    with open_session(line.file, write=True) as session:
        entries, party_note = _undo_or_redo(session, "undo", steps, line)
    changes = [
        change | {"before": change["after"], "after": change["before"]}
        for entry in entries
        for change in reversed(_changes_of(entry))
    ]
    _show_moved_steps(line, "undo", entries, changes, party_note)


@COMMANDS.add("redo", (FORCE, JSON))
def redo(ctx: typer.Context, steps: Steps = 1) -> None:
    """Run `redo`: redo the steps that were undone last."""
    line = line_of(ctx)
    with open_session(line.file, write=True) as session:
        entries, party_note = _undo_or_redo(session, "redo", steps, line)
    changes = [change for entry in entries for change in _changes_of(entry)]
    _show_moved_steps(line, "redo", entries, changes, party_note)


def _undo_or_redo(
    session: "Session", command: str, steps: int, line: CommandLine
) -> "tuple[list[LogEntry], str]":
    """Undo or redo steps, with what they have brought to a party. Returns the steps, and a
    sentence about the party, empty if it is not concerned."""
    encounter, is_undo = session.encounter, command == "undo"
    found = (
        session.steps_to_undo(steps)
        if is_undo
        else session.steps_to_redo(steps)
    )
    paths = {change.path[:2] for entry in found for change in entry.changes}
    if not (
        encounter.is_party
        or encounter.fight.get("party")
        or ("fight", "party") in paths
    ):
        return (session.undo(steps) if is_undo else session.redo(steps)), ""
    from gmtrack.app.party.undo_with_party import undo_or_redo_with_party

    return undo_or_redo_with_party(
        session, command, steps, force=line.options().force
    )


@COMMANDS.add("log", (JSON,))
def log(
    ctx: typer.Context,
    step: int | None = arg(
        "[STEP]", "This step with all its dice.", parser=whole_number(1)
    ),
    last: int | None = opt(
        "--last", "N", "Only the last N (screen: 20).", parser=whole_number(1)
    ),
    export: str | None = opt(
        "--export", "FILE", "Write a story; .jsonl: for `replay`."
    ),
    players: bool = flag(
        "--players", "The story with what players may know, and nothing else."
    ),
) -> None:
    """Run `log`: show the steps or one of them, or export them as a story or a history."""
    line = line_of(ctx)
    if players and (export is None or export.endswith(HISTORY)):
        raise typer.BadParameter(
            "--players is for a story: `log --export FILE.md --players`"
        )
    if step is not None and (last or export is not None):
        raise typer.BadParameter(
            f"step {step} alone is shown: leave out the other options"
        )
    with open_session(line.file, write=False) as session:
        if export is not None:
            _export_log(session, export, line, players=players)
        if step is not None:
            return _show_step(session, step, line)
        if line.json:
            newest = islice(session.log_newest_first(), last)
            steps = [entry.document() for entry in newest][::-1]
            output.answer(line, {"steps": steps})
        elif export is None:
            newest = islice(session.log_newest_first(), last or ON_SCREEN)
            on_screen = [*newest][::-1]
            earlier = session.log_length - len(on_screen)
            names = NamesInLog(session)
            output.show_log(on_screen, earlier, names, fitted=not last)
    return None


class NamesInLog(Mapping[str, str]):
    """Id to name of everybody who is or was in the fight. Few entries tell of somebody who has
    gone: the history is searched for them only when one does."""

    def __init__(self, session: "Session") -> None:
        self._session = session
        self._present = session.encounter.names()

    @cached_property
    def _ever(self) -> dict[str, str]:
        """The names of all."""
        steps = [*self._session.log_holding(OF_CAST)]
        return names_past_and_present(self._session.encounter, reversed(steps))

    def __getitem__(self, who: str) -> str:
        """Return the name of a combatant. Raises KeyError for an id that nobody ever had."""
        present = self._present.get(who)
        if present is not None:
            return present
        if not re.fullmatch(ID_PATTERN, str(who)):  # a name already
            raise KeyError(who)
        return self._ever[who]

    def __iter__(self) -> Iterator[str]:
        """Yield all ids."""
        return iter(self._ever)

    def __len__(self) -> int:
        """Return how many there are and were."""
        return len(self._ever)


def _export_log(
    session: "Session", export: str, line: CommandLine, *, players: bool
) -> None:
    """Write the history to a file: as a story, or for `replay` if the file's name says so."""
    if not export.endswith(HISTORY):
        story = _render_story(session, [*session.log()], players=players)
        output.export_text(story, export, line)
        return
    from gmtrack.store.atomic_files import replace_file
    from gmtrack.store.output_file import file_to_write

    lines = session.recording().lines()
    replace_file(
        file_to_write(export), "".join(f"{one}\n" for one in lines).encode()
    )
    if not line.json:
        output.say(f"written: {export}")


def _show_step(session: "Session", step: int, line: CommandLine) -> None:
    """Show the step of this number with all its dice, or answer with its document. Raises Refusal
    with the numbers that there are, if there is no such step."""
    entry = _find_entry(session, step)
    if line.json:
        output.answer(line, entry.document())
        return
    from gmtrack.view.history.log import render_step

    names = NamesInLog(session)
    command = entry.report.get("command")
    words = output.wording_for(session.ruleset, command, names)
    output.show(render_step, entry, words)


@COMMANDS.add("stats", (JSON,))
def stats(
    ctx: typer.Context,
    party: bool = flag("--party", "Of all fights of the party."),
) -> None:
    """Run `stats`: show what everybody has done in the fight, or in all fights of the party."""
    line = line_of(ctx)
    if party:
        from gmtrack.app.party.commands import party_in_play
        from gmtrack.app.party.stats import party_stats as of_all

        doc, names = of_all(party_in_play(None, line.file))
    else:
        from gmtrack.app.stats import count_deeds as counted

        with open_session(line.file, write=False) as session:
            found = counted(
                session.encounter, session.ruleset, list(session.log())
            )
        doc, names = found.to_json(), found.names
    if line.json:
        output.answer(line, doc)
    else:
        from gmtrack.view.history.stats import render_stats

        output.show(render_stats, doc, names)


def _render_story(
    session: "Session", entries: "list[LogEntry]", *, players: bool
) -> str:
    """Return the fight as a story in Markdown, for the GM or as players may read it. Raises
    Refusal if there is no history."""
    encounter, ruleset = session.encounter, session.ruleset
    if not entries:
        why = f"no history is with {session.file.name} (`save` writes none)"
        raise Refusal(ruleset.WORDS.value, f"there is no story: {why}")
    if not players:
        return render_gm_story(encounter, ruleset, entries)
    from gmtrack.app.casualties import steps_in_effect
    from gmtrack.app.past.players_history import history_for_players
    from gmtrack.app.players_page import (
        board_for_players,
        fates_told_players,
        visible_names_by_side,
    )
    from gmtrack.view.history.exported_story import write_players_story

    known = history_for_players(encounter, ruleset, steps_in_effect(entries))
    return write_players_story(
        board_for_players(session, known.cast_changes).title,
        ruleset.META.title,
        getattr(ruleset, "STORY", {}).get("round", ""),
        visible_names_by_side(encounter),
        known.told,
        fates_told_players(session, known),
    )


def check_step_renders(
    encounter: Encounter, ruleset: "Ruleset", entry: "LogEntry"
) -> None:
    """Render a history step in every view and discard the output; an exception means that a view
    cannot show it. `encounter` must be the state right after the step."""
    from gmtrack.app.past.players_history import history_for_players
    from gmtrack.view.history.log import render_log, render_step
    from gmtrack.view.report import Wording

    names = names_past_and_present(encounter, [entry])
    render_gm_story(encounter, ruleset, [entry])
    render_log([entry], 0, names, 80)
    render_step(entry, Wording(ruleset.PHRASES, ruleset.LABELS, names), 80)
    history_for_players(encounter, ruleset, [entry])


def render_gm_story(
    encounter: Encounter, ruleset: "Ruleset", entries: "list[LogEntry]"
) -> str:
    """Return the story of these steps in Markdown, with all secrets. `encounter` must be the
    state right after the last one."""
    from gmtrack.app.casualties import casualties
    from gmtrack.app.stats import count_deeds as counted
    from gmtrack.view.history.exported_story import GmStory, write_gm_story

    found = counted(encounter, ruleset, entries)
    sides: dict[str, list[str]] = {}
    for who in encounter.combatants:
        sides.setdefault(encounter.side(who), []).append(who)
    gone = [who for who in found.names if who not in encounter.combatants]
    if gone:
        sides["others"] = gone
    tale = GmStory(
        encounter.name,
        ruleset.META.title,
        sides,
        entries,
        casualties(encounter, ruleset, entries),
        found.to_json(),
        ruleset.PHRASES,
        getattr(ruleset, "STORY", {}),
        found.names,
    )
    return write_gm_story(tale)


def _find_entry(session: "Session", step: int) -> "LogEntry":
    """Return the entry of the log with this number. Raises Refusal with the numbers that there
    are."""
    kind = session.ruleset.WORDS.value
    newest = session.log_newest_first()
    last = entry = next(newest, None)
    while entry is not None and entry.seq > step:
        entry = next(newest, None)
    if entry is not None and entry.seq == step:
        return entry
    if last is None:
        raise Refusal(
            kind, f"there is no step {step}: nothing has happened yet"
        )
    first = session.opening or last
    message = f"there is no step {step}: the log has {first.seq} to {last.seq}"
    raise Refusal(kind, message)


def _show_moved_steps(
    line: CommandLine,
    command: str,
    entries: "list[LogEntry]",
    changes: list[Data],
    party_note: str,
) -> None:
    """Show the steps that were undone or redone, or answer with their document."""
    if not line.json:
        done = {"undo": "undone", "redo": "done again"}[command]
        lines = [f"{done}: {entry.line}" for entry in entries]
        output.say(*lines, *([party_note] if party_note else ()), fold=True)
        return
    doc: Data = {"command": command, "steps": [entry.line for entry in entries]}
    if command == "redo":
        doc["rolls"] = [
            roll for entry in entries for roll in rolls_in(entry.report)
        ]
    doc["changes"] = changes
    output.answer(line, doc)


def _changes_of(entry: "LogEntry") -> list[Data]:
    """Return what a step changed, as its report has it; for a step without a report, as the
    journal has it."""
    return entry.report.get("changes") or [
        change_to_json(change) for change in entry.changes
    ]
