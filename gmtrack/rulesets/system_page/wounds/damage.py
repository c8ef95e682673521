"""Damage: its roll, the steps before it lands, where it lands; and deeds, which damage brings and
which bring damage."""

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from gmtrack.core.encounter import Data
from gmtrack.core.report import Part, total
from gmtrack.rulesets.kit.modifiers import report_roll
from gmtrack.rulesets.kit.own.in_force import NOTHING, RollContext
from gmtrack.rulesets.kit.words import WordArgs
from gmtrack.rulesets.system_page.dice.rolls import (
    RollRequest,
    count_rolls,
    make_roll,
    name_part,
    report_thrown,
    rolls_dice,
    throw_dice,
    throw_formula,
)
from gmtrack.rulesets.system_page.dice.scopes import RollScope
from gmtrack.rulesets.system_page.formula.nodes import (
    ChangedDice,
    Node,
    addends,
    larger_of,
)
from gmtrack.rulesets.system_page.page.formula_text import Formula
from gmtrack.rulesets.system_page.page.parts import (
    DeedShape,
)
from gmtrack.rulesets.system_page.page.rolls_and_deeds import (
    ABSORB,
    absorbing_steps,
    deeds_of,
    paid_steps,
)
from gmtrack.rulesets.system_page.page.shapes import (
    DamageShape,
    LandingShape,
    StepShape,
)
from gmtrack.rulesets.system_page.sheet.fighter import Fighter
from gmtrack.rulesets.system_page.sheet.game import Game
from gmtrack.rulesets.system_page.wounds.absorbing import (
    choose_absorbed,
    find_landing,
    is_told_step,
    take_off,
)
from gmtrack.rulesets.system_page.wounds.conditions import (
    end_conditions,
    put_conditions,
)
from gmtrack.rulesets.system_page.wounds.tracks import (
    lose_points,
    move_track,
)

DAMAGE = "damage"
DEED = "deed"
"""The name of a roll for what a deed adds to a track."""


class AddedDamage(NamedTuple):
    """Damage that a row of `modifiers` adds: its label, its formula, and the id of its row."""

    label: str
    formula: Formula
    row: str


def roll_damage(
    game: Game,
    scope: RollScope,
    formula: Formula,
    path: tuple[str, ...],
    added: Sequence[AddedDamage] = (),
    context: RollContext = NOTHING,
) -> int:
    """Work damage out with what is added to it, with all dice in the report, and return it: never
    below 0."""
    roller = scope.people.get("attacker", scope.who)
    rolling = scope.begin_roll(DAMAGE, roller)
    addenda = [*addends(formula.node)]
    dice = [node for _, node in addenda if rolls_dice(game.page, node)]
    more = [extra.formula.node for extra in added]
    rolled = iter(throw_dice(scope, rolling, [*dice, *more]))
    parts: list[Part] = []
    for sign, node in addenda:
        if node in dice:
            number = sign * next(rolled)
            parts.append(Part(_label_of_dice(node), number, game.row(*path)))
        else:
            parts += name_part(game, scope, node, sign, path)
    for extra in added:
        parts.append(Part(extra.label, next(rolled), extra.row))
    gm_parts = game.collect_gm_parts(
        roller, DAMAGE, (), game.row(*path), context
    )
    shares = (*parts, *gm_parts)
    whole = tuple(part for part in shares if not _is_nothing(part))
    points = larger_of(total(whole), 0)
    report_thrown(game, rolling, points, whole)
    return points


def _label_of_dice(node: Node) -> str:
    """Return the label of dice in the parts of damage: whether they were rolled."""
    is_most = isinstance(node, ChangedDice) and node.function == "most"
    return "top faces" if is_most else "rolled"


def _is_nothing(part: Part) -> bool:
    """Whether a part is 0 however the dice fall, such as a damage bonus that somebody lacks."""
    return type(part.value) is int and part.value == 0


def deal_damage(
    game: Game,
    who: Fighter,
    points: int,
    scope: RollScope,
    told: WordArgs | None = None,
    track: str | None = None,
) -> Data:
    """Let damage land on somebody: the steps of the page, then its tracks and what comes of it.
    With a `track` what the steps leave goes off that one, and no row of `lands` counts. Returns
    the document: `base`, `steps`, `dealt`, `applied` and, where a row of `lands` holds, its name
    as `landed`."""
    rules = game.page.damage
    if rules is None:
        game.deny("system", f"{game.judged.file} has no `damage`")
    scope = scope.as_seen_by(who).knowing()
    scope.people["target"] = who
    taken = _take_steps(game, scope, points, rules, told)
    _tell_harm(game, points, taken)
    document: Data = {
        "base": points,
        "steps": [part.label for part in taken.parts],
        "dealt": taken.left,
    }
    rows = ", ".join(filter(None, (game.draft.rules, taken.rows)))
    if track is not None:
        with game.draft.by(rows):
            document["applied"] = lose_points(game, who, taken.left, track)
        return document
    scope = scope.knowing(damage=taken.left, dealt=taken.left)
    landing = find_landing(scope, rules)
    if landing is None:
        with game.draft.by(rows):
            document["applied"] = _apply(
                game, who, taken.left, scope, None, rules
            )
        return document
    word, row = landing
    path = ("damage", "lands", word)
    with game.draft.by(", ".join(filter(None, (rows, game.row(*path))))):
        document["applied"] = _apply(game, who, taken.left, scope, row, rules)
    if row.to is not None:
        amounts = (entry["amount"] for entry in document["applied"])
        document["dealt"] = sum(map(abs, amounts))
    document["landed"] = word
    if row.says:
        with game.draft.by(game.row(*path)):
            game.report.tell("says", "bad", text=row.says)
    do_deed(game, row.target, who, scope, *path, "target")
    return document


