"""The result of a command as facts that explain themselves; words and colours come later.

Sign convention: what hurts is negative, and parts are always added."""

import warnings
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from operator import itemgetter
from types import MappingProxyType
from typing import Any, NamedTuple, Self, TypedDict

from gmtrack.core.draft import MISSING, Change, Draft
from gmtrack.core.encounter import Data
from gmtrack.core.values import frozen


class PartDoc(TypedDict):
    """The JSON form of a part."""

    label: str
    value: int


class _Labelled(NamedTuple):
    """The pair by which parts compare: label and value."""

    label: str
    value: int


class Part(_Labelled):
    """A named share of a number: `agility 4`, `wounds -2`. `rules`: ids of the rows that it
    comes from. A part compares as a pair: two with the same label and value are equal, whatever
    their rows."""

    rules: str = ""

    def __new__(cls, label: str, value: int, rules: str = "") -> Self:
        made = tuple.__new__(cls, (label, value))
        if rules:
            made.rules = rules
        return made

    def to_json(self) -> PartDoc:
        """Return the part as `{"label", "value"}`."""
        return {"label": self.label, "value": self.value}


class Phrase(str):
    """The sentence for a fact, a `str.format` template over its arguments. `rules`: ids of the rows
    that it comes from unless the fact names others. `story`: the sentence in a story, where that is
    another one; an empty one is left out there."""

    __slots__ = ("rules", "story")
    rules: str
    story: str | None

    def __new__(
        cls, text: str, rules: str = "", *, story: str | None = None
    ) -> Self:
        made = super().__new__(cls, text)
        made.rules, made.story = rules, story
        return made


def aside(text: str, rules: str = "") -> Phrase:
    """Return a phrase that only the GM sees: stories leave it out."""
    return Phrase(text, rules, story="")


def story_sentences(phrases: Mapping[str, str]) -> dict[str, str]:
    """Return the story sentences of the phrases that have one of their own, by key. An empty one
    leaves the fact out of the story."""
    found = {
        key: getattr(phrase, "story", None) for key, phrase in phrases.items()
    }
    return {key: text for key, text in found.items() if text is not None}


VALUE = itemgetter(1)


def total(parts: tuple[Part, ...]) -> int:
    """Return the sum of the parts' values; 0 without parts."""
    return sum(map(VALUE, parts))


AGAINST = ("tn", "difficulty", "target")
"""Keys of a roll's body for the number that is rolled against; with `_parts` appended, its
parts."""


@frozen
class Roll:
    """A roll of dice with every die.

    - `name`: the kind of roll (`attack`), `who` made it. `given`: the dice were typed.
    - `parts`: the parts of the pool; without a pool, those of the number that came out.
    - `good`: for each die whether it counted, in the order of `dice`, then of `again`.
    - `body`: the keys that the ruleset reads from the roll (`hits`, `limit`, `glitch`, `total`
      ...), in JSON's order.
    - `again`: the dice that were rolled again, wave by wave.
    - `against`: the parts of the number that is rolled against.
    - `rules`: ids of the rows, where they differ from those of every roll of this name."""

    name: str
    who: str
    parts: tuple[Part, ...]
    dice: tuple[int, ...]
    given: bool
    body: Data = field(default_factory=dict)
    good: tuple[bool, ...] = ()
    pool: int | None = None
    """The size of the pool: the number of dice, or the sum of `parts` where a pool of 0 or less
    is still rolled with a die. None if the roll has no pool. A pool without parts is a number
    that the rules fix, which needs no explanation."""
    again: tuple[int, ...] = ()
    against: tuple[Part, ...] = ()
    rules: str = ""

    def to_json(self) -> Data:
        """Return the roll's JSON document: `name`, `who`, `dice`, `given` and what the ruleset
        adds; `pool`, `parts` and `again` where there are any. Good dice are not in it, nor parts
        of a number that is no pool."""
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
        """Yield the numbers of the roll that have parts, each by its key with its parts: `pool`
        for `parts`, then the keys of AGAINST."""
        if self.parts:
            yield "pool", self.parts
        for key in AGAINST:
            if f"{key}_parts" in self.body:
                listed = self.body[f"{key}_parts"]
                kept = (
                    Part(str(one["label"]), int(one["value"])) for one in listed
                )
                yield key, self.against or tuple(kept)

    def shown(self) -> Data:
        """Return what screens show of the roll besides its document: `good`, the positions of
        the good dice, and `parts` of a number that is no pool. Without either the key is
        missing."""
        found: Data = {}
        if any(self.good):
            found["good"] = [
                place for place, good in enumerate(self.good) if good
            ]
        if self.pool is None and self.parts:
            found["parts"] = list(self.parts)
        return found


class Fact(NamedTuple):
    """A thing that happened. `key` names a sentence of the ruleset's phrases, `args` fill it in.

    `tone`: what it means for the combatant concerned: "" (plain), `head`, `good`, `bad`, `note`.
    `rules`: ids of the rows, where they differ from those of the sentence."""

    key: str
    args: Mapping[str, Any] = MappingProxyType({})
    tone: str = ""
    rules: str = ""


StoryStep = int | list[Any]
"""A step of a kept story: the number of a roll, or a fact as a list of key, arguments and tone."""


class Override(NamedTuple):
    """A refusal that the GM overruled with --force."""

    kind: str
    message: str


