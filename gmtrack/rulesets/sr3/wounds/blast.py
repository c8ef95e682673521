"""A blast: who is within its reach, what each of them resists, and what comes of it (SRX-112 to
SRX-117, SRX-119)."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from gmtrack.core.encounter import Data
from gmtrack.core.names import squash
from gmtrack.core.report import Part
from gmtrack.core.stages import Checkpoint
from gmtrack.core.values import frozen, replace
from gmtrack.dice.port import Key, Offer, judged
from gmtrack.rulesets.kit.blocks import add_block, block_of
from gmtrack.rulesets.kit.house import ceil_div
from gmtrack.rulesets.kit.own.in_force import RollContext
from gmtrack.rulesets.kit.words import WordArgs, parse_number
from gmtrack.rulesets.sr3.dice import (
    Test,
    added_parts,
    check_pool_left,
    roll,
)
from gmtrack.rulesets.sr3.sheet.areas import Place, metres_from
from gmtrack.rulesets.sr3.sheet.fighter import Fighter
from gmtrack.rulesets.sr3.sheet.game import WORDS, Game
from gmtrack.rulesets.sr3.sheet.sheet import Weapon
from gmtrack.rulesets.sr3.sheet.state import rating_left, scene_barriers
from gmtrack.rulesets.sr3.sheet.wound_modifiers import step_of
from gmtrack.rulesets.sr3.wounds.hits import (
    Blow,
    Code,
    Resisted,
    damage_document,
    halve_for_vehicle,
    is_stopped_by_vehicle,
    ranged_step,
    roll_body,
    roll_pool,
    take_hit,
    tell_changed_code,
    write_dodge,
    write_stopped,
)

Outcome = Literal["hit", "blocked", "dodged", "out-of-reach"]
FLASH_METRES = 12
"""The metres up to which a flash dazzles in full (SRX-119)."""
STAGED_TN = 4
"""The target number of the power's own dice, under the house rule `blast_staging` `half_power`."""
ALL = "all"
FAR = 999_999
BLAST_WORDS: Mapping[str, str] = {
    "distance": "distance=WHO:METRES from where it goes off",
    "power": "power=WHO:N, the power there, as thrown back by walls",
    "resist-pool": "combat pool dice against damage: N, or all",
    "barrier": "what stands between it and them: an id or a rating",
    "unseen": "unseen=WHO faces away from a flash",
}
"""The words of `--with` of a blast, with their help."""


class BlastWords:
    """The typed words of a blast, about each of those who may be caught in it."""

    def __init__(self, game: Game, typed: WordArgs) -> None:
        self._game, self._typed = game, typed

    @property
    def named(self) -> list[str]:
        """The ids of those about whom a distance or a power was typed, each once."""
        words = (
            *self._typed.get_all("distance"),
            *self._typed.get_all("power"),
        )
        return list(dict.fromkeys(word.who for word in words if word.who))

    def distance(self, who: Fighter) -> float | None:
        """Return the metres typed for a combatant; None if none were. Raises Refusal `option` for
        anything but a number of metres."""
        word = self._typed.get("distance", who.id)
        return None if word is None else parse_metres(word.value)

    def power(self, who: Fighter) -> int | None:
        """Return the power typed for a combatant; None if none was. Raises Refusal `option` for
        anything but a number."""
        word = self._typed.get("power", who.id)
        if word is None:
            return None
        return parse_number(word.value, "power", WORDS.value, most=FAR)

    def pool(self, who: Fighter) -> int:
        """Return the combat pool dice typed for a combatant against the damage; `all`: those that
        are left. Raises Refusal `option` for anything else."""
        word = self._typed.get("resist-pool", who.id)
        if word is None:
            return 0
        if squash(word.value or "") == ALL:
            return who.pool_left
        return parse_number(word.value, "resist-pool", WORDS.value)

    def has_pool(self, who: Fighter) -> bool:
        """Whether pool dice were typed for a combatant."""
        return self._typed.has_word("resist-pool", who.id)

    def rating(self, who: Fighter) -> int:
        """Return the rating of the barrier in front of a combatant, 0 without one. Raises Refusal
        `option` for an unknown barrier."""
        word = self._typed.get("barrier", who.id)
        if word is None:
            return 0
        text = word.value or ""
        draft = self._game.draft
        for name in scene_barriers(draft.encounter):
            if squash(name) == squash(text):
                return rating_left(draft, name)
        return parse_number(text, "barrier", WORDS.value, most=FAR)

    def is_unseen(self, who: Fighter) -> bool:
        """Whether a combatant was typed as facing away from a flash: `unseen=WHO`, or
        `WHO:unseen`."""
        for word in self._typed.get_all("unseen"):
            told = word.value or word.who
            if told and self._game.find(told) is who:
                return True
        return False


