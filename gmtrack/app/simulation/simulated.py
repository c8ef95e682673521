"""The question of `simulate`: play the fight as it stands to its end many times, and variants of
it with the same dice."""

import copy
import itertools
import random
import shlex
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from math import hypot
from typing import TYPE_CHECKING, NamedTuple

from gmtrack.app.run import initiative_groups
from gmtrack.app.simulation.choices import choices_document
from gmtrack.app.simulation.document import (
    decided_document,
    progress_document,
    result_document,
    wins_document,
)
from gmtrack.app.simulation.evening import (
    BALANCED,
    EVEN,
    MakeSetup,
    even_document,
)
from gmtrack.app.simulation.questions import is_answered
from gmtrack.app.simulation.runner import FightRunner
from gmtrack.app.simulation.tactics import (
    PLAIN,
    RETREAT,
    SENSIBLE,
    best_attacks,
    parse_prices,
    parse_tactics,
    plain_only_reason,
    tactic_of,
)
from gmtrack.app.step import INITIATIVE
from gmtrack.core.draft import EDITION
from gmtrack.core.encounter import Data, Encounter
from gmtrack.dice.sources import RandomDice
from gmtrack.errors import Refusal
from gmtrack.rulesets.port import Ruleset
from gmtrack.simulation.fight import PARTY, Setup, Sides
from gmtrack.simulation.tactics import TACTICS
from gmtrack.simulation.tally import Tally
from gmtrack.simulation.work import Player, load_rules

if TYPE_CHECKING:
    from gmtrack.app.past.carry_out_again import ParseWords

FIGHTS = 1_000
"""The largest number of fights of a setup if no number was typed."""
CHECKS = (50, *range(100, FIGHTS + 1, 50))
"""The numbers of fights after which it is checked whether they are enough."""
PLAIN_FIRST = 6
"""The fights that are played plainly for a first answer."""
QUESTION_STEP = 20
"""The fights between two checks whether a question is answered."""
MARGIN = 0.03
"""The margin of error that is small enough to stop."""


def decided_tally(setup: Setup) -> Tally | None:
    """Return the tally of a fight that is over as it stands, or None if it is still to be fought
    or something pending may change its end."""
    fight = Player(setup).fight(0)
    if not fight.is_decided:
        return None
    tally = Tally()
    tally.add(fight.play()._replace(rounds=0))
    return tally


ODDS = "odds"
"""The tactic that compares attacks by exact odds."""
RULE = "rule"
"""The word that begins a house rule in a variant."""
LARGEST_SEED = 2**31
Progress = Callable[[int, Callable[[], Data]], None]
"""A callback: the number of fights that are over, and a function that returns the document so
far."""


class SimulationRequest(NamedTuple):
    """What the simulation is asked. `fights` None: until the result is sure enough; `seed` None:
    a random one; `rounds` is the limit of a fight. `tactics` (`pc=focus`) and `prices`
    (`karma=2`) are as typed. Each variant holds the lines that change the fight, with `;`
    between them."""

    fights: int | None
    seed: int | None = None
    rounds: int = 50
    tactics: tuple[str, ...] = ()
    variants: tuple[str, ...] = ()
    prices: tuple[str, ...] = ()
    fights_only: bool = False
    """Whether the fights are counted and nothing is varied to see what the answer hangs on."""
    question: str = ""
    """A word of `QUESTIONS`: fights are played until it is answered; empty for all chances."""

    @property
    def most_fights(self) -> int:
        """The largest number of fights of a setup."""
        return self.fights or FIGHTS


def simulate_fights(
    ruleset: Ruleset,
    encounter: Encounter,
    asked: SimulationRequest,
    read: "ParseWords",
    where: FightRunner,
    tell: Progress,
) -> Data:
    """Play the simulation and return its document. `read` makes a step of a variant's line;
    `tell` hears of progress. If it is broken off, the document holds what was played. Raises
    Refusal, and StoreError if the cluster cannot be reached."""
    load_rules(ruleset)
    seed = (
        random.SystemRandom().randrange(LARGEST_SEED)
        if asked.seed is None
        else asked.seed
    )
    told = parse_tactics(ruleset, encounter, asked.tactics)
    setups = make_setups(ruleset, encounter, asked, read, seed)
    head: Data = {"command": "simulate", "ruleset": ruleset.META.id}

    def make(line: str) -> Setup:
        changed = asked._replace(variants=(line,))
        return make_setups(ruleset, encounter, changed, read, seed)[-1]

    try:
        answers = _answer_documents(
            ruleset, setups, asked, told, make, where, tell
        )
    finally:
        where.close()
    if not asked.variants:
        return head | answers[0]
    return head | _variants_document(answers, asked)


