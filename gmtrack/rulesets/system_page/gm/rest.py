"""Rest, by the rows of the page."""

from collections.abc import Callable, Mapping
from typing import Any

from gmtrack.core.intents import Rest as Wanted
from gmtrack.core.report import Report
from gmtrack.dice.port import Key
from gmtrack.rulesets.kit.modifiers import report_roll
from gmtrack.rulesets.kit.rest import KINDS, AnyRest, Regimen
from gmtrack.rulesets.system_page.dice.rolls import (
    count_rolls,
    number_keys,
    throw_formula,
)
from gmtrack.rulesets.system_page.dice.scopes import RollScope
from gmtrack.rulesets.system_page.formula.errors import FormulaError
from gmtrack.rulesets.system_page.gm.by_hand import EFFECTS
from gmtrack.rulesets.system_page.page.faces import span_of
from gmtrack.rulesets.system_page.page.formula_text import Formula
from gmtrack.rulesets.system_page.sheet.fighter import Fighter
from gmtrack.rulesets.system_page.sheet.game import Game
from gmtrack.rulesets.system_page.wounds.conditions import end_conditions
from gmtrack.rulesets.system_page.wounds.tracks import move_track

RECOVER = "recover"
"""The name of the rolls of a rest."""


def rest(game: Game, wanted: Wanted) -> Report:
    """Carry out `rest`. Each row of the page gives what it says, the shorter rests first."""
    try:
        return make_regimen(game.page.rest).rest(game, wanted)
    except FormulaError as error:
        game.deny_fault(error)


def make_regimen(rows: Mapping[str, Any]) -> Regimen:
    """Return the rules of rest by the rows of a page."""
    kinds = [kind for kind in KINDS if kind in rows]
    return Regimen(
        [_step(kind) for kind in kinds],
        [],
        [],
        describe_tracks,
        _keys,
        {},
        effects=EFFECTS,
    )


def _step(kind: str) -> Callable[[AnyRest, Any], None]:
    """Return the step of one kind of rest, which counts in longer ones too."""

    def take(rest: AnyRest, who: Fighter) -> None:
        game: Game = rest.game
        row = game.page.rest[kind]
        if not rest.contains(kind):
            return
        with game.draft.by(game.row("rest", kind)):
            end_conditions(game, who, row.end)
            shares: dict[str, int] = {}
            for track, formula in row.add.items():
                if not _may_move(who, track, formula):
                    continue
                scope = RollScope(game, who)
                rolling = scope.begin_roll(RECOVER, who)
                points = throw_formula(scope, rolling, formula.node)
                for one in rolling.thrown:
                    body = {"total": one.value}
                    report_roll(game, one.ask, one.answer, body, pool=None)
                shares[track] = int(points)
            # All formulas are worked out before any track changes.
            for track, share in shares.items():
                _give(game, who, track, share)

    return take


def _may_move(who: Fighter, track: str, formula: Formula) -> bool:
    """Whether a formula may move a track of somebody: not one that is full and only gains, or
    empty and only loses. Then nothing is rolled for it."""
    span = span_of(formula)
    now = int(getattr(who, track))
    if span is None or not (0 <= now <= who.most_of(track)):
        return True
    return now + span.last > 0 and now + span.first < who.most_of(track)


def _give(game: Game, who: Fighter, track: str, points: int) -> None:
    """Add points to a track; nothing happens, and nothing is told, if it stands at its end."""
    now = int(getattr(who, track))
    if min(max(now + points, 0), who.most_of(track)) != now:
        move_track(game, who, track, points)


def _keys(rest: AnyRest, who: Fighter) -> list[Key]:
    """Return the keys of all dice that a rest may ask for."""
    found: list[Key] = []
    for kind, row in rest.game.page.rest.items():
        for formula in row.add.values() if rest.contains(kind) else ():
            scope = RollScope(rest.game, who)
            count = count_rolls(scope, formula.node)
            found += number_keys(RECOVER, count, who)
    return list(dict.fromkeys(found))


def describe_tracks(who: Fighter) -> str:
    """Return where the tracks of somebody stand that screens show, in words."""
    return ", ".join(
        f"{name.replace('_', ' ')} {getattr(who, name)}/{who.most_of(name)}"
        for name in who.PAGE.tracks
        if who.has_in_sight(name)
    )
