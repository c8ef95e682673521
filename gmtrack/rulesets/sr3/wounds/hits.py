"""A hit from the resistance to its last consequence: Body and pool dice, dodging, staging the
damage level, boxes, knockdown."""

from collections.abc import Callable
from math import dist
from typing import Literal, NamedTuple

from gmtrack.core.encounter import Data
from gmtrack.core.report import Part
from gmtrack.core.values import frozen, replace
from gmtrack.dice.port import Offer, judged, lesser
from gmtrack.rulesets.kit.own.in_force import NOTHING, RollContext
from gmtrack.rulesets.kit.words import Mod
from gmtrack.rulesets.sr3.dice import (
    Test,
    added_parts,
    pool_part,
    roll,
    spend_pool,
    trait_parts,
)
from gmtrack.rulesets.sr3.rulings import House
from gmtrack.rulesets.sr3.sheet.areas import Place
from gmtrack.rulesets.sr3.sheet.fighter import Fighter
from gmtrack.rulesets.sr3.sheet.game import Game
from gmtrack.rulesets.sr3.sheet.wound_modifiers import (
    boxes_of,
    level_at,
    step_of,
    steps_for,
)
from gmtrack.rulesets.sr3.tables import (
    LEVELS,
    ROUNDS_PER_LEVEL,
    SUSTAINING,
    Kind,
    Level,
)
from gmtrack.rulesets.sr3.wounds.damage import wound
from gmtrack.rulesets.sr3.wounds.events import end_by_falling, end_by_stopping
from gmtrack.rulesets.sr3.wounds.keeping import keep_spells

BACK = 1
"""The metres that a knockback drives somebody back."""


def knockdown_test(
    who: Fighter,
    tn: tuple[Part, ...],
    block: str | None = None,
    rules: str = "SR-030",
) -> Test:
    """Return the test against knockdown, with Body dice alone. `block` is the target in the name
    of the roll, `rules` are its rows."""
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
    place: Place | None = None,
    no_room: bool = False,
) -> bool:
    """Test for knockdown after a hit of this final level, apply the result and return whether the
    combatant holds its ground.

    `by` is who has hit, from whom a knockback drives away; `place` is where a blast went off, from
    which it does. `no_room`: the combatant cannot step back and is cornered instead. Somebody
    who is out, or by house rule takes a deadly wound, falls without a roll."""
    who = test.who
    deadly = level == "D" and game.house.knockdown_deadly == "prone"
    if not who.awake or deadly:
        fall_prone(game, who, "SR-034")
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
        fall_prone(game, who, "SR-032")
    elif who.prone:
        tell_lying_still(game, who)
    elif no_room:
        with game.draft.by("SR-033, SR-R16"):
            who.cornered = True
        end_by_stopping(game, who)
        game.report_effect(who, "cornered")
        game.report.tell(
            "cornered", "bad", who=who.name, successes=successes, needed=needed
        )
    else:
        source = place if by is None else by.position
        knock_back(game, who, source, successes, needed)
    return successes >= needed


def fall_prone(game: Game, who: Fighter, rules: str) -> None:
    """Put a combatant prone by these rows and end what that ends. Only tells it if the combatant
    lies already."""
    if who.prone:
        tell_lying_still(game, who)
        return
    with game.draft.by(rules):
        who.prone = True
        game.report_effect(who, "prone")
        game.report.tell("effect.prone", "bad", who=who.name)
    end_by_falling(game, who)


def tell_lying_still(game: Game, who: Fighter) -> None:
    """Tell that somebody on the ground neither falls nor is driven back."""
    game.report.tell("prone.still", "note", who=who.name)


def knock_back(
    game: Game,
    who: Fighter,
    source: Place | None,
    successes: int,
    needed: int,
) -> None:
    """Tell a knockback, unless the house rules leave it out, and move the combatant a metre away
    from `source` if both positions are known. `source` None: it is not known."""
    if not game.house.knockback_note:
        return
    game.report_effect(who, "knocked-back")
    told = {"who": who.name, "successes": successes, "needed": needed}
    if source is not None and drive_back(who, source):
        metres = (
            f"{number:.3f}".rstrip("0").rstrip(".")
            for number in who.position or ()
        )
        game.report.tell(
            "knocked-back.to", "bad", **told, place=", ".join(metres)
        )
    else:
        game.report.tell("knocked-back", "bad", **told)


