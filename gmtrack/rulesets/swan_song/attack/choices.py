"""What was chosen for an attack: weapon, mode, place, what stands between, and other words."""

import re
from collections.abc import Callable
from dataclasses import replace

from gmtrack.core.names import listed, squash, suggestion
from gmtrack.rulesets.kit.words import Told, passed_over
from gmtrack.rulesets.swan_song.attack.modifiers import COVER_DICE
from gmtrack.rulesets.swan_song.attack.places import default_side, find_location, split_side
from gmtrack.rulesets.swan_song.attack.strike import Place, Strike
from gmtrack.rulesets.swan_song.sheet.barriers import Obstacle, obstacle_named
from gmtrack.rulesets.swan_song.sheet.game import WORDS, Game
from gmtrack.rulesets.swan_song.sheet.live import Fighter
from gmtrack.rulesets.swan_song.sheet.sheet import Weapon
from gmtrack.rulesets.swan_song.tables.fire import MODES, SPREADS, FiringMode
from gmtrack.rulesets.swan_song.tables.locations import (
    CALLED_SHOTS,
    GENITALS_BY_ENTRY,
    LOCATIONS,
    UNPLACED,
    VEHICLE_LOCATIONS,
    called_shot,
)

CLUBBED = Weapon(kind="melee", dv="STR+1", skill="clubs", accuracy=4, track="strain")
"""R-INT-5: a firearm used as a club."""


def entries(text: str | None) -> list[str | None]:
    """A comma list of one entry for each part; nothing typed: one None."""
    if text is None:
        return [None]
    return [word.strip() or None for word in text.split(",")]


def entry(words: list[str | None], index: int) -> str | None:
    """The entry for a part; a single one stands for all, `none` is none."""
    word = words[0] if len(words) == 1 else words[index] if index < len(words) else None
    return None if word == "none" else word


def chosen_obstacle(s: Strike) -> Obstacle | None:
    """`barrier=ID` or none, else what the target's cover is made of (8.2)."""
    if not s.told.has("barrier", s.target.id):
        if s.without.has("barrier", s.target.id) or not s.target.cover_barrier:
            return None
        return obstacle_named(s.game, s.target.cover_barrier)
    word = s.told.value("barrier", s.target.id)
    if word is None:
        s.game.deny(WORDS.value, "barrier needs an id: --with barrier=ID, or none")
    return None if word == "none" else obstacle_named(s.game, word)


def chosen_weapon(
    game: Game, attacker: Fighter, word: str | None, told: Told
) -> tuple[str, Weapon]:
    """The weapon named, else the default one; `club` turns a firearm round (R-INT-5)."""
    weapons = attacker.weapons()
    chosen = attacker.default_weapon() if word is None else weapon_named(game, attacker, word)
    weapon = weapons[chosen]
    if not told.has("club", attacker.id):
        return chosen, weapon
    if weapon.kind != "ranged":
        other = better(game, attacker, word, lambda one: one.kind == "ranged")
        game.deny("weapon", f"{other}{chosen} is no firearm: only one can be used as a club")
    return chosen, clubbed(game, chosen, weapon)


def better(game: Game, who: Fighter, named: object, would_do: Callable[[Weapon], bool]) -> str:
    """The weapon that would do in place of one that was taken by itself, with what helps."""
    if named or not game.house.choice("hands", "tracked"):
        return ""
    return passed_over(who.weapons(), would_do, lambda name: ails(who, name))


def ails(who: Fighter, name: str) -> str:
    """Why a weapon is not at hand (R-ACT-15), and the line that helps; nothing if it is."""
    if name in who.held.values() or not who.weapons()[name].needs_hand:
        return ""
    return f"is not in hand (`act {who.id} ready-weapon {name}`)"


def weapon_named(game: Game, who: Fighter, word: str) -> str:
    """A weapon's id, exactly or by its only beginning. Raises Refusal (`weapon`)."""
    weapons = who.weapons()
    exact = [w for w in weapons if squash(w) == squash(word)]
    found = exact or [w for w in weapons if squash(w).startswith(squash(word))]
    if len(found) != 1:
        game.deny("weapon", f"{who.id} has no weapon '{word}'{suggestion(word, weapons)}")
    return found[0]


