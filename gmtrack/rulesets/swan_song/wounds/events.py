"""Events that end states of a combatant: the combatant's own states, named beside each field
(`ends` in `sheet.state`), and states of others because of them."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager

from gmtrack.core.encounter import Data
from gmtrack.rulesets.swan_song.sheet.fighter import Fighter
from gmtrack.rulesets.swan_song.sheet.game import (
    Game,
    Scene,
    initiative_follows,
)

BODY = "SS-BAR-30, SS-BAR-31, R-BAR-16"
"""The rules of a carried body and of the cover that it gives."""


def end_by_going_out(game: Game, who: Fighter) -> list[str]:
    """End the states that nobody keeps who is not up, and return the fields that ended.

    A delayed phase stays if it comes together with somebody else's (R-INIT-13)."""
    with sparing_fields(
        who, ("delayed",) if is_finishing_together(game, who) else ()
    ):
        return end_states(game, who, "out")


def is_finishing_together(game: Scene, who: Fighter) -> bool:
    """Whether `who` acts together with another, so that they still act if the other fells them.
    Depends on the house rule `simultaneous_finish`."""
    fight = game.fight
    if not game.house.simultaneous_finish:
        return False
    booked = any(
        entry["who"] == who.id and entry.get("together")
        for entry in fight.queue
    )
    return booked or (fight.together and fight.active == who.id)


def knock_prone(game: Game, who: Fighter, *, tell: bool = True) -> None:
    """Knock somebody down who is on their feet, and tell it unless `tell` is False. Vehicles do
    not fall. Cover stays (R-COV-2)."""
    if who.prone or who.sheet.vehicle:
        return
    lay_prone(game, who)
    game.report_effect(who, "prone", until="stand-up")
    if tell:
        game.report.tell("prone", "bad", who=who.name)


def lay_prone(game: Game, who: Fighter) -> None:
    """Put somebody on the ground, by a fall, by their own will or by the GM's word."""
    who.prone = True
    end_states(game, who, "prone")


def put_on_feet(game: Game, who: Fighter) -> None:
    """End the states that running ends, such as lying prone, because the GM says that somebody
    runs, walks or charges."""
    end_states(game, who, "runs")


def end_by_moving(game: Game, who: Fighter) -> None:
    """End cover and melee of somebody who changes place, and of the body that they carry; nobody
    carries them any more.

    The cover that a carried body gives comes along; other cover is replaced by the body's."""
    body, shielded, covered = (
        who.carrying_body,
        is_shielded(game, who),
        who.cover != "none",
    )
    tell_cover_left(game, who)
    with sparing_fields(who, COVER if shielded else ()):
        end_states(game, who, "moves")
    if body is not None:
        end_states(game, game.fighter(body), "moves")
        if covered and not shielded:
            shield_with(game, who, body)
    free_from_carriers(game, who)


COVER = ("cover", "concealed", "cover_barrier")


def end_by_charging(game: Game, who: Fighter) -> None:
    """Put somebody who attacks at a run on their feet and out of cover, unless they carry it."""
    put_on_feet(game, who)
    if not is_shielded(game, who):
        tell_cover_left(game, who)
        leave_cover(who)


def shield_with(game: Game, who: Fighter, body: str) -> None:
    """Make the carried body the partial cover of `who`."""
    with game.draft.by("SS-ACT-30, SS-BAR-30, SS-BAR-31"):
        who.cover = "partial"
        who.cover_barrier = body


def free_from_carriers(game: Game, who: Fighter) -> None:
    """Free `who` from anybody who carries them or has their body for cover, and tell of it."""
    for other in game.everybody():
        if other.carrying_body == who.id:
            put_down_body(game, other)
            game.report.tell("gone.load", "note", who=other.name, gone=who.name)
        elif other.cover_barrier in names_as_cover(game, who.id):
            leave_cover(other)
            game.report.tell(
                "gone.shield", "note", who=other.name, gone=who.name
            )


