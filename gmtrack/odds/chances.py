"""Chances as exact fractions, and the tally that adds up the branches of an attack to them."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from math import lcm, prod
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from gmtrack.core.encounter import Data
from gmtrack.odds.amounts import chance_of_at_least, mean_of
from gmtrack.odds.joint_distribution import JointDistribution
from gmtrack.odds.random_variable import RandomVariable

if TYPE_CHECKING:
    from gmtrack.core.draft import Draft
    from gmtrack.core.report import Report
    from gmtrack.odds.checkpoint import Arrival
    from gmtrack.rulesets.port import Ruleset

T = TypeVar("T")
ZERO = Fraction()
ONE = Fraction(1)
DOWN, DEAD, OWN, BESIDES = "down", "dead", "own", "besides"
MOST_STORIES = 3
NOT_FIRED = "not-fired"
"""The outcome of one attack of several where the action ended before it."""


JudgeFate = Callable[[str], tuple[bool, bool]]
"""A callback that returns, for the id of a combatant, whether they are down and whether they are
dead."""


def fate_of(ruleset: "Ruleset", draft: "Draft", who: str) -> tuple[bool, bool]:
    """Return whether a combatant is down, and whether they are dead, in the draft."""
    standing = ruleset.standing_of(draft, who)
    return bool(standing.out), bool(standing.dead)


class OutcomeFact(NamedTuple):
    """A fact that holds after an action: somebody has an effect, is down or is dead.

    `kind` is empty for an effect on a target, `own` for one on an attacker, `besides` for one
    that no attack brought about (`who` has it), `down` or `dead` (then `what` is the combatant)."""

    kind: str
    what: str
    who: str = ""


def marks_of(
    ended: Sequence["AttackResult"], judged: Mapping[str, tuple[bool, bool]]
) -> set[OutcomeFact]:
    """Return the marks that these attacks left: their effects, and who is down or dead.

    `judged` holds for each combatant whether they are down and whether they are dead now."""
    marks: set[OutcomeFact] = set()
    for attack in ended:
        marks.update(OutcomeFact("", effect) for effect in attack.effects)
        marks.update(OutcomeFact(OWN, effect) for effect in attack.own)
    for who, (down, dead) in judged.items():
        if down:
            marks.add(OutcomeFact(DOWN, who))
        if dead:
            marks.add(OutcomeFact(DEAD, who))
    return marks


def effects_besides_attacks(report: "Report") -> set[OutcomeFact]:
    """Return marks for the effects that an action brought about outside its attacks."""
    of_attacks = {
        id(effect) for block in report.blocks for effect in block.effects
    }
    return {
        OutcomeFact(BESIDES, effect["effect"], effect["target"])
        for effect in report.effects
        if id(effect) not in of_attacks
    }


class ActionEnd(NamedTuple):
    """The end of an action: the damage to all targets, the damage that the attackers suffered,
    and the marks that are left."""

    damage: int
    suffered: int
    marks: frozenset[OutcomeFact]


class AttackResult(NamedTuple):
    """The result of one attack on one branch, and how its target and attacker are after it.

    `suffered` and `own` are the damage and the effects of the attacker. The numbers may be
    random: then `amounts` and `own_amounts` hold the weight of each number that they can be."""

    attacker: str
    target: str
    outcome: str
    damage: int
    effects: tuple[str, ...]
    down: bool
    dead: bool
    suffered: int
    own: tuple[str, ...]
    attacker_down: bool
    attacker_dead: bool
    amounts: Mapping[int, int] = MappingProxyType({})
    own_amounts: Mapping[int, int] = MappingProxyType({})


class BranchSegment(NamedTuple):
    """The part of a branch from one stage to the next, or to the end of the action.

    `weight` is a part of `denominator`, as are all weights in it. `results` are the attacks that
    were resolved on it, by their numbers. `ends` is the distribution of what the whole action
    may have come to; it is empty where the segment has an `arrival`, which is the branch at the
    next stage."""

    weight: int
    denominator: int
    results: Mapping[int, AttackResult]
    ends: Mapping[ActionEnd, int]
    arrival: "Arrival | None" = None


class FullOutcome(NamedTuple):
    """A full result of an attack: outcome, damage, effects, and whether the target is down or
    dead. The outcome is empty where several attacks are summed up."""

    outcome: str
    damage: int
    effects: tuple[str, ...]
    down: bool
    dead: bool


@dataclass
class Harm:
    """The distributions of what happens to one side."""

    damage: dict[int, Fraction] = field(default_factory=dict)
    effects: dict[str, Fraction] = field(default_factory=dict)
    down: Fraction = ZERO
    dead: Fraction = ZERO
    any: Fraction | None = None
    """The chance that anything happens at all; set for the risk of attackers only."""

    @property
    def mean(self) -> Fraction:
        """The expected damage."""
        return mean_of(self.damage)

    def at_least(self, damage: int) -> Fraction:
        """Return the chance of this much damage or more."""
        return chance_of_at_least(self.damage, damage)

    def add_damage(self, amount: int, chance: Fraction) -> None:
        """Add to the chance of an amount of damage."""
        self.damage[amount] = self.damage.get(amount, ZERO) + chance

    def to_json(self) -> Data:
        """Return the distributions as floats: `any` if it is known, `damage` (`mean`, and
        `distribution` by amount), `effects` (the most likely first), `down` and `dead`."""
        distribution = {
            str(n): float(self.damage[n]) for n in sorted(self.damage)
        }
        doc: Data = {}
        if self.any is not None:
            doc["any"] = float(self.any)
        doc["damage"] = {
            "mean": float(self.mean),
            "distribution": distribution,
        }
        doc["effects"] = most_likely_first(self.effects)
        doc["down"] = float(self.down)
        doc["dead"] = float(self.dead)
        return doc


@dataclass(eq=False)
class Chances(Harm):
    """The chances of one attack, or of a whole action: what happens to the target, and in `risk`
    what happens to the attacker."""

    outcomes: dict[str, Fraction] = field(default_factory=dict)
    stories: dict[FullOutcome, Fraction] = field(default_factory=dict)
    risk: Harm = field(default_factory=Harm)

    def to_json(self) -> Data:
        """Return the chances as JSON: outcomes of a single attack, the target's harm, the
        attacker's `risk`, and the MOST_STORIES likeliest full outcomes."""
        doc: Data = {}
        if self.outcomes:
            doc["outcomes"] = most_likely_first(self.outcomes)
        doc |= super().to_json()
        doc["risk"] = self.risk.to_json()
        if self.stories:
            likely = sorted(
                self.stories.items(), key=lambda entry: (-entry[1], entry[0])
            )
            doc["stories"] = [
                _full_outcome_json(story, chance)
                for story, chance in likely[:MOST_STORIES]
            ]
        return doc


