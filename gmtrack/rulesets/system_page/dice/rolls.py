"""Making a roll as a row of the page says: a sum, dice under a chance, or a pool."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from gmtrack.core.encounter import Data
from gmtrack.core.report import Part, total
from gmtrack.dice.port import Ask, Key, Reading, amount
from gmtrack.rulesets.kit.modifiers import (
    lift_sum,
    part_documents,
    report_roll,
)
from gmtrack.rulesets.kit.own.in_force import (
    NOTHING,
    RollContext,
    split_part,
)
from gmtrack.rulesets.kit.words import Mod
from gmtrack.rulesets.system_page.dice.scopes import (
    BEST,
    ONE_ROLL_EDITION,
    RollInProgress,
    RollScope,
    label_of,
    level_number,
    numbered_name,
)
from gmtrack.rulesets.system_page.formula.nodes import (
    ChoiceNode,
    DiceNode,
    NameNode,
    Node,
    NumberNode,
    addends,
    all_parts,
    larger_of,
    smaller_of,
)
from gmtrack.rulesets.system_page.page.formula_text import Formula
from gmtrack.rulesets.system_page.page.parts import (
    RollShape,
)
from gmtrack.rulesets.system_page.page.shapes import (
    SystemPage,
)
from gmtrack.rulesets.system_page.sheet.fighter import Fighter
from gmtrack.rulesets.system_page.sheet.game import Game
from gmtrack.rulesets.system_page.sheet.scopes import ROLLER

OPPOSITE = {"best": "worst", "worst": "best", "": ""}
MOST_REMEMBERED = 4_096
"""The most formulas of which is remembered whether they roll dice."""


class RollRequest(NamedTuple):
    """A roll that is to be made: its name, its roller, the row of the page with its path, what
    is added to it, whether it is made twice and which one counts (`again`), and what conditions
    may look at. `goal` is the number that it is made against, for the screen. `mods` are the
    numbers of `--mod` or `--defense-mod` that reach it."""

    name: str
    who: Fighter
    row: RollShape
    path: tuple[str, ...]
    more: Sequence[Part] = ()
    again: str = ""
    context: RollContext = NOTHING
    goal: int | None = None
    is_pushed: bool = False
    mods: Sequence[Mod] = ()


Known = dict[str, int]
"""What is known of a roll once it has fallen, by the names of formulas."""


def make_roll(game: Game, scope: RollScope, request: RollRequest) -> Known:
    """Make a roll, put it into the report, and return what is known of it."""
    if request.row.pool is not None:
        return _make_pool(game, scope, request, request.row.pool)
    if request.row.under is not None:
        return _make_under(game, scope, request, request.row.under)
    return _make_sum(game, scope, request)


# --- sums ---


class OpenRoll(NamedTuple):
    """A roll whose dice have fallen: what is known of it, and, of a sum, what is needed to put it
    into the report (`thrown`). A sum is not there yet, so that parts can still be added."""

    known: Known
    thrown: "ThrownSum | None" = None

    def with_part(self, part: Part) -> "OpenRoll":
        """Return the roll with a part more; unchanged if it is no sum."""
        if self.thrown is None:
            return self
        thrown = self.thrown._replace(parts=(*self.thrown.parts, part))
        known = {**self.known, "total": self.known["total"] + part.value}
        return OpenRoll(known, thrown)

    def report(self, game: Game) -> None:
        """Put a sum into the report. Other rolls are there already."""
        if self.thrown is not None:
            rolling, parts, goal = self.thrown
            report_thrown(game, rolling, self.known["total"], parts, goal)


class ThrownSum(NamedTuple):
    """The dice of a sum, its parts, and the number that it is made against, for the report."""

    rolling: RollInProgress
    parts: tuple[Part, ...]
    goal: Mapping[str, int]


def throw_roll(game: Game, scope: RollScope, request: RollRequest) -> OpenRoll:
    """Make a roll and return it. One that is no sum is put into the report at once."""
    if request.row.pool is not None or request.row.under is not None:
        return OpenRoll(make_roll(game, scope, request))
    return _throw_sum(game, scope, request)


def _make_sum(game: Game, scope: RollScope, request: RollRequest) -> Known:
    fallen = _throw_sum(game, scope, request)
    fallen.report(game)
    return fallen.known


def _throw_sum(game: Game, scope: RollScope, request: RollRequest) -> OpenRoll:
    formula = request.row.sum or Formula("0")
    rolled, fixed = 0, list[Part]()
    dice: list[tuple[int, Node]] = []
    for sign, node in addends(formula.node):
        if rolls_dice(game.page, node):
            dice.append((sign, node))
        else:
            fixed += name_part(game, scope, node, sign, request.path)
    rolling = scope.begin_roll(request.name, request.who)
    nodes = [node for _, node in dice]
    values = throw_dice(scope, rolling, nodes, request.again)
    for (sign, _), value in zip(dice, values, strict=True):
        rolled = rolled + sign * value
    parts = (
        Part("rolled", rolled),
        *_added_parts(game, request, fixed),
    )
    whole = total(parts)
    goal = {} if request.goal is None else {"target": request.goal}
    known = {"rolled": rolled, "total": whole}
    return OpenRoll(known, ThrownSum(rolling, parts, goal))


def report_thrown(
    game: Game,
    rolling: RollInProgress,
    whole: int,
    parts: tuple[Part, ...],
    more: Mapping[str, int] = MappingProxyType({}),
) -> None:
    """Put the dice of a roll that is a sum into the report, where somebody reads it: the first
    with the sum and its parts, and with the keys of `more`; dice that were rolled separately each
    with what they came to."""
    if not game.reported or not rolling.thrown:
        return
    first, *others = rolling.thrown
    body: Data = {"total": whole, "total_parts": part_documents(parts), **more}
    report_roll(game, first.ask, first.answer, body, parts=parts, pool=None)
    for one in others:
        report_roll(game, one.ask, one.answer, {"total": one.value}, pool=None)


def throw_dice(
    scope: RollScope,
    rolling: RollInProgress,
    nodes: Sequence[Node],
    again: str = "",
) -> list[int]:
    """Roll the dice of formulas as one roll and return what each formula comes to. With `again`
    each is rolled twice, and the better or the worse counts.

    Where the rolls of a formula are separate (`are_separate`), each kind of dice is a roll of its
    own."""
    if not are_separate(scope.game, nodes):
        rolling.begin_plan()
        for node in nodes:
            throw_twice(scope, node, again)
        rolling.throw_planned()
    return [throw_twice(scope, node, again) for node in nodes]


def throw_formula(scope: RollScope, rolling: RollInProgress, node: Node) -> int:
    """Roll the dice of one formula as one roll and return what the formula comes to."""
    [value] = throw_dice(scope, rolling, [node])
    return value


def are_separate(game: Game, nodes: Iterable[Node]) -> bool:
    """Whether each kind of dice of some formulas is a roll of its own: where dice decide which dice
    are rolled (`if(d6 = 6, d8, 0)`), and in histories of an earlier edition."""
    if game.draft.edition < ONE_ROLL_EDITION:
        return True
    return any(_decides_dice(game.page, node) for node in nodes)


@lru_cache(maxsize=MOST_REMEMBERED)
def _decides_dice(page: SystemPage, node: Node) -> bool:
    """Whether dice decide in a formula which dice it rolls."""
    return any(
        isinstance(part, ChoiceNode) and rolls_dice(page, part.condition)
        for part in all_parts(node)
    )


def throw_twice(scope: RollScope, node: Node, again: str) -> int:
    """Roll the dice of a formula; twice where the better or the worse roll counts."""
    if not again:
        return node.number(scope)
    if isinstance(node, DiceNode) and is_single_die(node):
        two = NumberNode("2", 2)
        text = f"{again} of two {node.text}"
        return DiceNode(text, two, node.sides, keep=again).number(scope)
    join = larger_of if again == BEST else smaller_of
    return join(node.number(scope), node.number(scope))


def is_single_die(node: Node) -> bool:
    """Whether a formula is one plain die. Of two such dice the better one is rolled at once."""
    if not isinstance(node, DiceNode):
        return False
    if node.explodes or node.keep or node.is_fudge:
        return False
    return isinstance(node.count, NumberNode) and node.count.value == 1


def name_part(
    game: Game,
    scope: RollScope,
    node: Node,
    sign: int,
    path: tuple[str, ...],
) -> list[Part]:
    """Return an addend without dice as a part by its name; a field of the roller's sheet is split
    into its own share and those of conditions."""
    label = label_of(node.text) if isinstance(node, NameNode) else node.text
    if isinstance(node, NumberNode):
        label = "bonus"
    part = Part(label, sign * node.number(scope), game.row(*path))
    is_own = isinstance(node, NameNode) and node.owner in ("", ROLLER)
    if is_own and sign > 0 and node.text.rpartition(".")[2] in game.page.sheet:
        return split_part(scope.who, node.text.rpartition(".")[2], part)
    return [part]


def name_parts(
    game: Game, scope: RollScope, formula: Formula, path: tuple[str, ...]
) -> list[Part]:
    """Return each addend of a formula without dice as a part by its name."""
    found: list[Part] = []
    for sign, node in addends(formula.node):
        found += name_part(game, scope, node, sign, path)
    return found


def _added_parts(
    game: Game, request: RollRequest, parts: Sequence[Part]
) -> Iterator[Part]:
    """Yield the parts of a number that change it, with those of modifiers, of conditions and of
    numbers by hand."""
    gm_parts = game.collect_gm_parts(
        request.who,
        request.name,
        request.mods,
        game.row(*request.path),
        request.context,
    )
    for part in (*parts, *request.more, *gm_parts):
        if part.value:
            yield part


# --- dice under a chance ---


def _make_under(
    game: Game, scope: RollScope, request: RollRequest, under: Formula
) -> Known:
    chance_parts = (
        *_added_parts(
            game, request, name_parts(game, scope, under, request.path)
        ),
    )
    chance = total(chance_parts)
    rolling = scope.begin_roll(request.name, request.who)
    # The better roll under a chance is the lower one.
    [rolled] = throw_dice(
        scope, rolling, [request.row.dice.node], OPPOSITE[request.again]
    )
    known: Known = {"rolled": rolled, "chance": chance}
    level = find_level(game, scope.knowing(**known))
    if level:
        known["level"] = level_number(game, level)
    if game.reported:
        body: Data = {
            "total": rolled,
            "target": chance,
            "target_parts": part_documents(chance_parts),
        }
        if level:
            body["level"] = level
        first = rolling.thrown[0]
        report_roll(
            game,
            first.ask,
            first.answer,
            body,
            pool=None,
            against=chance_parts,
        )
    return known


def find_level(game: Game, scope: RollScope) -> str:
    """Return the level of a roll under a chance: the first of the page that holds. Empty if the
    page has no levels, or none holds."""
    for word, formula in game.page.levels.items():
        if formula is None or formula.holds(scope):
            return word
    return ""


# --- pools ---


def _make_pool(
    game: Game, scope: RollScope, request: RollRequest, pool: Formula
) -> Known:
    row, rules = request.row, game.row(*request.path)
    named = name_parts(game, scope, pool, request.path)
    parts = lift_sum(
        row.least, _added_parts(game, request, named), "at least", rules
    )
    count = total(parts)
    ask = Ask(
        request.name,
        request.who.id,
        count,
        row.sides,
        Reading(hit=row.success, ones=True),
        parts=parts,
    )
    answer = game.dice.roll(ask)
    if game.reported:
        report_roll(game, ask, answer, {"hits": answer.hits})
    successes, ones = amount(answer.hits), amount(answer.ones)
    if not (request.is_pushed and row.push):
        return {"successes": successes, "ones": 0}
    kept_ones = ones if row.push == "no-ones" else 0
    again = count - successes - kept_ones
    if again > 0:
        pushed = Ask(
            numbered_name(request.name, 2),
            request.who.id,
            again,
            row.sides,
            Reading(hit=row.success, ones=True),
            parts=(Part("rolled again", again, rules),),
        )
        second = game.dice.roll(pushed)
        if game.reported:
            report_roll(game, pushed, second, {"hits": second.hits})
        successes = successes + amount(second.hits)
        kept_ones = kept_ones + amount(second.ones)
    return {"successes": successes, "ones": kept_ones}


# --- what rolls, and how often ---


@lru_cache(maxsize=MOST_REMEMBERED)
def rolls_dice(page: SystemPage, node: Node) -> bool:
    """Whether a formula rolls any dice, by itself or by a field with dice."""
    return any(
        isinstance(part, DiceNode) or _is_dice_field(page, part)
        for part in all_parts(node)
    )


def _is_dice_field(page: SystemPage, node: Node) -> bool:
    if not isinstance(node, NameNode):
        return False
    fields = page.weapon if node.owner == "weapon" else page.sheet
    row = fields.get(node.field)
    return row is not None and row.kind == "dice"


def count_throws(scope: RollScope, node: Node) -> int:
    """Return how many kinds of dice a formula may roll at the most, with those of fields."""
    count = 0
    for part in all_parts(node):
        if isinstance(part, DiceNode):
            count += 1
        elif _is_dice_field(scope.game.page, part):
            count += count_throws(scope, scope.value_of(part.text))
    return count


def count_rolls(scope: RollScope, *nodes: Node) -> int:
    """Return how many rolls the dice of formulas that are rolled together are at the most: one,
    unless they are separate (`are_separate`)."""
    if are_separate(scope.game, nodes):
        return sum(count_throws(scope, node) for node in nodes)
    return int(any(rolls_dice(scope.game.page, node) for node in nodes))


def keys_of_roll(
    scope: RollScope, name: str, row: RollShape, who: Fighter
) -> list[Key]:
    """Return the keys of all dice that a roll may ask for."""
    if row.pool is not None:
        count = 2 if row.push else 1
    else:
        formula = row.dice if row.under is not None else row.sum
        count = _most_rolls(scope, name, formula) if formula else 0
    return number_keys(name, count, who)


def _most_rolls(scope: RollScope, name: str, formula: Formula) -> int:
    """Return how many rolls the dice of a formula are at the most, as `count_rolls` does. Separate
    ones are twice as many if a modifier lets the whole be rolled twice, except for single dice."""
    if not are_separate(scope.game, [formula.node]):
        return count_rolls(scope, formula.node)
    is_repeated = any(
        row.again and name in row.roll
        for row in scope.game.page.modifiers.values()
    )
    count = 0
    for _, node in addends(formula.node):
        throws = count_throws(scope, node)
        is_doubled = is_repeated and not is_single_die(node)
        count += 2 * throws if is_doubled else throws
    return count


def number_keys(name: str, count: int, who: Fighter) -> list[Key]:
    """Return the keys of so many rolls of one name."""
    return [
        (numbered_name(name, number), who.id) for number in range(1, count + 1)
    ]
