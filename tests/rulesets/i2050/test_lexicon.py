"""What the usage of an action says is what it takes."""

import copy

from tables import each_row

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.core.intents import Act, Options
from gmtrack.dice.sources import RandomDice
from gmtrack.errors import Refusal
from gmtrack.rulesets.i2050 import ruleset
from gmtrack.rulesets.i2050.actions.actions import ACTIONS
from gmtrack.rulesets.i2050.sheet.fighter import NEEDED_STATUS

from .book import BOOK, CORE


def scene() -> Encounter:
    sheets = copy.deepcopy({name: BOOK.cast[name] for name in ("lotus", "samurai", "thug")})
    document = {"gmtrack": 1, "name": "words", "ruleset": "i2050", "combatants": sheets}
    return CORE.encounter(document)


FEWEST = {"": 0, "[TARGET]": 0, "TARGET": 1, "TARGET...": 1}
MOST = {"": 0, "[TARGET]": 1, "TARGET": 1, "TARGET...": 2}


def fits(action: str, *targets: str) -> bool:
    """Whether an action takes these targets, whatever else forbids it."""
    intent = Act("samurai", action, targets, options=Options(force=True))
    try:
        report = ruleset.resolve(Draft(scene()), intent, RandomDice(1))
    except Refusal as refused:
        return refused.kind != "target"
    return all(override.kind != "target" for override in report.overrides)


@each_row("action", ACTIONS)
def test_an_action_needs_the_targets_that_its_usage_does_not_bracket(action: str) -> None:
    people = ("lotus", "thug")
    fewest = FEWEST[ACTIONS[action].usage]
    assert fits(action, *people[:fewest])
    assert not fewest or not fits(action, *people[: fewest - 1])


@each_row("action", [action for action in ACTIONS if action not in NEEDED_STATUS])
def test_an_action_takes_no_more_targets_than_its_usage_says(action: str) -> None:
    people = ("lotus", "thug")
    most = MOST[ACTIONS[action].usage]
    assert fits(action, *people[:most])
    assert most == len(people) or not fits(action, *people[: most + 1])
