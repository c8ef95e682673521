"""The order of phases: who comes next, and what begins and ends with a phase (SS-INIT-14,
R-INIT-11)."""

from gmtrack.core.encounter import Data
from gmtrack.core.report import Part
from gmtrack.rulesets.kit.own.moments import pass_moment
from gmtrack.rulesets.kit.rolloff import has_to_be_secret
from gmtrack.rulesets.kit.seated import has_fixed_place
from gmtrack.rulesets.swan_song.dice import ROLLS, roll_sum
from gmtrack.rulesets.swan_song.sheet.fighter import Fighter
from gmtrack.rulesets.swan_song.sheet.game import Game, has_phase_left, rank_of
from gmtrack.rulesets.swan_song.sheet.state import PhaseKind
from gmtrack.rulesets.swan_song.turn.rounds import (
    close_pass,
    end_round,
    keep_reset_fields,
    lose_delayed,
    note_due_items,
    stop_running,
)
from gmtrack.rulesets.swan_song.wounds.damage import settle_last_fight
from gmtrack.rulesets.swan_song.wounds.events import (
    end_by_going_out,
    knock_prone,
)


def toss_all_coins(game: Game) -> None:
    """Toss coins for all full ties among those who have phases to come."""
    groups: dict[tuple[int, int, int], list[Fighter]] = {}
    for who in game.everybody():
        if has_phase_left(game, who):
            groups.setdefault(rank_of(who, game.house)[:3], []).append(who)
    for tied in groups.values():
        toss_coins(game, tied)


def toss_coins(game: Game, tied: list[Fighter]) -> None:
    """Toss coins among tied fighters, if they have no different ones yet; the highest comes
    first.

    Those who are equal toss again among themselves. `coin` is the face, or after a second toss
    the place counted from the last. By house rule they act together and toss nothing. Those with
    a fixed place toss nothing either: they come as they stand in the file."""
    if len(tied) < 2 or game.house.tie_break == "simultaneous":
        return
    if any(map(has_fixed_place, tied)):
        return
    coins = [who.coin for who in tied]
    if None not in coins and len(set(coins)) == len(coins):
        return
    faces = roll_coins(game, tied)
    ranked = sorted(tied, key=lambda who: faces[who.id])
    once = all(len(thrown) == 1 for thrown in faces.values())
    with game.draft.by("SS-INIT-09"):
        for place, who in enumerate(ranked, 1):
            who.coin = faces[who.id][0] if once else place
    game.report.tell("coins", who=ranked[-1].name)


def roll_coins(game: Game, tied: list[Fighter]) -> dict[str, list[int]]:
    """Return the faces that each has tossed until nobody is equal to anybody."""
    coin, secret = (
        (Part("coin", 1, ROLLS["coin"]),),
        has_to_be_secret(game, tied),
    )
    rivals = [who.id for who in tied]
    faces = {
        who.id: [
            roll_sum(game, "coin", who.id, coin, secret=secret, rivals=rivals)
        ]
        for who in tied
    }
    for face in {thrown[0] for thrown in faces.values()}:
        equal = [who for who in tied if faces[who.id] == [face]]
        if len(equal) > 1:
            for who_id, more in roll_coins(game, equal).items():
                faces[who_id] = [face, *more]
    return faces


def choose_next(game: Game) -> Fighter | None:
    """Return the one with the highest Score who has not acted, or None if nobody is left in the
    pass.

    Passes over those who have lost their phase."""
    while True:
        ready = [who for who in game.everybody() if has_phase_left(game, who)]
        if not ready:
            return None
        top = max(rank_of(who, game.house)[:3] for who in ready)
        tied = [who for who in ready if rank_of(who, game.house)[:3] == top]
        toss_coins(game, tied)
        first = max(tied, key=lambda who: who.coin or 0)
        if not loses_phase(game, first):
            return first


