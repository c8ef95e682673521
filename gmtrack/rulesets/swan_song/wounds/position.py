"""SS-KD-03, R-COV-2, R-DEF-15: lying prone, and how cover and melee begin and end."""

from gmtrack.rulesets.swan_song.sheet.game import Game
from gmtrack.rulesets.swan_song.sheet.live import Fighter
from gmtrack.rulesets.swan_song.wounds.score import initiative_follows


def fall(game: Game, who: Fighter, *, tell: bool = True) -> None:
    """Down to the ground; cover and melee end, and a carried body falls."""
    if who.prone or who.sheet.vehicle:
        return
    who.prone = True
    leave_cover(who)
    leave_melee(game, who)
    let_go_of_body(game, who)
    game.effect(who, "prone", until="stand-up")
    if tell:
        game.report.tell("prone", "bad", who=who.name)


def let_go_of_body(game: Game, who: Fighter) -> None:
    """What it takes off AGI and REA is back."""
    if who.carrying_body is not None:
        with initiative_follows(game, who), game.draft.by("SS-BAR-31"):
            who.carrying_body = None


def go_prone(game: Game, who: Fighter) -> None:
    """Lie down by the GM's word or one's own will; melee ends."""
    who.prone = True
    leave_melee(game, who)


def leave_cover(who: Fighter) -> None:
    with who.draft.by("R-COV-2"):
        who.cover = "none"
        who.concealed = False
        who.cover_barrier = None


def leave_melee(game: Game, who: Fighter) -> None:
    """Off everybody's list and everybody off one's own."""
    if game.house.in_melee != "auto":
        return
    with game.draft.by("R-DEF-15"):
        for other_id in who.in_melee_with:
            if other_id in game.draft.encounter.combatants:
                other = game.fighter(other_id)
                other.in_melee_with = [i for i in other.in_melee_with if i != who.id]
        if who.in_melee_with:
            who.in_melee_with = []


def join_melee(game: Game, one: Fighter, other: Fighter) -> None:
    """A melee attack puts both on each other's list."""
    if game.house.in_melee != "auto" or one.id == other.id:
        return
    with game.draft.by("R-DEF-15"):
        for who, foe in ((one, other), (other, one)):
            if foe.id not in who.in_melee_with:
                who.in_melee_with = [*who.in_melee_with, foe.id]
