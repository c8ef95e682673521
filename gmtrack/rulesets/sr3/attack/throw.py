"""Throwing a grenade, or launching one: from the words to where it lands, and the blast if it goes
off at once (SRX-101 to SRX-109)."""

from dataclasses import dataclass

from gmtrack.core.encounter import Data
from gmtrack.core.report import Part
from gmtrack.core.stages import Checkpoint
from gmtrack.core.values import frozen, replace
from gmtrack.dice.port import Key
from gmtrack.rulesets.kit.blocks import add_block, within
from gmtrack.rulesets.kit.words import WordArgs
from gmtrack.rulesets.sr3.attack.aim import (
    find_range,
    gear_in_use,
    keep_typed_ranges,
)
from gmtrack.rulesets.sr3.attack.check import (
    check_ammunition,
    check_attacker_able,
    check_cost,
    check_distance_known,
    check_pools_by_skill,
    check_range,
    check_shots_of_phase,
    check_weapon_in_hand,
)
from gmtrack.rulesets.sr3.attack.landing import land
from gmtrack.rulesets.sr3.attack.plan import (
    AttackPlan,
    AttackWords,
    Fired,
    Gear,
    Strike,
    part_as_typed,
)
from gmtrack.rulesets.sr3.attack.ranged import fire_rounds, remember_rounds
from gmtrack.rulesets.sr3.attack.read import count_all_dice, fired_before
from gmtrack.rulesets.sr3.attack.target_number import (
    COUNTED,
    RANGED_MODIFIERS,
    Firing,
    Steadied,
    movement_modifiers,
    sight_of,
)
from gmtrack.rulesets.sr3.attack.words import (
    attack_switches,
    attack_words,
    count_to,
)
from gmtrack.rulesets.sr3.dice import (
    Test,
    added_parts,
    check_pool_left,
    pool_part,
    roll,
    spend_pool,
)
from gmtrack.rulesets.sr3.sheet.fighter import Fighter
from gmtrack.rulesets.sr3.sheet.game import (
    WORDS,
    Game,
    check_count,
    put_who_first,
)
from gmtrack.rulesets.sr3.sheet.sheet import UNARMED, Weapon
from gmtrack.rulesets.sr3.tables import GRENADE_TN
from gmtrack.rulesets.sr3.turn.legality import pay, warn
from gmtrack.rulesets.sr3.turn.timed import (
    Landing,
    first_due,
    place_item,
    timed_items,
    when_due,
)
from gmtrack.rulesets.sr3.wounds.blast import (
    BLAST_WORDS,
    BlastPlan,
    BlastWords,
    NextCaught,
    check_blast,
    possible_rolls,
    set_off,
)

OWN_MODIFIERS = (
    "visibility", "in-melee", "running", "walking", "cornered", "sustaining", "dazzled",
    "wounds",
)  # fmt: skip
"""The modifiers of a throw: those of the thrower, as it is aimed at a place (SRX-106)."""
SMARTLINK = "smartlink"
THROW_WORDS = (
    "pool", "range", "light", "haze", "at-once", "scatter", *OWN_MODIFIERS, SMARTLINK,
    *BLAST_WORDS,
)  # fmt: skip
"""The words of `--with` of a throw."""
METRES = count_to(999)


@dataclass(eq=False)
class ThrowPlan(BlastPlan):
    """A throw as it was declared: its strike at the first TARGET, and the blast that follows.
    `at_once`: the explosive goes off where it lands; `metres`: how far off it lands, if the GM has
    said that."""

    strike: Strike = None  # type: ignore[assignment]
    at_once: bool = False
    metres: int | None = None


