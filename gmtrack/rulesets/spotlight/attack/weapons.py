"""Which weapon and which fire mode: those that were named, or those that will do (8.2)."""

from collections.abc import Callable

from gmtrack.rulesets.kit.words import known, passed_over
from gmtrack.rulesets.spotlight.sheet.game import WORDS, Game
from gmtrack.rulesets.spotlight.sheet.live import Fighter
from gmtrack.rulesets.spotlight.sheet.sheet import UNARMED, Mode, Weapon

MODES: tuple[Mode, ...] = ("single", "burst", "full_auto")
AUTOMATIC: tuple[Mode, ...] = ("burst", "full_auto")


Instead = Callable[[Callable[[Weapon], bool]], str]


def choose_weapon(game: Game, who: Fighter) -> tuple[str, Weapon]:
    """The weapon told, or the first that is in hand and works, else fists (8.2)."""
    weapons = who.weapons()
    if game.options.weapon is not None:
        name = known(game.options.weapon, weapons, f"weapon of {who.id}", WORDS.unknown)
    else:
        name = next((w for w in who.sheet.weapons if who.ready(w)), UNARMED)
    return name, weapons[name]


def choose_mode(
    game: Game, word: str | None, weapon: Weapon, instead: Instead, *, suppressive: bool
) -> Mode:
    """The mode told, or the weapon's first; of suppressive fire the first automatic one. `instead`
    names the weapon that would do. Raises Refusal (`weapon-unusable`, `unknown-name`)."""
    modes = weapon.fire_modes
    if word is None:
        automatic = [mode for mode in modes if mode in AUTOMATIC]
        return automatic[0] if suppressive and automatic else modes[0]
    mode = known(word, MODES, "mode", WORDS.unknown)
    if mode not in modes:
        have = ", ".join(m.replace("_", "-") for m in modes)
        other = instead(lambda one: mode in one.fire_modes)
        game.refuse("weapon-unusable", f"{other}mode {word}: the weapon has {have}")
    return mode


def check_usable(game: Game, who: Fighter, name: str) -> None:
    """SP-INJ-02, SP-R43, SP-R48. Raises Refusal (`weapon-unusable`)."""
    if trouble := ails(who, name):
        game.refuse("weapon-unusable", f"{who.id} cannot use the {name}: it {trouble}")


def better(who: Fighter, named: object, would_do: Callable[[Weapon], bool]) -> str:
    """The weapon that would do in place of one that was taken by itself, with what helps."""
    return "" if named else passed_over(who.weapons(), would_do, lambda name: ails(who, name))


def ails(who: Fighter, name: str) -> str:
    """Why a weapon cannot be used, and the line that helps; nothing if it can."""
    by = who.arm_of(name)
    if by is None:
        return f"is not in hand (`act {who.id} draw {name}`)"
    arms = "both arms" if by == "both" else f"the {by.replace('_', ' ')}"
    return "" if who.arms_work(by) else f"needs {arms}"
