"""What a command did, in facts that explain themselves. Words and colours come later.

Sign convention: what hurts is negative, and parts are always added.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from operator import itemgetter
from types import MappingProxyType
from typing import Any, NamedTuple, Self, TypedDict

from gmtrack.core.draft import MISSING, Change, Draft
from gmtrack.core.encounter import Data
from gmtrack.core.values import frozen


class PartDoc(TypedDict):
    label: str
    value: int


class _Labelled(NamedTuple):
    label: str
    value: int


class Part(_Labelled):
    """One named share of a number: `agility 4`, `wounds -2`; `rules` are the ids of the rows that
    it comes from. It is a pair: two that read the same are equal, whatever they come from."""

    rules: str = ""

    def __new__(cls, label: str, value: int, rules: str = "") -> Self:
        made = tuple.__new__(cls, (label, value))
        if rules:
            made.rules = rules
        return made

    def to_json(self) -> PartDoc:
        return {"label": self.label, "value": self.value}


class Phrase(str):
    """The sentence for a fact, a `str.format` template over its args; `rules` are the ids of the
    rows that it comes from wherever nothing else is said; `story` is how a story tells it, where it
    does so otherwise (nothing: not at all)."""

    __slots__ = ("rules", "story")
    rules: str
    story: str | None

    def __new__(cls, text: str, rules: str = "", *, story: str | None = None) -> Self:
        made = super().__new__(cls, text)
        made.rules, made.story = rules, story
        return made


def aside(text: str, rules: str = "") -> Phrase:
    """A sentence for the GM alone, which a story leaves out."""
    return Phrase(text, rules, story="")


def stories(phrases: Mapping[str, str]) -> dict[str, str]:
    """The sentences of a story that its phrases have with them."""
    found = {key: getattr(phrase, "story", None) for key, phrase in phrases.items()}
    return {key: text for key, text in found.items() if text is not None}


VALUE = itemgetter(1)


def total(parts: tuple[Part, ...]) -> int:
    return sum(map(VALUE, parts))


AGAINST = ("tn", "difficulty", "target")
"""Keys of a roll's body for what it is made against; with `_parts` behind it, its parts."""


@frozen
class Roll:
    """One roll with every die. `pool` is the number of dice and the sum of `parts`.

    `again` are the dice that were rolled on, wave by wave. `good` tells for each die whether it
    counted, in the order of `dice`, then of `again`. `body` holds the keys
    that the ruleset reads from it (`hits`, `limit`, `glitch`, `total` ...), in JSON's order.
    `given`: the dice were typed in by hand. `against` are the parts of what it is rolled against.
    `rules` are the ids of its rows where they are others than always for a roll of this name.
    """

    name: str
    who: str
    parts: tuple[Part, ...]
    dice: tuple[int, ...]
    given: bool
    body: Data = field(default_factory=dict)
    good: tuple[bool, ...] = ()
    pool: int | None = None
    """None where the system has no pool for this roll. A pool without parts is as many dice as
    the rules say, and explains itself."""
    again: tuple[int, ...] = ()
    against: tuple[Part, ...] = ()
    rules: str = ""

    def to_json(self) -> Data:
        doc: Data = {"name": self.name, "who": self.who}
        if self.pool is not None:
            doc["pool"] = self.pool
        doc["dice"] = list(self.dice)
        if self.again:
            doc["again"] = list(self.again)
        doc |= {"given": self.given, **self.body}
        if self.pool is not None and (self.parts or not self.pool):
            doc["parts"] = [part.to_json() for part in self.parts]
        return doc

    def explained(self) -> Iterator[tuple[str, tuple[Part, ...]]]:
        """Its numbers that have parts, by their keys: `pool`, and what is rolled against."""
        if self.parts:
            yield "pool", self.parts
        for key in AGAINST:
            if f"{key}_parts" in self.body:
                listed = self.body[f"{key}_parts"]
                kept = (Part(str(one["label"]), int(one["value"])) for one in listed)
                yield key, self.against or tuple(kept)

    def shown(self) -> Data:
        """What people see of it that is not in the document: which dice are good, by their places,
        and the parts of what is no pool."""
        found: Data = {}
        if any(self.good):
            found["good"] = [place for place, good in enumerate(self.good) if good]
        if self.pool is None and self.parts:
            found["parts"] = list(self.parts)
        return found


class Fact(NamedTuple):
    """Something that happened. `key` names a sentence in the ruleset's phrases, `args` fill it.

    `tone` is what it means for the one it befell: "" (plain), `head`, `good`, `bad`, `note`.
    `rules` are the ids of its rows where they are others than always for this sentence.
    """

    key: str
    args: Mapping[str, Any] = MappingProxyType({})
    tone: str = ""
    rules: str = ""


StoryStep = int | list[Any]
"""One step of a story that was kept: the number of a roll, or a fact."""