def make_setups(
    ruleset: Ruleset,
    encounter: Encounter,
    asked: SimulationRequest,
    read: "ParseWords",
    seed: int,
) -> list[Setup]:
    """Return what is to be played: the fight as it stands, then each variant. Raises Refusal."""
    told, prices = (
        parse_tactics(ruleset, encounter, asked.tactics),
        parse_prices(ruleset, asked.prices),
    )

    def setup(one: Encounter) -> Setup:
        return make_setup(ruleset, one, told, seed, asked.rounds, prices)

    setups = [setup(encounter)]
    for words in asked.variants:
        changed = _apply_variant(ruleset, encounter, words, read)
        with _name_variant_in_refusals(words):
            setups.append(setup(changed))
    return setups


def _answer_documents(
    ruleset: Ruleset,
    setups: list[Setup],
    asked: SimulationRequest,
    told: Data,
    make: MakeSetup,
    where: FightRunner,
    tell: Progress,
) -> list[Data]:
    """Return the documents of the setups, in order; those that were not begun before a break are
    missing. `make` returns the setup after a line that may make the fight even."""
    standing = [decided_tally(setup) for setup in setups]
    plain = Tally()
    if standing[0] is None:
        plain = _play_plainly_first(setups[0], asked, where, tell)
    played = [at for at, one in enumerate(standing) if one is None]
    tallies = _play_setups([setups[at] for at in played], asked, where, tell)
    answers: list[Data] = []
    for at, setup in enumerate(setups):
        over = standing[at]
        if over is not None:
            answers.append(
                decided_document(ruleset, setup, over) | {"tactics": told}
            )
            continue
        number = played.index(at)
        if number >= len(tallies):
            break
        tally = tallies[number]
        doc = result_document(
            ruleset,
            setup,
            tally,
            asked.most_fights if tally.broken_off else tally.fights,
        )
        doc |= {"tactics": told}
        if not asked.fights_only:
            doc |= _by_tactics_document(
                ruleset, setup, tally, where, Tally() if at else plain
            )
            if not asked.variants:
                doc |= choices_document(setup, tally, where)
                doc |= even_document(setup, tally, make, where)
        answers.append(doc)
    return answers


