"""Odds of attacks in a row: by several combatants, or by one until the target is down."""

from gmtrack.app.odds.attack import (
    TAIL,
    ask_expanding_shorthand,
    exact_or_sampled,
    odds_to_document,
)
from gmtrack.app.odds.attack_rolls import OddsQuestion
from gmtrack.app.several import in_board_order
from gmtrack.app.what import cost_and_first_roll
from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Data
from gmtrack.core.intents import Attack
from gmtrack.errors import Refusal

ENDS = ("down", "dead")
"""States of the target that can end a row of attacks."""
MOST_ATTACKS = 20
"""The largest number of attacks in a row that is looked at."""


def odds_of_attackers(question: OddsQuestion, attackers: list[str]) -> Data:
    """Return the document of one attack by each of the attackers, in the order of their turns.
    Whose turn it is now and what the attacks cost does not matter. Raises Refusal if the rules
    refuse one of the attacks, and for typed dice."""
    _refuse_typed_dice(question)
    intent = question.intent
    several = [
        Attack(who, intent.targets, options=intent.options) for who in attackers
    ]
    ordered = in_board_order(
        question.ruleset, question.encounter, list(several)
    )
    intents = [
        _check_legal(question, one)
        for one in ordered
        if isinstance(one, Attack)
    ]
    odds = exact_or_sampled(question, intents)
    targets = [question.combatant_or_word(word) for word in intents[0].targets]
    doc = odds_to_document(odds, question) | {"attacker": intents[0].attacker}
    return doc | {"targets": targets} if len(targets) > 1 else doc


def attacks_until(question: OddsQuestion, end: str) -> Data:
    """Return the document of how many such attacks in a row it takes until the target is down or
    dead (`end`): `attacker`, `target` and `until` with `end`, `attacks` (chance by number),
    `more` and `mean`; `words`, `sampled` and `tail` where they apply. Raises Refusal for several
    targets, typed dice, or a target who is so already."""
    ruleset = question.ruleset
    _refuse_typed_dice(question)
    if len(question.intent.targets) > 1:
        raise Refusal(
            ruleset.WORDS.value, "--until is for attacks on one target"
        )
    intent = _check_legal(question, question.intent)
    target = question.combatant_or_word(intent.targets[0])

    def has_ended(draft: Draft) -> bool:
        """Whether the target is down or dead, as asked for."""
        standing = ruleset.standing_of(draft, target)
        return bool(standing.dead if end == "dead" else standing.out)

    if has_ended(Draft(question.encounter)):
        raise Refusal(ruleset.WORDS.value, f"{target} is {end} already")
    from gmtrack.odds.attacks_needed import (
        RepeatedAttack,
        chances_of_attacks_needed,
    )

    asked = RepeatedAttack(
        ruleset, question.encounter, intent, has_ended, question.dice_over_all
    )
    needed = chances_of_attacks_needed(asked, MOST_ATTACKS)
    chances, margins, more_margin, trials, endless = needed[:5]
    likely = {number: chance for number, chance in chances.items() if chance}
    found = sum(likely.values())
    told: Data = {
        "end": end,
        "attacks": {str(number): chance for number, chance in likely.items()},
        "more": max(0.0, 1 - found),
    }
    if found:
        told["mean"] = (
            sum(number * chance for number, chance in likely.items()) / found
        )
    doc: Data = {
        "attacker": question.combatant_or_word(intent.attacker),
        "target": target,
        "until": told,
    }
    if question.words is not None:
        doc["words"] = question.words
    if trials:
        told["margins"] = {str(number): margins[number] for number in likely}
        told["more_margin"] = more_margin
        doc["sampled"] = {
            "trials": trials,
            "margin": max(more_margin, *margins.values()),
        }
    if needed.bounds:
        told["bounds"] = {
            str(number): needed.bounds[number] for number in likely
        }
        told["more_bound"] = needed.more_bound
    if endless:
        doc["tail"] = TAIL
    return doc


def _check_legal(question: OddsQuestion, intent: Attack) -> Attack:
    """Return the attack with all words in full. Raises Refusal if the rules refuse it."""

    def try_attack(one: OddsQuestion) -> None:
        cost_and_first_roll(
            one.ruleset,
            one.encounter,
            one.intent,
            one.combatant_or_word(one.intent.attacker),
        )

    return ask_expanding_shorthand(
        question._replace(intent=intent).as_plan(), try_attack
    )[1].intent


def _refuse_typed_dice(question: OddsQuestion) -> None:
    """Raise Refusal if dice were typed, which belong to one attack only."""
    if question.rolls:
        kind = question.ruleset.WORDS.dice
        raise Refusal(
            kind, "dice are typed for one attack, not for several in a row"
        )
