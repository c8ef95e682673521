"""The table of conditions: what each means, whether it holds, how it begins and ends."""

from typing import TYPE_CHECKING

from gmtrack.rulesets.kit.effects import Effect, Effects
from gmtrack.rulesets.storyteller.sheet.game import Game
from gmtrack.rulesets.storyteller.sheet.live import Fighter
from gmtrack.rulesets.storyteller.sheet.records import EffectName, Reason
from gmtrack.rulesets.storyteller.tables.kinds import TagName
from gmtrack.rulesets.storyteller.tables.places import UNTIL
from gmtrack.rulesets.storyteller.wounds import tags
from gmtrack.rulesets.storyteller.wounds.conditions import (
    begin_dying,
    bind,
    clear,
    end_grapple,
    fall_prone,
    free,
    let_go,
    lose_balance,
    stabilise,
    stop_dodging,
    surprise,
    unbind,
    wake,
)
from gmtrack.rulesets.storyteller.wounds.health import knock_out

if TYPE_CHECKING:
    from gmtrack.rulesets.storyteller.wounds.document import EffectDocument

Row = Effect[Game, Fighter]


def _reason(help_: str, rows: str, reason: Reason, until: str, *, by_hand: bool) -> Row:
    return Effect(
        help_, rows, until, lambda who: reason in who.no_defense, free(reason),
        bind(reason) if by_hand else None,
    )  # fmt: skip


def _tag(help_: str, tag: TagName) -> Row:
    return Effect(
        help_, "ST-149 to ST-151", UNTIL.get(tag, "scene"), lambda who: who.has_tag(tag),
        lambda _, who: tags.end_tag(who, tag), lambda game, who: tags.put_tag(game, who, tag),
    )  # fmt: skip


EFFECTS: Effects[EffectName, Game, Fighter] = Effects(
    {
        "surprised": Effect(
            "no action and no Defense in round 1", "ST-027, ST-028", "round-end",
            lambda who: "surprised" in who.no_defense, free("surprised"), surprise,
        ),
        "prone": Effect(
            "ranged attacks -2, close attacks +2", "ST-130 to ST-133", "manual",
            lambda who: who.prone, clear("prone", False), fall_prone,
        ),
        "arm-wrack": _tag("drops what the arm holds; the arm is useless", "arm-wrack"),
        "leg-wrack": _tag("half speed, -2 on close attacks and dodges", "leg-wrack"),
        "blinded-eye": _tag("-3 on attacks, Defense halved", "blinded-eye"),
        "stunned": _tag("the next action is lost, Defense halved until then", "stunned"),
        "heart-struck": _tag("a note for the GM", "heart-struck"),
        "immobilized": Effect(
            "no Defense, can only escape; killing blow possible", "ST-044, ST-082, ST-152",
            "manual", lambda who: "immobilized" in who.no_defense, unbind, bind("immobilized"),
        ),
        "helpless": _reason(
            "no Defense; killing blow possible", "ST-044, ST-152", "helpless", "manual",
            by_hand=True,
        ),
        "unconscious": Effect(
            "no action, no Defense; killing blow possible", "ST-044, ST-169", "manual",
            lambda who: not who.conscious and not who.dying and not who.dead, wake, knock_out,
        ),
        "dying": Effect(
            "1 lethal a minute; ended: stable, still unconscious", "ST-170", "manual",
            lambda who: who.dying and not who.dead, stabilise, begin_dying,
        ),
        "off-balance": Effect(
            "Defense -1", "ST-064", "own-turn", lambda who: who.off_balance == "active",
            clear("off_balance", "none"), lose_balance,
        ),
        "dodging": Effect(
            "rolls twice Defense", "ST-057, ST-058", "own-turn", lambda who: who.dodging,
            stop_dodging,
        ),
        "static": Effect(
            "Defense does not wear down", "ST-053", "own-turn",
            lambda who: who.guard == "static", clear("guard", "none"),
        ),
        "hold": Effect(
            "neither grappler has Defense", "ST-081", "grapple",
            lambda who: "hold" in who.no_defense, let_go,
        ),
        "grappling": Effect(
            "can only roll the contest", "ST-072 to ST-076", "grapple",
            lambda who: who.grappling() is not None, end_grapple,
        ),
        "suppressed": Effect(
            "must hide, or is hit when acting", "ST-095 to ST-097", "shooter-turn",
            lambda who: who.suppression() is not None, clear("suppressed"),
        ),
        "aiming": Effect(
            "+1 to +3 dice on the shot at the target", "ST-085 to ST-088", "own-turn",
            lambda who: who.live_aim() is not None, clear("aim"),
        ),
        "charge": _reason(
            "no Defense after a charge", "ST-126", "charge", "round-end", by_hand=False
        ),
        "all-out": _reason(
            "no Defense after an all-out attack", "ST-134", "all-out", "round-end", by_hand=False
        ),
        "reload": _reason(
            "no Defense after loading single rounds", "ST-120", "reload", "round-end", by_hand=False
        ),
    },
    over="good",
)  # fmt: skip


def document(who: Fighter) -> "list[EffectDocument]":
    """Into `effects` of the document, with what usually ends it."""
    return [
        {"effect": name, "source": source_of(who, name), "until": until_of(who, name)}
        for name in EFFECTS.holding(who)
    ]


def until_of(who: Fighter, name: EffectName) -> str:
    rounds = who.timed.get(name)
    return f"{rounds} rounds" if rounds else EFFECTS[name].until


def source_of(who: Fighter, name: EffectName) -> str | None:
    """Who brought it, where that is known."""
    hold, fire = who.grappling(), who.suppression()
    if name in ("grappling", "hold") and hold:
        return str(hold["with"])
    if name == "suppressed" and fire:
        return fire.by
    return who.downed_by if name == "dying" else None