def _play_plainly_first(
    setup: Setup,
    asked: SimulationRequest,
    where: FightRunner,
    tell: Progress,
) -> Tally:
    """Play a few fights in which everybody fights plainly, since these are quick, and tell them as
    the first answer. Return their tally, which `by_tactics` goes on from; empty if everybody fights
    plainly anyway."""
    tally = Tally()
    if setup.sensible:
        fights = max(1, min(PLAIN_FIRST, asked.most_fights // 4))
        tally = where.play_first(setup._replace(sensible=()), fights)
        tell(0, lambda: progress_document(tally) | {"plain": True})
    return tally


def _play_setups(
    setups: list[Setup],
    asked: SimulationRequest,
    where: FightRunner,
    tell: Progress,
) -> list[Tally]:
    """Play all setups in turns, so many fights at a time, until they are sure enough, and return
    the tallies of those that were begun. The check comes after the same numbers of fights in
    every place, so that the result does not depend on it."""
    found = [Tally() for _ in setups]
    for until in _list_checks(asked):
        for setup, known in zip(setups, found, strict=True):
            before, wanted = (
                sum(tally.fights for tally in found),
                until - known.fights,
            )

            def heard(
                tally: Tally, known: Tally = known, before: int = before
            ) -> None:
                tell(
                    before + tally.fights,
                    lambda: progress_document(
                        Tally().merge(known).merge(tally)
                    ),
                )

            more = where.play(
                setup, wanted, heard, known.fights, asked.most_fights
            )
            known.merge(more)
            if more.fights < wanted:
                begun = [tally for tally in found if tally.fights] or found[:1]
                for tally in begun:
                    tally.broken_off = True
                return begun
        if asked.question:
            if is_answered(asked.question, setups, found):
                break
        elif not asked.fights and is_enough(found):
            break
    return found


def _list_checks(asked: SimulationRequest) -> list[int]:
    """Return the numbers of fights after which it is checked whether they are enough: for a
    question more often, and up to the number that was typed, if any."""
    if not asked.question:
        return [asked.fights] if asked.fights else [*CHECKS]
    most = asked.most_fights
    return [*range(QUESTION_STEP, most, QUESTION_STEP), most]


def is_enough(tallies: list[Tally]) -> bool:
    """Whether more fights would tell nothing new: for one setup if its margin is small, for
    several if their order by the party's chance is clear or the margins are small."""
    if len(tallies) < 2:
        return all(tally.margin <= MARGIN for tally in tallies)
    chances = sorted(
        (tally.won[PARTY] / max(1, tally.fights), tally.margin)
        for tally in tallies
    )
    return all(
        hypot(margin, others) < better - chance or max(margin, others) <= MARGIN
        for (chance, margin), (better, others) in itertools.pairwise(chances)
    )


def _by_tactics_document(
    ruleset: Ruleset,
    setup: Setup,
    tally: Tally,
    where: FightRunner,
    plain: Tally,
) -> Data:
    """Return how much tactics matter, as `by_tactics`: who wins if everybody is `sensible`, and
    if everybody fights `plain`ly. Setups that were not played anyway are played a quarter as
    often, and left out if the simulation was broken off; `plain` has the first plain fights, which
    were played already. A ruleset without weighing says why as `plain_only` instead."""
    if not load_rules(ruleset).auto_player.weighs:
        return {"plain_only": plain_only_reason(ruleset)}
    everybody = tuple(Sides(setup.encounter).side_by_combatant)
    found: Data = {}
    for word, sensible in ((SENSIBLE, everybody), (PLAIN, ())):
        other = setup._replace(sensible=sensible)
        part = tally
        if set(setup.sensible) != set(sensible):
            if tally.broken_off:
                continue
            fights = max(1, tally.fights // 4)
            part = Tally() if sensible else plain
            if part.fights < fights:
                more = fights - part.fights
                part.merge(where.play(other, more, lambda _: None, part.fights))
            if not part.fights:
                continue
        found[word] = wins_document(other, part)
    return {"by_tactics": found}


def _variants_document(answers: list[Data], asked: SimulationRequest) -> Data:
    """Return the document of variants side by side, with the `best` one for the party and an
    `even` one, if any. Variants without a single fight are listed as `left_out`."""
    words = ("", *asked.variants)
    if len(answers) > 1 and not (
        answers[-1]["fights"] or "decided" in answers[-1]
    ):
        answers = answers[:-1]
    doc: Data = {
        "variants": [
            {"words": words[at], **one} for at, one in enumerate(answers)
        ]
    }
    ways = [one["won"].get(PARTY, 0) for one in answers]
    left_out = words[len(answers) :]
    if left_out:
        doc["left_out"] = [*left_out]
    if not any(PARTY in one["won"] for one in answers):
        return doc
    doc["best"] = max(range(len(ways)), key=ways.__getitem__)
    even = min(range(len(ways)), key=lambda at: abs(ways[at] - EVEN))
    if BALANCED[0] <= ways[even] <= BALANCED[1]:
        doc["even"] = even
    return doc


def make_setup(
    ruleset: Ruleset,
    encounter: Encounter,
    told: Mapping[str, str],
    seed: int,
    rounds: int,
    prices: Mapping[str, float],
) -> Setup:
    """Return the setup to play, with tactics by combatant; `told` has them by side or id. Raises
    Refusal if there are not at least two sides."""
    if not encounter.combatants:
        raise Refusal(
            ruleset.WORDS.nobody, "nobody is in the fight: `add` somebody"
        )
    sides = Sides(encounter)
    if len(set(sides.side_by_combatant.values())) < 2:
        why = "nobody fights anybody: all are of one side. `add` somebody of another"
        raise Refusal(ruleset.WORDS.nobody, why)
    words = {
        who: (tactic_of(encounter, who, told) or "").split(",")
        for who in sides.side_by_combatant
    }
    tactics = {
        who: one
        for who, several in words.items()
        for one in several
        if one in TACTICS
    }
    sensible: tuple[str, ...] = ()
    if load_rules(ruleset).auto_player.weighs:
        sensible = tuple(
            who for who, several in words.items() if PLAIN not in several
        )
    clever = [who for who, word in tactics.items() if word == ODDS]
    return Setup(
        encounter, seed, rounds, tactics, initiative_groups(encounter), INITIATIVE,
        best_attacks(ruleset, encounter, sides.foes, clever) if clever else {}, sensible,
        tuple(prices.items()), tuple(who for who, several in words.items() if RETREAT in several),
    )  # fmt: skip


def _apply_variant(
    ruleset: Ruleset, encounter: Encounter, words: str, read: "ParseWords"
) -> Encounter:
    """Return a copy of the fight after the lines of a variant. Raises Refusal, naming the
    variant."""
    from gmtrack.app.past.carry_out_again import ReplayedFight
    from gmtrack.store.check.other_house_rules import with_house_rules

    changed = copy.deepcopy(encounter)
    fight = ReplayedFight(
        changed, ruleset, read, others=lambda _: RandomDice(0)
    )
    with _name_variant_in_refusals(words):
        for line in words.split(";"):
            typed = shlex.split(line)
            if not typed:
                raise Refusal(
                    "usage",
                    "type what is other: 'add ganger', 'set joe body=4'",
                )
            if typed[0] == RULE:
                ruled = with_house_rules(changed, ruleset, typed[1:])
                changed.house_rules = ruled.house_rules
            else:
                fight.carry_out(
                    {"kind": "step", "line": line.strip(), "edition": EDITION}
                )
    return changed


@contextmanager
def _name_variant_in_refusals(words: str) -> Iterator[None]:
    """Return a context in which a refusal or a bad value is raised as a Refusal that names the
    variant."""
    try:
        yield
    except (Refusal, ValueError) as error:
        kind = error.kind if isinstance(error, Refusal) else "usage"
        raise Refusal(kind, f"--vs '{words}': {error}") from error
