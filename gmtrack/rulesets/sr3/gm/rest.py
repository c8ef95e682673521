"""Recovery by rest: first aid, stun by the hour, physical damage by the day (SR-REST)."""

from collections.abc import Iterator, Mapping

from gmtrack.core.report import Part, total
from gmtrack.dice.port import Key
from gmtrack.rulesets.kit import rest as frame
from gmtrack.rulesets.kit.house import ceil_div
from gmtrack.rulesets.kit.own.in_force import wound_shares
from gmtrack.rulesets.kit.rest import (
    KEPT,
    Regimen,
    RestBenefit,
    RestHelp,
    choose_words,
    count_owners,
    make_keys,
)
from gmtrack.rulesets.sr3.dice import (
    LEAST,
    Test,
    added_parts,
    roll,
    trait_parts,
)
from gmtrack.rulesets.sr3.sheet.fighter import Fighter
from gmtrack.rulesets.sr3.sheet.game import Game
from gmtrack.rulesets.sr3.tables import BOXES, LEVELS, Level
from gmtrack.rulesets.sr3.wounds.damage import mend
from gmtrack.rulesets.sr3.wounds.dying import stabilise
from gmtrack.rulesets.sr3.wounds.effects import EFFECTS
from gmtrack.rulesets.sr3.wounds.first_aid import (
    AID_WORDS,
    MEDIC,
    body_part,
    boxes_after_stage,
    circumstance_parts,
    wound_part,
    wound_stage,
)

Rest = frame.RestInProgress[Game, Fighter]
ROUNDS = 20
"""Combat turns in a minute (ALL-REST-07)."""
DAY = 24
"""The hours of a day."""
LEAST_STAGE_HOURS: Mapping[Level, int] = {
    "L": 2,
    "M": DAY,
    "S": 2 * DAY,
    "D": 3 * DAY,
}
"""The hours that a stage takes at least, whatever the successes (SR-REST-07)."""
HOSPITAL = -2


HELPS = (
    RestHelp(
        "dying",
        lambda who: who.status == "dying" and who.aided,
        "rest {} scene --with medic=WHO --force",
        "aid once more: biotech against 10",
        "SR-REST-08, SR-REST-09, SR-REST-10",
        bars=True,
    ),
    RestHelp(
        "dying",
        lambda who: who.status == "dying",
        "rest {} scene --with medic=WHO",
        "aid: biotech against 10",
        "SR-REST-09, SR-REST-10",
        bars=True,
    ),
    RestHelp(
        "unconscious",
        lambda who: who.standing.down and who.physical >= BOXES,
        "rest {} week",
        "recover: body against 10, stage by stage",
        "SR-REST-04, SR-REST-05",
    ),
    RestHelp(
        "unconscious",
        lambda who: who.standing.down,
        "rest {} hour",
        "recover: body or willpower against 2 and the wounds",
        "SR-REST-03, SR-REST-04",
    ),
)


def describe_left(who: Fighter) -> str:
    """Return the wounds of `who` in words after a rest, with the stage that is healing."""
    told = f"physical {who.physical}/{BOXES}, stun {who.stun}/{BOXES}"
    if who.sheet.karma_pool:
        told += f", karma {who.karma_left}/{who.karma_pool}"
    if who.healing:
        done, needed = who.healing["done"], who.healing["needed"]
        told += f", stage {who.healing['level']} {_days(done)} of {_days(needed)} days"
    return told


def _days(hours: int) -> str:
    """Return hours as days in words."""
    return f"{hours / DAY:.3g}"


def possible_rolls(rest: Rest, who: Fighter) -> Iterator[Key]:
    """Yield the keys of the dice that a rest of `who` may ask for: aid and care with a medic,
    recovery from an hour on."""
    if rest.helper("medic", who):
        yield from make_keys("aid", who.id, 1)
        yield from make_keys("care", who.id, int(rest.contains("day")))
    yield from make_keys(
        "recover", who.id, 1 + len(LEVELS) if rest.contains("hour") else 0
    )


def can_heal(who: Fighter) -> bool:
    """Whether `who` heals by rest: vehicles do not (SR-REST-12)."""
    return not who.sheet.vehicle


