"""SS-ACT: who may act, interrupt or use a Free Action now."""

from gmtrack.rulesets.swan_song.sheet.game import Game
from gmtrack.rulesets.swan_song.sheet.live import Fighter
from gmtrack.rulesets.swan_song.tables.actions import Category
from gmtrack.rulesets.swan_song.turn.costs import Price

ROUND_OVER = "the round is over: `next` starts the next round"


def check_status(game: Game, who: Fighter) -> None:
    # R-INIT-13: who acts together with the one that felled them still acts.
    finishing = game.fight.together and game.fight.active == who.id
    if who.status != "up" and not finishing:
        game.refuse("status", f"{who.name} is {who.status} and cannot act")


def check_phase(game: Game, who: Fighter) -> None:
    """Paid actions belong to the own phase."""
    if game.fight.phase == "round-over":
        game.refuse("turn", ROUND_OVER)
    elif game.fight.running and game.fight.active != who.id:
        game.refuse("turn", f"{_whose(game, who)}; `next` goes on")


def check_free_phase(game: Game, who: Fighter) -> None:
    """Free Actions from the own phase on until the pass ends; the surprised
    have theirs before it too (R-SUR-1)."""
    if game.fight.phase == "round-over":
        game.refuse("turn", ROUND_OVER)
    elif game.fight.running and game.fight.active != who.id:
        if game.house.free_action_per == "phase":
            game.refuse("turn", f"{_whose(game, who)}; `next` goes on")
        elif not who.acted and not who.surprised and (who.score or 0) <= 0:
            game.refuse("turn", f"{who.name} has Score {who.score} and no phase in this pass")
        elif not who.acted and not who.surprised:
            game.refuse("turn", f"{who.name} has not had a phase in this pass yet; `next` goes on")


def check_interrupt(game: Game, who: Fighter, foe: str | None = None) -> None:
    """Before the own first phase only if not surprised, by the foe whom it is about where there is
    one (R-ACT-4, R-SUR-1)."""
    if who.surprised if foe is None else who.surprised_of(foe):
        by = "" if foe is None else f" by {game.name(foe)}"
        game.refuse("surprised", f"{who.name} is surprised{by} and cannot interrupt")
    before = game.fight.running and not who.acted and game.fight.active != who.id
    if before and not game.house.interrupt_before_acting:
        game.refuse("turn", f"{who.name} has not acted in this pass yet and cannot interrupt")


def check_category(game: Game, who: Fighter, price: Price) -> None:
    """The Winded do nothing Complex or Extended."""
    blocked: tuple[Category, ...] = ("complex", "extended")
    if game.house.winded_blocks_interrupts:
        blocked = (*blocked, "interrupt")
    if price.category in blocked and who.has_effect("winded"):
        kind = price.category.capitalize()
        game.refuse("effect", f"{who.name} is winded: no {kind} Action such as {price.label}")


def _whose(game: Game, who: Fighter) -> str:
    """Why it is not their phase."""
    active = game.fight.active
    if who.acted:
        return f"{who.name} has had their phase in this pass already"
    if active is None:
        return "nobody has a phase now"
    return f"it is {game.name(active)}'s phase, not {who.name}'s"
