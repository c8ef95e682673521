"""The history: a table of the steps, and one step as it was shown when it was played."""

from collections.abc import Iterator, Sequence

from gmtrack.core.deeds import GRAZE, command_documents
from gmtrack.core.draft import Change
from gmtrack.core.encounter import Data
from gmtrack.core.history import LogEntry, report_from_history
from gmtrack.core.report import change_to_json
from gmtrack.view.fights import describe_time
from gmtrack.view.history.replay import render_amended
from gmtrack.view.report import Wording, render_report
from gmtrack.view.text import (
    GAP,
    Line,
    Names,
    Span,
    cells,
    count_noun,
    cut,
    fold,
    fold_all,
    pad,
    paragraph,
    show_name,
    shown,
    space_underscores,
)

HEADS = ("Step", "Round", "Who")
RIGHT = (True, True, False)
WIDEST_WHO = 12
LEAST = 24
"""Least columns for the command line; with fewer, only the step's number stands before it."""
NOT_TOLD = ("done", "declared")
"""Outcomes that are left out, since they say no more than the command line."""
CHANGES = 12
"""Most changed values of an edit that are shown."""
TURNED = {"undo": "takes back", "redo": "does again"}


# --- all steps ---


def render_log(
    entries: Sequence[LogEntry],
    earlier: int,
    names: Names,
    width: int,
) -> list[Line]:
    """Render the steps of a log, a row each, oldest first, then how to see the `earlier` steps
    (a number) and the dice.

    Each command line is folded within its own column. `names` are those of all who were ever in
    the fight."""
    if not entries:
        return [[Span("nothing has happened yet", "note")]]
    texts = [
        [
            shown(entry.seq),
            shown(entry.round or ""),
            cut(shown(entry.who or ""), WIDEST_WHO),
        ]
        for entry in entries
    ]
    widths = [
        max(map(cells, column)) for column in zip(HEADS, *texts, strict=True)
    ]
    if sum(widths) + len(GAP) * len(widths) > width - LEAST:
        del widths[1:]
    head = GAP.join([*map(pad, HEADS, widths), "Line"])
    lines: list[Line] = [[Span(cut(head, width), "heading")]]
    for entry, row in zip(entries, texts, strict=True):
        beside = GAP.join(map(pad, row, widths, RIGHT)) + GAP
        indent = cells(beside)
        for piece in fold(_render_entry(entry, names), width - indent, 2):
            lines.append([Span(pad(beside, indent), "note"), *piece])
            beside = ""
    rest = f"one step with its dice: `log {entries[-1].seq}`"
    if earlier:
        all_of_them = f"`log --last {earlier + len(entries)}`"
        rest = f"{count_noun(earlier, 'earlier step')}: {all_of_them}; {rest}"
    return [*lines, *paragraph(rest, width, hang=0)]


def _render_entry(entry: LogEntry, names: Names) -> Line:
    """Render a step's command line with its marks and a few words on its results."""
    style = "out" if entry.undone else ""
    mark = _choose_mark(entry)
    line = [Span(f"{mark} ", "out")] if mark else []
    line.append(Span(_name_command(entry), style or "name"))
    for text, tone in _describe_results(entry, names):
        line += [
            Span(GAP),
            Span(text, style or tone, whole=len(text) < WIDEST_WHO * 2),
        ]
    return line


def _choose_mark(entry: LogEntry) -> str:
    """Return the mark of a step that was taken out, undone or amended, in brackets: `(undone)`;
    empty for others."""
    if entry.dropped:
        return "(taken out)"
    if entry.undone:
        return "(undone)"
    return "(amended)" if entry.first else ""


def _name_command(entry: LogEntry) -> str:
    """Return a step's command line; for an edit, that the file was edited by hand."""
    if entry.kind == "edit":
        return "file edited by hand"
    return shown(entry.line or entry.kind)


