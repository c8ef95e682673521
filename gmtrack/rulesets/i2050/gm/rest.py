"""Rest: give back what a scene, an hour or a week of it brings (IN-REST)."""

from collections.abc import Iterator
from typing import Literal, NamedTuple

from gmtrack.core.report import Part
from gmtrack.dice.port import Key
from gmtrack.rulesets.i2050.dice import (
    D20Result,
    PlannedRoll,
    added_parts,
    roll_d20,
    roll_total,
    skill_parts,
)
from gmtrack.rulesets.i2050.sheet.fighter import Fighter
from gmtrack.rulesets.i2050.sheet.game import Game, find_place
from gmtrack.rulesets.i2050.sheet.sheet import parse_damage_dice, skill_name
from gmtrack.rulesets.i2050.tables import LOCATIONS, Location, with_spaces
from gmtrack.rulesets.i2050.wounds.damage import (
    TOTAL,
    heal_points,
    make_ready,
    wound,
)
from gmtrack.rulesets.i2050.wounds.effects import EFFECTS
from gmtrack.rulesets.kit import rest as frame
from gmtrack.rulesets.kit.effects import MOST_ROUNDS
from gmtrack.rulesets.kit.rest import (
    KEPT,
    Regimen,
    RestBenefit,
    RestHelp,
    choose_words,
    make_keys,
)
from gmtrack.rulesets.kit.words import number_owner

Rest = frame.RestInProgress[Game, Fighter]
FIRST_AID, MEDICINE, MECHANICS = "first_aid", "medicine", "mechanics"
MOST_DAYS = 7
WORDS = choose_words(
    "medic",
    "mechanic",
    "hospital",
    skill="skill=S repairs what is broken, instead of mechanics",
    place="place=L, or WHO:place=L, heals first",
    active="active=N, or WHO:active=N: so many days of the week on the move",
)


HELPS = (
    RestHelp(
        "dying",
        lambda who: who.out == "dying" and not any(untried_wounds(who)),
        "rest {} scene --with medic=WHO --force",
        "aid once more: first aid",
        "IN-REST-09, IN-REST-11",
        bars=True,
    ),
    RestHelp(
        "dying",
        lambda who: who.out == "dying",
        "rest {} scene --with medic=WHO",
        "aid: first aid",
        "IN-REST-09, IN-REST-11",
        bars=True,
    ),
    RestHelp(
        "unconscious",
        lambda who: (
            who.standing.down and who.can_be_awake and who.house.wakes == "gm"
        ),
        "effect {} unconscious --end",
        "the GM says when",
        "IN-R63",
    ),
    RestHelp(
        "unconscious",
        lambda who: who.standing.down and who.can_be_awake,
        "rest {} hour",
        "no roll",
        "IN-REST-10",
    ),
    RestHelp(
        "unconscious",
        lambda who: who.standing.down and who.band == "mortal",
        "rest {} week --with medic=WHO",
        "recover, care: medicine",
        "IN-REST-04, IN-REST-07",
    ),
    RestHelp(
        "unconscious",
        lambda who: who.standing.down,
        "rest {} week",
        "recover",
        "IN-REST-04",
    ),
)


def render_left(who: Fighter) -> str:
    """Render what somebody has left after a rest: hit points, and the locations that are hurt."""
    hurt = [
        f"{with_spaces(at)} {who.points_at(at)}/{who.rating(at)}"
        for at in LOCATIONS
        if lost_points(who, at)
    ]
    return ", ".join([f"hp {who.hp}/{who.total}", *hurt])


def expected_rolls(rest: Rest, who: Fighter) -> Iterator[Key]:
    """Yield the keys of the rolls that a rest may ask for one combatant. Depends on the house
    rules `pick_up`, `repair_roll` and `unjam_rest`."""
    gear = len(who.weapons) if rest.game.house.unjam_rest == "roll" else 0
    yield from make_keys("unjam", who.id, gear)
    if rest.helper("medic", who):
        found = (
            wounds_of(who) if rest.game.options.force else untried_wounds(who)
        )
        yield from make_keys("aid", who.id, len(found))
        yield from make_keys("heal", who.id, len(found))
        yield from make_keys("care", who.id, int(rest.kind == "week"))
    if rest.contains("hour") and rest.game.house.repair_roll:
        picks_up = rest.game.house.pick_up == "scene"
        yield from make_keys(
            "repair", who.id, len(list(broken_pieces(who, picks_up=picks_up)))
        )
    yield from make_keys("recover", who.id, int(rest.kind == "week"))


def lost_points(who: Fighter, place: Location) -> int:
    """Return the points that a location has lost, at least 0."""
    return max(0, who.rating(place) - who.points_at(place))