@dataclass(eq=False, repr=False, slots=True)
class Block:
    """An attack of an action: attacker, target, and everything that came of it. `body`: its JSON
    keys in order; for the only attack of an action it is the report's own."""

    attacker: str
    target: str
    body: Data
    rolls: list[Roll] = field(default_factory=list)
    effects: list[Data] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)

    def document(self) -> Data:
        """Return the JSON document of the attack without rolls and changes: `attacker`, what the
        ruleset adds (`target`, `outcome` ...) and `effects`."""
        return {"attacker": self.attacker, **self.body, "effects": self.effects}

    def to_json(self) -> Data:
        """Return the JSON document of the attack with its rolls and changes."""
        return {
            **self.body,
            "rolls": [roll.to_json() for roll in self.rolls],
            "effects": self.effects,
            "changes": [change_to_json(change) for change in self.changes],
        }


@dataclass(eq=False, repr=False, slots=True)
class Report:
    """The result of one command.

    - `body`: the JSON keys of this command in order. `story`: rolls and facts in the order in
      which they happened.
    - `blocks`: the attacks of an action. `listed`: several attacks were declared, so the
      document has them as `attacks`.
    - `understood`: the full lines, if short words were typed. `unused`: typed dice that nothing
      needed.
    - `aimed`: attackers and targets without a block (fire that only pins, an attack that is
      announced). `friends`: the pairs of both that are on one side.
    - `warnings`: messages about what was done as typed, but was likely not meant. `overrides`:
      refusals that were forced.
    - `assumed`: what newcomers have that nobody gave them: `who`, the `template` of their sheet,
      and the `fields`.
    - `draft`: the draft at work, which knows the rows in force; None for a report restored from
      history."""

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
        """Add a fact to the story: the key of a phrase, its tone and its arguments, citing the
        rows in force (`Draft.by`). Does nothing if nobody reads the story."""
        draft = self.draft
        if draft is None or draft.runner.narrated:
            self.story.append(
                Fact(key, args, tone, draft.rules if draft else "")
            )

    def rolled(self, roll: Roll) -> Roll:
        """Add a fallen roll to the rolls and to the story, and return it."""
        self.rolls.append(roll)
        self.story.append(roll)
        return roll

    def mark_phone_rolls(self, on_phones: Collection[tuple[str, str]]) -> None:
        """Set `phone` in the document of each roll whose name and roller are in `on_phones`: a
        phone has made it."""
        for roll in self.rolls:
            if (roll.name, roll.who) in on_phones:
                roll.body["phone"] = True

    def story_to_json(self) -> list[StoryStep]:
        """Return the story in the form in which it is kept: facts as key, arguments and tone,
        rolls by their number."""
        numbers = {id(roll): number for number, roll in enumerate(self.rolls)}
        kept: list[StoryStep] = []
        for step in self.story:
            if isinstance(step, Roll):
                kept.append(numbers[id(step)])
            else:
                kept.append([step.key, dict(step.args), step.tone])
        return kept

    def shown(self) -> list[Data]:
        """Return for each roll what screens show besides its document (`Roll.shown`)."""
        return [roll.shown() for roll in self.rolls]

    def to_json(self) -> Data:
        """Return the JSON document of the command. Keys for what did not happen are left out,
        but not `rolls`, `effects` and `changes`."""
        doc: Data = {
            "command": self.command,
            "ruleset": self.ruleset,
            **self.body,
        }
        if self.listed:
            doc["attacks"] = [block.to_json() for block in self.blocks]
        doc.setdefault("rolls", [roll.to_json() for roll in self.rolls])
        doc.setdefault("effects", self.effects)
        doc["changes"] = [change_to_json(change) for change in self.changes]
        if self.friends:
            doc["friendly_fire"] = [
                {"attacker": one, "target": two} for one, two in self.friends
            ]
        if self.understood:
            doc["understood"] = list(self.understood)
        if self.assumed:
            doc["assumed"] = self.assumed
        if self.warnings:
            doc["warnings"] = [{"message": text} for text in self.warnings]
        if self.unused:
            doc["unused"] = self.unused
        if self.overrides:
            doc["forced"] = [
                {"kind": o.kind, "message": o.message} for o in self.overrides
            ]
        return doc


def change_to_json(change: Change) -> Data:
    """Return a change as `{"who", "what", "before", "after"}`; null stands for a key that is not
    there. `what` is `combatant` if a whole combatant came or went."""
    before, after = change.was, change.after
    return {
        "who": change.who,
        "what": change.what or "combatant",
        "before": None if before is MISSING else before,
        "after": None if after is MISSING else after,
    }


def attacks_of(document: Data) -> list[Data]:
    """Return the documents of the attacks in the document of an `attack` command: each of several,
    or the document itself if it is the only one."""
    return list(document.get("attacks") or [document])


_OLD_NAMES = {"stories": "story_sentences"}
"""The names that rulesets used before, each with the one that it has now."""


def __getattr__(name: str) -> Any:
    """Return what an old name of this module means now, with a DeprecationWarning."""
    new = _OLD_NAMES.get(name)
    if new is None:
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
    message = f"{__name__}: `{name}` is called `{new}` now"
    warnings.warn(message, DeprecationWarning, stacklevel=2)
    return globals()[new]
