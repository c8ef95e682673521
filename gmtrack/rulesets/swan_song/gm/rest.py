"""Rest: what a scene, an hour, a night, a day and a week give back (SS-REST)."""

from collections.abc import Iterator

from gmtrack.core.report import Part
from gmtrack.dice.port import Goal, Key
from gmtrack.rulesets.kit import rest as frame
from gmtrack.rulesets.kit.modifiers import EXTENDED, goal_of_hits
from gmtrack.rulesets.kit.own.in_force import NOTHING, RollContext
from gmtrack.rulesets.kit.rest import (
    KEPT,
    Regimen,
    RestBenefit,
    RestHelp,
    choose_words,
    drop_live_state,
    make_keys,
)
from gmtrack.rulesets.kit.words import format_count, number_owner
from gmtrack.rulesets.swan_song.dice import (
    TestResult,
    TestSpec,
    attributes_parts,
    roll_sum,
    roll_test,
    skill_parts,
)
from gmtrack.rulesets.swan_song.gm.damage import (
    damage_one_pool,
    give_back,
    heal_place,
)
from gmtrack.rulesets.swan_song.sheet.fighter import Fighter
from gmtrack.rulesets.swan_song.sheet.game import Game, initiative_follows
from gmtrack.rulesets.swan_song.wounds.conditions import (
    remove_effects,
    settle_status,
    shorten_effects,
)
from gmtrack.rulesets.swan_song.wounds.damage import Blow

Rest = frame.RestInProgress[Game, Fighter]

ROUNDS_A_MINUTE = 12
"""Combat Rounds of five seconds in a minute (SS-REST-14)."""
HITS_ABOVE = "hits count above"
"""The word for the threshold of first aid: only the hits beyond it heal (SS-REST-09)."""
BLEEDOUT, SLOW_DEATH = 4, 16
"""The hits that stop bleeding out, and those that stop slow death (SS-REST-11)."""
WEEK = 7
MEDIC = "rest {} scene --with medic=WHO"


# --- who may, and what they have ---


def is_bleeding_to_death(who: Fighter) -> bool:
    """Whether `who` is dying without help; a machine is out and waits for a mechanic."""
    return who.status == "dying" and not who.stable and bool(who.bleeds)


def is_down(who: Fighter, *, by_strain: bool) -> bool:
    """Whether `who` is down without bleeding: with `by_strain` by strain alone, else by the pool
    that keeps them alive."""
    return who.standing.down and by_strain == ((who.core or 0) > 0)


HELPS = (
    RestHelp(
        "dying",
        is_bleeding_to_death,
        MEDIC,
        "no roll",
        "SS-REST-11, R-DIE-6",
        bars=True,
    ),
    RestHelp(
        "bleeding out",
        lambda who: who.has_effect("bleedout"),
        MEDIC,
        f"aid: logic + first aid, {BLEEDOUT} hits",
        "SS-REST-11, SS-EFF-16",
        bars=True,
    ),
    RestHelp(
        "in Slow Death",
        lambda who: who.has_effect("slow_death"),
        MEDIC,
        f"aid: logic + first aid, {SLOW_DEATH} hits in all",
        "SS-REST-11, SS-EFF-13",
        bars=True,
    ),
    RestHelp(
        "out of order",
        lambda who: who.standing.down and who.sheet.kind == "machine",
        "rest {} day --with mechanic=WHO",
        "repair: logic + mechanics",
        "SS-REST-12",
    ),
    RestHelp(
        "unconscious",
        lambda who: is_down(who, by_strain=True),
        "rest {} hour",
        "no roll",
        "SS-REST-03",
    ),
    RestHelp(
        "down, but stable",
        lambda who: is_down(who, by_strain=False),
        "rest {} day",
        "recover: twice body, till flesh is above 0",
        "SS-REST-07",
    ),
)


def describe_left(who: Fighter) -> str:
    """Return what is left of pools, strain, Karma and injuries, in words."""
    tracks = [
        f"{pool} {who.points(pool)}/{who.pool_max(pool)}"
        for pool in who.pools()
    ]
    if who.strain_threshold is not None:
        tracks.append(f"strain {who.strain}/{who.strain_threshold}")
    if who.sheet.karma:
        tracks.append(f"karma {who.karma}/{who.sheet.karma}")
    if who.critical_injuries:
        tracks.append(
            format_count(
                who.critical_injuries, "critical injury", "critical injuries"
            )
        )
    return ", ".join(tracks)