def parse_metres(text: str | None) -> float:
    """Parse a distance in metres, also as `4.5m`. Raises Refusal `option` for anything else."""
    typed = (text or "").strip().lower().removesuffix("m")
    whole, dot, part = typed.partition(".")
    if dot and part.isdigit() and len(part) <= 3:
        metres = parse_number(whole or "0", "distance", WORDS.value, most=FAR)
        return metres + int(part) / float(10 ** len(part))
    return parse_number(typed, "distance", WORDS.value, most=FAR)


@dataclass(eq=False)
class BlastPlan:
    """A blast before it happens: whose explosive goes off, what was typed about it, and who was
    named for it. `place_known`: it will be known where it goes off, so that positions count.
    `aimed` is the one at whom it was thrown just now."""

    game: Game
    owner: Fighter
    weapon_id: str
    weapon: Weapon
    words: BlastWords
    named: tuple[Fighter, ...] = ()
    place_known: bool = False
    aimed: Fighter | None = None

    @property
    def harms(self) -> bool:
        """Whether the blast does damage: smoke, gas and a mere flash do not."""
        return self.weapon.power is not None

    @property
    def code(self) -> Code:
        """The damage code where it goes off."""
        weapon = self.weapon
        return Code(
            weapon.power or 0, step_of(weapon.level), weapon.damage_type
        )

    @property
    def reach(self) -> float:
        """The metres up to which the blast does anything."""
        weapon = self.weapon
        flash = FLASH_METRES + weapon.dazzle if weapon.dazzle else 0
        if weapon.power is None:
            return flash
        return max(flash, weapon.power / weapon.drop if weapon.drop else FAR)

    def people(self) -> list[Fighter]:
        """Return everybody whom the blast may catch: those named, and, unless the house rule
        `area_catch` says otherwise, all who have a known position if the place will be known. The
        dead are left out unless they are named."""
        game = self.game
        told = (game.fighter(who) for who in self.words.named)
        found = dict.fromkeys((*self.named, *told))
        if self.place_known and game.house.area_catch == "positions":
            for who in game.everybody():
                if who.position is not None and not who.dead:
                    found.setdefault(who)
        return list(found)


def check_blast(plan: BlastPlan) -> None:
    """Check what was typed about a blast before any dice: raises Refusal `range` for somebody named
    whose distance is not known, `pool` for pool dice that are not there or not allowed, `status`
    for somebody dead. Depends on the house rule `blast_pool`."""
    game, words = plan.game, plan.words
    told = [game.fighter(who) for who in words.named]
    named = [*dict.fromkeys((*plan.named, *told))]
    for who in named:
        measured = plan.place_known and who.position is not None
        typed = words.distance(who), words.power(who)
        if not measured and typed == (None, None) and who is not plan.aimed:
            line = f"--with distance={who.id}:METRES"
            message = f"how far {who.name} is from it is not known: {line}"
            game.deny("range", message)
    game.refuse_dead("status", [who for who in named if who.dead])
    useless = game.house.blast_pool == "none" or bool(plan.weapon.dazzle)
    for who in plan.people():
        words.rating(who)
        if useless and words.pool(who):
            message = f"no combat pool dice help against {plan.weapon_id}"
            game.refuse("pool", f"{message}: leave resist-pool out")
        check_pool_left(game, who, words.pool(who))


