"""What has happened, as the log, the story, the players and `why` read it: steps, who fell, where
numbers come from; and a report once more, from what the history has kept of it."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from gmtrack.core.deeds import attacks_in, rolls_in
from gmtrack.core.draft import Change, net
from gmtrack.core.encounter import Data
from gmtrack.core.report import Block, Fact, Override, Part, Report, Roll, StoryStep, change_to_json
from gmtrack.core.standing import Standing

OWN = ("name", "who", "pool", "dice", "again", "given", "parts")
"""Keys of a roll's document that are no reading of its dice."""


class LogEntry(NamedTuple):
    """One line of the log. `kind`: load, step, edit, undo, redo; `line`: the command as typed;
    `report` is empty where a command had none; `undone`: a step that is not in effect now;
    `story`: what was told of it, as `Report.told` gives it; `shown`: what was seen of its rolls
    besides, as `Report.shown` gives it. `first`: the line as it was typed at first, where an
    amendment has another. `round`: the one that was on when it began; `who` acted, or was
    concerned. `turned`: the numbers of the steps that an undo or a redo was about. `dropped`: an
    amendment has left it out. `token`: what is `tied` to it, in the history of the `partner`, has
    that."""

    seq: int
    kind: str
    line: str
    time: str
    report: Data
    changes: list[Change]
    undone: bool = False
    story: Sequence[StoryStep] = ()
    shown: Sequence[Data] = ()
    first: str = ""
    round: int | None = None
    who: str | None = None
    turned: tuple[int, ...] = ()
    dropped: bool = False
    token: str = ""
    partner: str = ""
    tied: str = ""


class Casualty(NamedTuple):
    """Somebody stands otherwise after a step; `by` put them there, None where nobody did."""

    who: str
    before: Standing
    after: Standing
    by: str | None = None

    @property
    def fell(self) -> bool:
        """Whether they went down; who leaves on their feet has not."""
        return self.after.has_fallen and not self.before.has_fallen

    @property
    def rose(self) -> bool:
        """Whether they were down before, and are no more."""
        return self.before.has_fallen and not self.after.has_fallen

    @property
    def died(self) -> bool:
        """Whether they are dead now, and were not before."""
        return self.after.dead and not self.before.dead

    @property
    def left(self) -> bool:
        """Whether they have left the fight by it."""
        return self.after.has_left and not self.before.has_left

    @property
    def came_back(self) -> bool:
        """Whether they had left the fight, and are back in it."""
        return self.before.has_left and not self.after.has_left


class ToldStep(NamedTuple):
    """What players are told of a step: its number, the round that it began (None: none), its lines,
    and the dice of friends."""

    seq: int
    round: int | None
    lines: tuple[str, ...]
    dice: tuple[Data, ...] = ()


Rows = Sequence[str]
"""Ids of rows of the rules."""


class Share(NamedTuple):
    """One part of a number, and the rows that it comes from."""

    label: str
    value: int
    rules: Rows


class Happened(NamedTuple):
    """A step that changed it: what exactly, from what to what, by which rows."""

    seq: int
    line: str
    what: str
    before: Any
    after: Any
    rules: Rows


class Held(NamedTuple):
    """An effect of the GM's own that somebody has. `by`: RECORD where the step `seq` put it on
    (None: before the first step), else ALWAYS or the gear that brings it. `defined` is the step
    that brought its definition (None: the opening), `source` the line of it."""

    effect: str
    label: str
    who: str
    by: str
    seq: int | None
    line: str | None
    defined: int | None
    source: str


class Why(NamedTuple):
    """Something of somebody: what it is now, its parts if it has any, the rows that it follows
    from as a whole, and what has happened to it."""

    who: str
    what: str
    value: Any
    parts: Sequence[Share]
    rules: Rows
    history: Sequence[Happened]
    effects: Sequence[Held] = ()

    def document(self) -> Data:
        lists = {"parts": _documents(self.parts), "history": _documents(self.history)}
        found = {**self._asdict(), "rules": list(self.rules), **lists}
        return {"command": "why", **found, "effects": [one._asdict() for one in self.effects]}


def _documents(lines: Sequence[NamedTuple]) -> list[Data]:
    return [{**(doc := one._asdict()), "rules": list(doc["rules"])} for one in lines]


class ExplainedStep(NamedTuple):
    """A step as it was told, and the rows `of` each part, roll, sentence and change in it; `same`:
    the rules of today still say so."""

    entry: LogEntry
    report: Report
    of: Callable[[object], Rows]
    same: bool
    effects: Sequence[Held] = ()

    def document(self) -> Data:
        entry, report, of = self.entry, self.report, self.of
        step: Data = {"seq": entry.seq, "line": entry.line}
        return {
            "command": "why",
            **step,
            "who": entry.who,
            "what": None,
            "value": entry.report.get("outcome"),
            "same": self.same,
            "parts": [
                {"roll": roll.name, "who": roll.who, "of": number, **share}
                for roll in report.rolls
                for number, parts in roll.explained()
                for share in _documents([Share(*part, of(part)) for part in parts])
            ],
            "rolls": [
                {"name": roll.name, "who": roll.who, "rules": list(of(roll))}
                for roll in report.rolls
            ],
            "told": [
                {"key": one.key, "args": dict(one.args), "rules": list(of(one))}
                for one in report.story
                if isinstance(one, Fact)
            ],
            "history": [
                {**step, **change_to_json(change), "rules": list(of(change))}
                for change in report.changes
            ],
            "effects": [one._asdict() for one in self.effects],
        }


def report_from_history(
    document: Data, story: Sequence[StoryStep], shown: Sequence[Data], changes: list[Change]
) -> Report:
    """The report as it was told. An early history does not say which dice were good."""
    found = rolls_in(document)
    known = [*shown, *({} for _ in found[len(shown) :])]
    rolls = [_roll(roll, seen) for roll, seen in zip(found, known, strict=False)]
    return Report(
        document.get("command", ""),
        document.get("ruleset", ""),
        body=document,
        rolls=rolls,
        story=[rolls[part] if isinstance(part, int) else Fact(*part) for part in story],
        overrides=[Override(one["kind"], one["message"]) for one in document.get("forced", ())],
        unused=list(document.get("unused", ())),
        changes=list(net(changes)),
        blocks=[
            Block(one["attacker"], one["target"], one, effects=one["effects"])
            for one in attacks_in(document)
        ],
        friends=[(one["attacker"], one["target"]) for one in document.get("friendly_fire", ())],
        understood=tuple(document.get("understood", ())),
    )


def _roll(document: Data, shown: Data) -> Roll:
    dice, again = tuple(document["dice"]), tuple(document.get("again", ()))
    good = set(shown.get("good", ()))
    parts = shown.get("parts") or [(p["label"], p["value"]) for p in document.get("parts", ())]
    return Roll(
        document["name"],
        document["who"],
        tuple(Part(*part) for part in parts),
        dice,
        bool(document["given"]),
        {key: value for key, value in document.items() if key not in OWN},
        tuple(place in good for place in range(len(dice) + len(again))),
        document.get("pool"),
        again,
    )
