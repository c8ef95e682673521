"""4.Z turn selection, 3.4: who comes next, and what begins and ends with a phase."""

from gmtrack.core.report import Part
from gmtrack.rulesets.swan_song.game import Game
from gmtrack.rulesets.swan_song.lastfight import settle_last_fight
from gmtrack.rulesets.swan_song.live import Fighter, PhaseKind
from gmtrack.rulesets.swan_song.order import may_act, rank_of
from gmtrack.rulesets.swan_song.rolls import roll_sum
from gmtrack.rulesets.swan_song.rounds import close_pass, end_round
from gmtrack.rulesets.swan_song.timed import due_now


def toss_all(game: Game) -> None:
    """Coins for all full ties among those who have phases to come."""
    groups: dict[tuple[int, int, int], list[Fighter]] = {}
    for who in game.everybody():
        if may_act(game, who):
            groups.setdefault(rank_of(who, game.house)[:3], []).append(who)
    for tied in groups.values():
        toss(game, tied)


def toss(game: Game, tied: list[Fighter]) -> None:
    """SS-INIT-09: a die each, the highest first; equal ones again."""
    if len(tied) < 2 or game.house.choice("tie_break", "simultaneous"):
        return
    coins = [who.coin for who in tied]
    if None not in coins and len(set(coins)) == len(coins):
        return
    left = tied
    while left:
        for who in left:
            who.coin = roll_sum(game, "coin", who.id, (Part("coin", 1),))
        faces = [who.coin for who in tied]
        left = [who for who in tied if faces.count(who.coin) > 1]
    game.report.tell("coins", who=max(tied, key=lambda w: w.coin or 0).name)


def choose(game: Game) -> Fighter | None:
    """The highest Score that has not acted; phases lost to Interrupts or to a critical glitch
    are passed over (R-ACT-6, SS-SUR-11)."""
    while True:
        ready = [who for who in game.everybody() if may_act(game, who)]
        if not ready:
            return None
        top = max(rank_of(who, game.house)[:3] for who in ready)
        tied = [who for who in ready if rank_of(who, game.house)[:3] == top]
        toss(game, tied)
        first = max(tied, key=lambda who: who.coin or 0)
        if not passed_over(game, first):
            return first


def passed_over(game: Game, who: Fighter) -> bool:
    """A slot that is lost: it counts as the phase of this pass."""
    if who.skip_phases > 0:
        who.skip_phases -= 1
        who.surprised_by = "none"
        who.acted = True
        game.report.tell("phase-skipped", "bad", who=who.name)
        return True
    if phase_lost(game, who):
        who.acted = True
        game.report.tell("phase-lost", "bad", who=who.name)
        return True
    return False


def phase_lost(game: Game, who: Fighter) -> bool:
    """SS-ACT-15, R-ACT-6: Interrupts have used the last AP."""
    return (
        who.ap == 0
        and who.ap_granted
        and who.sheet.ap_base > 0
        and game.house.on("phase_lost_at_zero_ap")
    )


def advance(game: Game) -> None:
    """Open the next phase; let timed items go off at their count; close passes that nobody is
    left in, and the round after the last (SS-INIT-14..17, SS-TIMED-04)."""
    while True:
        if game.fight.due or open_queued(game):
            return
        first = choose(game)
        if due_now(game, None if first is None else first.score):
            return
        if first is not None:
            open_phase(game, first)
            return
        if open_last(game) or wait_for_delayers(game):
            return
        close_pass(game)
        if not any(may_act(game, who) for who in game.everybody()):
            end_round(game)
            return


def open_queued(game: Game) -> bool:
    """Delayed phases booked after the one that has ended, then the one that was interrupted
    (SS-DELAY-02, -05, R-INIT-13, R-DEL-10)."""
    queue = [entry for entry in game.fight.queue if entry["who"] in game.draft.encounter.combatants]
    finish = game.house.on("simultaneous_finish")
    able = [
        game.fighter(entry["who"])
        for entry in queue
        if game.fighter(entry["who"]).status == "up" or (entry["together"] and finish)
    ]
    if able:
        toss(game, [who for who in able if rank_of(who, game.house)[:3] == best(game, able)])
        first = first_in(game, able)
        game.fight.queue = [entry for entry in queue if entry["who"] != first.id]
        open_delayed(game, first)
        return True
    if queue:
        game.fight.queue = []
    back = game.fight.reopen
    game.fight.reopen = None
    if back is None or back not in game.draft.encounter.combatants:
        return False
    who = game.fighter(back)
    if who.status != "up" or who.acted:
        return False
    open_phase(game, who)
    return True


