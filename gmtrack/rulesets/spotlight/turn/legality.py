"""Who may do what now: the death spotlight, the phases, the spotlight, AP (SP-AP-06, SP-AP-07)."""

from typing import Literal

from gmtrack.rulesets.kit.words import Told
from gmtrack.rulesets.spotlight.sheet.game import WORDS, Game
from gmtrack.rulesets.spotlight.sheet.live import Fighter
from gmtrack.rulesets.spotlight.turn.spotlight import count_as_had

Trigger = Literal["react", "opportunity", "defense"]


def no_words(game: Game) -> None:
    """This command takes no `--with` and no `--without`. Raises Refusal."""
    Told((*game.options.words, *game.options.without), {}, game.draft.encounter, WORDS)


def check_heard(game: Game) -> None:
    """SP-DEATH-01: a death spotlight interrupts everything else. Raises Refusal."""
    fight = game.fight
    if fight.save:
        patient, by = fight.save["for"], fight.save["by"]
        ways = f"act {by} save {patient}, act {by} move, or next to give up"
        game.refuse("death-spotlight", f"{by} tries to save {patient}: {ways}")
    elif fight.death_spotlight:
        who = fight.death_spotlight[0]
        ways = f"act {who} cheat-death, act {who} invite OTHER, or act {who} die"
        game.refuse("death-spotlight", f"{who} is dying and chooses first: {ways}")


def check_started(game: Game) -> None:
    """Commands of the turn need one. Raises Refusal (`not-started`, `round-over`)."""
    if game.fight.phase == "not-started":
        game.refuse("not-started", "nobody has a turn yet: type roll-init")
    check_not_over(game)


def check_not_over(game: Game) -> None:
    """Raises Refusal (`round-over`)."""
    if game.fight.phase == "round-over":
        game.refuse("round-over", "the round is over: type roll-init for the next one")


def check_able(game: Game, who: Fighter) -> None:
    """Section 3, SP-INJ-05, SP-INJ-08. Raises Refusal (`down`)."""
    if not who.able:
        game.refuse("down", f"{who.id} is {who.status}")


def check_pin(game: Game, who: Fighter, what: str) -> None:
    """SP-SPEC-06, SP-R17: who is pinned neither moves nor attacks. Raises Refusal."""
    pin = who.pinned
    if pin is not None:
        how = f"test {who.id} suppression (Difficulty {pin.target_number})"
        game.refuse("suppressed", f"{who.id} is pinned and cannot {what}: {how}")


def use_freedom(who: Fighter) -> None:
    """SP-R17 `per_attempt`: a passed test frees one move or attack."""
    pin = who.suppression()
    if pin is not None and pin.broken and who.house.choice("suppression_roll", "per_attempt"):
        who.draft.put((*who.base, "suppressed", "broken"), False)


def pay(
    game: Game, who: Fighter, cost: int, trigger: Trigger | None = None, *, move: bool = False
) -> None:
    """Take AP in the spotlight or on a trigger; free where no round runs (SP-AP-05 to SP-AP-07).
    Raises Refusal (`not-in-spotlight`, `no-ap`)."""
    if not game.fight.running:
        return
    if not game.holds(who):
        check_trigger(game, who, trigger)
    if who.forgone:
        game.refuse("no-ap", f"{who.id} has given up the rest of this round's AP")
    elif who.ap < cost:
        game.refuse("no-ap", f"{who.id} has {who.ap} AP, {cost} are needed")
    who.ap = max(0, who.ap - cost)
    if game.house.choice("movement_source", "last_spend"):
        who.last_spend = "move" if move else "action"
    if trigger and not game.holds(who) and game.house.on("trigger_counts"):
        count_as_had(game, who)


def check_trigger(game: Game, who: Fighter, trigger: Trigger | None) -> None:
    """SP-AP-06, SP-R09: off the spotlight only a trigger lets one spend. Raises Refusal."""
    if trigger is None:
        holders = ", ".join(game.fight.spotlight) or "nobody"
        way = "--with react answers what just happened"
        game.refuse("not-in-spotlight", f"{who.id} is not in the spotlight ({holders}); {way}")
        return
    rule = game.house.text("npc_triggers")
    early = not who.is_pc and not game.had(who)
    if early and (rule == "none" or (rule == "important" and not who.sheet.important)):
        game.refuse("not-in-spotlight", f"{who.id} has no triggers before the NPCs' spotlight")
