"""The words of `effect`: whether they hold, how they come and how they end."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from gmtrack.rulesets.i2050.sheet.game import Game
from gmtrack.rulesets.i2050.sheet.live import Fighter
from gmtrack.rulesets.i2050.sheet.records import EffectName, Out
from gmtrack.rulesets.i2050.tables.locations import LOCATIONS, Location, spoken
from gmtrack.rulesets.i2050.wounds.damage import disable, fall
from gmtrack.rulesets.i2050.wounds.interrupt import interrupt, standing
from gmtrack.rulesets.kit.effects import Effect, Effects

if TYPE_CHECKING:
    from gmtrack.rulesets.i2050.wounds.document import EffectDocument

Row = Effect[Game, Fighter]
Put = Callable[[Game, Fighter], None]


def _switch(help_: str, rows: str, field: str, put: Put, until: str = "manual") -> Row:
    return Effect(
        help_, rows, until, lambda who: bool(getattr(who, field)),
        lambda _, who: setattr(who, field, False), put,
    )  # fmt: skip


def _on(game: Game, who: Fighter, field: str) -> dict[str, str]:
    """It holds now; who and what, to be told."""
    setattr(who, field, True)
    game.effect(who, field)
    return {"who": who.name, "effect": spoken(field)}


def _lay_down(game: Game, who: Fighter) -> None:
    """IN-MOD-03"""
    game.report.tell("effect.on", "note", **_on(game, who, "prone"))


def _surprise(game: Game, who: Fighter) -> None:
    """IN-MOD-04, IN-R17"""
    game.report.tell("effect.on", "note", **_on(game, who, "unaware"))


def _darken(game: Game, who: Fighter) -> None:
    """IN-MOD-05"""
    game.report.tell("effect.on", "note", **_on(game, who, "poor_visibility"))


def _draw_fire(game: Game, who: Fighter) -> None:
    """IN-MOD-08"""
    game.report.tell("effect.on", "note", **_on(game, who, "under_fire"))


def _fate(help_: str, rows: str, fate: Out) -> Row:
    def put(game: Game, who: Fighter) -> None:
        was = standing(game, who)
        who.out = fate
        game.effect(who, fate)
        game.report.tell(fate, "bad", who=who.name)
        fall(game, who)
        interrupt(game, who, was)

    return Effect(help_, rows, "manual", lambda who: who.out == fate, _up, put)


def _up(_: Game, who: Fighter) -> None:
    who.out = None


def _disabled(place: Location) -> Row:
    def end(_: Game, who: Fighter) -> None:
        who.disabled = [one for one in who.disabled if one != place]

    return Effect(
        f"the {spoken(place)} does not work until the fight ends", "IN-UNARM-04, IN-R43", "end",
        lambda who: place in who.disabled, end, lambda game, who: disable(game, who, place),
    )  # fmt: skip


def _rows() -> dict[EffectName, Row]:
    rows: dict[EffectName, Row] = {
        "prone": _switch("on the ground", "IN-MOD-03, IN-LIMB", "prone", _lay_down),
        "unaware": _switch("surprised: +5 for attackers, no defense", "IN-MOD-04", "unaware",
                           _surprise, "end"),
        "poor-visibility": _switch("sees badly: -10 if Awareness fails", "IN-MOD-05",
                                   "poor_visibility", _darken),
        "under-fire": _switch("-3 with firearms if Cool fails, this round", "IN-MOD-08",
                              "under_fire", _draw_fire, "round-end"),
    }  # fmt: skip
    for place in LOCATIONS:
        rows[_NAMES[place]] = _disabled(place)
    rows["unconscious"] = _fate("out, and prone", "IN-DMG-05", "unconscious")
    rows["dying"] = _fate("out; the GM decides what becomes of them", "IN-WND-06, IN-R26", "dying")
    rows["dead"] = _fate("out for good", "IN-LIMB-07", "dead")
    return rows


_NAMES: Mapping[Location, EffectName] = {
    "head": "disabled-head", "chest": "disabled-chest", "abdomen": "disabled-abdomen",
    "right_arm": "disabled-right-arm", "left_arm": "disabled-left-arm",
    "right_leg": "disabled-right-leg", "left_leg": "disabled-left-leg",
}  # fmt: skip
FATES: tuple[EffectName, ...] = ("unconscious", "dying", "dead")


EFFECTS = Effects(_rows())


def until_of(who: Fighter, name: EffectName) -> str:
    rounds = who.timed.get(name)
    return f"{rounds} rounds" if rounds else EFFECTS[name].until


def document(who: Fighter) -> "list[EffectDocument]":
    """The `effects` of `show`."""
    found: list[EffectDocument] = [
        {"effect": name, "source": None, "until": until_of(who, name)}
        for name in EFFECTS.holding(who)
        if name not in FATES
    ]
    if who.aimed is not None:
        found.append({"effect": "aimed", "target": who.aimed, "source": None, "until": "shot"})
    return found
