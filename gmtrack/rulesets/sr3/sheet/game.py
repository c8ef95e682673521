"""The fight view and the game of a command, and what actions ask of the words behind them: which
weapon and which combatants are named, and how much of a longer task is done."""

from collections.abc import Callable, Iterable

from gmtrack.core.draft import Draft
from gmtrack.core.intents import Intent
from gmtrack.core.names import propose_near_word, squash
from gmtrack.core.report import Report
from gmtrack.dice.port import Dice, Key
from gmtrack.rulesets.kit import actions as kit
from gmtrack.rulesets.kit.commands import BaseGame, RuledFightView
from gmtrack.rulesets.kit.words import explain_passed_over
from gmtrack.rulesets.port import Words
from gmtrack.rulesets.sr3.meta import META
from gmtrack.rulesets.sr3.rulings import House
from gmtrack.rulesets.sr3.sheet.fighter import Fighter
from gmtrack.rulesets.sr3.sheet.karma import KarmaWords
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


class Scene(RuledFightView[Fighter, House, FightState]):
    """A read-only view of a fight: house rules, the state of the fight, the fighters."""

    WORDS = WORDS
    LASTING = True
    HOUSE, FIGHT, FIGHTER = House, FightState, Fighter

    def on_turn(self, who: Fighter) -> bool:
        """Whether a combat turn runs and it is this combatant's phase."""
        return self.fight.running and self.fight.acting == who.id


class Game(Scene, BaseGame[Fighter]):
    """A command at work, with draft, dice, options, house rules, fighters and report; all its
    steps read and write through the fighters."""

    RULESET = META.id

    def __init__(
        self, draft: Draft, intent: Intent, dice: Dice, command: str
    ) -> None:
        super().__init__(draft, intent, dice, command)
        self.karma = KarmaWords(self.options.words)
        """The uses of Karma on the line; the options have the other words."""
        if self.karma:
            self.options = self.options._replace(words=tuple(self.karma.others))

    def expect(self, rolls: Iterable[Key], either: Iterable[Key] = ()) -> None:
        """Tell the dice source every roll that this command may ask for, with the misses that
        Karma rolls again. Raises Refusal `option` for Karma in any other roll, and whatever the
        dice source raises."""
        keys, other_keys = list(rolls), list(either)
        self.karma.check(self, [*keys, *other_keys])
        keys += self.karma.reroll_keys([*keys, *other_keys])
        super().expect(keys, other_keys)

    def finish(self, report: Report) -> None:
        """Add the notes for the GM to a finished command's report, and what Karma was not spent
        on because the roll was not made. Raises Refusal `option` for a malformed word of Karma,
        where the command has expected no rolls."""
        self.karma.check_form(self)
        for word in self.karma.unused():
            self.report.tell("karma.unused", "note", word=word)
        super().finish(report)

    def note(self, who: Fighter, note: str, **rest: object) -> None:
        """Add a note for the GM to the document and tell it in the story. `rest` are further keys
        of the note and arguments of its phrase `note.NOTE`."""
        self.notes.append({"who": who.id, "note": note, **rest})
        self.report.tell(f"note.{note}", "note", who=who.name, **rest)

    def tell_rounds(self, who: Fighter, name: str) -> None:
        """Tell how many rounds are left in a weapon, and of which kind if they are not normal
        ones."""
        kind, most = who.weapon_state(name).loaded, who.weapon(name).capacity
        what = "" if kind == "normal" else f", {kind}"
        now = who.weapon_state(name).ammo
        self.report.tell(
            "rounds", "note", weapon=name, now=now, most=most, kind=what
        )


def put_who_first(texts: Iterable[str]) -> list[str]:
    """Return words typed as `WORD=WHO:VALUE` in the form `WHO:WORD=VALUE`, which `WordArgs` parses.
    Any other word is returned as it is."""
    found = []
    for text in texts:
        name, sign, value = text.partition("=")
        who, colon, rest = value.partition(":")
        found.append(f"{who}:{name}={rest}" if sign and colon else text)
    return found


def find_weapon(game: Game, who: Fighter, word: str) -> str:
    """Return the id of the combatant's weapon that a typed word means. Raises Refusal (`weapon`) if
    the combatant has none of that name."""
    name = squash(word)
    if name not in who.weapons:
        game.deny(
            "weapon",
            f"{who.name} has no weapon '{word}'{propose_near_word(word, who.weapons)}",
        )
    return name


def find_weapon_in_hand(game: Game, who: Fighter, word: str) -> str:
    """Return the id of the weapon that a typed word means and that is in hand. Raises Refusal
    (`weapon`) if there is none of that name or, while a combat turn runs, if it is not in hand."""
    name = find_weapon(game, who, word)
    check_in_hand(game, who, name)
    return name


