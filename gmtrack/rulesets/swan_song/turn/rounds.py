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
    """What the phase resets, kept while somebody may still come in before it."""
    if any(other.delayed is not None for other in game.everybody() if other is not who):
        with game.draft.by("R-DEL-10"):
            who.frozen = {"before": {name: getattr(who, name) for name in RESET}}


def start_pass(game: Game) -> None:
    """Free Actions and AP, and nobody has acted."""
    with game.draft.by("SS-INIT-02, SS-ACT-07"):
        game.fight.waited = False
        for who in game.everybody():
            who.lapse("pass")
            who.slot = who.score
            grant_now(game, who)


def grant_now(game: Game, who: Fighter) -> None:
    if who.score is None:
        return
    first = game.fight.pass_ == 1 and not game.house.pass_one_needs_positive
    if who.score > 0 or first or game.house.ap_at_zero_score == "base":
        with game.draft.by("SS-ACT-02, R-INIT-9"):
            who.ap = who.sheet.ap_base
            who.ap_granted = True


def close_pass(game: Game) -> None:
    """Every Score -10; delayers freeze their AP, other unspent AP are lost."""
    with game.draft.by("SS-INIT-15, R-INIT-10"):
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
    with who.draft.by("SS-ACT-03"):
        who.ap = 0


def carry(game: Game, who: Fighter) -> None:
    """An action still held goes into the next pass with its AP."""
    if who.delayed is None or who.delayed["carried"]:
        return
    rules = "SS-DELAY-10, R-DEL-2, R-DEL-3"
    if game.house.delay_carry == "forbidden":
        lose_delayed(game, who, rules)
        return
    frozen = who.ap if game.house.delay_ap == "frozen" else 0
    with game.draft.by(rules):
        who.delayed = {**who.delayed, "carried": True, "last": False, "ap": frozen}


def end_round(game: Game, *, final: bool = False) -> None:
    """Round end; `final`: the fight ends with it."""
    fight = game.fight
    with game.draft.by("SS-INIT-17"):
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
        lose_delayed(game, who, "SS-DELAY-12")
    if who.extended is not None:
        game.report.tell("extended.lost", "bad", who=who.name, what=who.extended["name"])
        with game.draft.by("SS-ACT-12, R-ACT-8"):
            who.extended = None
    settle_last_fight(game, who)
    count_down(game, who)
    clocks(game, who)
    with game.draft.by("SS-EFF-12, R-EFF-14"):
        who.cannot_stand_rounds = max(0, who.cannot_stand_rounds - 1)
    with game.draft.by("SS-MOVE-02, SS-MOVE-04, SS-DEF-02"):
        who.lapse("round")
    lose_ap(who)
    if game.house.running_until == "round_end":
        stop_running(who)


def lose_delayed(game: Game, who: Fighter, rules: str) -> None:
    with game.draft.by(rules):
        who.delayed = None
        game.report.tell("delay.lost", "bad", who=who.name)


def stop_running(who: Fighter) -> None:
    with who.draft.by("SS-EFF-23, R-MOV-6"):
        who.running = False
        who.sprinting = False
