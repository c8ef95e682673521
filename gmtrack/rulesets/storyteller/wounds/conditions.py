"""Conditions: how each begins and ends, and the table `EFFECTS` of what each means and when it
holds."""

from collections.abc import Callable

from gmtrack.rulesets.kit.effects import Effect, Effects
from gmtrack.rulesets.storyteller.sheet.game import Game
from gmtrack.rulesets.storyteller.sheet.state import EffectName, Fighter, Reason
from gmtrack.rulesets.storyteller.tables import UNTIL, TagName
from gmtrack.rulesets.storyteller.wounds import health
from gmtrack.rulesets.storyteller.wounds.events import (
    end_by_falling,
    end_by_going_out,
    end_grapple,
    grapple_pair,
    settle_shields,
)
from gmtrack.rulesets.storyteller.wounds.health import knock_out

Change = Callable[[Game, Fighter], None]
"""A function that puts a condition on a combatant, or ends it."""


def surprise_fighter(game: Game, who: Fighter) -> None:
    """Surprise `who`: no Defense until the round ends, and no turn in it unless it is theirs
    now. Adds the effect to the report and tells it (ST-028)."""
    with game.draft.by("ST-028"):
        who.lose_defense("surprised")
        if game.fight.running and game.fight.acting != who.id:
            who.acted = True
    game.report_effect(who, "surprised", until="round-end")
    game.report.tell("effect.surprised", "bad", who=who.name)


def fall_prone(game: Game, who: Fighter) -> None:
    """Lay `who` prone, tell it, and end what ends by falling."""
    who.prone = True
    game.report_effect(who, "prone")
    game.report.tell("effect.prone", "note", who=who.name)
    end_by_falling(game, who)


def change_to_lose_defense(reason: Reason) -> Change:
    """Return the change that takes somebody's Defense for this reason and tells it. Somebody
    immobilized also ends what they were doing."""

    def put(game: Game, who: Fighter) -> None:
        with game.draft.by("ST-044"):
            who.lose_defense(reason)
        game.report_effect(who, reason)
        game.report.tell("effect.on", "bad", who=who.name, effect=reason)
        if reason == "immobilized":
            end_by_going_out(game, who)

    return put


def begin_dying(game: Game, who: Fighter) -> None:
    """Make `who` dying and unconscious by the GM's word, with the minute counted anew; ends what
    ends by going out."""
    with game.draft.by("ST-170"):
        who.dying = True
        who.conscious = False
        who.dying_rounds = 0
    game.report_effect(who, "dying")
    game.report.tell("dying", "bad", who=who.name)
    end_by_going_out(game, who)


def lose_balance(game: Game, who: Fighter) -> None:
    """Put `who` off balance for one turn, and tell it."""
    game.report_effect(who, "off-balance", until="own-turn")
    with game.draft.by("ST-064"):
        who.off_balance = "active"
        game.report.tell("effect.on", "bad", who=who.name, effect="off balance")


def begin_dodge(game: Game, who: Fighter) -> None:
    """Begin a dodge of `who`, and forget whom they have dodged before."""
    with game.draft.by("ST-057, ST-058"):
        who.dodging = True
        who.dodge_round = game.fight.round
        who.dodged = []
    game.report.tell("dodging", "note", who=who.name)


def change_to_regain_defense(reason: Reason) -> Change:
    """Return the change that ends one reason for having no Defense, and then each human shield
    of the combatant that has become impossible."""

    def end(game: Game, who: Fighter) -> None:
        who.regain_defense(reason)
        settle_shields(game, [who])

    return end


def change_to_reset_field(field: str, value: object = None) -> Change:
    """Return the change that writes `value` into one field of the live state."""

    def end(_: Game, who: Fighter) -> None:
        setattr(who, field, value)

    return end


def end_bonds(game: Game, who: Fighter) -> None:
    """Free `who` from what immobilizes them, also from being restrained in a grapple; ends human
    shields that become impossible."""
    with game.draft.by("ST-082"):
        who.regain_defense("immobilized")
        hold = who.read_grapple()
        if hold and hold["restrained"]:
            who.write_grapple(restrained=False)
    settle_shields(game, [who])


def wake_up(game: Game, who: Fighter) -> None:
    """Make `who` conscious by the GM's word, without the human shield that they held."""
    who.conscious = True
    who.shield = None
    settle_shields(game, [who])


def stabilise(_: Game, who: Fighter) -> None:
    """End dying; `who` stays unconscious."""
    who.conscious = False
    who.dying = False
    who.dying_rounds = 0


def stop_dodging(_: Game, who: Fighter) -> None:
    """End a dodge without a word, and forget whom they have dodged."""
    who.dodging = False
    who.dodged = []