def _full_outcome_json(story: FullOutcome, chance: Fraction) -> Data:
    """Return a full outcome as JSON: `chance` and its fields by name, without `outcome` if that
    is empty."""
    doc = {
        "chance": float(chance),
        **story._asdict(),
        "effects": list(story.effects),
    }
    if not story.outcome:
        del doc["outcome"]
    return doc


def most_likely_first(chances: Mapping[str, Fraction]) -> dict[str, float]:
    """Return the chances as floats, the most likely name first, equally likely ones by name."""
    ranked = sorted(chances.items(), key=lambda entry: (-entry[1], entry[0]))
    return {name: float(chance) for name, chance in ranked}


class AttackChances(NamedTuple):
    """The chances of one attack of an action, with who attacks whom."""

    attacker: str
    target: str
    chances: Chances


class Odds(NamedTuple):
    """The chances of each attack of an action (`blocks`) and of the whole action (`total`).

    `endless`: some dice may be rolled again without end, so that their distribution is cut off.
    `trials`: the number of trials that the chances were sampled by; 0 if they are exact."""

    blocks: list[AttackChances]
    total: Chances
    endless: bool
    trials: int = 0


class ChanceKey(NamedTuple):
    """The place of a chance: the number of the attack (`block`), the path to the field of its
    `Chances` (`risk` comes first for the attacker), and the entry of that field, or None if the
    field is one chance."""

    block: int
    field: tuple[str, ...]
    value: Any = None


DAMAGE, SUFFERED, ANY = ("damage",), ("risk", "damage"), ("risk", "any")


