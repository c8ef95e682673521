"""SS-INIT-04, -09, -10, -16, -22: who comes before whom, and who comes at all."""

from gmtrack.rulesets.swan_song.rulings.house import House
from gmtrack.rulesets.swan_song.sheet.game import Game
from gmtrack.rulesets.swan_song.sheet.live import Fighter


def may_act(game: Game, who: Fighter) -> bool:
    """SS-INIT-10, -16, -22, R-INIT-1: has a phase still to come in this pass."""
    if who.score is None or who.acted or who.status != "up":
        return False
    if who.delayed is not None and not who.delayed["carried"]:
        return False
    first = game.fight.pass_ == 1 and not game.house.pass_one_needs_positive
    return who.score > 0 or first


def rank_of(who: Fighter, house: House) -> tuple[int, int, int, int]:
    """SS-INIT-04, -09, R-INIT-2, -11: what decides who comes first, the highest first."""
    fixed = house.init_order == "fixed" and who.slot is not None
    score = who.slot if fixed else who.score
    return (
        -(10**9) if score is None else score,
        who.attribute("reaction"),
        who.attribute("intuition"),
        who.coin or 0,
    )


def to_come(game: Game) -> list[str]:
    """The ids of those who have a phase still to come in this pass, the next one first."""
    ready = [who for who in game.everybody() if may_act(game, who) and not acting(game, who)]
    ready.sort(key=lambda who: rank_of(who, game.house), reverse=True)
    return [who.id for who in ready]


def acting(game: Game, who: Fighter) -> bool:
    return game.fight.active == who.id
