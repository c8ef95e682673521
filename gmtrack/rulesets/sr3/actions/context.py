"""One action being carried out: whom or what it is about, and how much of it is done."""

from gmtrack.rulesets.kit import actions as kit
from gmtrack.rulesets.sr3.sheet.fighter import Fighter
from gmtrack.rulesets.sr3.sheet.game import WORDS, Game, weapon_in_hand, weapon_named
from gmtrack.rulesets.sr3.sheet.state import Work

ActionContext = kit.ActionContext[Game, Fighter]
Action = kit.Action[ActionContext]


def others(do: ActionContext) -> list[Fighter]:
    """The combatants that were named; nobody is their own target. Raises Refusal (`who`,
    `option`)."""
    found = [do.game.find(word) for word in do.args]
    if not found:
        do.game.deny(WORDS.value, f"name a target: `act {do.who.id} ACTION TARGET`")
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
        do.game.deny(WORDS.value, f"unexpected `{do.args[0]}`: this action takes nothing more")


def not_if(do: ActionContext, kind: str, holds: bool, state: str, way: str) -> None:
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
    do: ActionContext, action: str, name: str, needed: int | None = None, left: int = 0
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
