"""Simulated fight, which plays itself from where it stands to its end."""

import random
from collections import Counter
from collections.abc import (
    Collection,
    Iterator,
    Mapping,
    Sequence,
)
from dataclasses import replace
from functools import cached_property
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol, cast

from gmtrack.core.draft import Draft, copy_maps
from gmtrack.core.draft_cache import OWNER
from gmtrack.core.encounter import FRIENDS, Encounter
from gmtrack.core.intents import Attack, Intent, Leave, Next, RollInit
from gmtrack.core.players import BADLY_HURT
from gmtrack.core.stages import UNREAD_RUNNER
from gmtrack.dice.port import Dice
from gmtrack.dice.sources import ChanceDice, GroupedDice
from gmtrack.errors import OVERRULES, Refusal
from gmtrack.rulesets.auto_player import CompletePlayer, recall_boxes_left
from gmtrack.rulesets.port import (
    Besides,
    Ruleset,
    TurnState,
    WantedAttack,
)
from gmtrack.simulation.acts import (
    ONCE,
    Threat,
    Turns,
    estimate_known_threat,
)
from gmtrack.simulation.habits import (
    ALWAYS,
    COVER,
    ON,
    TARGET,
    Habit,
    Habits,
    is_cover,
)
from gmtrack.simulation.sense import Sense
from gmtrack.simulation.tactics import DEFAULT_TACTIC, TACTICS, BestAttacks
from gmtrack.simulation.walks import Walks

PARTY = "pc"
"""The side of player characters and their allies."""
NOBODY = "nobody"
"""The winner of a fight that no side has won."""
NEUTRAL = frozenset({"bystander", "neutral"})
"""Sides that attack nobody, and that nobody attacks."""
MOST_MOVES = 100
"""The most commands of a combatant in a round. It stops a combatant whose commands change
nothing."""
QUIET = 3
"""The rounds in which nobody is harmed, after which sensible combatants stop hiding."""
STALE = 20
"""The rounds in which nobody is harmed, after which a fight of sensible combatants ends: nobody
finds a way to harm anybody any more."""
STALEMATE = f"nobody was harmed for {STALE} rounds"
FLED = ("fled",)
NO_TURNS: Mapping[str, Turns] = {}


class Setup(NamedTuple):
    """The fights that are to be played. It is plain data, which is sent to other processes and
    machines."""

    encounter: Encounter
    """The fight as it stands now."""
    seed: int
    rounds: int
    """The most rounds of a fight, from now on."""
    tactics: Mapping[str, str]
    """The tactic's word by combatant or side. Of the others the sensible ones choose whom it pays
    most to attack (`AimChooser`), and the plain ones have `DEFAULT_TACTIC`."""
    groups: Mapping[str, str]
    """The group of each combatant that shares an initiative."""
    initiative: str
    """The name of the roll that a group shares."""
    best: BestAttacks
    """The best attacks, for the tactic that wants most harm; empty if nobody has it."""
    sensible: Collection[str] = ()
    """The combatants that weigh their options (`Sense`)."""
    prices: Collection[tuple[str, float]] = ()
    """The prices of points, by name, that replace the ruleset's."""
    retreating: Collection[str] = ()
    """The combatants that flee when they are badly hurt."""
    varied: Habit | None = None
    """The choice that one side makes otherwise, to see how much that moves the answer."""


class Idle(NamedTuple):
    """A combatant that still stood when nobody had won, and the last thing that it did or tried."""

    who: str
    conditions: tuple[str, ...] = ()
    """The labels that the board shows of it."""
    weapon: str = ""
    """The weapon of its last attack; empty for the one in hand, or if it did not attack."""
    target: str = ""
    """The target of its last attack; empty if the last thing was no attack."""
    refused: str = ""
    """The reason why that was refused; empty if it was not."""


