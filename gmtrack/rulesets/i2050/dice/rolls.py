"""IN-CORE, IN-CRIT, IN-FUM: a d20 at or under a number of named parts; dice of damage."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple, cast

from gmtrack.core.report import Part, Roll, total
from gmtrack.dice.port import Answer, Ask, Goal, Reading, amount, lesser
from gmtrack.rulesets.i2050.rulings.house import House
from gmtrack.rulesets.i2050.sheet.game import WORDS, Game
from gmtrack.rulesets.i2050.sheet.live import Fighter
from gmtrack.rulesets.i2050.sheet.sheet import ATTRIBUTES, AWARENESS, COOL, DamageDice
from gmtrack.rulesets.kit.words import Mod, parse_mod

if TYPE_CHECKING:
    from gmtrack.core.encounter import Data
    from gmtrack.rulesets.i2050.dice.document import PartDocument, TestRollDocument, TotalDocument

SIDES = 20
MOST = 20
"""IN-CRIT-03: the highest value."""
Key = tuple[str, str]


class Result(NamedTuple):
    """What one roll came to. `value` is what is compared in an opposed roll."""

    natural: int
    value: int
    target: int
    success: bool
    critical: bool = False
    fumble: bool = False


class Test(NamedTuple):
    """A d20 before it is rolled: its name, who rolls, the parts of the number to roll under.
    `skilled`: a skill, which has criticals and fumbles (IN-CORE-03); `burst`: a burst shot, which
    has no criticals (IN-CRIT-04). `block`: the shot or combatant by which the same roll is told
    apart in one command; `using`: the weapon of an attack."""

    name: str
    who: Fighter
    parts: tuple[Part, ...]
    skilled: bool = True
    burst: bool = False
    block: str | None = None
    using: str = ""

    @property
    def target(self) -> int:
        return total(self.parts)

    @property
    def key(self) -> Key:
        """For `expect`."""
        return (self.name, self.block or self.who.id)


# --- a d20 ---


def roll(game: Game, test: Test) -> Result:
    """Roll and read a test, into the report."""
    dice = Throw(test.name, test.who, block=test.block, target=test.parts, using=test.using)
    answer = throw(game, dice)
    natural = amount(answer.sum)
    result = (
        judge(game.house, natural, test.target, burst=test.burst)
        if test.skilled
        else plain(natural, test.target)
    )
    body: TestRollDocument = {
        "target": test.target,
        "target_parts": explained(test.parts),
        "value": result.value,
        "success": result.success,
    }
    if test.skilled:
        body["critical"] = result.critical
        body["fumble"] = result.fumble
    record(game, dice, answer, body, good=result.success)
    tell(game, test.who, result)
    return result


def tell(game: Game, who: Fighter, result: Result) -> None:
    """What the dice do not say by themselves."""
    if not game.narrated:
        return
    if result.value != result.natural:
        tell_value(game, result)
    if result.critical:
        tell_critical(game, who)
    if result.fumble:
        tell_fumble(game, who)


def tell_value(game: Game, result: Result) -> None:
    """IN-CRIT-03, IN-R05: what the skill has above 20 is added to the die."""
    game.report.tell("value", "note", roll=result.natural, value=result.value)


def tell_critical(game: Game, who: Fighter) -> None:
    """IN-CRIT-01, IN-R03"""
    game.report.tell("critical", "good", who=who.name)


def tell_fumble(game: Game, who: Fighter) -> None:
    """IN-FUM-01, IN-R06"""
    game.report.tell("fumble", "bad", who=who.name)


def plain(natural: int, target: int) -> Result:
    """IN-CORE-03: no critical, no fumble."""
    return Result(natural, natural, target, natural <= target)


def judge(house: House, natural: int, target: int, *, burst: bool = False) -> Result:
    """IN-CORE-01, IN-CRIT-01, IN-CRIT-03, IN-CRIT-04, IN-FUM-01."""
    over = max(0, target - MOST) if house.skill_over_20 == "add_excess" else 0
    need, value = min(target, MOST), lesser(natural + over, MOST) if over else natural
    fumble = natural == SIDES and (target < MOST or house.fumble_on == "always_20")
    hopeless = target < 1 and natural == 1 and house.hopeless_skill == "natural_1_hits"
    success = not fumble and ((target >= 1 and value <= need) or hopeless)
    critical = success and not burst and is_critical(house, natural, value, need)
    return Result(natural, value, target, success, critical, fumble)


def is_critical(house: House, natural: int, value: int, need: int) -> bool:
    """IN-R03"""
    rule = house.critical_on
    if rule == "equal":
        return value == need
    return rule == "natural_1" and natural == 1


# --- any dice ---


class Throw(NamedTuple):
    """Dice before they are rolled: the name of the roll, who rolls, their sides and number; the
    block by which the same roll is told apart in one command; what they are to roll under; the
    weapon of an attack."""

    name: str
    who: Fighter
    sides: int = SIDES
    number: int = 1
    block: str | None = None
    target: tuple[Part, ...] = ()
    using: str = ""


def throw(game: Game, dice: Throw) -> Answer:
    """The answer has their sum and faces. To be put into the report by `record`."""
    reading = Reading(sum=True)
    goal = Goal("target", dice.target) if dice.target else None
    who = dice.who.id
    ask = Ask(
        dice.name, who, dice.number, dice.sides, reading, using=dice.using, block=dice.block,
        goal=goal,
    )  # fmt: skip
    return game.dice.roll(ask)


def record(
    game: Game,
    dice: Throw,
    answer: Answer,
    body: "TestRollDocument | TotalDocument",
    parts: tuple[Part, ...] = (),
    *,
    good: bool = False,
) -> None:
    """The roll goes into the report, with its block behind its name."""
    full = f"{dice.name}.{dice.block}" if dice.block else dice.name
    shown = (good,) if answer.dice and good else ()
    keys = cast("Data", body)
    game.report.rolled(Roll(full, dice.who.id, parts, answer.dice, answer.given, keys, shown))


def roll_total(game: Game, dice: Throw) -> int:
    """IN-FUM-08: one die that is read as it lies, `total`: `accessory`, `accessory_pick`."""
    answer = throw(game, dice)
    found = amount(answer.sum)
    record(game, dice, answer, {"total": found}, (Part(f"d{dice.sides}", found),))
    return found


def roll_damage(game: Game, who: Fighter, damage: DamageDice, block: str | None = None) -> int:
    """IN-WIN-01: `damage`, 0 at least; a critical comes with its doubled dice."""
    dice = Throw("damage", who, damage.sides, damage.dice, block)
    answer = throw(game, dice)
    rolled = amount(answer.sum)
    below = -min(0, rolled + damage.add)
    parts = [Part("dice", rolled), Part("add", damage.add), Part("floor", below)]
    kept = tuple(part for part in parts if part.value)
    body: TotalDocument = {"total": total(kept), "total_parts": explained(kept)}
    record(game, dice, answer, body, read_out(kept))
    return total(kept)


SPOKEN = {"dice": "rolled", "add": "weapon", "floor": "minimum"}


def read_out(parts: Iterable[Part]) -> tuple[Part, ...]:
    """The parts of damage as they are read out."""
    return tuple(Part(SPOKEN[part.label], part.value) for part in parts)


def explained(parts: Iterable[Part]) -> "list[PartDocument]":
    return [{"label": part.label, "value": part.value} for part in parts]


# --- parts ---


def skill_parts(who: Fighter, skill: str) -> list[Part]:
    """The skill by its key, and what a grievous wound takes; whoever rolls it says by which row."""
    points = who.sheet.skill(skill)
    return [Part(skill, points), *halved(who, points)] if who.grievous else [Part(skill, points)]


def skill_points(who: Fighter, skill: str) -> int:
    """IN-CORE-02: the skill as it is now."""
    return total(tuple(skill_parts(who, skill)))


def attribute_parts(who: Fighter, name: str) -> list[Part]:
    """IN-CORE-03: an attribute; a grievous wound takes nothing but by `grievous_scope`."""
    points = who.sheet.attribute(name)
    everything = who.house.grievous_scope == "everything" and who.grievous
    return [Part(name, points), *(halved(who, points) if everything else [])]


def nerve_parts(who: Fighter, name: str) -> list[Part]:
    """IN-CORE-03: Awareness and Cool are rolled like skills."""
    return skill_parts(who, name)


def halved(who: Fighter, points: int) -> list[Part]:
    """IN-WND-04, IN-R09, IN-R46"""
    taken = who.house.half(points) - points
    return [Part("grievous", taken)] if taken else []


def parts_of(who: Fighter, name: str) -> list[Part]:
    """IN-CORE-01: an attribute or a skill, by name."""
    if name in ATTRIBUTES:
        return attribute_parts(who, name)
    return nerve_parts(who, name) if name in (AWARENESS, COOL) else skill_parts(who, name)


def mod_parts(game: Game, mods: Iterable[str], *about: Fighter) -> list[Part]:
    """`--mod`, `--defense-mod`: what the GM adds, by its reason."""
    return parts_about((parse_mod(text, game.draft.encounter, WORDS) for text in mods), *about)


def parts_about(mods: Iterable[Mod], *about: Fighter) -> list[Part]:
    """IN-CORE-02: what the GM adds, as far as it is tied to nobody or to one of these."""
    here = (None, *(who.id for who in about))
    return [Part(mod.why, mod.value) for mod in mods if mod.who in here]
