"""All that the rules tell knows the rows that it comes from: parts, rolls, facts, changes. And what
stands to be added to a roll is asked for by the roll's name, wherever there is a number to add it
to: `Table.standing`."""

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from gmtrack.app.past.cited_rules import Citations, unknown_rows
from gmtrack.core.draft import Change
from gmtrack.core.report import Fact, Part, Report
from gmtrack.errors import GmtrackError
from gmtrack.rulesets import registry
from gmtrack.rulesets.kit.commands import BaseGame, Identified
from gmtrack.rulesets.kit.own.in_force import NOTHING, RollContext
from gmtrack.rulesets.kit.words import Mod

from .casebook import Book, Case
from .core_play import CorePlay
from .test_phrases import is_report_tell, keys_of

IDS = [meta.id for meta in registry.metas()]
EVERY = pytest.mark.parametrize("ruleset", IDS)
PACKAGE = Path(__file__).parents[2] / "gmtrack" / "rulesets"
MOST = 5
"""Rows that one line comes from; whoever reads more reads none."""
LOOKS = ("show", "board")
BY_HAND = ("set", "effect", "note", "leave", "join", "remove")
"""Commands that do what the GM says, whatever the rules say."""
NO_RULE = ("note", "away", "had_turn", "combatant", "notes")
"""What the GM writes, and what only the program keeps: no rule is behind it."""


class Seen(NamedTuple):
    """Something that was told, by its kind and name; where, and its rows."""

    kind: str
    name: str
    where: str
    rows: tuple[str, ...]


@cache
def known(ruleset: str) -> frozenset[str]:
    return frozenset(row.id for row in registry.rulebook(ruleset))


class Played(NamedTuple):
    """What was told in all steps; every roll's name that was asked for in `standing`; by the names
    of rolls that were not asked for, where that was."""

    seen: list[Seen]
    asked: set[str]
    unasked: dict[str, str]


@cache
def played(ruleset: str) -> Played:
    """The first case of every outline."""
    folder = ruleset.replace("-", "_")
    book: Book = import_module(f"{__package__}.{folder}.book").BOOK
    core = CorePlay(book.ruleset)
    for made in vars(import_module(f"{__package__}.{folder}.test_core")).values():
        core = getattr(made, "core", core)
    found = Played([], set(), {})
    for case in core.playable([outline[0] for outline in book.outlines.values()]):
        play(case, core, ruleset, found)
    return found


def play(case: Case, core: CorePlay, ruleset: str, found: Played) -> None:
    encounter, standing = core.as_written(case.encounter), BaseGame.collect_gm_parts
    asked: set[tuple[str, str]] = set()
    rolls, citations = core.ruleset.ROLLS, Citations(known(ruleset), core.ruleset)

    def listening(
        game: BaseGame[Any], who: Identified, roll: str, mods: Iterable[Mod] = (), rules: str = "",
        about: RollContext = NOTHING,
    ) -> list[Part]:  # fmt: skip
        asked.add((roll, who.id))
        return standing(game, who, roll, mods, rules, about)

    for step in case.steps:
        if step.argv[0] in LOOKS:
            continue
        asked.clear()
        try:
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(BaseGame, "collect_gm_parts", listening)
                report, _ = core.resolved(encounter, step.argv)
        except GmtrackError:
            continue
        finally:
            found.asked.update(roll for roll, _ in asked)
        where = f"{case.id}: {step.run}"
        for roll in report.rolls:
            if (plain(roll.name, rolls), roll.who) not in asked:
                found.unasked.setdefault(plain(roll.name, rolls), where)
        if step.argv[0] not in BY_HAND:
            found.seen.extend(_told(report, citations, where))


def plain(name: str, rolls: Iterable[str]) -> str:
    """The name of a roll without its block and number."""
    bare = name.partition(".")[0]
    return bare if bare in rolls else re.sub(r"_\d+$", "", bare)