class Ending(NamedTuple):
    """End of one fight: who won, who was out, and in which round."""

    won: str
    """The only side that stood at the end, or `NOBODY`."""
    winners: Collection[str]
    """The combatants of that side, standing or not."""
    rounds: int
    """The round of the end, counted from the start of the simulation."""
    out: Collection[str]
    dead: Collection[str]
    tracks: Mapping[tuple[str, str], int]
    """The number of each track, by combatant and label."""
    stuck: str = ""
    """The reason why the fight could not go on; empty if it could."""
    idle: Collection[Idle] = ()
    """The combatants that still stood if nobody won; otherwise empty."""
    fled: Collection[str] = ()
    """The combatants of `out` that have left the fight on their feet."""
    points: Mapping[tuple[str, str], int] = MappingProxyType({})
    """The points that each combatant has left, by combatant and name."""
    met: Collection[tuple[str, str]] = ()
    """The sides and the choices (`Habits.met`) that sense came to."""


def side_of(encounter: Encounter, who: str) -> str:
    """Return the side with which a combatant wins or loses. All friends of the party are of the
    party's side."""
    side = encounter.side(who)
    return PARTY if side in FRIENDS else side


class Rules(NamedTuple):
    """A ruleset, and the module that plays its combatants."""

    ruleset: Ruleset
    auto_player: CompletePlayer


class Sides:
    """The sides of a fight and their foes, without neutral combatants. They are the same in every
    fight of a setup."""

    def __init__(self, encounter: Encounter) -> None:
        everybody = {
            who: side_of(encounter, who) for who in encounter.combatants
        }
        self.side_by_combatant = {
            who: side for who, side in everybody.items() if side not in NEUTRAL
        }
        self.foes = {
            who: list(self._foes_from_opposite(who))
            for who in self.side_by_combatant
        }

    def _foes_from_opposite(self, who: str) -> Iterator[str]:
        """Yield the foes of a combatant in the file's order, beginning with the one that has the
        same place on its side. After the last foe comes the first."""
        own_side = self.side_by_combatant[who]
        friends = [
            one
            for one, side in self.side_by_combatant.items()
            if side == own_side
        ]
        foes = [
            one
            for one, side in self.side_by_combatant.items()
            if side != own_side
        ]
        first = friends.index(who) % len(foes) if foes else 0
        yield from foes[first:]
        yield from foes[:first]


def make_sense(rules: Rules, setup: Setup) -> Sense | None:
    """Make what chooses for the sensible combatants of a setup, for all of its fights. Returns None
    if nobody is sensible, or if the ruleset does not say what options are worth weighing."""
    if not setup.sensible or not rules.auto_player.weighs:
        return None
    friends = _sides_of_choosers(setup)
    prices = dict(setup.prices)
    return Sense(*rules, setup.encounter, setup.sensible, prices, friends)


def _sides_of_choosers(setup: Setup) -> dict[str, list[str]]:
    """Return the side of each sensible combatant to whom no tactic says whom to attack."""
    side_of_each = Sides(setup.encounter).side_by_combatant
    people: dict[str, list[str]] = {}
    for who, side in side_of_each.items():
        people.setdefault(side, []).append(who)
    return {
        who: people[side]
        for who, side in side_of_each.items()
        if who in setup.sensible and not {who, side} & setup.tactics.keys()
    }


class CommandListener(Protocol):
    """Listener to a simulated fight: it gets the dice before each command, and then the command if
    it was not refused."""

    def hear_dice(self, dice: Dice) -> Dice:
        """Return the dice for the next command, made of those that the fight would use."""

    def hear_command(self, intent: Intent) -> None:
        """Hear that a command has been carried out."""


