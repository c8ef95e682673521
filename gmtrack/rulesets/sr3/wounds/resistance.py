"""Resisting a hit: Body and pool dice, dodging, staging the level, then boxes and knockdown (SR-016
to SR-018, SR-048 to SR-052, SR-082 to SR-084)."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal, NamedTuple

from gmtrack.core.report import Part
from gmtrack.core.values import value
from gmtrack.dice.port import Offer, lesser
from gmtrack.rulesets.sr3.dice.rolls import Test, pool_part, roll, spend_pool, trait_part
from gmtrack.rulesets.sr3.rulings.house import House
from gmtrack.rulesets.sr3.sheet.game import Game
from gmtrack.rulesets.sr3.sheet.live import Fighter
from gmtrack.rulesets.sr3.sheet.monitor import boxes_of, level_at, steps_for
from gmtrack.rulesets.sr3.tables.damage import LEVELS, Kind, Level
from gmtrack.rulesets.sr3.wounds.damage import wound
from gmtrack.rulesets.sr3.wounds.knockdown import knock_down, knockdown_test, lie_still

if TYPE_CHECKING:
    from gmtrack.rulesets.sr3.wounds.document import AppliedDoc, DamageDoc, HitDoc

HIGHEST = len(LEVELS)
DODGE_TN = 4
"""SR-R27"""


class Code(NamedTuple):
    """Power and level, `9M`. `step` is the level as a number, which may go below L and, before it
    is capped, above D."""

    power: int
    step: int
    type: Kind

    def __str__(self) -> str:
        return f"{self.power}{level_at(self.step) or '-'}"

    def more(self, power: int = 0, step: int = 0) -> "Code":
        return self._replace(power=self.power + power, step=self.step + step)


def capped(house: House, step: int) -> int:
    """SR-R13: D is the highest, before the resistance is counted."""
    return step if house.stage_cap == "keep_excess" else lesser(step, HIGHEST)


@value
class Blow:
    """A hit on its way to somebody. `base` is the weapon's code, `code` what it has become before
    the resistance; `barrier` comes off the power with the armor, `pool` are the victim's combat
    pool dice; `armor` is the part of the target number that it makes, `knock` are the parts of the
    knockdown's."""

    game: Game
    victim: Fighter
    by: Fighter
    base: Code
    code: Code
    armor: Part
    knock: tuple[Part, ...]
    barrier: int = 0
    pool: int = 0
    mods: tuple[Part, ...] = ()
    block: str | None = None
    no_room: bool = False
    shot: bool = False
    offer: Offer | None = None

    @property
    def tn(self) -> tuple[Part, ...]:
        """Power less what is in the way."""
        power = Part("power", self.code.power)
        return (power, self.behind, self.armor, *self.mods)

    @property
    def behind(self) -> Part:
        """SR-R08: what the barrier takes off."""
        return Part("barrier", -self.barrier)


class Resisted(NamedTuple):
    """Successes of the Body dice, of the pool dice."""

    body: int
    pool: int

    @property
    def whole(self) -> int:
        return self.body + self.pool


def armor_part(rating: int) -> Part:
    """What the armor takes off."""
    return Part("armor", -rating)


def resist_blow(b: Blow) -> Resisted:
    """SR-016: Body dice, and pool dice in a roll of their own."""
    body = roll_body(b)
    return Resisted(body, against_blow(b) if b.pool else 0)


def against_blow(b: Blow) -> int:
    """SR-017, SR-023: pool dice on full defense."""
    return roll_pool(b, "resist_pool", b.tn)


def resist_shot(b: Blow) -> Resisted:
    """SR-048: Body dice, and pool dice in a roll of their own."""
    if b.pool and b.game.house.dodge_test == "separate":
        pool = roll_dodge(b)
        return Resisted(roll_body(b), pool)
    body = roll_body(b)
    return Resisted(body, roll_pool(b, "resist_pool", b.tn) if b.pool else 0)


def roll_dodge(b: Blow) -> int:
    """SR-R27: by house rule the pool dice dodge before."""
    return roll_pool(b, "dodge", (Part("base", DODGE_TN),))


