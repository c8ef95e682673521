"""The history: one step a line, with every die and who rolled it."""

from collections.abc import Iterator, Sequence
from typing import Any, Protocol

from gmtrack.core.encounter import Data
from gmtrack.view.text import GAP, Line, Span, fold_all, pad, shown


class LogEntry(Protocol):
    """One step of the history; `report` is the command's JSON document."""

    @property
    def seq(self) -> int: ...
    @property
    def kind(self) -> str: ...
    @property
    def line(self) -> str: ...
    @property
    def report(self) -> Data | None: ...
    @property
    def undone(self) -> bool: ...


def render_log(entries: Sequence[LogEntry], width: int) -> list[Line]:
    """One line for every step, oldest first; long ones are folded below their command."""
    if not entries:
        return [[Span("nothing has happened yet", "note")]]
    column = max(len(str(entry.seq)) for entry in entries)
    return fold_all((_entry(entry, column) for entry in entries), width, column + 4)


def _entry(entry: LogEntry, column: int) -> Line:
    report = entry.report or {}
    style = "out" if entry.undone else ""
    line = [Span(pad(str(entry.seq), column, right=True) + GAP, "note")]
    if entry.undone:
        line.append(Span("(undone) ", "out"))
    line.append(Span(_command(entry), style or "name"))
    for text, tone in [*_summary(report), *_dice(report), *_forced(report)]:
        line += [Span(GAP), Span(text, style or tone, whole=True)]
    return line


def _command(entry: LogEntry) -> str:
    if entry.kind == "edit":
        return "file edited by hand"
    return shown(entry.line or entry.kind)


def _summary(report: Data) -> Iterator[tuple[str, str]]:
    """The outcome of each block, with what it did in damage."""
    words = []
    for block in _blocks(report):
        dealt = (block.get("damage") or {}).get("dealt")
        damage = f" for {dealt}" if dealt else ""
        if block.get("outcome"):
            words.append(f"{shown(block['outcome'])}{damage}")
    if words:
        yield f"-> {', '.join(words)}", ""


def _dice(report: Data) -> Iterator[tuple[str, str]]:
    """Every roll as it would be typed: `attack.joe=6,6,2`."""
    for block in _blocks(report):
        for roll in block.get("rolls") or []:
            told = f"{shown(roll.get('hits'))} hits" if roll.get("given") else "none"
            dice = ",".join(map(shown, roll.get("dice") or [])) or told
            typed = " (typed)" if roll.get("given") else ""
            name, who = shown(roll.get("name")), shown(roll.get("who"))
            yield f"{name}.{who}={dice}{typed}", "note"
            if roll.get("again"):
                yield f"{name}_again.{who}={','.join(map(shown, roll['again']))}", "note"


def _forced(report: Data) -> Iterator[tuple[str, str]]:
    for override in report.get("forced") or []:
        yield f"(forced: {shown(override.get('message'))})", "warning"


def _blocks(report: Data) -> Iterator[dict[str, Any]]:
    """The document and the blocks inside it, each with an outcome and rolls of its own."""
    yield report
    for value in report.values():
        if isinstance(value, list):
            yield from (item for item in value if isinstance(item, dict) and "rolls" in item)