def throw(
    game: Game, attacker: Fighter, name: str, targets: tuple[str, ...]
) -> None:
    """Carry out a throw with an explosive of the attacker at the place where the first of the
    targets stands; the others are named for the blast. Nothing is paid or told if a rule refuses
    it. Raises Refusal as `attack` does, and `count` if none is left."""
    plan = read_throw(game, attacker, name, targets)
    declared = check_throw(plan)
    strike = plan.strike
    game.expect(throw_rolls(plan))
    pay(game, attacker, declared.cost)
    tell_throw(plan)
    for objection in declared.warnings:
        warn(game, objection)
    keep_typed_ranges(game, [strike])
    game.draft.runner.run(plan, Flying())


def read_throw(
    game: Game, attacker: Fighter, name: str, targets: tuple[str, ...]
) -> ThrowPlan:
    """Parse a throw into a plan. Raises Refusal: `weapon` for a charge, which is laid, `option` for
    words that do not fit, `who` for unknown targets and for the attacker."""
    weapon = attacker.weapon(name)
    if weapon.delivery == "placed":
        line = f"act {attacker.id} activate {name}"
        game.deny("weapon", f"{name} is laid, not thrown: `{line}`")
    found = [game.find(word) for word in targets]
    if not found:
        line = f"act {attacker.id} throw {name} TARGET"
        game.deny(WORDS.value, f"name whom it is thrown at: `{line}`")
    if attacker in found:
        game.deny(WORDS.who, f"{attacker.name} cannot target themselves")
    for option, value in (
        ("--called", game.options.called),
        ("--defense", game.options.defense),
    ):
        if value:
            game.deny(WORDS.value, f"{option} is not for {name}: leave it out")
    told, without = parse_throw_words(game, name)
    strike = aim_throw(game, attacker, name, weapon, found[0], told, without)
    places = attacker.position, found[0].position
    return ThrowPlan(
        game,
        attacker,
        name,
        weapon,
        BlastWords(game, told),
        tuple(dict.fromkeys(found)),
        place_known=None not in places,
        aimed=found[0],
        strike=strike,
        at_once=goes_off_at_once(game, weapon, told),
        metres=typed_metres(told),
    )


def parse_throw_words(game: Game, name: str) -> tuple[WordArgs, WordArgs]:
    """Return the typed words of `--with` and `--without` of a throw. Raises Refusal `option` for
    one that is unknown, or that only other attacks take."""
    encounter = game.draft.encounter
    known = attack_words(game.house)
    own_switches = attack_switches(game.house)
    told = WordArgs(put_who_first(game.options.words), known, encounter, WORDS)
    switches = game.list_switches(dict.fromkeys(own_switches))
    without = WordArgs(game.options.without, switches, encounter, WORDS)
    typed = (*told.list_typed(known), *without.list_typed(own_switches))
    for word in typed:
        if word in known and word not in THROW_WORDS:
            game.deny(WORDS.value, f"{word} is not for {name}: leave it out")
    return told, without


def typed_metres(told: WordArgs) -> int | None:
    """Return the metres off that the GM has typed as `scatter=N`, or None. Raises Refusal `option`
    for anything else behind it."""
    word = told.get("scatter")
    value = None if word is None else METRES("scatter", word.value)
    return value if isinstance(value, int) else None


def goes_off_at_once(game: Game, weapon: Weapon, told: WordArgs) -> bool:
    """Whether an explosive goes off where it lands: outside a combat turn, while somebody plans
    ahead, as typed, or by the house rules `grenade_fuse` and `launcher_fuse` (SRX-R12,
    SRX-R13)."""
    if (
        not game.fight.running
        or game.options.planning
        or told.is_typed("at-once")
    ):
        return True
    impact = game.house.launcher_fuse == "impact"
    if weapon.delivery == "launched" and impact:
        return True
    return game.house.grenade_fuse == "at_once"