def possible_rolls(plan: BlastPlan) -> list[Key]:
    """Return the keys of the rolls that a blast may ask for: of the power's own dice by house rule,
    and of everybody who may be caught."""
    keys: list[Key] = []
    if not plan.harms:
        return keys
    if plan.game.house.blast_staging == "half_power":
        keys.append(("blast", plan.owner.id))
    for who in plan.people():
        keys.append(("resist", who.id))
        if plan.words.pool(who):
            keys.append(("resist_pool", who.id))
        if not who.sheet.vehicle:
            keys.append(("knockdown", who.id))
    return keys


@frozen
class Caught:
    """Somebody whom a blast may catch: the metres from it (None: only the power there is known),
    and the power there, 0 out of reach."""

    who: Fighter
    metres: float | None
    power: int


def measure_caught(
    plan: BlastPlan, place: Place | None, off: int
) -> list[Caught]:
    """Return those whom a blast at `place` may catch, nearest first. `off`: the metres between the
    blast and the one at whom it was thrown. Those out of reach stand in the list only if they
    were named, or if nobody reads what happens: then it is the same list wherever it goes off."""
    found = []
    game = plan.game
    for who in plan.people():
        metres = plan.words.distance(who)
        if metres is None and who is plan.aimed:
            metres = float(off)
        elif metres is None and place is not None:
            metres = metres_from(place, who)
        told = plan.words.power(who)
        power = power_at(plan.weapon, metres) if told is None else told
        found.append(Caught(who, metres, max(0, power)))
    if not game.narrated:
        return found
    named = {*plan.named, *(game.fighter(who) for who in plan.words.named)}
    reached = [
        one for one in found if one.who in named or is_reached(plan, one)
    ]
    return sorted(reached, key=lambda one: one.metres or 0)


def power_at(weapon: Weapon, metres: float | None) -> int:
    """Return the power of a blast so many metres away (SRX-112); 0 or less: out of reach. None
    metres: nothing reaches somebody who may be anywhere."""
    if weapon.power is None or metres is None:
        return 0
    # Sheets have tenths and positions millimetres: what floats add to these is cut off.
    return weapon.power - math.floor(round(weapon.drop * metres, 6))


def is_reached(plan: BlastPlan, one: Caught) -> bool:
    """Whether the blast does anything to somebody: harm or a flash."""
    return one.power > 0 or dazzle_at(plan, one) > 0


def dazzle_at(plan: BlastPlan, one: Caught) -> int:
    """Return by how much a flash dazzles somebody: 1 less for each metre beyond 12, nothing for
    whoever faces away (SRX-119)."""
    if one.metres is None or plan.words.is_unseen(one.who):
        return 0
    beyond = max(0, math.floor(one.metres) - FLASH_METRES)
    return max(0, plan.weapon.dazzle - beyond)


def set_off(
    plan: BlastPlan, successes: int, place: Place | None, off: int = 0
) -> "NextCaught | None":
    """Begin a blast: tell it, open a block for everybody who may be caught, and return the step
    for the first of them; None if nobody is there. `successes` are those of the throw, 0 of what
    was laid. Depends on the house rule `blast_staging`."""
    game = plan.game
    game.report.listed = True
    with game.draft.by("SRX-112"):
        game.report.tell("blast", "head", what=plan.weapon_id)
    tell_cloud(plan)
    caught = measure_caught(plan, place, off)
    if not caught and (plan.harms or plan.weapon.dazzle):
        game.report.tell("blast.nobody", "head", what=plan.weapon_id)
    staged = stage_blast(plan, successes) if caught and plan.harms else 0
    for one in caught:
        head = {
            "weapon": plan.weapon_id,
            "blast": plan.weapon_id,
            "distance": shown_metres(one.metres),
            "power": one.power,
        }
        add_block(game, plan.owner, one.who, **head)
    # Rolls of the throw belong to no block, those of a blast to that of their victim.
    if not caught:
        return None
    people = tuple(one.who.id for one in caught)
    flashes = tuple(dazzle_at(plan, one) for one in caught)
    powers = tuple(one.power for one in caught)
    return NextCaught(0, staged, people, powers, flashes, place)


