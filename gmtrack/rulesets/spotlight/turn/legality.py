"""Checks of who may act now, and the payment: the death spotlight, the phases of a round, AP
(SP-AP, SP-TRIG)."""

from collections.abc import Mapping
from typing import Literal

from gmtrack.core.encounter import Data
from gmtrack.rulesets.spotlight.sheet.game import (
    Game,
    death_choices,
    join_lines,
)
from gmtrack.rulesets.spotlight.sheet.state import Fighter
from gmtrack.rulesets.spotlight.turn.spotlight import (
    can_take_spotlight,
    count_as_had,
)


def check_not_interrupted(game: Game) -> None:
    """Refuse everything else during a death spotlight (SP-DEATH-01). Raises Refusal
    (`death-spotlight`)."""
    fight = game.fight
    if fight.save:
        patient, by = fight.save["for"], fight.save["by"]
        lines = join_lines((f"act {by} save {patient}", f"act {by} move"))
        message = (
            f"{by} is trying to save {patient}: {lines}; `next` gives it up"
        )
        game.refuse("death-spotlight", message)
    elif fight.death_spotlight:
        who = fight.death_spotlight[0]
        choices = join_lines(death_choices(game, who))
        game.refuse(
            "death-spotlight",
            f"{game.name(who)} is dying and chooses first: {choices}",
        )


def check_started(game: Game) -> None:
    """Refuse commands of the turn without a round. Raises Refusal (`not-started`, `round-over`)."""
    if game.fight.phase == "not-started":
        game.refuse(
            "not-started", "no round in progress: `next` starts round 1"
        )
    check_not_over(game)


def check_not_over(game: Game) -> None:
    """Refuse commands once the round is over. Raises Refusal (`round-over`)."""
    if game.fight.phase == "round-over":
        number = game.fight.round
        message = f"round {number} is over: `next` starts round {number + 1}"
        game.refuse("round-over", message)


def check_able(game: Game, who: Fighter) -> None:
    """Refuse to act for the unconscious, the dying and the dead. Raises Refusal (`down`)."""
    if not who.able:
        game.refuse("down", f"{who.name} is {who.status} and cannot act")


Trigger = Literal["react", "opportunity", "defense"]
REACTIONS = ("react", "opportunity")
"""Triggers that an effect of the GM's own can forbid; defenses have words of their own."""
REACT: Mapping[str, str] = {
    "react": "a reaction to what has just happened: needs no spotlight"
}
"""The word of `--with`, with its help, that every attack and every paid action takes
(SP-TRIG-01)."""


def check_cost(
    game: Game, who: Fighter, cost: int, trigger: Trigger | None = None
) -> None:
    """Refuse to spend AP now: `not-in-spotlight` off the spotlight without a `trigger` (None),
    `no-ap` without enough AP, `forbidden` for a reaction that an own effect forbids. While no
    round is in progress nothing costs AP (SP-AP-05 to SP-AP-07)."""
    if trigger in REACTIONS:
        game.check_forbidden(who, trigger)
    if not game.fight.running:
        return
    if not game.has_spotlight(who):
        check_trigger(game, who, trigger)
    if who.forgone:
        game.refuse(
            "no-ap", f"{who.name} has given up the rest of this round's AP"
        )
    elif who.ap < cost:
        game.refuse("no-ap", f"{who.name} needs {cost} AP, {who.ap} left")


def pay(
    game: Game,
    who: Fighter,
    cost: int,
    rules: str,
    trigger: Trigger | None = None,
    *,
    move: bool = False,
) -> None:
    """Take the AP, in the spotlight or on a `trigger` (None: no reaction); `check_cost` has said
    that they are there. Does nothing while no round is in progress.

    `rules` are the rows of what is paid for; each part of a reaction is paid by its own. `move`:
    a move is paid for, for the house rule `movement_source`."""
    if not game.fight.running:
        return
    with game.draft.by("SP-TRIG-01" if trigger == "react" else rules):
        who.ap = max(0, who.ap - cost)
    if game.house.movement_source == "last_spend":
        with game.draft.by("SP-R21"):
            who.last_spend = "move" if move else "action"
    if trigger and not game.has_spotlight(who) and game.house.trigger_counts:
        with game.draft.by("SP-R11"):
            count_as_had(game, who)


def names_of_holders(game: Game) -> str:
    """Return the display names of all who hold the spotlight, with commas; empty for nobody."""
    return ", ".join(game.name(who) for who in game.fight.spotlight)


def check_trigger(game: Game, who: Fighter, trigger: Trigger | None) -> None:
    """Refuse to spend AP off the spotlight without a trigger, or for an NPC who may not react
    yet (SP-AP-06, SP-R09). Raises Refusal (`not-in-spotlight`). Depends on the house rule
    `npc_triggers`."""
    if trigger is None:
        holders = names_of_holders(game) or "nobody"
        way = "`--with react` reacts to what has just happened"
        if can_take_spotlight(game, who):
            way = f"`intervene {who.id}` takes it; {way}"
        message = (
            f"{who.name} does not hold the spotlight (held by {holders}); {way}"
        )
        game.refuse("not-in-spotlight", message)
        return
    rule = game.house.npc_triggers
    early = not who.is_pc and not game.has_had_spotlight(who)
    if early and (
        rule == "none" or (rule == "important" and not who.sheet.important)
    ):
        message = (
            f"{who.name} can react only after the NPCs have had the spotlight"
        )
        game.refuse("not-in-spotlight", message)


def own_save(game: Game, who: Fighter) -> Data | None:
    """Return the dramatic save that somebody was invited to; None if there is none."""
    save = game.fight.save
    return save if save and save["by"] == who.id else None


def pay_from_save(game: Game, who: Fighter, cost: int) -> None:
    """Charge a price to the AP of the dramatic save that `who` is at; does nothing without one.
    Refuses (`no-ap`) more than is left."""
    save = own_save(game, who)
    if save is None:
        return
    if save["ap"] < cost:
        game.refuse(
            "no-ap",
            f"{who.name} has no AP left for the save: `next` gives it up",
        )
    with game.draft.by("SP-DEATH-13"):
        game.fight.save = {**save, "ap": max(0, save["ap"] - cost)}