class Override(NamedTuple):
    """A refusal that the GM overruled with --force."""

    kind: str
    message: str


@dataclass(eq=False, repr=False, slots=True)
class Block:
    """One attack of an action: who attacks whom, and all that came of it. `body` are its JSON keys
    in order; where it is the only attack they are the report's own."""

    attacker: str
    target: str
    body: Data
    rolls: list[Roll] = field(default_factory=list)
    effects: list[Data] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)

    def document(self) -> Data:
        """What odds and screens read of it; without its rolls and changes."""
        return {"attacker": self.attacker, **self.body, "effects": self.effects}

    def to_json(self) -> Data:
        return {
            **self.body,
            "rolls": [roll.to_json() for roll in self.rolls],
            "effects": self.effects,
            "changes": [change_to_json(change) for change in self.changes],
        }


@dataclass(eq=False, repr=False, slots=True)
class Report:
    """The result of one command. `body` are the JSON keys of this command in order; `story` is
    what a person reads, rolls and facts in the order in which they happened. `blocks` are the
    attacks of an action; `listed`: several were declared, and the document has them as `attacks`.
    `understood`: the full lines, where short words were typed. `aimed` are attackers and targets of
    what is no block: fire that only pins, an attack that is announced. `friends`: those of them,
    and of the blocks, who are on one side. `warnings`: what was done as it was said, but is likely
    not what was meant. `assumed`: what newcomers have that nobody gave them: `who` they are, whose
    sheet it is (`template`), and the `fields`. `draft` is the one at work, which knows the rows of
    the rules by which something is told now.
    """

    command: str
    ruleset: str
    body: Data = field(default_factory=dict)
    rolls: list[Roll] = field(default_factory=list)
    effects: list[Data] = field(default_factory=list)
    story: list[Roll | Fact] = field(default_factory=list)
    overrides: list[Override] = field(default_factory=list)
    unused: list[str] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)
    blocks: list[Block] = field(default_factory=list)
    listed: bool = False
    understood: tuple[str, ...] = ()
    aimed: list[tuple[str, str]] = field(default_factory=list)
    friends: list[tuple[str, str]] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    assumed: Data = field(default_factory=dict)
    draft: Draft | None = None

    def tell(self, key: str, tone: str = "", **args: Any) -> None:
        """Add a fact to the story, by the rows that are in force (`Draft.by`); nothing where nobody
        is told."""
        draft = self.draft
        if draft is None or draft.course.narrated:
            self.story.append(Fact(key, args, tone, draft.rules if draft else ""))

    def rolled(self, roll: Roll) -> Roll:
        self.rolls.append(roll)
        self.story.append(roll)
        return roll

    def mark(self, on_phones: Collection[tuple[str, str]]) -> None:
        """Note of the rolls with these names and rollers that a phone has made them."""
        for roll in self.rolls:
            if (roll.name, roll.who) in on_phones:
                roll.body["phone"] = True

    def told(self) -> list[StoryStep]:
        """The story as it can be kept: facts as key, arguments and tone, rolls by number."""
        numbers = {id(roll): number for number, roll in enumerate(self.rolls)}
        return [
            numbers[id(step)] if isinstance(step, Roll) else [step.key, dict(step.args), step.tone]
            for step in self.story
        ]

    def shown(self) -> list[Data]:
        """What people see of each roll that its document does not have."""
        return [roll.shown() for roll in self.rolls]

    def to_json(self) -> Data:
        doc: Data = {"command": self.command, "ruleset": self.ruleset, **self.body}
        if self.listed:
            doc["attacks"] = [block.to_json() for block in self.blocks]
        doc.setdefault("rolls", [roll.to_json() for roll in self.rolls])
        doc.setdefault("effects", self.effects)
        doc["changes"] = [change_to_json(change) for change in self.changes]
        if self.friends:
            doc["friendly_fire"] = [{"attacker": one, "target": two} for one, two in self.friends]
        if self.understood:
            doc["understood"] = list(self.understood)
        if self.assumed:
            doc["assumed"] = self.assumed
        if self.warnings:
            doc["warnings"] = [{"message": text} for text in self.warnings]
        if self.unused:
            doc["unused"] = self.unused
        if self.overrides:
            doc["forced"] = [{"kind": o.kind, "message": o.message} for o in self.overrides]
        return doc


def change_to_json(change: Change) -> Data:
    """A change as `{"who", "what", "before", "after"}`; what is not there reads null."""
    return {
        "who": change.who,
        "what": change.what or "combatant",
        "before": None if change.was is MISSING else change.was,
        "after": None if change.after is MISSING else change.after,
    }


def attacks_of(document: Data) -> list[Data]:
    """The attacks in the document of an `attack` command: each of several, or the only one, which
    is the document itself."""
    return list(document.get("attacks") or [document])
