"""What will come of attacks in a row: by several people, or by one until somebody is down."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from gmtrack.app.chances import (
    MOST_RUNS,
    OddsQuestion,
    as_document,
    asked_early,
    by_trial,
    named,
    search,
    understood_as,
)
from gmtrack.app.choices import begun
from gmtrack.app.several import in_order
from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.intents import Attack
from gmtrack.errors import Refusal

if TYPE_CHECKING:
    from gmtrack.odds.chances import Odds
    from gmtrack.rulesets.port import Ruleset

ENDS = ("down", "dead")
"""What attacks may go on until."""
MOST_ATTACKS = 20
"""So many of them, if nothing ends them before."""


def together(
    ruleset: "Ruleset", encounter: Encounter, question: OddsQuestion, attackers: list[str]
) -> Data:
    """The chances of one attack by each of them, in their order, as the document of several
    attacks. Raises Refusal as the attack of any of them would now."""
    _refuse_dice(ruleset, question)
    intents = [
        _legal(ruleset, encounter, question, who)
        for who in (intent.attacker for intent in _ordered(ruleset, encounter, question, attackers))
    ]
    odds = _odds(ruleset, encounter, question, intents, None)
    targets = [named(word, encounter) for word in intents[0].targets]
    several = {"targets": targets} if len(targets) > 1 else {}
    return as_document(odds, question, ruleset) | {"attacker": intents[0].attacker} | several


def until(ruleset: "Ruleset", encounter: Encounter, question: OddsQuestion, end: str) -> Data:
    """How many such attacks in a row it takes until the target is down, or dead."""
    _refuse_dice(ruleset, question)
    if len(question.intent.targets) > 1:
        raise Refusal(ruleset.WORDS.value, "--until is for attacks on one target")
    intent = _legal(ruleset, encounter, question, question.intent.attacker)
    target = named(intent.targets[0], encounter)

    def over(draft: Draft) -> bool:
        standing = ruleset.standing(draft, target)
        return bool(standing.dead if end == "dead" else standing.out)

    if over(Draft(encounter)):
        raise Refusal(ruleset.WORDS.value, f"{target} is {end} already")
    odds = _odds(ruleset, encounter, question, [intent] * MOST_ATTACKS, over)
    chances = {str(number): float(chance) for number, chance in odds.turns.items()}
    found = sum(odds.turns.values())
    mean = sum(number * chance for number, chance in odds.turns.items())
    told: Data = {"end": end, "attacks": chances, "more": max(0.0, 1 - float(found))}
    if found:
        told["mean"] = float(mean / found)
    doc = as_document(odds, question, ruleset)
    kept: Data = {key: doc[key] for key in ("words", "sampled", "tail") if key in doc}
    return {"attacker": named(intent.attacker, encounter), "target": target, "until": told, **kept}


def _odds(
    ruleset: "Ruleset",
    encounter: Encounter,
    question: OddsQuestion,
    intents: list[Attack],
    over: Callable[[Draft], bool] | None,
) -> "Odds":
    from gmtrack.odds.engine import TooMany

    try:
        return search(ruleset, encounter, question, intents, over).odds(MOST_RUNS)
    except TooMany:
        return by_trial(ruleset, encounter, question, intents, until=over)


def _ordered(
    ruleset: "Ruleset", encounter: Encounter, question: OddsQuestion, attackers: list[str]
) -> list[Attack]:
    """Those who have the turn first come first."""
    intent = question.intent
    several = [Attack(who, intent.targets, options=intent.options) for who in attackers]
    found = in_order(ruleset, encounter, list(several))
    return [one for one in found if isinstance(one, Attack)]


def _legal(ruleset: "Ruleset", encounter: Encounter, question: OddsQuestion, who: str) -> Attack:
    """The attack of one of them in full words. Raises Refusal."""
    intent = Attack(who, question.intent.targets, options=question.intent.options)

    def tried(ruleset: "Ruleset", encounter: Encounter, one: OddsQuestion) -> None:
        begun(ruleset, encounter, one.intent, named(one.intent.attacker, encounter))

    early = asked_early(ruleset, question._replace(intent=intent))
    return understood_as(ruleset, encounter, early, tried)[1].intent


def _refuse_dice(ruleset: "Ruleset", question: OddsQuestion) -> None:
    if question.rolls:
        raise Refusal(ruleset.WORDS.dice, "dice are typed for one attack, not for several in a row")
