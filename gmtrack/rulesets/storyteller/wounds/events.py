"""Events that end states of a combatant: their own, as the live fields say (`ends`), and what
others have of them, such as a grapple, covering fire or a human shield (ST-R57 to ST-R60)."""

from collections.abc import Collection

from gmtrack.rulesets.storyteller.sheet.game import Game, Scene
from gmtrack.rulesets.storyteller.sheet.state import Fighter, Reason

FOR_THE_TURN: tuple[Reason, ...] = ("charge", "all-out", "reload", "botch")
"""The reasons for which Defense is gone `for the turn` (ST-R05)."""
HELPLESS = frozenset(("immobilized", "helpless", "unconscious"))
"""The reasons for having no Defense of somebody who cannot resist (ST-152)."""


def end_by_going_out(game: Game, who: Fighter) -> None:
    """End what ends when `who` is out or bound: what they were doing, the covering fire that
    they laid, and their grapple, unless it is the grapple that binds them. Somebody down is
    under no covering fire any more, and nobody goes on aiming at the dead."""
    shield = who.shield
    if "shield" in who.happens("out") and shield is not None:
        tell_shield_freed(game, who, shield)
    with game.draft.by("ST-R58"):
        who.regain_defense(*FOR_THE_TURN)
        if not who.able:
            who.suppressed = None
    for other in lift_fire(game, who, "ST-R27, ST-R58"):
        game.report.tell("gone.fire", "note", who=other.name, gone=who.name)
    hold = who.read_grapple()
    if hold and not (who.able and hold["restrained"]):
        break_up_grapple(game, who)
    if who.dead:
        lose_aims_at(game, who)


def end_by_falling(game: Game, who: Fighter) -> None:
    """End what ends when `who` lies down or is thrown down: a human shield, of the user or of
    the victim, unless the two grapple with each other and fall together."""
    for user, victim in shield_pairs(game, [who]):
        if other_in_grapple(game, user) is not victim:
            drop_shield(game, user)


def end_by_moving(game: Game, who: Fighter) -> None:
    """End what ends when `who` goes somewhere else: their cover, and what they have with others
    there (`end_by_parting`)."""
    if who.happens("moves"):
        game.report.tell("act.leave-cover", "note", who=who.name)
    end_by_parting(game, who)


def end_by_parting(game: Game, who: Fighter) -> None:
    """End what `who` has with others when they go somewhere else, or behind another piece of
    cover: their grapple, and being a human shield. The shield that they hold themselves comes
    along."""
    if who.read_grapple():
        break_up_grapple(game, who)
    for user, victim in shield_pairs(game, [who]):
        if victim is who:
            drop_shield(game, user)


def end_by_running(game: Game, who: Fighter) -> None:
    """End what ends when `who` runs or charges: whatever ends when they move, the human shield
    that they hold, and lying on the ground, if the GM forces it."""
    shield = who.shield
    ended = who.happens("runs")
    if "prone" in ended:
        game.report.tell("act.stand", "note", who=who.name)
    if shield is not None:
        tell_shield_freed(game, who, shield)
    end_by_moving(game, who)


def end_by_striking(
    game: Game, who: Fighter, targets: Collection[Fighter]
) -> None:
    """End what ends when `who` strikes, grabs or throws: cover that hides them wholly, and being
    the human shield of one of the targets."""
    if game.concealment_of(who) == "full" and who.happens("strikes"):
        game.report.tell("act.leave-cover", "note", who=who.name)
    end_shield_of_attacker(game, who, targets)


def end_shield_of_attacker(
    game: Game, who: Fighter, targets: Collection[Fighter]
) -> None:
    """End being the human shield of one of the targets, for `who` attacks them."""
    for user, victim in shield_pairs(game, [who]):
        if victim is who and user in targets:
            drop_shield(game, user)


def end_by_leaving(game: Game, who: Fighter) -> None:
    """End what ends when `who` leaves the fight: what they had of its turns and of its place.
    Their grapple must have ended before (`break_up_grapple`)."""
    who.lapse("turn", "round")
    who.happens("out")
    who.happens("leaves")


def is_out(who: Fighter) -> bool:
    """Whether `who` is down or bound."""
    return not who.able or "immobilized" in who.no_defense


# --- what two have of each other ---


def other_in_grapple(game: Scene, who: Fighter) -> Fighter | None:
    """Return the one with whom `who` grapples; None if they do not, or if the other is not in
    the file."""
    hold = who.read_grapple()
    there = hold is not None and hold["with"] in game.draft.encounter.combatants
    return game.fighter(hold["with"]) if hold and there else None


