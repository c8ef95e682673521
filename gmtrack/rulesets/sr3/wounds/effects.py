"""Effects that the GM sets by hand or that actions bring about: prone, running, in cover and
others."""

from collections.abc import Callable, Mapping

from gmtrack.rulesets.kit.effects import Effect, Effects, unhyphenate
from gmtrack.rulesets.kit.words import format_count
from gmtrack.rulesets.sr3.sheet.fighter import Fighter
from gmtrack.rulesets.sr3.sheet.game import Game
from gmtrack.rulesets.sr3.sheet.state import EffectName, Gait, Pace
from gmtrack.rulesets.sr3.wounds.events import (
    end_by_falling,
    end_by_hiding,
    end_by_running,
    end_by_stopping,
    end_by_walking,
)

Change = Callable[[Game, Fighter], None]


def _switch(
    help_: str,
    rules: str,
    field: str,
    until: str = "manual",
    then: Change = lambda *_: None,
) -> Effect[Game, Fighter]:
    """Return an effect that sets a field to true or false. `until` is when it ends; `then` is
    called after the GM has set it by hand."""
    name = field.replace("_", "-")

    def put(game: Game, who: Fighter) -> None:
        setattr(who, field, True)
        then(game, who)

    return Effect(
        help_,
        rules,
        until,
        lambda who: bool(getattr(who, field)),
        lambda _, who: setattr(who, field, False),
        _by_hand(name, rules, put),
    )


def _gait(
    help_: str, rules: str, name: EffectName, gait: Gait
) -> Effect[Game, Fighter]:
    """Return an effect that lets a combatant move in a gait until the combat turn ends."""
    return Effect(
        help_,
        rules,
        "turn-end",
        lambda who: who.running == gait,
        lambda _, who: end_running(who),
        _by_hand(name, rules, lambda game, who: begin_running(game, who, gait)),
    )


def _by_hand(name: str, rules: str, change: Change) -> Change:
    """Return a change that is told as an effect."""

    def put(game: Game, who: Fighter) -> None:
        change(game, who)
        game.report_effect(who, name)
        with game.draft.by(rules):
            game.report.tell(
                "effect.on", "note", who=who.name, effect=unhyphenate(name)
            )

    return put


def begin_running(game: Game, who: Fighter, gait: Gait) -> None:
    """Let a combatant run from now on, and end what running ends."""
    who.running = gait
    end_by_running(game, who)


def end_running(who: Fighter) -> None:
    """Let a combatant run no longer."""
    who.running = "none"


def begin_walking(game: Game, who: Fighter, pace: Pace) -> None:
    """Let a combatant walk from now on, and end what walking ends (SR-R60)."""
    who.walking = pace
    end_by_walking(game, who)


def end_walking(who: Fighter) -> None:
    """Let a combatant walk no longer."""
    who.walking = "none"


def refuse_to_stand_still(game: Game, who: Fighter) -> None:
    """Refuse to make a running or walking combatant stationary. If the GM forces it, the combatant
    stops. Raises Refusal (`status`)."""
    if who.walking != "none":
        game.refuse(
            "status",
            f"{who.name} is walking and not stationary: `act {who.id} stop`",
        )
        end_walking(who)
    if who.running != "none":
        way = f"`act {who.id} stop` or `effect {who.id} {GAIT_EFFECTS[who.running]} --end`"
        game.refuse(
            "status", f"{who.name} is running and not stationary: {way}"
        )
        end_running(who)


GAIT_EFFECTS: Mapping[Gait, EffectName] = {
    "running": "running",
    "difficult": "running-difficult",
}
EFFECTS: Effects[EffectName, Game, Fighter] = Effects(
    {
        "prone": _switch(
            "on the ground: -2 on blows at them", "SR-028, SR-032", "prone", then=end_by_falling
        ),
        "cornered": _switch(
            "+2 on their attacks until they can move away", "SR-033", "cornered",
            then=end_by_stopping,
        ),
        "running": _gait(
            "+2 on shots at them, +4 on their own", "SR-119, SR-123", "running", "running"
        ),
        "running-difficult": _gait(
            "+2 on shots at them, +6 on their own", "SR-119, SR-124", "running-difficult",
            "difficult",
        ),
        "stationary": _switch(
            "-1 on shots at them, until they run", "SR-120", "stationary",
            then=refuse_to_stand_still,
        ),
        "partial-cover": _switch(
            "+4 on shots at them", "SR-117", "partial_cover", then=end_by_hiding
        ),
        "superior-position": _switch("-1 on their melee tests", "SR-027", "superior_position"),
        "surprised": _switch("they cannot defend in melee", "SR-R32", "surprised", "end"),
    },
    counted=lambda turns: format_count(turns, "turn"),
)  # fmt: skip
