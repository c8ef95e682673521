"""Command lines carried out by the rules alone: no command line, no history, no file written."""

import json
from argparse import Namespace as Words
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from gmtrack.core import intents
from gmtrack.core.draft import Change, Draft, net_changes
from gmtrack.core.encounter import Encounter
from gmtrack.core.intents import Intent, Options
from gmtrack.core.report import Report
from gmtrack.dice.sources import RandomDice, TableDice
from gmtrack.dice.typed import parse_rolls
from gmtrack.errors import BadFile, Fault, Refusal
from gmtrack.rulesets.port import Ruleset
from gmtrack.store.check.assign import parse_assignments
from gmtrack.store.check.validate import problems_with, validate
from gmtrack.store.encounter_map import encounter_of
from gmtrack.store.text.codec import parse_yaml

from .casebook import Case
from .comparing import Data

MANY = {
    "words": "--with",
    "without": "--without",
    "mods": "--mod",
    "defense_mods": "--defense-mod",
    "defense": "--defense",
}
ONE = ("weapon", "called", "type", "pool", "location", "limit")
NUMBERS = ("threshold", "rounds", "seed")
FLAGS = ("force", "end", "dry-run")
SOUND: set[tuple[str, str]] = set()
"""Encounters that were found to be in order, each with its ruleset."""
TURNING = ("roll-init", "next", "delay", "intervene", "turn", "end")
"""Commands that answer with the keys of the board."""

Make = Callable[[Words, Options], Intent]


def _damage(words: Words, options: Options) -> Intent:
    place = (words.type, words.location, words.pool)
    return intents.Damage(words.args[0], int(words.args[1]), *place, options=options)


def _heal(words: Words, options: Options) -> Intent:
    points = None if words.args[1] == "all" else int(words.args[1])
    place = (words.type, words.location, words.pool)
    return intents.Heal(words.args[0], points, *place, options=options)


def _effect(words: Words, options: Options) -> Intent:
    rest = (words.rounds, words.location, words.end)
    return intents.Effect(*words.args, *rest, options=options)


def _act(words: Words, options: Options) -> Intent:
    who, action, *args = words.args
    return intents.Act(who, action, tuple(args), words.threshold, options=options)


def _count(words: Words, options: Options) -> Intent:
    who, *name, number = words.args
    moves = number[0] in "+-"
    return intents.Count(who, " ".join(name), int(number), moves, options=options)


COMMANDS: Mapping[str, Make] = {
    "attack": lambda w, o: intents.Attack(w.args[0], tuple(w.args[1:]), options=o),
    "act": _act,
    "test": lambda w, o: intents.Test(*w.args, w.threshold, w.limit, options=o),
    "damage": _damage,
    "heal": _heal,
    "effect": _effect,
    "rest": lambda w, o: intents.Rest(tuple(w.args[:-1]), w.args[-1], options=o),
    "roll-init": lambda w, o: intents.RollInit(tuple(w.args), options=o),
    "next": lambda w, o: intents.Next(options=o),
    "delay": lambda w, o: intents.Delay(w.args[0], options=o),
    "intervene": lambda w, o: intents.Intervene(w.args[0], options=o),
    "turn": lambda w, o: intents.Turn(w.args[0], options=o),
    "remove": lambda w, o: intents.Remove(w.args[0], options=o),
    "leave": lambda w, o: intents.Leave(w.args[0], tuple(w.args[1:]), options=o),
    "join": lambda w, o: intents.Join(w.args[0], options=o),
    "note": lambda w, o: intents.Note(w.args[0], tuple(w.args[1:]), options=o),
    "count": _count,
    "end": lambda w, o: intents.End(options=o),
}

PLAYABLE = {*COMMANDS, "set", "show", "board"}
"""The commands that need nothing but the rules."""


