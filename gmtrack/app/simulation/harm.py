"""What somebody can do to somebody: the best attack of each on each, by exact odds."""

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from gmtrack.app.choices import candidates
from gmtrack.core.encounter import Encounter
from gmtrack.core.intents import Attack
from gmtrack.errors import Refusal
from gmtrack.rulesets.port import Aim

if TYPE_CHECKING:
    from gmtrack.rulesets.port import Ruleset
    from gmtrack.simulation.tactics import Best

TRIALS = 400
"""Of an attack whose results are too many to be found exactly."""


def best_of(
    ruleset: "Ruleset", encounter: Encounter, foes: Mapping[str, list[str]], clever: Iterable[str]
) -> "Best":
    """For each of those who are clever, and each of their foes, the attack with the most harm to be
    expected, as the fight stands at first."""
    found: dict[tuple[str, str], tuple[float, Aim]] = {}
    for who in clever:
        for attack in _attacks(ruleset, encounter, who, foes[who]):
            target, options = attack.targets[0], attack.options
            aim = Aim(target, options.weapon, options.words)
            harm = _harm(ruleset, encounter, attack)
            if harm is not None and harm > found.get((who, target), (-1.0, aim))[0]:
                found[who, target] = harm, aim
    return found


def _harm(ruleset: "Ruleset", encounter: Encounter, attack: Attack) -> float | None:
    """The damage to be expected; None where the attack is refused."""
    from gmtrack.app.chances import OddsQuestion, find, find_by_trial
    from gmtrack.odds.engine import TooMany

    question = OddsQuestion(attack, ())
    try:
        return float(find(ruleset, encounter, question).total.mean)
    except TooMany:
        odds = find_by_trial(ruleset, encounter, question, TRIALS, lambda: False)
        return float(odds.total.mean)
    except Refusal:
        return None


def _attacks(
    ruleset: "Ruleset", encounter: Encounter, who: str, foes: list[str]
) -> Iterator[Attack]:
    for one in candidates(ruleset, encounter, who):
        intent = one.intent
        if isinstance(intent, Attack) and intent.targets[0] in foes:
            yield intent