def end_hold(game: Game, who: Fighter) -> None:
    """End the hold for both, and with it the restraint that needs it (ST-082)."""
    with game.draft.by("ST-081, ST-082"):
        for one in grapple_pair(game, who):
            one.regain_defense("hold")
            hold = one.read_grapple()
            if hold and hold["restrained"]:
                one.regain_defense("immobilized")
            if hold and hold["hold"]:
                one.write_grapple(hold=False, restrained=False)
            one.holds = False
    settle_shields(game, grapple_pair(game, who))


def part_grapplers(game: Game, who: Fighter) -> None:
    """End the grapple by the GM's word, and the human shield of one who held the other."""
    pair = grapple_pair(game, who)
    end_grapple(game, who)
    settle_shields(game, pair)


Row = Effect[Game, Fighter]
"""A row of the table of effects."""


def _reason_row(
    help_: str, rows: str, reason: Reason, until: str, *, by_hand: bool
) -> Row:
    """Make the row of an effect that is a reason for having no Defense. `by_hand`: the GM may
    put it on."""
    return Effect(
        help_,
        rows,
        until,
        lambda who: reason in who.no_defense,
        change_to_regain_defense(reason),
        change_to_lose_defense(reason) if by_hand else None,
    )


def _tag_row(help_: str, tag: TagName) -> Row:
    """Make the row of an effect that is a tag."""
    return Effect(
        help_,
        "ST-149 to ST-151",
        UNTIL.get(tag, "scene"),
        lambda who: who.has_tag(tag),
        lambda _, who: health.end_tag(who, tag),
        lambda game, who: health.put_tag(game, who, tag),
    )


EFFECTS: Effects[EffectName, Game, Fighter] = Effects(
    {
        "surprised": Effect(
            "no action and no Defense in round 1", "ST-027, ST-028", "round-end",
            lambda who: "surprised" in who.no_defense, change_to_regain_defense("surprised"),
            surprise_fighter,
        ),
        "prone": Effect(
            "ranged attacks -2, close attacks +2", "ST-130 to ST-133", "manual",
            lambda who: who.prone, change_to_reset_field("prone", False), fall_prone,
        ),
        "arm-wrack": _tag_row("drops what the arm holds; the arm is useless", "arm-wrack"),
        "leg-wrack": _tag_row("half speed, -2 on close attacks and dodges", "leg-wrack"),
        "blinded-eye": _tag_row("-3 on attacks, Defense halved", "blinded-eye"),
        "stunned": _tag_row("the next action is lost, Defense halved until then", "stunned"),
        "heart-struck": _tag_row("a note for the GM", "heart-struck"),
        "immobilized": Effect(
            "no Defense, can only escape; killing blow possible", "ST-044, ST-082, ST-152",
            "manual", lambda who: "immobilized" in who.no_defense, end_bonds,
            change_to_lose_defense("immobilized"),
        ),
        "helpless": _reason_row(
            "no Defense; killing blow possible", "ST-044, ST-152", "helpless", "manual",
            by_hand=True,
        ),
        "unconscious": Effect(
            "no action, no Defense; killing blow possible", "ST-044, ST-169", "manual",
            lambda who: not who.conscious and not who.dying and not who.dead, wake_up, knock_out,
        ),
        "dying": Effect(
            "1 lethal a minute; ended: stable, still unconscious", "ST-170", "manual",
            lambda who: who.dying and not who.dead, stabilise, begin_dying,
        ),
        "off-balance": Effect(
            "Defense -1", "ST-064", "own-turn", lambda who: who.off_balance == "active",
            change_to_reset_field("off_balance", "none"), lose_balance,
        ),
        "dodging": Effect(
            "rolls twice Defense", "ST-057, ST-058", "own-turn", lambda who: who.dodging,
            stop_dodging,
        ),
        "static": Effect(
            "Defense does not wear down", "ST-053", "own-turn",
            lambda who: who.guard == "static", change_to_reset_field("guard", "none"),
        ),
        "hold": Effect(
            "neither grappler has Defense", "ST-081", "grapple",
            lambda who: "hold" in who.no_defense, end_hold,
        ),
        "grappling": Effect(
            "can only roll the contest", "ST-072 to ST-076", "grapple",
            lambda who: who.read_grapple() is not None, part_grapplers,
        ),
        "suppressed": Effect(
            "must hide, or is hit when acting", "ST-095 to ST-097", "shooter-turn",
            lambda who: who.suppression() is not None, change_to_reset_field("suppressed"),
        ),
        "aiming": Effect(
            "+1 to +3 dice on the shot at the target", "ST-085 to ST-088", "own-turn",
            lambda who: who.live_aim() is not None, change_to_reset_field("aim"),
        ),
        "charge": _reason_row(
            "no Defense after a charge", "ST-126", "charge", "round-end", by_hand=False
        ),
        "all-out": _reason_row(
            "no Defense after an all-out attack", "ST-134", "all-out", "round-end", by_hand=False
        ),
        "reload": _reason_row(
            "no Defense after loading single rounds", "ST-120", "reload", "round-end", by_hand=False
        ),
    },
    over="good",
)  # fmt: skip
