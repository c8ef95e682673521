"""The effects a combatant can be under (prone, cornered, running ...): what each one sets, and how
it ends."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from gmtrack.core.encounter import Data
from gmtrack.rulesets.sr3.sheet.game import Game
from gmtrack.rulesets.sr3.sheet.live import Fighter
from gmtrack.rulesets.sr3.sheet.records import EffectName, Gait

Change = Callable[[Fighter], None]


class Effect(NamedTuple):
    """One word: what it means, the rows of RULES.md, whether it holds, how it comes and ends."""

    help: str
    rows: str
    holds: Callable[[Fighter], bool]
    put: Change
    end: Change


def _switch(help_: str, rows: str, field: str) -> Effect:
    return Effect(
        help_, rows, lambda who: bool(getattr(who, field)),
        lambda who: setattr(who, field, True), lambda who: setattr(who, field, False),
    )  # fmt: skip


def _gait(help_: str, gait: Gait) -> Effect:
    return Effect(
        help_, "SR-119, SR-123, SR-124", lambda who: who.running == gait,
        lambda who: run(who, gait), lambda who: run(who, "none"),
    )  # fmt: skip


def run(who: Fighter, gait: Gait) -> None:
    """SR-120, SR-123, SR-124: who runs is not stationary."""
    who.running = gait
    if gait != "none":
        who.stationary = False


EFFECTS: Mapping[EffectName, Effect] = MappingProxyType(
    {
        "prone": _switch("on the ground: -2 for who strikes at them", "SR-028, SR-032", "prone"),
        "cornered": _switch("+2 on attacks until they can move away", "SR-033", "cornered"),
        "running": _gait("shots at them +2, their own +4", "running"),
        "running-difficult": _gait("shots at them +2, their own +6", "difficult"),
        "stationary": _switch("shots at them -1, until they run", "SR-120", "stationary"),
        "partial-cover": _switch("shots at them +4", "SR-117", "partial_cover"),
        "superior-position": _switch("-1 in melee", "SR-027", "superior_position"),
        "surprised": _switch("no defense in melee", "SR-R32", "surprised"),
    }
)


def holding(who: Fighter) -> list[EffectName]:
    """The words that hold now, in the order of the table."""
    return [name for name, effect in EFFECTS.items() if effect.holds(who)]


def until_of(who: Fighter, name: EffectName) -> str:
    turns = who.timed.get(name)
    if turns:
        return f"{turns} turn{'s' * (turns > 1)}"
    return {"running": "turn-end", "running-difficult": "turn-end", "surprised": "end"}.get(
        name, "manual"
    )


def document(who: Fighter) -> list[Data]:
    """`effects` of `show --json`."""
    return [{"effect": name, "source": None, "until": until_of(who, name)} for name in holding(who)]


def put(game: Game, who: Fighter, name: EffectName) -> None:
    """It holds from now on, and is told."""
    EFFECTS[name].put(who)
    game.effect(who, name)
    game.report.tell("effect.on", "note", who=who.name, effect=name.replace("-", " "))


def end(game: Game, who: Fighter, name: EffectName) -> None:
    """It is over, and told."""
    EFFECTS[name].end(who)
    if name in who.timed:
        who.timed = {other: left for other, left in who.timed.items() if other != name}
    game.report.tell("effect.off", "note", who=who.name, effect=name.replace("-", " "))


def count_down(game: Game, who: Fighter) -> None:
    """Effects by hand for so many combat turns, when one starts."""
    if not who.timed:
        return
    left: dict[EffectName, int] = {name: turns - 1 for name, turns in who.timed.items()}
    who.timed = {name: turns for name, turns in left.items() if turns > 0}
    for name, turns in left.items():
        if turns <= 0 and EFFECTS[name].holds(who):
            end(game, who, name)