def shown_metres(metres: float | None) -> float | None:
    """Return a distance as documents show it, in metres to two decimals; None if it is unknown."""
    return None if metres is None else round(metres, 2)


def tell_cloud(plan: BlastPlan) -> None:
    """Tell the smoke that a blast makes, and that a gas is the GM's: both change nothing by
    themselves (SRX-119)."""
    game, weapon = plan.game, plan.weapon
    if weapon.cloud is not None:
        words = weapon.cloud.replace("_", " ")
        game.report.tell("blast.cloud", "note", cloud=words, haze=weapon.cloud)
    elif not plan.harms and not weapon.dazzle:
        game.report.tell("blast.gas", "note", what=plan.weapon_id)


def stage_blast(plan: BlastPlan, successes: int) -> int:
    """Return the successes that stage the blast up: those of the throw, by house rule none, or
    those of dice for half the power."""
    rule = plan.game.house.blast_staging
    if rule != "half_power":
        return successes if rule == "throw" else 0
    dice = ceil_div(plan.code.power, 2)
    part = Part("half-power", dice, "SRX-R11")
    about = RollContext("ranged", plan.weapon_id, plan.weapon.skill)
    added = added_parts(plan.game, plan.owner, "blast", (), about)
    tn = (Part("base", STAGED_TN, "SRX-R11"), *added)
    return roll(plan.game, Test("blast", plan.owner, (part,), tn)).successes


@frozen
class NextCaught:
    """The step that resolves the blast for one of those caught and then goes on to the next."""

    number: int
    successes: int
    people: tuple[str, ...]
    powers: tuple[int, ...]
    flashes: tuple[int, ...]
    place: Place | None

    @property
    def checkpoint(self) -> Checkpoint:
        """The checkpoint of this step: the number of the one caught, second stage."""
        return Checkpoint(self.number, 1)

    def run(self, plan: BlastPlan) -> "NextCaught | None":
        """Resolve the blast for one combatant; return the next step, or None after the last."""
        game, number = plan.game, self.number
        who = game.fighter(self.people[number])
        power = judged(int, self.powers[number])
        with block_of(game, number) as block:
            block.body["outcome"] = settle_caught(
                plan, who, power, self, block.body
            )
            dazzle(plan, who, judged(int, self.flashes[number]))
        if number + 1 == len(self.people):
            return None
        return replace(self, number=number + 1)


def settle_caught(
    plan: BlastPlan, who: Fighter, power: int, at: "NextCaught", doc: Data
) -> Outcome:
    """Let somebody resist a blast with this power where they stand, and apply what comes of it.
    Writes `net_hits` and `damage` into `doc` and returns the outcome."""
    game, successes = plan.game, at.successes
    game.report.tell("blast.at", "head", target=who.name)
    metres = doc.get("distance")
    if metres is not None:
        game.report.tell("blast.metres", "note", metres=f"{metres:g}")
    if power <= 0:
        doc["net_hits"] = 0
        if plan.harms:
            game.report.tell("blast.out", "head", who=who.name)
        return "out-of-reach"
    b = make_blow(plan, who, power, at.place)
    if b.code.power <= 0:
        doc |= {"net_hits": successes, "damage": damage_document(b, None)}
        game.report.tell("blast.stopped", "head", who=who.name)
        return "blocked"
    b = halve_for_vehicle(b)
    if is_stopped_by_vehicle(b):
        return write_stopped(b, successes, doc)
    resisted = resist_blast(b)
    net = successes - resisted.successes
    doc["net_hits"] = net
    if game.house.blast_pool == "dodge" and resisted.pool > successes:
        return write_dodge(b, doc, "SRX-R10")
    hurt = take_hit(b, ranged_step(b, net), doc, "SRX-114")
    return "hit" if hurt else "blocked"


