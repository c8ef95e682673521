"""The base of every ruleset's fighter: a combatant's live state and sheet together."""

from collections.abc import Callable, Iterable
from dataclasses import field
from typing import Annotated, Any, ClassVar, Generic, Self, TypeVar

from gmtrack.core.counters import Values
from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Data
from gmtrack.core.keys import Id
from gmtrack.core.record import (
    Bounds,
    Form,
    Pattern,
    Record,
    derived,
    live,
    new_list,
    reads,
    stored,
)
from gmtrack.core.standing import Standing
from gmtrack.rulesets.kit.own.in_force import from_sheet, read_changed
from gmtrack.rulesets.kit.renamed import (
    accept_old_attributes,
    accept_old_imports,
)

H = TypeVar("H")
S = TypeVar("S")
EVENTS = {
    "out": "is unconscious, dying or dead",
    "held": "is awake but held fast: subdued, restrained",
    "prone": "falls, or lies down",
    "moves": "goes somewhere else",
    "runs": "runs, or sprints",
    "stopped": "can go no farther: a blow, or a wall behind them",
    "hides": "takes cover",
    "strikes": "attacks in melee",
    "leaves": "is away from the fight, or taken out of it",
}
"""Events that end fields of the live state (`stored`, `ends`), and the sentence for each."""
DOWN = ("unconscious", "dying")
"""Statuses of combatants who are down and whom others can still help."""


Number = Annotated[int, Bounds(0, 1_000_000)]
PointText = Annotated[
    str,
    Pattern(
        r"\s*[+-]?\d{1,6}(\.\d+)?\s*,\s*[+-]?\d{1,6}(\.\d+)?\s*",
        "metres such as 3,4.5",
    ),
]
Position = PointText | tuple[float, ...] | None
"""Position of a combatant in metres: numbers, or text as people type it (`3,4.5`)."""


def parse_position(told: Position) -> tuple[float, ...] | None:
    """Return a position as numbers in metres; None if it is unknown."""
    if told is None:
        return None
    return tuple(map(float, told.split(",") if isinstance(told, str) else told))


def move_with_maximum(
    left: int,
    before: int,
    now: int,
    least: int = 0,
) -> int:
    """Return what is left of a track or pool whose maximum moved from `before` to `now`: what is
    gone stays gone, so `left` moves by the same. A smaller maximum alone takes it no lower than
    `least`; what is lower already stays."""
    return max(left + now - before, min(left, least))


class HadTurn:
    """Record of leaving a fight: the round and pass, whether the combatant had acted in it, what
    was left (AP, dice of a pool) and how many free actions were used."""

    round: Number
    in_pass: Number = 0
    acted: bool = False
    left: Number = 0
    free_used: Number = 0


class OwnRecord:
    """Record of one of the GM's own effects on a combatant: the rounds left (None: not counted),
    whether it is `fresh` (the round in which it came does not count), and the ruleset's effects
    that it brought."""

    effect: str
    rounds: Number | None = None
    fresh: bool = False
    brought: list[str] = field(default_factory=list)


class CombatantState(Record):
    """Live state of a combatant that all rulesets have.

    - `away`: the word for being out of the fight for the time being; None: they are there
    - `had_turn`: what they had of the round in which they left, so that who comes back in it has
      no second turn
    - `came_from`: the kept fight from which they came as they stood there, and their id in it
      (`depot:pavel`)
    - `note`: the GM's note; `counters`: the numbers at which the GM's own counters stand"""

    INTERNAL = frozenset(
        ("away", "came_from", "had_turn", "own_effects", "own_off")
    )
    away: str | None = stored(None, until="encounter")
    came_from: str | None = stored(None, until="encounter")
    had_turn: Annotated[Data, Form(HadTurn)] | None = stored(
        None, until="fight"
    )
    note: str = ""
    own_effects: list[Annotated[Data, Form(OwnRecord)]] = derived(new_list)
    """Effects of the GM's own, in the order in which they came."""
    own_off: list[str] = derived(lambda _: [])
    """Ids of effects that the sheet's `always` names and that are off for now."""
    counters: Values = derived(lambda _: {})

    def leave_behind(self) -> None:
        """Drop what must not go along to another fight although no field says so. Does nothing
        unless a ruleset overrides it."""

    def had_in(self, round_: int, in_pass: int | None = None) -> Data:
        """Return what the combatant had of this round (and pass) when leaving it; empty if they
        did not leave in it."""
        had = self.had_turn or {}
        same = had.get("round") == round_ and in_pass in (
            None,
            had.get("in_pass", 0),
        )
        return had if same else {}


class PartyLink:
    """The party that came along to a fight.

    - `name`, `mark`: the party's; `since`: the number of its last step then; `members`: the ids
      of those who came; `came`: that number for those who came later, or once more
    - `home`: they have gone home, after so many `rounds`; `gone`: those who were taken out, each
      with the `sheet` and the `state` that go home
    - `copy`: the mark of the kept fight that says all this; `over`: a number by the id of those
      who came though they are in another fight"""

    name: str
    mark: str
    since: Number
    members: list[Id]
    home: bool = False
    rounds: Number = 0
    gone: dict[Id, Data] = field(default_factory=dict)
    came: dict[Id, Number] = field(default_factory=dict)
    copy: str = ""
    over: dict[Id, Number] = field(default_factory=dict)