def drive_back(who: Fighter, source: Place) -> bool:
    """Move a combatant a metre straight away from a place, and return whether it moved. It does not
    if its position is unknown or it stands there."""
    if who.position is None:
        return False
    far = dist(who.position, source)
    if not far:
        return False
    pairs = zip(who.position, source, strict=True)
    with who.draft.by("SR-032"):
        who.stand_at(
            [here + BACK * (here - there) / far for here, there in pairs]
        )
    return True


HIGHEST = len(LEVELS)
DODGE, POOL = "dodge", "resist_pool"
"""The names of the rolls of pool dice that dodge, and that resist with Body."""
DODGE_TN = 4
"""The target number of pool dice that dodge in a roll of their own, by house rule."""


class Code(NamedTuple):
    """A damage code such as `9M`. `step` is the level as a number, which may go below L and, before
    it is capped, above D."""

    power: int
    step: int
    type: Kind

    def __str__(self) -> str:
        return f"{self.power}{level_at(self.step) or '-'}"

    def more(self, power: int = 0, step: int = 0) -> "Code":
        """Return the code with this much more power, and `step` levels more; either may be
        negative."""
        return self._replace(power=self.power + power, step=self.step + step)


def tell_changed_code(
    game: Game, what: str, was: Code, now: Code, rules: str
) -> Code:
    """Return the code `now`, and tell it if it differs from the one before. `what` names the
    cause, `rules` its rows."""
    if str(now) != str(was):
        with game.draft.by(rules):
            game.report.tell(
                "code", "note", what=what, was=str(was), now=str(now)
            )
    return now


def cap_step(house: House, step: int) -> int:
    """Return a level step, at most that of D. By the house rule `keep_excess` it is not capped
    before the resistance."""
    return step if house.stage_cap == "keep_excess" else lesser(step, HIGHEST)


@frozen
class Blow:
    """A hit on its way to a victim, before the resistance.

    `base` is the weapon's damage code, `code` what it has become. `barrier` comes off the power
    along with `armor`, a part of the target number; `excess` is power that net successes beyond D
    add (SR-R13). `pool` are the victim's combat pool dice, `pool_rules` the rows by which they
    resist (empty: the usual ones of a shot). `knock` are the parts of the knockdown's target
    number; empty: no knockdown. `rules` are the rows by which Body resists."""

    game: Game
    victim: Fighter
    by: Fighter
    base: Code
    code: Code
    armor: Part
    knock: tuple[Part, ...]
    rules: str
    barrier: int = 0
    excess: int = 0
    pool: int = 0
    pool_rules: str = ""
    dodge: tuple[Part, ...] = ()
    """The parts of the target number of pool dice that dodge in a test of their own; empty: they
    roll with Body against the power."""
    mods: tuple[Mod, ...] = ()
    block: str | None = None
    no_room: bool = False
    spreads: bool = False
    """Whether it comes from a place (`place`, None if that is not known) and not from `by`."""
    place: Place | None = None
    shot: bool = False
    offer: Offer | None = None
    about: RollContext = NOTHING
    keeps: bool = True
    """Whether a victim who sustains spells rolls for them at once."""

    def added_parts(self, roll: str) -> tuple[Part, ...]:
        """Return the parts that are added to the target number of a roll of this name beside the
        rules. The GM's numbers reach neither the knockdown nor the dodge."""
        mods = self.mods if roll in ("resist", POOL) else ()
        return added_parts(self.game, self.victim, roll, mods, self.about)

    def tn(self, roll: str) -> tuple[Part, ...]:
        """Return the parts of the resistance's target number: power less barrier and armor, with
        what is added."""
        power = Part("power", self.code.power, self.rules)
        excess = Part("excess", self.excess, "SR-R13")
        barrier = Part("barrier", -self.barrier, "SR-R08")
        return (power, excess, barrier, self.armor, *self.added_parts(roll))


def halve_for_vehicle(b: Blow) -> Blow:
    """Return a hit as it counts against a vehicle: half of the power that comes through a barrier,
    and a level less; and tell that. Any other hit is returned as it is. Depends on the house rule
    `vehicle_rule`."""
    if not is_halved(b):
        return b
    house = b.game.house
    off = 0 if house.barrier_rule == "add_to_armor" else b.barrier
    code = halved_code(house, b.code.more(-off))
    tell_changed_code(b.game, "vehicle", b.code, code, "SR-R08")
    return replace(
        b,
        code=code,
        barrier=b.barrier - off,
        rules=f"{b.rules}, SR-R08",
    )