class BranchTally:
    """A tally of all branches of an action. Numerators are added up for each denominator, of
    which there are few, and become fractions at the end."""

    def __init__(self) -> None:
        self._attacks: dict[int, tuple[str, str]] = {}
        self._sums: dict[ChanceKey, dict[int, int]] = {}
        self._ends: dict[ActionEnd, dict[int, int]] = {}

    def add(self, segment: BranchSegment, weight: Fraction) -> None:
        """Add a segment whose start has the probability `weight`: the chances of its attacks
        and, if it is the last segment of its branch, how the action ended."""
        factor = weight.numerator
        denominator = segment.denominator * weight.denominator
        for key, share in self._weigh_attacks(segment):
            sums = self._sums.setdefault(key, {})
            _add_share(sums, denominator, share * factor)
        for end, share in segment.ends.items():
            sums = self._ends.setdefault(end, {})
            _add_share(sums, denominator, share * factor)

    def _weigh_attacks(
        self, segment: BranchSegment
    ) -> Iterator[tuple[ChanceKey, int]]:
        """Yield the key and the weight of everything that the attacks of a segment have come to."""
        for block, result in segment.results.items():
            self._attacks.setdefault(block, (result.attacker, result.target))
            for key in outcome_keys(block, result):
                yield key, segment.weight
            effects = tuple(sorted(set(result.effects)))
            for amount, share in result.amounts.items():
                yield ChanceKey(block, DAMAGE, amount), share
                story = FullOutcome(
                    result.outcome, amount, effects, result.down, result.dead
                )
                yield ChanceKey(block, ("stories",), story), share
            is_harmed = (
                bool(result.own) or result.attacker_down or result.attacker_dead
            )
            for amount, share in result.own_amounts.items():
                yield ChanceKey(block, SUFFERED, amount), share
                harmed_share = share if is_harmed or amount else 0
                yield ChanceKey(block, ANY), harmed_share

    def to_odds(self, *, endless: bool = False, trials: int = 0) -> Odds:
        """Return the chances of all that was added. On branches that never came to an attack,
        that attack counts as NOT_FIRED."""
        blocks = self._chances_of_attacks()
        total = self._chances_of_action(blocks)
        if len(blocks) == 1:
            total.outcomes = blocks[0].chances.outcomes
            total.stories = blocks[0].chances.stories
        return Odds(blocks, total, endless, trials)

    def _chances_of_attacks(self) -> list[AttackChances]:
        """Return the chances of each attack, in the order of their numbers."""
        by_number = {
            number: AttackChances(*self._attacks[number], Chances())
            for number in sorted(self._attacks)
        }
        for key, sums in self._sums.items():
            _put_chance(by_number[key.block].chances, key, _add_up(sums))
        for attack in by_number.values():
            chances = attack.chances
            missing = ONE - sum(chances.outcomes.values())
            if missing:
                chances.outcomes[NOT_FIRED] = missing
                chances.add_damage(0, missing)
                chances.risk.add_damage(0, missing)
        return list(by_number.values())

    def _chances_of_action(self, blocks: list[AttackChances]) -> Chances:
        """Return the chances of the whole action with these attacks."""
        total = Chances()
        targets = {block.target for block in blocks}
        attackers = {block.attacker for block in blocks}
        # Whole numbers over one denominator are added up many times as fast as fractions.
        denominators = {one for sums in self._ends.values() for one in sums}
        whole = lcm(*denominators)
        struck: dict[tuple[int, frozenset[OutcomeFact]], int] = {}
        striking: dict[tuple[int, frozenset[OutcomeFact]], int] = {}
        for end, sums in self._ends.items():
            share = _numerator_over(whole, sums)
            _add_share(struck, (end.damage, end.marks), share)
            _add_share(striking, (end.suffered, end.marks), share)
        for (damage, marks), share in struck.items():
            story = _full_outcome_of(damage, marks, "", targets)
            chance = Fraction(share, whole)
            total.stories[story] = total.stories.get(story, ZERO) + chance
            _add_action_end(total, story, chance)
        unharmed = FullOutcome("", 0, (), down=False, dead=False)
        harmed = ZERO
        for (suffered, marks), share in striking.items():
            risk = _full_outcome_of(suffered, marks, OWN, attackers)
            chance = Fraction(share, whole)
            _add_action_end(total.risk, risk, chance)
            if risk != unharmed:
                harmed += chance
        total.risk.any = harmed
        return total


def outcome_keys(block: int, result: AttackResult) -> Iterator[ChanceKey]:
    """Yield the keys of what an attack came to on one branch, except its damage: outcome,
    effects, down and dead for both sides."""
    yield ChanceKey(block, ("outcomes",), result.outcome)
    for effect in set(result.effects):
        yield ChanceKey(block, ("effects",), effect)
    if result.down:
        yield ChanceKey(block, ("down",))
    if result.dead:
        yield ChanceKey(block, ("dead",))
    for effect in set(result.own):
        yield ChanceKey(block, ("risk", "effects"), effect)
    if result.attacker_down:
        yield ChanceKey(block, ("risk", "down"))
    if result.attacker_dead:
        yield ChanceKey(block, ("risk", "dead"))


