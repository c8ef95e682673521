"""What wounds and lost weapons do to the action of the round (IN-SPD-05, IN-R11, IN-R12)."""

from typing import NamedTuple

from gmtrack.rulesets.i2050.sheet.game import Game
from gmtrack.rulesets.i2050.sheet.live import Fighter
from gmtrack.rulesets.i2050.sheet.order_items import Item, items_of


class Standing(NamedTuple):
    """How somebody was before something befell them."""

    able: bool
    weapon: str
    armed: bool
    opened: tuple[tuple[Item, tuple[str, ...]], ...]
    """Their open items with the open units."""


def standing(game: Game, who: Fighter) -> Standing:
    """To be taken before, for `interrupt` after; where nobody has a score nothing is lost."""
    if game.moment is None:
        return Standing(who.able, "", armed=False, opened=())
    opened = tuple((item, item.open_units) for item in items_of(game, who) if item.is_open)
    weapon = who.in_use
    return Standing(who.able, weapon, armed(who, weapon), opened)


def armed(who: Fighter, weapon: str) -> bool:
    """The weapon is in a hand that works; a jam changes nothing about that."""
    return who.status_of(weapon) in ("ready", "jammed") and who.arm_works(weapon)


def interrupt(game: Game, who: Fighter, was: Standing) -> None:
    """If they are out or disarmed now, what they were to do at a lower score than this moment's is
    lost; what falls on the same score they still do."""
    if game.moment is None or not was.opened:
        return
    put_out = was.able and not who.able
    disarmed = was.armed and not armed(who, was.weapon)
    if not (put_out or disarmed):
        return
    keeps = game.house.interrupt == "all_resolve"
    gone: list[str] = []
    with game.draft.by("IN-SPD-05, IN-R11, IN-R12"):
        for item, opened in was.opened:
            units = [unit for unit in opened if unit not in who.missed]
            if item.rank < game.moment and not keeps:
                gone += units
            else:
                who.spared = list(dict.fromkeys([*who.spared, *units]))
        if gone:
            who.missed = [*who.missed, *gone]
            game.effect(who, "lost")
            game.report.tell("lost", "bad", who=who.name)
            settle(game, who)


def settle(game: Game, who: Fighter) -> None:
    """Acted, or lost, when nothing is open any more."""
    items = items_of(game, who)
    if items and not any(item.open_units for item in items):
        who.acted = not who.missed
        with game.draft.by("IN-SPD-05, IN-R12"):
            who.lost = bool(who.missed)