def _describe_results(
    entry: LogEntry, names: Names
) -> Iterator[tuple[str, str]]:
    """Yield text and tone for the results of a step: steps undone, outcomes, whose turn began,
    and whether the GM forced it."""
    if entry.turned:
        steps = ", ".join(map(str, entry.turned))
        yield (
            f"{TURNED[entry.kind]} {'step' if len(entry.turned) == 1 else 'steps'} {steps}",
            "",
        )
    words = [
        word
        for document in command_documents(entry.report)
        for word in _describe_outcomes(document)
    ]
    words += _find_new_actor(entry, names)
    if words:
        yield f"-> {', '.join(words)}", ""
    if entry.report.get("forced"):
        yield "(forced)", "warning"


def _find_new_actor(entry: LogEntry, names: Names) -> list[str]:
    """Return the name of whom `next` gave the turn, as a list; empty for other commands. An
    older report without that name is read from the changes."""
    if entry.report.get("command") != "next":
        return []
    own = [
        change.after
        for change in entry.changes
        if change.path[:-1] == ("fight",)
    ]
    people = [who for who in own if isinstance(who, str) and who in names]
    acting = entry.report.get("acting") or (people[-1] if people else None)
    return [show_name(acting, names)] if acting else []


def _describe_outcomes(document: Data) -> Iterator[str]:
    """Yield the outcome of each attack, or of another command, with its damage; for plain dice
    their result."""
    for block in document.get("attacks") or [document]:
        outcome = block.get("outcome")
        if outcome and outcome not in NOT_TOLD:
            damage = block.get("damage")
            dealt = damage.get("dealt") if isinstance(damage, dict) else None
            words = space_underscores(outcome)
            if dealt:
                words += f" for {shown(dealt)}"
            elif outcome == GRAZE:
                words += " without damage"
            yield words
    if document.get("command") == "roll":
        hits = document.get("hits")
        if hits is None:
            yield shown(document.get("total"))
        else:
            yield count_noun(hits, "hit")


# --- one step ---


def render_step(entry: LogEntry, words: Wording, width: int) -> list[Line]:
    """Render a step as it was shown when it happened, below a heading with number, round, time
    and command line."""
    return [
        *render_step_heading(entry, width),
        *_render_entry_as_shown(entry, words, width),
    ]


def render_step_heading(entry: LogEntry, width: int) -> list[Line]:
    """Render a step's heading: number, round, time, marks, the command line, and the first line
    if it was amended."""
    head = [f"step {entry.seq}"]
    if entry.round:
        head.append(f"round {entry.round}")
    if entry.time:
        head.append(describe_time(entry.time))
    line: Line = [Span(", ".join(head), "heading")]
    if _choose_mark(entry):
        line += [Span(GAP), Span(_choose_mark(entry), "warning")]
    lines: list[Line] = [line, [Span(_name_command(entry), "name")]]
    if entry.first:
        lines.append([Span(f"was: {shown(entry.first)}", "note")])
    return fold_all(lines, width)


def _render_entry_as_shown(
    entry: LogEntry, words: Wording, width: int
) -> list[Line]:
    """Render a step's report as it was shown; for an edit the changed values, for an amendment
    what it has changed."""
    names = words.names
    if entry.kind == "amend":
        return render_amended(entry.report, names, width)
    if entry.report:
        report = report_from_history(
            entry.report, entry.story, entry.shown, entry.changes
        )
        return render_report(report, words, width)
    if entry.kind == "edit":
        return fold_all(_render_edits(entry.changes, names), width, 4)
    told = [
        [Span(text, tone)] for text, tone in _describe_results(entry, names)
    ]
    return fold_all(told, width)


def _render_edits(changes: list[Change], names: Names) -> Iterator[Line]:
    """Yield a line for each changed value of an edit, at most CHANGES, then how many more there
    are."""
    for change in changes[:CHANGES]:
        told = change_to_json(change)
        who = show_name(told["who"], names)
        text = f"{shown(told['what'])} {shown(told['before'])} -> {shown(told['after'])}"
        yield [Span(who, "name"), Span(GAP), Span(text)]
    if len(changes) > CHANGES:
        yield [Span(f"and {len(changes) - CHANGES} more", "note")]
