"""How a fight will go: the fight as it stands, played to its end many times, and variants of it
beside it with the same dice."""

import copy
import os
import random
import shlex
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from gmtrack.app.run import INITIATIVE, groups_of
from gmtrack.app.simulation.document import as_it_stands, document, so_far
from gmtrack.app.simulation.tactics import best_of, tactic_for, tactics_of
from gmtrack.core.encounter import Data, Encounter
from gmtrack.dice.sources import RandomDice
from gmtrack.errors import Refusal
from gmtrack.simulation.fight import PARTY, Setup, Sides
from gmtrack.simulation.jobs import Heard, alone, shared
from gmtrack.simulation.tally import Tally
from gmtrack.simulation.work import Player, rules_of

if TYPE_CHECKING:
    from gmtrack.app.past.again import Read
    from gmtrack.rulesets.port import Ruleset

FEW = 200
"""Fights that are over before other processes have begun."""


class Where(NamedTuple):
    """So many processes (None: as many as there are cores), or the address of a Dask scheduler."""

    jobs: int | None = None
    cluster: str | None = None

    def play(self, setup: Setup, fights: int, heard: Heard) -> Tally:
        """The fights of one setup; `heard` is told of all that is known, again and again."""
        if self.cluster is not None:
            from gmtrack.simulation.cluster import on_cluster

            return on_cluster(setup, fights, self.cluster, heard)
        cores = (os.cpu_count() or 1) if fights > FEW else 1
        processes = min(self.jobs or cores, fights)
        if processes == 1:
            return alone(setup, fights, heard)
        return shared(setup, fights, processes, heard)


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
    """What is asked: how many fights, by which seed (None: any), how many rounds at the most, the
    tactics as typed (`pc=focus`), and the variants, each the lines that change the fight, with `;`
    between them."""

    fights: int
    seed: int | None = None
    rounds: int = 50
    tactics: tuple[str, ...] = ()
    variants: tuple[str, ...] = ()


def simulated(
    ruleset: "Ruleset",
    encounter: Encounter,
    asked: Asked,
    read: "Read",
    where: Where,
    tell: Progress,
) -> Data:
    """The document. `read` says what the words of a line ask. Raises Refusal, and StoreError where
    there is no cluster."""
    rules_of(ruleset)
    seed = random.SystemRandom().randrange(LARGEST_SEED) if asked.seed is None else asked.seed
    told = tactics_of(ruleset, encounter, asked.tactics)
    setups = [setup_of(ruleset, encounter, told, seed, asked.rounds)]
    for words in asked.variants:
        changed = _changed(ruleset, encounter, words, read)
        with _about(words):
            setups.append(setup_of(ruleset, changed, told, seed, asked.rounds))
    head: Data = {"command": "simulate", "ruleset": ruleset.META.id}
    answers: list[Data] = []
    for before, setup in enumerate(setups):
        standing = decided(setup)
        if standing is not None:
            answers.append(as_it_stands(ruleset, setup, standing) | {"tactics": told})
            continue

        def heard(tally: "Tally", before: int = before) -> None:
            tell(before * asked.fights + tally.fights, lambda: so_far(tally))

        tally = where.play(setup, asked.fights, heard)
        answers.append(document(ruleset, setup, tally, asked.fights) | {"tactics": told})
        if tally.fights < asked.fights:
            break
    if not asked.variants:
        return head | answers[0]
    return head | _side_by_side(answers, asked)


def _side_by_side(answers: list[Data], asked: Asked) -> Data:
    """As far as they were played: what was broken off is the last one, unless that was before its
    first fight. What is best is so for the party; without one nothing is."""
    words = ("", *asked.variants)
    if len(answers) > 1 and not (answers[-1]["fights"] or "decided" in answers[-1]):
        answers = answers[:-1]
    doc: Data = {"variants": [{"words": words[at], **one} for at, one in enumerate(answers)]}
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
    ruleset: "Ruleset", encounter: Encounter, told: Mapping[str, str], seed: int, rounds: int
) -> Setup:
    """What is played, with the tactics by combatant. Raises Refusal where nobody fights anybody."""
    if not encounter.combatants:
        raise Refusal(ruleset.WORDS.nobody, "nobody is in the fight: `add` somebody")
    sides = Sides(encounter)
    if len(set(sides.of.values())) < 2:
        why = "nobody fights anybody: all are of one side. `add` somebody of another"
        raise Refusal(ruleset.WORDS.nobody, why)
    tactics = {who: word for who in sides.of if (word := tactic_for(encounter, who, told))}
    clever = [who for who, word in tactics.items() if word == ODDS]
    return Setup(
        encounter, seed, rounds, tactics, groups_of(encounter), INITIATIVE,
        best_of(ruleset, encounter, sides.foes, clever) if clever else {},
    )  # fmt: skip


def _changed(ruleset: "Ruleset", encounter: Encounter, words: str, read: "Read") -> Encounter:
    """The fight after the lines of a variant. Raises Refusal."""
    from gmtrack.app.past.again import ReplayedFight

    changed = copy.deepcopy(encounter)
    fight = ReplayedFight(changed, ruleset, read, others=lambda _: RandomDice(0))
    with _about(words):
        for line in words.split(";"):
            typed = shlex.split(line)
            if not typed:
                raise Refusal("usage", "type what is other: 'add ganger', 'set joe body=4'")
            if typed[0] == RULE:
                changed.house_rules = _ruled(ruleset, changed, typed[1:])
            else:
                fight.again({"kind": "step", "line": line.strip()})
    return changed


def _ruled(ruleset: "Ruleset", encounter: Encounter, rules: list[str]) -> Data:
    """The house rules of a variant: `rule KEY=VALUE`."""
    from gmtrack.store.check.other_rules import ruled_otherwise

    return ruled_otherwise(encounter, ruleset, rules).house_rules


@contextmanager
def _about(words: str) -> Iterator[None]:
    """What is refused of a variant names it."""
    try:
        yield
    except (Refusal, ValueError) as error:
        kind = error.kind if isinstance(error, Refusal) else "usage"
        raise Refusal(kind, f"--vs '{words}': {error}") from error