def first_in(game: Game, able: list[Fighter]) -> Fighter:
    """R-DEL-5: the highest first; by house rule carried ones the other way round."""
    carried = all(who.delayed is not None and who.delayed["carried"] for who in able)
    choose_by = min if carried and game.house.choice("delay_first_order", "reverse") else max
    return choose_by(able, key=lambda who: rank_of(who, game.house))


def best(game: Game, able: list[Fighter]) -> tuple[int, int, int]:
    return max(rank_of(who, game.house)[:3] for who in able)


def open_last(game: Game) -> bool:
    """SS-DELAY-07..09: those who want to be last, the lowest Score first."""
    last = [
        who
        for who in game.everybody()
        if who.delayed is not None and who.delayed["last"] and who.status == "up"
    ]
    if not last:
        return False
    first = min(last, key=lambda who: rank_of(who, game.house))
    tied = [who for who in last if who.score == first.score]
    if len(tied) > 1 and game.house.choice("delay_last_tie", "carry"):
        for who in tied:
            who.delayed = {**(who.delayed or {}), "last": False}
        return False
    open_delayed(game, first)
    return True


def wait_for_delayers(game: Game) -> bool:
    """The count waits once for those who still hold an action."""
    holding = [
        who
        for who in game.everybody()
        if who.delayed is not None and not who.delayed["carried"] and who.status == "up"
    ]
    if not holding or game.fight.waited:
        return False
    game.fight.waited = True
    game.fight.active = None
    names = ", ".join(who.name for who in holding)
    game.report.tell("waiting", "head", who=names)
    return True


def open_phase(game: Game, who: Fighter) -> None:
    """3.4, a normal Action Phase starts; a carried delay not yet used is lost (SS-DELAY-11)."""
    if who.delayed is not None and who.delayed["carried"]:
        who.delayed = None
        game.report.tell("delay.lost", "bad", who=who.name)
    begin_phase(game, who, "normal")


def open_delayed(game: Game, who: Fighter) -> None:
    """SS-DELAY-03, -10, R-DEL-2, -3: the held phase; a carried one uses its frozen AP."""
    held = who.delayed or {"carried": False, "ap": 0, "last": False}
    who.delayed = None
    if held["carried"]:
        who.frozen = {"own_ap": who.ap}
        who.ap = int(held["ap"])
    begin_phase(game, who, "carried" if held["carried"] else "delayed")
    game.fight.late = bool(held["last"] or held["carried"])
    game.fight.waited = False


def begin_phase(game: Game, who: Fighter, kind: PhaseKind) -> None:
    fight = game.fight
    fight.active = who.id
    fight.phase_kind = kind
    fight.touched = False
    fight.late = False
    who.defended_count = 0
    who.defends_surprised = False
    if game.house.choice("surprise_ends", "phase_start"):
        who.surprised_by = "none"
    if game.house.choice("running_until", "next_phase"):
        who.running = False
        who.sprinting = False
    who.attack_used = False
    who.moved = False
    who.ran = False
    if game.house.choice("free_action_per", "phase"):
        who.free_used = 0
    game.report.tell(
        f"phase.{kind}", "head", who=who.name, score=who.score, ap=who.ap, pass_=fight.pass_
    )


def close_phase(game: Game) -> None:
    """3.4, own Action Phase ends."""
    active = game.fight.active
    game.fight.active = None
    for other in game.everybody():
        other.fallen = None
    if active is None or active not in game.draft.encounter.combatants:
        return
    who = game.fighter(active)
    who.intercepted = False
    who.passed = []
    if game.house.choice("running_until", "phase_end"):
        who.running = False
        who.sprinting = False
    if game.house.choice("surprise_ends", "phase_end"):
        who.surprised_by = "none"
    if who.ffyl is not None and game.house.choice("ffyl_span", "one_phase"):
        settle_last_fight(game, who)
    if game.fight.phase_kind != "carried":
        who.acted = True
        return
    frozen = who.frozen or {"own_ap": 0}
    who.ap = int(frozen["own_ap"])
    who.frozen = None
    if game.house.choice("delay_carry", "replaces"):
        who.acted = True
