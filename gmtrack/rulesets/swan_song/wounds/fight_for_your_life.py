"""SS-FFYL, R-FFYL: Fight for your Life."""

from gmtrack.core.encounter import FRIENDS, Data
from gmtrack.rulesets.swan_song.dice.karma import FIGHT, Karma, spend
from gmtrack.rulesets.swan_song.sheet.game import Game
from gmtrack.rulesets.swan_song.sheet.live import Fighter
from gmtrack.rulesets.swan_song.wounds.score import grant_ap, initiative_follows
from gmtrack.rulesets.swan_song.wounds.status import settle_status


def invoke_planned(game: Game, karma: Karma) -> None:
    """`--karma WHO:fight-for-your-life` on a line that may fell WHO: paid only if they fall."""
    for who_id in sorted(karma.who_uses(FIGHT)):
        who = game.fighter(who_id)
        if who.fallen is not None:
            invoke(game, who)


def invoke(game: Game, who: Fighter) -> None:
    """Up again to the end of the round. Raises Refusal (`karma`)."""
    fallen = who.fallen
    if who.status == "up" or fallen is None or not game.fight.running:
        game.deny("karma", f"{who.id} has not just fallen")
    if who.ffyl_round == game.fight.round:
        game.deny("karma", f"{who.id} has already fought for their life in this round")
    if who.status == "dead" and not game.house.ffyl_instant_death:
        game.deny("karma", f"{who.id} is dead (house rule `ffyl_instant_death`)")
    with game.draft.by("SS-KAR-05, SS-FFYL-01"):
        spend(game, who, 1, FIGHT)
    with game.draft.by("SS-FFYL-01, SS-FFYL-02, R-FFYL-1, R-FFYL-8"):
        stay_up(game, who, fallen)
    if who.score is not None and who.score <= 0:
        with game.draft.by("SS-FFYL-03, R-FFYL-2"):
            who.score = 1
            who.coin = None
            who.acted = False
            who.ap_granted = False
    grant_ap(game, who)


def stay_up(game: Game, who: Fighter, fallen: Data) -> None:
    """On their feet until the round ends."""
    who.ffyl = {"round": game.fight.round, "kill": False, "healed": False}
    who.ffyl_round = game.fight.round
    who.status = "up"
    who.dying_rounds = None
    if fallen.get("prone"):
        who.prone = False
    who.fallen = None
    game.effect(who, FIGHT, until="round-end")
    game.report.tell("ffyl", "good", who=who.name)


def enemies(game: Game, one: Fighter, other: Fighter) -> bool:
    """Any other side, where `pc` and `ally` are one."""
    sides = ["friend" if f.side in FRIENDS else f.side for f in (one, other)]
    return sides[0] != sides[1]


def note_kill(game: Game, who: Fighter, victim: Fighter, core_before: int, dead: bool) -> None:
    """The killing blow that saves."""
    if who.ffyl is None or not enemies(game, who, victim):
        return
    died = not dead and victim.status == "dead"
    downed = core_before > 0 and (victim.core or 0) <= 0
    if died or (downed and game.house.ffyl_kill == "down_or_dead"):
        with game.draft.by("SS-FFYL-05, R-FFYL-4"):
            who.ffyl = {**who.ffyl, "kill": True}
            game.report.tell("ffyl.kill", "good", who=who.name)


def note_recovery(who: Fighter, points: int) -> None:
    """A hit point recovered in this round."""
    if who.ffyl is not None and points >= 1:
        with who.draft.by("SS-FFYL-05"):
            who.ffyl = {**who.ffyl, "healed": True}


def settle_last_fight(game: Game, who: Fighter) -> None:
    """Round end: saved with at least 1 hit point and half the strain, or down as they would have
    been."""
    if who.ffyl is None:
        return
    if who.ffyl["kill"] or who.ffyl["healed"]:
        with game.draft.by("SS-FFYL-05, R-FFYL-6"):
            pull_through(game, who)
    else:
        with game.draft.by("SS-FFYL-06, R-FFYL-7"):
            who.ffyl = None
            game.report.tell("ffyl.lost", "bad", who=who.name)
    settle_status(game, who)


def pull_through(game: Game, who: Fighter) -> None:
    """At least 1 hit point, and half the strain."""
    who.ffyl = None
    pools = who.pools()
    with initiative_follows(game, who):
        if pools:
            setattr(who, pools[-1], max(1, who.points(pools[-1])))
        who.strain = game.house.div(who.strain, 2)
    who.crit_latch = False
    game.report.tell("ffyl.saved", "good", who=who.name)