def loses_phase(game: Game, who: Fighter) -> bool:
    """Whether `who` loses the phase of this pass, to a critical glitch or because Interrupts
    took the last AP.

    If so, notes it as their phase and tells of it. Depends on the house rule
    `phase_lost_at_zero_ap`."""
    if who.skip_phases > 0:
        with game.draft.by("SS-SUR-11, R-SUR-3"):
            who.skip_phases -= 1
            who.surprised_by = "none"
            who.acted = True
        game.report.tell("phase-skipped", "bad", who=who.name)
        return True
    used = who.ap == 0 and who.ap_granted and who.sheet.ap_base > 0
    if used and game.house.phase_lost_at_zero_ap:
        # Interrupts have taken the last AP.
        with game.draft.by("SS-ACT-15, R-ACT-6"):
            who.acted = True
        game.report.tell("phase-lost", "bad", who=who.name)
        return True
    return False


def open_next_phase(game: Game) -> None:
    """Open the next phase, with all that comes before it.

    Timed items go off at their count, passes in which nobody is left close, and the round ends
    after the last."""
    while True:
        if game.fight.due or open_queued(game):
            return
        first = choose_next(game)
        if note_due_items(game, None if first is None else first.score):
            return
        if first is not None:
            open_normal(game, first)
            return
        if open_last(game) or wait_for_delayers(game):
            return
        close_pass(game)
        if not any(has_phase_left(game, who) for who in game.everybody()):
            end_round(game)
            return


def open_normal(game: Game, who: Fighter) -> None:
    """Open the normal Action Phase of `who`; a carried delay not yet used is lost."""
    keep_reset_fields(game, who)
    if who.delayed is not None and who.delayed["carried"]:
        lose_delayed(game, who, "SS-DELAY-11, R-DEL-11")
    with game.draft.by("SS-INIT-14"):
        begin_turn(game, who, "normal")


def restart_order(game: Game) -> None:
    """Let the highest Score have the first phase of a round in which nothing has been done, after
    somebody has come in. The phase that was open opens again when its Score comes."""
    actor = game.fighter(str(game.fight.active))
    first = choose_next(game)
    if first is None or first.id == actor.id:
        return
    with game.draft.by("SS-INIT-03, SS-INIT-04"):
        before = (actor.frozen or {}).get("before", {})
        for name, value in before.items():
            setattr(actor, name, value)
        actor.frozen = {"begun": True}
        game.fight.active = None
    open_next_phase(game)


QUEUED = "SS-DELAY-02, R-INIT-13"
"""The rules by which delayed phases come one after the other."""


def open_queued(game: Game) -> bool:
    """Open the next delayed phase of the queue and return whether there was one.

    A phase that was interrupted comes first. Who is booked after a phase that was put off waits
    for it."""
    fight = game.fight
    queue = [entry for entry in fight.queue if can_take_phase(game, entry)]
    back = [game.fighter(entry["who"]) for entry in queue if entry.get("back")]
    waits = fight.reopen or "nobody"
    able = [
        game.fighter(entry["who"])
        for entry in queue
        if entry.get("after") != waits
    ]
    if back or able:
        first = back[-1] if back else first_of(game, able)
        with game.draft.by(QUEUED):
            fight.queue = [entry for entry in queue if entry["who"] != first.id]
        put_off = find_put_off(queue, first)
        if put_off is not None:
            resume_phase(game, first, put_off)
            return True
        open_delayed(game, first)
        with game.draft.by(QUEUED):
            fight.together = any(
                e["who"] == first.id and e.get("together") for e in queue
            )
        return True
    if fight.reopen is None:
        with game.draft.by(QUEUED):
            fight.queue = []
        return False
    # Their phase comes when their Score does, which may have changed meanwhile (R-INIT-11).
    if fight.reopen in game.draft.encounter.combatants and has_phase_left(
        game, game.fighter(fight.reopen)
    ):
        return False
    with game.draft.by(QUEUED):
        fight.reopen = None
    return open_queued(game)


