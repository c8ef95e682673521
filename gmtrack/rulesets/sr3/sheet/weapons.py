"""Which weapon is meant, and whether it is in hand (`--weapon`, SR-R42)."""

from collections.abc import Callable

from gmtrack.core.names import squash, suggestion
from gmtrack.rulesets.kit.words import passed_over
from gmtrack.rulesets.sr3.sheet.game import Game
from gmtrack.rulesets.sr3.sheet.live import Fighter
from gmtrack.rulesets.sr3.sheet.sheet import Weapon
from gmtrack.rulesets.sr3.tables.loading import LOADING


def weapon_named(game: Game, who: Fighter, word: str) -> str:
    """The id of one of their weapons. Raises Refusal (`weapon`)."""
    name = squash(word)
    if name not in who.weapons:
        game.deny("weapon", f"{who.id} has no weapon '{word}'{suggestion(word, who.weapons)}")
    return name


def weapon_in_hand(game: Game, who: Fighter, word: str) -> str:
    """The same, in hand while a combat turn runs. Raises Refusal (`weapon`)."""
    name = weapon_named(game, who, word)
    check_in_hand(game, who, name)
    return name


def check_in_hand(game: Game, who: Fighter, name: str) -> None:
    """SR-R42: while a combat turn runs; whoever plans has it in hand then. Raises Refusal
    (`weapon`)."""
    trouble = ails(who, name) if game.fight.running else ""
    if trouble and game.refuse_now("weapon", f"the {name} of {who.id} {trouble}"):
        who.wielded = name


def ails(who: Fighter, name: str) -> str:
    """Why a weapon is not at hand, and the line that helps; nothing if it is."""
    return "" if name in who.hands else f"is not in hand (`act {who.id} ready {name}`)"


def better(game: Game, who: Fighter, would_do: Callable[[Weapon], bool]) -> str:
    """The weapon that would do in place of one that was taken by itself, with what helps."""
    if game.options.weapon is not None:
        return ""
    return passed_over(who.weapons, would_do, lambda name: ails(who, name))


def reload_lines(who: Fighter, name: str) -> str:
    """The lines that bring rounds into a weapon: what holds them is taken out first, if it is
    in (SR-100 to SR-106)."""
    actions = LOADING[who.weapon(name).loading].actions
    if "load" in actions:
        return f"`act {who.id} load {name}`"
    out, into = (f"`act {who.id} {action} {name}`" for action in actions[:2])
    return f"{out}, then {into}" if who.clip_in_of(name) else into
