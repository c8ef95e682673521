"""Who may act now: the death spotlight, the phases of a round, who is able, who is pinned."""

from gmtrack.rulesets.spotlight.sheet.game import Game
from gmtrack.rulesets.spotlight.sheet.live import Fighter


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
    """SP-INJ-05, SP-INJ-08. Raises Refusal (`down`)."""
    if not who.able:
        game.refuse("down", f"{who.id} is {who.status}")


def check_pin(game: Game, who: Fighter, what: str) -> None:
    """SP-SPEC-06, SP-R17: who is pinned neither moves nor attacks. Raises Refusal."""
    pin = who.pinned
    if pin is not None:
        how = f"test {who.id} suppression (Difficulty {pin.target_number})"
        game.refuse("suppressed", f"{who.id} is pinned and cannot {what}: {how}")
