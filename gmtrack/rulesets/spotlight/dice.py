"""Pools of d6, successes, a Difficulty whose every part is named (SP-CORE)."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from gmtrack.core.encounter import Data
from gmtrack.core.report import Part, total
from gmtrack.dice.port import Ask, Goal, Reading, amount
from gmtrack.rulesets.kit.blocks import summarize_attack as summarize_plainly
from gmtrack.rulesets.kit.modifiers import lift_sum, part_documents, report_roll
from gmtrack.rulesets.kit.own.in_force import NOTHING, RollContext, split_part
from gmtrack.rulesets.kit.words import Mod
from gmtrack.rulesets.port import AttackSummary, SuccessCount
from gmtrack.rulesets.spotlight.rulings import House
from gmtrack.rulesets.spotlight.sheet.game import Game
from gmtrack.rulesets.spotlight.sheet.state import Fighter

SIDES = 6
Parts = tuple[Part, ...]

ROLLS: Mapping[str, str] = {
    "initiative": "SP-INIT-01",
    "tiebreak": "SP-INIT-01, SP-R05",
    "attack": "SP-ATK-03, SP-LOC-01",
    "location": "SP-LOC-04",
    "dodge": "SP-TRIG-03",
    "counter": "SP-ATK-03, SP-LOC-01",
    "counter_location": "SP-LOC-04",
    "willpower": "SP-SPEC-07, SP-R17",
    "medicine": "SP-INJ-06, SP-R33",
    "save": "SP-DEATH-13, SP-R49",
    "test": "SP-CORE-03",
    "recover": "SP-REST-04, SP-REST-06",
    "care": "SP-REST-07",
}
UNMODIFIED = (
    "initiative",
    "tiebreak",
    "dodge",
    "location",
    "counter_location",
    "recover",
)
"""Rolls without a Difficulty: faces that are read as they lie, successes that are compared."""


class TestSpec(NamedTuple):
    """A test before its dice fall: the name by which its dice are typed, who rolls which pool,
    against what Difficulty (None: the successes are only compared).

    `marked`: so many location dice are read as well (negative: the last ones). `using`: the
    weapon. `secret`: nobody is asked for it. `rules`: rows in place of those of ROLLS. `own`:
    the Difficulty is no secret. `rivals`: ids of those with whom the roller is tied."""

    name: str
    who: Fighter
    pool: Part
    difficulty: Parts = ()
    marked: int = 0
    using: str = ""
    secret: bool = False
    rules: str = ""
    block: str | None = None
    own: bool = False
    rivals: tuple[str, ...] = ()


class TestResult(NamedTuple):
    """Successes of one roll; `surplus` is what a passed test has above the Difficulty (SP-CORE-04),
    `passed` is None for a roll without Difficulty; `marked` the location dice."""

    successes: int
    passed: bool | None = None
    surplus: int = 0
    marked: tuple[int, ...] = ()


def pool_part(who: Fighter, skill: str, rules: str = "SP-CORE-02") -> Part:
    """Return the dice of a skill as a part under these `rules`: its rating, or what stands for a
    skill that is absent or 0 (SP-R23). Depends on the house rule `untrained_pool`."""
    dice = who.skill(skill).dice
    if dice:
        return Part(skill.replace("-", "_"), dice, rules)
    untrained = {
        "sheet": who.sheet.untrained_dice,
        "agility": who.sheet.agility,
        "none": 0,
    }
    return Part("untrained", untrained[who.house.untrained_pool], "SP-R23")


def check_has_dice(game: Game, who: Fighter, part: Part, what: str) -> None:
    """Refuse to roll a pool of 0 (SP-R23). Raises Refusal (`no-dice`)."""
    if part.value == 0:
        game.refuse(
            "no-dice", f"{who.name} has no dice for {what.replace('_', ' ')}"
        )


def pool_shares(who: Fighter, pool: Part) -> Parts:
    """Return a pool as it goes into a roll: the dice of the sheet, then those that own effects
    add. Depends on the house rule `untrained_pool`."""
    if not who.draft.encounter.effects:
        return (pool,)
    if pool.label == "untrained":
        path = (
            "agility"
            if who.house.untrained_pool == "agility"
            else "untrained_dice"
        )
    else:
        path = pool.label if pool.label in OF_SHEET else f"skills.{pool.label}"
    return tuple(split_part(who, path, pool))


OF_SHEET = ("initiative", "willpower")
"""Pools that are a number of the sheet."""


def added_parts(
    game: Game,
    who: Fighter,
    roll: str,
    mods: Iterable[Mod] = (),
    about: RollContext = NOTHING,
) -> list[Part]:
    """Return the parts that own effects and typed modifiers (`mods`) add to the Difficulty of a
    roll of this name. `about`: what is known of the roll, for effects that depend on it."""
    return game.collect_gm_parts(who, roll, mods, "SP-DIFF-10", about)


def difficulty_parts(
    game: Game, who: Fighter, roll: str, base: Part, skill: str | None = None
) -> Parts:
    """Return the Difficulty of a test that is no attack: its base, own effects, and what the GM
    adds; at least 1. `skill` is the one that is rolled, for effects that look at it; None: none."""
    mods = game.parse_mods(game.options.mods)
    return raise_to_one(
        [base, *added_parts(game, who, roll, mods, RollContext(skill=skill))]
    )


def raise_to_one(parts: Iterable[Part]) -> Parts:
    """Return the parts of a Difficulty with a floor of 1."""
    return lift_sum(1, parts, "floor", "SP-CORE-03, SP-DIFF-10")


def roll_test(game: Game, spec: TestSpec) -> TestResult:
    """Roll a test, write it into the report and return successes, whether they reach the
    Difficulty, and the surplus. Without a Difficulty successes alone count: passed is None.
    Depends on the house rule `success_on`."""
    (name, who, pool, difficulty, marked, using, secret, rules, block, own,
     rivals) = spec  # fmt: skip
    hit = game.house.success_on
    goal = (
        Goal("Difficulty", difficulty, reads=False, own=own)
        if difficulty
        else None
    )
    ask = Ask(
        name, who.id, pool.value, SIDES, Reading(hit=hit, marked=marked),
        using=using, parts=pool_shares(who, pool), goal=goal, secret=secret, block=block,
        faces_decide="the location" if marked else "", rivals=rivals,
    )  # fmt: skip
    answer = game.dice.roll(ask)
    successes = amount(answer.hits)
    passed, surplus = None, 0
    need = total(difficulty)
    if difficulty:
        passed = successes >= need
        surplus = successes - need if passed else 0
    if game.reported:
        body: Data = {"hits": successes}
        if difficulty:
            body |= {
                "difficulty": need,
                "difficulty_parts": part_documents(difficulty),
                "passed": passed,
            }
        report_roll(game, ask, answer, body, rules=rules)
    return TestResult(successes, passed, surplus, answer.marked or ())


def roll_location_die(game: Game, name: str, who: Fighter) -> int:
    """Roll the second location die of a pool of one; it is no success."""
    ask = Ask(name, who.id, 1, SIDES, Reading(marked=1))
    answer = game.dice.roll(ask)
    report_roll(game, ask, answer, {})
    return (answer.marked or (1,))[0]


def summarize_attack(block: Data) -> AttackSummary:
    """Summarize an attack from its JSON block; a counterattack may land whether or not the
    attack does."""
    told = summarize_plainly(block)
    counter = block.get("counter", {}).get("damage", {})
    return told._replace(suffered=counter.get("dealt", 0))


def count_successes(house_rules: Data, roll: Data) -> SuccessCount | None:
    """Return the successes of a roll's document, for luck (SP-CORE-02); None for a lone location
    die."""
    if "hits" not in roll:
        return None
    hit = House(house_rules).success_on
    return SuccessCount(roll["hits"], roll["pool"], SIDES, Reading(hit=hit))
