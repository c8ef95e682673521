"""One command at work: the draft, the dice, the house rules and the report, in one place; what was
typed beside the command. And when somebody acts: the items of the order that follow from an intent,
and their scores."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from gmtrack.dice.port import Dice
from gmtrack.rulesets.i2050.meta import META
from gmtrack.rulesets.i2050.rulings import House
from gmtrack.rulesets.i2050.sheet.fighter import ANNOUNCED, Fighter
from gmtrack.rulesets.i2050.sheet.state import FightState, RoundPlan
from gmtrack.rulesets.i2050.tables import LOCATIONS, Location, place_word
from gmtrack.rulesets.kit.commands import RuledScene, Table
from gmtrack.rulesets.kit.words import known
from gmtrack.rulesets.port import Words

WORDS = Words(
    dice="roll", unknown="unknown", value="value", absent="out",
    turn=("turn", "phase", "acted", "lost"),
)  # fmt: skip
Rank = tuple[int, int, int]
"""When something happens in Resolution; the higher one is first (`order.Item`)."""


class Scene(RuledScene[Fighter, House, FightState]):
    """The fight to be looked at: house rules, the state of the fight, the fighters."""

    WORDS = WORDS
    LASTING = True
    HOUSE, FIGHT, FIGHTER = House, FightState, Fighter
    announced: Sequence[Fighter] = ()
    """Whose intents are worked out and not declared yet, in their order."""

    @property
    def poor_scene(self) -> bool:
        """IN-MOD-05: everybody sees badly."""
        return bool(self.draft.encounter.scene.get("visibility") == "poor")

    def declares_first(self) -> str:
        """IN-PHASE-03: the side that declares first."""
        told = self.fight.first or self.draft.encounter.scene.get(
            "declares_first"
        )
        return str(told or next((who.side for who in self.everybody()), ""))


class Game(Scene, Table[Fighter]):
    """What every step of a resolution needs. Steps read and write through the fighters."""

    RULESET = META.id

    def afresh(self, dice: Dice, first_block: int = 0) -> None:
        super().afresh(dice, first_block)
        self.moment: Rank | None = None
        """When what is going on happens (IN-SPD-05); None: at no score."""
        self.announced: list[Fighter] = []
        self.draft.known.pop(ANNOUNCED, None)
        self.nerves: dict[tuple[str, str], bool] = {}
        """What has come of Awareness and Cool in this command, by who rolled and skill."""

    def note(self, who: Fighter, note: str, what: str) -> None:
        """Something for the GM, told and in the document, without numbers of its own."""
        self.notes.append({"who": who.id, "note": note, "what": what})
        self.report.tell(f"note.{note}", "note", who=who.name, what=what)


def find_weapon(who: Fighter, word: str) -> str:
    """The id of a weapon as typed. Raises Refusal (`unknown`)."""
    return known(word, who.weapons, "weapon", WORDS.unknown)


def find_place(text: str) -> Location:
    """Raises Refusal (`unknown`)."""
    word = known(text, map(place_word, LOCATIONS), "place", WORDS.unknown)
    return next(place for place in LOCATIONS if place_word(place) == word)


WHOLE = "-"
"""The unit of an item that is one thing: a shot, an `unjam`, whatever who declared nothing does."""
SCORED = ("fight", "shoot", "burst", "unjam")


class Item(NamedTuple):
    """One entry of the order with a score. `units` are what is carried out at it: the targets of a
    `fight`, the shots of a burst by number, else WHOLE. `rank` is what is compared."""

    who: Fighter
    score: int
    rank: Rank
    units: tuple[str, ...]

    @property
    def open_units(self) -> tuple[str, ...]:
        done = closed_units(self.who)
        return (
            tuple(unit for unit in self.units if unit not in done)
            if done
            else self.units
        )

    @property
    def is_open(self) -> bool:
        return not (self.who.acted or self.who.lost) and bool(self.open_units)

    @property
    def is_lost(self) -> bool:
        """The action is lost, in whole or in part (IN-SPD-05)."""
        kept = set(self.units) - set(self.who.met)
        return bool(kept & set(self.who.missed)) or (
            self.who.lost and bool(kept)
        )

    @property
    def is_spared(self) -> bool:
        """Carried out by somebody who is out or disarmed (IN-R11, IN-R12)."""
        return bool(set(self.open_units) & set(self.who.spared))


def closed_units(who: Fighter) -> set[str]:
    """The units that are done, passed or lost."""
    found = {*who.met, *who.missed}
    if who.fired:
        found.update(str(shot) for shot in range(1, who.fired + 1))
    return found


def items_of(game: Scene, who: Fighter) -> list[Item]:
    """Their items, the first one first; outside a round they only serve to show the scores."""
    plan = who.plan
    if plan is None:
        return [
            make_item(who, (WHOLE,), who.speed(who.weapon(who.first_usable())))
        ]
    if plan.action == "fight":
        score = score_of(who, plan)
        return merge_equal_ranks(
            [pair_item(game, who, score, target) for target in plan.targets]
        )
    if plan.action == "burst":
        return merge_equal_ranks(
            [
                make_item(who, (str(n),), s)
                for n, s in enumerate(shot_scores(who, plan), 1)
            ]
        )
    if plan.action in SCORED:
        return [make_item(who, (WHOLE,), score_of(who, plan))]
    return []


def make_item(
    who: Fighter, units: tuple[str, ...], score: int, *, last: bool = False
) -> Item:
    return Item(who, score, make_rank(who, score, last=last), units)


def make_rank(*people: Fighter | int, last: bool = False) -> Rank:
    """IN-R11: by score; `speed_tie` by dex after that; `last`: behind everything."""
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


def own_score(who: Fighter) -> int:
    """With what is declared."""
    return score_of(who, who.plan)


def score_of(who: Fighter, plan: RoundPlan | None) -> int:
    """IN-SPD-02, IN-SPD-06: with what is declared, less the aim."""
    return who.speed(who.weapon(who.used_in(plan))) - (
        plan.aim or 0 if plan else 0
    )


def pair_item(game: Scene, who: Fighter, score: int, target: str) -> Item:
    """IN-PHASE-07, IN-R11: with one who fights them too they share a score."""
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
    return Item(
        who, score, make_rank(who, other, score, last=rule == "last"), (target,)
    )


def merge_equal_ranks(items: list[Item]) -> list[Item]:
    """Those of one rank are one item."""
    ranks = sorted({one.rank for one in items}, reverse=True)
    same = [[one for one in items if one.rank == rank] for rank in ranks]
    return [
        those[0]._replace(units=tuple(u for one in those for u in one.units))
        for those in same
    ]


def shot_scores(who: Fighter, plan: RoundPlan) -> list[int]:
    """IN-SPD-06, IN-BURST-02, IN-BURST-03, IN-R42: the score of each shot of a burst."""
    full = who.speed(who.weapon(who.in_use), burst=True)
    aim = plan.aim or 0
    if who.comes_late:
        return [full - aim] * (plan.shots or 1)
    scores = [full - changes for changes in count_target_changes(plan)]
    if who.house.aim_in_burst == "all_shots":
        return [score - aim for score in scores]
    return [min(score, full - aim) for score in scores]


def count_target_changes(plan: RoundPlan) -> list[int]:
    """IN-BURST-03: how often the target has changed before each shot."""
    targets = shot_targets(plan)
    changes = [0]
    for before, now in pairwise(targets):
        changes.append(changes[-1] + (before != now))
    return changes


def shot_targets(plan: RoundPlan) -> list[str]:
    shots = plan.shots or 1
    if len(plan.targets) == shots:
        return list(plan.targets)
    return [plan.targets[0] if plan.targets else ""] * shots
