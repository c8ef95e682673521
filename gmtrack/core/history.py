"""The past as the log, the story, the players and `why` read it: steps, casualties, the origin
of numbers; and reports restored from the history."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from gmtrack.core.deeds import attacks_in, rolls_in
from gmtrack.core.draft import Change, net_changes
from gmtrack.core.encounter import Data
from gmtrack.core.report import (
    Block,
    Fact,
    Override,
    Part,
    Report,
    Roll,
    StoryStep,
    change_to_json,
)
from gmtrack.core.standing import Standing

FIXED_ROLL_KEYS = ("name", "who", "pool", "dice", "again", "given", "parts")
"""Keys of a roll's document that every ruleset has; all others are in `Roll.body`."""


class LogEntry(NamedTuple):
    """A line of the log.

    - `kind`: load, step, edit, undo, redo. `line`: the command as typed; `first`: as typed
      before an amendment.
    - `report`: the JSON document; empty if the command had none. `story`: in the form of
      `Report.story_to_json`. `shown`: what screens show of its rolls besides, in the form of
      `Report.shown`.
    - `undone`: the step is not in effect now. `dropped`: an amendment has left the step out.
      `turned`: the numbers of the steps that an undo or a redo was about.
    - `round`: the round in which it began; None outside rounds. `who`: the combatant who acted,
      or was concerned.
    - `token`: the mark of steps in the history of the `partner` that are `tied` to this one."""

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

    def document(self) -> Data:
        """Return the entry as JSON: `seq`, `kind`, `line`, `time`, `round`, `who`, `undone` and
        `report`; `first` if it was amended, `dropped` if it was taken out."""
        keys = (
            "seq", "kind", "line", "time", "round", "who", "undone", "report",
        )  # fmt: skip
        doc: Data = {key: getattr(self, key) for key in keys}
        if self.first:
            doc["first"] = self.first
        return doc | ({"dropped": True} if self.dropped else {})


class Casualty(NamedTuple):
    """A combatant whose standing a step has changed. `by`: who brought it about; None if nobody
    did."""

    who: str
    before: Standing
    after: Standing
    by: str | None = None

    @property
    def fell(self) -> bool:
        """Whether the combatant went down. Somebody who leaves on their feet has not."""
        return self.after.has_fallen and not self.before.has_fallen

    @property
    def rose(self) -> bool:
        """Whether the combatant was down before, and is no more."""
        return self.before.has_fallen and not self.after.has_fallen

    @property
    def died(self) -> bool:
        """Whether the combatant is dead now, and was not before."""
        return self.after.dead and not self.before.dead

    @property
    def left(self) -> bool:
        """Whether the step took the combatant out of the fight for the time being."""
        return self.after.has_left and not self.before.has_left

    @property
    def came_back(self) -> bool:
        """Whether the combatant had left the fight, and is back in it."""
        return self.before.has_left and not self.after.has_left


class ToldStep(NamedTuple):
    """A step as players are told of it: its number, the round that it began (None if it began
    none), its lines, and the dice of friends."""

    seq: int
    round: int | None
    lines: tuple[str, ...]
    dice: tuple[Data, ...] = ()


Rows = Sequence[str]
"""Ids of rows of the rules."""


class ExplainedPart(NamedTuple):
    """A part of a number, with the rows that it comes from."""

    label: str
    value: int
    rules: Rows


class ExplainedChange(NamedTuple):
    """A step that changed a value: its number and line, the field, the value before and after,
    and the rows."""

    seq: int
    line: str
    what: str
    before: Any
    after: Any
    rules: Rows


class HeldEffect(NamedTuple):
    """An own effect that somebody has.

    `by`: RECORD if the step `seq` put it on (None: before the first step), ALWAYS if the sheet
    says so, else the gear that brings it. `defined`: the step that brought its definition (None:
    the opening), `source` the line of that step."""

    effect: str
    label: str
    who: str
    by: str
    seq: int | None
    line: str | None
    defined: int | None
    source: str