class Taken(NamedTuple):
    """What is left of damage after the steps, and what each step took."""

    left: int
    parts: Sequence[Part]

    @property
    def rows(self) -> str:
        """The rows of the steps that may have changed the damage."""
        changing = (part for part in self.parts if not _is_nothing(part))
        return ", ".join(part.rules for part in changing if part.rules)


def _take_steps(
    game: Game,
    scope: RollScope,
    points: int,
    rules: DamageShape,
    told: WordArgs | None,
) -> Taken:
    """Take the steps that hold, in the order of the page."""
    parts: list[Part] = []
    absorbing = told is not None and told.has_word(ABSORB, scope.who.id)
    absorbed: Collection[str] | None = None if absorbing else ()
    """The steps that ABSORB takes; None until the first of them is reached."""
    for word, step in rules.steps.items():
        here = scope.knowing(damage=points)
        if absorbed is None and word in absorbing_steps(game.page):
            absorbed = choose_absorbed(game, here, points, word, told)
        if step.told and not (
            is_told_step(told, word, scope) or word in (absorbed or ())
        ):
            continue
        if step.when is not None and not step.when.holds(here):
            continue
        before = points
        points = _take_step(game, here, word, step, points)
        label = word.replace("-", " ")
        row = game.row("damage", "steps", word)
        parts.append(Part(label, points - before, row))
        if word in paid_steps(game.page):
            game.report_effect(scope.who, word)
    return Taken(points, parts)


def _take_step(
    game: Game, scope: RollScope, word: str, step: StepShape, points: int
) -> int:
    """Return what one step leaves of damage, after its roll and what it does to the target."""
    path = ("damage", "steps", word)
    if step.roll is not None:
        request = RollRequest(word, scope.who, step.roll, (*path, "roll"))
        scope = scope.knowing(**make_roll(game, scope, request))
    points = take_off(scope, step, points)
    do_deed(game, step.target, scope.who, scope, *path, "target")
    return points


def _tell_harm(game: Game, points: int, taken: Taken) -> None:
    """Tell the damage with what each step took of it."""
    if not game.narrated:
        return
    shares = "".join(_steps_in_words(taken.parts))
    rows = ", ".join(part.rules for part in taken.parts if part.rules)
    with game.draft.by(rows):
        if shares:
            game.report.tell("harm", raw=points, steps=shares, dealt=taken.left)
        else:
            game.report.tell("harm.whole", dealt=taken.left)


def _steps_in_words(parts: Sequence[Part]) -> Iterator[str]:
    """Yield what each step changed; a step that changed nothing is left out."""
    for part in parts:
        if part.value:
            yield f", {part.label} {part.value:+}"


def _apply(
    game: Game,
    who: Fighter,
    points: int,
    scope: RollScope,
    row: LandingShape | None,
    rules: DamageShape,
) -> list[Data]:
    """Take the damage off the tracks and return the entries for the document. The formulas of
    `to` are all worked out before any track changes."""
    if row is None or row.to is None:
        return lose_points(game, who, points, rules.track)
    shares = {track: formula.number(scope) for track, formula in row.to.items()}
    found: list[Data] = []
    for track, share in shares.items():
        found += lose_points(game, who, share, track)
    return found


def most_deed_rolls(game: Game, scope: RollScope) -> int:
    """Return how many rolls any deed of the page makes at the most for tracks, one for each track
    that dice change; usually none does."""
    counts = [
        sum(count_rolls(scope, formula.node) for formula in deed.add.values())
        for _, deed in deeds_of(game.page)
    ]
    return max(counts, default=0)


def do_deed(
    game: Game,
    deed: DeedShape | None,
    who: Fighter,
    scope: RollScope,
    *path: str,
) -> int:
    """Carry out a deed on somebody and return the damage that they take by it; 0 without a deed.
    `path` is that of the row in the page."""
    if deed is None:
        return 0
    with game.draft.by(game.row(*path)):
        end_conditions(game, who, deed.end)
        put_conditions(game, who, deed.put)
        rolling = scope.begin_roll(DEED, who)
        # All formulas are worked out before any track changes.
        shares = {
            track: throw_formula(scope, rolling, formula.node)
            for track, formula in deed.add.items()
        }
        for track, share in shares.items():
            move_track(game, who, track, share)
        for one in rolling.thrown if game.reported else ():
            body: Data = {"total": one.value}
            report_roll(game, one.ask, one.answer, body, pool=None)
    if deed.damage is None:
        return 0
    points = roll_damage(game, scope, deed.damage, (*path, "damage"))
    return int(deal_damage(game, who, points, scope)["dealt"])
