"""What an attack, a move or an action costs, and who pays it (SP-AP, SP-TRIG)."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal

from gmtrack.rulesets.spotlight.sheet.game import Game
from gmtrack.rulesets.spotlight.sheet.live import Fighter
from gmtrack.rulesets.spotlight.turn.spotlight import count_as_had, may_take_it

if TYPE_CHECKING:
    from gmtrack.rulesets.spotlight.turn.document import SaveDocument

Trigger = Literal["react", "opportunity", "defense"]
REACT: Mapping[str, str] = MappingProxyType(
    {"react": "a reaction to what has just happened: needs no spotlight"}
)
"""SP-TRIG-01: the word of `--with` that every attack and every paid action takes."""


def check_cost(game: Game, who: Fighter, cost: int, trigger: Trigger | None = None) -> None:
    """Whether AP may be spent now and are there; nothing costs any while no round is in progress
    (SP-AP-05 to SP-AP-07). Raises Refusal (`not-in-spotlight`, `no-ap`)."""
    if not game.fight.running:
        return
    if not game.holds(who):
        check_trigger(game, who, trigger)
    if who.forgone:
        game.refuse("no-ap", f"{who.id} has given up the rest of this round's AP")
    elif who.ap < cost:
        game.refuse("no-ap", f"{who.id} needs {cost} AP, {who.ap} left")


def pay(
    game: Game,
    who: Fighter,
    cost: int,
    rules: str,
    trigger: Trigger | None = None,
    *,
    move: bool = False,
) -> None:
    """Take the AP, in the spotlight or on a trigger; `check_cost` has said that they are there.
    `rules` are the rows of what is paid for; each part of a reaction is paid by its own."""
    if not game.fight.running:
        return
    with game.draft.by("SP-TRIG-01" if trigger == "react" else rules):
        who.ap = max(0, who.ap - cost)
    if game.house.movement_source == "last_spend":
        with game.draft.by("SP-R21"):
            who.last_spend = "move" if move else "action"
    if trigger and not game.holds(who) and game.house.trigger_counts:
        with game.draft.by("SP-R11"):
            count_as_had(game, who)


def check_trigger(game: Game, who: Fighter, trigger: Trigger | None) -> None:
    """Off the spotlight AP are spent on a trigger only (SP-AP-06, SP-R09). Raises Refusal."""
    if trigger is None:
        holders = ", ".join(game.fight.spotlight) or "nobody"
        way = "`--with react` reacts to what has just happened"
        if may_take_it(game, who):
            way = f"`intervene {who.id}` takes it; {way}"
        message = f"{who.id} does not hold the spotlight (held by {holders}); {way}"
        game.refuse("not-in-spotlight", message)
        return
    rule = game.house.npc_triggers
    early = not who.is_pc and not game.had(who)
    if early and (rule == "none" or (rule == "important" and not who.sheet.important)):
        message = f"{who.id} can react only after the NPCs have had the spotlight"
        game.refuse("not-in-spotlight", message)


def own_save(game: Game, who: Fighter) -> "SaveDocument | None":
    """The save that WHO was invited to; None where there is none."""
    save = game.fight.save
    if not save or save["by"] != who.id:
        return None
    return {"for": save["for"], "by": save["by"], "ap": save["ap"]}


def pay_from_save(game: Game, who: Fighter, cost: int) -> None:
    """The price is paid from the AP of the save. Raises Refusal (`no-ap`)."""
    save = own_save(game, who)
    if save is None:
        return
    if save["ap"] < cost:
        game.refuse("no-ap", f"{who.id} has no AP left for the save: `next` gives it up")
    with game.draft.by("SP-DEATH-13"):
        game.fight.save = {"for": save["for"], "by": who.id, "ap": max(0, save["ap"] - cost)}
