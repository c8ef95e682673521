"""Which weapon and which fire mode: those that were named, or the first that can be used."""

from collections.abc import Callable

from gmtrack.core.names import squash
from gmtrack.rulesets.kit.words import known, passed_over
from gmtrack.rulesets.spotlight.sheet.game import WORDS
from gmtrack.rulesets.spotlight.sheet.live import Fighter
from gmtrack.rulesets.spotlight.sheet.sheet import UNARMED, Mode, Weapon
from gmtrack.rulesets.spotlight.tables.locations import place_name

MODES: tuple[Mode, ...] = ("single", "burst", "full_auto")
AUTOMATIC: tuple[Mode, ...] = ("burst", "full_auto")


def choose_weapon(
    who: Fighter, word: str | None, fits: Callable[[Weapon], bool] = lambda _: True
) -> str:
    """The weapon that was named, or the first that fits and can be used, or bare hands (SP-R40).
    Raises Refusal (`unknown-name`)."""
    weapons = who.weapons()
    if word is not None:
        return known(word, weapons, f"weapon of {who.id}", WORDS.unknown)
    usable = (name for name in who.sheet.weapons if fits(weapons[name]) and who.ready(name))
    return next(usable, UNARMED)


def choose_mode(word: str | None, weapon: Weapon, *, suppressive: bool = False) -> Mode:
    """The mode that was named, or the weapon's first; for suppressive fire its first automatic one.
    Raises Refusal (`unknown-name`)."""
    if word is not None:
        # One that other weapons have is refused by what is used.
        modes = MODES if squash(word) in map(squash, MODES) else weapon.fire_modes
        return known(word, modes, "mode of the weapon", WORDS.unknown)
    modes = weapon.fire_modes
    automatic = [mode for mode in modes if mode in AUTOMATIC]
    return automatic[0] if suppressive and automatic else modes[0]


def better(who: Fighter, would_do: Callable[[Weapon], bool]) -> str:
    """The weapon that was passed over but would do, why, and the line that helps."""
    return passed_over(who.weapons(), would_do, lambda name: ails(who, name))


def ails(who: Fighter, name: str) -> str:
    """Why a weapon cannot be used, and the line that helps; empty if it can (SP-INJ-02, SP-R43,
    SP-R48)."""
    by = who.arm_of(name)
    if by is None:
        return f"is not in hand (`act {who.id} draw {name}`)"
    if who.arms_work(by):
        return ""
    return "needs both arms" if by == "both" else f"is in the {place_name(by)}, which does not work"