def possible_rolls(rest: Rest, who: Fighter) -> Iterator[Key]:
    """Yield the keys of all dice that may be rolled for `who` in this rest."""
    medic, days = rest.helper("medic", who), rest.days
    if medic:
        yield from make_keys(
            "aid",
            who.id,
            1 + medic.attribute("logic") + medic.skill("first_aid"),
        )
        yield from make_keys(
            "care", who.id, 1 + WEEK if rest.contains("day") else 0
        )
    yield from make_keys(
        "recover", who.id, max(days, int(rest.contains("hour")))
    )
    yield from make_keys("harm", who.id, days + 1)
    if rest.helper("mechanic", who) and any(find_damage(who)):
        yield from make_keys(
            "repair", who.id, days or int(rest.contains("hour"))
        )


# --- for everybody ---


def begin_rest(rest: Rest, who: Fighter) -> None:
    """Shorten counted effects by the time of the rest (SS-REST-14), and fill the shield
    (SS-REST-02)."""
    game = rest.game
    rounds = None if rest.kind == "week" else rest.minutes * ROUNDS_A_MINUTE
    with initiative_follows(game, who), game.draft.by("SS-REST-14, R-DMG-8"):
        shorten_effects(game, who, rounds)
    with game.draft.by("SS-REST-02, SS-DMG-09"):
        if who.pool_max("shield"):
            who.shield = who.pool_max("shield")


def stop_bleeding(rest: Rest, who: Fighter) -> None:
    """Let the medic stop the bleeding (SS-REST-11), then give first aid once for each set of
    wounds (SS-REST-09).

    Does nothing without a medic."""
    medic = rest.helper("medic", who)
    if medic is None:
        return
    game, made = rest.game, HelperRolls(rest, medic, who, "aid", "first_aid")
    with game.draft.by("SS-REST-11, SS-EFF-16"):
        if (
            who.has_effect("bleedout")
            and made.roll("SS-REST-11", BLEEDOUT).success
        ):
            remove_effects(game, who, ("bleedout",))
    with game.draft.by("SS-REST-11, SS-EFF-13, SS-TEST-09"):
        if who.has_effect("slow_death") and made.extended(
            "SS-REST-11", SLOW_DEATH
        ):
            remove_effects(game, who, ("slow_death",))
    with game.draft.by("SS-REST-11, SS-DIE-05, R-DIE-6"):
        if who.status == "dying" and not who.stable:
            who.stable, who.dying_rounds = True, None
            game.report.tell("act.stable", who=medic.name, patient=who.name)
    if not REGIMEN.reason_barred(who):
        give_first_aid(rest, medic, who, made)


def give_first_aid(
    rest: Rest, medic: Fighter, who: Fighter, made: "HelperRolls"
) -> None:
    """Roll first aid: each hit above the threshold gives a point of flesh back (SS-REST-09).

    Does nothing for a machine, without lost flesh, or if it has been tried on these wounds.
    Depends on the house rules `first_aid_heals` and `first_aid_threshold`."""
    game = rest.game
    hurt = who.pool_max("flesh") and who.flesh < who.pool_max("flesh")
    if not (game.house.first_aid_heals and hurt) or who.sheet.kind == "machine":
        return
    if not rest.gives_care(who, tried=who.aided):
        return
    threshold, rank = game.house.first_aid_threshold, medic.skill("first_aid")
    result = made.roll("SS-REST-09", goal=goal_of_hits(HITS_ABOVE, threshold))
    if result.pool == 0:
        game.report.tell("aid.no-dice", "bad", who=medic.name, patient=who.name)
        return
    with game.draft.by("SS-REST-09"):
        who.aided = True
        mend_flesh(game, who, min(result.counted - threshold, rank))
    if result.counted <= threshold:
        game.report.tell(
            "aid.too-few", "bad", who=medic.name, patient=who.name, threshold=threshold,
        )  # fmt: skip
    elif rank <= 0:
        game.report.tell(
            "aid.untrained", "bad", who=medic.name, patient=who.name
        )
    if result.glitch == "critical":
        harm_by_glitch(rest, who, "SS-REST-09", 1)
    settle_status(game, who)


