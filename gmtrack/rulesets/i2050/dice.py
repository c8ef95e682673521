"""Rolls of i2050: a d20 at or under a number of named parts, opposed rolls, dice of damage
(IN-CORE, IN-CRIT, IN-FUM, IN-OPP)."""

from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple

from gmtrack.core.encounter import Data
from gmtrack.core.report import Part, total
from gmtrack.dice.port import Answer, Ask, Goal, Reading, amount, lesser
from gmtrack.rulesets.i2050.rulings import House
from gmtrack.rulesets.i2050.sheet.fighter import Fighter
from gmtrack.rulesets.i2050.sheet.game import Game
from gmtrack.rulesets.i2050.sheet.sheet import (
    ATTRIBUTES,
    AWARENESS,
    COOL,
    DamageDice,
)
from gmtrack.rulesets.kit.blocks import summarize_attack as summarize_plainly
from gmtrack.rulesets.kit.modifiers import part_documents, report_roll
from gmtrack.rulesets.kit.own.in_force import NOTHING, RollContext, split_part
from gmtrack.rulesets.kit.words import Mod
from gmtrack.rulesets.port import AttackSummary, SuccessCount

SIDES = 20
MOST = 20
"""The highest value that a roll can have (IN-CRIT-03)."""
Key = tuple[str, str]
Winner = Literal["attacker", "defender", "tie", "both-miss"]
ROLLS: Mapping[str, str] = {
    "attack": "IN-CORE-01",
    "defend": "IN-CORE-01",
    "dodge": "IN-DODGE-01",
    "awareness": "IN-MOD-05, IN-R30",
    "defend_awareness": "IN-MOD-05, IN-R30",
    "cool": "IN-MOD-08, IN-R30",
    "attack_fumble": "IN-FUM-02",
    "defend_fumble": "IN-FUM-02",
    "accessory": "IN-FUM-08",
    "accessory_pick": "IN-FUM-08",
    "unjam": "IN-FUM-10, IN-R33",
    "damage": "IN-WIN-01",
    "location": "IN-WIN-03, IN-LOC-01",
    "knockdown": "IN-KD-02, IN-R21",
    "disable": "IN-UNARM-03",
    "disable_resist": "IN-UNARM-03",
    "test": "IN-CORE-01",
    "aid": "IN-REST-09",
    "heal": "IN-REST-09",
    "repair": "IN-REST-03",
    "recover": "IN-REST-04",
    "care": "IN-REST-08",
}
"""The rows of each roll by name, used where a `PlannedRoll` has none of its own."""
UNMODIFIED = (
    "damage",
    "location",
    "accessory",
    "accessory_pick",
    "recover",
    "heal",
)
"""Rolls that take no modifiers: their dice are added up or looked up."""


class D20Result(NamedTuple):
    """The result of a d20. `natural` is the face, `value` what opposed rolls compare, `target`
    the number to roll under."""

    natural: int
    value: int
    target: int
    success: bool
    critical: bool = False
    fumble: bool = False


class PlannedRoll(NamedTuple):
    """A roll before its dice fall: the roll's name and who rolls.

    For a d20, `parts` make the number to roll under; `skilled`: criticals and fumbles are
    possible (IN-CORE-03); `burst`: no criticals (IN-CRIT-04). `block` is the shot or combatant
    that tells rolls of one name apart in a command; `using` the weapon of an attack; `rules`
    rows in place of those of ROLLS; `own`: the number is nobody's secret."""

    name: str
    who: Fighter
    parts: tuple[Part, ...] = ()
    skilled: bool = True
    burst: bool = False
    block: str | None = None
    using: str = ""
    rules: str = ""
    sides: int = SIDES
    number: int = 1
    own: bool = False

    @property
    def key(self) -> Key:
        """The name of the roll and its block, else who rolls: the key for `expect`."""
        return (self.name, self.block or self.who.id)


def roll_request(dice: PlannedRoll) -> Ask:
    """Return the request for a dice source that a planned roll makes."""
    goal = Goal("target", dice.parts, own=dice.own) if dice.parts else None
    return Ask(
        dice.name,
        dice.who.id,
        dice.number,
        dice.sides,
        Reading(sum=True),
        using=dice.using,
        block=dice.block,
        goal=goal,
    )


def roll_dice(game: Game, dice: PlannedRoll) -> Answer:
    """Roll a planned roll and return the answer with sum and faces. The caller reports it by
    `record_roll`."""
    return game.dice.roll(roll_request(dice))


