"""What a ruleset is: a package with a module `meta` (light, read for help texts) and with
`ruleset`, which hands out the names below: a module, or an object (`kit.package.Package`). It is
no subclass of anything, and knows neither YAML nor rich nor the terminal.
"""

from collections.abc import (
    Callable,
    Collection,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if (
    TYPE_CHECKING
):  # names for the signatures only; the port costs a command nothing
    from contextlib import AbstractContextManager

    from gmtrack.core.choice import Candidate
    from gmtrack.core.draft import Draft, Path
    from gmtrack.core.encounter import Data, Encounter
    from gmtrack.core.foreign import Foreign, Imported
    from gmtrack.core.intents import Attack, Intent
    from gmtrack.core.lexicon import Lexicon
    from gmtrack.core.record import Record
    from gmtrack.core.report import Report
    from gmtrack.core.screen import Board, Profile, Topic, Track
    from gmtrack.core.standing import Standing
    from gmtrack.dice.port import Dice, Reading


DICE = ("--roll", "--seed")
"""What a command takes that rolls."""


class ExtraOption(NamedTuple):
    """An option that this ruleset adds to some commands (`--karma`), repeatable, one value."""

    name: str
    commands: tuple[str, ...]
    metavar: str
    help: str


class Meta(NamedTuple):
    """What can be known of a ruleset without loading its rules. `unused` are the options of a
    command that the rules have no use for (`{"test": ("--limit",)}`): while this ruleset is
    played they are left out of the help."""

    id: str
    title: str
    summary: str
    options: tuple[ExtraOption, ...] = ()
    unused: Mapping[str, tuple[str, ...]] = MappingProxyType({})


class Words(NamedTuple):
    """The ruleset's `error.kind` for dice, names and values that do not fit. Where it has words of
    its own for combatants that are not there (`who`) and for what `set` and `add` cannot write
    (`sheet`), they are used there.
    `absent`: somebody has left the fight, and may come back. `turn` are the kinds that say that it
    is not somebody's turn, `price` those that they cannot pay for it in this turn: neither stops a
    question of odds, where nothing else is refused in these words. `dead` are the effects that
    `dead` of odds counts, in people's words."""

    dice: str
    unknown: str
    value: str
    who: str = ""
    sheet: str = ""
    absent: str = "status"
    turn: tuple[str, ...] = ("turn", "phase")
    price: tuple[str, ...] = ()
    dead: tuple[str, ...] = ("dead",)

    @property
    def nobody(self) -> str:
        """A combatant that is not there, or could be several."""
        return self.who or self.unknown

    @property
    def no_field(self) -> str:
        """A path that sheet and live state do not have."""
        return self.sheet or self.unknown

    @property
    def no_value(self) -> str:
        """A value that a field cannot hold."""
        return self.sheet or self.value


class HouseRule(NamedTuple):
    """One switchable ruling. `allowed` lists its values, the default first, or is the type of a
    free value (`int`: a number; `dict`: a map, checked by the ruleset's own `check`). `free` is
    a type whose values are allowed besides the listed ones."""

    key: str
    ruling: str
    default: object
    allowed: tuple[object, ...] | type
    free: type | None = None


class Schema(NamedTuple):
    """The shapes of a file of this ruleset. `sheet` and `scene` are dataclasses of validated
    values (fields without default are required); `fight` and `live` are the records of the live
    state; their annotations, with Bounds and Pattern, are the allowed values.
    `refused_rules` says why a known house-rule key cannot be switched. `help` says what a field of
    the sheet or the scene is and in what unit, by its dotted path, with `*` for keys that people
    choose and for the pieces of a list (`weapons.*.damage`, `scene.barriers.*.rating`). `effect` is
    the dataclass of an effect of the GM's own; without one a file cannot define any."""

    sheet: type
    scene: type
    fight: "type[Record]"
    live: "type[Record]"
    house_rules: Mapping[str, HouseRule]
    refused_rules: Mapping[str, str]
    help: Mapping[str, str] = MappingProxyType({})
    effect: type | None = None


class Unsaid(NamedTuple):
    """A value of the live state that a file does not say and that follows from what it says: where
    it would stand, and why it is so, for the GM."""

    path: "Path"
    value: Any
    why: str


class Problem(NamedTuple):
    """Something that types cannot say is wrong: the path in the encounter and a message with
    what was found and what is allowed."""

    path: "Path"
    message: str


class AttackSummary(NamedTuple):
    """What one attack of a report came to, as far as odds tell it: `damage` and `effects` for its
    target, `suffered` and `own` for the attacker (a counter that landed, a misfire, a weapon that
    jams), without what every such attack brings. A number that dice decide may be random."""

    attacker: str
    target: str
    outcome: str
    damage: int
    effects: tuple[str, ...]
    suffered: int = 0
    own: tuple[str, ...] = ()


class SuccessCount(NamedTuple):
    """What one roll counts, as far as luck tells it: how many hits or successes fell, on how many
    dice with so many sides, and how those are read."""

    fell: int
    dice: int
    sides: int
    reading: "Reading"


class RuleRow(NamedTuple):
    """One rule or ruling of a ruleset's RULES.md. `section` is the heading it stands under, with
    those above it; `columns` names the `cells` behind the id."""

    id: str
    section: tuple[str, ...]
    columns: tuple[str, ...]
    cells: tuple[str, ...]

    def cell(self, column: str) -> str:
        """What stands in a column; empty where there is none of that name."""
        return dict(zip(self.columns, self.cells, strict=False)).get(column, "")

    @property
    def is_ruling(self) -> bool:
        """Whether it settles a doubt about the source."""
        return "question" in self.columns


class Ruleset(Protocol):
    """`ruleset` of a ruleset's package."""

    META: Meta
    WORDS: Words
    SCHEMA: Schema
    PHRASES: Mapping[str, str]
    """Key of a fact to the sentence for it, a `str.format` template over the fact's args. One that
    is a `gmtrack.core.report.Phrase` says which rows of the rules it comes from."""
    LABELS: Mapping[str, str]
    """`what` of a change (dotted path of the live state) to how people call it. A change that is
    not named here is kept and logged but not told on the screen."""

    def complete(self, sheet: "Data") -> "Data":
        """A sheet with the defaults that depend on its kind, before it is validated."""

    def check(self, encounter: "Encounter") -> Iterator[Problem]:
        """Everything wrong that types cannot say: references, combinations. The encounter has
        already passed the schema."""

    def resolve(
        self, draft: "Draft", intent: "Intent", dice: "Dice"
    ) -> "Report":
        """Carry out one command on the draft. Pure: no input, no output, no clock, no other
        dice. Raises Refusal; the caller then throws the draft away. The report's `changes` and
        `unused` are filled in by the caller."""

    def summarize_attack(self, block: "Data") -> AttackSummary:
        """What the document of one attack came to; `attacker` is always in it."""

    def standing_of(self, draft: "Draft", who: str) -> "Standing":
        """How a target stands; somebody or something that cannot fall stands. Its `health` may be
        missing: only the board's is shown to players."""

    def board(self, encounter: "Encounter") -> "Board":
        """The fight at a glance."""

    def show(self, encounter: "Encounter", word: str) -> "Profile":
        """One combatant or thing of the scene, by id, name or beginning. Raises Refusal."""

    def topics(self, encounter: "Encounter | None") -> "Mapping[str, Topic]":
        """The pages of `rules`, by name; with what is set in the encounter, if there is one."""

    def lexicon(self, encounter: "Encounter") -> "Lexicon":
        """The words that can stand in a command line of this fight, for completion."""

    def candidates(
        self, encounter: "Encounter", who: str
    ) -> "Iterator[Candidate]":
        """All that WHO might do: every attack, action and test with each word that can stand in
        it, whether or not it works now; `gmtrack.app.what` tries them."""

    def resources_of(self, draft: "Draft", who: str) -> Mapping[str, int]:
        """What WHO has left to spend now (`{"AP": 3}`): what is gone afterwards is the cost."""


class TurnState(NamedTuple):
    """Where a fight is: in which round (0: before the first), whether that is in progress, and who
    may do something now, the first first; nobody where only `next` goes on. `due`: something is
    under way that ends before the fight does (a blow at the same time, a last chance)."""

    round: int
    running: bool
    actors: tuple[str, ...] = ()
    due: bool = False


class WantedAttack(NamedTuple):
    """Whom somebody would attack, and with what: the weapon (None: what is in hand) and the words
    of `--with`."""

    target: str
    weapon: str | None = None
    words: tuple[str, ...] = ()


class AutoPlayer(Protocol):
    """How somebody fights who is played by nobody."""

    def turn_state(self, draft: "Draft") -> TurnState:
        """Where the fight is."""

    def next_intents(
        self, draft: "Draft", who: str, aims: Sequence[WantedAttack]
    ) -> "Iterator[Intent]":
        """What WHO might do now to attack one of AIMS, of which the first is wanted most: what
        blocks the round, what has to be done first (get up, take a weapon in hand, load it, say
        what one will do), the attack. They are tried in this order until one is not refused;
        nothing is left where WHO has done all that is worth doing."""

    def tracks(self, draft: "Draft", who: str) -> "tuple[Track, ...]":
        """Those that the board shows of somebody."""

    def distance_between(
        self, draft: "Draft", who: str, other: str
    ) -> float | None:
        """How far two are from each other, as far as the fight says so."""


class Way(NamedTuple):
    """One way to do something, and what it spends of what one would rather keep, by its name among
    the PRICES (`{"willpower": 1}`). `leaves`: what it leaves of the live state of who chooses it
    until their next turn, by dotted fields that are in STRUCK (`{"no_defense": ["all-out"]}`).
    `rounds`: in so many it has to pay, where that is another number than usual. `cures`: of a
    treatment, whom of which effect."""

    intent: "Intent"
    spent: Mapping[str, float] = MappingProxyType({})
    leaves: Mapping[str, Any] = MappingProxyType({})
    rounds: float | None = None
    cures: tuple[str, str] = ("", "")


class Lost(NamedTuple):
    """What an effect takes from whoever has it: so many rounds of what they would do, and boxes."""

    rounds: float = 0.0
    boxes: float = 0.0


Question = Callable[["Draft", Any], "Iterable[Way]"]
"""Something to be chosen in an attack that is about to be made: the other ways that are worth
asking about, each the attack as it was chosen up to here and this besides."""


class Weighing(Protocol):
    """What the module of `PLAYED` may have besides: without it everybody fights plainly. It says
    what is worth asking; `gmtrack.simulation.sense` weighs it, in the same way everywhere."""

    PRICES: Mapping[str, float]
    """What a point is worth that is kept, by its name, in boxes of harm."""

    STRIKING: Mapping[str, Sequence[int]]
    """The fields of an attacker's live state (dotted) that may change what is best, each with the
    numbers that it is rounded down to; with none it counts as it stands. The fewer, the faster: of
    what one may have too little for, the next best is tried."""

    STRUCK: Mapping[str, "Sequence[int] | Sequence[str]"]
    """Those of a target; of a list of effects the names that count."""

    CHOICES: Sequence[Question]
    """What an attacker chooses, one after the other."""

    ANSWERS: Sequence[Question]
    """What a target chooses."""

    def attack_of(self, draft: "Draft", intent: "Intent") -> "Attack | None":
        """The attack that an intent makes or declares, as odds are asked for it."""

    def attacks_at_hand(
        self, draft: "Draft", who: str, target: str
    ) -> "Iterable[Attack]":
        """The attack on TARGET with what is at hand, then those with weapons that could be got;
        whoever's turn it is."""

    def other_actions(
        self, draft: "Draft", who: str, foe: str
    ) -> Iterable[Way]:
        """What WHO could do besides attacking that may be worth it against such a foe: cover,
        another position. The price of an `attack` is what the attack is worth that cannot be made
        for it."""

    # What follows may be missing.

    MEANS: Mapping[str, Sequence[int]]
    """The fields of who chooses that decide what it costs and whether they can pay, and no odds."""

    EFFECTS: Mapping[str, Lost]
    """What those effects of odds take that are worth a called place; the others count nothing."""

    def treatments(self, draft: "Draft", who: str) -> Iterable[Way]:
        """The treatments (`cures`) that WHO could give now."""


class Importer(Protocol):
    """How a character of another program becomes one of this ruleset."""

    SYSTEMS: Collection[str]
    """The games whose characters can be placed (`Foreign.system`)."""

    def imported(self, foreign: "Foreign") -> "Imported":
        """The sheet, and what became of everything that was in the file. Pure. Raises Refusal for
        somebody who cannot be placed at all."""


class Reserves(NamedTuple):
    """What somebody has left for the fights to come, each as `{"now": n, "max": m}`: points
    (karma), and what is loaded in which weapon; None where the rules count no ammunition."""

    points: "Mapping[str, Data]"
    loaded: "Mapping[str, Data] | None" = None


class Reaction(NamedTuple):
    """What somebody may do out of their turn: the `line`, in which `{who}` is theirs and `{other}`
    whoever has done one of the actions or tests `after`; without any it is for one who has just
    fallen. `what` it is called, its `help`, and which of the `means` it may spend besides what it
    costs at once."""

    line: str
    what: str
    help: str
    after: tuple[str, ...] = ()
    spends: str = ""


class Besides(Protocol):
    """What the module may have besides; what is not there is done without, as it says."""

    PLAYED: str
    """The name of the module that says how somebody fights who is played by nobody (`AutoPlayer`);
    without it no fight can be played by itself."""

    def carried_state(self, draft: "Draft", who: str) -> "Data":
        """What of the live state of WHO goes along to another fight: nothing of a turn, a round,
        this fight or its place, and nobody's name. The draft is thrown away. Without it who
        is taken from another fight comes with the sheet alone."""

    def reserves(self, draft: "Draft", who: str) -> Reserves:
        """What WHO has left of what no round gives back, for a party."""

    def help_needed(self, draft: "Draft", who: str) -> str:
        """What WHO suffers from who is down or worse, with the line that helps and its roll:
        `dying: `rest vex scene --with medic=WHO` (no roll)`; empty for others."""

    PLACE: Collection[str]
    """The fields of the sheet that say where in its scene somebody begins the fight; whoever is
    taken from another fight comes without them, unless its scene comes along."""

    PIECES: "Mapping[str, str]"
    """The maps of the scene that hold its pieces (cover, barriers), each with the map of the fight
    that says what is left of them (empty: nothing does). Without it every map of the scene is
    meant."""

    def placed_state(self, draft: "Draft", who: str) -> "Data":
        """What of the live state of WHO goes along if the scene does, as by `carried`: also where
        in it they are. The draft is thrown away."""

    MOMENTS: Collection[str]
    """Those moments of `core/counters.py` at which something of the GM's own can happen by itself;
    without it all."""

    HANDS: Collection[str]
    """The fields of the sheet that say what is in hand; where none says so, it is the first
    weapons."""

    IMPORTED: str
    """The name of the module that places characters of other programs (`Importer`); without it
    only a spreadsheet can be read, whose columns are fields of the sheet."""

    def fitting(
        self, draft: "Draft", who: str, assigned: Collection["Path"]
    ) -> "AbstractContextManager[object]":
        """Around values that are put on the sheet of WHO by hand, to see whether they can be: what
        is left of the tracks follows their maxima as it will by `set`, so that it is no fault of
        the values. `assigned` are their paths, complete only afterwards. Without it a maximum
        below what is left is a fault."""

    def likely_typos(self, encounter: "Encounter") -> Iterator[Problem]:
        """What is allowed in a file but likely a slip: a word that no rule and nothing else in
        the file knows. The encounter has no faults."""

    def unsaid(self, encounter: "Encounter") -> Iterator[Unsaid]:
        """Yield what the live state of a file does not say though it follows from its tracks: who
        has no hit points left is dying. It is written into the fight when the file is taken in."""

    def phase_of(self, encounter: "Encounter") -> str:
        """The `phase` of the board's document; without it the whole board is made to know it."""

    def count_successes(
        self, house_rules: "Data", roll: "Data"
    ) -> SuccessCount | None:
        """What is counted of a roll, from its document; None where nothing is: dice that are
        added up, a roll that was told before."""

    REACTIONS: Collection[Reaction]
    """What players are asked about when it happens, as far as the rules let them do it then."""

    def ammunition(self, draft: "Draft", who: str) -> Mapping[str, int]:
        """What WHO has in all weapons, by what it is called where it is several (`{"rounds": 30}`):
        what is gone after an attack was fired."""

    REFILLS: Collection[str]
    """Those of LABELS that turns and rounds give back: after `next`, `roll-init` and `end` they are
    not told on the screen."""

    ROLLS: Mapping[str, str]
    """Name of a roll, without a number or what is behind a dot, to the ids of the rows of RULES.md
    that it comes from, for `why`."""

    STORY: Mapping[str, str]
    """Key of a fact to its sentence in `log --export FILE.md`, where that is not the one of
    PHRASES; an empty one is not told there. One with `{times}` is told once for all of it until
    something else is told, with how often it has befallen each; one that ends with a full stop
    stands among the sentences where others of its tone are left to the small print, or out.
    `round` is the heading of a round, if that is not `Round {round}`."""


USUAL_HITS = frozenset({"hit", "graze", "blocked"})
"""Outcomes of an attack that hit, also where nothing got through. A module with other words has
`HITS` of its own."""


def __getattr__(name: str) -> Any:
    """Return what an old name of this module means now, with a DeprecationWarning."""
    if name.startswith("__"):
        raise AttributeError(name)
    from gmtrack.rulesets.old_names import import_old_name

    return import_old_name(__name__, name, globals())