# --- for those who may ---


def heal_strain(rest: Rest, who: Fighter) -> None:
    """Take strain off, by house rule as much as a roll says (SS-REST-03), and end lamed arms
    without an end of their own (SS-REST-14)."""
    game = rest.game
    with (
        game.draft.by("SS-REST-03, R-DMG-8, SS-DMG-12"),
        initiative_follows(game, who),
    ):
        gone: int | None = None
        if (
            game.house.strain_rest == "roll"
            and rest.kind == "hour"
            and who.strain
        ):
            parts = attributes_parts(who, ("body", "willpower"), "SS-REST-03")
            parts += added_parts(rest, who, "recover")
            gone = roll_test(
                game, TestSpec("recover", who.id, parts, rules="SS-REST-03")
            ).counted
        if who.strain:
            give_back(game, who, "strain", gone)
        who.strain_bank = 0
        for put in list(who.find_effects("one_armed")):
            if put.rounds is None:
                remove_effects(game, who, (put.effect,), put.location)
    settle_status(game, who)


def heal_injury(rest: Rest, who: Fighter) -> None:
    """Heal one critical injury by a rest of a week, if the house rule `injury_heals` says so: by
    the week alone, or by a medic's test. Does nothing for a shorter rest (SS-REST-13)."""
    game, medic = rest.game, rest.helper("medic", who)
    if rest.kind != "week" or not who.critical_injuries:
        return
    rules, how = "SS-REST-13", game.house.injury_heals
    healed = how == "week"
    if how == "treatment" and medic:
        made = HelperRolls(rest, medic, who, "care", "medicine")
        healed = made.extended(rules, game.house.injury_threshold, WEEK)
    if healed:
        with initiative_follows(game, who), game.draft.by(rules):
            give_back(game, who, "injury", 1)


def roll_care(rest: Rest, who: Fighter) -> None:
    """Roll medical care once in a rest of days: each hit adds the dice of the house rule
    `care_bonus` to every recovery roll (SS-REST-10). Does nothing without a medic or flesh
    damage."""
    medic = rest.helper("medic", who)
    if (
        medic
        and rest.days
        and who.pool_max("flesh")
        and who.flesh < who.pool_max("flesh")
    ):
        result = HelperRolls(rest, medic, who, "care", "medicine").roll(
            "SS-REST-10"
        )
        rest.extra[who.id] = result.counted * rest.game.house.care_bonus


def recover_flesh(rest: Rest, who: Fighter) -> None:
    """Give flesh back by one roll a day, until it is full or the patient needs other help first
    (SS-REST-04 to -07)."""
    for day in range(1, rest.days + 1):
        whole = not who.pool_max("flesh") or who.flesh >= who.pool_max("flesh")
        if whole or REGIMEN.reason_barred(who):
            break
        with rest.game.draft.by("SS-REST-06"):
            if who.recovery_lost:
                who.recovery_lost = False
                rest.game.report.tell("rest.lost-day", "bad", who=who.name)
                continue
        recover_one_day(rest, who, day)
    settle_status(rest.game, who)
    if (who.core or 0) > 0:
        with rest.game.draft.by("SS-REST-07, R-CRIT-5"):
            who.crit_latch = False


def recover_one_day(rest: Rest, who: Fighter, day: int) -> None:
    """Roll the recovery of one day; a glitch costs the next day, a critical one flesh as well.
    Depends on the house rule `recovery_glitch`."""
    game = rest.game
    result = roll_test(
        game,
        TestSpec(
            "recover", who.id, recovery_parts(rest, who, day), block=number_owner(who.id, day),
            ruled=True,
        ),
    )  # fmt: skip
    with game.draft.by("SS-REST-04"):
        mend_flesh(game, who, result.counted)
    if result.glitch and game.house.recovery_glitch:
        with game.draft.by("SS-REST-06"):
            who.recovery_lost = True
        if result.glitch == "critical":
            harm_by_glitch(rest, who, "SS-REST-06", day)


