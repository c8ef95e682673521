"""Who may act now: the death spotlight, the phases of a round, who is able."""

from gmtrack.rulesets.spotlight.sheet.game import Game, Scene, ways
from gmtrack.rulesets.spotlight.sheet.live import Fighter


def check_not_interrupted(game: Game) -> None:
    """A death spotlight interrupts everything else (SP-DEATH-01). Raises Refusal
    (`death-spotlight`)."""
    fight = game.fight
    if fight.save:
        patient, by = fight.save["for"], fight.save["by"]
        lines = ways((f"act {by} save {patient}", f"act {by} move"))
        message = f"{by} is trying to save {patient}: {lines}; `next` gives it up"
        game.refuse("death-spotlight", message)
    elif fight.death_spotlight:
        who = fight.death_spotlight[0]
        choices = ways(death_choices(game, who))
        game.refuse("death-spotlight", f"{who} is dying and chooses first: {choices}")


def death_choices(scene: Scene, who: str) -> list[str]:
    """What WHO can choose in the death spotlight, as it is typed."""
    invitations = [f"act {who} invite {other}" for other in helpers(scene, who)]
    return [f"act {who} cheat-death", *invitations, f"act {who} die"]


def helpers(scene: Scene, who: str) -> list[str]:
    """The other PCs who are able to act."""
    return [one.id for one in scene.everybody() if one.is_pc and one.able and one.id != who]


def check_started(game: Game) -> None:
    """Commands of the turn need a round. Raises Refusal (`not-started`, `round-over`)."""
    if game.fight.phase == "not-started":
        game.refuse("not-started", "no round in progress: `next` starts round 1")
    check_not_over(game)


def check_not_over(game: Game) -> None:
    """Raises Refusal (`round-over`)."""
    if game.fight.phase == "round-over":
        number = game.fight.round
        message = f"round {number} is over: `next` starts round {number + 1}"
        game.refuse("round-over", message)


def check_able(game: Game, who: Fighter) -> None:
    """Raises Refusal (`down`) for the unconscious, the dying and the dead."""
    if not who.able:
        game.refuse("down", f"{who.id} is {who.status} and cannot act")
