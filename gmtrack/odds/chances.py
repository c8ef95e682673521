"""Chances as exact fractions, and how the branches of an attack are added up to them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from math import lcm, prod
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from gmtrack.core.encounter import Data
from gmtrack.odds.joint_distribution import JointDistribution
from gmtrack.odds.random_variable import RandomVariable

if TYPE_CHECKING:
    from gmtrack.core.draft import Draft
    from gmtrack.core.report import Report
    from gmtrack.odds.checkpoint import Arrival
    from gmtrack.rulesets.port import Ruleset

ZERO = Fraction()
ONE = Fraction(1)
DOWN, DEAD, OWN, BESIDES = "down", "dead", "own", "besides"
MOST_STORIES = 3
NOT_FIRED = "not-fired"
"""The outcome of one attack of several where the action ended before it."""


JudgeFate = Callable[[str], tuple[bool, bool]]
"""Whether somebody is down, and dead, now."""


def fate_of(ruleset: "Ruleset", draft: "Draft", who: str) -> tuple[bool, bool]:
    """Whether somebody is down, and dead, as a draft has it."""
    standing = ruleset.standing(draft, who)
    return bool(standing.out), bool(standing.dead)


class Mark(NamedTuple):
    """Something that is so after an action: an effect on a target, or with the kind `own` on an
    attacker; with `besides` one of none of its attacks, on `who`; with `down` and `dead` somebody
    who is it."""

    kind: str
    what: str
    who: str = ""


def marks_of(
    ended: Sequence["AttackResult"], judged: Mapping[str, tuple[bool, bool]]
) -> set[Mark]:
    """What these attacks have left behind; of those who are `judged`, whether they are down, and
    dead."""
    found = {Mark("", effect) for one in ended for effect in one.effects}
    found |= {Mark(OWN, effect) for one in ended for effect in one.own}
    found |= {Mark(DOWN, who) for who, (down, _) in judged.items() if down}
    return found | {
        Mark(DEAD, who) for who, (_, dead) in judged.items() if dead
    }


def effects_besides_attacks(report: "Report") -> set[Mark]:
    """The effects that an action has brought about and none of its attacks."""
    own = {id(effect) for block in report.blocks for effect in block.effects}
    return {
        Mark(BESIDES, effect["effect"], effect["target"])
        for effect in report.effects
        if id(effect) not in own
    }


class ActionEnd(NamedTuple):
    """What all attacks of an action came to: the damage to their targets, what the attackers
    suffered, and what is so then."""

    damage: int
    suffered: int
    marks: frozenset[Mark]


class AttackResult(NamedTuple):
    """What one attack came to on one branch, and how its target is after it; `suffered` and `own`
    are damage and effects of the attacker. The numbers may be random: `amounts` and `own_amounts`
    are the weights of each."""

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


class Segment(NamedTuple):
    """A branch from one stage to the next, or to the end: its weight as a part of `denominator`, as
    all weights are, and the attacks that were resolved on it, by their numbers. `ends` is the
    distribution of all that it may have come to; empty where it has an `arrival`, which is the
    branch at the next stage."""

    weight: int
    denominator: int
    results: Mapping[int, AttackResult]
    ends: Mapping[ActionEnd, int]
    arrival: "Arrival | None" = None


class FullOutcome(NamedTuple):
    """One way that an attack may come out, or several together, which have no one `outcome`."""

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
    """Of a risk: the chance that anything happens at all."""

    @property
    def mean(self) -> Fraction:
        """The expected damage."""
        return sum((n * chance for n, chance in self.damage.items()), ZERO)

    def at_least(self, damage: int) -> Fraction:
        return sum(
            (chance for n, chance in self.damage.items() if n >= damage), ZERO
        )

    def add_damage(self, amount: int, chance: Fraction) -> None:
        self.damage[amount] = self.damage.get(amount, ZERO) + chance

    def to_json(self) -> Data:
        """As floats, the damage by its amount."""
        distribution = {
            str(n): float(self.damage[n]) for n in sorted(self.damage)
        }
        known: Data = {} if self.any is None else {"any": float(self.any)}
        return known | {
            "damage": {
                "mean": float(self.mean),
                "distribution": distribution,
            },
            "effects": most_likely_first(self.effects),
            "down": float(self.down),
            "dead": float(self.dead),
        }


@dataclass(eq=False)
class Chances(Harm):
    """What one attack, or a whole action, comes to: for its target, and in `risk` for who
    attacks."""

    outcomes: dict[str, Fraction] = field(default_factory=dict)
    stories: dict[FullOutcome, Fraction] = field(default_factory=dict)
    risk: Harm = field(default_factory=Harm)

    def to_json(self) -> Data:
        doc: Data = (
            {"outcomes": most_likely_first(self.outcomes)}
            if self.outcomes
            else {}
        )
        doc |= super().to_json() | {"risk": self.risk.to_json()}
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
    doc = {
        "chance": float(chance),
        **story._asdict(),
        "effects": list(story.effects),
    }
    return (
        doc
        if story.outcome
        else {key: doc[key] for key in doc if key != "outcome"}
    )


def most_likely_first(chances: Mapping[str, Fraction]) -> dict[str, float]:
    """As floats, the most likely first."""
    ranked = sorted(chances.items(), key=lambda entry: (-entry[1], entry[0]))
    return {name: float(chance) for name, chance in ranked}


class AttackChances(NamedTuple):
    """Of one attack of an action."""

    attacker: str
    target: str
    chances: Chances


class Odds(NamedTuple):
    """Of each attack of an action, and of the whole action. `endless`: some dice may be rolled
    again without end, and their distribution is cut off. `trials`: they are no exact chances, but
    what so many trials came to."""

    blocks: list[AttackChances]
    total: Chances
    endless: bool
    trials: int = 0


class ChanceKey(NamedTuple):
    """What a chance is the chance of: in the attack of the number `block`, of the field `field` of
    its `Chances` (`risk` with the one of its own behind it)."""

    block: int
    field: tuple[str, ...]
    value: Any = None


DAMAGE, SUFFERED, ANY = ("damage",), ("risk", "damage"), ("risk", "any")


class Tally:
    """Adds up all branches of an action. Chances are added by their denominators, of which there
    are few, and brought to one at the end."""

    def __init__(self) -> None:
        self._attacks: dict[int, tuple[str, str]] = {}
        self._sums: dict[ChanceKey, dict[int, int]] = {}
        self._ends: dict[ActionEnd, dict[int, int]] = {}

    def add(self, segment: Segment, weight: Fraction) -> None:
        """Add a segment, the weight of whose start is given: its attacks, and where it is the last
        one of its branch, the totals."""
        factor, denominator = (
            weight.numerator,
            segment.denominator * weight.denominator,
        )
        for of, share in self._weigh_attacks(segment):
            _add_share(
                self._sums.setdefault(of, {}), denominator, share * factor
            )
        for end, share in segment.ends.items():
            _add_share(
                self._ends.setdefault(end, {}), denominator, share * factor
            )

    def _weigh_attacks(
        self, segment: Segment
    ) -> Iterator[tuple[ChanceKey, int]]:
        """The weight of all that the attacks of a branch have come to."""
        for block, result in segment.results.items():
            self._attacks.setdefault(block, (result.attacker, result.target))
            for of in outcome_keys(block, result):
                yield of, segment.weight
            effects = tuple(sorted(set(result.effects)))
            for amount, share in result.amounts.items():
                yield ChanceKey(block, DAMAGE, amount), share
                story = FullOutcome(
                    result.outcome, amount, effects, result.down, result.dead
                )
                yield ChanceKey(block, ("stories",), story), share
            happens = (
                bool(result.own) or result.attacker_down or result.attacker_dead
            )
            for amount, share in result.own_amounts.items():
                yield ChanceKey(block, SUFFERED, amount), share
                yield ChanceKey(block, ANY), share if happens or amount else 0

    def to_odds(self, *, endless: bool = False, trials: int = 0) -> Odds:
        """All chances. On the branches that did not come to an attack it was not fired."""
        known = {
            number: AttackChances(*self._attacks[number], Chances())
            for number in sorted(self._attacks)
        }
        blocks, total = [*known.values()], Chances()
        for of, sums in self._sums.items():
            _put_chance(known[of.block].chances, of, _add_up(sums))
        for block in blocks:
            missing = ONE - sum(block.chances.outcomes.values())
            if missing:
                block.chances.outcomes[NOT_FIRED] = missing
                block.chances.add_damage(0, missing)
                block.chances.risk.add_damage(0, missing)
        targets = {block.target for block in blocks}
        attackers = {block.attacker for block in blocks}
        nothing = FullOutcome("", 0, (), down=False, dead=False)
        happens = ZERO
        for end, sums in self._ends.items():
            chance = _add_up(sums)
            story = _full_outcome_of(end.damage, end.marks, "", targets)
            total.stories[story] = total.stories.get(story, ZERO) + chance
            _add_action_end(total, story, chance)
            theirs = _full_outcome_of(end.suffered, end.marks, OWN, attackers)
            _add_action_end(total.risk, theirs, chance)
            happens += chance * (theirs != nothing)
        total.risk.any = happens
        if len(blocks) == 1:
            total.outcomes = blocks[0].chances.outcomes
            total.stories = blocks[0].chances.stories
        return Odds(blocks, total, endless, trials)


def outcome_keys(block: int, result: AttackResult) -> Iterator[ChanceKey]:
    """What an attack came to, on one branch, besides its numbers."""
    yield ChanceKey(block, ("outcomes",), result.outcome)
    for side, effects, down, dead in (
        ((), result.effects, result.down, result.dead),
        (("risk",), result.own, result.attacker_down, result.attacker_dead),
    ):
        for effect in set(effects):
            yield ChanceKey(block, (*side, "effects"), effect)
        if down:
            yield ChanceKey(block, (*side, "down"))
        if dead:
            yield ChanceKey(block, (*side, "dead"))


def _add_share(sums: dict[int, int], denominator: int, numerator: int) -> None:
    sums[denominator] = sums.get(denominator, 0) + numerator


def _add_up(sums: Mapping[int, int]) -> Fraction:
    """Of numerators by their denominators."""
    common = lcm(*sums)
    return Fraction(
        sum(part * (common // whole) for whole, part in sums.items()), common
    )


def _put_chance(chances: Chances, of: ChanceKey, chance: Fraction) -> None:
    """Where a chance belongs."""
    *side, name = of.field
    harm: Any = chances.risk if side else chances
    if of.value is None:
        setattr(harm, name, chance)
    else:
        getattr(harm, name)[of.value] = chance


def _full_outcome_of(
    damage: int, marks: frozenset[Mark], kind: str, people: set[str]
) -> FullOutcome:
    """What the end of an action is for one side."""
    effects = {mark.what for mark in marks if mark.kind == kind}
    effects |= {
        mark.what
        for mark in marks
        if mark.kind == BESIDES and mark.who in people
    }
    down, dead = (
        any(Mark(end, who) in marks for who in people) for end in (DOWN, DEAD)
    )
    return FullOutcome("", damage, tuple(sorted(effects)), down, dead)


def _add_action_end(side: Harm, story: FullOutcome, chance: Fraction) -> None:
    """One end of an action for one side."""
    side.add_damage(story.damage, chance)
    for effect in story.effects:
        side.effects[effect] = side.effects.get(effect, ZERO) + chance
    side.down += chance * story.down
    side.dead += chance * story.dead


def distribution_of_value(value: Any, whole: int) -> dict[int, int]:
    """The weight of each value that a number, random or not, has on a branch of the weight
    `whole`."""
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
    """The weight of each combination of values, random or not, on a branch of the weight `whole`:
    those of one table depend on each other, tables do not."""
    places: dict[int, list[int]] = {}
    tables: dict[int, JointDistribution] = {}
    columns: dict[int, list[int]] = {}
    for place, value in enumerate(values):
        if type(value) is RandomVariable:
            joint, columns[place] = value.locate()
            tables[id(joint)] = joint
            places.setdefault(id(joint), []).append(place)
    share = whole // prod(sum(table.weights) for table in tables.values())
    each: list[dict[tuple[int, ...], int]] = []
    for name, table in tables.items():
        rows: dict[tuple[int, ...], int] = {}
        found = zip(*(columns[place] for place in places[name]), strict=True)
        for row, weight in zip(found, table.weights, strict=True):
            rows[row] = rows.get(row, 0) + weight
        each.append(rows)
    order = [place for name in tables for place in places[name]]
    combined: dict[tuple[int, ...], int] = {}
    for parts in product(*(rows.items() for rows in each)):
        combination = list(values)
        for place, number in zip(
            order, (n for row, _ in parts for n in row), strict=True
        ):
            combination[place] = number
        combined[tuple(combination)] = share * prod(
            weight for _, weight in parts
        )
    return combined