def recovery_parts(rest: Rest, who: Fighter, day: int) -> list[Part]:
    """Return the pool of recovery on this `day` of the rest: twice Body or as the house says,
    with the dice of care. Wounds and earlier days lower it by house rule."""
    house, rules = rest.game.house, "SS-REST-04"
    if house.flesh_rest == "body_x2":
        again = Part("body again", who.attribute("body"), rules)
        parts = [*who.attribute_parts("body", rules), again]
    elif house.flesh_rest == "body":
        parts = who.attribute_parts("body", rules)
    else:
        parts = [Part("recovery", house.flesh_rest, rules)]
    if who.id in rest.extra:
        parts.append(Part("care", rest.extra[who.id], "SS-REST-10"))
    if house.wound_on_recovery:
        parts += wound_parts(who)
    if house.recovery_decay and day > 1:
        parts.append(
            Part(
                "earlier-rolls", (1 - day) * house.recovery_decay, "SS-REST-05"
            )
        )
    return parts + added_parts(rest, who, "recover")


def wound_parts(who: Fighter) -> list[Part]:
    """Return the wound modifier as a list of parts, empty without wounds (SS-WND-04)."""
    modifier = Part("wounds", who.wound_modifier, "SS-WND-04")
    return [modifier] if modifier.value else []


def added_parts(
    rest: Rest, who: Fighter, roll: str, about: RollContext = NOTHING
) -> list[Part]:
    """Return the parts that the GM's numbers and own effects add to a roll; `about` is what is
    known of it, for own effects."""
    mods = rest.game.parse_mods(rest.game.options.mods, who)
    return rest.game.collect_gm_parts(who, roll, mods, "SS-TEST-01", about)


def find_damage(who: Fighter) -> tuple[bool, list[str]]:
    """Return whether armored health is missing, and the keys of effects that a vehicle suffers
    from."""
    flags = [
        one.effect
        for one in who.effects_on()
        if one.effect.startswith("vehicle_")
    ]
    return who.armored < who.pool_max("armored"), flags


def repair_machine(rest: Rest, who: Fighter) -> None:
    """Let the mechanic named for `who` bring armored health back, or end an effect of a vehicle
    (SS-REST-12): a try a day or an hour, by house rule.

    Does nothing without a mechanic."""
    game, mechanic, how = (
        rest.game,
        rest.helper("mechanic", who),
        rest.game.house.armored_repair,
    )
    times = (
        rest.days
        if how == "day"
        else int(how == "hour" and rest.contains("hour"))
    )
    if mechanic is None:
        return
    made = HelperRolls(rest, mechanic, who, "repair", "mechanics")
    for _ in range(times):
        broken, flags = find_damage(who)
        if not (flags or broken):
            break
        # Armor takes each hit; a broken part takes so many at once.
        goal = None if broken else goal_of_hits("threshold", VEHICLE_HITS)
        hits = made.roll("SS-REST-12", goal=goal).counted
        with game.draft.by("SS-REST-12, SS-EFF-24"):
            if broken and hits:
                give_back(game, who, "armored", hits)
            elif flags and hits >= VEHICLE_HITS:
                remove_effects(game, who, (flags[0],))
    settle_status(game, who)


VEHICLE_HITS = 2


def give_karma_back(rest: Rest, who: Fighter) -> None:
    """Give Karma back for a night or a week, never beyond the sheet's; nothing for a shorter
    rest (SS-REST-16). Depends on the house rule `karma_back`."""
    back, most = rest.game.house.karma_back, who.sheet.karma
    if not rest.contains("night") or who.karma >= most:
        return
    points = (
        most if back == "full" else back * (WEEK if rest.kind == "week" else 1)
    )
    with rest.game.draft.by("SS-REST-16"):
        who.karma = min(most, who.karma + points)
        rest.game.report.tell(
            "rest.karma", "good", who=who.name, points=who.karma, most=most
        )


def heal_fully(rest: Rest, who: Fighter) -> None:
    """Undo all that play has changed of `who`, except notes, counters and being away, and settle
    the status.

    While a fight goes on, fields that belong to the fight stay too."""
    game = rest.game
    with initiative_follows(game, who):
        drop_live_state(rest, who, KEPT)
    settle_status(game, who)


# --- rolls and points ---