def dodged(game: Game, resisted: Resisted, successes: int) -> bool:
    """SR-049, SR-R28"""
    net = game.house.ranged_dodge == "net"
    return resisted.pool > (successes - resisted.body if net else successes)


def roll_body(b: Blow) -> int:
    test = Test("resist", b.victim, (trait_part(b.victim, "body"),), b.tn, b.block, b.offer)
    return roll(b.game, test).successes


def roll_pool(b: Blow, name: str, tn: tuple[Part, ...]) -> int:
    spend_pool(b.victim, b.pool)
    return roll(b.game, Test(name, b.victim, (pool_part(b.pool),), tn, b.block)).successes


def melee_step(b: Blow, net: int, resisted: int) -> int:
    """SR-015, SR-016: up by the net successes, down by the resistance."""
    return capped(b.game.house, b.code.step + steps_for(net)) - steps_for(resisted)


def ranged_step(b: Blow, net: int) -> int:
    """SR-050: up or down by the difference."""
    step = capped(b.game.house, b.code.step)
    return step + steps_for(net) if net >= 0 else step - steps_for(-net)


def take(b: Blow, step: int, doc: "HitDoc") -> bool:
    """Boxes by the level that is left, then the knockdown; writes `damage`, tells whether anything
    got through."""
    level = level_at(step)
    doc["damage"] = written(b, level)
    tell_hit(b, doc["net_hits"] if b.shot else abs(doc["net_hits"]), level)
    if level is None:
        return False
    doc["damage"]["applied"] = hold(b, level) if kind_of(b) == "subdual" else mark(b, level)
    if not b.victim.sheet.vehicle:
        (knock_by_shot if b.shot else knock_by_blow)(b, level)
    return True


def mark(b: Blow, level: Level) -> "list[AppliedDoc]":
    """SR-136, SR-137, SR-140: the boxes of the level."""
    return wound(b.game, b.victim, boxes_of(level), kind_of(b), b.by)


def hold(b: Blow, level: Level) -> "list[AppliedDoc]":
    """SR-037, SR-140: the boxes of the level, which are subdual ones."""
    return wound(b.game, b.victim, boxes_of(level), kind_of(b), b.by)


def knock_by_blow(b: Blow, level: Level) -> None:
    """SR-030: Body dice against the strength of who has hit."""
    knock(b, level)


def knock_by_shot(b: Blow, level: Level) -> None:
    """SR-082: Body dice against half the power."""
    knock(b, level)


def knock(b: Blow, level: Level) -> None:
    """The knockdown after this hit."""
    if b.victim.prone:
        lie_still(b.game, b.victim)
        return
    test = knockdown_test(b.victim, b.knock, b.block)
    knock_down(b.game, test, level, by=b.by, no_room=b.no_room)


def tell_hit(b: Blow, net: int, level: Level | None) -> None:
    """What it would have been, and what is left of it."""
    if not b.game.narrated:
        return
    told = {"who": b.victim.name, "code": str(b.code), "net": f"{net:+d}" if net else "0"}
    if level is None:
        tell_nothing(b, told)
    else:
        b.game.report.tell("damage", "head", **told, level=level, type=kind_of(b))


def tell_nothing(b: Blow, told: Mapping[str, str]) -> None:
    """SR-018, SR-051: below L there is no damage."""
    b.game.report.tell("through.none", "note", **told)


def dodge(b: Blow, doc: "HitDoc") -> Literal["dodged"]:
    """SR-049: of a shot."""
    return evaded(b, doc)


def evaded(b: Blow, doc: "HitDoc") -> Literal["dodged"]:
    """Out of the way, whatever the other dice say."""
    doc["damage"] = written(b, None)
    b.game.report.tell("dodged", "good", who=b.victim.name)
    return "dodged"


def kind_of(b: Blow) -> Kind:
    """SR-136, SR-R08: vehicles have a physical monitor alone."""
    return "physical" if b.victim.sheet.vehicle else b.code.type


def written(b: Blow, level: Level | None) -> "DamageDoc":
    """`damage` of the document."""
    return {
        "victim": b.victim.id,
        "base": str(b.base),
        "modified": str(b.code),
        "armor": -b.armor.value,
        "level": level,
        "dealt": boxes_of(level),
        "type": kind_of(b),
        "applied": [],
    }