def refill_weapons(rest: Rest, who: Fighter) -> None:
    """Fill every weapon of `who` that has a capacity, with its clip in (SR-REST-02)."""
    with rest.game.draft.by("SR-REST-02"):
        for name, weapon in who.weapons.items():
            if weapon.capacity:
                own = who.weapon_state(name)
                own.ammo = max(own.ammo, weapon.capacity)
                own.clip_in, own.loose = True, None


def refill_karma(rest: Rest, who: Fighter) -> None:
    """Give all points of Karma back that are not burnt, in a rest as long as the house rule
    `karma_refresh` says (SRX-R20)."""
    after = rest.game.house.karma_refresh
    if after == "never" or not rest.contains(after):
        return
    if who.karma_left < who.karma_pool:
        with rest.game.draft.by("SRX-220, SRX-R20"):
            who.reset("karma_left")


def give_first_aid(rest: Rest, who: Fighter) -> None:
    """Let the medic named for `who` roll first aid: success takes the wound a stage down, or
    makes a dying one stable. Does nothing without a medic or wound, or by house rule; if these
    wounds have had theirs, only with `--force` (SR-REST-08, SR-REST-09)."""
    game, medic = rest.game, rest.helper("medic", who)
    if not (medic and game.house.first_aid and who.physical and can_heal(who)):
        return
    failed = medic.id in who.aided_by
    if not rest.gives_care(who, tried=who.aided or who.magic_healed or failed):
        return
    level = wound_stage(who.physical)
    rules = "SR-REST-09" if level == "D" else "SR-REST-08"
    tn = [wound_part(game.house, level, "wounds to treat", rules)]
    if level != "D":
        tn.append(body_part(who, rules))
    tn += circumstance_parts(who, rest.typed_words, f"{rules}, SRX-203")
    made = _helper_successes(rest, medic, "aid", tn, who.id, rules)
    with game.draft.by(rules):
        who.aided = who.aided or total(trait_parts(medic, MEDIC, rules)) > 0
        if made and level == "D":
            stabilise(game, who, "rest.stable")
        elif made:
            mend(
                game,
                who,
                who.physical - boxes_after_stage(game.house, level),
                "physical",
                rules,
            )


def _helper_successes(
    rest: Rest,
    medic: Fighter,
    name: str,
    tn: list[Part],
    patient: str,
    rules: str,
) -> int:
    """Roll a helper's test on a patient and return the successes; the helper's own wounds count."""
    game, wounds = rest.game, Part("wounds", medic.wound_modifier, "SR-141")
    mods = game.parse_mods(game.options.mods, medic)
    number = (*tn, wounds, *added_parts(game, medic, name, mods))
    dice = trait_parts(medic, MEDIC, rules)
    return roll(
        game, Test(name, medic, dice, number, block=patient, rules=rules)
    ).successes


def recover_by_rest(rest: Rest, who: Fighter) -> None:
    """Let `who` heal by rest: stun by the hour, physical damage by the day. Vehicles do not."""
    if can_heal(who):
        own = count_owners(who.id)
        heal_stun(rest, who, own)
        heal_physical(rest, who, own)


def _own_successes(
    game: Game, who: Fighter, block: str, trait: str, tn: list[Part], rules: str
) -> int:
    """Roll a combatant's own attribute to recover, without pool dice, and return the successes."""
    number = (
        *tn,
        *added_parts(
            game, who, "recover", game.parse_mods(game.options.mods, who)
        ),
    )
    dice = who.trait_parts(trait, rules)
    return roll(
        game, Test("recover", who, dice, number, block=block, rules=rules)
    ).successes


def heal_stun(rest: Rest, who: Fighter, own: Iterator[str]) -> None:
    """Heal the stun of the rest's minutes: one test says how long a box takes (SR-REST-03,
    SR-REST-04). Does nothing without stun. `own` yields the blocks of the rest's tests of `who`.
    Depends on the house rules `stun_base` and `wounds_stack`."""
    if not who.stun:
        return
    rules, base = "SR-REST-03", rest.game.house.stun_base
    trait = max(("body", "willpower"), key=who.trait)
    tn = [
        Part("base", LEAST, rules),
        *who.monitor.wound_parts(stack=rest.game.house.wounds_stack),
        *wound_shares(who, who.wounds_alone, helps=-1),
    ]
    made = _own_successes(rest.game, who, next(own), trait, tn, rules)
    boxes = rest.minutes * made // base if made else rest.minutes // (2 * base)
    mend(rest.game, who, boxes, "stun", f"{rules}, SR-REST-04")


