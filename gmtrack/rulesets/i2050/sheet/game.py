"""The game object of one command (draft, dice, house rules, report), and the items of the order:
what follows from a plan, and at which score."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from gmtrack.dice.port import Dice
from gmtrack.rulesets.i2050.meta import META
from gmtrack.rulesets.i2050.rulings import House
from gmtrack.rulesets.i2050.sheet.fighter import ANNOUNCED, Fighter
from gmtrack.rulesets.i2050.sheet.state import FightState, RoundPlan
from gmtrack.rulesets.i2050.tables import LOCATIONS, Location, place_word
from gmtrack.rulesets.kit.commands import BaseGame, RuledFightView
from gmtrack.rulesets.kit.words import match_choice
from gmtrack.rulesets.port import Words

WORDS = Words(
    dice="roll",
    unknown="unknown",
    value="value",
    absent="out",
    turn=("turn", "phase", "acted", "lost"),
)
Rank = tuple[int, int, int]
"""The sort key of something that happens in Resolution; the higher one comes first
(`order.Item`)."""


class Scene(RuledFightView[Fighter, House, FightState]):
    """A view on the fight of a draft: house rules, state of the fight, fighters."""

    WORDS = WORDS
    LASTING = True
    HOUSE, FIGHT, FIGHTER = House, FightState, Fighter
    announced: Sequence[Fighter] = ()
    """Fighters whose plans this command has worked out and not declared yet, in that order."""

    @property
    def poor_scene(self) -> bool:
        """Whether the scene is dark or foggy for everybody (IN-MOD-05)."""
        return bool(self.draft.encounter.scene.get("visibility") == "poor")

    def declares_first(self) -> str:
        """Return the side that declares first: of this round, else of the scene, else of the
        first combatant; empty if nobody is there (IN-PHASE-03)."""
        told = self.fight.first or self.draft.encounter.scene.get(
            "declares_first"
        )
        return str(told or next((who.side for who in self.everybody()), ""))


class Game(Scene, BaseGame[Fighter]):
    """A command at work: what each step of its resolution needs. Steps read and write through
    the fighters."""

    RULESET = META.id

    def afresh(self, dice: Dice, first_block: int = 0) -> None:
        """Start over with other dice, at the attack numbered `first_block`: forget the moment,
        announced plans and rolls of nerves of this command."""
        super().afresh(dice, first_block)
        self.moment: Rank | None = None
        """The rank of the present event (IN-SPD-05); None: at no score, so no action is lost."""
        self.announced: list[Fighter] = []
        self.draft.pending.pop(ANNOUNCED, None)
        self.nerves: dict[tuple[str, str], bool] = {}
        """Successes of Awareness and Cool in this command, by who rolled and skill."""

    def note(self, who: Fighter, note: str, what: str) -> None:
        """Report something to the GM, as a fact and under `notes` of the document. `note` is the
        key, `what` its text."""
        self.notes.append({"who": who.id, "note": note, "what": what})
        self.report.tell(f"note.{note}", "note", who=who.name, what=what)


def find_weapon(who: Fighter, word: str) -> str:
    """Return the id of the fighter's weapon that was typed. Raises Refusal (`unknown`)."""
    return match_choice(word, who.weapons, "weapon", WORDS.unknown)


def find_place(text: str) -> Location:
    """Return the location that was typed. Raises Refusal (`unknown`)."""
    word = match_choice(
        text, map(place_word, LOCATIONS), "place", WORDS.unknown
    )
    return next(place for place in LOCATIONS if place_word(place) == word)


WHOLE = "-"
"""The unit of an item that is not made of several: a shot, an `unjam`, anything undeclared."""
SCORED = ("fight", "shoot", "burst", "unjam")


class Item(NamedTuple):
    """An entry of the order: a fighter at a score. `units` are carried out at it: the targets
    of a `fight`, the shots of a burst by number, else WHOLE. Items are sorted by `rank`."""

    who: Fighter
    score: int
    rank: Rank
    units: tuple[str, ...]

    @property
    def open_units(self) -> tuple[str, ...]:
        """The units that are neither done, passed nor lost."""
        done = closed_units(self.who)
        return (
            tuple(unit for unit in self.units if unit not in done)
            if done
            else self.units
        )

    @property
    def is_open(self) -> bool:
        """Whether something of the item can still be carried out."""
        return not (self.who.acted or self.who.lost) and bool(self.open_units)

    @property
    def is_lost(self) -> bool:
        """Whether the action is lost, in whole or in part (IN-SPD-05)."""
        kept = set(self.units) - set(self.who.met)
        return bool(kept & set(self.who.missed)) or (
            self.who.lost and bool(kept)
        )

    @property
    def is_spared(self) -> bool:
        """Whether the fighter carries the item out although out or disarmed (IN-R11, IN-R12)."""
        return bool(set(self.open_units) & set(self.who.spared))


def closed_units(who: Fighter) -> set[str]:
    """Return the units of a fighter that are done, passed or lost, with the shots fired."""
    found = {*who.met, *who.missed}
    if who.fired:
        found.update(str(shot) for shot in range(1, who.fired + 1))
    return found