def aim_throw(
    game: Game,
    attacker: Fighter,
    name: str,
    weapon: Weapon,
    aimed: Fighter,
    told: WordArgs,
    without: WordArgs,
) -> Strike:
    """Return the strike of a throw at the place where somebody stands: range, sight, and the
    smartlink of a launcher."""
    s = Strike(
        game=game,
        attacker=attacker,
        target=aimed,
        weapon_id=name,
        weapon=replace(weapon, ranges=attacker.ranges_of(weapon)),
        said=AttackWords(
            told, attack_words(game.house) if game.options.words else {}
        ),
        without=without,
        fired=fired_before(game, attacker, name)
        if weapon.delivery == "launched"
        else Fired(),
        targets=(aimed.id,),
        mods=game.parse_mods(game.options.mods, attacker, aimed),
    )
    s = replace(s, words=s.said.in_force(attacker.id, aimed.id, 1, 1))
    s = replace(s, sight=sight_of(s), words=count_all_dice(s))
    s = replace(s, range=find_range(s))
    if weapon.delivery != "launched":
        return s
    working = gear_in_use(s).systems
    linked = tuple(part for part in working if part.label == SMARTLINK)
    return replace(s, gear=Gear(linked))


CHECKS = (
    check_attacker_able,
    check_weapon_in_hand,
    check_distance_known,
    check_range,
    check_ammunition,
    check_shots_of_phase,
    check_pools_by_skill,
    check_cost,
)
"""The checks of a throw that every shot has, in order; those of rounds are for launchers."""
OF_ROUNDS = (check_ammunition, check_shots_of_phase)


def check_throw(plan: ThrowPlan) -> AttackPlan:
    """Check a throw and return it as an attack, with warnings if the house rules let something
    pass. Raises Refusal as a shot does, and `count` if none is left."""
    game, strike = plan.game, plan.strike
    declared = AttackPlan(game, plan.owner, [strike])
    for rule in CHECKS:
        if rule not in OF_ROUNDS or plan.weapon.delivery == "launched":
            rule(declared)
    check_count(game, plan.owner, plan.weapon_id)
    check_pool_left(game, plan.owner, strike.pool + plan.words.pool(plan.owner))
    check_blast(plan)
    return declared


def throw_rolls(plan: ThrowPlan) -> list[Key]:
    """Return the keys of the rolls that a throw may ask for, with those of a blast at once."""
    who = plan.owner.id
    keys = [("attack", who)] if throw_test(plan).pool else []
    if plan.metres is None:
        keys.append(("scatter", who))
    keys.append(("direction", who))
    return [*keys, *(possible_rolls(plan) if plan.at_once else [])]


def tell_throw(plan: ThrowPlan) -> None:
    """Write who throws what at whom, and the range, into the report and the story."""
    game, strike = plan.game, plan.strike
    game.report.body |= {
        "attacker": plan.owner.id,
        "target": strike.target.id,
        "weapon": plan.weapon_id,
    }
    launched = plan.weapon.delivery == "launched"
    with game.draft.by("SRX-101, SRX-103"):
        game.report.tell(
            "launches" if launched else "throws",
            "head",
            who=plan.owner.name,
            target=strike.target.name,
            weapon=plan.weapon_id,
        )
    where = strike.range
    if where is None:
        return
    doc: Data = {"metres": where.metres, "category": where.category}
    if where.known:
        doc["known"] = where.known
    game.report.body["range"] = doc
    far = "" if where.metres is None else f"{where.metres} m, "
    game.report.tell(
        "range.thrown", "note", metres=far, category=where.category
    )
    if where.known:
        game.report.tell(f"range.{where.known}", "note")


def throw_test(plan: ThrowPlan) -> Test:
    """Return the test of a throw, not yet rolled: the skill and pool dice against a number by
    range, with the modifiers of the thrower alone."""
    s = plan.strike
    skill = s.attacker.trait_parts(s.weapon.skill, "SRX-102", "skill")
    dice, tn = (*skill, pool_part(s.pool)), throw_tn(plan)
    offer, using = s.attack_offer, s.weapon_id
    return Test("attack", s.attacker, dice, tn, None, offer, using, "SRX-102")


