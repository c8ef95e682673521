"""What begins and ends with a pass and with a round."""

from gmtrack.rulesets.swan_song.sheet.game import Game
from gmtrack.rulesets.swan_song.sheet.live import Fighter
from gmtrack.rulesets.swan_song.sheet.order import may_act
from gmtrack.rulesets.swan_song.turn.timed_items import due_at_end
from gmtrack.rulesets.swan_song.wounds.bleeding import clocks
from gmtrack.rulesets.swan_song.wounds.effects import count_down
from gmtrack.rulesets.swan_song.wounds.fight_for_your_life import settle_last_fight

PASS_COST = 10
"""SS-INIT-15"""
RESET = (
    "delayed", "defended_count", "defends_surprised", "surprised_by", "running", "sprinting",
    "attack_used", "moved", "ran", "free_used", "ap",
)  # fmt: skip


def remember(game: Game, who: Fighter) -> None:
    """R-DEL-10: what the phase resets, kept while somebody may still come in before it."""
    if any(other.delayed is not None for other in game.everybody() if other is not who):
        who.frozen = {"before": {name: getattr(who, name) for name in RESET}}


def start_pass(game: Game) -> None:
    """SS-INIT-02, SS-ACT-07: Free Actions, and nobody has acted."""
    game.fight.waited = False
    for who in game.everybody():
        who.lapse("pass")
        who.slot = who.score
        grant_now(game, who)


def grant_now(game: Game, who: Fighter) -> None:
    """SS-ACT-02, R-INIT-9"""
    if who.score is None:
        return
    first = game.fight.pass_ == 1 and not game.house.pass_one_needs_positive
    if who.score > 0 or first or game.house.ap_at_zero_score == "base":
        who.ap = who.sheet.ap_base
        who.ap_granted = True


def close_pass(game: Game) -> None:
    """SS-INIT-15, R-INIT-10: every Score -10; delayers freeze their AP, other unspent AP are
    lost."""
    game.fight.passes_done += 1
    for who in game.everybody():
        carry(game, who)
        lose_ap(who)
        if who.score is not None:
            who.score -= PASS_COST
            who.coin = None
    game.fight.pass_ += 1
    start_pass(game)
    if any(may_act(game, who) for who in game.everybody()):
        game.report.tell("pass", "head", number=game.fight.pass_)


def lose_ap(who: Fighter) -> None:
    """SS-ACT-03"""
    who.ap = 0


def carry(game: Game, who: Fighter) -> None:
    """SS-DELAY-10, R-DEL-2, -3: an action still held goes into the next pass with its AP."""
    if who.delayed is None or who.delayed["carried"]:
        return
    if game.house.delay_carry == "forbidden":
        who.delayed = None
        game.report.tell("delay.lost", "bad", who=who.name)
        return
    frozen = who.ap if game.house.delay_ap == "frozen" else 0
    who.delayed = {**who.delayed, "carried": True, "last": False, "ap": frozen}


def end_round(game: Game, *, final: bool = False) -> None:
    """SS-INIT-17: round end; `final`: the fight ends with it."""
    fight = game.fight
    fight.pass_ = fight.passes_done
    fight.active = None
    fight.round_over = True
    fight.queue = []
    fight.reopen = None
    game.report.tell("round-over.final" if final else "round-over", "head", round=fight.round)
    for who in game.everybody():
        end_of_round(game, who)
    due_at_end(game)


def end_of_round(game: Game, who: Fighter) -> None:
    """What the end of a round does to one combatant."""
    if who.delayed is not None:
        lose_delayed(game, who)
    if who.extended is not None:
        lose_work(game, who, who.extended["name"])
    settle_last_fight(game, who)
    count_down(game, who)
    clocks(game, who)
    steady(who)
    lapse_round(who)
    lose_ap(who)
    if game.house.running_until == "round_end":
        stop_running(who)


def lose_delayed(game: Game, who: Fighter) -> None:
    """SS-DELAY-12"""
    who.delayed = None
    game.report.tell("delay.lost", "bad", who=who.name)


def lose_work(game: Game, who: Fighter, what: str) -> None:
    """SS-ACT-12, R-ACT-8"""
    game.report.tell("extended.lost", "bad", who=who.name, what=what)
    who.extended = None


def steady(who: Fighter) -> None:
    """SS-EFF-12, R-EFF-14"""
    who.cannot_stand_rounds = max(0, who.cannot_stand_rounds - 1)


def lapse_round(who: Fighter) -> None:
    """SS-MOVE-02, SS-MOVE-04, SS-DEF-02: what holds or is counted for a round."""
    who.lapse("round")


def stop_running(who: Fighter) -> None:
    """SS-EFF-23, R-MOV-6"""
    who.running = False
    who.sprinting = False