def items_of(game: Scene, who: Fighter) -> list[Item]:
    """Return a fighter's items, the first one first. Somebody without a plan has one, at the
    score of the first usable weapon; outside a round items only serve to show scores."""
    plan = who.plan
    if plan is None:
        return [make_item(who, (WHOLE,), usual_score(who))]
    if plan.action == "fight":
        score = score_of(who, plan)
        return merge_equal_ranks(
            [pair_item(game, who, score, target) for target in plan.targets]
        )
    if plan.action == "burst":
        numbered = enumerate(shot_scores(who, plan), 1)
        return merge_equal_ranks(
            [make_item(who, (str(shot),), score) for shot, score in numbered]
        )
    if plan.action in SCORED:
        return [make_item(who, (WHOLE,), score_of(who, plan))]
    return []


def make_item(
    who: Fighter, units: tuple[str, ...], score: int, *, last: bool = False
) -> Item:
    """Make an item of a fighter at a score. `last`: it comes after all others."""
    return Item(who, score, make_rank(who, score, last=last), units)


def make_rank(*people: Fighter | int, last: bool = False) -> Rank:
    """Return the sort key for fighters who act at a score, the last argument: by score, with
    house rule `speed_tie` then by dex; `last`: after everything else (IN-R11)."""
    *fighters, score = people
    dex = max(
        (who.sheet.dex for who in fighters if isinstance(who, Fighter)),
        default=0,
    )
    who = fighters[0]
    tie = isinstance(who, Fighter) and who.house.speed_tie == "higher_dex"
    return (
        int(not last),
        int(score) if isinstance(score, int) else 0,
        dex if tie else 0,
    )


def usual_score(who: Fighter) -> int:
    """Return the score of a fighter who has declared nothing: the fixed place in the order, else
    the speed with the first usable weapon."""
    if who.sheet.acts_at is not None:
        return who.sheet.acts_at
    return who.speed(who.weapon(who.first_usable()))


def own_score(who: Fighter) -> int:
    """Return the score of a fighter by their own plan, without regard to a pair."""
    return score_of(who, who.plan)


def score_of(who: Fighter, plan: RoundPlan | None) -> int:
    """Return the score of a fighter with a plan: the speed with its weapon, less the aim; None:
    with the first usable weapon (IN-SPD-02, IN-SPD-06). A fixed place in the order is the score
    whatever is planned (ALL-TURN-02)."""
    if who.sheet.acts_at is not None:
        return who.sheet.acts_at
    return who.speed(who.weapon(who.used_in(plan))) - (
        plan.aim or 0 if plan else 0
    )


def pair_item(game: Scene, who: Fighter, score: int, target: str) -> Item:
    """Return the item of a fight with one target. Two who fight each other share a score, which
    house rule `pair_speed` picks (IN-PHASE-07, IN-R11)."""
    other = game.fighter(target)
    theirs = other.plan
    if (
        theirs is None
        or theirs.action != "fight"
        or who.id not in theirs.targets
    ):
        return make_item(who, (target,), score)
    # The other fights them: able, or has done it, or does it all the same.
    if not (other.able or who.id in other.met or who.id in other.spared):
        return make_item(who, (target,), score)
    rule = game.house.pair_speed
    both = (score, score_of(other, theirs))
    score = min(both) if rule == "lower" else max(both)
    rank = make_rank(who, other, score, last=rule == "last")
    return Item(who, score, rank, (target,))


def merge_equal_ranks(items: list[Item]) -> list[Item]:
    """Merge items of the same rank into one with the units of all; the highest rank first."""
    merged: dict[Rank, Item] = {}
    for item in items:
        known = merged.get(item.rank)
        if known is None:
            merged[item.rank] = item
        else:
            units = known.units + item.units
            merged[item.rank] = known._replace(units=units)
    return [merged[rank] for rank in sorted(merged, reverse=True)]


def shot_scores(who: Fighter, plan: RoundPlan) -> list[int]:
    """Return the score of each shot of a burst, in order; of a late declaration all at the first
    score (IN-SPD-06, IN-BURST-02, IN-BURST-03, IN-R42). A fixed place in the order is that of
    all. Depends on the house rule `aim_in_burst`."""
    if who.sheet.acts_at is not None:
        return [who.sheet.acts_at] * (plan.shots or 1)
    full = who.speed(who.weapon(who.in_use), burst=True)
    aim = plan.aim or 0
    if who.comes_late:
        return [full - aim] * (plan.shots or 1)
    scores = [full - changes for changes in count_target_changes(plan)]
    if who.house.aim_in_burst == "all_shots":
        return [score - aim for score in scores]
    return [min(score, full - aim) for score in scores]


def count_target_changes(plan: RoundPlan) -> list[int]:
    """Return for each shot of a burst how often the target has changed before it (IN-BURST-03)."""
    targets = shot_targets(plan)
    changes = [0]
    for before, now in pairwise(targets):
        changes.append(changes[-1] + (before != now))
    return changes


def shot_targets(plan: RoundPlan) -> list[str]:
    """Return the target of each shot of a burst: one for each shot, else all at the first
    target."""
    shots = plan.shots or 1
    if len(plan.targets) == shots:
        return list(plan.targets)
    return [plan.targets[0] if plan.targets else ""] * shots
