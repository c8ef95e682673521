"""Which told steps of the damage a target takes who decides when the damage is known (`absorb`):
as many as keep them up, and none where that is not needed or does not help."""

from collections.abc import Collection, Iterator, Mapping
from itertools import islice
from typing import Any

from gmtrack.rulesets.kit.words import WordArgs
from gmtrack.rulesets.system_page.dice.scopes import RollScope
from gmtrack.rulesets.system_page.formula.errors import FormulaError
from gmtrack.rulesets.system_page.formula.nodes import larger_of, smaller_of
from gmtrack.rulesets.system_page.page.rolls_and_deeds import absorbing_steps
from gmtrack.rulesets.system_page.page.shapes import (
    DamageShape,
    LandingShape,
    StepShape,
)
from gmtrack.rulesets.system_page.sheet.fighter import Fighter
from gmtrack.rulesets.system_page.sheet.game import Game
from gmtrack.rulesets.system_page.sheet.scopes import PersonScope
from gmtrack.rulesets.system_page.wounds.tracks import tracks_before

MOST_STEPS = 5
"""The most steps of which all combinations are tried."""
Numbers = Mapping[str, int]
"""The number at which each track of somebody would stand."""


class PersonWith(PersonScope):
    """One person, with some tracks as they would stand."""

    def __init__(self, who: Fighter, tracks: Numbers) -> None:
        super().__init__(who)
        self.tracks = tracks

    def value_of(self, name: str) -> Any:
        track = name.rpartition(".")[2]
        if track in self.tracks:
            return self.tracks[track]
        return super().value_of(name)


def is_told_step(told: WordArgs | None, word: str, scope: RollScope) -> bool:
    """Whether a step was told by name for whoever is hit."""
    return told is not None and told.has_word(word, scope.who.id)


def choose_absorbed(
    game: Game,
    scope: RollScope,
    points: int,
    reached: str,
    told: WordArgs | None,
) -> Collection[str]:
    """Return the steps that whoever is hit takes besides those that were told: the first
    combination by which they are not out, none if no combination helps. Combinations are tried in
    the order of counting, so none comes first, and later steps of the page after all of the earlier
    ones. `points` is the damage that is left where the step `reached` is due; steps after it that
    roll dice count as nothing."""
    rules = game.page.damage
    who = scope.who
    if rules is None or who.standing.out:
        return ()
    words = list(rules.steps)
    later = {word: rules.steps[word] for word in words[words.index(reached) :]}
    open_steps = _list_open_steps(game, scope, told)
    typed = [word for word in later if is_told_step(told, word, scope)]
    for chosen in _combinations([*islice(open_steps, MOST_STEPS)]):
        left = preview_steps(scope, later, points, (*typed, *chosen))
        landed = scope.knowing(damage=left, dealt=left)
        if not would_be_out(game, landed, left, rules):
            return chosen
    return ()


def can_absorb(
    game: Game, scope: RollScope, points: int, told: WordArgs | None
) -> bool:
    """Whether whoever is hit is not out if they take every step that they can, of those that were
    told and those among which they may choose. `points` is the damage before all steps; steps that
    roll dice count as nothing. Nobody asks for it who is out."""
    rules = game.page.damage
    if rules is None:
        return False
    typed = [word for word in rules.steps if is_told_step(told, word, scope)]
    chosen = _list_open_steps(game, scope, told)[:MOST_STEPS]
    if not chosen:
        return False
    left = preview_steps(scope, rules.steps, points, (*typed, *chosen))
    landed = scope.knowing(damage=left, dealt=left)
    return not would_be_out(game, landed, left, rules)


def _list_open_steps(
    game: Game, scope: RollScope, told: WordArgs | None
) -> list[str]:
    """Return the steps among which whoever is hit may still choose: those that were not told by
    name, and that they have room for."""
    return [
        word
        for word, step in absorbing_steps(game.page).items()
        if not is_told_step(told, word, scope) and _has_room(scope.who, step)
    ]


def _combinations(words: Collection[str]) -> Iterator[tuple[str, ...]]:
    """Yield all combinations of words in the order of counting: none, the first, the second, the
    first two, the third."""
    for number in range(2 ** len(words)):
        yield tuple(
            word for place, word in enumerate(words) if number >> place & 1
        )


def _has_room(who: Fighter, step: StepShape) -> bool:
    """Whether the tracks of whoever is hit have room for what a step costs, as far as that is known
    without dice."""
    adds = step.target.add if step.target else {}
    for track, formula in adds.items():
        try:
            after = getattr(who, track) + formula.number(PersonScope(who))
        except FormulaError:
            continue
        if not 0 <= after <= who.most_of(track):
            return False
    return True


def preview_steps(
    scope: RollScope,
    steps: Mapping[str, StepShape],
    points: int,
    told: Collection[str] = (),
) -> int:
    """Return what is left of damage after steps, of those that are told only the named ones.
    Nothing is rolled, reported or changed."""
    for word, step in steps.items():
        if step.roll is not None or (step.told and word not in told):
            continue
        here = scope.knowing(damage=points)
        if step.when is None or step.when.holds(here):
            points = take_off(here, step, points)
    return points


def take_off(scope: RollScope, step: StepShape, points: int) -> int:
    """Return what one step leaves of damage, once its dice have fallen."""
    if step.less is not None:
        points = larger_of(points - step.less.number(scope), 0)
    if step.times is not None:
        points = points * step.times
    if step.half is not None:
        points = (points + (step.half == "up")) // 2
    return points


def find_landing(
    scope: RollScope, rules: DamageShape
) -> tuple[str, LandingShape] | None:
    """Return the first row of `lands` that holds; None if none does."""
    for word, row in rules.lands.items():
        if row.when is None or row.when.holds(scope):
            return word, row
    return None


def would_be_out(
    game: Game, scope: RollScope, dealt: int, rules: DamageShape
) -> bool:
    """Whether damage that lands would put whoever is hit out, by their tracks alone."""
    who = scope.who
    landing = find_landing(scope, rules)
    shares: Mapping[str, int] = {rules.track: dealt}
    if landing is not None and landing[1].to is not None:
        shares = {
            track: formula.number(scope)
            for track, formula in landing[1].to.items()
        }
    tracks: dict[str, int] = {}
    for track, share in shares.items():
        left = share
        for name in tracks_before(game.page, track):
            taken = smaller_of(left, getattr(who, name))
            tracks[name] = getattr(who, name) - taken
            left = left - taken
        fills = game.page.tracks[track].counts == "up"
        after = getattr(who, track) + (left if fills else -left)
        tracks[track] = larger_of(smaller_of(after, who.most_of(track)), 0)
    person = PersonWith(who, tracks)
    for row in game.page.status.values():
        if row.when.holds(person):
            return row.is_out
    return False
