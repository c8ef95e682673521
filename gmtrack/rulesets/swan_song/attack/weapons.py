"""R-INT-5, SS-ATK-21..24: the weapon and the firing mode chosen for an attack."""

from collections.abc import Callable
from dataclasses import replace

from gmtrack.core.names import squash, suggestion
from gmtrack.rulesets.kit.words import Told, passed_over
from gmtrack.rulesets.swan_song.attack.plan import Strike
from gmtrack.rulesets.swan_song.sheet.game import Game
from gmtrack.rulesets.swan_song.sheet.live import Fighter
from gmtrack.rulesets.swan_song.sheet.sheet import Weapon
from gmtrack.rulesets.swan_song.tables.firing import MODES, FiringMode

CLUBBED = Weapon(kind="melee", dv="STR+1", skill="clubs", accuracy=4, track="strain")
"""R-INT-5: a firearm used as a club."""


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
        game.deny("weapon", f"{other}{chosen} is not a firearm: leave out club")
    return chosen, clubbed(game, chosen, weapon)


def better(game: Game, who: Fighter, named: object, would_do: Callable[[Weapon], bool]) -> str:
    """The weapon that would do in place of one that was taken by itself, with what helps."""
    if named or game.house.hands != "tracked":
        return ""
    return passed_over(who.weapons(), would_do, lambda name: ails(who, name))


def ails(who: Fighter, name: str) -> str:
    """Why a weapon is not at hand (R-ACT-15), and the line that helps; nothing if it is."""
    if name in who.held.values() or not who.weapons()[name].needs_hand:
        return ""
    return f"is not in hand (`act {who.id} ready-weapon {name}`)"


def drawn(who: Fighter, weapon: str, used: set[str]) -> dict[str, str]:
    """What is in hand once a weapon is drawn to attack with: a good hand takes it that holds none
    of the weapons in use, the right one first."""
    hands = sorted(
        ("right", "left"), key=lambda hand: (who.held.get(hand) in used, not who.hand_usable(hand))
    )
    return regripped(who, weapon, hands[: who.weapons()[weapon].hands])


def regripped(who: Fighter, weapon: str, hands: list[str]) -> dict[str, str]:
    """What is in hand afterwards; a two-handed weapon that loses a hand is put away."""
    put_away = {w for hand, w in who.held.items() if hand in hands} | {weapon}
    kept = {hand: w for hand, w in who.held.items() if w not in put_away}
    return {**kept, **dict.fromkeys(hands, weapon)}


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
    changes = game.house.clubbed_firearm
    return replace(CLUBBED, name=name, hands=weapon.hands, **changes)


def chosen_mode(s: Strike) -> FiringMode:
    """SS-ATK-21..24: the mode named, else single, else the weapon's first."""
    game, weapon, word = s.game, s.weapon, s.told.value("mode")
    if word is None:
        return MODES["single" if "single" in weapon.modes else weapon.modes[0]]
    if fires(weapon, word):
        return next(MODES[mode] for mode in weapon.modes if squash(mode) == squash(word))
    has = ", ".join(map(squash, weapon.modes)) if weapon.kind == "ranged" else "no firing modes"
    other = better(game, s.attacker, game.options.weapon, lambda one: fires(one, word))
    return game.deny("weapon", f"{other}{s.weapon_id} has no mode '{word}'; it has {has}")


def fires(weapon: Weapon, word: str) -> bool:
    """The weapon has this mode."""
    return weapon.kind == "ranged" and squash(word) in map(squash, weapon.modes)