def clubbed(game: Game, weapon_id: str, weapon: Weapon) -> Weapon:
    """R-INT-5, and what the house rule `clubbed_firearm` changes of it."""
    name = f"{weapon.name or weapon_id} as a club"
    changes = game.house.map("clubbed_firearm")
    return replace(CLUBBED, name=name, hands=weapon.hands, **changes)


def chosen_mode(game: Game, who: Fighter, weapon_id: str, weapon: Weapon, told: Told) -> FiringMode:
    """SS-ATK-21..24: the mode named, else single, else the weapon's first."""
    word = told.value("mode")
    if word is None:
        return MODES["single" if "single" in weapon.modes else weapon.modes[0]]
    if fires(weapon, word):
        return next(MODES[mode] for mode in weapon.modes if squash(mode) == squash(word))
    has = ", ".join(map(squash, weapon.modes)) if weapon.kind == "ranged" else "no firing modes"
    other = better(game, who, game.options.weapon, lambda one: fires(one, word))
    return game.deny("weapon", f"{other}{weapon_id} has no mode '{word}': it has {has}")


def fires(weapon: Weapon, word: str) -> bool:
    """The weapon has this mode."""
    return weapon.kind == "ranged" and squash(word) in map(squash, weapon.modes)


def chosen_place(s: Strike, word: str | None) -> Place | None:
    """SS-CALL-03, -10..35, R-CALL-1, -10, -12."""
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
            game.deny("called", "called for knockdown: only in melee")
        return unplaced(s, name)
    if row is None or (side and not row.sided):
        return no_place(s, word)
    _check_in_play(s, row.key)
    if row.key == "genitals" and game.house.choice("genitals_values", "entry"):
        row = GENITALS_BY_ENTRY
    if row.sided:
        side = side or default_side(s.target, row)
        return Place(f"{side}-{row.key}", row)
    return Place(row.key, row)


def vehicle_place(s: Strike, name: str) -> Place:
    """SS-CALL-08, -30..35"""
    rows = VEHICLE_LOCATIONS.values()
    row = next((r for r in rows if name in (r.key, *r.aliases)), None)
    if row is None and name == "other":
        return unplaced(s, name)
    if row is None:
        return no_place(s, name)
    _check_in_play(s, row.key)
    return Place(row.key, row)


def unplaced(s: Strike, name: str) -> Place:
    """SS-CALL-02, R-KD-3: a called shot at no place of the table."""
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
    """SS-CALL-03, R-CALL-10"""
    chosen = game.house.value("called_shots")
    return chosen == "all" or key in {called_shot(squash(str(word))) for word in chosen}


def _check_in_play(s: Strike, key: str) -> None:
    if not in_play(s.game, key):
        words = listed(called_words(s)) or "none"
        s.game.deny("called", f"house rule called_shots leaves out {key}; there is {words}")


def told_distance(game: Game, told: Told, target: str) -> float | None:
    text = told.value("distance", target)
    if not told.has("distance", target):
        return None
    if text is None or not re.fullmatch(r"\d{1,6}(\.\d+)?", text):
        game.deny("value", f"distance needs metres, such as distance=12, not '{text or ''}'")
    return float(text)


def told_spread(game: Game, s: Strike) -> str | None:
    if not s.told.has("spread", s.target.id):
        return None
    word = squash(s.told.value("spread", s.target.id) or "")
    if word not in SPREADS:
        game.deny("value", f"no spread '{word}'{suggestion(word, SPREADS)}")
    if not s.weapon.flechette:
        other = better(game, s.attacker, game.options.weapon, lambda one: one.flechette)
        message = f"{other}{s.weapon_id} fires no flechettes: spread does not apply"
        game.deny("weapon", message)
    return word


def check_cover_word(game: Game, s: Strike) -> None:
    word = s.told.value("cover", s.target.id)
    if word is not None and word not in COVER_DICE:
        game.deny("value", f"no cover '{word}'{suggestion(word, COVER_DICE)}")