@dataclass(frozen=True)
class CorePlay:
    """Plays command lines through one ruleset."""

    ruleset: Ruleset

    def playable(self, cases: Iterable[Case]) -> list[Case]:
        """The cases that need nothing but the rules."""
        return [
            case
            for case in cases
            if not case.refused and all(step.argv[0] in PLAYABLE for step in case.steps)
        ]

    def encounter(self, doc: Data) -> Encounter:
        """A case's encounter, checked and completed as it is on loading. Raises BadFile."""
        return self.read(json.dumps(doc, ensure_ascii=False))

    def checked(self, doc: Data) -> Encounter:
        """The same without a text on the way, which takes two thirds of the time, and judged once
        however many tests play it."""
        text = json.dumps(doc)
        data = json.loads(text)
        if (self.ruleset.META.id, text) not in SOUND:
            problems = problems_with(data, self.ruleset)
            if problems:
                raise BadFile([Fault(".".join(p.path), p.message) for p in problems])
            SOUND.add((self.ruleset.META.id, text))
        return encounter_of(data)

    def as_written(self, doc: Data) -> Encounter:
        """A case's encounter without judging it: every case is judged where `test_core` plays it,
        and that takes a fifth of the time of another test."""
        return encounter_of(json.loads(json.dumps(doc)))

    def read(self, text: str) -> Encounter:
        """The encounter that a file with this text holds. Raises BadFile."""
        encounter, ruleset = validate(parse_yaml(text, ""), "")
        assert ruleset is self.ruleset
        return encounter

    def document(self, encounter: Encounter, argv: list[str]) -> Data:
        """The document of one line, as the command line would give it."""
        return self.done(encounter, argv)[0]

    def done(self, encounter: Encounter, argv: list[str]) -> tuple[Data, list[Change]]:
        """Carry out one line: its document, and what it changed. Raises Refusal, and then the
        encounter is as before."""
        if argv[0] == "show":
            return self.ruleset.show(encounter, argv[1]).doc, []
        if argv[0] == "board":
            return self.ruleset.board(encounter).doc, []
        report, draft = self.resolved(encounter, argv)
        board = self.ruleset.board(encounter).doc if argv[0] in TURNING else {}
        if "--dry-run" in argv:
            draft.rollback()
        return board | report.to_json(), draft.changes

    def resolved(
        self, encounter: Encounter, argv: list[str], seed: int = 1, draft: Draft | None = None
    ) -> tuple[Report, Draft]:
        """Carry out one line, on a new draft or on this one. Raises Refusal, and then the encounter
        is as before."""
        words = self.parsed(argv)
        intent = self.intent(words, encounter)
        typed = parse_rolls(words.rolls, self.ruleset.WORDS.dice)
        if isinstance(intent, intents.RollInit):
            ids = encounter.combatants
            typed = {f"initiative.{k}" if k in ids else k: faces for k, faces in typed.items()}
        draft = draft or Draft(encounter)
        dice = TableDice(typed, RandomDice(seed), self.ruleset.WORDS.dice)
        try:
            report = self.ruleset.resolve(draft, intent, dice)
        except BaseException:
            draft.rollback()
            raise
        report.changes = list(net_changes(draft.changes))
        report.unused = dice.unused()
        return report, draft

    @cached_property
    def _nothing(self) -> Data:
        """The options of a line, none of them given; and its words."""
        several = ("args", "rolls", *MANY, *self._own)
        single = ("command", *ONE, *NUMBERS)
        return {
            **dict.fromkeys(several, ()),
            **dict.fromkeys(single),
            **{flag.replace("-", "_"): False for flag in FLAGS},
        }

    @cached_property
    def _own(self) -> list[str]:
        return [option.name for option in self.ruleset.META.options]

    @cached_property
    def _several(self) -> dict[str, str]:
        """Where the values of options are kept that may be given several times."""
        named = {flag: key for key, flag in MANY.items()}
        return {"--roll": "rolls", **named, **{f"--{name}": name for name in self._own}}

    def parsed(self, argv: list[str]) -> Words:
        """The words of a line. argparse would be half of the time that a case takes."""
        found = dict(self._nothing)
        rest = iter(argv)
        for word in rest:
            flag, is_joined, value = word.partition("=")
            key = flag.removeprefix("--")
            if key == flag:
                found["args"] += (word,)
            elif key in FLAGS:
                found[key.replace("-", "_")] = True
            else:
                value = value if is_joined else next(rest)
                if flag in self._several:
                    found[self._several[flag]] += (value,)
                elif key in NUMBERS:
                    found[key] = int(value)
                else:
                    assert key in ONE, word
                    found[key] = value
        found["command"], *args = found["args"]
        return Words(**{**found, "args": args})

    def intent(self, words: Words, encounter: Encounter) -> Intent:
        """The intent that a command line means."""
        named = {key: tuple(getattr(words, key)) for key in MANY}
        extras = {key: tuple(vars(words)[key]) for key in self._own if vars(words)[key]}
        options = Options(
            weapon=words.weapon, called=words.called, force=words.force, extras=extras, **named
        )
        if words.command == "set":
            who, *texts = words.args
            if who not in (*encounter.combatants, *encounter.templates, "fight", "scene"):
                # As the command line refuses it before anything is parsed.
                raise Refusal(self.ruleset.WORDS.nobody, f"no combatant '{who}'")
            found = parse_assignments(encounter, self.ruleset, who, texts)
            return intents.Set(who, found, options=options)
        return COMMANDS[words.command](words, options)
