"""Statements of intent that count as none: any text is legal."""

from collections.abc import Iterator

from gmtrack.core.encounter import Encounter
from gmtrack.rulesets.kit.slips import cut, sheets_of
from gmtrack.rulesets.port import Problem
from gmtrack.rulesets.storyteller.sheet.sheet import states_intent


def slips(encounter: Encounter) -> Iterator[Problem]:
    """What is allowed but likely a slip."""
    for path, sheet in sheets_of(encounter):
        told = sheet.get("intent")
        if told and not states_intent(told):
            message = (
                f"'{cut(told)}' counts as no intent (ST-008); type one that begins with 'I want'"
            )
            yield Problem((*path, "intent"), message)