def grapple_pair(game: Scene, who: Fighter) -> list[Fighter]:
    """Return `who` and, if they are in a grapple, the other one."""
    other = other_in_grapple(game, who)
    return [who] if other is None else [who, other]


def end_grapple(game: Game, who: Fighter) -> None:
    """End grapple, hold and restraint for both; bonds that somebody was put in stay (ST-082)."""
    for one in grapple_pair(game, who):
        hold = one.read_grapple()
        if hold and hold["restrained"]:
            one.regain_defense("immobilized")
        one.regain_defense("hold")
        one.grapple = None
        one.holds = False
        one.controls_of = None
        one.grab_round = 0
        one.contested = False
        one.moves_due = 0
        one.move_points = 0


def break_up_grapple(game: Game, who: Fighter) -> None:
    """End a grapple because `who` is out or away, and tell it; with it ends the human shield of
    one who held the other."""
    pair = grapple_pair(game, who)
    with game.draft.by("ST-072, ST-R58"):
        end_grapple(game, who)
    for other in pair[1:]:
        game.report.tell("gone.grapple", "note", who=other.name, gone=who.name)
    settle_shields(game, pair)


# --- human shields ---


def shield_pairs(
    game: Game, concerned: Collection[Fighter]
) -> list[tuple[Fighter, Fighter]]:
    """Return each user of a human shield with their victim, if either is one of those concerned."""
    pairs = []
    for user in game.everybody():
        victim = shield_of(game, user)
        if victim and (user in concerned or victim in concerned):
            pairs.append((user, victim))
    return pairs


def shield_of(game: Scene, user: Fighter) -> Fighter | None:
    """Return the human shield of `user`; None if they hold nobody who is in the file."""
    victim = user.shield
    there = victim is not None and victim in game.draft.encounter.combatants
    return game.fighter(victim) if victim and there else None


def settle_shields(game: Game, concerned: Collection[Fighter]) -> None:
    """End each human shield that has become impossible, of those concerned: nobody holds the
    unwilling one any more, or one of them grapples with a third (ST-R60)."""
    for user, victim in shield_pairs(game, concerned):
        kept = has_in_hold(user, victim) or is_helpless(victim)
        freed = user.shield_unwilling and not kept
        parted = is_grappling_elsewhere(
            game, user, victim
        ) or is_grappling_elsewhere(game, victim, user)
        if freed or parted:
            drop_shield(game, user)


def has_in_hold(user: Fighter, victim: Fighter) -> bool:
    """Whether `user` has the victim in a hold (ST-081). If it is not known who of the two holds,
    both do."""
    grip = user.read_grapple()
    return bool(
        grip and grip["with"] == victim.id and grip["hold"] and not victim.holds
    )


def is_helpless(who: Fighter) -> bool:
    """Whether `who` cannot resist: helpless, bound or down (ST-152)."""
    return not HELPLESS.isdisjoint(who.reasons)


def is_grappling_elsewhere(game: Scene, who: Fighter, other: Fighter) -> bool:
    """Whether `who` grapples with a third one, and so has no part in a human shield with
    `other`. Never with the house rule `grapple_actions: free`."""
    third = other_in_grapple(game, who)
    return (
        third not in (None, other)
        and game.house.grapple_actions == "contest_only"
    )


def drop_shield(game: Game, user: Fighter) -> None:
    """End the human shield of `user`, and tell it if they held anybody."""
    victim = user.shield
    with game.draft.by("ST-R60"):
        user.shield = None
        user.shield_unwilling = False
    if victim is not None:
        tell_shield_freed(game, user, victim)


def tell_shield_freed(game: Game, who: Fighter, victim: str) -> None:
    """Tell that `who` lets go of their human shield; `victim` is the shield's id."""
    game.report.tell(
        "shield.free", "note", who=who.name, other=game.name(victim)
    )


# --- what others have of one ---


def lift_fire(game: Game, shooter: Fighter, rules: str) -> list[Fighter]:
    """End the covering fire that `shooter` laid, under these rules. Returns those who were under
    it."""
    under = [who for who in game.everybody() if is_fire_of(who, shooter)]
    with game.draft.by(rules):
        for who in under:
            who.suppressed = None
    return under


def is_fire_of(who: Fighter, shooter: Fighter) -> bool:
    """Whether `who` is under the covering fire of this shooter."""
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
