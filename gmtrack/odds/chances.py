"""Chances as exact fractions, and the tally that adds up the branches of an attack to them."""

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
"""A callback that returns, for the id of a combatant, whether they are down and whether they are
dead."""


def fate_of(ruleset: "Ruleset", draft: "Draft", who: str) -> tuple[bool, bool]:
    """Return whether a combatant is down, and whether they are dead, in the draft."""
    standing = ruleset.standing(draft, who)
    return bool(standing.out), bool(standing.dead)


class Mark(NamedTuple):
    """A fact that holds after an action: somebody has an effect, is down or is dead.

    `kind` is empty for an effect on a target, `own` for one on an attacker, `besides` for one
    that no attack brought about (`who` has it), `down` or `dead` (then `what` is the combatant)."""

    kind: str
    what: str
    who: str = ""


def marks_of(
    ended: Sequence["AttackResult"], judged: Mapping[str, tuple[bool, bool]]
) -> set[Mark]:
    """Return the marks that these attacks left: their effects, and who is down or dead.

    `judged` holds for each combatant whether they are down and whether they are dead now."""
    found = {Mark("", effect) for one in ended for effect in one.effects}
    found |= {Mark(OWN, effect) for one in ended for effect in one.own}
    found |= {Mark(DOWN, who) for who, (down, _) in judged.items() if down}
    return found | {
        Mark(DEAD, who) for who, (_, dead) in judged.items() if dead
    }


def effects_besides_attacks(report: "Report") -> set[Mark]:
    """Return marks for the effects that an action brought about outside its attacks."""
    own = {id(effect) for block in report.blocks for effect in block.effects}
    return {
        Mark(BESIDES, effect["effect"], effect["target"])
        for effect in report.effects
        if id(effect) not in own
    }


class ActionEnd(NamedTuple):
    """The end of an action: the damage to all targets, the damage that the attackers suffered,
    and the marks that are left."""

    damage: int
    suffered: int
    marks: frozenset[Mark]


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


class Segment(NamedTuple):
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
        return sum((n * chance for n, chance in self.damage.items()), ZERO)

    def at_least(self, damage: int) -> Fraction:
        """Return the chance of this much damage or more."""
        return sum(
            (chance for n, chance in self.damage.items() if n >= damage), ZERO
        )

    def add_damage(self, amount: int, chance: Fraction) -> None:
        """Add to the chance of an amount of damage."""
        self.damage[amount] = self.damage.get(amount, ZERO) + chance

    def to_json(self) -> Data:
        """Return the distributions as floats, the damage sorted by its amount."""
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
    """The chances of one attack, or of a whole action: what happens to the target, and in `risk`
    what happens to the attacker."""

    outcomes: dict[str, Fraction] = field(default_factory=dict)
    stories: dict[FullOutcome, Fraction] = field(default_factory=dict)
    risk: Harm = field(default_factory=Harm)

    def to_json(self) -> Data:
        """Return the chances as JSON: outcomes of a single attack, the target's harm, the
        attacker's `risk`, and the MOST_STORIES likeliest full outcomes."""
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
    """Return a full outcome and its chance as JSON, without an empty outcome."""
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


class Tally:
    """A tally of all branches of an action. Numerators are added up for each denominator, of
    which there are few, and become fractions at the end."""

    def __init__(self) -> None:
        self._attacks: dict[int, tuple[str, str]] = {}
        self._sums: dict[ChanceKey, dict[int, int]] = {}
        self._ends: dict[ActionEnd, dict[int, int]] = {}

    def add(self, segment: Segment, weight: Fraction) -> None:
        """Add a segment whose start has the probability `weight`: the chances of its attacks
        and, if it is the last segment of its branch, how the action ended."""
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
        """Yield the key and the weight of everything that the attacks of a segment have come to."""
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
        """Return the chances of all that was added. On branches that never came to an attack,
        that attack counts as NOT_FIRED."""
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
    """Yield the keys of what an attack came to on one branch, except its damage: outcome,
    effects, down and dead for both sides."""
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
    """Add a numerator to the sum of its denominator."""
    sums[denominator] = sums.get(denominator, 0) + numerator


def _add_up(sums: Mapping[int, int]) -> Fraction:
    """Return the sum of fractions that are given as one numerator for each denominator."""
    common = lcm(*sums)
    return Fraction(
        sum(part * (common // whole) for whole, part in sums.items()), common
    )


def _put_chance(chances: Chances, of: ChanceKey, chance: Fraction) -> None:
    """Write a chance into the field that its key names."""
    *side, name = of.field
    harm: Any = chances.risk if side else chances
    if of.value is None:
        setattr(harm, name, chance)
    else:
        getattr(harm, name)[of.value] = chance


def _full_outcome_of(
    damage: int, marks: frozenset[Mark], kind: str, people: set[str]
) -> FullOutcome:
    """Return what the end of an action means for the `people` of one side: effects with marks of
    this `kind`, and whether any of them is down or dead."""
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
    """Add one end of an action to the distributions of one side."""
    side.add_damage(story.damage, chance)
    for effect in story.effects:
        side.effects[effect] = side.effects.get(effect, ZERO) + chance
    side.down += chance * story.down
    side.dead += chance * story.dead


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
