"""The chances of acting first.

The rules carry out initiative for two combatants at a time, with given dice, so that it is known
who of any two comes first with any of their rolls. The rest is counting, for the rolls are
independent."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from itertools import combinations, product
from typing import NamedTuple, TypeVar

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.intents import Options, RollInit
from gmtrack.dice.port import (
    Answer,
    Ask,
    Dice,
    answer_of_kinds,
    ask_of_kind,
    read_faces,
    roll_kinds,
)
from gmtrack.dice.sources import RandomDice
from gmtrack.odds.amounts import Amounts, TooManyRuns
from gmtrack.odds.roll_distribution import column_names, distribution_of_roll
from gmtrack.rulesets.port import Ruleset

T = TypeVar("T")
AWAY = "not asked about"
"""The reason that is given for combatants who are away because the question is not about them."""
CERTAIN, ROLLED, SHARED = "certain", "rolled", "shared"
"""Ways to settle who of two is first: CERTAIN by their rolls, ROLLED by further dice that
break the tie, SHARED not at all."""
ONE_ROW = ((), 1)
"""The only row, with its number of ways, of somebody who rolls nothing."""
Row = tuple[int, ...]
Atom = tuple[str, Row]
"""A combatant with what they have rolled."""
Leaders = frozenset[Atom]
"""The leaders with their rolls: several if they are tied."""
DuelResult = tuple[frozenset[str], str]
"""Winners of a duel (both if none wins for certain), and how it is settled: CERTAIN, ROLLED or
SHARED."""


MOST_ROWS = 10_000
"""The most results of one roll of dice of several kinds that are told apart."""


class NotCountable(Exception):
    """Raised where the rules settle who is first in a way that cannot be counted: tied
    combatants roll different dice for it, a higher roll is not better, or a roll has too many
    results."""


@dataclass
class FirstChances:
    """The chance of each combatant, or of several who share it, to be first.

    `trials`: the number of trials that the chances were sampled by; 0 if they are exact."""

    first: dict[frozenset[str], Fraction] = field(default_factory=dict)
    scores: dict[str, Amounts] = field(default_factory=dict)
    """The chance of each initiative score, of those who have one."""
    trials: int = 0

    def add(self, who: Iterable[str], chance: Fraction) -> None:
        """Add to the chance that exactly these are first."""
        together = frozenset(who)
        self.first[together] = self.first.get(together, Fraction()) + chance


class Roller(NamedTuple):
    """A combatant with the roll request for initiative, and the number of ways to each row of
    results. Who rolls nothing has no request and a single empty row."""

    who: str
    ask: Ask | None
    ways: Mapping[Row, int]


class NotingDice(RandomDice):
    """Random dice that note each combatant's request for the roll of one name."""

    def __init__(self, name: str) -> None:
        super().__init__(0)
        self._name = name
        self.asked: dict[str, Ask] = {}

    def roll(self, ask: Ask) -> Answer:
        """Answer by chance, and note the request if it has the name in question."""
        if ask.name == self._name:
            self.asked[ask.who] = ask
        return super().roll(ask)


class LaidDice(Dice):
    """A dice source with given answers for initiative. All other dice fall best for the `lucky`
    combatant and worst for the others, and are noted."""

    def __init__(
        self, name: str, laid: Mapping[str, Answer], lucky: str = ""
    ) -> None:
        self._name = name
        self._laid = laid
        self._lucky = lucky
        self.others: dict[str, Ask] = {}
        """The last other roll request of each combatant."""

    def roll(self, ask: Ask) -> Answer:
        """Return the given answer for initiative, or the best or worst faces for another roll."""
        if ask.name == self._name and ask.who in self._laid:
            return self._laid[ask.who]
        self.others[ask.who] = ask
        if ask.kinds:
            return roll_kinds(ask, self._roll_best_or_worst)
        return self._roll_best_or_worst(ask)

    def _roll_best_or_worst(self, ask: Ask) -> Answer:
        """Return the best faces of the lucky combatant, or the worst ones of another."""
        face = ask.sides if ask.who == self._lucky else 1
        return read_faces(
            (face,) * ask.count,
            ask.reading,
            given=False,
            throw=lambda count: (1,) * count,
        )


