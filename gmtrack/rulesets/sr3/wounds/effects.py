"""The effects a combatant can be under (prone, cornered, running ...): what each one sets, and how
it ends."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from gmtrack.rulesets.kit.effects import Effect, Effects, spoken
from gmtrack.rulesets.sr3.sheet.game import Game, amount
from gmtrack.rulesets.sr3.sheet.live import Fighter
from gmtrack.rulesets.sr3.sheet.records import EffectName, Gait

if TYPE_CHECKING:
    from gmtrack.rulesets.sr3.wounds.document import EffectDoc


Tell = Callable[[Game, Fighter, str], None]


def _switch(
    help_: str, rows: str, field: str, tell: Tell, until: str = "manual"
) -> Effect[Game, Fighter]:
    return Effect(
        help_, rows, until, lambda who: bool(getattr(who, field)),
        lambda _, who: setattr(who, field, False),
        _by_hand(field.replace("_", "-"), lambda who: setattr(who, field, True), tell),
    )  # fmt: skip


def _gait(help_: str, name: EffectName, gait: Gait) -> Effect[Game, Fighter]:
    return Effect(
        help_, "SR-119, SR-123, SR-124", "turn-end", lambda who: who.running == gait,
        lambda _, who: run(who, "none"), _by_hand(name, lambda who: run(who, gait), for_shots),
    )  # fmt: skip


def _by_hand(
    name: str, change: Callable[[Fighter], None], tell: Tell
) -> Callable[[Game, Fighter], None]:
    """It holds from now on, and is told."""

    def put(game: Game, who: Fighter) -> None:
        change(who)
        game.effect(who, name)
        tell(game, who, name)

    return put


def in_melee(game: Game, who: Fighter, name: str) -> None:
    """SR-027, SR-028, SR-033, SR-R32: what changes melee tests."""
    game.report.tell("effect.on", "note", who=who.name, effect=spoken(name))


def for_shots(game: Game, who: Fighter, name: str) -> None:
    """SR-117, SR-119, SR-120, SR-123: what changes shots."""
    game.report.tell("effect.on", "note", who=who.name, effect=spoken(name))


def run(who: Fighter, gait: Gait) -> None:
    """How somebody moves from now on."""
    who.running = gait
    if gait != "none":
        unsettle(who)


def unsettle(who: Fighter) -> None:
    """SR-120: who runs is not stationary."""
    who.stationary = False


EFFECTS: Effects[EffectName, Game, Fighter] = Effects(
    {
        "prone": _switch("on the ground: -2 on blows at them", "SR-028, SR-032", "prone", in_melee),
        "cornered": _switch(
            "+2 on their attacks until they can move away", "SR-033", "cornered", in_melee
        ),
        "running": _gait("+2 on shots at them, +4 on their own", "running", "running"),
        "running-difficult": _gait(
            "+2 on shots at them, +6 on their own", "running-difficult", "difficult"
        ),
        "stationary": _switch(
            "-1 on shots at them, until they run", "SR-120", "stationary", for_shots
        ),
        "partial-cover": _switch("+4 on shots at them", "SR-117", "partial_cover", for_shots),
        "superior-position": _switch(
            "-1 on their melee tests", "SR-027", "superior_position", in_melee
        ),
        "surprised": _switch("they cannot defend in melee", "SR-R32", "surprised", in_melee, "end"),
    }
)


def until_of(who: Fighter, name: EffectName) -> str:
    turns = who.timed.get(name)
    return amount(turns, "turn") if turns else EFFECTS[name].until


def document(who: Fighter) -> "list[EffectDoc]":
    """`effects` of `show --json`."""
    return [
        {"effect": name, "source": None, "until": until_of(who, name)}
        for name in EFFECTS.holding(who)
    ]
