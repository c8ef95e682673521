"""Deal damage to the total and to locations, with what follows: limbs fail, people fall, pass
out, die (IN-DMG, IN-LIMB, IN-WND), weapons are dropped, actions of the round are lost.
Everything that wounds or heals goes through here."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Final, NamedTuple

from gmtrack.core.encounter import Data
from gmtrack.rulesets.i2050.dice import (
    PlannedRoll,
    added_parts,
    attribute_parts,
    roll_d20,
)
from gmtrack.rulesets.i2050.sheet.fighter import Fighter
from gmtrack.rulesets.i2050.sheet.game import Game, Item, closed_units, items_of
from gmtrack.rulesets.i2050.sheet.state import DEFECTS, Out, WeaponStatus
from gmtrack.rulesets.i2050.tables import (
    ARMS,
    LEGS,
    Location,
    place_word,
    with_spaces,
)
from gmtrack.rulesets.i2050.wounds.events import end_by_going_out

TOTAL: Final = "hp"
"""The key of damage without a location."""


class ActionsBefore(NamedTuple):
    """State of a combatant's actions before something befell them: whether able, with which
    weapon, whether armed."""

    able: bool
    weapon: str
    armed: bool
    opened: tuple[tuple[Item, tuple[str, ...]], ...]
    """The open items with their open units."""


def observe_actions(game: Game, who: Fighter) -> ActionsBefore:
    """Record what a combatant can still do, before something befalls them; `interrupt_actions`
    compares with it afterwards. Outside of scored moments nothing is recorded, as nothing can be
    lost."""
    if game.moment is None:
        return ActionsBefore(who.able, "", armed=False, opened=())
    opened = tuple(
        (item, item.open_units) for item in items_of(game, who) if item.is_open
    )
    weapon = who.in_use
    return ActionsBefore(who.able, weapon, is_armed(who, weapon), opened)


def is_armed(who: Fighter, weapon: str) -> bool:
    """Whether a weapon is in a hand that works; a jam changes nothing about that."""
    return who.status_of(weapon) in ("ready", "jammed") and who.arm_works(
        weapon
    )


def interrupt_actions(game: Game, who: Fighter, was: ActionsBefore) -> None:
    """Take from a combatant who is out or disarmed now, and was not before, the actions at a
    lower score than the present moment's; those at the same score are still carried out. Does
    nothing outside of an order. `was` is from before (IN-SPD-05, IN-R11, IN-R12). Depends on the
    house rule `interrupt`."""
    if game.moment is None or not was.opened:
        return
    put_out = was.able and not who.able
    disarmed = was.armed and not is_armed(who, was.weapon)
    if not (put_out or disarmed):
        return
    keeps = game.house.interrupt == "all_resolve"
    gone: list[str] = []
    with game.draft.by("IN-SPD-05, IN-R11, IN-R12"):
        for item, opened in was.opened:
            units = [unit for unit in opened if unit not in who.missed]
            if item.rank < game.moment and not keeps:
                gone += units
            else:
                who.spared = list(dict.fromkeys([*who.spared, *units]))
        if gone:
            who.missed = [*who.missed, *gone]
            game.report_effect(who, "lost")
            game.report.tell("lost", "bad", who=who.name)
            close_action(game, who)


def close_action(game: Game, who: Fighter) -> None:
    """Mark a combatant's action of the round as done, or as lost if a unit of it was missed,
    once none of its units is open any more. Does nothing before, and for somebody without an
    item in the order."""
    items = items_of(game, who)
    if items and not any(item.open_units for item in items):
        who.acted = not who.missed
        with game.draft.by("IN-SPD-05, IN-R12"):
            who.lost = bool(who.missed)


def drop_weapon(game: Game, who: Fighter, name: str) -> None:
    """Let a weapon fall out of the hand, unless it is attached or not in hand. A jammed or
    broken one is so again when it is picked up (IN-R54)."""
    status = who.status_of(name)
    if who.weapon(name).attached or status not in ("ready", *DEFECTS):
        return
    who.let_go(name)
    with game.draft.by("IN-R54"):
        who.set_defect(
            name, next((one for one in DEFECTS if one == status), None)
        )
    lose_weapon(game, who, name, "dropped")


def break_weapon(game: Game, who: Fighter, name: str) -> None:
    """Break a weapon; bare hands never break, attached ones only by house rule."""
    weapon = who.weapon(name)
    if weapon.is_unarmed or (weapon.attached and not game.house.attached_break):
        return
    lose_weapon(game, who, name, "broken")


def lose_weapon(
    game: Game, who: Fighter, name: str, status: WeaponStatus
) -> None:
    """Give a weapon a status in which it cannot be used; an action later in the round that needs
    it is lost."""
    was = observe_actions(game, who)
    set_weapon_status(game, who, name, status)
    interrupt_actions(game, who, was)


def set_weapon_status(
    game: Game, who: Fighter, name: str, status: WeaponStatus
) -> None:
    """Set the status of a weapon and report it as an effect."""
    who.set_status(name, status)
    game.report_effect(who, status, weapon=name)
    game.report.tell(status, "bad", who=who.name, weapon=name)


def open_hand(game: Game, who: Fighter, arm: Location) -> None:
    """Drop what an arm holds, if anything."""
    held = who.held_in(arm)
    if held is not None and held in who.weapons:
        with game.draft.by("IN-LIMB-03, IN-R44, IN-R54"):
            drop_weapon(game, who, held)


def make_ready(game: Game, who: Fighter, name: str) -> None:
    """Put a weapon in order and into the hand; one that is picked up jammed or broken stays so."""
    defect = who.defect_of(name)
    who.set_status(name, defect or "ready")
    who.set_defect(name, None)
    who.hold(name)
    if defect:
        game.report.tell(
            "picked.defect", "note", who=who.name, weapon=name, defect=defect
        )
    else:
        game.report.tell("ready", "good", who=who.name, weapon=name)


FATES: tuple[Out, ...] = ("unconscious", "dying", "dead")


def wound(
    game: Game, who: Fighter, points: int, place: Location | None
) -> list[Data]:
    """Take points that got through off the total and, if `place` is not None, off that location,
    with all that follows: limbs, fate, lost actions. Returns the `applied` entries of a damage
    document, the total first; an empty list for no points.

    Of several fates of one hit only the worst is reported as an effect. Depends on the house
    rule `zero_hp`."""
    if points <= 0:
        return []
    was, useless = (
        observe_actions(game, who),
        useless_by(who, place) if place else [],
    )
    split = who.plan is not None and who.plan.split is not None
    weak = split and who.grievous
    told = len(game.report.effects)
    with game.draft.by("IN-DMG-04"):
        entries = [take_from_place(who, points, place)] if place else []
        entry = applied_entry(TOTAL, points, who.hp, who.hp - points)
        who.hp = who.hp - points
    if (place or TOTAL) in who.aided:
        with game.draft.by("IN-REST-09"):
            who.aided = [one for one in who.aided if one != (place or TOTAL)]
    tell_wound(game, who, points, place)
    if place is not None:
        hurt_place(game, who, place, points, useless)
    if split and not weak and who.grievous:
        halve_shares(game, who)
    if who.hp <= 0:
        put_out_if_worse(
            game,
            who,
            "dead" if who.house.zero_hp == "dead" else "dying",
            "IN-WND-06, IN-R26",
        )
    elif who.knocked_out:
        put_out_if_worse(game, who, "unconscious", "IN-DMG-05, IN-R20")
    # Of one hit only the worst fate is told.
    since = game.report.effects[told:]
    fates = [one for one in since if one["effect"] in FATES]
    milder = fates[:-1]
    game.report.effects[told:] = [one for one in since if one not in milder]
    interrupt_actions(game, who, was)
    return [entry, *entries]


def applied_entry(to: str, amount: int, before: int, after: int) -> Data:
    """Return one entry of `applied`, points off or onto the total (`hp`) or a location: `to`,
    `amount`, `before` and `after`."""
    return {"to": to, "amount": amount, "before": before, "after": after}


def take_from_place(who: Fighter, points: int, place: Location) -> Data:
    """Take points off a location and return the `applied` entry; by house rule `single_blow` one
    blow may cripple it (IN-R24)."""
    before = who.points_at(place)
    who.set_points_at(place, before - points)
    single = who.house.location_damage == "single_blow"
    if single and points >= who.rating(place) and place not in who.crippled:
        with who.draft.by("IN-R24"):
            who.crippled = [*who.crippled, place]
    return applied_entry(place, points, before, before - points)


def halve_shares(game: Game, who: Fighter) -> None:
    """Halve the shares that are still open of a combatant who has just turned grievous (IN-R45).
    Does nothing if no shares are declared."""
    plan = who.plan
    if plan is None or plan.split is None:
        return
    done = closed_units(who)
    pairs = zip(plan.targets, plan.split, strict=False)
    shares = (
        share if foe in done else game.house.half(share) for foe, share in pairs
    )
    with game.draft.by("IN-R45"):
        who.set_plan(replace(plan, split=tuple(shares)))


def tell_wound(
    game: Game, who: Fighter, points: int, place: Location | None
) -> None:
    """Report damage with what is left, of the location too if `place` is not None; nothing
    unless the story is told."""
    if not game.narrated:
        return
    args = {
        "who": who.name,
        "amount": points,
        "left": who.hp,
        "total": who.total,
    }
    args["band"] = who.band
    if place is None:
        game.report.tell("wound", "bad", **args)
    else:
        told = {"place": with_spaces(place), "there": who.points_at(place)}
        game.report.tell("wound.place", "bad", **args, **told)


def hurt_place(
    game: Game,
    who: Fighter,
    place: Location,
    points: int,
    useless: list[Location],
) -> None:
    """Apply what follows for a location that has lost points: it fails, the hand opens, the head
    kills. `useless` are the limbs that did not work before. Depends on the house rules
    `disarm_on_arm_hit` and `location_damage`."""
    if who.is_put_out(place):
        fail_place(game, who, place, useless)
    elif place in ARMS and game.house.disarm_on_arm_hit:
        open_hand(game, who, place)
    single = who.house.location_damage == "single_blow"
    taken = points if single else who.rating(place) - who.points_at(place)
    if place == "head" and taken >= 2 * who.rating("head"):
        put_out_if_worse(game, who, "dead", "IN-LIMB-07")


def disable_place(game: Game, who: Fighter, place: Location) -> None:
    """Put a location out of use without damage until the fight ends (IN-UNARM-04, IN-R43)."""
    was, useless = observe_actions(game, who), useless_by(who, place)
    with game.draft.by("IN-UNARM-04, IN-R43"):
        if place not in who.disabled:
            who.disabled = [*who.disabled, place]
        game.report_effect(who, f"disabled-{place_word(place)}")
        game.report.tell(
            "disabled", "bad", who=who.name, place=with_spaces(place)
        )
    fail_place(game, who, place, useless, disabled=True)
    interrupt_actions(game, who, was)


def useless_by(who: Fighter, place: Location) -> list[Location]:
    """Return what does not work of all that a location can put out: itself, and the legs under
    an abdomen (IN-LIMB-02)."""
    also = LEGS if place == "abdomen" else ()
    return [one for one in (place, *also) if who.is_useless(one)]


def fail_place(
    game: Game,
    who: Fighter,
    place: Location,
    useless: list[Location],
    *,
    disabled: bool = False,
) -> None:
    """Apply what follows when a location is put out: an arm drops what it holds, head and chest
    knock out, the rest falls. `useless` did not work before; `disabled`: the location has been
    reported already."""
    for one in useless_by(who, place):
        if one not in useless and not (disabled and one == place):
            game.report_effect(who, f"useless-{place_word(one)}")
            # A leg under a useless abdomen is no location that has taken the damage.
            with game.draft.by(
                "IN-LIMB-01, IN-R24" if one == place else "IN-LIMB-02"
            ):
                game.report.tell(
                    "useless", "bad", who=who.name, place=with_spaces(one)
                )
    if place in ARMS:
        open_hand(game, who, place)
        return
    fate, rules = FAILING[place]
    if fate:
        put_out_if_worse(game, who, fate, rules)
    else:
        with game.draft.by(rules):
            fall_prone(game, who)


class Failing(NamedTuple):
    """The effect of a failing location: the fate (None: prone), and its rows."""

    fate: Out | None
    rules: str


FAILING: Mapping[Location, Failing] = {
    "head": Failing("unconscious", "IN-LIMB-05"),
    "chest": Failing("unconscious", "IN-LIMB-04"),
    "abdomen": Failing(None, "IN-LIMB-02"),
    "right_leg": Failing(None, "IN-LIMB-06"),
    "left_leg": Failing(None, "IN-LIMB-06"),
}


# --- down ---


def fall_prone(game: Game, who: Fighter) -> None:
    """Lay a combatant on the ground, unless they are there."""
    if not who.prone:
        who.prone = True
        game.report_effect(who, "prone")
        game.report.tell("prone", "bad", who=who.name)


def put_out_if_worse(game: Game, who: Fighter, fate: Out, rules: str) -> None:
    """Put a combatant out of action by these rows, unless they are out as badly already."""
    if who.out is None or FATES.index(who.out) < FATES.index(fate):
        put_out_of_action(game, who, fate, rules)


def put_out_of_action(game: Game, who: Fighter, fate: Out, rules: str) -> None:
    """Make a combatant unconscious, dying or dead by these rows; they fall, and their aim ends."""
    with game.draft.by(rules):
        was_able, who.out = who.able, fate
        game.report_effect(who, fate)
        game.report.tell(fate, "bad", who=who.name)
    if was_able:
        end_by_going_out(game, who)
    with game.draft.by("IN-R53"):
        fall_prone(game, who)


# --- struck, exerted, healed ---


def mark_struck(game: Game, who: Fighter) -> None:
    """Note that a blow has landed: a round of aiming is lost (IN-R31)."""
    if game.fight.running:
        with game.draft.by("IN-R31"):
            who.hit = True
    lose_aim(game, who)


def lose_aim(game: Game, who: Fighter) -> None:
    """End a combatant's aim, if they have one (IN-R31)."""
    if who.aimed is not None:
        with game.draft.by("IN-R31"):
            who.aimed = None
            who.aimed_rounds = 0
            game.report.tell("aim.lost", "note", who=who.name)