def can_take_phase(game: Game, entry: Data) -> bool:
    """Whether a booked phase can still come: its owner holds it and is up, or finishes together
    with the one that felled them (R-INIT-13). Depends on the house rule `simultaneous_finish`."""
    if entry["who"] not in game.draft.encounter.combatants:
        return False
    who = game.fighter(entry["who"])
    if entry.get("goes_on"):
        there = not game.draft.encounter.away(who.id)
        return there and who.status == "up"
    together = bool(entry.get("together")) and game.house.simultaneous_finish
    return who.delayed is not None and (who.status == "up" or together)


def put_off_phase(game: Game) -> None:
    """Put the open phase off, so that it goes on where it was after the one that comes in before
    it. A phase in which something was done, without any AP left, is over instead. Does nothing if
    nobody acts."""
    fight = game.fight
    if fight.active is None:
        return
    actor = game.fighter(fight.active)
    if (fight.touched and actor.ap == 0) or actor.status != "up":
        close_phase(game)
        return
    entry = {
        "who": actor.id,
        "together": False,
        "back": True,
        "goes_on": fight.phase_kind,
        "touched": fight.touched,
    }
    with game.draft.by("ALL-TURN-01"):
        fight.queue = [*fight.queue, entry]
        fight.active = None


def find_put_off(queue: list[Data], who: Fighter) -> Data | None:
    """Return the entry of the phase of `who` that the GM has put off; None if there is none."""
    return next(
        (
            entry
            for entry in queue
            if entry["who"] == who.id and entry.get("goes_on")
        ),
        None,
    )


def resume_phase(game: Game, who: Fighter, entry: Data) -> None:
    """Go on with a phase that the GM has put off; nothing of its beginning happens again."""
    fight = game.fight
    with game.draft.by("ALL-TURN-01"):
        fight.active = who.id
        fight.phase_kind = entry["goes_on"]
        fight.touched = bool(entry.get("touched"))
        fight.late = False
        fight.together = False
    game.report.tell(
        "phase.goes-on", "head", who=who.name, score=who.score, ap=who.ap
    )


def first_of(game: Game, able: list[Fighter]) -> Fighter:
    """Return who of these comes first: by Reaction, Intuition and coin; carried phases by Score
    (R-DEL-5). Depends on the house rule `delay_first_order`."""
    if all(who.delayed is not None and who.delayed["carried"] for who in able):
        choose_by = min if game.house.delay_first_order == "reverse" else max
        top = choose_by(rank_of(who, game.house)[:3] for who in able)
        tied = [who for who in able if rank_of(who, game.house)[:3] == top]
    else:
        best = max(rank_of(who, game.house)[1:3] for who in able)
        tied = [who for who in able if rank_of(who, game.house)[1:3] == best]
    toss_coins(game, tied)
    return max(tied, key=lambda who: who.coin or 0)


def open_last(game: Game) -> bool:
    """Open the phase of those who want to be last, the lowest Score first; return whether there
    was one.

    Equal ones act together, or by house rule carry their phase on."""
    last = [
        who
        for who in game.everybody()
        if who.delayed is not None
        and who.delayed["last"]
        and who.status == "up"
    ]
    if not last:
        return False
    lowest = min(who.score or 0 for who in last)
    tied = [who for who in last if (who.score or 0) == lowest]
    carried = len(tied) > 1 and game.house.delay_last_tie == "carry"
    with game.draft.by("SS-DELAY-07, SS-DELAY-08, R-DEL-8"):
        if carried:
            for who in tied:
                who.delayed = {**(who.delayed or {}), "last": False}
        else:
            game.fight.queue = [
                {"who": who.id, "together": len(tied) > 1} for who in tied
            ]
    return open_last(game) if carried else open_queued(game)


def wait_for_delayers(game: Game) -> bool:
    """Stop the count once in a pass for those who still hold an action, and tell it; return
    whether it stopped."""
    holding = [
        w
        for w in game.everybody()
        if w.delayed is not None and w.status == "up"
    ]
    if not holding or game.fight.waited:
        return False
    with game.draft.by("R-DEL-11"):
        game.fight.waited = True
        game.fight.active = None
    names = ", ".join(who.name for who in holding)
    game.report.tell("waiting", "head", who=names)
    return True


