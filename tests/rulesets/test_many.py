"""A fight of many takes no longer for each of them than a fight of few."""

import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType

import pytest
import yaml

from gmtrack.app.what import choices
from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.core.intents import Damage, Next, Options, RollInit
from gmtrack.dice.sources import RandomDice
from gmtrack.rulesets import registry
from gmtrack.rulesets.port import Ruleset
from gmtrack.store.stored_encounter import read_page

RULESETS = [meta.id for meta in registry.metas()]
FEW, MANY = 4, 24


def fight(ruleset_id: str, count: int) -> tuple[Ruleset, Encounter]:
    """The example of a ruleset with so many of the second one, in the middle of a round."""
    rules = registry.load(ruleset_id)
    folder = Path(str(rules.__file__)).parent
    data = yaml.safe_load((folder / "example.yaml").read_text(encoding="utf-8"))
    (hero, first), (_, mob), *_ = data["combatants"].items()
    del mob["name"]
    data |= {"templates": {"mob": mob}, "fight": {}}
    data["combatants"] = {hero: first} | {f"mob-{n}": {"template": "mob"} for n in range(count)}
    page, ruleset = read_page(yaml.safe_dump(data, sort_keys=False).encode(), Path("many.yaml"))
    draft = Draft(page.encounter)
    for intent in (RollInit(), Next(options=Options(force=True))):
        ruleset.resolve(draft, intent, RandomDice(1))
    return ruleset, page.encounter


def calls_of(work: Callable[[], object]) -> int:
    """How many functions are called."""
    count = 0

    def profile(frame: FrameType, event: str, arg: object) -> None:
        nonlocal count
        count += event == "call" and frame.f_code.co_name[0] != "<"

    before = sys.getprofile()
    sys.setprofile(profile)
    try:
        work()
    finally:
        sys.setprofile(before)
    return count


@pytest.mark.parametrize("ruleset_id", RULESETS)
def test_a_line_that_could_be_typed_costs_the_same_among_many(ruleset_id: str) -> None:
    def calls_for_a_line(count: int) -> float:
        ruleset, encounter = fight(ruleset_id, count)
        who = ruleset.board(encounter).doc["acting"] or next(iter(encounter.combatants))
        lines = [0]
        calls = calls_of(lambda: lines.append(len(list(choices(ruleset, encounter, who)))))
        return calls / lines[-1]

    calls_for_a_line(1)  # what is imported and made once
    assert calls_for_a_line(MANY) < 1.6 * calls_for_a_line(FEW)


@pytest.mark.parametrize("ruleset_id", RULESETS)
def test_damage_for_each_of_many_costs_the_same(ruleset_id: str) -> None:
    def calls_for_one(count: int) -> float:
        ruleset, encounter = fight(ruleset_id, count)
        mobs = [who for who in encounter.combatants if who.startswith("mob")]
        draft = Draft(encounter)

        def work() -> None:
            for who in mobs:
                ruleset.resolve(draft, Damage(who, 1), RandomDice(1))

        return calls_of(work) / count

    calls_for_one(1)
    assert calls_for_one(MANY) < 1.6 * calls_for_one(FEW)
