"""How a fight will go: the fight as it stands, played to its end many times, and variants of it
beside it with the same dice."""

import copy
import itertools
import os
import random
import shlex
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from math import hypot
from typing import TYPE_CHECKING, NamedTuple

from gmtrack.app.run import INITIATIVE, groups_of
from gmtrack.app.simulation.document import (
    as_it_stands,
    document,
    so_far,
    won_by,
)
from gmtrack.app.simulation.tactics import (
    PLAIN,
    RETREAT,
    SENSIBLE,
    best_of,
    plain_only,
    prices_of,
    tactic_for,
    tactics_of,
)
from gmtrack.core.encounter import Data, Encounter
from gmtrack.dice.sources import RandomDice
from gmtrack.errors import Refusal
from gmtrack.rulesets.port import Ruleset
from gmtrack.simulation.fight import PARTY, Setup, Sides
from gmtrack.simulation.jobs import OnProgress, Processes, play_here
from gmtrack.simulation.tactics import TACTICS
from gmtrack.simulation.tally import Tally
from gmtrack.simulation.work import Player, load_rules
from gmtrack.simulation.worth import weighing_of

if TYPE_CHECKING:
    from gmtrack.app.past.carry_out_again import Read

FIGHTS = 1_000
"""Of a setup at the most, where nobody says how many."""
CHECKS = (50, *range(100, FIGHTS + 1, 100))
"""After so many it is asked whether that is enough."""
MARGIN = 0.03
"""Sure enough."""
FEW = 200
"""Fights that are over before other processes have begun."""


class Where:
    """So many processes (None: as many as there are cores), or the address of a Dask scheduler."""

    def __init__(
        self, jobs: int | None = None, cluster: str | None = None
    ) -> None:
        self._jobs, self._cluster = jobs, cluster
        self._pool: Processes | None = None
        self._players: dict[int, Player] = {}

    def play(
        self,
        setup: Setup,
        fights: int,
        heard: OnProgress,
        first: int = 0,
        most: int = 0,
    ) -> Tally:
        """The fights of one setup from the number `first` on; `heard` is told of all that is known,
        again and again. `most`: so many may be asked for in the end."""
        if self._cluster is not None:
            from gmtrack.simulation.cluster import play_on_cluster

            return play_on_cluster(setup, fights, self._cluster, heard, first)
        cores = (os.cpu_count() or 1) if max(fights, most) > FEW else 1
        processes = min(self._jobs or cores, max(fights, most))
        if processes == 1:
            player = self._players.setdefault(id(setup), Player(setup))
            return play_here(setup, fights, heard, first, player)
        self._pool = self._pool or Processes(processes)
        return self._pool.play(setup, fights, heard, first)

    def close(self) -> None:
        if self._pool is not None:
            self._pool.__exit__()


def decided(setup: Setup) -> Tally | None:
    """The fight as it stands, as the end of it; None where it is still to be fought, or where
    something is under way that may yet change how it ends."""
    fight = Player(setup).fight(0)
    if not fight.is_decided:
        return None
    tally = Tally()
    tally.add(fight.play()._replace(rounds=0))
    return tally


ODDS = "odds"
"""The tactic that asks for exact odds."""
RULE = "rule"
"""Begins a house rule in a variant."""
LARGEST_SEED = 2**31
EVEN = 0.5
BALANCED = (0.35, 0.65)
"""Between these the party's chance is near enough to even that it is called so."""
Progress = Callable[[int, Callable[[], Data]], None]
"""Told how many fights are over, and what says what those of the setup that is played now say."""


class Asked(NamedTuple):
    """What is asked: how many fights (None: until it is sure enough), by which seed (None: any),
    how many rounds at the most, the tactics as typed (`pc=focus`), and the variants, each the lines
    that change the fight, with `;` between them; prices as typed (`karma=2`)."""

    fights: int | None
    seed: int | None = None
    rounds: int = 50
    tactics: tuple[str, ...] = ()
    variants: tuple[str, ...] = ()
    prices: tuple[str, ...] = ()

    @property
    def most(self) -> int:
        return self.fights or FIGHTS


def simulated(
    ruleset: Ruleset,
    encounter: Encounter,
    asked: Asked,
    read: "Read",
    where: Where,
    tell: Progress,
) -> Data:
    """The document. `read` says what the words of a line ask. Raises Refusal, and StoreError where
    there is no cluster."""
    load_rules(ruleset)
    seed = (
        random.SystemRandom().randrange(LARGEST_SEED)
        if asked.seed is None
        else asked.seed
    )
    told, prices = (
        tactics_of(ruleset, encounter, asked.tactics),
        prices_of(ruleset, asked.prices),
    )

    def setup(one: Encounter) -> Setup:
        return setup_of(ruleset, one, told, seed, asked.rounds, prices)

    setups = [setup(encounter)]
    for words in asked.variants:
        changed = _changed(ruleset, encounter, words, read)
        with _about(words):
            setups.append(setup(changed))
    head: Data = {"command": "simulate", "ruleset": ruleset.META.id}
    try:
        answers = _answers(ruleset, setups, asked, told, where, tell)
    finally:
        where.close()
    if not asked.variants:
        return head | answers[0]
    return head | _side_by_side(answers, asked)