def open_delayed(game: Game, who: Fighter) -> None:
    """Open the held phase of `who`; a carried one has the AP that were left when it was carried.
    Depends on the house rule `delay_ap`."""
    held = who.delayed or {"carried": False, "ap": 0, "last": False}
    keep_reset_fields(game, who)
    with game.draft.by("SS-DELAY-02, SS-DELAY-03, R-DEL-2"):
        who.delayed = None
        if held["carried"] and game.house.delay_ap != "current_pass":
            with game.draft.by("SS-DELAY-10, R-DEL-3"):
                who.frozen = {**(who.frozen or {}), "own_ap": who.ap}
                who.ap = int(held["ap"])
        begin_turn(game, who, "carried" if held["carried"] else "delayed")
        game.fight.late = bool(held["last"] or held["carried"])
        game.fight.waited = False


def begin_turn(game: Game, who: Fighter, kind: PhaseKind) -> None:
    """Begin a phase of this kind, and end what lasts until it; one that opens again has begun
    before. Depends on the house rules `free_action_per`, `running_until` and `surprise_ends`."""
    fight = game.fight
    begun = fight.reopen == who.id or bool((who.frozen or {}).get("begun"))
    begins = kind == "normal" and not begun
    fight.active = who.id
    fight.phase_kind = kind
    if fight.reopen == who.id:
        fight.reopen = None
    fight.touched = False
    fight.late = False
    fight.together = False
    with game.draft.by("SS-ACT-05, SS-DEF-17, R-DEF-5"):
        who.lapse("next-phase")
    if game.house.surprise_ends == "phase_start":
        end_surprise(who)
    if game.house.running_until == "next_phase":
        stop_running(who)
    if game.house.free_action_per == "phase":
        who.free_used = 0
    game.report.tell(
        f"phase.{kind}",
        "head",
        who=who.name,
        score=who.score,
        ap=who.ap,
        pass_=fight.pass_,
    )
    if begins:
        pass_moment(game, "turn-start", who)


def end_surprise(who: Fighter) -> None:
    """End the surprise of `who`."""
    with who.draft.by("SS-SUR-07, R-SUR-1"):
        who.surprised_by = "none"


PHASE_END = "SS-INIT-02, SS-INIT-14"


def close_phase(game: Game) -> None:
    """End the open phase, if there is one. Nobody can fight for their life any more who fell in
    it."""
    active = game.fight.active
    with game.draft.by(PHASE_END):
        game.fight.active = None
    with game.draft.by("R-KAR-2"):
        # Until now a fall could be fought.
        for other in game.everybody():
            other.fallen = None
    if active is None or active not in game.draft.encounter.combatants:
        return
    end_turn(game, game.fighter(active))


def end_turn(game: Game, who: Fighter) -> None:
    """End what lasts until the end of the phase of `who`, and note that they have acted; a
    carried phase leaves them the AP of their own one. Somebody who is down goes out now. Depends
    on the house rules `delay_carry`, `ffyl_span`, `running_until` and `surprise_ends`."""
    with game.draft.by("SS-INT-05, R-INT-4"):
        who.lapse("phase")
    if game.house.running_until == "phase_end":
        stop_running(who)
    if game.house.surprise_ends == "phase_end":
        end_surprise(who)
    if who.ffyl is not None and game.house.ffyl_span == "one_phase":
        settle_last_fight(game, who)
    with game.draft.by("R-DEL-3"):
        # A carried phase had AP of its own.
        frozen, who.frozen = who.frozen or {}, None
        who.ap = int(frozen.get("own_ap", who.ap))
    if (
        game.fight.phase_kind != "carried"
        or game.house.delay_carry == "replaces"
    ):
        with game.draft.by(PHASE_END):
            who.acted = True
    if who.status != "up":
        # They have finished together with the one who felled them.
        with game.draft.by("R-INIT-13, R-DIE-9"):
            end_by_going_out(game, who)
            knock_prone(game, who, tell=False)
    pass_moment(game, "turn-end", who)
