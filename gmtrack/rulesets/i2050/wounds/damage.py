"""Hit points off the total and off locations, and what follows: limbs fail, people fall, pass out,
die (IN-DMG, IN-LIMB, IN-WND). Everything that wounds or heals goes through here."""

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from gmtrack.rulesets.i2050.sheet.game import Game
from gmtrack.rulesets.i2050.sheet.live import Fighter
from gmtrack.rulesets.i2050.sheet.order_items import closed
from gmtrack.rulesets.i2050.sheet.records import Out
from gmtrack.rulesets.i2050.tables.locations import (
    ARMS,
    FELLING,
    LEGS,
    STUNNING,
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
    fall_out(game, who, worse_by_points(who))
    keep_worst(game, told)
    interrupt(game, who, was)
    return [entry, *entries]


def take(who: Fighter, points: int, place: Location) -> "AppliedDocument":
    """Take points off a location."""
    before = who.at(place)
    who.set_at(place, before - points)
    if who.house.location_damage == "single_blow" and points >= who.rating(place):
        who.crippled = [*who.crippled, *({place} - set(who.crippled))]
    return {"to": place, "amount": points, "before": before, "after": before - points}


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
    if not game.draft.branches.narrated:
        return
    args = {"who": who.name, "amount": points, "left": who.hp, "total": who.total}
    args["band"] = who.band
    if place is None:
        game.report.tell("wound", "bad", **args)
    else:
        told = {"place": spoken(place), "there": who.at(place)}
        game.report.tell("wound.place", "bad", **args, **told)


def hurt(game: Game, who: Fighter, place: Location, points: int, useless: list[Location]) -> None:
    """IN-LIMB: a location that takes points and has none left, and IN-R44."""
    if who.put_out(place):
        fails(game, who, place, useless)
    elif place in ARMS and game.house.disarm_on_arm_hit:
        disarm.open_hand(game, who, place)
    single = who.house.location_damage == "single_blow"
    taken = points if single else who.rating(place) - who.at(place)
    if place == "head" and taken >= 2 * who.rating("head"):
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
    """IN-LIMB-02 to IN-LIMB-06. `useless`: what did not work before."""
    for one in useless_by(who, place):
        if one not in useless and not (disabled and one == place):
            game.effect(who, f"useless-{place_word(one)}")
            game.report.tell("useless", "bad", who=who.name, place=spoken(one))
    if place in ARMS:
        disarm.open_hand(game, who, place)
    elif place in FELLING:
        fall(game, who)
    elif place in STUNNING:
        fall_out(game, who, "unconscious")


# --- down ---


def fall(game: Game, who: Fighter) -> None:
    """On the ground, if they are not there yet."""
    if not who.prone:
        who.prone = True
        game.effect(who, "prone")
        game.report.tell("prone", "bad", who=who.name)


def worse_by_points(who: Fighter) -> Out | None:
    """IN-DMG-05, IN-R20, IN-R26, IN-WND-06: how their points put them out, if not as much so
    already."""
    last: Out = "dead" if who.house.zero_hp == "dead" else "dying"
    if who.out in FATES[FATES.index(last) :]:
        return None
    if who.hp <= 0:
        return last
    if who.out is not None:
        return None
    at_value = who.house.unconscious_at == "at_or_below"
    out = who.hp < who.unconscious_value or (at_value and who.hp == who.unconscious_value)
    return "unconscious" if out else None


def fall_out(game: Game, who: Fighter, fate: Out | None) -> None:
    """Out of action, or worse than before; whoever is out falls (IN-R53)."""
    if fate is None or (who.out is not None and FATES.index(who.out) >= FATES.index(fate)):
        return
    who.out = fate
    game.effect(who, fate)
    game.report.tell(fate, "bad", who=who.name)
    fall(game, who)


def keep_worst(game: Game, told: int) -> None:
    """Of one hit only the worst fate is told. `told`: how many effects there were before it."""
    since = game.report.effects[told:]
    fates = [one for one in since if one["effect"] in FATES]
    game.report.effects[told:] = [one for one in since if one not in fates[:-1]]


# --- struck, exerted, healed ---


def struck(game: Game, who: Fighter) -> None:
    """A blow has landed on them: their aim is lost (IN-R31)."""
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
