"""Several intents as one command: `damage ganger* 3` is one step with one report."""

import fnmatch
from collections.abc import Iterable
from contextlib import suppress
from typing import TYPE_CHECKING

from gmtrack.core.draft import Draft, net
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.names import pick, squash
from gmtrack.core.report import Report
from gmtrack.dice.port import Answer, Ask
from gmtrack.dice.sources import RandomDice
from gmtrack.errors import Refusal

if TYPE_CHECKING:
    from gmtrack.cli.dice import TypedDice
    from gmtrack.core.intents import Intent
    from gmtrack.rulesets.port import Ruleset, Words


def whom(word: str, encounter: Encounter, words: "Words") -> list[str]:
    """The ids meant by one word: a name as ever, several parted by commas, or a pattern with `*`,
    over ids and names. Raises Refusal where a part fits nobody."""
    found: list[str] = []
    for part in word.split(","):
        found += [who for who in _meant(part, encounter, words) if who not in found]
    return found


def _meant(part: str, encounter: Encounter, words: "Words") -> list[str]:
    names = {who: encounter.display_name(who) for who in encounter.combatants}
    if "*" not in part:
        return [pick(part, names, "combatant", words.unknown)]
    pattern = squash(part)
    found = [
        who
        for who, name in names.items()
        if fnmatch.fnmatchcase(squash(who), pattern) or fnmatch.fnmatchcase(squash(name), pattern)
    ]
    if not found:
        raise Refusal(words.unknown, f"no combatant is like '{part}'")
    return found


class _Told:
    """Dice for one of several intents: what may be rolled was told for all of them at once."""

    def __init__(self, dice: "TypedDice") -> None:
        self._dice = dice

    def expect(self, rolls: Iterable[tuple[str, str]]) -> None:
        """Checked already."""

    def roll(self, ask: Ask) -> Answer:
        return self._dice.roll(ask)

    def unused(self) -> list[str]:
        return []


class _Rehearsal(RandomDice):
    """Notes what may be rolled."""

    def __init__(self) -> None:
        super().__init__(0)
        self.rolls: list[tuple[str, str]] = []

    def expect(self, rolls: Iterable[tuple[str, str]]) -> None:
        self.rolls += rolls


def resolve_all(
    ruleset: "Ruleset", draft: Draft, wanted: "list[Intent]", dice: "TypedDice"
) -> Report:
    """Carry out all of them, one after the other; the document has `results`, one for each.
    Raises Refusal if one is refused."""
    dice.expect(_rehearsed(ruleset, draft, wanted))
    reports: list[Report] = []
    results: list[Data] = []
    for intent in wanted:
        start = len(draft.changes)
        report = ruleset.resolve(draft, intent, _Told(dice))
        report.changes = list(net(draft.changes[start:]))
        reports.append(report)
        results.append(report.to_json())
    whole = Report(reports[0].command, reports[0].ruleset, {"results": results})
    for report in reports:
        whole.rolls += report.rolls
        whole.effects += report.effects
        whole.story += report.story
        whole.overrides += report.overrides
    return whole


def _rehearsed(ruleset: "Ruleset", draft: Draft, wanted: "list[Intent]") -> list[tuple[str, str]]:
    """The rolls that each of them may come to from here, found by doing it for nothing; what is
    refused now may be allowed after the others, and is found out then."""
    rehearsal = _Rehearsal()
    for intent in wanted:
        with suppress(Refusal):
            ruleset.resolve(draft, intent, rehearsal)
        draft.rollback()
    return rehearsal.rolls