def mark_strenuous(who: Fighter) -> None:
    """Note that a combatant fights, if they are seriously wounded or worse; that stops this
    week's healing (IN-WND-03)."""
    if who.is_as_bad_as("serious"):
        with who.draft.by("IN-WND-03"):
            who.strenuous = True


def heal_points(
    game: Game,
    who: Fighter,
    points: int,
    places: Iterable[Location],
    rules: str = "IN-DMG-06",
) -> list[Data]:
    """Give points back to the total and to each of the places, up to the maximum, by these
    `rules`. Returns the `applied` entries that changed anything. Wakes nobody and stands nobody
    up."""
    found = [raised_entry(TOTAL, who.hp, min(who.total, who.hp + points))]
    with game.draft.by(rules):
        who.hp = found[0]["after"]
        for place in places:
            entry = raised_entry(
                place,
                who.points_at(place),
                min(who.rating(place), who.points_at(place) + points),
            )
            who.set_points_at(place, entry["after"])
            found.append(entry)
            if place in who.crippled and who.points_at(place) > 0:
                who.crippled = [one for one in who.crippled if one != place]
        game.report.tell(
            "healed",
            "good",
            who=who.name,
            amount=found[0]["amount"],
            left=who.hp,
        )
    return [entry for entry in found if entry["amount"]]