def throw_tn(plan: ThrowPlan) -> tuple[Part, ...]:
    """Return the parts of a throw's target number, without those that are switched off. Depends on
    the house rule `grenade_long`."""
    s, house = plan.strike, plan.game.house
    category = s.range.category if s.range else "short"
    number = house.grenade_long if category == "long" else GRENADE_TN[category]
    base = Part("base", number, "SRX-105, SRX-R14")
    firing = Firing(s, Steadied(0, movement_modifiers(s), 0, 0, 0))
    parts = [
        part_as_typed(
            row,
            firing,
            house,
            None if row.label in COUNTED else s.count(row.label),
        )
        for row in RANGED_MODIFIERS
        if row.label in OWN_MODIFIERS and not s.off(row.label)
    ]
    about = s.roll_context(s.weapon_id, s.weapon, s.target)
    added = added_parts(plan.game, s.attacker, "attack", s.mods, about)
    return (base, *parts, *s.gear.best, *added)


@frozen
class Flying:
    """The step in which a throw is rolled and lands; the blast follows if it goes off at once."""

    @property
    def checkpoint(self) -> Checkpoint:
        """The checkpoint of this step."""
        return Checkpoint(0)

    def run(self, plan: ThrowPlan) -> NextCaught | None:
        """Roll the throw, use the explosive up and put it into the fight, or let it go off; return
        the first step of the blast, None without one."""
        game, strike = plan.game, plan.strike
        if plan.at_once:
            landing, successes = fly(plan)
            return set_off(plan, successes, landing.place, landing.metres)
        block = add_block(
            game, plan.owner, strike.target, weapon=plan.weapon_id
        )
        with within(game, block):
            landing, successes = fly(plan)
            burn(plan, landing, successes)
        return None


def fly(plan: ThrowPlan) -> tuple[Landing, int]:
    """Roll a throw, use the explosive up, and return where it lands, with the successes."""
    game, strike = plan.game, plan.strike
    spend_pool(plan.owner, strike.pool)
    successes = roll(game, throw_test(plan)).successes
    landing = land(
        game,
        plan.owner,
        strike.target,
        plan.weapon_id,
        plan.weapon,
        successes,
        plan.metres,
    )
    game.report.body["lands"] = landing.document()
    use_up(plan)
    return landing, successes


def use_up(plan: ThrowPlan) -> None:
    """Take a grenade out of the hand and count it, or a round out of the launcher; end the aim."""
    game, who, name = plan.game, plan.owner, plan.weapon_id
    with game.draft.by("SR-126"):
        who.set_aim(None)
    if plan.weapon.delivery == "launched":
        fire_rounds(plan.strike)
        plan.strike.fired.rounds += 1
        plan.strike.fired.own += 1
        remember_rounds(plan.strike)
        return
    count_down(game, who, name)
    with game.draft.by("SRX-101"):
        if who.in_hand == name:
            who.wielded = UNARMED
        elif who.in_other_hand == name:
            who.second = None


def count_down(game: Game, who: Fighter, name: str) -> None:
    """Count one explosive fewer, at least 0, and tell how many are left (SRX-118)."""
    own = who.weapon_state(name)
    with game.draft.by("SRX-118"):
        own.count = max(0, own.count - 1)
    game.report.tell("count.left", "note", weapon=name, left=own.count)


def burn(plan: ThrowPlan, landing: Landing, successes: int) -> None:
    """Put what was thrown into the fight, and write and tell when it goes off."""
    game, who = plan.game, plan.owner
    due = first_due(game, who)
    name = place_item(game, who, plan.weapon_id, landing, successes, due)
    when = when_due(game, timed_items(game)[name])
    game.report.body |= {
        "outcome": "thrown",
        "item": name,
        "due": when.document(),
    }
    with game.draft.by("SRX-109"):
        game.report.tell(
            f"item.{when.at}",
            "note",
            what=name,
            who=who.name,
            number=when.pass_,
        )