def halved_code(house: House, code: Code) -> Code:
    """Return a damage code as it counts against a vehicle that halves it: half the power, and a
    level less than the one that is capped before any resistance."""
    step = cap_step(house, code.step) - 1
    return code._replace(power=house.half(code.power), step=step)


def is_halved(b: Blow) -> bool:
    """Whether a hit counts half because its victim is a vehicle."""
    return halves_hits(b.victim)


def halves_hits(who: Fighter) -> bool:
    """Whether hits count half against somebody because they are a vehicle. Depends on the house
    rule `vehicle_rule`."""
    return who.sheet.vehicle and who.house.vehicle_rule == "halve_power"


def is_stopped_by_vehicle(b: Blow) -> bool:
    """Whether a vehicle's armor stops a hit, because the halved power does not beat it. Depends on
    the house rule `vehicle_rule`."""
    against = b.barrier - b.armor.value
    return is_halved(b) and b.code.power + b.excess <= against


def write_stopped(b: Blow, net: int, doc: Data) -> Literal["blocked"]:
    """Write that a vehicle's armor stops a hit with `net` successes, so that nobody rolls; return
    the outcome."""
    doc |= {"net_hits": net, "damage": damage_document(b, None)}
    with b.game.draft.by("SR-R08"):
        b.game.report.tell(
            "vehicle.stops",
            "good",
            who=b.victim.name,
            armor=-b.armor.value,
        )
    return "blocked"


def leaves_nothing_out(name: str) -> bool:
    """Return False for every part of a target number: nothing is switched off."""
    del name
    return False


