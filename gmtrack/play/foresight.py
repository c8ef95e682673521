"""What the session says of attacks beforehand, and afterwards how likely they were."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gmtrack.app.chances import find, time_out
from gmtrack.cli.parse import asked_of
from gmtrack.core.encounter import Encounter
from gmtrack.errors import GmtrackError, Refusal
from gmtrack.play.words import Known, command_line, split, whole_names
from gmtrack.view.odds import percent
from gmtrack.view.text import cut, shown

if TYPE_CHECKING:
    from gmtrack.app.run import Outcome
    from gmtrack.odds.chances import Odds
    from gmtrack.play.fight import Fight
    from gmtrack.rulesets.port import Ruleset

AT_ONCE = 0.05
"""Seconds that somebody who types may be kept waiting for the bottom line."""
AFTERWARDS = 1.0
"""Seconds for the odds of an attack that is carried out."""
TRIES = 3
"""How often it is tried for one line: the first time everything is still to be loaded."""
UNFINISHED = 3
"""Words at the end of a line that may not be typed to their end yet."""
ATTACKS = ("attack", "odds")


class Foresight:
    """The odds of the attack that is being typed; they are kept until line or fight change."""

    def __init__(self) -> None:
        self._asked: tuple[object, str] = (None, "")
        self._answer = ""
        self._tries = 0

    def line(self, fight: "Fight | None", typed: str, width: int) -> str:
        """What will come of it, in one line; empty where it is no attack, or not at once known."""
        if (fight, typed) != self._asked:
            self._asked = (fight, typed)
            self._answer, self._tries = "", TRIES
        if fight and typed.strip() and self._tries and not self._answer:
            self._tries -= 1
            self._answer = foreseen(fight, typed)
        return cut(self._answer, width)


def foreseen(fight: "Fight", typed: str) -> str:
    """The same, looked for anew."""
    encounter = fight.known.encounter
    if encounter is None:
        return ""
    enough = time_out(AT_ONCE)
    for words in _readings(typed, fight.known):
        try:
            return summary(find(fight.ruleset, encounter, asked_of(words), enough))
        except GmtrackError:
            continue
    return ""


def _readings(typed: str, known: Known) -> Iterator[list[str]]:
    """The words of an attack as far as they are typed: all, then without the last ones."""
    try:
        words = whole_names(split(typed), known)
        line = command_line(words, known)
    except Refusal:
        return
    if line[0] in ATTACKS:
        for unfinished in range(min(UNFINISHED, len(words) - 1)):
            yield line[1 : len(line) - unfinished]


def summary(odds: "Odds") -> str:
    """`hit 54 %, 3.5 damage, down 12 %`."""
    total = odds.total
    likely = sorted(total.outcomes.items(), key=lambda entry: -entry[1])
    parts = [f"{shown(name)} {percent(float(chance))}" for name, chance in likely]
    parts.append(f"{float(total.mean):.1f} damage")
    ends = {"down": total.down, "dead": total.dead}
    parts += [f"{name} {percent(float(chance))}" for name, chance in ends.items() if chance]
    return "odds: " + ", ".join(parts)


def foreseen_of(ruleset: "Ruleset", encounter: Encounter, line: list[str]) -> "Odds | None":
    """The odds of an attack that will be carried out; None where they are not found in time, or
    it will be refused."""
    try:
        question = asked_of(line[1:])._replace(rolls=())
        return find(ruleset, encounter, question, time_out(AFTERWARDS))
    except GmtrackError:
        return None


def likelihood(odds: "Odds", outcome: "Outcome") -> str:
    """`7 or more damage: 12 %`; without damage the outcome."""
    ruleset = outcome.ruleset
    told = [ruleset.upshot(block.document()) for block in outcome.report.blocks]
    damage = sum(upshot.damage for upshot in told)
    if damage:
        return f"{damage} or more damage: {percent(float(odds.total.at_least(damage)))}"
    if len(odds.blocks) > 1:
        return f"no damage: {percent(float(odds.total.damage.get(0, 0)))}"
    word = told[0].outcome
    return f"{shown(word)}: {percent(float(odds.total.outcomes.get(word, 0)))}"