def record_roll(
    game: Game,
    dice: PlannedRoll,
    answer: Answer,
    body: Data,
    parts: tuple[Part, ...] = (),
    *,
    good: bool = False,
) -> None:
    """Write a roll into the report, unless nothing is reported. `body` are its JSON keys,
    `parts` what has fallen, `good` marks a success."""
    if not game.reported:
        return
    name = f"{dice.name}.{dice.block}" if dice.block else dice.name
    shown = (good,) if answer.dice and good else ()
    report_roll(
        game,
        roll_request(dice),
        answer,
        body,
        name=name,
        parts=parts,
        pool=None,
        good=shown,
        rules=dice.rules,
    )


def roll_d20(game: Game, dice: PlannedRoll) -> D20Result:
    """Roll a d20, judge it (with criticals and fumbles only if it is `skilled`) and return the
    result; report it, if anything is reported."""
    answer = roll_dice(game, dice)
    natural, target = amount(answer.sum), total(dice.parts)
    result = (
        judge_skill(game.house, natural, target, burst=dice.burst)
        if dice.skilled
        else judge_plain(natural, target)
    )
    if not game.reported:
        return result
    body: Data = {
        "target": target,
        "target_parts": part_documents(dice.parts),
        "value": result.value,
        "success": result.success,
    }
    if dice.skilled:
        body |= {"critical": result.critical, "fumble": result.fumble}
    record_roll(game, dice, answer, body, good=result.success)
    if game.narrated:
        if result.value != result.natural:
            game.report.tell(
                "value", "note", roll=result.natural, value=result.value
            )
        if result.critical:
            game.report.tell("critical", "good", who=dice.who.name)
        if result.fumble:
            game.report.tell("fumble", "bad", who=dice.who.name)
    return result


def judge_plain(natural: int, target: int) -> D20Result:
    """Judge a d20 without criticals and fumbles: at or under the target is a success
    (IN-CORE-03)."""
    return D20Result(natural, natural, target, natural <= target)


def judge_skill(
    house: House, natural: int, target: int, *, burst: bool = False
) -> D20Result:
    """Judge a d20 on a skill: success, value, critical, fumble, by the house rules. `burst`: no
    critical (IN-CORE-01, IN-CRIT-01, IN-CRIT-03, IN-CRIT-04, IN-FUM-01)."""
    over = max(0, target - MOST) if house.skill_over_20 == "add_excess" else 0
    need = min(target, MOST)
    value = lesser(natural + over, MOST) if over else natural
    fumble = natural == SIDES and (
        target < MOST or house.fumble_on == "always_20"
    )
    hopeless = (
        target < 1 and natural == 1 and house.hopeless_skill == "natural_1_hits"
    )
    success = not fumble and ((target >= 1 and value <= need) or hopeless)
    critical = success and not burst and house.critical_on != "none"
    if critical:  # IN-R03
        critical = (
            value == need if house.critical_on == "equal" else natural == 1
        )
    return D20Result(natural, value, target, success, critical, fumble)


def compare_rolls(
    mine: D20Result, theirs: D20Result, *, critical_breaks_tie: bool = False
) -> Winner:
    """Return who wins an opposed roll: the higher success; equal ones are a tie, two failures
    both-miss. `critical_breaks_tie`: a critical wins a tie (IN-OPP-02 to IN-OPP-06, IN-R14)."""
    if not (mine.success or theirs.success):
        return "both-miss"
    if mine.success != theirs.success:
        return "attacker" if mine.success else "defender"
    if mine.value != theirs.value:
        return "attacker" if mine.value > theirs.value else "defender"
    if critical_breaks_tie and mine.critical != theirs.critical:
        return "attacker" if mine.critical else "defender"
    return "tie"


def is_dodged(attack: D20Result, dodge: D20Result, *, must_match: bool) -> bool:
    """Whether a dodge avoids an attack: it succeeds and, with `must_match`, is at least as high
    (IN-DODGE-03, IN-DODGE-04)."""
    return dodge.success and (not must_match or dodge.value >= attack.value)


def roll_total(game: Game, dice: PlannedRoll) -> int:
    """Roll dice, report them and return their sum."""
    answer = roll_dice(game, dice)
    found = amount(answer.sum)
    record_roll(
        game,
        dice,
        answer,
        {"total": found},
        (Part(f"d{dice.sides}", found, dice.rules or "IN-FUM-08"),),
    )
    return found


