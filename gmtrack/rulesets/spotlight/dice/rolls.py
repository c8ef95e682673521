"""SP-CORE: pools of d6, successes, a Difficulty whose every part is named."""

from typing import TYPE_CHECKING, NamedTuple, cast

from gmtrack.core.report import Part, Roll, total
from gmtrack.dice.port import Ask, Goal, Reading, amount
from gmtrack.rulesets.kit.words import parse_mod
from gmtrack.rulesets.spotlight.sheet.game import WORDS, Game
from gmtrack.rulesets.spotlight.sheet.live import Fighter

if TYPE_CHECKING:
    from gmtrack.core.encounter import Data
    from gmtrack.rulesets.spotlight.dice.document import RollDocument

SIDES = 6
Parts = tuple[Part, ...]


class TestSpec(NamedTuple):
    """One test: the name by which its dice are typed, who rolls which pool, against what
    Difficulty (None: the successes are only compared). `marked`: that many location dice are read
    as well (negative: the last ones). `using`: the weapon. `secret`: nobody is asked for it."""

    name: str
    who: Fighter
    pool: Part
    difficulty: Parts | None = None
    marked: int = 0
    using: str = ""
    secret: bool = False


class Result(NamedTuple):
    """Successes of one roll; `surplus` is what a passed test has above the Difficulty (SP-CORE-04),
    `passed` is None for a roll without Difficulty; `marked` the location dice."""

    successes: int
    passed: bool | None = None
    surplus: int = 0
    marked: tuple[int, ...] = ()


def pool_part(who: Fighter, skill: str) -> Part:
    """The rating, or what stands for a skill that is absent or 0."""
    dice = who.skill(skill).dice
    return Part(skill.replace("-", "_"), dice) if dice else untrained_part(who)


def untrained_part(who: Fighter) -> Part:
    """SP-R23"""
    rule = who.house.untrained_pool
    untrained = {"sheet": who.sheet.untrained_dice, "agility": who.sheet.agility, "none": 0}
    return Part("untrained", untrained[rule])


def need_dice(game: Game, who: Fighter, part: Part, what: str) -> None:
    """SP-R23: a pool of 0 cannot be tried. Raises Refusal (`no-dice`)."""
    if part.value == 0:
        game.refuse("no-dice", f"{who.id} has no dice for {what.replace('_', ' ')}")


def mod_parts(game: Game, mods: tuple[str, ...]) -> Parts:
    """SP-DIFF-10: what the GM adds to the Difficulty."""
    found = [parse_mod(text, game.draft.encounter, WORDS) for text in mods]
    return tuple(Part(mod.why, mod.value) for mod in found)


def against(game: Game, base: Part) -> Parts:
    """The Difficulty of a test that is no attack: its base and what the GM adds."""
    return floored([base, *mod_parts(game, game.options.mods)])


def floored(parts: list[Part]) -> Parts:
    """The Difficulty is at least 1 (SP-CORE-03, SP-DIFF-10)."""
    short = 1 - total(tuple(parts))
    return (*parts, Part("floor", short)) if short > 0 else tuple(parts)


def roll(game: Game, spec: TestSpec) -> Result:
    """Roll a pool, count successes, compare them with the Difficulty; into the report."""
    name, who, pool, difficulty, marked, using, secret = spec
    hit = game.house.success_on
    reading = Reading(hit=hit, marked=marked)
    goal = Goal("Difficulty", difficulty) if difficulty else None
    parts = (pool,)
    ask = Ask(
        name, who.id, pool.value, SIDES, reading,
        using=using, parts=parts, goal=goal, secret=secret,
    )  # fmt: skip
    answer = game.dice.roll(ask)
    successes = amount(answer.hits)
    body: RollDocument = {"hits": successes}
    passed = None
    need = 0
    if difficulty is not None:
        need = total(difficulty)
        passed = successes >= need
        body["difficulty"] = need
        body["difficulty_parts"] = [{"label": p.label, "value": p.value} for p in difficulty]
        body["passed"] = passed
    good = tuple(face >= hit for face in answer.dice)
    keys = cast("Data", body)
    game.report.rolled(Roll(name, who.id, parts, answer.dice, answer.given, keys, good, pool.value))
    surplus = successes - need if passed else 0
    return Result(successes, passed, surplus, answer.marked or ())


def roll_location_die(game: Game, name: str, who: Fighter) -> int:
    """SP-LOC-04: the second location die of a pool of one; it is no success."""
    answer = game.dice.roll(Ask(name, who.id, 1, SIDES, Reading(marked=1)))
    game.report.rolled(Roll(name, who.id, (), answer.dice, answer.given, {}, pool=1))
    return (answer.marked or (1,))[0]