def resist_blast(b: Blow) -> Resisted:
    """Roll the resistance to a blast: Body dice, and pool dice in a roll of their own."""
    body = roll_body(b)
    return Resisted(body, roll_pool(b, "SRX-113") if b.pool else 0)


def make_blow(
    plan: BlastPlan, who: Fighter, power: int, place: Place | None
) -> Blow:
    """Return what reaches somebody of a blast with this power, before the resistance, and tell
    what changes its code: distance, splinters, a barrier. A power of 0 or less: the barrier stops
    it."""
    game, weapon, base = plan.game, plan.weapon, plan.code
    code = tell_changed_code(
        game, "distance", base, base._replace(power=power), "SRX-112"
    )
    bare = not who.armor("ballistic") and not who.armor("impact")
    if weapon.flechette and bare:
        code = tell_changed_code(
            game, "splinters", code, code.more(step=1), "SRX-117"
        )
    rating = plan.words.rating(who)
    if rating:
        less = rating if code.power > 2 * rating else code.power
        code = tell_changed_code(
            game, "barrier", code, code.more(-less), "SRX-116"
        )
    pool = plan.words.pool(who)
    half = Part("half-power", game.house.half(code.power), "SRX-115")
    return Blow(
        game,
        who,
        plan.owner,
        base,
        code,
        armor_part(plan, who),
        (half,),
        "SRX-113",
        pool=pool,
        mods=game.parse_mods(game.options.defense_mods, plan.owner, who),
        block=who.id,
        spreads=True,
        place=place,
        shot=True,
        offer=resistance_offer(plan, who),
        about=RollContext(
            "ranged", plan.weapon_id, weapon.skill, None, plan.owner
        ),
    )


def armor_part(plan: BlastPlan, who: Fighter) -> Part:
    """Return what armor takes off the power of a blast, as a negative part: impact, by house rule
    half of it or ballistic; nothing of a flash; against splinters the better of ballistic and
    twice the impact. Depends on the house rule `blast_armor`."""
    house, impact = plan.game.house, who.armor("impact")
    ballistic = who.armor("ballistic")
    if plan.weapon.dazzle:
        return Part("armor", 0, "SRX-119")
    if plan.weapon.flechette:
        return Part("armor", -max(ballistic, 2 * impact), "SRX-117")
    if who.sheet.vehicle or house.blast_armor == "impact":
        return Part("armor", -impact, "SRX-113")
    half = house.blast_armor == "half_impact"
    worn = house.half(impact) if half else ballistic
    return Part("armor", -worn, "SRX-R09")


def resistance_offer(plan: BlastPlan, who: Fighter) -> Offer | None:
    """Return the offer of combat pool dice that somebody may still add against a blast; None if
    some were typed, none is left or allowed, or nobody reads what happens."""
    game = plan.game
    useless = game.house.blast_pool == "none" or plan.weapon.dazzle
    if useless or plan.words.has_pool(who) or not game.narrated:
        return None
    if who.pool_left <= 0:
        return None
    return Offer("with", f"{who.id}:resist-pool", "combat pool", who.pool_left)


def dazzle(plan: BlastPlan, who: Fighter, by: int) -> None:
    """Dazzle somebody by a flash; the stronger one counts. Does nothing for 0, and for vehicles."""
    if by <= who.dazzled or who.sheet.vehicle:
        return
    with plan.game.draft.by("SRX-119"):
        who.dazzled = by
        plan.game.report_effect(who, "dazzled")
        plan.game.report.tell("dazzled", "bad", who=who.name, by=by)


def set_off_all(plans: Iterable[tuple[BlastPlan, int, Place | None]]) -> None:
    """Let several explosives go off one after the other, each with the successes of its throw and
    its place."""
    for plan, successes, place in plans:
        first = set_off(plan, successes, place)
        if first is not None:
            plan.game.draft.runner.run(plan, first)
