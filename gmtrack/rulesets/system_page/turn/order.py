"""The order of a round, and who may act in it."""

from collections.abc import Mapping

from gmtrack.core.encounter import Data
from gmtrack.rulesets.kit.seated import has_fixed_place
from gmtrack.rulesets.system_page.sheet.fighter import Fighter
from gmtrack.rulesets.system_page.sheet.game import Game, Scene
from gmtrack.rulesets.system_page.sheet.scopes import PersonScope


def tie_number(scene: Scene, who: Fighter) -> int:
    """Return the number that decides between equal initiative; 0 if the page has none."""
    initiative = scene.page.initiative
    if initiative is None or initiative.ties is None:
        return 0
    return initiative.ties.number(PersonScope(who))


def order(scene: Scene) -> list[Fighter]:
    """Return everybody in the order of a round; those without initiative come last, as they stand
    in the file. Of two with the same number somebody with a fixed place comes second
    (ALL-TURN-02)."""
    return sorted(
        scene.everybody(),
        key=lambda who: (
            who.score is None,
            -(who.score or 0),
            has_fixed_place(who),
            0 if who.score is None else -tie_number(scene, who),
        ),
    )


def next_to_act(scene: Scene) -> Fighter | None:
    """Return who has the next turn of this round; None if nobody has."""
    for who in order(scene):
        if who.score is not None and not who.acted and who.comes_in_order:
            return who
    return None


def actors(scene: Scene) -> list[Fighter]:
    """Return who may act now: the one whose turn it is, or all of the side whose turn it is who
    have not ended theirs. Without turns it is everybody who stands."""
    fight = scene.fight
    if not scene.rolls_initiative:
        return [who for who in scene.everybody() if not who.standing.out]
    if fight.acting_side is not None:
        return [
            who
            for who in order(scene)
            if who.side == fight.acting_side
            and not who.acted
            and who.comes_in_order
        ]
    return [scene.fighter(fight.acting)] if fight.acting else []


def due_now(scene: Scene) -> list[Fighter]:
    """Return those who act now and of whom their status asks something."""
    if not scene.rolls_initiative:
        return []
    return [who for who in actors(scene) if who.due_line]


def do_due(game: Game, who: Fighter, line: str) -> None:
    """Note that somebody has done in their turn what their status asks of them, if it is this
    line."""
    if who in due_now(game) and who.due_line == line:
        who.due_done = True


def report_turn(game: Game) -> None:
    """Add the round to the document of a command of turns, where somebody reads it."""
    if game.narrated:
        game.report.body |= turn_document(game)


def turn_document(scene: Scene) -> Data:
    """Return what the documents of the board and of turns say of the round."""
    fight = scene.fight
    return {
        "round": fight.round,
        "phase": fight.phase,
        "acting": fight.acting,
        "order": [order_entry(scene, who) for who in order(scene)],
        "due": [who.due_line for who in due_now(scene)],
    }


def order_entry(scene: Scene, who: Fighter) -> Data:
    """Return the entry of one combatant in the order of a document."""
    return {
        "id": who.id,
        "score": who.score,
        "acted": who.acted,
        "left": dict(who.left),
        "tracks": {name: getattr(who, name) for name in scene.page.tracks},
        "conditions": [record["effect"] for record in who.own_effects],
        "status": who.standing.status,
    }


def check_may_act(game: Game, who: Fighter, command: str) -> None:
    """Refuse what somebody cannot do: because of how they stand (`status`), of a condition that
    stops the command (`forbidden`), or because it is not their turn (`turn`). Before the fight
    begins everybody may act."""
    standing = who.standing
    if standing.out:
        game.refuse("status", f"{who.name} is {standing.status}")
    game.check_forbidden(who, command)
    if not game.rolls_initiative or not game.fight.round:
        return
    if who not in actors(game):
        game.refuse("turn", whose_turn(game, who))


def whose_turn(game: Game, who: Fighter) -> str:
    """Return in words whose turn it is, and that it is not that of `who`."""
    if game.fight.acting_side is not None:
        side = game.fight.acting_side
        return f"it is the turn of the side {side}, not {who.name}'s"
    if game.fight.acting:
        acting = game.name(game.fight.acting)
        return f"it is the turn of {acting}, not {who.name}'s"
    return f"nobody has a turn, and so {who.name} has none"


def pay(game: Game, who: Fighter, costs: Mapping[str, int]) -> None:
    """Take what an action costs off the turn; one of the first thing in it if the page says
    nothing. Refuses what the turn has no more of (`budget`). Outside of rounds nothing costs
    anything."""
    if not game.fight.running or not game.rolls_initiative:
        return
    prices = costs or {next(iter(game.page.turn.budget)): 1}
    for word, price in prices.items():
        left = who.left.get(word, 0)
        if price > left:
            game.refuse(
                "budget", f"{who.name} has {left} {word} left in this turn"
            )
        who.spent = {**who.spent, word: who.spent.get(word, 0) + price}