def put_down_body(game: Game, who: Fighter) -> None:
    """Let go of the carried body; the penalty and the cover that it gives end. Does nothing
    without one."""
    body = who.carrying_body
    if body is None:
        return
    with initiative_follows(game, who), game.draft.by(BODY):
        who.carrying_body = None
    if who.cover_barrier in names_as_cover(game, body):
        leave_cover(who)


def is_shielded(game: Game, who: Fighter) -> bool:
    """Whether the cover of `who` is the body that they carry."""
    body = who.carrying_body
    return body is not None and who.cover_barrier in names_as_cover(game, body)


def tell_cover_left(game: Game, who: Fighter) -> None:
    """Tell that `who` leaves their cover, unless they have none or carry it along."""
    if who.cover != "none" and not is_shielded(game, who):
        game.report.tell("leaves-cover", "note", who=who.name, level=who.cover)


def end_by_leaving(game: Game, who: Fighter) -> None:
    """End the states that somebody loses who leaves the fight."""
    end_states(game, who, "leaves")


def end_states(game: Game, who: Fighter, event: str) -> list[str]:
    """End the states of `who` that name the event, and what others have because of them; return
    the fields.

    Others are no longer in melee with `who`, and a body that was carried covers nobody. Depends
    on the house rule `in_melee`."""
    body = who.carrying_body
    by_hand = game.house.in_melee == "manual" and event != "leaves"
    with (
        initiative_follows(game, who),
        sparing_fields(who, ("in_melee_with",) if by_hand else ()),
    ):
        ended = who.happens(event)
    if "in_melee_with" in who.ENDS.get(event, ()) and not by_hand:
        leave_melee(game, who)
    if (
        "carrying_body" in ended
        and body
        and who.cover_barrier in names_as_cover(game, body)
    ):
        leave_cover(who)
    return ended


@contextmanager
def sparing_fields(who: Fighter, fields: Collection[str]) -> Iterator[None]:
    """Keep the values of these fields while events inside the `with` block end others."""
    values = {name: getattr(who, name) for name in fields}
    yield
    for name, value in values.items():
        setattr(who, name, value)


# --- cover and melee ---


def leave_melee(game: Game, who: Fighter) -> None:
    """Take somebody off everybody's list and everybody off theirs, unless the GM keeps these.
    Depends on the house rule `in_melee`."""
    if game.house.in_melee != "auto":
        return
    with game.draft.by("R-DEF-15"):
        for other in game.everybody():
            if who.id in other.in_melee_with:
                other.in_melee_with = [
                    foe for foe in other.in_melee_with if foe != who.id
                ]
        if who.in_melee_with:
            who.in_melee_with = []


def join_melee(game: Game, one: Fighter, other: Fighter) -> None:
    """Put two who are up on each other's list, unless the GM keeps these. Depends on the house
    rule `in_melee`."""
    both_up = one.status == "up" == other.status
    if game.house.in_melee != "auto" or one.id == other.id or not both_up:
        return
    with game.draft.by("R-DEF-15"):
        for who, foe in ((one, other), (other, one)):
            if foe.id not in who.in_melee_with:
                who.in_melee_with = [*who.in_melee_with, foe.id]


def leave_cover(who: Fighter) -> None:
    """Take `who` out of cover and concealment (R-COV-2)."""
    with who.draft.by("R-COV-2"):
        who.cover = "none"
        who.concealed = False
        who.cover_barrier = None


def names_as_cover(game: Game, body: str) -> tuple[str, ...]:
    """Return the names by which a body can be somebody's cover: its id and the barriers that it
    is."""
    return (
        body,
        *(
            name
            for name, data in scene_barriers(game).items()
            if is_body(data, body)
        ),
    )


def scene_barriers(game: Game) -> Data:
    """Return the scene's barriers by id, as they stand in the file."""
    return game.draft.encounter.scene.get("barriers") or {}


def is_body(barrier: Data, who: str) -> bool:
    """Whether a barrier takes its strength from nothing but the body of `who`."""
    own = barrier.get("rating") or {"structure", "armor"} <= barrier.keys()
    return barrier.get("body_of") == who and not own
