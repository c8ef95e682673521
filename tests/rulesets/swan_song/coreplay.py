"""The same command lines carried out by the rules alone: no command line, no store, no file."""

import argparse
import copy
from functools import cache
from pathlib import Path

from gmtrack.core import intents
from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.core.intents import Intent, Options
from gmtrack.core.report import Report
from gmtrack.dice.notation import parse_rolls
from gmtrack.dice.sources import RandomDice, TableDice
from gmtrack.rulesets.swan_song import ruleset
from gmtrack.store.session import parse_assignments, validate_file

from .casebook import Data, as_file

MANY = {
    "words": "--with",
    "without": "--without",
    "mods": "--mod",
    "defense_mods": "--defense-mod",
    "defense": "--defense",
    "karma": "--karma",
    "rolls": "--roll",
}
ONE = ("weapon", "called", "type", "pool", "location", "limit")
NUMBERS = ("threshold", "rounds", "seed")
FLAGS = ("force", "end", "dry-run")
TURNING = ("roll-init", "next", "delay", "intervene", "end")
"""Commands that answer with the keys of the board."""


@cache
def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(exit_on_error=False)
    parser.add_argument("command")
    parser.add_argument("args", nargs="*")
    for key, flag in MANY.items():
        parser.add_argument(flag, dest=key, action="append", default=[])
    for name in ONE:
        parser.add_argument(f"--{name}")
    for name in NUMBERS:
        parser.add_argument(f"--{name}", type=int)
    for name in FLAGS:
        parser.add_argument(f"--{name}", action="store_true")
    return parser


def _parsed(argv: list[str]) -> argparse.Namespace:
    """The words of a line. Values such as `-1:dark` would look like options on their own."""
    joined: list[str] = []
    for word in argv:
        if joined and joined[-1] in MANY.values():
            joined[-1] += f"={word}"
        else:
            joined.append(word)
    return _parser().parse_intermixed_args(joined)


def encounter_of(doc: Data, folder: Path) -> Encounter:
    """A case's encounter, checked and completed as it is on loading."""
    path = as_file(doc, folder / "core.yaml")
    return copy.deepcopy(validate_file(str(path))[0])


def intent_of(argv: list[str], encounter: Encounter) -> Intent:  # noqa: C901 - a flat list of commands
    """The intent that a command line means."""
    words = _parsed(argv)
    args = words.args
    named = {key: tuple(getattr(words, key)) for key in MANY if key not in ("karma", "rolls")}
    extras = {"karma": tuple(words.karma)} if words.karma else {}
    options = Options(
        weapon=words.weapon, called=words.called, force=words.force, extras=extras, **named
    )
    match words.command:
        case "attack":
            intent: Intent = intents.Attack(args[0], tuple(args[1:]), options=options)
        case "act":
            rest = (tuple(args[2:]), words.threshold)
            intent = intents.Act(args[0], args[1], *rest, options=options)
        case "test":
            intent = intents.Test(*args, words.threshold, words.limit, options=options)
        case "damage":
            hit = (words.type, words.location, words.pool)
            intent = intents.Damage(args[0], int(args[1]), *hit, options=options)
        case "heal":
            points = None if args[1] == "all" else int(args[1])
            hit = (None, words.location, words.pool)
            intent = intents.Heal(args[0], points, *hit, options=options)
        case "effect":
            intent = intents.Effect(*args, words.rounds, words.location, words.end, options=options)
        case "set":
            found = parse_assignments(encounter, ruleset, args[0], args[1:])
            intent = intents.Set(args[0], found, options=options)
        case "roll-init":
            intent = intents.RollInit(tuple(args), options=options)
        case "next":
            intent = intents.Next(options=options)
        case "delay":
            intent = intents.Delay(args[0], options=options)
        case "intervene":
            intent = intents.Intervene(args[0], options=options)
        case _:
            intent = intents.End(options=options)
    return intent


def resolved(encounter: Encounter, argv: list[str], seed: int = 1) -> tuple[Report, Draft]:
    """Carry out one line. Raises Refusal, and then the encounter is as before."""
    intent = intent_of(argv, encounter)
    typed = parse_rolls(_parsed(argv).rolls, "roll")
    if isinstance(intent, intents.RollInit):
        ids = encounter.combatants
        typed = {f"initiative.{k}" if k in ids else k: faces for k, faces in typed.items()}
    draft = Draft(encounter)
    dice = TableDice(typed, RandomDice(seed), "roll")
    try:
        report = ruleset.resolve(draft, intent, dice)
    except BaseException:
        draft.rollback()
        raise
    report.changes = list(draft.net_changes())
    report.unused = dice.unused()
    return report, draft


def document(encounter: Encounter, argv: list[str]) -> Data:
    """The document of one line, as the command line would give it."""
    if argv[0] == "show":
        return ruleset.show(encounter, argv[1]).doc
    if argv[0] == "board":
        return ruleset.board(encounter).doc
    report, draft = resolved(encounter, argv)
    board = ruleset.board(encounter).doc if argv[0] in TURNING else {}
    if "--dry-run" in argv:
        draft.rollback()
    return board | report.to_json()
