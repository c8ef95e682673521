"""Who may do what now: status, turn, the one action of the round (8.1, 8.3, 8.7)."""

from gmtrack.rulesets.kit.words import Told
from gmtrack.rulesets.storyteller.sheet.game import WORDS, Game
from gmtrack.rulesets.storyteller.sheet.live import Fighter
from gmtrack.rulesets.storyteller.turn.gripped import escapes, line_now


def no_words(game: Game) -> None:
    """This command takes no `--with`, no `--without` and nothing else of an attack.
    Raises Refusal (`option`)."""
    options = game.options
    Told((*options.words, *options.without), {}, game.draft.encounter, WORDS)
    takes_none(game, "--mod", options.mods)
    takes_none(game, "--defense-mod", options.defense_mods)
    takes_none(game, "--defense", options.defense)
    takes_none(game, "--weapon", options.weapon)
    takes_none(game, "--called", options.called)


def takes_none(game: Game, option: str, value: object) -> None:
    """Raises Refusal (`option`) where an option without use here was typed."""
    if value:
        game.deny(WORDS.value, f"{option} has no use in {game.report.command}")


def check_able(game: Game, who: Fighter, *, bound_too: bool = False) -> None:
    """Able to act at all. `bound_too`: an immobilized one may do it. Raises Refusal (`status`)."""
    if not who.able:
        game.refuse("status", f"{who.id} is {who.status}")
    for reason in ("surprised", "immobilized"):
        if reason in who.no_defense and not (bound_too and reason == "immobilized"):
            game.refuse("status", f"{who.id} is {reason}{way_out(game, who, reason)}")


def way_out(game: Game, who: Fighter, reason: str) -> str:
    """What helps one who is bound; a surprise lasts for the round."""
    if reason == "surprised":
        return " in this round"
    line = f"act {who.id} escape" if escapes(game, who) or not game.fight.running else "next"
    return f": `{line}`"


def check_unheld(game: Game, who: Fighter) -> None:
    """ST-R45: who grapples does nothing else, unless the other is down and holds nobody.
    Raises Refusal (`grapple`)."""
    hold = who.grappling()
    if not hold or game.house.choice("grapple_actions", "free"):
        return
    there = hold["with"] in game.draft.encounter.combatants
    if there and game.fighter(hold["with"]).able:
        line = line_now(game, who)
        game.refuse("grapple", f"{who.id} grapples with {hold['with']}: `{line}`")


def check_turn(game: Game, who: Fighter) -> None:
    """His own turn, or what breaking free granted him; nobody has one before the fight.
    Raises Refusal (`turn`)."""
    if not game.acts_now(who) and not who.granted:
        acting = game.fight.acting
        now = f"it is the turn of {acting}" if acting else "the round is over"
        game.refuse("turn", f"it is not the turn of {who.id}: {now}")


def check_action(game: Game, who: Fighter) -> None:
    """The action of this round is still there. Raises Refusal (`action`)."""
    if game.fight.running and who.ap == 0:
        game.refuse("action", f"{who.id} has used the action of this round")


def spend_action(
    game: Game,
    who: Fighter,
    *,
    anytime: bool = False,
    keeps_aim: bool = False,
    in_grapple: bool = False,
    bound_too: bool = False,
) -> None:
    """Cost A of 8.3, or with `anytime` A!; all checks, then the price. `keeps_aim`: not an action
    that spoils the aim (ST-087); `in_grapple`: one of those that a grappler has. Raises Refusal
    (`status`, `grapple`, `turn`, `action`)."""
    check_able(game, who, bound_too=bound_too)
    if not in_grapple:
        check_unheld(game, who)
    if anytime:
        check_not_stunned(game, who)
    else:
        check_turn(game, who)
    check_action(game, who)
    if not keeps_aim:
        lose_aim(game, who)
    if game.fight.running:
        who.ap = 0
        who.granted = False


def check_not_stunned(game: Game, who: Fighter) -> None:
    """ST-151: the next action is lost, one before the own turn too. Raises Refusal (`action`)."""
    if who.suffers("stunned"):
        game.refuse("action", f"{who.id} is stunned: the next action is lost")


def lose_aim(game: Game, who: Fighter) -> None:
    """ST-087"""
    if who.aim:
        who.aim = None
        game.report.tell("aim.lost", "note", who=who.name)


def spend_willpower(game: Game, who: Fighter, what: str) -> None:
    """One point. Raises Refusal (`willpower`); forced, it stops at 0."""
    if who.willpower_left <= 0:
        game.refuse("willpower", f"{who.id} has no willpower left for {what}")
    who.willpower_left = max(0, who.willpower_left - 1)
    game.report.tell("willpower", "note", who=who.name, left=who.willpower_left)


def pay_violence(game: Game, who: Fighter) -> None:
    """ST-R34 `beaten_down`: who is beaten down pays for every violent action. Raises Refusal
    (`willpower`)."""
    if game.house.on("beaten_down") and who.beaten_down:
        spend_willpower(game, who, "violence while beaten down")
