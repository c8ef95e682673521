"""What happens to a combatant and ends states: their own, as the live fields say (`ends`), and what
others have of them, such as a grapple or covering fire (ST-R57 to ST-R59)."""

from gmtrack.rulesets.storyteller.sheet.game import Game, Scene
from gmtrack.rulesets.storyteller.sheet.state import Fighter, Reason

FOR_THE_TURN: tuple[Reason, ...] = ("charge", "all-out", "reload", "botch")
"""ST-R05: why Defense is gone "for the turn"."""


def goes_out(game: Game, who: Fighter) -> None:
    """End what ends when somebody is out or bound: what they were doing, the covering fire that
    they laid, and their grapple, unless it is the grapple that binds them. Who is down is under no
    covering fire any more, and nobody goes on aiming at the dead."""
    shield = who.shield
    if "shield" in who.happens("out") and shield is not None:
        tell_free(game, who, shield)
    with game.draft.by("ST-R58"):
        who.regain_defense(*FOR_THE_TURN)
        if not who.able:
            who.suppressed = None
    for other in lift_fire(game, who, "ST-R27, ST-R58"):
        game.report.tell("gone.fire", "note", who=other.name, gone=who.name)
    hold = who.grappling()
    if hold and not (who.able and hold["restrained"]):
        break_up(game, who)
    if who.dead:
        lose_aims_at(game, who)


def moves(game: Game, who: Fighter) -> None:
    """End what ends when somebody goes somewhere else: their cover, and what they have with others
    where they were (`parts_from`)."""
    if who.happens("moves"):
        game.report.tell("act.leave-cover", "note", who=who.name)
    parts_from(game, who)


def parts_from(game: Game, who: Fighter) -> None:
    """End the grapple of somebody who goes somewhere else, or behind another piece of cover."""
    if who.grappling():
        break_up(game, who)


def runs(game: Game, who: Fighter) -> None:
    """End what ends when somebody runs or charges: whatever ends when they move, and lying on the
    ground, where the GM forces it."""
    if "prone" in who.happens("runs"):
        game.report.tell("act.stand", "note", who=who.name)
    moves(game, who)


def strikes(game: Game, who: Fighter) -> None:
    """End what ends when somebody strikes, grabs or throws: cover that hides them wholly."""
    if game.concealed(who) == "full" and who.happens("strikes"):
        game.report.tell("act.leave-cover", "note", who=who.name)


def leaves(game: Game, who: Fighter) -> None:
    """End what ends when somebody leaves the fight: what they had of its turns and of its place.
    Their grapple has ended before (`break_up`)."""
    who.lapse("turn", "round")
    who.happens("out")
    who.happens("leaves")


def is_out(who: Fighter) -> bool:
    """Whether somebody is down or bound."""
    return not who.able or "immobilized" in who.no_defense


# --- what two have of each other ---


def other_in_grapple(game: Scene, who: Fighter) -> Fighter | None:
    """Return with whom somebody grapples; None if they do not, or the other is not there."""
    hold = who.grappling()
    there = hold is not None and hold["with"] in game.draft.encounter.combatants
    return game.fighter(hold["with"]) if hold and there else None


def both(game: Game, who: Fighter) -> list[Fighter]:
    """Return somebody, and the other one of their grapple if there is one."""
    other = other_in_grapple(game, who)
    return [who] if other is None else [who, other]


def end_grapple(game: Game, who: Fighter) -> None:
    """End grapple, hold and restraint for both; bonds that somebody was put in stay (ST-082)."""
    for one in both(game, who):
        hold = one.grappling()
        if hold and hold["restrained"]:
            one.regain_defense("immobilized")
        one.regain_defense("hold")
        one.grapple = None
        one.controls_of = None
        one.grab_round = 0
        one.contested = False
        one.moves_due = 0
        one.move_points = 0


def break_up(game: Game, who: Fighter) -> None:
    """End a grapple because one of the two is out or away, and tell it."""
    _, *others = both(game, who)
    with game.draft.by("ST-072, ST-R58"):
        end_grapple(game, who)
    for other in others:
        game.report.tell("gone.grapple", "note", who=other.name, gone=who.name)


def tell_free(game: Game, who: Fighter, victim: str) -> None:
    """Tell that somebody lets go of their human shield."""
    game.report.tell("shield.free", "note", who=who.name, other=game.name(victim))


# --- what others have of one ---


def lift_fire(game: Game, shooter: Fighter, rules: str) -> list[Fighter]:
    """End the covering fire that somebody laid, by these rows. Return those who were under it."""
    under = [who for who in game.everybody() if is_fire_of(who, shooter)]
    with game.draft.by(rules):
        for who in under:
            who.suppressed = None
    return under


def is_fire_of(who: Fighter, shooter: Fighter) -> bool:
    """Whether somebody is under the covering fire of this shooter."""
    fire = who.suppression()
    return fire is not None and fire.by == shooter.id


def lose_aims_at(game: Game, dead: Fighter) -> None:
    """End the aims at somebody who is dead, and tell it."""
    for who in game.everybody():
        aim = who.live_aim()
        if aim is not None and aim.target == dead.id:
            with game.draft.by("ST-087, ST-R58"):
                who.aim = None
            game.report.tell("gone.aim", "note", who=who.name, gone=dead.name)