def roll_damage(
    game: Game, who: Fighter, damage: DamageDice, block: str | None = None
) -> int:
    """Roll damage, report it and return it, at least 0. For a critical the caller passes doubled
    dice. `block` tells the roll from others of its name."""
    dice = PlannedRoll(
        "damage", who, block=block, sides=damage.sides, number=damage.dice
    )
    answer = roll_dice(game, dice)
    rolled = amount(answer.sum)
    below = -min(0, rolled + damage.add)
    parts = [
        Part("dice", rolled),
        Part("add", damage.add),
        Part("floor", below),
    ]
    kept = tuple(part for part in parts if part.value)
    body: Data = {"total": total(kept), "total_parts": part_documents(kept)}
    shown = tuple(
        Part(SPOKEN[part.label], part.value, "IN-WIN-01") for part in kept
    )
    record_roll(game, dice, answer, body, shown)
    return total(kept)


SPOKEN = {"dice": "rolled", "add": "weapon", "floor": "minimum"}
"""The parts of damage as they are shown."""


def skill_parts(who: Fighter, skill: str, rules: str) -> list[Part]:
    """Return the parts of a skill, named by its key: its points by these rows, own effects, the
    halving by a grievous wound."""
    points = who.sheet.skill(skill)
    own = split_part(who, f"skills.{skill}", Part(skill, points, rules))
    if who.grievous:
        own = [*own, *grievous_parts(who, points)]
    return own


def skill_points(who: Fighter, skill: str) -> int:
    """Return a skill as it is now, with own effects and wounds."""
    return total(tuple(skill_parts(who, skill, "IN-CORE-02")))


def attribute_parts(who: Fighter, name: str) -> list[Part]:
    """Return the parts of an attribute: its points and own effects. A grievous wound halves it
    only by house rule `grievous_scope`."""
    points = who.sheet.attribute(name)
    everything = who.house.grievous_scope == "everything" and who.grievous
    own = split_part(who, name, Part(name, points, "IN-CORE-03"))
    return [*own, *(grievous_parts(who, points) if everything else [])]


def grievous_parts(who: Fighter, points: int) -> list[Part]:
    """Return the part that a grievous wound takes from so many points; empty if it is 0."""
    taken = who.house.half(points) - points
    return (
        [Part("grievous", taken, "IN-WND-04, IN-R09, IN-R46")] if taken else []
    )


def trait_parts(who: Fighter, name: str) -> list[Part]:
    """Return the parts of an attribute or a skill, by name; Awareness and Cool count as skills."""
    if name in ATTRIBUTES:
        return attribute_parts(who, name)
    return skill_parts(
        who, name, "IN-CORE-03" if name in (AWARENESS, COOL) else "IN-CORE-01"
    )


def added_parts(
    game: Game,
    who: Fighter,
    roll: str,
    mods: Iterable[Mod] = (),
    about: RollContext = NOTHING,
) -> list[Part]:
    """Return the parts that own effects and typed modifiers (`mods`) add to a roll of this name.
    `about`: what is known of the roll, for effects that depend on it."""
    return game.collect_gm_parts(who, roll, mods, "IN-CORE-02", about)


def summarize_attack(block: Data) -> AttackSummary:
    """Summarize an attack from its JSON block; an experience check is no effect of a blow
    (IN-WIN-02)."""
    told = summarize_plainly(block)
    return told._replace(
        effects=drop_check(told.effects), own=drop_check(told.own)
    )


def drop_check(effects: tuple[str, ...]) -> tuple[str, ...]:
    """Return the effects without `check`."""
    return tuple(effect for effect in effects if effect != "check")


def count_successes(house_rules: Data, roll: Data) -> SuccessCount | None:
    """Return the successes of a roll's document and their chance, for luck: 1 or 0. None for
    dice that are added up."""
    if "success" not in roll:
        return None
    house, target = House(house_rules), roll["target"]
    skilled = "critical" in roll
    faces = range(1, SIDES + 1)
    good = sum(
        (
            judge_skill(house, face, target)
            if skilled
            else judge_plain(face, target)
        ).success
        for face in faces
    )
    return SuccessCount(
        int(roll["success"]), 1, SIDES, Reading(hit=SIDES + 1 - good)
    )