class HelperRolls:
    """The rolls of a helper for one patient in one rest, numbered as they are made."""

    def __init__(
        self,
        rest: Rest,
        helper: Fighter,
        patient: Fighter,
        name: str,
        skill: str,
    ) -> None:
        self._rest, self._helper, self._patient = rest, helper, patient
        self._name, self._skill = name, skill
        self._made = 0

    def roll(
        self,
        rules: str,
        threshold: int | None = None,
        fewer: int = 0,
        goal: Goal | None = None,
    ) -> TestResult:
        """Roll Logic and the skill within the Mental Limit, with the helper's wounds, and return
        the result.

        `threshold` None: hits are only counted, and `goal` tells whoever rolls what they are
        compared with. `fewer` takes off dice."""
        self._made += 1
        game, who = self._rest.game, self._helper
        parts = [
            *skill_parts(game, who, "logic", self._skill, rules),
            *wound_parts(who),
        ]
        about = RollContext(skill=self._skill, against=self._patient)
        parts += added_parts(self._rest, who, self._name, about)
        if fewer:
            parts.append(Part("earlier-rolls", -fewer, "SS-TEST-09, R-TEST-10"))
        block = number_owner(self._patient.id, self._made)
        return roll_test(
            game,
            TestSpec(
                self._name,
                who.id,
                parts,
                who.limit("mental"),
                threshold,
                rules=rules,
                block=block,
                goal=goal,
            ),
        )

    def extended(self, rules: str, needed: int, most: int = 99) -> bool:
        """Roll until there are hits enough, no dice are left or `most` rolls are made; whether
        the hits sufficed.

        Each roll has a die less. Depends on the house rule `extended_test_decay`."""
        hits, decay = 0, self._rest.game.house.extended_test_decay
        for number in range(most):
            goal = goal_of_hits(EXTENDED, needed - hits)
            result = self.roll(rules, fewer=number * decay, goal=goal)
            hits += result.counted
            if hits >= needed or not result.pool:
                break
        return hits >= needed


def mend_flesh(game: Game, who: Fighter, points: int) -> None:
    """Give flesh back, and boxes of places with it, the place that has taken most first; with
    full flesh all places are whole (SS-REST-15). Does nothing for 0 or fewer points."""
    if points <= 0:
        return
    with initiative_follows(game, who):
        healed = give_back(game, who, "flesh", points)["amount"]
    with game.draft.by("SS-REST-15, R-EFF-5, SS-EFF-18"):
        if who.flesh >= who.pool_max("flesh"):
            for place in list(who.location_boxes):
                heal_place(game, who, place, None)
        for _ in range(healed):
            if not who.location_boxes:
                break
            heal_place(
                game,
                who,
                max(who.location_boxes, key=who.location_boxes.__getitem__),
                1,
            )


def harm_by_glitch(rest: Rest, who: Fighter, rules: str, number: int) -> None:
    """Take 1d3 points of flesh by a critical glitch: one die, halved and rounded up, and settle
    the status. `number` tells the die from others of this rest."""
    game = rest.game
    parts = (Part("harm", 1, rules),)
    fell = roll_sum(
        game,
        "harm",
        who.id,
        parts,
        rules=rules,
        block=number_owner(who.id, number),
    )
    amount = (fell + 1) // 2
    blow = Blow(
        amount, "health", "kinetic", amount, injuries=False, knocks_down=False
    )
    with game.draft.by(rules):
        damage_one_pool(game, who, blow, "flesh")
    settle_status(game, who)


GIVES = (
    RestBenefit(
        "scene",
        "shields full; first aid and stabilising [aid]",
        "SS-REST-02, -09, -11",
    ),
    RestBenefit("hour", "strain 0", "SS-REST-03"),
    RestBenefit("night", "1 Karma", "SS-REST-16"),
    RestBenefit(
        "day",
        "flesh [recover, care]; armored health by a mechanic [repair]",
        "SS-REST-04 to -06, -10, -12",
    ),
    RestBenefit(
        "week",
        "seven days of it; with a medic a critical injury [care]",
        "SS-REST-13",
    ),
)
REGIMEN = Regimen(
    first=(begin_rest, stop_bleeding),
    then=(
        heal_strain,
        roll_care,
        heal_injury,
        recover_flesh,
        repair_machine,
        give_karma_back,
    ),
    helps=HELPS,
    left=describe_left,
    rolls=possible_rolls,
    words=choose_words("medic", "mechanic"),
    full=heal_fully,
    rounds=ROUNDS_A_MINUTE,
)