class SimulatedFight:
    """A fight that plays itself, on a copy of the setup's encounter.

    `number` decides its dice. `of_file` holds the cached values of the file, which all fights of a
    setup share (`DraftCache`). Without `sense` nobody weighs options."""

    def __init__(
        self,
        rules: Rules,
        setup: Setup,
        sides: Sides,
        number: int,
        of_file: dict[str, Any],
        sense: Sense | None = None,
    ) -> None:
        self.setup = setup
        self._sense = sense
        self.best_attacks = setup.best
        self.listener: CommandListener | None = None
        self._rules, self._auto_player = rules
        self._sides = sides
        self._seed = f"{setup.seed}/{number}"
        self.encounter = copy_for_play(setup.encounter)
        self._draft = Draft(self.encounter, UNREAD_RUNNER, of_file)
        self._dice = ChanceDice(self._seed)
        self._walks = Walks(self._auto_player)
        self._agreed: dict[str, str] = {}
        """The target that a side has agreed on."""
        begun = self._auto_player.turn_state(self._draft)
        self._before = begun.round - begun.running
        """The rounds that were over before the simulation."""
        self._threats: dict[str, Threat] = {}
        """The threat to each combatant who was asked about since it may have changed."""
        self._up: set[str] = set()
        """The combatants of all sides who stand."""
        self._standing = Counter[str]()
        """The number of those who stand, by side; sides of which nobody does are left out."""
        for who in sides.side_by_combatant:
            self._note_standing(who)
        self._habits = Habits(sides.side_by_combatant, setup.varied)
        self._sent_to_cover: set[str] = set()
        """The combatants that have tried to take cover, if their side always does."""
        self._moves_made: dict[str, int] = {}
        """The number of commands in this round, by combatant."""
        self._last: dict[str, Idle] = {}
        """The last thing that each combatant did or tried."""
        self._targets: dict[str, tuple[str, ...]] = {}
        """The targets of each combatant's last attack."""
        self._seen_hurt: dict[str, tuple[int, bool]] = {}
        """Whether a retreating combatant was badly hurt, with the boxes that it had left then."""
        self._boxes_at_round, self._quiet_rounds = -1, 0
        """The boxes that all together had left as this round began, and the number of rounds in
        which that has not changed."""

    # --- what tactics see (`TacticView`) ---

    @cached_property
    def choices_random(self) -> random.Random:
        """The random generator for choices, such as the order of foes, seeded by the fight. Dice
        have another, so that they fall alike whatever is chosen."""
        return random.Random(f"{self._seed}/choices")

    def foes(self, who: str) -> list[str]:
        """Return the foes of `who` that still stand, beginning with the one opposite."""
        return [foe for foe in self._sides.foes[who] if foe in self._up]

    def boxes_left(self, who: str) -> int:
        """Return the boxes that a combatant has left on all tracks."""
        return recall_boxes_left(self._auto_player, self._draft, who)

    def distance_to(self, who: str, other: str) -> float | None:
        """Return the metres between two combatants; None if the fight does not say."""
        return self._auto_player.distance_between(self._draft, who, other)

    def agreed_target(self, who: str) -> str | None:
        """Return the target that the side of `who` has agreed on; None if it has not."""
        return self._agreed.get(self._sides.side_by_combatant[who])

    def agree_on(self, who: str, target: str) -> None:
        """Let the side of `who` agree on a target."""
        self._agreed[self._sides.side_by_combatant[who]] = target

    # --- the fight ---

    def play(self) -> Ending:
        """Play the fight until it is decided, cannot go on (nobody is harmed any more counts as
        that) or has lasted the most rounds, and return how it ended."""
        stuck, number = "", -1
        while not stuck:
            moment = self._auto_player.turn_state(self._draft)
            if moment.round != number:
                self._moves_made.clear()
                self._count_quiet_rounds()
                if self._quiet_rounds >= STALE:
                    stuck = STALEMATE
                    break
            number = moment.round
            played = number - self._before
            # Without turns a round runs until the next one begins.
            is_late = played > self.setup.rounds or (
                not moment.running and played >= self.setup.rounds
            )
            if is_late or self.is_decided:
                break
            # Whoever is first in the order and can do something does it; then all are asked anew.
            if not any(map(self._act, moment.actors)):
                if len(self._standing_sides()) < 2:
                    break
                stuck = self._advance(moment)
        return self._make_ending(stuck)

    def _count_quiet_rounds(self) -> None:
        """Count the rounds in a row in which nobody was harmed, as a round begins. Does nothing
        if everybody fights plainly."""
        if self._sense is not None:
            left = sum(map(self.boxes_left, self._up))
            self._quiet_rounds = (
                self._quiet_rounds + 1 if left == self._boxes_at_round else 0
            )
            self._boxes_at_round = left
            self._threats.clear()

    @property
    def is_decided(self) -> bool:
        """Whether all who stand are of one side, and nothing is due that may still change that."""
        if len(self._standing_sides()) > 1:
            return False
        return not self._auto_player.turn_state(self._draft).due

    def _standing_sides(self) -> Collection[str]:
        """Return the sides of which somebody stands."""
        return self._standing.keys()

    def _note_standing(self, who: str) -> None:
        """Note whether a combatant stands now."""
        stands, side = (
            self._is_standing(who),
            self._sides.side_by_combatant[who],
        )
        if stands == (who in self._up):
            return
        self._threats.clear()
        if stands:
            self._up.add(who)
            self._standing[side] += 1
        else:
            self._up.discard(who)
            self._standing[side] -= 1
            self._standing += Counter()

    def _act(self, who: str) -> bool:
        """Let a combatant do the first thing that is not refused, and return whether it did
        anything."""
        if self._moves_made.get(who, 0) >= MOST_MOVES:
            return False
        words = self._rules.WORDS
        if self._auto_player.says("misses_next_turn") or self._auto_player.says(
            "turns_before"
        ):
            self._threats.clear()
        for intent in self._next_intents(who):
            refused = self._resolve(intent)
            if isinstance(intent, Attack) or refused:
                self._last[who] = to_idle(who, intent, refused)
            if refused is None:
                self._walks.note(intent)
                if isinstance(intent, Attack):
                    self._note_targets(who, intent.targets)
                self._moves_made[who] = self._moves_made.get(who, 0) + 1
                return True
            # Whoever is not on turn, or cannot pay, need not try the rest. A sensible combatant may
            # have tried something dear first.
            if self._sense is None and refused.kind in (
                *words.turn,
                *words.price,
            ):
                return False
        return False

    def _note_targets(self, who: str, targets: tuple[str, ...]) -> None:
        """Note the targets of a combatant's last attack."""
        if self._targets.get(who) != targets:
            self._targets[who] = targets
            self._threats.clear()

    def _next_intents(self, who: str) -> Iterator[Intent]:
        """Yield what a combatant tries now, the best first: flight, if it retreats and is badly
        hurt, then what its ruleset or `Sense` proposes."""
        aims = self._aims(who)
        if aims and who in self.setup.retreating and self._is_badly_hurt(who):
            yield Leave(who, FLED)
        if self._sense is None:
            yield from self._auto_player.next_intents(self._draft, who, aims)
        else:
            yield from self._cover_intents(who, aims)
            yield from self._sense.next_intents(
                self._draft,
                who,
                aims,
                self._threat_to,
                self._habits,
                self._walks,
            )

    def _cover_intents(
        self, who: str, aims: Sequence[WantedAttack]
    ) -> Iterator[Intent]:
        """Yield the ways to take cover, once in a fight for each combatant of a side that always
        does."""
        habit = self._habits.varied_habit(who, COVER)
        if (
            habit is None
            or habit.how != ALWAYS
            or who in self._sent_to_cover
            or not aims
        ):
            return
        if self._auto_player.weighs:
            ways = self._auto_player.other_actions(
                self._draft, who, aims[0].target
            )
            # Behind the cover of a foe nobody is in cover from that foe.
            taken = self._walks.list_pieces(self._draft, self.foes(who))
            for way in [way for way in ways if way.behind not in taken]:
                if is_cover(way.intent):
                    self._sent_to_cover.add(who)
                    yield way.intent

    def _is_badly_hurt(self, who: str) -> bool:
        """Whether the board shows players that a combatant is badly hurt. The board takes long to
        make, so it is made only when the combatant's boxes have changed."""
        left = self.boxes_left(who)
        if self._seen_hurt.get(who, (-1, False))[0] != left:
            rows = self._rules.board(self.encounter).rows
            badly = any(
                row.id == who and row.standing.health == BADLY_HURT
                for row in rows
            )
            self._seen_hurt[who] = left, badly
        return self._seen_hurt[who][1]

    def _threat_to(self, who: str) -> Threat:
        """Return by which foes a combatant is threatened now: those who stand and may attack in
        their next turn. That changes with who stands and whom they attack, with quiet rounds, and,
        if the ruleset says who misses a turn, with each move."""
        if who not in self._threats:
            self._threats[who] = self._find_threat(who)
        return self._threats[who]

    def _find_threat(self, who: str) -> Threat:
        """Work out by which foes a combatant is threatened now."""
        side = self._sides.side_by_combatant.get(who, "")
        friends = self._standing[side]
        targets = {
            foe: [one for one in self._targets.get(foe, ()) if one in self._up]
            for foe in self._sides.foes.get(who, ())
            if foe in self._up and not self._misses_next_turn(foe)
        }
        return estimate_known_threat(
            who,
            targets,
            max(1, friends),
            quiet=self._quiet_rounds >= QUIET,
            turns=self._list_turns(who, targets),
        )

    def _list_turns(
        self, who: str, foes: Collection[str]
    ) -> Mapping[str, Turns]:
        """Return how often each of these foes of a combatant acts; empty if the ruleset does not
        say."""
        if not self._auto_player.says("turns_before"):
            return NO_TURNS
        find = self._auto_player.turns_before
        found = {foe: Turns(*find(self._draft, foe, who)) for foe in foes}
        return {foe: turns for foe, turns in found.items() if turns != ONCE}

    def _misses_next_turn(self, who: str) -> bool:
        """Whether the ruleset says that a combatant cannot attack in their next turn."""
        if not self._auto_player.says("misses_next_turn"):
            return False
        misses = self._auto_player.misses_next_turn
        return self._draft.cache.of_moment(
            ("misses next turn", who), lambda: misses(self._draft, who)
        )

    def _aims(self, who: str) -> Sequence[WantedAttack]:
        """Return whom a combatant would attack, by its tactic; empty if it is neutral or has no
        foe."""
        if who not in self._sides.side_by_combatant or not self.foes(who):
            return ()
        tactics = self.setup.tactics
        side = self._sides.side_by_combatant[who]
        habit = self._habits.varied_habit(who, TARGET)
        if habit is not None and habit.how == ON:
            return self._aims_on(who, habit.who)
        if habit is not None:
            return TACTICS[habit.how](self, who)
        word = tactics.get(who) or tactics.get(side) or DEFAULT_TACTIC
        return TACTICS[word](self, who)

    def _aims_on(self, who: str, target: str) -> Sequence[WantedAttack]:
        """Return the aims of a combatant whose side attacks one foe first: that one as long as it
        stands, then the nearest."""
        nearest = TACTICS[DEFAULT_TACTIC](self, who)
        return sorted(nearest, key=lambda aim: aim.target != target)

    def _advance(self, moment: TurnState) -> str:
        """Go on to the next turn, or roll the next initiative. Returns the reason if that is
        refused, otherwise an empty text."""
        refused = self._resolve(Next() if moment.running else RollInit())
        return "" if refused is None else refused.message

    def _resolve(self, intent: Intent) -> Refusal | None:
        """Carry out an intent on the draft and return None. If it is refused, roll its changes back
        and return the refusal."""
        draft, dice = self._draft, self._dice_for(intent)
        if self.listener is not None:
            dice = self.listener.hear_dice(dice)
        try:
            self._rules.resolve(draft, intent, dice)
        except Refusal as refusal:
            draft.rollback()
            return refusal
        changed = {
            change.path[OWNER - 1]
            for change in draft.changes
            if len(change.path) >= OWNER
        }
        draft.changes.clear()
        if self.listener is not None:
            self.listener.hear_command(intent)
        for who in self._sides.side_by_combatant.keys() & changed:
            self._note_standing(who)
        return None

    def _dice_for(self, intent: Intent) -> Dice:
        """Return the fight's dice; for initiative those that a group shares."""
        groups = self.setup.groups
        if groups and isinstance(intent, RollInit):
            return GroupedDice(self._dice, groups, self.setup.initiative)
        return self._dice

    def _is_standing(self, who: str) -> bool:
        """Whether a combatant is still in the fight."""
        return not self._rules.standing_of(self._draft, who).out

    def _make_ending(self, stuck: str) -> Ending:
        """Describe the fight as it stands now, at its end."""
        sides = self._standing_sides()
        everybody = {
            who: self._rules.standing_of(self._draft, who)
            for who in self.encounter.combatants
        }
        tracks = {
            (who, track.label): track.now
            for who in everybody
            for track in self._auto_player.tracks(self._draft, who)
        }
        won = next(iter(sides)) if len(sides) == 1 else NOBODY
        return Ending(
            won=won,
            winners=[
                who
                for who, side in self._sides.side_by_combatant.items()
                if side == won
            ],
            rounds=self._auto_player.turn_state(self._draft).round
            - self._before,
            out=[who for who, standing in everybody.items() if standing.out],
            dead=[who for who, standing in everybody.items() if standing.dead],
            tracks=tracks,
            stuck=stuck,
            idle=self._list_idle() if won == NOBODY else (),
            fled=[
                who
                for who, standing in everybody.items()
                if standing.has_left and not standing.has_fallen
            ],
            points=self._count_points(),
            met=self._habits.met,
        )

    def _count_points(self) -> dict[tuple[str, str], int]:
        """Return the points that each combatant has left, by combatant and name; empty if the
        ruleset has none."""
        return {
            (who, name): point["now"]
            for who in self.encounter.combatants
            for name, point in points_of(self._rules, self._draft, who).items()
        }

    def _list_idle(self) -> list[Idle]:
        """Return who still stands and what they did last, with the conditions that the board
        shows."""
        rows = {row.id: row for row in self._rules.board(self.encounter).rows}
        idle = []
        for who in sorted(self._up):
            labels = (
                tuple(one.label for one in rows[who].conditions)
                if who in rows
                else ()
            )
            idle.append(
                self._last.get(who, Idle(who))._replace(conditions=labels)
            )
        return idle


def points_of(ruleset: Ruleset, draft: Draft, who: str) -> Mapping[str, Any]:
    """Return the points that no round gives back to a combatant (karma), each with `now` and
    `max`, by name; empty if the ruleset has none."""
    if not hasattr(ruleset, "reserves"):
        return {}
    return cast("Besides", ruleset).reserves(draft, who).points


def to_idle(who: str, intent: Intent, refused: Refusal | None) -> Idle:
    """Describe an intent as the last thing that a combatant did, or tried if it was refused."""
    why = refused.message.removesuffix(OVERRULES) if refused else ""
    if not isinstance(intent, Attack):
        return Idle(who, refused=why)
    return Idle(who, (), intent.options.weapon or "", intent.targets[0], why)


def copy_for_play(encounter: Encounter) -> Encounter:
    """Return an encounter that a fight can change without changing the original."""
    return replace(
        encounter,
        **{
            name: copy_maps(getattr(encounter, name))
            for name in ("scene", "combatants", "fight")
        },
    )