def raised_entry(to: str, before: int, after: int) -> Data:
    """Return the `applied` entry for points that rise from `before` to `after`; never below
    `before`."""
    after = max(before, after)
    return applied_entry(to, after - before, before, after)


def knockdown_roll(
    game: Game, who: Fighter, block: str | None = None
) -> PlannedRoll:
    """Plan the DEX roll that keeps somebody on their feet. `block` tells it from others of its
    name."""
    dex = (*attribute_parts(who, "dex"), *added_parts(game, who, "knockdown"))
    return PlannedRoll("knockdown", who, dex, skilled=False, block=block)


def knock_down(
    game: Game,
    who: Fighter,
    blow: int,
    *,
    melee: bool,
    block: str | None = None,
) -> None:
    """Apply the knockdown of a whole `blow`: nothing below the value, a DEX roll from it on,
    prone from twice of it on. Call it after `wound`; `block` is the shot or combatant in the
    name of the roll (IN-KD, IN-R21).

    Does nothing to somebody prone or out, and for a shot (`melee` False) by house rule."""
    value = who.knockdown_value
    above = game.house.knockdown_at == "above"
    if (
        who.prone
        or not who.able
        or (not melee and game.house.knockdown_by == "melee")
    ):
        return
    if blow < value or (above and blow == value):
        return
    if blow >= 2 * value:
        with game.draft.by("IN-KD-03"):
            game.report.tell("bowled-over", "note", blow=blow, value=value)
            fall_prone(game, who)
        return
    with game.draft.by("IN-KD-02, IN-R21"):
        game.report.tell("unbalanced", "note", blow=blow, value=value)
        if roll_d20(game, knockdown_roll(game, who, block)).success:
            game.report.tell("stands", "good", who=who.name)
        else:
            fall_prone(game, who)
