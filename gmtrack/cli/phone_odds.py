"""The odds of what players can choose on their phones."""

import shlex
from contextlib import suppress

from gmtrack.app.odds.attack import (
    find_odds,
    find_odds_by_trial,
    make_time_limit,
    odds_to_document,
)
from gmtrack.app.odds.attack_rolls import OddsQuestion
from gmtrack.app.phone_questions import ChoiceQuestion
from gmtrack.cli.parse import parse_attack
from gmtrack.core.encounter import Encounter
from gmtrack.core.players import without_secrets
from gmtrack.errors import Refusal
from gmtrack.rulesets.port import Ruleset
from gmtrack.store.session import Session
from gmtrack.view.odds.attack import summarize_odds

ENOUGH = 1.0
"""Seconds for the exact odds of one choice; trials get half as many if these are not enough."""
TRIALS = 200
WIDE = 200


def odds_of_choices(session: Session, question: ChoiceQuestion) -> list[str]:
    """Return a line of odds for each attack in a phone's question; an empty one if players
    cannot know it is an attack. Hidden combatants, and what they do, are left out."""
    seen = without_secrets(session.encounter)
    return [
        _odds_of_line(session.ruleset, seen, question.who, line)
        for line in question.attacks
    ]


def _odds_of_line(
    ruleset: Ruleset, seen: Encounter, who: str, line: str
) -> str:
    """Return the odds of one attack line as players may know them; empty if it is refused."""
    with suppress(Refusal):
        question = OddsQuestion(
            ruleset, seen, *parse_attack(shlex.split(line)[1:])
        )
        try:
            odds = find_odds(question, make_time_limit(ENOUGH))
        except Refusal:
            odds = find_odds_by_trial(
                question, TRIALS, make_time_limit(ENOUGH / 2)
            )
        doc = odds_to_document(odds, question)
        own = [one for one in doc.get("attacks", ()) if one["target"] == who]
        # What the attacker risks is told to them alone.
        wide = (
            WIDE
            if question.combatant_or_word(question.intent.attacker) == who
            else 0
        )
        return summarize_odds(
            own[0] if len(own) == 1 else doc, wide
        ).removeprefix("odds: ")
    return ""
