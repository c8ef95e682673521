"""The beginning and end of passes and rounds, and the timed items that go off in them (SS-TIMED,
R-TIM)."""

import re
from contextlib import suppress

from gmtrack.core.encounter import Data
from gmtrack.core.names import propose_near_word, squash
from gmtrack.errors import Refusal
from gmtrack.rulesets.kit.own.moments import pass_moment
from gmtrack.rulesets.swan_song.sheet.fighter import Fighter
from gmtrack.rulesets.swan_song.sheet.game import WORDS, Game, has_phase_left
from gmtrack.rulesets.swan_song.wounds.conditions import count_down_effects
from gmtrack.rulesets.swan_song.wounds.damage import (
    settle_last_fight,
    tick_bleeding,
    tick_slow_death,
)


def timed_items(game: Game) -> dict[str, Data]:
    """Return the timed items by id, without those of somebody who has left the fight."""
    there = game.draft.encounter.combatants
    return {
        name: i
        for name, i in game.fight.timed_items.items()
        if i["setter"] in there
    }


def item_time_of(
    game: Game, item: Data
) -> tuple[int, int, str, int | None] | None:
    """Return round, pass, moment and Score at which an item goes off; None: by radio only."""
    when = item.get("goes_off", {})
    if when is None:
        return None
    at = str(when.get("at") or "phase")
    return (
        int(when.get("round") or 1),
        int(when.get("pass") or 1),
        at,
        when.get("score"),
    )


def note_due_items(game: Game, next_score: int | None) -> bool:
    """Note the items whose count has come before the next phase, and return whether there are
    any.

    They go off last among equal Scores, and the count waits for the GM. `next_score` None: no
    phase is left in the pass."""
    fight = game.fight
    due = [
        name
        for name, item in timed_items(game).items()
        if name not in fight.due and is_due(game, item, next_score)
    ]
    if not due:
        return False
    with game.draft.by("SS-TIMED-01, SS-TIMED-04, R-TIM-4"):
        fight.due = [*fight.due, *due]
        fight.active = None
    for name in due:
        game.report.tell(
            "item.due", "bad", item=timed_items(game)[name].get("label") or name
        )
    return True


def is_due(game: Game, item: Data, next_score: int | None) -> bool:
    """Whether the count has come to an item before a phase at `next_score`."""
    when = item_time_of(game, item)
    if when is None:
        return False
    round_, pass_, at, score = when
    fight = game.fight
    if (fight.round, fight.pass_) != (round_, pass_) and at == "phase":
        return (fight.round, fight.pass_) > (round_, pass_)
    if fight.round != round_:
        return fight.round > round_
    if at == "start":
        return True
    if at == "end":
        return False
    count = item_score(game, item, score)
    return next_score is None or next_score < count


def item_score(game: Game, item: Data, frozen: int | None) -> int:
    """Return the Score at which an item goes off: that of its setter at activation (`frozen`),
    by house rule or if it is None the present one (R-TIM-1); 0 if neither is known."""
    now = game.house.timed_item_score == "setter_next_round"
    setter = str(item["setter"])
    if (now or frozen is None) and setter in game.draft.encounter.combatants:
        return game.fighter(setter).score or 0
    return frozen or 0


def note_due_at_round_end(game: Game) -> None:
    """Note the items timed for the end of this round, and those whose pass did not come."""
    fight = game.fight
    with game.draft.by("SS-TIMED-02, SS-TIMED-03"):
        for name, item in timed_items(game).items():
            when = item_time_of(game, item)
            if (
                name not in fight.due
                and when is not None
                and when[0] <= fight.round
            ):
                fight.due = [*fight.due, name]
                game.report.tell(
                    "item.due", "bad", item=item.get("label") or name
                )


