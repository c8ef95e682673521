"""One fight that plays itself from where it stands to its end."""

import random
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, NamedTuple

from gmtrack.core.course import UNTOLD
from gmtrack.core.draft import Draft, own
from gmtrack.core.encounter import FRIENDS, Encounter
from gmtrack.core.intents import Attack, Intent, Leave, Next, RollInit
from gmtrack.core.players import BADLY_HURT
from gmtrack.dice.port import Dice
from gmtrack.dice.sources import ChanceDice, GroupedDice
from gmtrack.errors import OVERRULES, Refusal
from gmtrack.rulesets.port import Aim, AutoPlayer, Moment, Ruleset
from gmtrack.simulation.sense import Sense, Threat, estimate_threat
from gmtrack.simulation.tactics import DEFAULT_TACTIC, TACTICS, BestAttacks
from gmtrack.simulation.worth import count_boxes_left, weighing_of

PARTY = "pc"
"""The side of player characters and their allies."""
NOBODY = "nobody"
NEUTRAL = frozenset({"bystander", "neutral"})
"""Sides that attack nobody, and that nobody attacks."""
MOST_MOVES = 100
"""Of one round and combatant: more of them come to nothing."""
QUIET = 3
"""Rounds in which nobody is harmed, after which whoever has sense hides no longer."""
FLED = ("fled",)


class Setup(NamedTuple):
    """What is played: the fight as it stands, by which tactics (of a combatant, or a side; those
    not named by the usual one), the most rounds, who shares an initiative (`groups`, under the
    roll's name `initiative`), and the exact harm where a tactic asks for it; who is sensible, by
    which prices other than the ruleset's; who retreats when badly hurt. Plain data: it goes to
    other processes and machines as it is."""

    encounter: Encounter
    seed: int
    rounds: int
    tactics: Mapping[str, str]
    groups: Mapping[str, str]
    initiative: str
    best: BestAttacks
    sensible: Collection[str] = ()
    prices: Collection[tuple[str, float]] = ()
    retreating: Collection[str] = ()


class Idle(NamedTuple):
    """Somebody who still stood when nobody had won: as what, what they did last, at whom, and what
    stood against it (empty: nothing)."""

    who: str
    conditions: tuple[str, ...] = ()
    weapon: str = ""
    target: str = ""
    refused: str = ""


class Ending(NamedTuple):
    """How one fight ended: which side was left standing (`nobody`), with all who are of it, in
    which round from now on, who was out and who dead, the number of each track by combatant and
    label, why it could not go on (empty where it could), and where nobody won who still stood."""

    won: str
    winners: Collection[str]
    rounds: int
    out: Collection[str]
    dead: Collection[str]
    tracks: Mapping[tuple[str, str], int]
    stuck: str = ""
    idle: Collection[Idle] = ()


def side_of(encounter: Encounter, who: str) -> str:
    """The side that somebody wins or loses with."""
    side = encounter.side(who)
    return PARTY if side in FRIENDS else side


class Rules(NamedTuple):
    ruleset: Ruleset
    auto_player: AutoPlayer


class Sides:
    """Who fights with whom; the same in every fight of a setup."""

    def __init__(self, encounter: Encounter) -> None:
        everybody = {who: side_of(encounter, who) for who in encounter.combatants}
        self.side_by_combatant = {
            who: side for who, side in everybody.items() if side not in NEUTRAL
        }
        self.foes = {who: list(self._from_opposite(who)) for who in self.side_by_combatant}

    def _from_opposite(self, who: str) -> Iterator[str]:
        """The foes of somebody in the file's order, beginning with the one in the same place."""
        own = [
            one
            for one, side in self.side_by_combatant.items()
            if side == self.side_by_combatant[who]
        ]
        foes = [
            one
            for one, side in self.side_by_combatant.items()
            if side != self.side_by_combatant[who]
        ]
        first = own.index(who) % len(foes) if foes else 0
        yield from foes[first:]
        yield from foes[:first]


def make_sense(rules: Rules, setup: Setup) -> Sense | None:
    """Of those who are sensible, the same in every fight of a setup; None where nobody is."""
    if not setup.sensible or weighing_of(rules.auto_player) is None:
        return None
    return Sense(*rules, setup.encounter, setup.sensible, dict(setup.prices))