def _answers(
    ruleset: Ruleset,
    setups: list[Setup],
    asked: Asked,
    told: Data,
    where: Where,
    tell: Progress,
) -> list[Data]:
    """The documents, as far as nobody broke it off."""
    standing = [decided(setup) for setup in setups]
    played = [at for at, one in enumerate(standing) if one is None]
    tallies = _played([setups[at] for at in played], asked, where, tell)
    answers: list[Data] = []
    for at, setup in enumerate(setups):
        over = standing[at]
        if over is not None:
            answers.append(
                as_it_stands(ruleset, setup, over) | {"tactics": told}
            )
            continue
        number = played.index(at)
        if number >= len(tallies):
            break
        tally = tallies[number]
        doc = document(
            ruleset,
            setup,
            tally,
            asked.most if tally.broken_off else tally.fights,
        )
        answers.append(
            doc | {"tactics": told} | _by_tactics(ruleset, setup, tally, where)
        )
    return answers


def _played(
    setups: list[Setup], asked: Asked, where: Where, tell: Progress
) -> list[Tally]:
    """All setups side by side, so many fights at a time, until they are sure enough; those that are
    known. What is sure enough is asked after the same numbers of fights, wherever they are
    played."""
    found = [Tally() for _ in setups]
    for until in [asked.fights] if asked.fights else CHECKS:
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
                    lambda: so_far(Tally().merge(known).merge(tally)),
                )

            more = where.play(setup, wanted, heard, known.fights, asked.most)
            known.merge(more)
            if more.fights < wanted:
                begun = [tally for tally in found if tally.fights] or found[:1]
                for tally in begun:
                    tally.broken_off = True
                return begun
        if not asked.fights and enough(found):
            break
    return found


def enough(tallies: list[Tally]) -> bool:
    """Whether more fights would tell nothing new: of one setup as its margin is small, of several
    as it is clear in which order they stand for the party."""
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


def _by_tactics(
    ruleset: Ruleset, setup: Setup, tally: Tally, where: Where
) -> Data:
    """How much hangs on tactics: what the fights come to where everybody is sensible, and where
    everybody fights plainly, a quarter as many of those that were not played anyway."""
    if weighing_of(load_rules(ruleset).auto_player) is None:
        return {"plain_only": plain_only(ruleset)}
    everybody = tuple(Sides(setup.encounter).side_by_combatant)
    found: Data = {}
    for word, sensible in ((SENSIBLE, everybody), (PLAIN, ())):
        other = setup._replace(sensible=sensible)
        part = tally
        if set(setup.sensible) != set(sensible):
            if tally.broken_off:
                continue
            part = where.play(other, max(1, tally.fights // 4), lambda _: None)
            if not part.fights:
                continue
        found[word] = won_by(other, part)
    return {"by_tactics": found}


def _side_by_side(answers: list[Data], asked: Asked) -> Data:
    """As far as they were played: what was broken off is the last one, unless that was before its
    first fight. What is best is so for the party; without one nothing is."""
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


def setup_of(
    ruleset: Ruleset,
    encounter: Encounter,
    told: Mapping[str, str],
    seed: int,
    rounds: int,
    prices: Mapping[str, float],
) -> Setup:
    """What is played, with the tactics by combatant. Raises Refusal where nobody fights anybody."""
    if not encounter.combatants:
        raise Refusal(
            ruleset.WORDS.nobody, "nobody is in the fight: `add` somebody"
        )
    sides = Sides(encounter)
    if len(set(sides.side_by_combatant.values())) < 2:
        why = "nobody fights anybody: all are of one side. `add` somebody of another"
        raise Refusal(ruleset.WORDS.nobody, why)
    words = {
        who: (tactic_for(encounter, who, told) or "").split(",")
        for who in sides.side_by_combatant
    }
    tactics = {
        who: one
        for who, several in words.items()
        for one in several
        if one in TACTICS
    }
    sensible: tuple[str, ...] = ()
    if weighing_of(load_rules(ruleset).auto_player) is not None:
        sensible = tuple(
            who for who, several in words.items() if PLAIN not in several
        )
    clever = [who for who, word in tactics.items() if word == ODDS]
    return Setup(
        encounter, seed, rounds, tactics, groups_of(encounter), INITIATIVE,
        best_of(ruleset, encounter, sides.foes, clever) if clever else {}, sensible,
        tuple(prices.items()), tuple(who for who, several in words.items() if RETREAT in several),
    )  # fmt: skip


def _changed(
    ruleset: Ruleset, encounter: Encounter, words: str, read: "Read"
) -> Encounter:
    """The fight after the lines of a variant. Raises Refusal."""
    from gmtrack.app.past.carry_out_again import ReplayedFight
    from gmtrack.store.check.other_house_rules import ruled_otherwise

    changed = copy.deepcopy(encounter)
    fight = ReplayedFight(
        changed, ruleset, read, others=lambda _: RandomDice(0)
    )
    with _about(words):
        for line in words.split(";"):
            typed = shlex.split(line)
            if not typed:
                raise Refusal(
                    "usage",
                    "type what is other: 'add ganger', 'set joe body=4'",
                )
            if typed[0] == RULE:
                ruled = ruled_otherwise(changed, ruleset, typed[1:])
                changed.house_rules = ruled.house_rules
            else:
                fight.again({"kind": "step", "line": line.strip()})
    return changed


@contextmanager
def _about(words: str) -> Iterator[None]:
    """What is refused of a variant names it."""
    try:
        yield
    except (Refusal, ValueError) as error:
        kind = error.kind if isinstance(error, Refusal) else "usage"
        raise Refusal(kind, f"--vs '{words}': {error}") from error