def _told(report: Report, citations: Citations, where: str) -> Iterator[Seen]:
    for fact in report.story:
        if isinstance(fact, Fact):
            yield Seen("fact", fact.key, where, citations.rows_of(fact))
    for roll in report.rolls:
        yield Seen("roll", roll.name, where, citations.rows_of(roll))
        for key, parts in roll.explained():
            for part in parts:
                yield Seen(f"part of {key}", part.label, where, citations.rows_of(part))
    for change in report.changes:
        yield Seen("change", _field(change), where, citations.rows_of(change))


def _field(change: Change) -> str:
    return (change.what or "combatant").partition(".")[0]


@EVERY
def test_what_the_cases_tell_comes_from_rows(ruleset: str) -> None:
    """One test for all that is looked for in the same cases, which take seconds to play."""
    check_everything_told_comes_from_rows(ruleset)
    check_nothing_comes_from_more_rows_than_can_be_read(ruleset)
    check_every_sentence_comes_from_a_row(ruleset)
    check_every_roll_asks_for_what_stands_for_its_name(ruleset)


def check_everything_told_comes_from_rows(ruleset: str) -> None:
    without = {
        f"{one.kind} {one.name}": one.where
        for one in played(ruleset).seen
        if not one.rows and one.name not in NO_RULE
    }
    assert not without, "\n".join(f"{what} ({where})" for what, where in sorted(without.items()))


def check_nothing_comes_from_more_rows_than_can_be_read(ruleset: str) -> None:
    many = {
        f"{one.kind} {one.name}: {', '.join(one.rows)}"
        for one in played(ruleset).seen
        if len(one.rows) > MOST
    }
    assert not many, "\n".join(sorted(many))


def check_every_sentence_comes_from_a_row(ruleset: str) -> None:
    """By the table of phrases, or by the scope that it is told in."""
    found = {one.name for one in played(ruleset).seen if one.kind == "fact" and one.rows}
    phrases = registry.load(ruleset).PHRASES
    found |= {key for key, phrase in phrases.items() if getattr(phrase, "rules", "")}
    bare = [
        f"{where}: {key}"
        for where, key, rows in _sentences(ruleset)
        if not rows and not any(re.fullmatch(key, name) for name in found)
    ]
    assert not bare, "\n".join(bare)


def _sentences(ruleset: str) -> Iterator[tuple[str, str, bool]]:
    """Each `report.tell(...)` of the source: where, its key, and whether it is in a scope
    (`with game.draft.by(...)`)."""
    for path in sorted((PACKAGE / ruleset.replace("-", "_")).rglob("*.py")):
        for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(function, ast.FunctionDef):
                scoped = {id(node) for scope in _scopes(function) for node in ast.walk(scope)}
                for node in ast.walk(function):
                    if isinstance(node, ast.Call) and is_report_tell(node.func):
                        for key, made in keys_of(node.args[0]):
                            pattern = key if made else re.escape(key)
                            yield f"{path.name}:{node.lineno}", pattern, id(node) in scoped


def _scopes(function: ast.FunctionDef) -> Iterator[ast.With]:
    """Its parts in which all comes from rows that are said."""
    for node in ast.walk(function):
        if isinstance(node, ast.With):
            opened = (getattr(item.context_expr, "func", None) for item in node.items)
            if any(isinstance(one, ast.Attribute) and one.attr == "by" for one in opened):
                yield node


@EVERY
def test_every_id_in_the_code_is_a_row(ruleset: str) -> None:
    assert not [*unknown_rows(registry.sources(ruleset), known(ruleset))]


def check_every_roll_asks_for_what_stands_for_its_name(ruleset: str) -> None:
    """But sums and faces that are read as they lie."""
    never = {*import_module(f"gmtrack.rulesets.{ruleset.replace('-', '_')}.dice").UNMODIFIED}
    rolls, found = registry.load(ruleset).ROLLS.keys(), played(ruleset)
    assert never <= rolls
    assert rolls - found.asked == never
    assert found.asked <= rolls
    others = found.unasked.keys() - never
    assert not {name: found.unasked[name] for name in others if not name.endswith("_reroll")}
