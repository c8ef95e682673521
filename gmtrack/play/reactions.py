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
from gmtrack.play.questions.offered_reactions import OfferedReactions
from gmtrack.play.questions.player_words import ChoiceInWords, label_word
from gmtrack.play.typed_line import NO_REACTION
from gmtrack.rulesets.port import Reaction

HELD = Reaction("intervene {who}", "intervene", "take the held action")


class PossibleReaction(NamedTuple):
    """A reaction that is possible: who has it, what happened, and the line that carries it out.
    `near` says whether whoever has it is near enough; None: nobody knows. `friend` is the name of
    the one whom it asks for help, if it does."""

    who: str
    happened: str
    row: Reaction
    line: str
    near: bool | None = True
    friend: str = ""

    @property
    def word(self) -> str:
        """What is typed for it: `die`, `invite Kat`."""
        return f"{self.row.what} {self.friend}".strip()


def find_reactions(
    before: SeenFight,
    now: SeenFight,
    report: Report,
    asks: Callable[[str], bool],
    trial: Callable[[list[str]], Data | None],
    means: Callable[[str], Mapping[str, int]],
    offered: OfferedReactions | None = None,
) -> Iterator[tuple[PlayerChoice, dict[str, str]]]:
    """Yield a choice for each combatant who may react to a line that was carried out, with a
    command line for each of its words.

    `trial` returns the document of what a line would do; reactions that it refuses (None) are
    left out. Only combatants for whom `asks` is true may react. `means` returns what somebody
    can spend. What a hidden combatant does gives nobody a reaction. `offered` are the reactions
    that were offered before, which are left out; None: nothing is left out."""
    encounter = now.known.encounter
    if encounter is None or before.file != now.file:
        return
    people = [who for who in encounter.present() if asks(who)]
    possible = (
        [*_find_possible_reactions(before, now, encounter, report, people)]
        if people
        else []
    )
    allowed: dict[PossibleReaction, Data] = {}
    for one in possible:
        if document := trial(shlex.split(one.line)):
            allowed[one] = document
    useful = (
        [*allowed]
        if offered is None
        else _leave_out_offered([*allowed], offered, now)
    )
    found: dict[str, list[tuple[PossibleReaction, Data]]] = {}
    for one in useful:
        found.setdefault(one.who, []).append((one, allowed[one]))
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
                tuple(Entry(may.word, may.row.help) for may, _ in own),
                about="; ".join(dict.fromkeys(may.happened for may, _ in own)),
                enter="no",
                end=NO_REACTION,
                who=who,
                costs=tuple(costs),
                stops=tuple(may.row.what for may, _ in own if may.row.is_near),
                spoken=ChoiceInWords(
                    "Do you react?",
                    tuple(_label_reaction(may) for may, _ in own),
                    own[0][0].row.otherwise,
                ),
            ),
            {may.word: may.line for may, _ in own},
        )


def _label_reaction(may: PossibleReaction) -> str:
    """Return a reaction in the words of whoever has it."""
    return "Act now" if may.row is HELD else label_word(may.word)


def _leave_out_offered(
    possible: list[PossibleReaction], offered: OfferedReactions, now: SeenFight
) -> list[PossibleReaction]:
    """Return the reactions to offer: none that is stopped, a held action once in a round, and
    what needs somebody near to those who are. Where nobody is known to be near, that is offered
    to everybody, once in a turn. Notes what is offered."""
    useful = [one for one in possible if one.row.what not in offered.stopped]
    near = {one.row.what for one in useful if one.row.is_near and one.near}
    unknown = {one.row.what for one in useful if one.near is None} - near
    open_to_all = {
        what for what in unknown if offered.is_new_in_turn([what], now)
    }
    return [
        one
        for one in useful
        if one.near or (one.near is None and one.row.what in open_to_all)
        if one.row is not HELD
        or offered.is_new_in_round([one.row.what, one.who], now)
    ]


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
                yield from find_reactions_to_fall(
                    row, who, happened, encounter, hidden
                )
        for document in command_documents(report.to_json()):
            done = document.get("action") or document.get("test")
            if done in row.after:
                for one in _find_reactions_to_deed(
                    row, str(done), document, encounter, people, hidden
                ):
                    other = str(document.get("who"))
                    stood_near = _is_near(row, before, one.who, other)
                    yield one._replace(near=stood_near)


def find_reactions_to_fall(
    row: Reaction,
    who: str,
    happened: str,
    encounter: Encounter,
    hidden: set[str],
) -> Iterator[PossibleReaction]:
    """Yield the reaction `row` of somebody who has just fallen, once for each visible friend if it
    asks one for help."""
    if "{other}" not in row.line:
        yield PossibleReaction(who, happened, row, row.line.format(who=who))
        return
    for other in encounter.present():
        is_seen = other != who and other not in hidden
        if is_seen and encounter.are_friends(who, other):
            line = row.line.format(who=who, other=other)
            name = encounter.display_name(other)
            yield PossibleReaction(who, happened, row, line, friend=name)


def _is_near(
    row: Reaction, before: SeenFight, who: str, other: str
) -> bool | None:
    """Whether somebody was near enough for a reaction to what `other` has done. True for one that
    needs nobody near; None if nobody knows."""
    encounter = before.known.encounter
    if row.is_near is None or encounter is None:
        return True
    return row.is_near(encounter, who, other)


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