def dodge_parts(
    game: Game,
    who: Fighter,
    rounds: int = 0,
    off: Callable[[str], bool] = leaves_nothing_out,
) -> tuple[Part, ...]:
    """Return the parts of the target number of a dodge that is a test of its own; empty where it
    is none. `rounds` are those fired at the one who dodges; `off` says which modifiers are
    switched off. Depends on the house rule `dodge_test`."""
    rule = game.house.dodge_test
    if rule == "merged":
        return ()
    base = Part("base", DODGE_TN, "SR-R27")
    if rule == "separate":
        return (base,)
    modifiers = (
        Part("burst", rounds // ROUNDS_PER_LEVEL, "SR-R27"),
        Part("wounds", who.wound_modifier, "SR-R27, SR-141"),
        Part("sustaining", SUSTAINING * who.sustaining, "SR-R27, SRX-039"),
    )
    return (base, *(part for part in modifiers if not off(part.label)))


class Resisted(NamedTuple):
    """The successes of the resistance: of the Body dice, and of the pool dice."""

    body: int
    pool: int

    @property
    def successes(self) -> int:
        """The successes of both."""
        return self.body + self.pool


def roll_resistance(b: Blow) -> Resisted:
    """Roll the resistance to a hit: Body dice, and the victim's pool dice in a roll of their own.
    Pool dice that dodge in a test of their own are rolled before Body."""
    if b.dodge and b.pool:
        pool = roll_pool(b, name=DODGE)
        return Resisted(roll_body(b), pool)
    body = roll_body(b)
    return Resisted(body, roll_pool(b, b.pool_rules) if b.pool else 0)


def is_dodged(game: Game, resisted: Resisted, successes: int) -> bool:
    """Whether the pool dice dodge a shot: their successes exceed those of the shot, or by house
    rule those that the Body dice leave (SR-R28)."""
    net = game.house.ranged_dodge == "net"
    return resisted.pool > (successes - resisted.body if net else successes)


def roll_body(b: Blow) -> int:
    """Roll the victim's Body dice against a hit and return the successes."""
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


def roll_pool(b: Blow, rules: str = "", name: str = POOL) -> int:
    """Spend and roll the victim's pool dice and return the successes. `name` is `resist_pool`
    against the damage, or `dodge`; `rules` are the rows of the roll, if not the usual ones."""
    spend_pool(b.victim, b.pool)
    dodge = (*b.dodge, *b.added_parts(DODGE))
    tn = dodge if name == DODGE else b.tn(name)
    dice = (pool_part(b.pool),)
    test = Test(name, b.victim, dice, tn, b.block, rules=rules)
    return roll(b.game, test).successes


def ranged_step(b: Blow, net: int) -> int:
    """Return the level step of a shot after the resistance: one up or down for each two of `net`,
    the attacker's successes less the victim's."""
    step = cap_step(b.game.house, b.code.step)
    return step + steps_for(net) if net >= 0 else step - steps_for(-net)


def add_excess_power(b: Blow, net: int) -> Blow:
    """Return a melee hit with 1 more power for each two net successes beyond those that take its
    level to D. Depends on the house rule `melee_excess`."""
    if b.game.house.melee_excess == "lost":
        return b
    below = max(0, HIGHEST - b.code.step)
    excess = judged(lambda n: max(0, steps_for(n) - below), net)
    return replace(b, excess=excess)


def melee_step(b: Blow, net: int) -> int:
    """Return the level step of a melee hit with so many net successes, before the resistance: D at
    most, unless the house rule `stage_cap` keeps the excess and `melee_excess` does not turn it
    into power."""
    step = b.code.step + steps_for(net)
    if b.game.house.melee_excess == "power":
        return lesser(step, HIGHEST)
    return cap_step(b.game.house, step)


def take_hit(b: Blow, step: int, doc: Data, rules: str) -> bool:
    """Apply what is left of a hit after the resistance: boxes of the level of `step`, then the
    knockdown. Returns whether any damage got through. Writes `damage` into `doc`, which has
    `net_hits` already. `rules` are the rows that have moved the level. A code without power does
    nothing."""
    powerless = b.code.power <= 0
    level = None if powerless else level_at(step)
    rules = "SR-R56" if powerless else rules
    doc["damage"] = damage_document(b, level)
    net = doc["net_hits"] if b.shot else abs(doc["net_hits"])
    tell_hit(b, net, level, rules)
    if level is None:
        return False
    kind = damage_kind(b)
    marked = "SR-037, SR-140" if kind == "subdual" else "SR-136, SR-137, SR-140"
    doc["damage"]["applied"] = wound(
        b.game, b.victim, boxes_of(level), kind, marked, b.by
    )
    if b.knock and not b.victim.sheet.vehicle:
        roll_knockdown(b, level)
    if b.keeps:
        keep_spells(b.game, b.victim)
    return True


def roll_knockdown(b: Blow, level: Level) -> None:
    """Roll the knockdown after a hit: Body dice against the attacker's strength, or half of the
    power of a shot. A victim who lies already is left out."""
    if b.victim.prone:
        tell_lying_still(b.game, b.victim)
        return
    tn = (*b.knock, *b.added_parts("knockdown"))
    test = knockdown_test(
        b.victim, tn, b.block, "SR-082" if b.shot else "SR-030"
    )
    by = None if b.spreads else b.by
    knock_down(b.game, test, level, by=by, place=b.place, no_room=b.no_room)


def tell_hit(b: Blow, net: int, level: Level | None, rules: str) -> None:
    """Tell the damage code of a hit, the net successes, and the level that these rows have left of
    it. Of a blast it has a sentence of its own, as nobody strikes."""
    if not b.game.narrated:
        return
    told: Data = {
        "who": b.victim.name,
        "code": str(b.code),
        "net": f"{net:+d}" if net else "0",
    }
    if level is None:
        with b.game.draft.by(rules):
            if b.spreads:
                b.game.report.tell("blast.none", "head", **told)
            else:
                b.game.report.tell("through.none", "note", **told)
        return
    told |= {"level": level, "type": damage_kind(b)}
    with b.game.draft.by(rules):
        if b.spreads:
            boxes = boxes_of(level)
            b.game.report.tell("blast.damage", "head", **told, boxes=boxes)
        else:
            b.game.report.tell("damage", "head", **told)


def write_dodge(b: Blow, doc: Data, rules: str) -> Literal["dodged"]:
    """Write that the victim has dodged a hit, so that nothing is dealt; returns the outcome."""
    doc["damage"] = damage_document(b, None)
    with b.game.draft.by(rules):
        b.game.report.tell("dodged", "good", who=b.victim.name)
    return "dodged"


def damage_kind(b: Blow) -> Kind:
    """Return the monitor that a hit damages. A vehicle has only the physical one."""
    return "physical" if b.victim.sheet.vehicle else b.code.type


def damage_document(b: Blow, level: Level | None) -> Data:
    """Return the document's `damage` of a hit: the code before and after every change, the armor,
    and the level that is left (None: nothing)."""
    return {
        "victim": b.victim.id,
        "base": str(b.base),
        "modified": str(b.code),
        "armor": -b.armor.value,
        "level": level,
        "dealt": boxes_of(level),
        "type": damage_kind(b),
        "applied": [],
    }