def tidy_gear(rest: Rest, who: Fighter) -> None:
    """Pick up what was dropped and clear what is jammed; whoever cannot stand or is out stays
    prone (IN-REST-02). Depends on the house rules `pick_up` and `unjam_rest`."""
    game, made = rest.game, 0
    for name in who.weapons:
        if who.status_of(name) == "dropped" and game.house.pick_up == "scene":
            with game.draft.by("IN-REST-02"):
                make_ready(game, who, name)
        if who.status_of(name) != "jammed":
            continue
        if game.house.unjam_rest == "roll":
            made += 1
            parts = skill_parts(who, who.weapon(name).skill, "IN-FUM-10")
            if not _roll_d20(
                rest,
                who,
                "unjam",
                parts,
                number_owner(who.id, made),
                "IN-REST-02",
            ).success:
                game.report.tell(
                    "still-jammed", "bad", who=who.name, weapon=name
                )
                continue
        with game.draft.by("IN-REST-02"):
            make_ready(game, who, name)
    if who.cannot_stand or not who.able:
        with game.draft.by("IN-LIMB-02, IN-LIMB-06, IN-R53"):
            who.prone = True


class Wound(NamedTuple):
    """A wound that first aid is given to: its location (None: damage without one) and the points
    lost."""

    place: Location | None
    points: int

    @property
    def name(self) -> Location | Literal["hp"]:
        """The location, or `hp` for damage without one."""
        return self.place or TOTAL


def wounds_of(who: Fighter) -> list[Wound]:
    """Return a combatant's wounds, location by location, then damage without a location."""
    found = [Wound(place, lost_points(who, place)) for place in LOCATIONS]
    elsewhere = who.total - who.hp - sum(one.points for one in found)
    found.append(Wound(None, elsewhere))
    return [one for one in found if one.points > 0]


def untried_wounds(who: Fighter) -> list[Wound]:
    """Return the wounds that nobody has given first aid to yet (IN-REST-09)."""
    return [one for one in wounds_of(who) if one.name not in who.aided]


def give_first_aid(rest: Rest, who: Fighter) -> None:
    """Give first aid: one try for each untried wound, which a fumble makes worse by 1; with
    `--force` tried wounds are tried again. Somebody with points left is no longer dying
    (IN-REST-09, IN-REST-11). Does nothing without a medic. Depends on the house rule
    `first_aid_dice`."""
    game, medic = rest.game, rest.helper("medic", who)
    if medic is None:
        return
    found = untried_wounds(who)
    if not found and wounds_of(who) and rest.gives_care(who, tried=True):
        found = wounds_of(who)
    for number, one in enumerate(found, 1):
        block, rules = number_owner(who.id, number), "IN-REST-09"
        made = _roll_d20(
            rest,
            medic,
            "aid",
            skill_parts(medic, FIRST_AID, rules),
            block,
            rules,
        )
        with game.draft.by(rules):
            who.aided = list(dict.fromkeys([*who.aided, one.name]))
        if made.success:
            points = min(
                one.points,
                _roll_points(
                    rest, medic, "heal", game.house.first_aid_dice, block, rules
                ),
            )
            give_points_back(rest, who, points, one.place, rules)
        elif made.fumble:
            with game.draft.by(rules):
                wound(game, who, 1, one.place)
                who.aided = list(dict.fromkeys([*who.aided, one.name]))
    if who.out == "dying" and who.hp > 0:
        with game.draft.by("IN-REST-11"):
            who.out = "unconscious"
            game.report.tell("rest.stable", "good", who=who.name)


def give_points_back(
    rest: Rest, who: Fighter, points: int, place: Location | None, rules: str
) -> None:
    """Give points back to the total and to the location `place`, None: to the total alone.
    `rules` are the rows that give them."""
    heal_points(rest.game, who, points, (place,) if place else (), rules)


def _roll_d20(
    rest: Rest,
    who: Fighter,
    name: str,
    parts: list[Part],
    block: str,
    rules: str,
) -> D20Result:
    """Roll a d20 for a rest, with the GM's modifiers."""
    mods = added_parts(
        rest.game, who, name, rest.game.parse_mods(rest.game.options.mods, who)
    )
    return roll_d20(
        rest.game,
        PlannedRoll(name, who, (*parts, *mods), block=block, rules=rules),
    )


def _roll_points(
    rest: Rest, who: Fighter, name: str, rate: str | int, block: str, rules: str
) -> int:
    """Return points at a rate: a number as it is, dice are rolled."""
    if isinstance(rate, int):
        return rate
    dice = parse_damage_dice(rate)
    thrown = PlannedRoll(
        name, who, block=block, rules=rules, sides=dice.sides, number=dice.dice
    )
    return roll_total(rest.game, thrown)


def broken_pieces(
    who: Fighter, *, picks_up: bool = False
) -> Iterator[tuple[str, str | None]]:
    """Yield each broken weapon with None, and each failed accessory with its weapon. `picks_up`:
    broken weapons on the ground count too."""
    for name in who.weapons:
        if who.status_of(name) == "broken" or (
            picks_up and who.defect_of(name) == "broken"
        ):
            yield name, None
        yield from ((name, one) for one in who.failed_of(name))


