"""Rest: what a scene, an hour, a night, a day and a week give back (ST-REST)."""

from collections.abc import Iterator

from gmtrack.core.report import Part
from gmtrack.dice.port import Goal, Key
from gmtrack.rulesets.kit import rest as frame
from gmtrack.rulesets.kit.modifiers import EXTENDED, goal_of_hits
from gmtrack.rulesets.kit.own.in_force import RollContext
from gmtrack.rulesets.kit.rest import (
    KEPT,
    Regimen,
    RestBenefit,
    RestHelp,
    choose_words,
    make_keys,
)
from gmtrack.rulesets.kit.words import number_owner
from gmtrack.rulesets.storyteller.dice import (
    RollResult,
    RollSpec,
    added_parts,
    pool_of,
    roll,
    wound_part,
)
from gmtrack.rulesets.storyteller.gm.damage import heal_willpower
from gmtrack.rulesets.storyteller.sheet.game import Game
from gmtrack.rulesets.storyteller.sheet.sheet import (
    Track,
    change_box,
    empty_boxes,
)
from gmtrack.rulesets.storyteller.sheet.state import Fighter
from gmtrack.rulesets.storyteller.tables import UNARMED, WORST_FIRST, Mark
from gmtrack.rulesets.storyteller.wounds.conditions import EFFECTS, stabilise
from gmtrack.rulesets.storyteller.wounds.health import (
    recover_from_full_track,
    wound,
    write_track,
)

Rest = frame.RestInProgress[Game, Fighter]
ROUNDS = 20
"""Rounds in a minute (ALL-REST-07)."""
WEEK = 7


def sleeps_until(who: Fighter, mildest: str | None) -> bool:
    """Whether `who` is unconscious and their mildest mark is of this kind; None: they have no
    marks."""
    return who.status == "unconscious" and _mildest_mark(who.track) == mildest


HELPS = (
    RestHelp(
        "dying",
        lambda who: who.status == "dying",
        "rest {} scene --with medic=WHO",
        "aid: dexterity + medicine, a success for each point of damage",
        "ST-REST-07, ST-REST-08",
        bars=True,
    ),
    RestHelp(
        "unconscious",
        lambda who: sleeps_until(who, None),
        "rest {} scene",
        "no roll",
        "ST-REST-06",
    ),
    RestHelp(
        "unconscious",
        lambda who: who.status == "unconscious" and who.track.empty > 0,
        "rest {} hour",
        "no roll",
        "ST-REST-06",
    ),
    RestHelp(
        "unconscious",
        lambda who: sleeps_until(who, "bashing"),
        "rest {} hour",
        "no roll",
        "ST-REST-03, ST-REST-06",
    ),
    RestHelp(
        "unconscious",
        lambda who: who.status == "unconscious",
        "rest {} week",
        "no roll",
        "ST-REST-03, ST-REST-06",
    ),
)


def describe_left(who: Fighter) -> str:
    """Return the marks, the empty boxes and the willpower that are left, in words."""
    marked = [
        f"{who.track.count(kind)} {kind}"
        for kind in WORST_FIRST
        if who.track.count(kind)
    ]
    health = f"{', '.join(marked) or 'unhurt'} ({who.track.empty} of {who.boxes} boxes empty)"
    return f"{health}, willpower {who.willpower_left}/{who.willpower}"


def possible_rolls(rest: Rest, who: Fighter) -> Iterator[Key]:
    """Yield the keys of all dice that may be rolled for `who` in this rest. Depends on the house
    rule `care_attribute`."""
    medic = rest.helper("medic", who)
    if medic:
        yield from make_keys("aid", who.id, most_rolls(medic, "dexterity"))
        if rest.is_in_hospital(who):
            tries = most_rolls(medic, rest.game.house.care_attribute)
            yield from make_keys("care", who.id, rest.days * tries)


def most_rolls(medic: Fighter, attribute: str) -> int:
    """Return how many rolls a medic has for an extended action: attribute and medicine together
    (ST-REST-08)."""
    return medic.trait(attribute) + medic.trait("medicine")