class InitiativeOdds:
    """Exact odds of initiative among some combatants; all others count as away. `name` is the
    name of the roll for initiative, `most` the limit for runs of the rules."""

    def __init__(
        self,
        ruleset: Ruleset,
        encounter: Encounter,
        who: Sequence[str],
        name: str,
        most: int,
    ) -> None:
        self._ruleset, self._encounter, self._name = ruleset, encounter, name
        self._left = most
        self._of_file: Data = {}
        dice = NotingDice(name)
        roll_and_look(
            ruleset,
            fight_among(encounter, who),
            dice,
            lambda after: None,
            self._of_file,
        )
        self._asks = {one: dice.asked.get(one) for one in who}
        self._compared: set[tuple[str, str]] = set()
        self._settled: dict[tuple[Atom, Atom], DuelResult] = {}

    @property
    def rolls(self) -> bool:
        """Whether anybody rolls for initiative."""
        return any(self._asks.values())

    @cached_property
    def rollers(self) -> list[Roller]:
        """The combatants with the results of their rolls. Raises NotCountable and TooMuchWork for
        rolls with too many results."""
        return [_roller_of(who, ask) for who, ask in self._asks.items()]

    @cached_property
    def _rows(self) -> dict[str, list[Row]]:
        """The results of each combatant's roll, the worst first."""
        return {roller.who: sorted(roller.ways) for roller in self.rollers}

    def chances(self, groups: Mapping[str, str]) -> FirstChances:
        """Return the exact chances of being first. `groups` names the group of those who share
        one roll, if they roll the same. Raises TooManyRuns and NotCountable."""
        found = FirstChances(scores=self._chances_of_scores())
        # The number of ways to each set of leaders, among those who have rolled so far.
        ways_to_leaders: Counter[Leaders] = Counter({frozenset(): 1})
        for group in _group_by_roll(self.rollers, groups):
            ways_to_leaders = self._roll_group(ways_to_leaders, group)
        every = sum(ways_to_leaders.values())
        for leaders, ways in ways_to_leaders.items():
            self._add_leaders(found, leaders, Fraction(ways, every))
        return found

    def _roll_group(
        self, ways_to_leaders: Counter[Leaders], group: list[Roller]
    ) -> Counter[Leaders]:
        """Return the ways to each set of leaders after a group has made its one roll too."""
        found: Counter[Leaders] = Counter()
        for row, row_ways in group[0].ways.items():
            for before, ways in ways_to_leaders.items():
                leaders = before
                for roller in group:
                    leaders = self._update_leaders(leaders, (roller.who, row))
                found[leaders] += ways * row_ways
        return found

    def _update_leaders(self, leaders: Leaders, other: Atom) -> Leaders:
        """Return who leads once `other` has rolled too: several if they are tied."""
        if not leaders:
            return frozenset({other})
        winners, how = self._duel_winners(next(iter(leaders)), other)
        if how != CERTAIN:
            return leaders | {other}
        if other[0] in winners:
            return frozenset({other})
        return leaders

    def _add_leaders(
        self, chances: FirstChances, leaders: Leaders, chance: Fraction
    ) -> None:
        """Add the chance of these leaders. If dice break their tie, each gets the same part of
        it. Raises NotCountable if only some of them tie that way."""
        names = [who for who, _ in leaders]
        hows = {
            self._duel_winners(one, other)[1]
            for one, other in combinations(leaders, 2)
        }
        if hows == {SHARED}:
            chances.add(names, chance)
            return
        if SHARED in hows:
            raise NotCountable
        for who in names:
            chances.add([who], chance / len(names))

    # --- two of them ---

    def _duel_winners(self, one: Atom, other: Atom) -> DuelResult:
        """Return who of two is first, and how that is settled: CERTAIN, ROLLED or SHARED."""
        key = (one, other) if one < other else (other, one)
        if key not in self._settled:
            self._compare_ends(one[0], other[0])
        if key not in self._settled:
            self._settle(*key)
        return self._settled[key]

    def _compare_ends(self, one: str, other: str) -> None:
        """Settle the best roll of each of two against the worst of the other, before anything is
        concluded from a single duel. Does nothing if these two were compared before."""
        if (one, other) in self._compared:
            return
        self._compared |= {(one, other), (other, one)}
        for better, worse in ((one, other), (other, one)):
            best = (better, self._rows[better][-1])
            worst = (worse, self._rows[worse][0])
            self._settle(*sorted([best, worst]))

    def _settle(self, one: Atom, other: Atom) -> None:
        """Play a duel and note all others that follow from it: nobody with a higher roll falls
        behind. Raises NotCountable where that turns out to be wrong."""
        found = self._play_duel(one, other)
        if self._settled.setdefault((one, other), found) != found:
            raise NotCountable
        winners, how = found
        if how != CERTAIN:
            return
        if not all(self._is_more_better(who) for who, _ in (one, other)):
            return
        winner, loser = (one, other) if one[0] in winners else (other, one)
        first, least = winner
        second, most = loser
        better = [(first, row) for row in self._rows[first] if row >= least]
        worse = [(second, row) for row in self._rows[second] if row <= most]
        for high, low in product(better, worse):
            pair = (high, low) if high < low else (low, high)
            self._settled.setdefault(pair, found)

    def _is_more_better(self, who: str) -> bool:
        """Whether a higher roll of a combatant is always better, which is so if their dice are
        read in one way only."""
        return len(self._rows[who][0]) <= 1

    def _play_duel(self, one: Atom, other: Atom) -> DuelResult:
        """Run the rules for two with their rolls given. Return who is first and how that is
        settled."""
        laid = {
            who: self._answer_for_row(who, row)
            for who, row in (one, other)
            if row
        }
        both = (one[0], other[0])
        dice = LaidDice(self._name, laid, lucky=one[0])
        first = self._leaders_with_dice(both, dice)
        if not dice.others:
            return first, CERTAIN if len(first) == 1 else SHARED
        other_luck = LaidDice(self._name, laid, lucky=other[0])
        if self._leaders_with_dice(both, other_luck) == first:
            return first, CERTAIN
        # Other dice decide: they break the tie, if both roll the same.
        asks = [dice.others[who] for who in both if who in dice.others]
        kinds = {
            (ask.name, ask.count, ask.sides, ask.reading, ask.kinds)
            for ask in asks
        }
        if len(kinds) != 1:
            raise NotCountable
        return frozenset(both), ROLLED

    # --- runs of the rules ---

    def _chances_of_scores(self) -> dict[str, Amounts]:
        """Return the chance of each initiative score, for those who have one."""
        found: dict[str, Amounts] = {}
        for who, _, ways in self.rollers:
            every = sum(ways.values())
            read_score = self._score_reader(who)
            for row, count in ways.items():
                laid = {who: self._answer_for_row(who, row)} if row else {}
                dice = LaidDice(self._name, laid)
                score = self._run_rules([who], dice, read_score)
                if score is None:
                    continue
                amounts = found.setdefault(who, {})
                before = amounts.get(score, Fraction())
                amounts[score] = before + Fraction(count, every)
        return found

    def _score_reader(self, who: str) -> Callable[[Encounter], int | None]:
        """Return a callback that reads a combatant's initiative score off the board, None if
        there is none."""

        def score(after: Encounter) -> int | None:
            order = self._ruleset.board(after).doc["order"]
            found = [
                entry.get("score") for entry in order if entry["id"] == who
            ]
            return found[0] if found and isinstance(found[0], int) else None

        return score

    def _answer_for_row(self, who: str, row: Row) -> Answer:
        """Return the dice source's answer for one row of a combatant's results."""
        ask = self._asks[who]
        assert ask is not None
        if not ask.kinds:
            return _answer_of_row(ask, row)
        answers: list[Answer] = []
        first = 0
        for kind in ask.kinds:
            one = ask_of_kind(ask, kind)
            width = _width_of_rows(one)
            answers.append(_answer_of_row(one, row[first : first + width]))
            first += width
        return answer_of_kinds(answers)

    def _leaders_with_dice(
        self, who: Sequence[str], dice: Dice
    ) -> frozenset[str]:
        """Return who is first when these roll initiative with `dice`."""
        return self._run_rules(
            who, dice, lambda after: leaders_of(self._ruleset, after)
        )

    def _run_rules(
        self, who: Sequence[str], dice: Dice, look: Callable[[Encounter], T]
    ) -> T:
        """Roll initiative among `who` and return what `look` returns then. Raises TooManyRuns
        beyond the limit."""
        self._left -= 1
        if self._left < 0:
            raise TooManyRuns
        return roll_and_look(
            self._ruleset,
            fight_among(self._encounter, who),
            dice,
            look,
            self._of_file,
        )


