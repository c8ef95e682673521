"""The words of `effect`: whether they hold, how they come and how they end."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from gmtrack.core.encounter import Data
from gmtrack.rulesets.i2050.sheet.game import Game
from gmtrack.rulesets.i2050.sheet.live import Fighter
from gmtrack.rulesets.i2050.sheet.records import EffectName, Out
from gmtrack.rulesets.i2050.tables.locations import LOCATIONS, Location, place_word, spoken
from gmtrack.rulesets.i2050.wounds.damage import disable, fall
from gmtrack.rulesets.i2050.wounds.interrupt import interrupt, standing


class Effect(NamedTuple):
    """One word: what it means, its rows, whether it holds, how it comes and how it ends."""

    help: str
    rows: str
    holds: Callable[[Fighter], bool]
    put: Callable[[Game, Fighter], None]
    end: Callable[[Fighter], None]


def _switch(help_: str, rows: str, field: str) -> Effect:
    def put(game: Game, who: Fighter) -> None:
        setattr(who, field, True)
        tell_on(game, who, field)

    return Effect(
        help_, rows, lambda who: bool(getattr(who, field)), put,
        lambda who: setattr(who, field, False),
    )  # fmt: skip


def _fate(help_: str, rows: str, fate: Out) -> Effect:
    def put(game: Game, who: Fighter) -> None:
        was = standing(game, who)
        who.out = fate
        game.effect(who, fate)
        game.report.tell(fate, "bad", who=who.name)
        fall(game, who)
        interrupt(game, who, was)

    return Effect(help_, rows, lambda who: who.out == fate, put, _up)


def _up(who: Fighter) -> None:
    who.out = None


def _disabled(place: Location) -> Effect:
    def end(who: Fighter) -> None:
        who.disabled = [one for one in who.disabled if one != place]

    return Effect(
        f"the {spoken(place)} does not work until the fight ends", "IN-UNARM-04, IN-R43",
        lambda who: place in who.disabled, lambda game, who: disable(game, who, place), end,
    )  # fmt: skip


def _rows() -> dict[EffectName, Effect]:
    rows: dict[EffectName, Effect] = {
        "prone": _switch("on the ground", "IN-MOD-03, IN-LIMB", "prone"),
        "unaware": _switch("surprised: +5 for who attacks, no defense", "IN-MOD-04", "unaware"),
        "poor-visibility": _switch("sees badly: -10 without Awareness", "IN-MOD-05",
                                   "poor_visibility"),
        "under-fire": _switch("-3 on firearms without Cool, this round", "IN-MOD-08",
                              "under_fire"),
    }  # fmt: skip
    for place in LOCATIONS:
        rows[_NAMES[place]] = _disabled(place)
    rows["unconscious"] = _fate("out, and on the ground", "IN-DMG-05", "unconscious")
    rows["dying"] = _fate("out, the GM decides", "IN-WND-06, IN-R26", "dying")
    rows["dead"] = _fate("out for good", "IN-LIMB-07", "dead")
    return rows


_NAMES: Mapping[Location, EffectName] = {
    "head": "disabled-head", "chest": "disabled-chest", "abdomen": "disabled-abdomen",
    "right_arm": "disabled-right-arm", "left_arm": "disabled-left-arm",
    "right_leg": "disabled-right-leg", "left_leg": "disabled-left-leg",
}  # fmt: skip
FATES: tuple[EffectName, ...] = ("unconscious", "dying", "dead")


def tell_on(game: Game, who: Fighter, name: str) -> None:
    word = place_word(name)
    game.effect(who, word)
    game.report.tell("effect.on", "note", who=who.name, effect=word.replace("-", " "))


EFFECTS: Mapping[EffectName, Effect] = MappingProxyType(_rows())


def holding(who: Fighter) -> list[EffectName]:
    """The words that hold now, in the order of the table."""
    return [name for name, effect in EFFECTS.items() if effect.holds(who)]


def until_of(who: Fighter, name: EffectName) -> str:
    rounds = who.timed.get(name)
    if rounds:
        return f"{rounds} rounds"
    if name == "under-fire":
        return "round-end"
    return "end" if name.startswith("disabled") or name == "unaware" else "manual"


def document(who: Fighter) -> list[Data]:
    """The `effects` of `show`."""
    found: list[Data] = [
        {"effect": name, "source": None, "until": until_of(who, name)}
        for name in holding(who)
        if name not in FATES
    ]
    if who.aimed is not None:
        found.append({"effect": "aimed", "target": who.aimed, "source": None, "until": "shot"})
    return found


def put(game: Game, who: Fighter, name: EffectName) -> None:
    """It holds from now on, with what follows from it."""
    EFFECTS[name].put(game, who)


def end(game: Game, who: Fighter, name: EffectName) -> None:
    """It is over, and told."""
    EFFECTS[name].end(who)
    if name in who.timed:
        who.timed = {other: left for other, left in who.timed.items() if other != name}
    game.report.tell("effect.off", "note", who=who.name, effect=name.replace("-", " "))


def count_down(game: Game, who: Fighter) -> None:
    """Effects by hand for so many rounds, when one starts."""
    if not who.timed:
        return
    left: dict[EffectName, int] = {name: rounds - 1 for name, rounds in who.timed.items()}
    who.timed = {name: rounds for name, rounds in left.items() if rounds > 0}
    for name, rounds in left.items():
        if rounds <= 0 and EFFECTS[name].holds(who):
            end(game, who, name)