def see_to_gear(rest: Rest, who: Fighter) -> None:
    """Load weapons, and pick up those that were dropped if the house rule says so (ST-REST-02)."""
    with rest.game.draft.by("ST-REST-02, ST-119"):
        for name, weapon in who.weapons().items():
            own = who.weapon_state(name)
            if weapon.capacity and own.ammo < weapon.capacity:
                own.ammo = weapon.capacity
            picked = rest.game.house.pick_up == "scene" and name != UNARMED
            if picked and own.weapon_at == "dropped":
                own.weapon_at = "carried"


def give_aid(rest: Rest, who: Fighter) -> None:
    """Let a medic stabilise the dying or empty a box of bashing, by an extended roll
    (ST-REST-08).

    Wakes somebody who was only knocked out (ST-REST-06). Depends on the house rule
    `field_care_limit`."""
    game, medic, before = rest.game, rest.helper("medic", who), who.track
    points = before.boxes - before.empty
    tried = who.aided and game.house.field_care_limit == "day"
    hurt = before.bashing and who.status != "dying"
    helps = medic and hurt and rest.gives_care(who, tried=tried)
    if medic and points and (who.status == "dying" or helps):
        extended = ExtendedRolls(rest, medic, who, "aid", "dexterity")
        if extended.reaches(points, "ST-REST-08"):
            with game.draft.by("ST-REST-08, ST-170"):
                if who.status == "dying":
                    stabilise(game, who)
                    game.report.tell("rest.stable", "good", who=who.name)
                else:
                    who.aided = True
                    mend_track(game, who, empty_boxes(before, 1, "bashing"))
    if who.status == "unconscious" and who.track.empty == who.boxes:
        with game.draft.by("ST-REST-06"):
            who.conscious = True
            game.report.tell("wakes", "good", who=who.name)


def treat_in_hospital(rest: Rest, who: Fighter) -> None:
    """Make the worst box milder, one a day, by a medic's extended roll (ST-REST-09). Does
    nothing without a medic and the word `hospital`, or in a rest of less than a day. Depends on
    the house rule `care_attribute`."""
    game, medic = rest.game, rest.helper("medic", who)
    if not (medic and rest.is_in_hospital(who)):
        return
    lethal, aggravated = game.house.downgrades
    extended = ExtendedRolls(
        rest, medic, who, "care", game.house.care_attribute
    )
    for _ in range(rest.days):
        before = who.track
        if before.aggravated:
            needed, after = (
                aggravated,
                change_box(before, "aggravated", "lethal"),
            )
        elif before.lethal:
            needed, after = lethal, change_box(before, "lethal", "bashing")
        else:
            break
        if extended.reaches(needed, "ST-REST-09"):
            with game.draft.by("ST-REST-09"):
                mend_track(game, who, after)


def heal_by_rest(rest: Rest, who: Fighter) -> None:
    """Empty boxes for the rest's minutes, mildest first (ST-REST-03 to -05).

    Leftover minutes count in the next rest if the same kind is still the mildest."""
    game, before = rest.game, who.track
    minutes, kind = rest.minutes, _mildest_mark(before)
    if who.healing and who.healing["kind"] == kind:
        minutes += who.healing["minutes"]
    track = before
    while kind and minutes >= game.house.healing_minutes[kind]:
        minutes -= game.house.healing_minutes[kind]
        track = empty_boxes(track, 1, kind)
        kind = _mildest_mark(track)
    with game.draft.by("ST-REST-03, ST-REST-04, ST-REST-05"):
        who.healing = {"kind": kind, "minutes": minutes} if kind else None
        mend_track(game, who, track)


def _mildest_mark(track: Track) -> Mark | None:
    """Return the mildest kind of mark on a health track, None without any."""
    return next(
        (kind for kind in reversed(WORST_FIRST) if track.count(kind)), None
    )


def wake_up(rest: Rest, who: Fighter) -> None:
    """Wake `who` if a box is empty again (ST-REST-06), and allow another field care after a day
    (ST-REST-08)."""
    with rest.game.draft.by("ST-REST-06"):
        if who.status == "unconscious" and who.track.empty:
            who.conscious = True
            rest.game.report.tell("wakes", "good", who=who.name)
    if rest.days:
        with rest.game.draft.by("ST-REST-08"):
            who.aided = False