def _add_share(sums: dict[T, int], key: T, numerator: int) -> None:
    """Add a numerator to the sum of its key, such as its denominator."""
    sums[key] = sums.get(key, 0) + numerator


def _add_up(sums: Mapping[int, int]) -> Fraction:
    """Return the sum of fractions that are given as one numerator for each denominator."""
    common = lcm(*sums)
    return Fraction(_numerator_over(common, sums), common)


def _numerator_over(common: int, sums: Mapping[int, int]) -> int:
    """Return the numerator over a `common` denominator of the sum of fractions that are given as
    one numerator for each denominator."""
    return sum(
        numerator * (common // denominator)
        for denominator, numerator in sums.items()
    )


def _put_chance(chances: Chances, key: ChanceKey, chance: Fraction) -> None:
    """Write a chance into the field that its key names."""
    *side, name = key.field
    harm: Any = chances.risk if side else chances
    if key.value is None:
        setattr(harm, name, chance)
    else:
        getattr(harm, name)[key.value] = chance


def _full_outcome_of(
    damage: int, marks: frozenset[OutcomeFact], kind: str, people: set[str]
) -> FullOutcome:
    """Return what the end of an action means for the `people` of one side: effects with marks of
    this `kind`, and whether any of them is down or dead."""
    effects = {mark.what for mark in marks if mark.kind == kind}
    effects |= {
        mark.what
        for mark in marks
        if mark.kind == BESIDES and mark.who in people
    }
    down = any(OutcomeFact(DOWN, who) in marks for who in people)
    dead = any(OutcomeFact(DEAD, who) in marks for who in people)
    return FullOutcome("", damage, tuple(sorted(effects)), down, dead)


def _add_action_end(side: Harm, story: FullOutcome, chance: Fraction) -> None:
    """Add one end of an action to the distributions of one side."""
    side.add_damage(story.damage, chance)
    for effect in story.effects:
        side.effects[effect] = side.effects.get(effect, ZERO) + chance
    if story.down:
        side.down += chance
    if story.dead:
        side.dead += chance


def distribution_of_value(value: Any, whole: int) -> dict[int, int]:
    """Return the weight of each number that `value` can be on a branch of the weight `whole`. A
    value that is not random has all of the weight."""
    if type(value) is not RandomVariable:
        return {value: whole}
    joint, column = value.locate()
    # The weight of a branch is the product of those of its tables.
    share = whole // sum(joint.weights)
    found: dict[int, int] = {}
    for each, weight in zip(column, joint.weights, strict=True):
        found[each] = found.get(each, 0) + weight * share
    return found


def distribution_of_combinations(
    values: Sequence[Any], whole: int
) -> dict[tuple[int, ...], int]:
    """Return the weight of each combination of numbers that `values` can be on a branch of the
    weight `whole`. Values in one joint distribution depend on each other; joint distributions do
    not."""
    # The columns of the random values, by their place, for each table.
    columns: dict[int, dict[int, list[int]]] = {}
    tables: dict[int, JointDistribution] = {}
    for place, value in enumerate(values):
        if type(value) is RandomVariable:
            joint, column = value.locate()
            tables[id(joint)] = joint
            columns.setdefault(id(joint), {})[place] = column
    share = whole // prod(sum(table.weights) for table in tables.values())
    rows_of_tables = [
        _weigh_rows(columns[name].values(), table.weights)
        for name, table in tables.items()
    ]
    order = [place for name in tables for place in columns[name]]
    combined: dict[tuple[int, ...], int] = {}
    for parts in product(*(rows.items() for rows in rows_of_tables)):
        combination = list(values)
        numbers = [number for row, _ in parts for number in row]
        for place, number in zip(order, numbers, strict=True):
            combination[place] = number
        weight = prod(weight for _, weight in parts)
        combined[tuple(combination)] = share * weight
    return combined


def _weigh_rows(
    columns: Iterable[list[int]], weights: list[int]
) -> dict[tuple[int, ...], int]:
    """Return the weight of each different row of these columns."""
    rows: dict[tuple[int, ...], int] = {}
    for row, weight in zip(zip(*columns, strict=True), weights, strict=True):
        rows[row] = rows.get(row, 0) + weight
    return rows
