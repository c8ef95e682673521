"""A hit: Body and pool dice, dodging, staging the level, boxes; then the knockdown."""

from math import dist
from typing import Literal, NamedTuple

from gmtrack.core.encounter import Data
from gmtrack.core.report import Part
from gmtrack.core.values import frozen
from gmtrack.dice.port import Offer, lesser
from gmtrack.rulesets.kit.own.in_force import NOTHING, About
from gmtrack.rulesets.kit.words import Mod
from gmtrack.rulesets.sr3.dice import (
    Test,
    pool_part,
    roll,
    spend_pool,
    standing,
    trait_parts,
)
from gmtrack.rulesets.sr3.rulings import House
from gmtrack.rulesets.sr3.sheet.fighter import Fighter
from gmtrack.rulesets.sr3.sheet.game import Game
from gmtrack.rulesets.sr3.sheet.wound_modifiers import (
    boxes_of,
    level_at,
    step_of,
    steps_for,
)
from gmtrack.rulesets.sr3.tables import LEVELS, Kind, Level
from gmtrack.rulesets.sr3.wounds.damage import wound
from gmtrack.rulesets.sr3.wounds.events import falls, stopped

BACK = 1
"""Metres."""


def knockdown_test(
    who: Fighter,
    tn: tuple[Part, ...],
    block: str | None = None,
    rules: str = "SR-030",
) -> Test:
    """Body dice alone."""
    return Test(
        "knockdown",
        who,
        trait_parts(who, "body", rules),
        tn,
        block,
        rules=rules,
    )


def knock_down(
    game: Game,
    test: Test,
    level: Level,
    *,
    by: Fighter | None = None,
    no_room: bool = False,
) -> bool:
    """The test after a hit of this final level, and what comes of it. `by`: who has hit."""
    who = test.who
    deadly = level == "D" and game.house.knockdown_deadly == "prone"
    if not who.awake or deadly:
        fall(game, who, "SR-034")
        return False
    # More successes than the level's step, or by house rule as many.
    needed = step_of(level) + (game.house.knockdown_threshold != "meet")
    successes = roll(game, test).successes
    if successes >= needed:
        told = "unmoved" if who.prone else "stands"
        game.report.tell(
            told, "good", who=who.name, successes=successes, needed=needed
        )
    elif successes == 0:
        fall(game, who, "SR-032")
    elif who.prone:
        lie_still(game, who)
    elif no_room:
        with game.draft.by("SR-033, SR-R16"):
            who.cornered = True
        stopped(game, who)
        game.effect(who, "cornered")
        game.report.tell(
            "cornered", "bad", who=who.name, successes=successes, needed=needed
        )
    else:
        step_back(game, who, by, successes, needed)
    return successes >= needed


def fall(game: Game, who: Fighter, rules: str) -> None:
    """They lie on the ground from now on."""
    if who.prone:
        lie_still(game, who)
        return
    with game.draft.by(rules):
        who.prone = True
        game.effect(who, "prone")
        game.report.tell("effect.prone", "bad", who=who.name)
    falls(game, who)


def lie_still(game: Game, who: Fighter) -> None:
    """Nobody on the ground falls, or is driven back."""
    game.report.tell("prone.still", "note", who=who.name)


def step_back(
    game: Game, who: Fighter, by: Fighter | None, successes: int, needed: int
) -> None:
    """Told, and done where it is known which way is back."""
    if not game.house.knockback_note:
        return
    game.effect(who, "knocked-back")
    told = {"who": who.name, "successes": successes, "needed": needed}
    if by is not None and driven(who, by):
        metres = (
            f"{number:.3f}".rstrip("0").rstrip(".")
            for number in who.position or ()
        )
        game.report.tell(
            "knocked-back.to", "bad", **told, place=", ".join(metres)
        )
    else:
        game.report.tell("knocked-back", "bad", **told)


def driven(who: Fighter, by: Fighter) -> bool:
    """Away from the attacker, if both stand somewhere and not on the same spot; tells whether."""
    if who.position is None or by.position is None:
        return False
    far = dist(who.position, by.position)
    if not far:
        return False
    pairs = zip(who.position, by.position, strict=True)
    with who.draft.by("SR-032"):
        who.stand_at(
            [here + BACK * (here - there) / far for here, there in pairs]
        )
    return True


HIGHEST = len(LEVELS)
DODGE_TN = 4
"""Of pool dice that dodge by house rule."""


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
    """D is the highest, before the resistance is counted."""
    return step if house.stage_cap == "keep_excess" else lesser(step, HIGHEST)