class PartyFight:
    """Fight that the party has come home from: its name among the kept ones, its title, its
    rounds, when it ended (UTC), and its mark: another fight may get its name."""

    fight: str
    name: str
    rounds: Number = 0
    ended: str = ""
    copy: str = ""


class FightNotes(Record):
    """Live state of the fight in every ruleset: the GM's notes, its counters, the party that
    came along, initiative dice by id that were typed before the first round, and, in a party's
    own file, the fights that it has come home from."""

    INTERNAL = frozenset(("party", "rolled", "fights"))
    notes: str = ""
    counters: Values = derived(lambda _: {})
    party: Annotated[Data, Form(PartyLink)] | None = None
    rolled: dict[Id, str] = derived(lambda _: {}, until="fight")
    fights: list[Annotated[Data, Form(PartyFight)]] = derived(lambda _: [])

    @property
    def phase(self) -> str:
        """The phase of the fight: `not-started`, `acting`, `round-over` or a ruleset's word."""
        raise NotImplementedError

    @live
    def running(self) -> bool:
        """Whether a round is in progress: turns, and what they cost, count."""
        return self.phase == "acting"


class Combatant(CombatantState, Generic[S, H]):
    """Fighter: a combatant in the fight, sheet and live state together, made from an id with the
    house rules at hand. A ruleset's own derives from it and says how a sheet is read (`READ`)."""

    READ: Callable[[Data], S]
    DEAD: ClassVar[tuple[str, ...]] = ("dead",)
    """Statuses of combatants who are out for good."""
    FOLLOWING: ClassVar[tuple[str, ...]] = ()
    """Maps of the sheet whose numbers follow from others where nothing is said."""
    GEAR_BRINGS_EFFECTS: ClassVar[bool] = True
    """Whether what is in hand or worn may bring effects of the GM's own (`gear_effects`)."""
    without_effects = False
    """Whether the GM's own effects are left out of everything that this object says."""

    def __init__(self, draft: Draft, who: str, house: H) -> None:
        super().__init__(draft, ("fight", "combatants", who))
        self.id = who
        self.house = house

    @live
    @from_sheet
    def sheet(self) -> S:
        """The sheet with the changes that the GM's own effects make to it."""
        sheet: S = read_changed(self, self.READ)
        return sheet

    @property
    def written_sheet(self) -> S:
        """The sheet without the changes of the GM's own effects."""
        draft, who = self.draft, self.id
        return draft.cache.of_file(
            f"sheet/{who}", lambda: self.READ(draft.encounter.sheet(who))
        )

    def order_entry(
        self,
        score: int | None,
        ap: object,
        *,
        acted: bool,
        delayed: bool,
        **more: object,
    ) -> Data:
        """Return the combatant's entry for the `order` of a document: `id`, `score`, `ap`,
        `acted`, `delayed`, the ruleset's own keys `more`, and `status`."""
        turn = {"score": score, "ap": ap, "acted": acted, "delayed": delayed}
        return {"id": self.id, **turn, **more, "status": self.standing.status}

    def as_without_effects(self) -> Self:
        """Return an object for the same combatant that leaves out the GM's own effects. The
        draft does not know it, so it caches nothing."""
        bare = type(self)(self.draft, self.id, self.house)
        bare.without_effects = True
        return bare

    def gear_effects(self) -> Iterable[tuple[str, str]]:
        """Return the things in hand or worn that bring one of the GM's own effects, each with
        the effect's id. None unless a ruleset overrides it."""
        return ()

    @live
    @reads()
    def name(self) -> str:
        """The name that screens show."""
        return self.draft.encounter.display_name(self.id)

    @live
    @reads()
    def side(self) -> str:
        """The side on which the combatant fights."""
        return self.draft.encounter.side(self.id)

    @property
    def status(self) -> str:
        """The combatant's status in the ruleset's word: `up`, `dead` or one between."""
        raise NotImplementedError

    @live
    @reads("status", "away")
    def standing(self) -> Standing:
        """How the combatant stands, in the words of `core.standing`. Who is away is out, in the
        word for that."""
        status = self.status
        dead = status in self.DEAD
        if self.away:
            return Standing(self.away, out=True, dead=dead, if_back=status)
        return Standing(status, status != "up", dead, down=status in DOWN)


AnyFighter = Combatant[Any, Any]
"""Fighter of any ruleset, whatever its sheet and house rules."""


def has_fixed_place(who: AnyFighter) -> bool:
    """Whether the sheet of a combatant says where in the order they act, so that they roll no
    initiative (ALL-TURN-02)."""
    return who.sheet.acts_at is not None


accept_old_attributes(
    Combatant,
    in_order="order_entry",
)
accept_old_imports(globals())
