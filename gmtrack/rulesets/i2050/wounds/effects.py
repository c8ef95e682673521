"""The effects that `effect` puts on and ends: whether each holds, how it comes, how it ends."""

from collections.abc import Mapping

from gmtrack.rulesets.i2050.sheet.fighter import Fighter
from gmtrack.rulesets.i2050.sheet.game import Game
from gmtrack.rulesets.i2050.sheet.state import EffectName, Out
from gmtrack.rulesets.i2050.tables import LOCATIONS, Location, with_spaces
from gmtrack.rulesets.i2050.wounds.damage import (
    disable_place,
    interrupt_actions,
    observe_actions,
    put_out_of_action,
)
from gmtrack.rulesets.kit.effects import Effect, Effects

Row = Effect[Game, Fighter]
_NAMES: Mapping[Location, EffectName] = {
    "head": "disabled-head",
    "chest": "disabled-chest",
    "abdomen": "disabled-abdomen",
    "right_arm": "disabled-right-arm",
    "left_arm": "disabled-left-arm",
    "right_leg": "disabled-right-leg",
    "left_leg": "disabled-left-leg",
}
FATES: tuple[EffectName, ...] = ("unconscious", "dying", "dead")


def _switch_row(
    help_: str, rows: str, field: str, until: str = "manual"
) -> Row:
    """Make an effect of a live field that is true or false. `until` is what ends it, in words."""

    def put(game: Game, who: Fighter) -> None:
        with game.draft.by(rows):
            setattr(who, field, True)
            game.report_effect(who, field)
            game.report.tell(
                "effect.on", "note", who=who.name, effect=with_spaces(field)
            )

    return Effect(
        help_,
        rows,
        until,
        lambda who: bool(getattr(who, field)),
        lambda _, who: setattr(who, field, False),
        put,
    )


def _fate_row(help_: str, rows: str, fate: Out) -> Row:
    """Make an effect of being out of action."""

    def put(game: Game, who: Fighter) -> None:
        was = observe_actions(game, who)
        put_out_of_action(game, who, fate, rows)
        interrupt_actions(game, who, was)

    def end(_: Game, who: Fighter) -> None:
        who.out = None

    return Effect(help_, rows, "manual", lambda who: who.out == fate, end, put)


def _disabled_row(place: Location) -> Row:
    """Make the effect of a disabled location."""

    def end(_: Game, who: Fighter) -> None:
        who.disabled = [one for one in who.disabled if one != place]

    return Effect(
        f"the {with_spaces(place)} does not work until the fight ends",
        "IN-UNARM-04, IN-R43",
        "end",
        lambda who: place in who.disabled,
        end,
        lambda game, who: disable_place(game, who, place),
    )


EFFECTS: Effects[EffectName, Game, Fighter] = Effects(
    {
        "prone": _switch_row("on the ground", "IN-MOD-03, IN-LIMB", "prone"),
        "unaware": _switch_row("surprised: +5 for attackers, no defense", "IN-MOD-04", "unaware",
                           "end"),
        "poor-visibility": _switch_row("sees badly: -10 if Awareness fails", "IN-MOD-05",
                                   "poor_visibility"),
        "under-fire": _switch_row("-3 with firearms if Cool fails, this round", "IN-MOD-08",
                              "under_fire", "round-end"),
        **{_NAMES[place]: _disabled_row(place) for place in LOCATIONS},
        "unconscious": _fate_row("out, and prone", "IN-DMG-05", "unconscious"),
        "dying": _fate_row("out; the GM decides what becomes of them", "IN-WND-06, IN-R26",
                           "dying"),
        "dead": _fate_row("out for good", "IN-LIMB-07", "dead"),
    }
)  # fmt: skip
