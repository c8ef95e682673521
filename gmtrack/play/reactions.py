"""Reactions of players to what has just happened, such as a held action that can be taken now."""

import shlex
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from gmtrack.core.deeds import command_documents
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.lexicon import Entry
from gmtrack.core.players import hidden_combatants
from gmtrack.core.report import Report
from gmtrack.play.choices import PlayerChoice, describe_cost
from gmtrack.play.fight_status import SeenFight
from gmtrack.play.typed_line import NO_REACTION
from gmtrack.rulesets.port import Reaction

HELD = Reaction("intervene {who}", "intervene", "take the held action")


class PossibleReaction(NamedTuple):
    """A reaction that is possible: who has it, what happened, and the line that carries it out."""

    who: str
    happened: str
    row: Reaction
    line: str


def find_reactions(
    before: SeenFight,
    now: SeenFight,
    report: Report,
    asks: Callable[[str], bool],
    trial: Callable[[list[str]], Data | None],
    means: Callable[[str], Mapping[str, int]],
) -> Iterator[tuple[PlayerChoice, dict[str, str]]]:
    """Yield a choice for each combatant who may react to a line that was carried out, with a
    command line for each of its words.

    `trial` returns the document of what a line would do; reactions that it refuses (None) are
    left out. Only combatants for whom `asks` is true may react. `means` returns what somebody
    can spend. What a hidden combatant does gives nobody a reaction."""
    encounter = now.known.encounter
    if encounter is None or before.file != now.file:
        return
    people = [who for who in encounter.present() if asks(who)]
    found: dict[str, list[tuple[PossibleReaction, Data]]] = {}
    for one in (
        _find_possible_reactions(before, now, encounter, report, people)
        if people
        else ()
    ):
        if document := trial(shlex.split(one.line)):
            found.setdefault(one.who, []).append((one, document))
    for who, own in found.items():
        spendable = means(who)
        costs = (
            describe_cost(doc, {}, who, spendable)
            or _describe_remainder(may.row, spendable)
            for may, doc in own
        )
        yield (
            PlayerChoice(
                f"{encounter.display_name(who)}: reaction",
                tuple(Entry(may.row.what, may.row.help) for may, _ in own),
                about="; ".join(dict.fromkeys(may.happened for may, _ in own)),
                enter="no",
                end=NO_REACTION,
                who=who,
                costs=tuple(costs),
            ),
            {may.row.what: may.line for may, _ in own},
        )


def _describe_remainder(row: Reaction, spendable: Mapping[str, int]) -> str:
    """Return what is left of what the reaction spends: `of 2 karma left`. Empty if it spends
    nothing that `spendable` has."""
    return (
        f"of {spendable[row.spends]} {row.spends} left"
        if row.spends in spendable
        else ""
    )


def _find_possible_reactions(
    before: SeenFight,
    now: SeenFight,
    encounter: Encounter,
    report: Report,
    people: list[str],
) -> Iterator[PossibleReaction]:
    """Yield the reactions of `people` that the step may allow: held actions at a new turn, and
    the ruleset's REACTIONS after falls, actions and tests. Nobody has tried yet whether they are
    allowed."""
    hidden, acting = hidden_combatants(encounter), now.known.acting
    if acting and acting != before.known.acting and acting not in hidden:
        held = {
            one["id"]
            for one in now.board.doc.get("order", ())
            if one.get("delayed")
        }
        happened = f"{encounter.display_name(acting)} acts now"
        for who in people:
            if who in held and who != acting:
                yield PossibleReaction(
                    who, happened, HELD, HELD.line.format(who=who)
                )
    stood = {row.id for row in before.board.rows if not row.standing.out}
    fell = {
        row.id: row.standing.status
        for row in now.board.rows
        if row.standing.out
    }
    for row in getattr(now.ruleset, "REACTIONS", ()):
        for who in people if not row.after else ():
            if who in stood and who in fell:
                happened = f"{encounter.display_name(who)} is {fell[who]}"
                yield PossibleReaction(
                    who, happened, row, row.line.format(who=who)
                )
        for document in command_documents(report.to_json()):
            done = document.get("action") or document.get("test")
            if done in row.after:
                yield from _find_reactions_to_deed(
                    row, str(done), document, encounter, people, hidden
                )


def _find_reactions_to_deed(
    row: Reaction,
    done: str,
    document: Data,
    encounter: Encounter,
    people: list[str],
    hidden: set[str],
) -> Iterator[PossibleReaction]:
    """Yield the reactions `row` to an action or test that was done: to a visible foe's action
    for everybody else, to a test for those who made it."""
    other = document.get("who")
    happened = done.replace("-", " ").replace("_", " ")
    if "{other}" not in row.line:
        tested = {other, *(one["who"] for one in document.get("tests", ()))}
        yield from (
            PossibleReaction(who, happened, row, row.line.format(who=who))
            for who in people
            if who in tested
        )
    elif isinstance(other, str) and other not in hidden:
        happened = f"{encounter.display_name(other)}: {happened}"
        for who in people:
            if who != other and not encounter.are_friends(who, other):
                yield PossibleReaction(
                    who, happened, row, row.line.format(who=who, other=other)
                )