class SimulatedFight:
    """One fight, on an encounter of its own."""

    def __init__(
        self,
        rules: Rules,
        setup: Setup,
        sides: Sides,
        number: int,
        settled: dict[str, Any],
        sense: Sense | None = None,
    ) -> None:
        self.setup = setup
        self._sense = sense
        self.best_attacks = setup.best
        self._rules, self._played = rules
        self._sides = sides
        self._seed = f"{setup.seed}/{number}"
        self.encounter = _copy_for_play(setup.encounter)
        self._draft = Draft(self.encounter, UNTOLD, settled)
        self._dice = ChanceDice(self._seed)
        self._seen = 0
        """So much of what moved in the draft has been looked at."""
        self._marked: dict[str, str] = {}
        self._left: dict[str, int] = {}
        begun = self._played.moment(self._draft)
        self._before = begun.round - begun.running
        """Rounds that were over before."""
        self._up = {who for who in sides.side_by_combatant if self._stands(who)}
        self._moved: dict[str, int] = {}
        self._last: dict[str, Idle] = {}
        """What each did last, or would have done."""
        self._seen_hurt: dict[str, tuple[int, bool]] = {}
        """Whether those who retreat were badly hurt, with so much left."""
        self._harm, self._quiet = -1, 0
        """What was left of all together as the round began, and for how many it has been that."""

    # --- what tactics see ---

    @cached_property
    def chance(self) -> random.Random:
        """For choices; the dice fall alike whatever is chosen."""
        return random.Random(f"{self._seed}/choices")

    def foes(self, who: str) -> list[str]:
        return [foe for foe in self._sides.foes[who] if foe in self._up]

    def boxes_left(self, who: str) -> int:
        if who not in self._left:
            self._left[who] = count_boxes_left(self._played, self._draft, who)
        return self._left[who]

    def distance_to(self, who: str, other: str) -> float | None:
        return self._played.apart(self._draft, who, other)

    def agreed_target(self, who: str) -> str | None:
        return self._marked.get(self._sides.side_by_combatant[who])

    def agree_on(self, who: str, target: str) -> None:
        self._marked[self._sides.side_by_combatant[who]] = target

    # --- the fight ---

    def play(self) -> Ending:
        """To its end. Nothing of it is kept but how it ended."""
        stuck, number = "", -1
        while not stuck:
            moment = self._played.moment(self._draft)
            if moment.round != number:
                self._moved.clear()
                self._listen()
            number = moment.round
            late = not moment.running and number - self._before >= self.setup.rounds
            if late or self.is_decided:
                break
            if not any(map(self._moves, moment.actors)):
                if len(self._standing_sides()) < 2:
                    break
                stuck = self._goes_on(moment)
        return self._ending(stuck)

    def _listen(self) -> None:
        """How long it has been quiet, as a round begins."""
        if self._sense is not None:
            left = sum(map(self.boxes_left, self._up))
            self._quiet = self._quiet + 1 if left == self._harm else 0
            self._harm = left

    @property
    def is_decided(self) -> bool:
        """Whether all who stand are of one side, and nothing is due that may yet change that."""
        if len(self._standing_sides()) > 1:
            return False
        return not self._played.moment(self._draft).due

    def _standing_sides(self) -> set[str]:
        return {self._sides.side_by_combatant[who] for who in self._up}

    def _moves(self, who: str) -> bool:
        """Whether somebody has done something."""
        if self._moved.get(who, 0) >= MOST_MOVES:
            return False
        words = self._rules.WORDS
        for intent in self._proposed(who):
            refused = self._resolve(intent)
            if isinstance(intent, Attack) or refused:
                self._last[who] = to_idle(who, intent, refused)
            if refused is None:
                self._moved[who] = self._moved.get(who, 0) + 1
                return True
            if self._sense is None and refused.kind in (*words.turn, *words.price):
                return False
        return False

    def _proposed(self, who: str) -> Iterator[Intent]:
        aims = self._aims(who)
        if aims and who in self.setup.retreating and self._badly_hurt(who):
            yield Leave(who, FLED)
        if self._sense is None:
            yield from self._played.moves(self._draft, who, aims)
        else:
            yield from self._sense.moves(self._draft, who, aims, self._faced)

    def _badly_hurt(self, who: str) -> bool:
        """As the players see it on the board; looked at again when they have lost more."""
        left = self.boxes_left(who)
        if self._seen_hurt.get(who, (-1, False))[0] != left:
            rows = self._rules.board(self.encounter).rows
            badly = any(row.id == who and row.standing.health == BADLY_HURT for row in rows)
            self._seen_hurt[who] = left, badly
        return self._seen_hurt[who][1]

    def _faced(self, who: str) -> Threat:
        side = self._sides.side_by_combatant.get(who)
        friends = sum(self._sides.side_by_combatant[one] == side for one in self._up)
        foes = sum(foe in self._up for foe in self._sides.foes.get(who, ()))
        return estimate_threat(foes, max(1, friends), quiet=self._quiet >= QUIET)

    def _aims(self, who: str) -> Sequence[Aim]:
        """Whom they would attack; nobody where they have no foes, or no part in the fight."""
        if who not in self._sides.side_by_combatant or not self.foes(who):
            return ()
        tactics = self.setup.tactics
        word = tactics.get(who) or tactics.get(self._sides.side_by_combatant[who]) or DEFAULT_TACTIC
        return TACTICS[word](self, who)

    def _goes_on(self, moment: Moment) -> str:
        """The next turn, or the next round; why not, where neither can be."""
        refused = self._resolve(Next() if moment.running else RollInit())
        return "" if refused is None else refused.message

    def _resolve(self, intent: Intent) -> Refusal | None:
        """Carry something out, or find why not."""
        draft = self._draft
        try:
            self._rules.resolve(draft, intent, self._dice_for(intent))
        except Refusal as refusal:
            draft.rollback()
            return refusal
        touched = self._sides.side_by_combatant.keys() & draft.moved[self._seen :]
        self._seen = len(draft.moved)
        draft.changes.clear()
        for who in touched:
            self._left.pop(who, None)
            (self._up.add if self._stands(who) else self._up.discard)(who)
        return None

    def _dice_for(self, intent: Intent) -> Dice:
        groups = self.setup.groups
        if groups and isinstance(intent, RollInit):
            return GroupedDice(self._dice, groups, self.setup.initiative)
        return self._dice

    def _stands(self, who: str) -> bool:
        return not self._rules.standing(self._draft, who).out

    def _ending(self, stuck: str) -> Ending:
        sides = self._standing_sides()
        everybody = {
            who: self._rules.standing(self._draft, who) for who in self.encounter.combatants
        }
        tracks = {
            (who, track.label): track.now
            for who in everybody
            for track in self._played.tracks(self._draft, who)
        }
        won = sides.pop() if len(sides) == 1 else NOBODY
        return Ending(
            won=won,
            winners=[who for who, side in self._sides.side_by_combatant.items() if side == won],
            rounds=self._played.moment(self._draft).round - self._before,
            out=[who for who, standing in everybody.items() if standing.out],
            dead=[who for who, standing in everybody.items() if standing.dead],
            tracks=tracks,
            stuck=stuck,
            idle=self._idle() if won == NOBODY else (),
        )

    def _idle(self) -> list[Idle]:
        """Who still stands, as the board shows them."""
        rows = {row.id: row for row in self._rules.board(self.encounter).rows}
        found = []
        for who in sorted(self._up):
            labels = tuple(one.label for one in rows[who].conditions) if who in rows else ()
            found.append(self._last.get(who, Idle(who))._replace(conditions=labels))
        return found


def to_idle(who: str, intent: Intent, refused: Refusal | None) -> Idle:
    """What somebody does, or would do."""
    why = refused.message.removesuffix(OVERRULES) if refused else ""
    if not isinstance(intent, Attack):
        return Idle(who, refused=why)
    return Idle(who, (), intent.options.weapon or "", intent.targets[0], why)


def _copy_for_play(encounter: Encounter) -> Encounter:
    """An encounter that play can change without changing the first."""
    return replace(
        encounter,
        **{name: own(getattr(encounter, name)) for name in ("scene", "combatants", "fight")},
    )
