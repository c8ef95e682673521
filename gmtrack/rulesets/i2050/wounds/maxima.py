"""Adjust hit points when the numbers of a sheet change: points that are gone stay gone, points
that are left move with the maximum (IN-R65)."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import NamedTuple

from gmtrack.rulesets.i2050.sheet.fighter import Fighter
from gmtrack.rulesets.i2050.sheet.game import Game
from gmtrack.rulesets.i2050.tables import LOCATIONS, Location
from gmtrack.rulesets.i2050.wounds.damage import (
    fail_place,
    fall_prone,
    put_out_if_worse,
    useless_by,
)
from gmtrack.rulesets.i2050.wounds.events import end_by_going_out


class BeforeChange(NamedTuple):
    """The state of a combatant before their numbers or live values are changed by hand.
    `useless`: by location, what did not work of all that it can put out."""

    able: bool
    hp: int
    knocked_out: bool
    working: tuple[Location, ...]
    useless: dict[Location, list[Location]]

    @staticmethod
    def observe(who: Fighter) -> "BeforeChange":
        """Record the state of a combatant."""
        working = tuple(
            place for place in LOCATIONS if not who.is_put_out(place)
        )
        useless = {place: useless_by(who, place) for place in working}
        return BeforeChange(who.able, who.hp, who.knocked_out, working, useless)


@contextmanager
def numbers_follow(
    game: Game, who: Fighter, named: Collection[str] = ()
) -> Iterator[None]:
    """Adjust a combatant after a change of sheet, effects or live values by hand within this
    context: hit points follow their maxima, and whoever is out now falls and aims no more. Live
    fields in `named` stay as they were set (IN-R53, IN-R65, IN-R66)."""
    stood = BeforeChange.observe(who)
    with who.keeping_what_is_gone(named) as moved:
        yield
    now = game.fighter(who.id)
    if moved:
        points_follow(game, now, stood, moved)
    if now.knocked_out and not stood.knocked_out and "pools.hp" not in named:
        put_out_if_worse(game, now, "unconscious", "IN-DMG-05, IN-R20")
    if stood.able and not now.able:
        end_by_going_out(game, now, named)
        if "prone" not in named:
            with game.draft.by("IN-R53"):
                fall_prone(game, now)


def points_follow(
    game: Game, who: Fighter, stood: BeforeChange, moved: Collection[str]
) -> None:
    """Report what is left where maxima have `moved`; locations without points left fail
    (IN-LIMB)."""
    if who.hp != stood.hp:
        told = {"who": who.name, "left": who.hp, "total": who.total}
        game.report.tell("points.follow", "note", **told)
    for place in stood.working:
        if f"at_{place}" in moved and who.is_put_out(place):
            fail_place(game, who, place, stood.useless[place])
    if who.out is not None and who.hp > stood.hp:
        line = f"effect {who.id} {who.out} --end"
        game.report.tell(
            "healed.out", "note", who=who.name, fate=who.out, line=line
        )
