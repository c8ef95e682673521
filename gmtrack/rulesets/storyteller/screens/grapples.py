"""Grapples of simulated combatants with sense: what the next step of one comes to, and which move
the winner of a contest makes."""

from collections.abc import Collection, Iterator, Mapping, Sequence

from gmtrack.core.intents import Act, Intent, Options
from gmtrack.core.report import total
from gmtrack.core.values import replace as changed
from gmtrack.rulesets.port import Hold, Way
from gmtrack.rulesets.storyteller.dice import pool_of, wound_part
from gmtrack.rulesets.storyteller.screens.likeness import BRUISE
from gmtrack.rulesets.storyteller.sheet.game import Scene, defense_against
from gmtrack.rulesets.storyteller.sheet.state import Fighter
from gmtrack.rulesets.storyteller.turn.order import (
    can_contest,
    has_action,
    is_at_liberty,
    reason_against_contest,
)
from gmtrack.rulesets.storyteller.wounds.events import is_out, other_in_grapple

CHANCE_DIE = 0.1
FAILS = 0.7
"""The chance that a die shows no success."""
MOST_TENS = 3
"""The successes of one die, with its tens, up to which they are counted."""
DAMAGE, FREE = "damage", "break-free"
"""The moves that a winner chooses from."""
MOVED = ("grapple", "take-move")
"""The actions in which moves are named."""


def grapple_steps(
    scene: Scene, me: Fighter, foes: Sequence[str]
) -> Iterator[Hold]:
    """Yield the contest of the grapple in which `me` is; outside of a grapple, a grab at each of
    the foes who is in none and whom `me` would hold. Nothing if `me` cannot act."""
    if not is_at_liberty(me) or not has_action(scene, me):
        return
    other = other_in_grapple(scene, me)
    if other is not None:
        can_roll = can_contest(scene, me) and other.id in foes
        if can_roll and reason_against_contest(scene, me, other) is None:
            contest = Act(
                me.id, "grapple", options=options_of_contest(me, other)
            )
            yield expect_contest(Way(contest), me, other)
        return
    if scene.house.grapple_actions != "contest_only":
        return
    for foe in map(scene.fighter, foes):
        is_hidden = scene.concealment_of(foe) == "full"
        holds = best_move(me, foe) == DAMAGE
        if not holds or is_out(foe) or foe.read_grapple() or is_hidden:
            continue
        grab = Way(Act(me.id, "grab", (foe.id,)))
        yield expect_contest(grab, me, foe)._replace(
            chance=chance_to_grab(me, foe)
        )


def expect_contest(way: Way, me: Fighter, foe: Fighter) -> Hold:
    """Return what a round of a grapple with a foe comes to: the boxes that it costs the foe, and
    the chance that the foe does not win it."""
    armor = sum(piece.general for piece in foe.sheet.armor)
    boxes = lost = 0.0
    theirs = successes(contest_dice(foe))
    for mine, likely in successes(contest_dice(me)).items():
        for other, chance in theirs.items():
            boxes += likely * chance * max(0, mine - other - armor)
            lost += likely * chance * (other > mine)
    return Hold(way, foe.id, 1.0, BRUISE * boxes, 1.0 - lost)


def options_of_contest(me: Fighter, other: Fighter) -> Options:
    """Return the options of a contest in which each makes the move that is best for them."""
    words = (
        f"move={best_move(me, other)}",
        f"counter-move={best_move(other, me)}",
    )
    return Options(words=words)


def best_move(me: Fighter, other: Fighter) -> str:
    """Return the move of `me`, if they win: to hurt the other one whom they hold more easily than
    they are held, else to break free."""
    mine, theirs = contest_dice(me), contest_dice(other)
    armor = sum(piece.general for piece in other.sheet.armor)
    return DAMAGE if (mine - theirs) * (1 - FAILS) > max(1, armor) else FREE


def contest_dice(who: Fighter) -> int:
    """Return the dice of a contest; 0 or less for a chance die."""
    parts = pool_of(who, "strength", "brawl", rules="ST-074")
    return total((*parts, *wound_part(who)))


def chance_to_grab(me: Fighter, foe: Fighter) -> float:
    """Return the chance of a grab against the whole Defense of a foe."""
    dice = contest_dice(me) - defense_against(foe, me.id)
    return 1 - FAILS**dice if dice > 0 else CHANCE_DIE


def successes(dice: int) -> Mapping[int, float]:
    """Return the chance of each number of successes of a pool, with 10-again."""
    if dice <= 0:
        return {0: 1 - CHANCE_DIE, 1: CHANCE_DIE}
    one = {0: FAILS}
    for count in range(1, MOST_TENS):
        one[count] = 0.1 ** (count - 1) * (0.2 + 0.1 * FAILS)
    one[MOST_TENS] = 1 - sum(one.values())
    found: dict[int, float] = {0: 1.0}
    for _ in range(dice):
        added: dict[int, float] = {}
        for so_far, likely in found.items():
            for more, chance in one.items():
                number = so_far + more
                added[number] = added.get(number, 0.0) + likely * chance
        found = added
    return found


def with_sensible_moves(
    scene: Scene, intent: Intent, sensible: Collection[str]
) -> Intent:
    """Return a contest, or the move that was won, with the best moves of those of the two who are
    sensible; another intent as it is."""
    if not isinstance(intent, Act) or intent.action not in MOVED:
        return intent
    me = scene.fighter(intent.who)
    other = other_in_grapple(scene, me)
    if other is None:
        return intent
    words = [f"move={best_move(me, other) if me.id in sensible else FREE}"]
    if intent.action == "grapple":
        counter = best_move(other, me) if other.id in sensible else FREE
        words.append(f"counter-move={counter}")
    options = intent.options._replace(words=tuple(words))
    return changed(intent, options=options)