def find_item(game: Game, args: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """Return the id of the item that the arguments name, and the words behind it.

    The name may be missing if there is only one item. Raises Refusal `unknown`."""
    there = list(timed_items(game))
    name = match_item(there, args[0]) if args else None
    only = len(there) == 1 and (not args or is_somebody(game, args[0]))
    if name is None and not only:
        hint = propose_near_word(args[0] if args else "", there)
        what = f"no timed item '{args[0]}'" if args else "name the timed item"
        game.deny(WORDS.unknown, f"{what}{hint}")
    return (there[0], args) if name is None else (name, args[1:])


def match_item(there: list[str], word: str) -> str | None:
    """Return the item with this id, else the only one that begins so, else None.

    Another item of the same weapon (`bomb-2`) is not meant by the name of the first."""
    wanted = squash(word) or "-"  # no word begins none
    named = [name for name in there if squash(name).startswith(wanted)]
    rest = {name: squash(name).removeprefix(wanted) for name in named}
    begun = [
        name for name, more in rest.items() if not re.fullmatch(r"-\d+", more)
    ]
    exact = [name for name, more in rest.items() if not more]
    if exact:
        return exact[0]
    return begun[0] if len(begun) == 1 else None


def is_somebody(game: Game, word: str) -> bool:
    """Whether the word names a combatant."""
    with suppress(Refusal):
        return bool(game.named(word))
    return False


def blast_line(game: Game, name: str) -> str:
    """Return the command line that sets an item off."""
    return f"act {timed_items(game)[name]['setter']} detonate {name} TARGET..."


PASS_COST = 10
"""The Score that a pass costs (SS-INIT-15)."""
RESET = (
    "delayed", "defended_count", "defends_surprised", "surprised_by", "running", "sprinting",
    "attack_used", "moved", "ran", "free_used", "ap",
)  # fmt: skip


COLLECTING_EDITION = 3
"""The edition of the rules (`core.draft`) from which on whoever rolls initiative before anything
is done in a round has the place that they roll."""


def find_rollers(game: Game) -> list[Fighter]:
    """Return those who roll initiative: no vehicles, and those who are down only by house rule."""
    down_too = game.house.down_roll_initiative
    return [
        who
        for who in game.everybody()
        if not who.sheet.vehicle
        and (who.status == "up" or (down_too and who.status != "dead"))
    ]


def find_unrolled(game: Game) -> list[Fighter]:
    """Return those who roll initiative and have not done so for this round."""
    return [who for who in find_rollers(game) if who.score is None]


def has_nothing_happened(game: Game) -> bool:
    """Whether nothing has been done yet in this round: its first phase is open, and nobody has had
    or holds one. Always false in a step of a history that an earlier edition wrote."""
    fight = game.fight
    if game.draft.edition < COLLECTING_EDITION or not fight.running:
        return False
    if fight.pass_ != 1 or fight.passes_done or fight.queue or fight.reopen:
        return False
    if fight.active is None or fight.touched or fight.phase_kind != "normal":
        return False
    return not any(
        who.acted or who.delayed is not None for who in game.everybody()
    )


def may_be_preceded(game: Game, who: Fighter) -> bool:
    """Whether somebody may still come in before the phase of `who` that begins: whoever holds one,
    and in the first phase of a round those who have not rolled."""
    others = [other for other in game.everybody() if other is not who]
    if any(other.delayed is not None for other in others):
        return True
    is_new = game.draft.edition >= COLLECTING_EDITION
    is_first = not any(other.acted for other in game.everybody())
    first_pass = game.fight.pass_ == 1 and not game.fight.passes_done
    return is_new and is_first and first_pass and bool(find_unrolled(game))


def keep_reset_fields(game: Game, who: Fighter) -> None:
    """Keep the fields that the start of the phase resets in `who.frozen`, if somebody else may
    still come in before it (R-DEL-10)."""
    if may_be_preceded(game, who):
        with game.draft.by("R-DEL-10"):
            who.frozen = {
                **(who.frozen or {}),
                "before": {name: getattr(who, name) for name in RESET},
            }


def start_pass(game: Game) -> None:
    """Begin a pass: everybody has Free Actions and AP, and nobody has acted."""
    with game.draft.by("SS-INIT-02, SS-ACT-07"):
        game.fight.waited = False
        for who in game.everybody():
            who.lapse("pass")
            who.slot = who.score
            grant_pass_ap(game, who)


def grant_pass_ap(game: Game, who: Fighter) -> None:
    """Give `who` the AP of the pass, if their Score entitles them to any (R-INIT-9). Depends on
    the house rules `ap_at_zero_score` and `pass_one_needs_positive`."""
    if who.score is None:
        return
    first = game.fight.pass_ == 1 and not game.house.pass_one_needs_positive
    if who.score > 0 or first or game.house.ap_at_zero_score == "base":
        with game.draft.by("SS-ACT-02, R-INIT-9"):
            who.ap = who.sheet.ap_base
            who.ap_granted = True


def close_pass(game: Game) -> None:
    """End a pass and start the next: every Score drops by 10, unspent AP are lost.

    Held phases are carried on with their AP."""
    with game.draft.by("SS-INIT-15, R-INIT-10"):
        game.fight.passes_done += 1
        for who in game.everybody():
            carry_delayed(game, who)
            lose_ap(who)
            if who.score is not None:
                who.score -= PASS_COST
                who.coin = None
        game.fight.pass_ += 1
    start_pass(game)
    if any(has_phase_left(game, who) for who in game.everybody()):
        game.report.tell("pass", "head", number=game.fight.pass_)


def lose_ap(who: Fighter) -> None:
    """Take all AP that are left."""
    with who.draft.by("SS-ACT-03"):
        who.ap = 0


def carry_delayed(game: Game, who: Fighter) -> None:
    """Carry a held phase into the next pass with its AP, or lose it by house rule `delay_carry`.
    Does nothing for somebody who holds none, or whose phase was carried already. The AP are kept
    only by house rule `delay_ap`."""
    if who.delayed is None or who.delayed["carried"]:
        return
    rules = "SS-DELAY-10, R-DEL-2, R-DEL-3"
    if game.house.delay_carry == "forbidden":
        lose_delayed(game, who, rules)
        return
    frozen = who.ap if game.house.delay_ap == "frozen" else 0
    with game.draft.by(rules):
        who.delayed = {
            **who.delayed,
            "carried": True,
            "last": False,
            "ap": frozen,
        }


def end_round(game: Game, *, final: bool = False) -> None:
    """End the round for everybody: effects, delays and AP, and the GM's own effects due then.
    `final`: the fight ends with it, which changes only what is told."""
    fight = game.fight
    with game.draft.by("SS-INIT-17"):
        fight.pass_ = fight.passes_done
        fight.active = None
        fight.round_over = True
        fight.queue = []
        fight.reopen = None
    game.report.tell(
        "round-over.final" if final else "round-over", "head", round=fight.round
    )
    for who in game.everybody():
        end_round_for(game, who)
    note_due_at_round_end(game)
    pass_moment(game, "round-end")


def end_round_for(game: Game, who: Fighter) -> None:
    """Apply the end of a round to one combatant: lose delays, Extended Actions and AP, end a
    last fight, count down durations, bleeding and Slow Death. Depends on the house rule
    `running_until`."""
    if who.delayed is not None:
        lose_delayed(game, who, "SS-DELAY-12")
    if who.extended is not None:
        game.report.tell(
            "extended.lost", "bad", who=who.name, what=who.extended["name"]
        )
        with game.draft.by("SS-ACT-12, R-ACT-8"):
            who.extended = None
    settle_last_fight(game, who)
    count_down_effects(game, who)
    # Round end: the bleeding clock of the dying and the clock of Slow Death.
    if (
        who.status == "dying"
        and who.dying_rounds is not None
        and not who.stable
    ):
        with game.draft.by("SS-DIE-06, R-DIE-5"):
            tick_bleeding(game, who, who.dying_rounds - 1)
    if who.status != "dead":
        with game.draft.by("SS-EFF-13, R-EFF-11"):
            tick_slow_death(game, who)
    with game.draft.by("SS-EFF-12, R-EFF-14"):
        who.cannot_stand_rounds = max(0, who.cannot_stand_rounds - 1)
    with game.draft.by("SS-MOVE-02, SS-MOVE-04, SS-DEF-02"):
        who.lapse("round")
    lose_ap(who)
    if game.house.running_until == "round_end":
        stop_running(who)


def lose_delayed(game: Game, who: Fighter, rules: str) -> None:
    """Lose the held phase of `who` under these rules, and tell it."""
    with game.draft.by(rules):
        who.delayed = None
        game.report.tell("delay.lost", "bad", who=who.name)


def stop_running(who: Fighter) -> None:
    """End running and sprinting."""
    with who.draft.by("SS-EFF-23, R-MOV-6"):
        who.running = False
        who.sprinting = False
