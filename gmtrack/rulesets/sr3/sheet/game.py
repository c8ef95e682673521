"""The game: the draft, dice, house rules, fighters and report of one command; which weapon is
meant."""

from collections.abc import Callable, Iterable

from gmtrack.core.names import squash, suggestion
from gmtrack.rulesets.kit.commands import RuledScene, Table
from gmtrack.rulesets.kit.words import passed_over
from gmtrack.rulesets.port import Words
from gmtrack.rulesets.sr3.meta import META
from gmtrack.rulesets.sr3.rulings import House
from gmtrack.rulesets.sr3.sheet.fighter import Fighter
from gmtrack.rulesets.sr3.sheet.sheet import Weapon
from gmtrack.rulesets.sr3.sheet.state import FightState
from gmtrack.rulesets.sr3.tables import LOADING

WORDS = Words(
    dice="dice", unknown="option", value="option", who="who", sheet="sheet", price=("action",)
)


class Scene(RuledScene[Fighter, House, FightState]):
    """The fight to be looked at: house rules, the state of the fight, the fighters."""

    WORDS = WORDS
    LASTING = True
    HOUSE, FIGHT, FIGHTER = House, FightState, Fighter

    def on_turn(self, who: Fighter) -> bool:
        """It is their phase."""
        return self.fight.running and self.fight.acting == who.id


class Game(Scene, Table[Fighter]):
    """What every step of a resolution needs. Steps read and write through the fighters."""

    RULESET = META.id

    def note(self, who: Fighter, note: str, **rest: object) -> None:
        """Something for the GM, told and in the document, without numbers of its own."""
        self.notes.append({"who": who.id, "note": note, **rest})
        self.report.tell(f"note.{note}", "note", who=who.name, **rest)

    def tell_rounds(self, who: Fighter, name: str) -> None:
        """What is in a weapon now."""
        kind, most = who.state(name).loaded, who.weapon(name).capacity
        what = "" if kind == "normal" else f", {kind}"
        now = who.state(name).ammo
        self.report.tell("rounds", "note", weapon=name, now=now, most=most, kind=what)


def tied_first(texts: Iterable[str]) -> list[str]:
    """`WORD=WHO:VALUE` as `WHO:WORD=VALUE`, which is how words are read."""
    found = []
    for text in texts:
        name, sign, value = text.partition("=")
        who, colon, rest = value.partition(":")
        found.append(f"{who}:{name}={rest}" if sign and colon else text)
    return found


# --- weapons ---


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
    trouble = not_at_hand(who, name) if game.fight.running else ""
    if trouble and game.refuse_now("weapon", f"the {name} of {who.id} {trouble}"):
        who.wielded = name


def not_at_hand(who: Fighter, name: str) -> str:
    """Why a weapon is not at hand, and the line that helps; nothing if it is."""
    return "" if name in who.hands else f"is not in hand (`act {who.id} ready {name}`)"


def better_weapon(game: Game, who: Fighter, would_do: Callable[[Weapon], bool]) -> str:
    """The weapon that would do in place of one that was taken by itself, with what helps."""
    if game.options.weapon is not None:
        return ""
    return passed_over(who.weapons, would_do, lambda name: not_at_hand(who, name))


def reload_lines(who: Fighter, name: str) -> str:
    """The lines that bring rounds into a weapon: what holds them is taken out first, if it is
    in (SR-100 to SR-106)."""
    actions = LOADING[who.weapon(name).loading].actions
    if "load" in actions:
        return f"`act {who.id} load {name}`"
    out, into = (f"`act {who.id} {action} {name}`" for action in actions[:2])
    return f"{out}, then {into}" if who.state(name).clip_in else into
