"""How single conditions begin and end (ST-027, ST-058, ST-064, ST-076, ST-170)."""

from collections.abc import Callable

from gmtrack.rulesets.storyteller.sheet.game import Game
from gmtrack.rulesets.storyteller.sheet.live import Fighter
from gmtrack.rulesets.storyteller.sheet.records import Reason
from gmtrack.rulesets.storyteller.wounds.health import drop_shield

Change = Callable[[Game, Fighter], None]


# --- putting on ---


def surprise(game: Game, who: Fighter) -> None:
    """No action and no Defense in round 1."""
    with game.draft.by("ST-028"):
        who.lose_defense("surprised")
        if game.fight.running and game.fight.acting != who.id:
            who.acted = True
    game.effect(who, "surprised", until="round-end")
    game.report.tell("effect.surprised", "bad", who=who.name)


def fall_prone(game: Game, who: Fighter) -> None:
    """On the ground, for whatever reason."""
    who.prone = True
    game.effect(who, "prone")
    game.report.tell("effect.prone", "note", who=who.name)


def bind(reason: Reason) -> Change:
    """No Defense until it ends."""

    def put(game: Game, who: Fighter) -> None:
        with game.draft.by("ST-044"):
            who.lose_defense(reason)
        game.effect(who, reason)
        game.report.tell("effect.on", "bad", who=who.name, effect=reason)

    return put


def begin_dying(game: Game, who: Fighter) -> None:
    """By the GM's word."""
    with game.draft.by("ST-170"):
        who.dying = True
        who.conscious = False
        who.dying_rounds = 0
    game.effect(who, "dying")
    game.report.tell("dying", "bad", who=who.name)
    drop_shield(game, who)


def lose_balance(game: Game, who: Fighter) -> None:
    """At once."""
    game.effect(who, "off-balance", until="own-turn")
    with game.draft.by("ST-064"):
        who.off_balance = "active"
        game.report.tell("effect.on", "bad", who=who.name, effect="off balance")


def begin_dodge(game: Game, who: Fighter) -> None:
    """From now on; whom they have dodged is counted anew."""
    with game.draft.by("ST-057, ST-058"):
        who.dodging = True
        who.dodge_round = game.fight.round
        who.dodged = []
    game.report.tell("dodging", "note", who=who.name)


# --- taking away ---


def free(reason: Reason) -> Change:
    """One reason for having no Defense is over."""

    def end(_: Game, who: Fighter) -> None:
        who.regain_defense(reason)

    return end


def clear(field: str, value: object = None) -> Change:
    """One field is as it was at first."""

    def end(_: Game, who: Fighter) -> None:
        setattr(who, field, value)

    return end


def unbind(game: Game, who: Fighter) -> None:
    """Not restrained any more."""
    with game.draft.by("ST-082"):
        who.regain_defense("immobilized")
        hold = who.grappling()
        if hold and hold["restrained"]:
            who.write_grapple(restrained=False)


def wake(_: Game, who: Fighter) -> None:
    who.conscious = True
    who.shield = None


def stabilise(_: Game, who: Fighter) -> None:
    """Not dying any more, and still unconscious."""
    who.conscious = False
    who.dying = False
    who.dying_rounds = 0


def stop_dodging(_: Game, who: Fighter) -> None:
    """Whom they have dodged is forgotten."""
    who.dodging = False
    who.dodged = []


def let_go(game: Game, who: Fighter) -> None:
    """The hold is over, for both."""
    with game.draft.by("ST-081"):
        for one in both(game, who):
            one.regain_defense("hold")
            hold = one.grappling()
            if hold and hold["hold"]:
                one.write_grapple(hold=False)


def end_grapple(game: Game, who: Fighter) -> None:
    """Grapple and hold are over, for both."""
    for one in both(game, who):
        one.regain_defense("hold")
        one.grapple = None
        one.controls_of = None
        one.grab_round = 0
        one.contested = False
        one.moves_due = 0
        one.move_points = 0


def both(game: Game, who: Fighter) -> list[Fighter]:
    """The one, and the other of their grapple."""
    hold = who.grappling()
    other = hold["with"] if hold else None
    there = other in game.draft.encounter.combatants
    return [who, game.fighter(str(other))] if there else [who]
