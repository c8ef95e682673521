"""Covering fire that somebody is under: who acts takes it (ST-095, ST-097, ST-R42)."""

from typing import TYPE_CHECKING, cast

from gmtrack.rulesets.storyteller.sheet.game import Game
from gmtrack.rulesets.storyteller.sheet.live import Fighter
from gmtrack.rulesets.storyteller.sheet.records import Suppression
from gmtrack.rulesets.storyteller.sheet.sheet import Weapon
from gmtrack.rulesets.storyteller.wounds.damage import Hit, announce, inflict

if TYPE_CHECKING:
    from gmtrack.rulesets.storyteller.turn.document import FireDocument, UnderFire


def suppress(game: Game, by: Fighter, who: Fighter, weapon: Weapon, successes: int) -> None:
    """Until the shooter's next turn."""
    fire = Suppression(by.id, successes, weapon.damage, weapon.damage_type, weapon.armor_piercing)
    with game.draft.by("ST-095"):
        who.suppressed = fire.to_data()  # type: ignore[assignment]
    game.effect(who, "suppressed", until="shooter-turn")
    game.report.tell("suppressed", "bad", who=who.name)


class Fire:
    """The covering fire that falls on those who act in this command; `act` first or damage first
    as the house says."""

    def __init__(self, game: Game, acting: list[Fighter]) -> None:
        self._game = game
        self._under = [(who, fire) for who in acting if (fire := who.suppression())]
        self._damage_first = game.house.covering_first == "damage"

    @property
    def first(self) -> bool:
        """There is some, and it falls before the action."""
        return self._damage_first and bool(self._under)

    def before(self) -> None:
        """Falls now, if damage comes first."""
        if self._damage_first:
            self._fall()

    def after(self) -> None:
        """Falls now, if the action came first."""
        if not self._damage_first:
            self._fall()

    def _fall(self) -> None:
        for who, fire in self._under:
            with self._game.draft.by("ST-097"):
                who.suppressed = None
            doc = covered(self._game, who, fire)
            cast("UnderFire", self._game.report.body).setdefault("covering_fire", doc)


def covered(game: Game, who: Fighter, fire: Suppression) -> "FireDocument":
    """The successes of the fire and the weapon, through the armor; no Defense."""
    points = max(0, fire.successes + fire.wm)
    game.report.tell("fire.falls", "head", who=who.name)
    hit = Hit(fire.wm, points, fire.damage_type, firearm=True, ap=fire.armor_piercing)
    with game.draft.by("ST-097"):
        announce(game, who, hit)
    by = fire.by if fire.by in game.draft.encounter.combatants else None
    damage = inflict(game, who, hit, game.fighter(by) if by else None)
    damage["victim"] = who.id
    return {"by": fire.by, "hits": fire.successes, "damage": damage}
