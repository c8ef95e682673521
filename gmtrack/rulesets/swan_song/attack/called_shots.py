"""SS-CALL-02, -03, -10..25, -30..35, R-CALL-1, -10, -12: the place that is called for a strike."""

from gmtrack.core.names import listed, squash, suggestion
from gmtrack.rulesets.swan_song.attack.places import default_side, find_location, split_side
from gmtrack.rulesets.swan_song.attack.plan import Place, Strike
from gmtrack.rulesets.swan_song.sheet.game import Game
from gmtrack.rulesets.swan_song.tables.locations import (
    CALLED_SHOTS,
    GENITALS_BY_ENTRY,
    LOCATIONS,
    UNPLACED,
    VEHICLE_LOCATIONS,
    called_shot,
)


def chosen_place(s: Strike, word: str | None) -> Place | None:
    if word is None:
        return None
    game = s.game
    name = squash(word)
    if s.target.sheet.vehicle:
        return vehicle_place(s, name)
    side, base = split_side(name)
    row = find_location(base)
    if row is None and name in UNPLACED:
        if name == "knockdown" and not s.melee:
            game.deny("called", "knockdown can be called only in melee")
        return unplaced(s, name)
    if row is None or (side and not row.sided):
        return no_place(s, word)
    _check_in_play(s, row.key)
    if row.key == "genitals" and game.house.genitals_values == "entry":
        row = GENITALS_BY_ENTRY
    if row.sided:
        side = side or default_side(s.target, row)
        return Place(f"{side}-{row.key}", row)
    return Place(row.key, row)


def vehicle_place(s: Strike, name: str) -> Place:
    rows = VEHICLE_LOCATIONS.values()
    row = next((r for r in rows if name in (r.key, *r.aliases)), None)
    if row is None and name == "other":
        return unplaced(s, name)
    if row is None:
        return no_place(s, name)
    _check_in_play(s, row.key)
    return Place(row.key, row)


def unplaced(s: Strike, name: str) -> Place:
    """A called shot at no place of the table."""
    _check_in_play(s, name)
    return Place(name, None)


def no_place(s: Strike, word: str) -> Place:
    """Raises Refusal (`called`) with every word that could be called here."""
    hint = suggestion(split_side(word)[1], called_words(s), most=len(CALLED_SHOTS))
    return s.game.deny("called", f"no place '{word}' on {s.target.id}{hint}")


def called_words(s: Strike) -> list[str]:
    """What can be called on this target, of what is in play."""
    places = VEHICLE_LOCATIONS if s.target.sheet.vehicle else LOCATIONS
    more = UNPLACED if s.melee and not s.target.sheet.vehicle else ("other",)
    return [word for word in (*places, *more) if in_play(s.game, word)]


def in_play(game: Game, key: str) -> bool:
    """By the house rule `called_shots`."""
    chosen = game.house.called_shots
    return chosen == "all" or key in {called_shot(squash(str(word))) for word in chosen}


def _check_in_play(s: Strike, key: str) -> None:
    if not in_play(s.game, key):
        words = listed(called_words(s)) or "none"
        s.game.deny("called", f"the house rule `called_shots` leaves out {key}; there is {words}")