def check_in_hand(game: Game, who: Fighter, name: str) -> None:
    """Refuse a weapon that is not in hand while a combat turn runs (SR-R42). Someone who plans
    ahead is taken to have it in hand by then. Raises Refusal (`weapon`)."""
    trouble = why_not_in_hand(who, name) if game.fight.running else ""
    if trouble and game.refuse_now(
        "weapon", f"the {name} of {who.name} {trouble}"
    ):
        who.wielded = name


def why_not_in_hand(who: Fighter, name: str) -> str:
    """Return why a weapon is not in hand, with the command line that puts it there; empty if it is
    in hand."""
    return (
        ""
        if name in who.hands
        else f"is not in hand (`act {who.id} ready {name}`)"
    )


def check_count(game: Game, who: Fighter, name: str) -> None:
    """Refuse (`count`) an explosive of which none is left (SRX-118). Launchers have rounds."""
    if who.weapon(name).is_carried and who.weapon_state(name).count < 1:
        line = f"set {who.id} count.{name}=N"
        game.refuse("count", f"{who.name} has no {name} left: `{line}`")


def suggest_better_weapon(
    game: Game, who: Fighter, would_do: Callable[[Weapon], bool]
) -> str:
    """Return the beginning of a refusal, up to and with `; `, that names the first weapon which
    would do but is not in hand, and how to take it in hand. Empty if the weapon was chosen with
    `--weapon` or if none would do."""
    if game.options.weapon is not None:
        return ""
    return explain_passed_over(
        who.weapons, would_do, lambda name: why_not_in_hand(who, name)
    )


def reload_lines(who: Fighter, name: str) -> str:
    """Return the command lines that bring rounds into a weapon. A clip, belt or loader that is
    still in has to come out first (SR-100 to SR-106)."""
    actions = LOADING[who.weapon(name).loading].actions
    if "load" in actions:
        return f"`act {who.id} load {name}`"
    out, into = (f"`act {who.id} {action} {name}`" for action in actions[:2])
    return f"{out}, then {into}" if who.weapon_state(name).clip_in else into


ActionContext = kit.ActionContext[Game, Fighter]
Action = kit.Action[ActionContext]


def named_targets(do: ActionContext) -> list[Fighter]:
    """Return the combatants that an action names, and note them as its targets. Raises Refusal:
    `option` if none is named, `who` if one is the actor or unknown."""
    found = [do.game.find(word) for word in do.args]
    if not found:
        do.game.deny(
            WORDS.value, f"name a target: `act {do.who.id} ACTION TARGET`"
        )
    if do.who in found:
        do.game.deny(WORDS.who, f"{do.who.name} cannot target themselves")
    do.targets = [other.id for other in found]
    return found


def named_target(do: ActionContext) -> Fighter:
    """Return the one combatant that an action names, and note it as its target. Raises Refusal:
    `option` unless exactly one is named, `who` if it is the actor or unknown."""
    if len(do.args) > 1:
        do.game.deny(WORDS.value, f"name one target, not {len(do.args)}")
    return named_targets(do)[0]


def refuse_words(do: ActionContext) -> None:
    """Refuse any word behind an action that takes none. Raises Refusal (`option`)."""
    if do.args:
        do.game.deny(
            WORDS.value,
            f"unexpected `{do.args[0]}`: this action takes nothing more",
        )


def refuse_if(
    do: ActionContext, kind: str, holds: bool, state: str, way: str
) -> None:
    """Refuse an action that would change nothing, before anything is paid for it. `state` says why,
    `way` what would change something. Raises Refusal (`kind`) if `holds`."""
    if holds:
        do.game.refuse(kind, f"{state} ({way})")


def named_weapon(do: ActionContext, *, at_hand: bool = True) -> str:
    """Return the id of the weapon that an action names, else of the one in hand, and note it as its
    target. Without `at_hand` the weapon may be stowed. Raises Refusal: `option` for several words,
    `weapon` for one that is unknown or not in hand."""
    if len(do.args) > 1:
        do.game.deny(WORDS.value, f"name one weapon, not {len(do.args)}")
    word = do.args[0] if do.args else do.who.in_hand
    find = find_weapon_in_hand if at_hand else find_weapon
    name = find(do.game, do.who, word)
    do.targets = [name]
    return name


def count_work(
    do: ActionContext,
    action: str,
    name: str,
    needed: int | None = None,
    left: int = 0,
) -> bool:
    """Count one more complex action spent on a task with a weapon, and return whether it was the
    last. Another task or weapon begins anew.

    `needed` is the number of actions in all; None: `left` more are needed after this one, by
    default none. Writes the task to the live state, and `done` and `needed` to the document."""
    work = do.who.live_work()
    same = work is not None and (work.action, work.weapon) == (action, name)
    done = 1 + (work.done if same and work else 0)
    needed = done + left if needed is None else needed
    do.body |= {"done": done, "needed": needed}
    over = done >= needed
    do.who.set_work(None if over else Work(action, name, done, needed))
    return over