def roll_and_look(
    ruleset: Ruleset,
    encounter: Encounter,
    dice: Dice,
    look: Callable[[Encounter], T],
    of_file: Data | None = None,
) -> T:
    """Roll initiative on a draft, whatever round is in progress, return what `look` returns for
    the encounter then, and leave the encounter as it was. `of_file` are values that follow from
    the file alone, which all rolls in fights of the same file share."""
    draft = Draft(encounter, of_file=of_file)
    try:
        ruleset.resolve(draft, RollInit((), options=Options(force=True)), dice)
        return look(encounter)
    finally:
        draft.rollback()


def fight_among(encounter: Encounter, who: Sequence[str]) -> Encounter:
    """Return the encounter with only these combatants in the fight; all others are away."""
    states = {
        one: dict(state)
        for one, state in (encounter.fight.get("combatants") or {}).items()
    }
    for one in encounter.present():
        if one not in who:
            states[one] = {**states.get(one, {}), "away": AWAY}
    return replace(encounter, fight={**encounter.fight, "combatants": states})


def leaders_of(ruleset: Ruleset, encounter: Encounter) -> frozenset[str]:
    """Return who has the turn or, if nobody has it, who is first on the board."""
    board = ruleset.board(encounter)
    acting = [row.id for row in board.rows if row.acting]
    return frozenset(acting or [board.rows[0].id])


