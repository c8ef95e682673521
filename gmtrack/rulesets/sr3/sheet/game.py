"""The game: the draft, dice, house rules, fighters and report of one command; which weapon is
meant; an action being carried out, whom or what it is about, how much of it is done."""

from collections.abc import Callable, Iterable

from gmtrack.core.names import squash, suggestion
from gmtrack.rulesets.kit import actions as kit
from gmtrack.rulesets.kit.commands import RuledScene, Table
from gmtrack.rulesets.kit.words import passed_over
from gmtrack.rulesets.port import Words
from gmtrack.rulesets.sr3.meta import META
from gmtrack.rulesets.sr3.rulings import House
from gmtrack.rulesets.sr3.sheet.fighter import Fighter
from gmtrack.rulesets.sr3.sheet.sheet import Weapon
from gmtrack.rulesets.sr3.sheet.state import FightState, Work
from gmtrack.rulesets.sr3.tables import LOADING

WORDS = Words(
    dice="dice",
    unknown="option",
    value="option",
    who="who",
    sheet="sheet",
    price=("action",),
)


class Scene(RuledScene[Fighter, House, FightState]):
    """The fight to be looked at: house rules, the state of the fight, the fighters."""

    WORDS = WORDS
    LASTING = True
    HOUSE, FIGHT, FIGHTER = House, FightState, Fighter

    def on_turn(self, who: Fighter) -> bool:
        return self.fight.running and self.fight.acting == who.id


class Game(Scene, Table[Fighter]):
    """What every step of a resolution needs. Steps read and write through the fighters."""

    RULESET = META.id

    def note(self, who: Fighter, note: str, **rest: object) -> None:
        """Something for the GM, told and in the document, without numbers of its own."""
        self.notes.append({"who": who.id, "note": note, **rest})
        self.report.tell(f"note.{note}", "note", who=who.name, **rest)

    def tell_rounds(self, who: Fighter, name: str) -> None:
        kind, most = who.state(name).loaded, who.weapon(name).capacity
        what = "" if kind == "normal" else f", {kind}"
        now = who.state(name).ammo
        self.report.tell(
            "rounds", "note", weapon=name, now=now, most=most, kind=what
        )


def tied_first(texts: Iterable[str]) -> list[str]:
    """`WORD=WHO:VALUE` as `WHO:WORD=VALUE`, which is how words are read."""
    found = []
    for text in texts:
        name, sign, value = text.partition("=")
        who, colon, rest = value.partition(":")
        found.append(f"{who}:{name}={rest}" if sign and colon else text)
    return found


def weapon_named(game: Game, who: Fighter, word: str) -> str:
    name = squash(word)
    if name not in who.weapons:
        game.deny(
            "weapon",
            f"{who.id} has no weapon '{word}'{suggestion(word, who.weapons)}",
        )
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
    if trouble and game.refuse_now(
        "weapon", f"the {name} of {who.id} {trouble}"
    ):
        who.wielded = name


def not_at_hand(who: Fighter, name: str) -> str:
    """Why a weapon is not at hand, and the line that helps; nothing if it is."""
    return (
        ""
        if name in who.hands
        else f"is not in hand (`act {who.id} ready {name}`)"
    )


def better_weapon(
    game: Game, who: Fighter, would_do: Callable[[Weapon], bool]
) -> str:
    """The weapon that would do in place of one that was taken by itself, with what helps."""
    if game.options.weapon is not None:
        return ""
    return passed_over(
        who.weapons, would_do, lambda name: not_at_hand(who, name)
    )


def reload_lines(who: Fighter, name: str) -> str:
    """The lines that bring rounds into a weapon: what holds them is taken out first, if it is
    in (SR-100 to SR-106)."""
    actions = LOADING[who.weapon(name).loading].actions
    if "load" in actions:
        return f"`act {who.id} load {name}`"
    out, into = (f"`act {who.id} {action} {name}`" for action in actions[:2])
    return f"{out}, then {into}" if who.state(name).clip_in else into


ActionContext = kit.ActionContext[Game, Fighter]
Action = kit.Action[ActionContext]


def others(do: ActionContext) -> list[Fighter]:
    """The combatants that were named; nobody is their own target. Raises Refusal (`who`,
    `option`)."""
    found = [do.game.find(word) for word in do.args]
    if not found:
        do.game.deny(
            WORDS.value, f"name a target: `act {do.who.id} ACTION TARGET`"
        )
    if do.who in found:
        do.game.deny(WORDS.who, f"{do.who.id} cannot target themselves")
    do.targets = [other.id for other in found]
    return found


def other(do: ActionContext) -> Fighter:
    """The one combatant that was named. Raises Refusal (`who`, `option`)."""
    if len(do.args) > 1:
        do.game.deny(WORDS.value, f"name one target, not {len(do.args)}")
    return others(do)[0]


def nobody(do: ActionContext) -> None:
    """This action takes no names. Raises Refusal (`option`)."""
    if do.args:
        do.game.deny(
            WORDS.value,
            f"unexpected `{do.args[0]}`: this action takes nothing more",
        )


def not_if(
    do: ActionContext, kind: str, holds: bool, state: str, way: str
) -> None:
    """What would change nothing is refused before anything is paid for it; `way` is what would
    change something. Raises Refusal (`kind`)."""
    if holds:
        do.game.refuse(kind, f"{state} ({way})")


def weapon_of(do: ActionContext, *, at_hand: bool = True) -> str:
    """The id of the weapon that was named, else of the one in hand. Raises Refusal (`weapon`,
    `option`)."""
    if len(do.args) > 1:
        do.game.deny(WORDS.value, f"name one weapon, not {len(do.args)}")
    word = do.args[0] if do.args else do.who.in_hand
    find = weapon_in_hand if at_hand else weapon_named
    name = find(do.game, do.who, word)
    do.targets = [name]
    return name


def worked(
    do: ActionContext,
    action: str,
    name: str,
    needed: int | None = None,
    left: int = 0,
) -> bool:
    """One more complex action at something that takes several; tells whether that was the
    last. Where `needed` is not fixed, so many are `left` after this one."""
    work = do.who.live_work()
    same = work is not None and (work.action, work.weapon) == (action, name)
    done = 1 + (work.done if same and work else 0)
    needed = done + left if needed is None else needed
    do.body |= {"done": done, "needed": needed}
    over = done >= needed
    do.who.set_work(None if over else Work(action, name, done, needed))
    return over