class ExplainedValue(NamedTuple):
    """A value with its explanation: the value now, its parts if it has any, the rows that it
    follows from as a whole, the steps that changed it, and the own effects in it."""

    who: str
    what: str
    value: Any
    parts: Sequence[ExplainedPart]
    rules: Rows
    history: Sequence[ExplainedChange]
    effects: Sequence[HeldEffect] = ()

    def document(self) -> Data:
        """Return the JSON document of `why` for a value: `command`, and each field by its name."""
        lists = {
            "parts": _documents_with_rules(self.parts),
            "history": _documents_with_rules(self.history),
        }
        found = {**self._asdict(), "rules": list(self.rules), **lists}
        return {
            "command": "why",
            **found,
            "effects": [one._asdict() for one in self.effects],
        }


def _documents_with_rules(lines: Sequence[NamedTuple]) -> list[Data]:
    """Return tuples with a field `rules` as maps, the rules as a list."""
    documents = [line._asdict() for line in lines]
    return [{**one, "rules": list(one["rules"])} for one in documents]


class ExplainedStep(NamedTuple):
    """A step as it was told, with its rows: `of` returns those of a part, roll, sentence or
    change. `same`: today's rules still come to the same."""

    entry: LogEntry
    report: Report
    of: Callable[[object], Rows]
    same: bool
    effects: Sequence[HeldEffect] = ()

    def _parts_of_rolls(self) -> Iterator[Data]:
        """Yield each part of each number of the rolls as JSON: the roll, who made it, the number
        that it belongs to (`of`), and the part with its rows."""
        for roll in self.report.rolls:
            for number, parts in roll.explained():
                shares = [ExplainedPart(*one, self.of(one)) for one in parts]
                for share in _documents_with_rules(shares):
                    yield {
                        "roll": roll.name, "who": roll.who, "of": number,
                        **share,
                    }  # fmt: skip

    def document(self) -> Data:
        """Return the JSON document of `why` for a step."""
        entry, report, of = self.entry, self.report, self.of
        step: Data = {"seq": entry.seq, "line": entry.line}
        return {
            "command": "why",
            **step,
            "who": entry.who,
            "what": None,
            "value": entry.report.get("outcome"),
            "same": self.same,
            "parts": list(self._parts_of_rolls()),
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
    document: Data,
    story: Sequence[StoryStep],
    shown: Sequence[Data],
    changes: list[Change],
) -> Report:
    """Return the report of a step as it was told, from its document, its story and what screens
    showed of its rolls (`Report.shown`). `changes` are reduced to their net effect. Rolls of
    early histories, which do not say which dice were good, have none."""
    found = rolls_in(document)
    known = [*shown, *({} for _ in found[len(shown) :])]
    rolls = [
        _restore_roll(roll, seen)
        for roll, seen in zip(found, known, strict=False)
    ]
    return Report(
        document.get("command", ""),
        document.get("ruleset", ""),
        body=document,
        rolls=rolls,
        story=[
            rolls[part] if isinstance(part, int) else Fact(*part)
            for part in story
        ],
        overrides=[
            Override(one["kind"], one["message"])
            for one in document.get("forced", ())
        ],
        unused=list(document.get("unused", ())),
        changes=list(net_changes(changes)),
        blocks=[
            Block(one["attacker"], one["target"], one, effects=one["effects"])
            for one in attacks_in(document)
        ],
        friends=[
            (one["attacker"], one["target"])
            for one in document.get("friendly_fire", ())
        ],
        understood=tuple(document.get("understood", ())),
    )


def _restore_roll(document: Data, shown: Data) -> Roll:
    """Return the roll of a document. `shown`: what screens showed besides; empty in early
    histories."""
    dice, again = tuple(document["dice"]), tuple(document.get("again", ()))
    good = set(shown.get("good", ()))
    parts = shown.get("parts") or [
        (p["label"], p["value"]) for p in document.get("parts", ())
    ]
    return Roll(
        document["name"],
        document["who"],
        tuple(Part(*part) for part in parts),
        dice,
        bool(document["given"]),
        {
            key: value
            for key, value in document.items()
            if key not in FIXED_ROLL_KEYS
        },
        tuple(place in good for place in range(len(dice) + len(again))),
        document.get("pool"),
        again,
    )