def _roller_of(who: str, ask: Ask | None) -> Roller:
    """Return a combatant with the distribution of their roll request."""
    if ask is None:
        return Roller(who, None, dict([ONE_ROW]))
    return Roller(who, ask, _ways_of_rows(ask))


def _ways_of_rows(ask: Ask) -> Mapping[Row, int]:
    """Return the number of ways to each row of results of a roll. The rows of dice of several kinds
    have the columns of each kind, one after the other. Raises NotCountable and TooMuchWork for
    rolls with too many results."""
    if not ask.kinds:
        return distribution_of_roll(ask.count, ask.sides, ask.reading).weights
    found: dict[Row, int] = {(): 1}
    for kind in ask.kinds:
        ways = _ways_of_rows(ask_of_kind(ask, kind))
        if len(found) * len(ways) > MOST_ROWS:
            raise NotCountable
        found = {
            (*before, *row): many * more
            for before, many in found.items()
            for row, more in ways.items()
        }
    return found


def _marked_dice(ask: Ask) -> int:
    """Return the number of dice of one kind whose faces are columns of their own."""
    return min(ask.count, abs(ask.reading.marked))


def _width_of_rows(ask: Ask) -> int:
    """Return the number of columns of a row of results of dice of one kind."""
    return _marked_dice(ask) + len(column_names(ask.reading))


def _answer_of_row(ask: Ask, row: Row) -> Answer:
    """Return the answer of a roll of dice of one kind for one row of its results."""
    marked = _marked_dice(ask)
    read = dict(zip(column_names(ask.reading), row[marked:], strict=True))
    return Answer(
        (),
        given=False,
        hits=read.get("hits"),
        ones=read.get("ones"),
        sum=read.get("sum"),
        marked=row[:marked] if ask.reading.marked else None,
        also=tuple(read[f"also {number}"] for number in ask.reading.also),
    )


def _group_by_roll(
    rollers: Sequence[Roller], groups: Mapping[str, str]
) -> list[list[Roller]]:
    """Return the combatants grouped by shared roll; those who roll alone are groups of one."""
    units: dict[object, list[Roller]] = {}
    for roller in rollers:
        ask, group = roller.ask, groups.get(roller.who)
        key: object = roller.who
        if ask is not None and group is not None:
            key = (group, ask.count, ask.sides, ask.reading, ask.kinds)
        units.setdefault(key, []).append(roller)
    return list(units.values())