def give_willpower_back(rest: Rest, who: Fighter) -> None:
    """Give willpower back for a night or a week; nothing for a shorter rest, or if none is
    missing (ST-REST-12). Depends on the house rule `willpower_back`."""
    back, missing = (
        rest.game.house.willpower_back,
        who.willpower - who.willpower_left,
    )
    if rest.contains("night") and missing > 0:
        points = (
            missing
            if back == "full"
            else back * (WEEK if rest.kind == "week" else 1)
        )
        with rest.game.draft.by("ST-REST-12"):
            heal_willpower(rest.game, who, points)


def mend_track(game: Game, who: Fighter, after: Track) -> None:
    """Write a milder health track and tell of it; somebody wakes with an empty box in a row that
    was full. Does nothing if `after` is the track as it is."""
    before, conscious, dying = who.track, who.conscious, who.dying
    if after == before:
        return
    write_track(who, after)
    count = after.empty - before.empty
    if count:
        key = "healed.one" if count == 1 else "healed"
        game.report.tell(key, "good", who=who.name, count=count)
    else:
        game.report.tell("rest.milder", "good", who=who.name)
    recover_from_full_track(game, who, before, conscious=conscious, dying=dying)


class ExtendedRolls:
    """The rolls of one name that a medic makes for a patient in one rest."""

    def __init__(
        self,
        rest: Rest,
        medic: Fighter,
        patient: Fighter,
        name: str,
        attribute: str,
    ) -> None:
        self._rest, self._medic, self._patient = rest, medic, patient
        self._name, self._attribute = name, attribute
        self._made = 0

    def reaches(self, needed: int, rules: str) -> bool:
        """Roll until the successes add up to `needed` or the rolls are used up; whether they
        did.

        A dramatic failure loses all of them and may hurt the patient. Tells of a failure."""
        found = 0
        for _ in range(most_rolls(self._medic, self._attribute)):
            result = self._roll(rules, goal_of_hits(EXTENDED, needed - found))
            found += result.hits
            if result.dramatic:
                found = 0
                self._botched()
            if found >= needed:
                return True
        self._rest.game.report.tell(
            "rest.missed",
            "bad",
            who=self._patient.name,
            found=found,
            needed=needed,
        )
        return False

    def _roll(self, rules: str, goal: Goal) -> RollResult:
        """Make the next roll of the medic and return its result; `unskilled` costs dice by house
        rule. `goal`: what is still missing."""
        game, medic = self._rest.game, self._medic
        self._made += 1
        parts = [
            *pool_of(medic, self._attribute, "medicine", rules=rules),
            *wound_part(medic),
        ]
        if not medic.trait("medicine") and game.house.unskilled:
            parts.append(Part("unskilled", game.house.unskilled, "ST-REST-10"))
        about = RollContext(skill="medicine", against=self._patient)
        parts += added_parts(
            game, medic, self._name, game.parse_mods(game.options.mods), about
        )
        block = number_owner(self._patient.id, self._made)
        spec = RollSpec(self._name, medic, parts, block=block, goal=goal)
        return roll(game, spec)

    def _botched(self) -> None:
        """Hurt the patient for a dramatic failure, by house rule (ST-REST-11)."""
        game = self._rest.game
        if game.house.care_botch == "damage":
            with game.draft.by("ST-REST-11"):
                wound(game, self._patient, {"lethal": 1})


GIVES = (
    RestBenefit(
        "scene",
        "tags end, weapons are loaded and picked up; stabilising, or a box of bashing"
        " by first aid [aid]",
        "ST-REST-02, ST-REST-08",
    ),
    RestBenefit(
        "hour",
        "4 boxes of bashing; the unconscious wake with an empty box",
        "ST-REST-03, ST-REST-04, ST-REST-06",
    ),
    RestBenefit(
        "night", "32 boxes of bashing; 1 willpower", "ST-REST-04, ST-REST-12"
    ),
    RestBenefit(
        "day",
        "half a box of lethal; in a hospital a box gets milder [care]",
        "ST-REST-04, ST-REST-09",
    ),
    RestBenefit("week", "3 boxes of lethal, or 1 of aggravated", "ST-REST-04"),
)
REGIMEN = Regimen(
    first=(give_aid, see_to_gear),
    then=(treat_in_hospital, heal_by_rest, wake_up, give_willpower_back),
    helps=HELPS,
    left=describe_left,
    rolls=possible_rolls,
    words=choose_words("medic", "hospital"),
    lasting=(*KEPT, "taken", "lost"),
    effects=EFFECTS,
    rounds=ROUNDS,
)