def repair_gear(rest: Rest, who: Fighter) -> None:
    """Repair broken weapons and accessories: one try for each, by the mechanic named or the
    owner; by house rule without a roll (IN-REST-03)."""
    game, rules = rest.game, "IN-REST-03"
    hand = rest.helper("mechanic", who) or who
    skill = skill_name(rest.typed_words.get_value("skill") or MECHANICS)
    for number, (name, accessory) in enumerate(list(broken_pieces(who)), 1):
        piece = accessory or name
        if game.house.repair_roll:
            parts = skill_parts(hand, skill, rules)
            if not _roll_d20(
                rest, hand, "repair", parts, number_owner(who.id, number), rules
            ).success:
                game.report.tell(
                    "rest.broken", "bad", who=who.name, piece=piece
                )
                continue
        with game.draft.by(rules):
            if accessory is None:
                make_ready(game, who, name)
            else:
                who.set_failed(
                    name,
                    [one for one in who.failed_of(name) if one != accessory],
                )
                game.report.tell(
                    "rest.mended", "good", who=who.name, piece=piece
                )


def heal_by_week(rest: Rest, who: Fighter) -> None:
    """Give back what a week of rest gives, or take what an active week costs (IN-REST-04 to
    IN-REST-08). Nothing for shorter rests."""
    if rest.kind != "week":
        return
    game, days = rest.game, _active_days(rest, who)
    if days and who.grievous:
        with game.draft.by("IN-REST-06, IN-WND-04"):
            wound(game, who, days, None)
            game.report.tell("rest.active", "bad", who=who.name, days=days)
    elif who.strenuous and who.is_as_bad_as("serious"):
        game.report.tell("rest.strenuous", "bad", who=who.name)
    elif who.hp < who.total or any(
        lost_points(who, place) for place in LOCATIONS
    ):
        recover_points(rest, who)
    with game.draft.by("IN-REST-05"):
        who.strenuous = False


def _active_days(rest: Rest, who: Fighter) -> int:
    """Return the days of the week that somebody spends on the move, by `active=N`; 0 if not
    typed. Raises Refusal (`value`)."""
    word = rest.typed_words.get_value("active", who.id)
    if word is None:
        return 0
    if not word.isdigit() or int(word) > MOST_DAYS:
        rest.game.deny(
            rest.game.WORDS.value,
            f"--with active={word}: 0 to {MOST_DAYS} days",
        )
    return int(word)


def recover_points(rest: Rest, who: Fighter) -> None:
    """Give a week's points back, to the location that lost most first; the mortally wounded need
    a medic by house rule (IN-REST-04)."""
    game, rules, medic = rest.game, "IN-REST-04", rest.helper("medic", who)
    if (
        who.band == "mortal"
        and medic is None
        and game.house.mortal_heals == "with_care"
    ):
        game.report.tell("rest.mortal", "bad", who=who.name)
        return
    cared = medic and _roll_d20(
        rest,
        medic,
        "care",
        skill_parts(medic, MEDICINE, "IN-REST-08"),
        who.id,
        "IN-REST-08",
    )
    extra = game.house.care_points if cared and cared.success else 0
    best = rest.is_in_hospital(who) or bool(cared and cared.critical)
    points = extra + _recovered_points(rest, who, best=best)
    word = rest.typed_words.get_value("place", who.id)
    first = find_place(word) if word else None
    for place in sorted(
        LOCATIONS, key=lambda at: (at != first, -lost_points(who, at))
    ):
        here = min(points, lost_points(who, place))
        if here:
            give_points_back(rest, who, here, place, rules)
            points -= here
    if points and who.hp < who.total:
        give_points_back(rest, who, points, None, rules)


def _recovered_points(rest: Rest, who: Fighter, *, best: bool) -> int:
    """Return the points of a week; `best`: the die counts as its highest (IN-REST-04,
    IN-REST-08). Depends on the house rule `healing_rate`."""
    rate = rest.game.house.healing_rate
    if rate == "con_fifth":
        return int(who.sheet.con / 5 + 0.5)
    if best and isinstance(rate, str):
        dice = parse_damage_dice(rate)
        return dice.dice * dice.sides
    return _roll_points(rest, who, "recover", rate, who.id, "IN-REST-04")


def wake_up(rest: Rest, who: Fighter) -> None:
    """Wake an unconscious combatant whom nothing keeps so any more (IN-REST-10). Depends on the
    house rule `wakes`."""
    if (
        who.out == "unconscious"
        and who.can_be_awake
        and rest.game.house.wakes == "hour"
    ):
        with rest.game.draft.by("IN-REST-10"):
            who.out = None
            who.prone = who.cannot_stand
            rest.game.report.tell("wakes", "good", who=who.name)


GIVES = (
    RestBenefit(
        "scene",
        "weapons picked up and cleared; first aid [aid, heal]",
        "IN-REST-02, IN-REST-09",
    ),
    RestBenefit(
        "hour",
        "what is broken [repair]; the unconscious wake",
        "IN-REST-03, IN-REST-10",
    ),
    RestBenefit("week", "hit points [recover, care]", "IN-REST-04, IN-REST-08"),
)
REGIMEN = Regimen(
    first=(give_first_aid, tidy_gear),
    then=(heal_by_week, wake_up, repair_gear),
    helps=HELPS,
    left=render_left,
    rolls=expected_rolls,
    words=WORDS,
    lasting=(*KEPT, "checks_won"),
    effects=EFFECTS,
    rounds=MOST_ROUNDS,
)
