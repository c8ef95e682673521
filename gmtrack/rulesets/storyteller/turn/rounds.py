"""A round from its start to its end: the start and end of each turn, who is next."""

from gmtrack.rulesets.storyteller.dice.rolls import RollSpec, pool_of, roll
from gmtrack.rulesets.storyteller.sheet.game import Game
from gmtrack.rulesets.storyteller.sheet.live import Fighter
from gmtrack.rulesets.storyteller.sheet.records import Reason
from gmtrack.rulesets.storyteller.turn.order import in_order
from gmtrack.rulesets.storyteller.wounds.conditions import stop_dodging
from gmtrack.rulesets.storyteller.wounds.effects import EFFECTS
from gmtrack.rulesets.storyteller.wounds.health import knock_out, wound

MINUTE = 20
"""ST-170: rounds."""
FOR_THE_TURN: tuple[Reason, ...] = ("charge", "all-out", "reload", "botch")
"""ST-R05: what is gone "for the turn"."""


# --- the start of a round ---


def start_round(game: Game) -> None:
    """What lasted to the end of the last round is over, a new one begins, and the first of the
    order starts their turn."""
    fight = game.fight
    with game.draft.by("ST-020"):
        fight.round = fight.round + 1
        fight.phase = "acting"
        fight.acting = None
        fight.interrupted = []
    for who in game.everybody():
        end_of_old_round(game, who)
    for who in game.everybody():
        new_round(game, who)
    go_on(game)


def end_of_old_round(game: Game, who: Fighter) -> None:
    """What a round takes with it."""
    fight, by = game.fight, game.draft.by
    if game.house.turn_scope == "round":
        turn_is_over(game, who)
    if fight.round > 1:
        with by("ST-028, ST-029"):
            who.regain_defense("surprised")
    hold = who.grappling()
    if hold and hold["cover"]:
        with by("ST-083"):
            who.write_grapple(cover=False)
    if who.on_top and who.top_round < fight.round:
        with by("ST-023"):
            who.on_top = False
    if who.dodging and game.house.dodge_span == "round_end":
        dodge_no_more(game, who)
    if who.held_over or who.delaying:
        lose_unraised_aim(game, who)
    with by("ST-025"):
        who.held_over = who.delaying
    with by("ST-020"):
        EFFECTS.count_down(game, who)


def dodge_no_more(game: Game, who: Fighter) -> None:
    with game.draft.by("ST-058, ST-R21"):
        stop_dodging(game, who)


def new_round(game: Game, who: Fighter) -> None:
    """A fresh action for everybody; who cannot have a turn has had it."""
    with game.draft.by("ST-020, ST-R05"):
        who.lapse("round")
    if who.dying:
        bleed(game, who)
    if not may_have_turn(who):
        with game.draft.by("ST-020, ST-R05"):
            who.acted = True


def bleed(game: Game, who: Fighter) -> None:
    """1 lethal a minute."""
    with game.draft.by("ST-170"):
        who.dying_rounds = who.dying_rounds + 1
    if who.dying_rounds % MINUTE == 0:
        game.report.tell("bleeds", "bad", who=who.name)
        wound(game, who, {"lethal": 1})


def may_have_turn(who: Fighter) -> bool:
    """Whether somebody is not skipped: neither down nor surprised."""
    return who.able and "surprised" not in who.no_defense


# --- whose turn it is ---


def go_on(game: Game) -> None:
    """The turn that was interrupted goes on; else the next one's starts; else the round is
    over."""
    fight = game.fight
    with game.draft.by("ST-020"):
        fight.acting = None
    resume(game)
    while fight.acting is None:
        waiting = next_up(game)
        if waiting is None:
            with game.draft.by("ST-020"):
                fight.phase = "round-over"
            game.report.tell("round-over", "head", round=fight.round)
            return
        begin_turn(game, waiting)


def resume(game: Game) -> None:
    """The turn that was interrupted goes on, if there is one."""
    fight = game.fight
    with game.draft.by("ST-024"):
        while fight.interrupted and fight.acting is None:
            *others, last = fight.interrupted
            fight.interrupted = others
            who = game.fighter(last)
            if who.able:
                fight.acting = last
                game.report.tell("turn.goes-on", "head", who=who.name)
            else:
                who.acted = True


def next_up(game: Game) -> Fighter | None:
    """The first of the order who has not had their turn; whoever cannot have one is skipped."""
    for who in in_order(game.everybody()):
        if who.initiative is None or who.acted or who.delaying or who.held_over:
            continue
        if may_have_turn(who):
            return who
        with game.draft.by("ST-020"):
            who.acted = True
    return None


def begin_turn(game: Game, who: Fighter) -> None:
    """It is their turn from now on, unless its start knocks them out."""
    with game.draft.by("ST-020"):
        game.fight.phase = "acting"
    game.report.tell("turn", "head", who=who.name)
    start_turn(game, who)
    if who.able:
        with game.draft.by("ST-020"):
            game.fight.acting = who.id
    else:
        end_turn(game, who)


def start_turn(game: Game, who: Fighter) -> None:
    """The start of a turn: what ends with it, then the roll to stay awake."""
    by = game.draft.by
    with by("ST-064"):
        who.off_balance = "active" if who.off_balance == "pending" else "none"
    with by("ST-041, ST-R05"):
        who.reset("decay")
    with by("ST-050, ST-053, ST-056"):
        who.lapse("turn")
    if game.house.turn_scope == "own_turn":
        turn_is_over(game, who)
    if who.dodging and who.dodge_round < game.fight.round:
        dodge_no_more(game, who)
    lift_fire(game, who)
    if who.suffers("stunned"):
        with by("ST-151"):
            who.ap = 0
            EFFECTS.end(game, who, "stunned")
    if who.track.wavering:
        stay_awake(game, who)


def turn_is_over(game: Game, who: Fighter) -> None:
    with game.draft.by("ST-R05"):
        who.regain_defense(*FOR_THE_TURN)


def lift_fire(game: Game, shooter: Fighter) -> None:
    """The covering fire that they laid is over."""
    with game.draft.by("ST-095, ST-R27"):
        for who in game.everybody():
            fire = who.suppression()
            if fire is not None and fire.by == shooter.id:
                who.suppressed = None


def stay_awake(game: Game, who: Fighter) -> bool:
    """Stamina dice without the wounds; no success: unconscious."""
    stamina = pool_of(who, "stamina", rules="ST-168, ST-169")
    awake = roll(game, RollSpec("consciousness", who, stamina)).hits > 0
    if not awake:
        knock_out(game, who)
    return awake


def end_turn(game: Game, who: Fighter) -> None:
    """An unused action is lost, and an aim that was not raised."""
    lose_unraised_aim(game, who)
    with game.draft.by("ST-020"):
        who.aimed = False
        who.delaying = False
        who.held_over = False
        who.granted = False
        who.ap = 0
        if who.extra_turn:
            who.extra_turn = False
            who.ap = 1
        else:
            who.acted = True


def lose_unraised_aim(game: Game, who: Fighter) -> None:
    if who.aim and not who.aimed:
        with game.draft.by("ST-086, ST-087"):
            who.aim = None
            game.report.tell("aim.lost", "note", who=who.name)


def turn_rolls(game: Game) -> list[tuple[str, str]]:
    """What the start of a turn may roll, whoever is next."""
    return [("consciousness", who.id) for who in game.everybody() if who.track.wavering]
