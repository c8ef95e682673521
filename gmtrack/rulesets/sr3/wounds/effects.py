"""What combatants are under by the GM's word or by what they do: prone, running, in cover ..."""

from collections.abc import Callable

from gmtrack.rulesets.kit.effects import Effect, Effects, spoken
from gmtrack.rulesets.kit.words import counted
from gmtrack.rulesets.sr3.sheet.fighter import Fighter
from gmtrack.rulesets.sr3.sheet.game import Game
from gmtrack.rulesets.sr3.sheet.state import EffectName, Gait


def _switch(help_: str, rules: str, field: str, until: str = "manual") -> Effect[Game, Fighter]:
    name = field.replace("_", "-")
    return Effect(
        help_, rules, until, lambda who: bool(getattr(who, field)),
        lambda _, who: setattr(who, field, False),
        _by_hand(name, rules, lambda who: setattr(who, field, True)),
    )  # fmt: skip


def _gait(help_: str, rules: str, name: EffectName, gait: Gait) -> Effect[Game, Fighter]:
    return Effect(
        help_, rules, "turn-end", lambda who: who.running == gait,
        lambda _, who: set_gait(who, "none"),
        _by_hand(name, rules, lambda who: set_gait(who, gait)),
    )  # fmt: skip


def _by_hand(
    name: str, rules: str, change: Callable[[Fighter], None]
) -> Callable[[Game, Fighter], None]:
    """It holds from now on, and is told."""

    def put(game: Game, who: Fighter) -> None:
        change(who)
        game.effect(who, name)
        with game.draft.by(rules):
            game.report.tell("effect.on", "note", who=who.name, effect=spoken(name))

    return put


def set_gait(who: Fighter, gait: Gait) -> None:
    """How somebody moves from now on; who runs is not stationary."""
    who.running = gait
    if gait != "none":
        with who.draft.by("SR-120"):
            who.stationary = False


EFFECTS: Effects[EffectName, Game, Fighter] = Effects(
    {
        "prone": _switch("on the ground: -2 on blows at them", "SR-028, SR-032", "prone"),
        "cornered": _switch("+2 on their attacks until they can move away", "SR-033", "cornered"),
        "running": _gait(
            "+2 on shots at them, +4 on their own", "SR-119, SR-123", "running", "running"
        ),
        "running-difficult": _gait(
            "+2 on shots at them, +6 on their own", "SR-119, SR-124", "running-difficult",
            "difficult",
        ),
        "stationary": _switch("-1 on shots at them, until they run", "SR-120", "stationary"),
        "partial-cover": _switch("+4 on shots at them", "SR-117", "partial_cover"),
        "superior-position": _switch("-1 on their melee tests", "SR-027", "superior_position"),
        "surprised": _switch("they cannot defend in melee", "SR-R32", "surprised", "end"),
    },
    counted=lambda turns: counted(turns, "turn"),
)  # fmt: skip
