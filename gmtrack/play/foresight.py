"""What the session says of attacks beforehand, and afterwards how likely they were."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from gmtrack.cli.odds import asked_of, find, time_out
from gmtrack.cli.run import WITNESS, Outcome
from gmtrack.core.encounter import Data, Encounter
from gmtrack.errors import GmtrackError, Refusal
from gmtrack.play.words import Known, command_line, split
from gmtrack.view.odds import percent
from gmtrack.view.text import cut, shown

if TYPE_CHECKING:
    from gmtrack.odds.chances import Odds
    from gmtrack.play.table import Fight
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
        words = split(typed)
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


def weighed(
    ruleset: "Ruleset",
    encounter: Encounter,
    line: list[str],
    carry_out: Callable[[list[str]], int],
) -> tuple[int, str]:
    """Carry out an attack; its exit status, and how likely it was what came of it."""
    try:
        question = asked_of(line[1:])._replace(rolls=())
        odds = find(ruleset, encounter, question, time_out(AFTERWARDS))
    except GmtrackError:
        return carry_out(line), ""
    seen: list[Outcome] = []
    before = WITNESS.set(seen.append)
    try:
        status = carry_out(line)
    finally:
        WITNESS.reset(before)
    told = likelihood(odds, seen[-1].report.to_json(), ruleset) if seen else ""
    return status, told


def likelihood(odds: "Odds", report: Data, ruleset: "Ruleset") -> str:
    """`7 or more damage: 12 %`; without damage the outcome."""
    blocks = report.get("attacks") or [report]
    told = [ruleset.upshot({"attacker": report["attacker"], **block}) for block in blocks]
    damage = sum(upshot.damage for upshot in told)
    if damage:
        return f"{damage} or more damage: {percent(float(odds.total.at_least(damage)))}"
    if len(odds.blocks) > 1:
        return f"no damage: {percent(float(odds.total.damage.get(0, 0)))}"
    outcome = told[0].outcome
    return f"{shown(outcome)}: {percent(float(odds.total.outcomes.get(outcome, 0)))}"
