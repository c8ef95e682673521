"""Words for places: `neck`, `left-ear`, `upper-arm`."""

from gmtrack.core.names import squash, suggestion
from gmtrack.rulesets.swan_song.sheet.game import Game
from gmtrack.rulesets.swan_song.sheet.live import Fighter
from gmtrack.rulesets.swan_song.tables.locations import LOCATIONS, Location


def split_side(word: str) -> tuple[str, str]:
    """`left-ear` to ("left", "ear"); no side: ("", word)."""
    name = squash(word)
    side, _, base = name.partition("-")
    return (side, base) if side in ("left", "right") else ("", name)


def find_location(base: str) -> Location | None:
    """The table's row for a word without its side."""
    return next((row for row in LOCATIONS.values() if base in (row.key, *row.aliases)), None)


def default_side(target: Fighter, row: Location) -> str:
    """Ear, eye: the first side not affected; arm: the one that holds a weapon."""
    if row.key in ("ear", "eye"):
        effect = {"ear": "deafened", "eye": "blinded"}[row.key]
        hit = {e.location for e in target.find_effects(effect)}
        return "right" if f"left-{row.key}" in hit and f"right-{row.key}" not in hit else "left"
    hands = [hand for hand in ("left", "right") if target.held.get(hand)]
    return hands[0] if len(hands) == 1 else "right"


def place_named(game: Game, word: str, who: Fighter) -> str:
    """The place's name with its side. Raises Refusal (`called`)."""
    side, base = split_side(word)
    row = find_location(base)
    if row is None or (side and not row.sided):
        hint = suggestion(base, LOCATIONS, most=len(LOCATIONS))
        game.deny("called", f"no place '{word}' on {who.id}{hint}")
    return f"{side or default_side(who, row)}-{row.key}" if row.sided else row.key