def give_care(rest: Rest, who: Fighter) -> None:
    """Let the medic named for `who` give care in a rest of days: two successes take 1 off the
    target number of recovery. Does nothing without a medic or wound, or by house rule
    (SR-REST-11)."""
    game, medic = rest.game, rest.helper("medic", who)
    if not (
        rest.days and who.physical and can_heal(who) and game.house.care_tn
    ):
        return
    if medic:
        numbers = dict(zip(LEVELS, game.house.healing_numbers, strict=True))
        tn = [Part("stage", numbers[wound_stage(who.physical)], "SR-REST-11")]
        rest.extra[who.id] = -(
            _helper_successes(rest, medic, "care", tn, who.id, "SR-REST-11")
            // 2
        )


def heal_physical(rest: Rest, who: Fighter, own: Iterator[str]) -> None:
    """Heal physical damage for the rest's days, stage by stage, each with a test at its start;
    hours spent on an unfinished stage count in the next rest. Stops for somebody dying
    (SR-REST-05 to SR-REST-07)."""
    game, hours = rest.game, rest.days * DAY
    while hours and who.physical and who.status != "dying":
        stage = dict(who.healing or {})
        if not stage:
            level = wound_stage(who.physical)
            stage = {
                "level": level,
                "needed": stage_hours(rest, who, next(own), level),
                "done": 0,
            }
        spent = min(hours, stage["needed"] - stage["done"])
        hours -= spent
        stage["done"] += spent
        over = stage["done"] >= stage["needed"]
        with game.draft.by("SR-REST-06"):
            who.healing = None if over else stage
        if over:
            boxes = (
                who.physical
                + who.overflow
                - boxes_after_stage(game.house, stage["level"])
            )
            mend(game, who, boxes, "physical", "SR-REST-05")


def stage_hours(rest: Rest, who: Fighter, block: str, level: Level) -> int:
    """Roll recovery for a stage and return the hours that it takes: its days divided by the
    successes, twice as long without any. Depends on the house rule `heal_minimum`."""
    house, rules = rest.game.house, "SR-REST-05"
    numbers = dict(zip(LEVELS, house.healing_numbers, strict=True))
    days = dict(zip(LEVELS, house.healing_days, strict=True))
    tn = [Part("stage", numbers[level], rules)]
    if who.id in rest.extra:
        tn.append(Part("care", rest.extra[who.id], "SR-REST-11"))
    if rest.is_in_hospital(who):
        tn.append(Part("hospital", HOSPITAL, "SR-REST-11"))
    base = days[level] * DAY
    made = _own_successes(rest.game, who, block, "body", tn, rules)
    hours = ceil_div(base, made) if made else 2 * base
    least = LEAST_STAGE_HOURS[level] if house.heal_minimum else 1
    return max(hours, least)


GIVES = (
    RestBenefit(
        "scene",
        "pools and Karma full, weapons loaded, subdual 0; first aid [aid]",
        "SR-REST-02, SR-REST-08, SR-REST-09, SRX-220",
    ),
    RestBenefit("hour", "stun [recover]", "SR-REST-03"),
    RestBenefit("night", "stun, 8 hours of it", "SR-REST-04"),
    RestBenefit(
        "day",
        "a day of a stage of physical damage [recover, care]",
        "SR-REST-05, SR-REST-06, SR-REST-11",
    ),
    RestBenefit("week", "seven days of it", "SR-REST-06"),
)
REGIMEN = Regimen(
    first=(give_first_aid, refill_weapons, refill_karma),
    then=(give_care, recover_by_rest),
    helps=HELPS,
    left=describe_left,
    rolls=possible_rolls,
    words={**choose_words("medic", "hospital"), **AID_WORDS},
    # No rest brings back what was thrown, or Karma that is burnt (SRX-118, SRX-220).
    lasting=(*KEPT, "count", "karma_burnt", "hand_of_god"),
    effects=EFFECTS,
    rounds=ROUNDS,
)