@frozen
class Blow:
    """A hit on its way to somebody. `base` is the weapon's code, `code` what it has become before
    the resistance; `barrier` comes off the power with the armor, `pool` are the victim's combat
    pool dice; `armor` is the part of the target number that it makes, `knock` are the parts of the
    knockdown's. `rules`: the rows by which Body resists it."""

    game: Game
    victim: Fighter
    by: Fighter
    base: Code
    code: Code
    armor: Part
    knock: tuple[Part, ...]
    rules: str
    barrier: int = 0
    pool: int = 0
    mods: tuple[Mod, ...] = ()
    block: str | None = None
    no_room: bool = False
    shot: bool = False
    offer: Offer | None = None
    about: About = NOTHING

    def added(self, roll: str) -> tuple[Part, ...]:
        """What is added to a roll of this name beside the rules; no number by hand reaches the
        knockdown and the dodge."""
        mods = self.mods if roll in ("resist", "resist_pool") else ()
        return standing(self.game, self.victim, roll, mods, self.about)

    def tn(self, roll: str) -> tuple[Part, ...]:
        """Power less what is in the way, for a roll of this name."""
        power = Part("power", self.code.power, self.rules)
        barrier = Part("barrier", -self.barrier, "SR-R08")
        return (power, barrier, self.armor, *self.added(roll))


class Resisted(NamedTuple):
    """Successes of the Body dice, of the pool dice."""

    body: int
    pool: int

    @property
    def whole(self) -> int:
        return self.body + self.pool


def resistance(b: Blow) -> Resisted:
    """Body dice, and pool dice in a roll of their own, which by house rule dodge a shot before."""
    if b.shot and b.pool and b.game.house.dodge_test == "separate":
        pool = roll_pool(b, name="dodge")
        return Resisted(roll_body(b), pool)
    body, rules = roll_body(b), "" if b.shot else "SR-017, SR-023"
    return Resisted(body, roll_pool(b, rules) if b.pool else 0)


def dodged(game: Game, resisted: Resisted, successes: int) -> bool:
    """The pool dice against all successes of the shot, by house rule against those that the Body
    dice leave."""
    net = game.house.ranged_dodge == "net"
    return resisted.pool > (successes - resisted.body if net else successes)


def roll_body(b: Blow) -> int:
    dice = trait_parts(b.victim, "body", b.rules)
    test = Test(
        "resist",
        b.victim,
        dice,
        b.tn("resist"),
        b.block,
        b.offer,
        rules=b.rules,
    )
    return roll(b.game, test).successes


def roll_pool(b: Blow, rules: str = "", name: str = "resist_pool") -> int:
    """Against the damage, or to dodge it."""
    spend_pool(b.victim, b.pool)
    dodge = (Part("base", DODGE_TN, "SR-R27"), *b.added("dodge"))
    tn = dodge if name == "dodge" else b.tn(name)
    test = Test(name, b.victim, (pool_part(b.pool),), tn, b.block, rules=rules)
    return roll(b.game, test).successes


def ranged_step(b: Blow, net: int) -> int:
    """Up or down by the difference."""
    step = capped(b.game.house, b.code.step)
    return step + steps_for(net) if net >= 0 else step - steps_for(-net)


def take(b: Blow, step: int, doc: Data, rules: str) -> bool:
    """Boxes by the level that is left, which these rows have moved, then the knockdown; writes
    `damage`, tells whether anything got through."""
    powerless = b.code.power <= 0
    level = None if powerless else level_at(step)
    rules = "SR-R56" if powerless else rules
    doc["damage"] = written(b, level)
    tell_hit(
        b, doc["net_hits"] if b.shot else abs(doc["net_hits"]), level, rules
    )
    if level is None:
        return False
    kind = kind_of(b)
    marked = "SR-037, SR-140" if kind == "subdual" else "SR-136, SR-137, SR-140"
    doc["damage"]["applied"] = wound(
        b.game, b.victim, boxes_of(level), kind, marked, b.by
    )
    if b.knock and not b.victim.sheet.vehicle:
        knock(b, level)
    return True


def knock(b: Blow, level: Level) -> None:
    """The knockdown after this hit: Body dice against the strength of who has hit, or half of the
    power of a shot."""
    if b.victim.prone:
        lie_still(b.game, b.victim)
        return
    tn = (*b.knock, *b.added("knockdown"))
    test = knockdown_test(
        b.victim, tn, b.block, "SR-082" if b.shot else "SR-030"
    )
    knock_down(b.game, test, level, by=b.by, no_room=b.no_room)


def tell_hit(b: Blow, net: int, level: Level | None, rules: str) -> None:
    """What it would have been, and what these rows have left of it."""
    if not b.game.narrated:
        return
    told = {
        "who": b.victim.name,
        "code": str(b.code),
        "net": f"{net:+d}" if net else "0",
    }
    if level is None:
        with b.game.draft.by(rules):
            b.game.report.tell("through.none", "note", **told)
        return
    with b.game.draft.by(rules):
        b.game.report.tell(
            "damage", "head", **told, level=level, type=kind_of(b)
        )


def evaded(b: Blow, doc: Data, rules: str) -> Literal["dodged"]:
    """Out of the way, whatever the other dice say."""
    doc["damage"] = written(b, None)
    with b.game.draft.by(rules):
        b.game.report.tell("dodged", "good", who=b.victim.name)
    return "dodged"


def kind_of(b: Blow) -> Kind:
    """Vehicles have a physical monitor alone."""
    return "physical" if b.victim.sheet.vehicle else b.code.type


def written(b: Blow, level: Level | None) -> Data:
    """`damage` of the document: the code before and after all that changes it, what is left of
    it."""
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
