"""Hit points off the total and off locations, and what follows: limbs fail, people fall, pass out,
die (IN-DMG, IN-LIMB, IN-WND). Everything that wounds or heals goes through here."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from gmtrack.rulesets.i2050.sheet.game import Game
from gmtrack.rulesets.i2050.sheet.live import Fighter
from gmtrack.rulesets.i2050.sheet.order_items import closed
from gmtrack.rulesets.i2050.sheet.records import Out
from gmtrack.rulesets.i2050.tables.locations import (
    ARMS,
    LEGS,
    Location,
    place_word,
    spoken,
)
from gmtrack.rulesets.i2050.wounds import disarm
from gmtrack.rulesets.i2050.wounds.interrupt import interrupt, standing

if TYPE_CHECKING:
    from gmtrack.rulesets.i2050.wounds.document import AppliedDocument

FATES: tuple[Out, ...] = ("unconscious", "dying", "dead")


def wound(game: Game, who: Fighter, points: int, place: Location | None) -> "list[AppliedDocument]":
    """IN-DMG-04: points that got through, off the total and (if there is one) the location, with
    all that follows; gives the `applied` of a damage document."""
    if points <= 0:
        return []
    was, useless = standing(game, who), useless_by(who, place) if place else []
    split = who.plan is not None and who.plan.split is not None
    weak = split and who.grievous
    told = len(game.report.effects)
    entries = [take(who, points, place)] if place else []
    entry: AppliedDocument = {
        "to": "hp",
        "amount": points,
        "before": who.hp,
        "after": who.hp - points,
    }
    who.hp = who.hp - points
    tell_wound(game, who, points, place)
    if place is not None:
        hurt(game, who, place, points, useless)
    if split and not weak and who.grievous:
        halve_shares(game, who)
    fade(game, who)
    keep_worst(game, told)
    interrupt(game, who, was)
    return [entry, *entries]


def take(who: Fighter, points: int, place: Location) -> "AppliedDocument":
    """Take points off a location."""
    before = who.at(place)
    who.set_at(place, before - points)
    if who.house.location_damage == "single_blow" and points >= who.rating(place):
        cripple(who, place)
    return {"to": place, "amount": points, "before": before, "after": before - points}


def cripple(who: Fighter, place: Location) -> None:
    """IN-R24 `single_blow`: one blow has put the location out."""
    who.crippled = [*who.crippled, *({place} - set(who.crippled))]


def halve_shares(game: Game, who: Fighter) -> None:
    """IN-R45: they have turned grievous with shares still open."""
    plan = who.plan
    if plan is None or plan.split is None:
        return
    done = closed(who)
    pairs = zip(plan.targets, plan.split, strict=False)
    shares = (share if foe in done else game.house.half(share) for foe, share in pairs)
    who.set_plan(replace(plan, split=tuple(shares)))


def tell_wound(game: Game, who: Fighter, points: int, place: Location | None) -> None:
    if not game.narrated:
        return
    args = {"who": who.name, "amount": points, "left": who.hp, "total": who.total}
    args["band"] = who.band
    if place is None:
        game.report.tell("wound", "bad", **args)
    else:
        told = {"place": spoken(place), "there": who.at(place)}
        game.report.tell("wound.place", "bad", **args, **told)


def hurt(game: Game, who: Fighter, place: Location, points: int, useless: list[Location]) -> None:
    """A location that has taken points and may have none left."""
    if who.put_out(place):
        fails(game, who, place, useless)
    elif place in ARMS and game.house.disarm_on_arm_hit:
        disarm.open_hand(game, who, place)
    single = who.house.location_damage == "single_blow"
    taken = points if single else who.rating(place) - who.at(place)
    if place == "head" and taken >= 2 * who.rating("head"):
        crush_head(game, who)


def crush_head(game: Game, who: Fighter) -> None:
    """IN-LIMB-07: twice its rating in damage to the head."""
    fall_out(game, who, "dead")


def disable(game: Game, who: Fighter, place: Location) -> None:
    """IN-UNARM-04, IN-R43: a location is put out without any damage, until the fight ends."""
    was, useless = standing(game, who), useless_by(who, place)
    if place not in who.disabled:
        who.disabled = [*who.disabled, place]
    word = f"disabled-{place_word(place)}"
    game.effect(who, word)
    game.report.tell("disabled", "bad", who=who.name, place=spoken(place))
    fails(game, who, place, useless, disabled=True)
    interrupt(game, who, was)


def useless_by(who: Fighter, place: Location) -> list[Location]:
    """What does not work of all that a location can put out (IN-LIMB-02)."""
    also = LEGS if place == "abdomen" else ()
    return [one for one in (place, *also) if who.useless(one)]


def fails(
    game: Game, who: Fighter, place: Location, useless: list[Location], *, disabled: bool = False
) -> None:
    """What follows when a location is put out. `useless`: what did not work before."""
    for one in useless_by(who, place):
        if one not in useless and not (disabled and one == place):
            (give_out if one == place else lame)(game, who, one)
    FAILING[place](game, who, place)


def give_out(game: Game, who: Fighter, place: Location) -> None:
    """IN-LIMB-01, IN-R24: the damage there has reached its rating."""
    tell_useless(game, who, place)


def lame(game: Game, who: Fighter, leg: Location) -> None:
    """IN-LIMB-02: a leg under a useless abdomen."""
    tell_useless(game, who, leg)


def tell_useless(game: Game, who: Fighter, place: Location) -> None:
    game.effect(who, f"useless-{place_word(place)}")
    game.report.tell("useless", "bad", who=who.name, place=spoken(place))


def lose_abdomen(game: Game, who: Fighter, _: Location) -> None:
    """IN-LIMB-02"""
    fall(game, who)


def lose_leg(game: Game, who: Fighter, _: Location) -> None:
    """IN-LIMB-06"""
    fall(game, who)


def lose_chest(game: Game, who: Fighter, _: Location) -> None:
    """IN-LIMB-04"""
    fall_out(game, who, "unconscious")


def lose_head(game: Game, who: Fighter, _: Location) -> None:
    """IN-LIMB-05"""
    fall_out(game, who, "unconscious")


FAILING: Mapping[Location, Callable[[Game, Fighter, Location], None]] = {
    "head": lose_head,
    "chest": lose_chest,
    "abdomen": lose_abdomen,
    **dict.fromkeys(ARMS, disarm.open_hand),
    **dict.fromkeys(LEGS, lose_leg),
}
"""What befalls them when a location does not work any more."""


# --- down ---


def fall(game: Game, who: Fighter) -> None:
    """On the ground, if they are not there yet."""
    if not who.prone:
        who.prone = True
        game.effect(who, "prone")
        game.report.tell("prone", "bad", who=who.name)


def fade(game: Game, who: Fighter) -> None:
    """What the hit points that are left do to them."""
    if who.hp <= 0:
        sink(game, who)
    else:
        faint(game, who)


def sink(game: Game, who: Fighter) -> None:
    """IN-WND-06, IN-R26: nothing is left."""
    fall_out(game, who, "dead" if who.house.zero_hp == "dead" else "dying")


def faint(game: Game, who: Fighter) -> None:
    """IN-DMG-05, IN-R20: too little is left."""
    at_value = who.house.unconscious_at == "at_or_below"
    if who.hp < who.unconscious_value or (at_value and who.hp == who.unconscious_value):
        fall_out(game, who, "unconscious")


def fall_out(game: Game, who: Fighter, fate: Out) -> None:
    """Out of action, or worse than before."""
    if who.out is not None and FATES.index(who.out) >= FATES.index(fate):
        return
    who.out = fate
    game.effect(who, fate)
    game.report.tell(fate, "bad", who=who.name)
    collapse(game, who)


def collapse(game: Game, who: Fighter) -> None:
    """IN-R53: whoever is out falls."""
    fall(game, who)


def keep_worst(game: Game, told: int) -> None:
    """Of one hit only the worst fate is told. `told`: how many effects there were before it."""
    since = game.report.effects[told:]
    fates = [one for one in since if one["effect"] in FATES]
    game.report.effects[told:] = [one for one in since if one not in fates[:-1]]


# --- struck, exerted, healed ---


def struck(game: Game, who: Fighter) -> None:
    """IN-R31: a blow has landed on them, their aim is lost."""
    if game.fight.running:
        who.hit = True
    lose_aim(game, who)


def lose_aim(game: Game, who: Fighter) -> None:
    """IN-R31"""
    if who.aimed is not None:
        who.aimed = None
        who.aimed_rounds = 0
        game.report.tell("aim.lost", "note", who=who.name)


def exert(who: Fighter) -> None:
    """IN-WND-03: combat is strenuous for the seriously wounded."""
    if who.as_bad_as("serious"):
        who.strenuous = True


def mend(
    game: Game, who: Fighter, points: int, places: Iterable[Location]
) -> "list[AppliedDocument]":
    """IN-DMG-06: up to what the sheet has; wakes nobody, nobody stands up."""
    found = [raised("hp", who.hp, min(who.total, who.hp + points))]
    who.hp = found[0]["after"]
    for place in places:
        entry = raised(place, who.at(place), min(who.rating(place), who.at(place) + points))
        who.set_at(place, entry["after"])
        found.append(entry)
        if place in who.crippled and who.at(place) > 0:
            who.crippled = [one for one in who.crippled if one != place]
    game.report.tell("healed", "good", who=who.name, amount=found[0]["amount"], left=who.hp)
    return [entry for entry in found if entry["amount"]]


def raised(to: 'Location | Literal["hp"]', before: int, after: int) -> "AppliedDocument":
    after = max(before, after)
    return {"to": to, "amount": after - before, "before": before, "after": after}
