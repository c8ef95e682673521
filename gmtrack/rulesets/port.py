"""The port: the names by which gmtrack uses a ruleset.

A ruleset is a package with a module `meta` (light, read for help texts) and with `ruleset`,
which has the names below: a module, or an object (`kit.package.Package`). It is no subclass of
anything, and knows neither YAML nor rich nor the terminal."""

from collections.abc import (
    Callable,
    Collection,
    Hashable,
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

    from gmtrack.core.choice import Candidate, WordChoice
    from gmtrack.core.draft import Draft, Path
    from gmtrack.core.encounter import Data, Encounter
    from gmtrack.core.foreign import ForeignCharacter, ImportedSheet
    from gmtrack.core.intents import Attack, Intent
    from gmtrack.core.lexicon import Lexicon
    from gmtrack.core.record import Record
    from gmtrack.core.report import Report
    from gmtrack.core.screen import Board, Profile, Topic, Track
    from gmtrack.core.standing import Standing
    from gmtrack.dice.port import Dice, Reading


DICE = ("--roll", "--seed")
"""The options of a command that rolls."""


class ExtraOption(NamedTuple):
    """An option that this ruleset adds to some commands (`--karma`); it takes one value and may
    be repeated."""

    name: str
    commands: tuple[str, ...]
    metavar: str
    help: str


class Meta(NamedTuple):
    """Facts about a ruleset that are known without loading its rules. `options` are those that
    it adds to commands; `unused` are the options of a command that it has no use for (`{"test":
    ("--limit",)}`), which the help leaves out while this ruleset is played."""

    id: str
    title: str
    summary: str
    options: tuple[ExtraOption, ...] = ()
    unused: Mapping[str, tuple[str, ...]] = MappingProxyType({})


class Words(NamedTuple):
    """The ruleset's refusal kinds (`error.kind`) for what does not fit: `dice`, `unknown` names,
    and values (`value`).

    `who` and `sheet` are kinds of their own for combatants that are not there and for what `set`
    and `add` cannot write; empty: the general ones. `absent`: somebody has left the fight, and
    may come back. `turn`: it is not somebody's turn; `price`: they cannot pay in this turn.
    Kinds in these two do not stop a question of odds. `dead` are the effects that `dead` of odds
    counts, in people's words; `down` those that say how somebody is out, if `down` of odds counts
    nothing else."""

    dice: str
    unknown: str
    value: str
    who: str = ""
    sheet: str = ""
    absent: str = "status"
    turn: tuple[str, ...] = ("turn", "phase")
    price: tuple[str, ...] = ()
    dead: tuple[str, ...] = ("dead",)
    down: tuple[str, ...] = ()

    @property
    def nobody(self) -> str:
        """The kind for a combatant who is not there, or a word that fits several."""
        return self.who or self.unknown

    @property
    def no_field(self) -> str:
        """The kind for a path that sheet and live state do not have."""
        return self.sheet or self.unknown

    @property
    def no_value(self) -> str:
        """The kind for a value that a field cannot hold."""
        return self.sheet or self.value


class HouseRule(NamedTuple):
    """Switchable ruling: its key, the id of the ruling, its default. `allowed` lists the values,
    the default first, or is the type of a free value (`int`: a number; `dict`: a map, which the
    ruleset's own `check` judges). `free` is a type whose values are allowed besides the listed
    ones; None: no others."""

    key: str
    ruling: str
    default: object
    allowed: tuple[object, ...] | type
    free: type | None = None


class Schema(NamedTuple):
    """The shapes of a ruleset's files. `sheet` and `scene` are dataclasses of validated values
    (fields without default are required); `fight` and `live` are the records of the live state.
    Their annotations, with Bounds and Pattern, are the allowed values.

    `refused_rules` says why a known house-rule key cannot be switched. `help` says what a field
    of the sheet or the scene is and in what unit, by its dotted path, with `*` for keys that
    people choose and for pieces of a list (`weapons.*.damage`). `effect` is the dataclass of an
    effect of the GM's own; None: a file cannot define any."""

    sheet: type
    scene: type
    fight: "type[Record]"
    live: "type[Record]"
    house_rules: Mapping[str, HouseRule]
    refused_rules: Mapping[str, str]
    help: Mapping[str, str] = MappingProxyType({})
    effect: type | None = None


class Unsaid(NamedTuple):
    """A value of the live state that a file does not say and that follows from what it says: the
    path where it would stand, and why it is so, for the GM."""

    path: "Path"
    value: Any
    why: str


class Problem(NamedTuple):
    """Something wrong with a file that its types do not show: the path in the encounter, and a
    message with what was found and what is allowed."""

    path: "Path"
    message: str


class AttackSummary(NamedTuple):
    """Outcome, damage and effects of one attack, for odds. `damage` and `effects` are the
    target's, `suffered` and `own` the attacker's damage and effects (a counter that landed, a
    misfire, a weapon that jams). Effects that every such attack brings are left out. A number
    that dice decide may be random."""

    attacker: str
    target: str
    outcome: str
    damage: int
    effects: tuple[str, ...]
    suffered: int = 0
    own: tuple[str, ...] = ()


class SuccessCount(NamedTuple):
    """Hits or successes of one roll, for luck: how many fell, on how many dice with how many
    sides, and how the dice are read."""

    fell: int
    dice: int
    sides: int
    reading: "Reading"


class RuleRow(NamedTuple):
    """Row of a ruleset's RULES.md, a rule or a ruling. `section` is its heading with those above
    it; `columns` names the `cells` behind the id."""

    id: str
    section: tuple[str, ...]
    columns: tuple[str, ...]
    cells: tuple[str, ...]

    def cell(self, column: str) -> str:
        """Return the text of a column; empty if the row has no such column."""
        return dict(zip(self.columns, self.cells, strict=False)).get(column, "")

    @property
    def is_ruling(self) -> bool:
        """Whether the row settles a doubt about the source."""
        return "question" in self.columns


class Ruleset(Protocol):
    """The names that `ruleset` of a package must have."""

    META: Meta
    WORDS: Words
    SCHEMA: Schema
    PHRASES: Mapping[str, str]
    """The sentence for each fact by its key: a `str.format` template over the fact's arguments.
    A `gmtrack.core.report.Phrase` also says which rows of the rules it comes from."""
    LABELS: Mapping[str, str]
    """The word for each change that people are told of, by the dotted path in the live state. A
    change that is not named here is kept and logged, but not told on the screen."""

    def complete(self, sheet: "Data") -> "Data":
        """Return a sheet with the defaults that depend on its kind, before it is validated."""

    def check(self, encounter: "Encounter") -> Iterator[Problem]:
        """Yield the problems of an encounter that types do not show: references, combinations.
        The encounter has passed the schema."""

    def resolve(
        self, draft: "Draft", intent: "Intent", dice: "Dice"
    ) -> "Report":
        """Carry out one command on the draft and return its report. Pure: no input, no output,
        no clock, no other dice. Raises Refusal; the caller then throws the draft away. The
        caller fills in the report's `changes` and `unused`."""

    def summarize_attack(self, block: "Data") -> AttackSummary:
        """Return the summary of one attack from its document, which always names the `attacker`."""

    def standing_of(self, draft: "Draft", who: str) -> "Standing":
        """Return how a combatant stands; somebody or something that cannot fall always stands.
        Its `health` may be missing: players are shown that of the board."""

    def board(self, encounter: "Encounter") -> "Board":
        """Return the board: the fight at a glance."""

    def show(self, encounter: "Encounter", word: str) -> "Profile":
        """Return the profile of a combatant or a thing of the scene, by id, name or their
        beginning. Raises Refusal if nothing or several fit."""

    def topics(self, encounter: "Encounter | None") -> "Mapping[str, Topic]":
        """Return the pages of `rules` by name, with the house rules of the encounter; None: with
        the defaults."""

    def lexicon(self, encounter: "Encounter") -> "Lexicon":
        """Return the words that can stand in a command line of this fight, for completion."""

    def candidates(
        self, encounter: "Encounter", who: str
    ) -> "Iterator[Candidate]":
        """Yield everything that WHO might do: every attack, action and test with each word that
        can stand in it, whether or not it works now. `gmtrack.app.what` tries them."""

    def resources_of(self, draft: "Draft", who: str) -> Mapping[str, int]:
        """Return what WHO has left to spend now (`{"AP": 3}`); what is gone after a command is
        its cost."""


class TurnState(NamedTuple):
    """The turn of a fight: the round (0: before the first), whether one is in progress, and who
    may act now, the first first; nobody where only `next` goes on. `due`: something is under way
    that ends before the fight does (a blow at the same time, a last chance)."""

    round: int
    running: bool
    actors: tuple[str, ...] = ()
    due: bool = False


class WantedAttack(NamedTuple):
    """Target, weapon and words of an attack that a tactic asks for. `weapon` None: the one in
    hand; `words` are those of `--with`."""

    target: str
    weapon: str | None = None
    words: tuple[str, ...] = ()


class AutoPlayer(Protocol):
    """The names that the module of `PLAYED` must have, for simulated combatants."""

    def turn_state(self, draft: "Draft") -> TurnState:
        """Return the turn: the round, and who may act."""

    def next_intents(
        self, draft: "Draft", who: str, aims: Sequence[WantedAttack]
    ) -> "Iterator[Intent]":
        """Yield what WHO might do now to attack one of AIMS, the first of which is wanted most:
        what blocks the round, what has to be done first (get up, take a weapon in hand, load it,
        declare something), the attack. They are tried in this order until one is not refused.
        Yields nothing if nothing is worth doing."""

    def tracks(self, draft: "Draft", who: str) -> "tuple[Track, ...]":
        """Return the tracks of WHO that the board shows."""

    def distance_between(
        self, draft: "Draft", who: str, other: str
    ) -> float | None:
        """Return the metres between two combatants; None if the fight does not say."""


class Way(NamedTuple):
    """An option to weigh: an intent and its price. `spent` is what it takes of what is kept, by
    its name among the PRICES (`{"willpower": 1}`); `leaves` what it leaves in the live state of
    the one who chooses it until their next turn, by dotted fields in STRUCK (`{"no_defense":
    ["all-out"]}`). `rounds`: the rounds in which it has to pay; None: as usual. `cures`: of a
    treatment, the patient and the effect. `saves`: of a treatment without an effect, the boxes
    that its success is worth, besides those that it gives back; None: the ruleset itself vouches
    that it is worth the turn. `behind`: the piece of cover that it leads behind, by its id. `last`:
    whether it is as good with the last attack of a turn, so that it waits until then. `first`:
    whether it comes before the attack, which it helps.
    `repeats`: how often it adds up turn after turn before the attack, as aiming does."""

    intent: "Intent"
    spent: Mapping[str, float] = MappingProxyType({})
    leaves: Mapping[str, Any] = MappingProxyType({})
    rounds: float | None = None
    cures: tuple[str, str] = ("", "")
    saves: float | None = None
    behind: str = ""
    repeats: int = 1
    last: bool = False
    first: bool = False


class Area(NamedTuple):
    """An attack that strikes everybody within an area, as an option: the way to make it, and what
    it is worth by the ruleset's own estimate, in boxes: the harm to foes, less that to friends and
    to the attacker. `takes` are the attacks that it is expected to take from foes, by id; each
    counts besides for what it would be worth against the attacker."""

    way: Way
    worth: float
    takes: Mapping[str, float] = MappingProxyType({})


class Hold(NamedTuple):
    """The next step of a grapple with a foe, or another action on one, as an option: the way to
    take it, and the chance that the foe is held then (1: they are held already). `boxes` are those
    that a round of the grapple costs the foe, `binds` are the rounds in which the foe can do
    nothing else, or the chance for one. It takes the attack if the way spends nothing."""

    way: Way
    foe: str
    chance: float
    boxes: float
    binds: float


class Approach(NamedTuple):
    """The way of an attacker to a target out of reach: what they do on this turn instead of the
    attack, and on how many turns they have to do so in all. `leaves` are the fields of their live
    state once they are there, with their values, where the odds of the attack are refused from
    here; then `reach_of` has to tell how many turns it takes."""

    intent: "Intent"
    turns: int
    leaves: Mapping[str, Hashable] = MappingProxyType({})


class Declaration(NamedTuple):
    """What a combatant may declare to do, as an option: the way to declare it, and the attacks
    that are expected to follow, each with a factor: above 0 for an own attack, below 0 for a foe's
    attack on the one who declares. An attack that comes later counts less."""

    way: Way
    attacks: "Sequence[tuple[float, Attack]]"


class Lost(NamedTuple):
    """The price of an effect for the combatant who has it: rounds of what they would do, boxes, and
    points (`points`, by their names in PRICES)."""

    rounds: float = 0.0
    boxes: float = 0.0
    points: Mapping[str, float] = MappingProxyType({})


Question = Callable[["Draft", Any], "Iterable[Way]"]
"""A choice within an attack that is about to be made: a function that yields the other ways
worth asking about, each the attack as chosen so far with one thing more."""


class Weighing(AutoPlayer, Protocol):
    """Names that the module of `PLAYED` may have besides; without them simulated combatants
    attack plainly. With PRICES the others must be there too, except for those that may be
    missing. They say what is worth asking; `gmtrack.simulation.sense` weighs it."""

    PRICES: Mapping[str, float]
    """The worth of a kept point by its name, in boxes of harm."""

    STRIKING: Mapping[str, Sequence[int]]
    """Decisive fields of an attacker's live state (dotted), each with the numbers that it is
    rounded down to; without numbers it counts as it stands. Fewer fields are faster: if one has
    too little of something, the next best option is tried."""

    STRUCK: Mapping[str, "Sequence[int] | Sequence[str]"]
    """Decisive fields of a target, as STRIKING; for a list of effects the names that count, for a
    word the words that count."""

    CHOICES: Sequence[Question]
    """The questions that an attacker decides, one after the other."""

    ANSWERS: Sequence[Question]
    """The questions that a target decides."""

    def attack_of(self, draft: "Draft", intent: "Intent") -> "Attack | None":
        """Return the attack that an intent makes or declares, as odds are asked for it; None if
        it is none."""

    def attacks_at_hand(
        self, draft: "Draft", who: str, target: str
    ) -> "Iterable[Attack]":
        """Return attacks on TARGET: with what is at hand first, then with weapons that could be
        got, whoever has the turn."""

    def other_actions(
        self, draft: "Draft", who: str, foe: str
    ) -> Iterable[Way]:
        """Return what WHO could do besides attacking that may be worth it against this foe:
        cover, another position. The price `attack` stands for the worth of the attack that
        cannot be made for it."""

    # What follows may be missing.

    WEAPONS_AMONG_CHOICES: bool = False
    """Whether CHOICES weigh the other weapons, since no turn is spent to change them. Then nobody
    asks for a weapon before. May be missing: no."""

    NAMES_EACH_TARGET: bool = False
    """Whether whoever attacks several names those whom they strike, so that foes to whom the attack
    can do nothing are left out. May be missing: no."""

    MEANS: Mapping[str, Sequence[int]] = MappingProxyType({})
    """Fields of the one who chooses that decide what an option costs and whether it can be paid,
    but no odds. May be missing."""

    EFFECTS: Mapping[str, Lost] = MappingProxyType({})
    """The price of each effect of odds that is worth a called place; other effects count
    nothing. May be missing."""

    def loss_of_effect(
        self, draft: "Draft", who: str, effect: str
    ) -> Lost | None:
        """Return what one of `EFFECTS` costs WHO as they stand now; None for its usual price. May
        be missing: then the usual one always counts."""
        return None

    HURT: Collection[str] = ()
    """Fields of STRUCK that say how hurt a target is, where that decides how it is best attacked:
    nobody aims at the head of somebody whom any hit puts out. May be missing: then attackers
    choose as for somebody unhurt, which is faster."""

    PLACE: Collection[str] = ()
    """Fields of the live state that say where somebody stands, and matter for an attack only by
    what `reach_of` says. May be missing, together with that."""

    def reach_of(self, draft: "Draft", attack: "Attack") -> Hashable:
        """Return what the places of attacker and target mean for an attack, such as the range."""
        return None

    def outside_of_round(self, encounter: "Encounter") -> "Encounter":
        """Return an encounter without what was declared and done in the round that it stands in, so
        that attacks are weighed as they are in all rounds to come; itself if no round is in
        progress. May be missing: then the round is part of the fight as it stood at first."""
        return encounter

    def is_decisive(
        self,
        draft: "Draft",
        attack: "Attack",
        who: str,
        field: str,
        value: Hashable,
    ) -> bool:
        """Whether a field of the live state of the attacker or of a target, one of `STRIKING` or
        `STRUCK`, can change the odds of this very attack with a value; of a map the value is a
        frozen set of its items. `draft` is that of the fight at first. May be missing: then all
        do."""
        return True

    def value_that_counts(
        self, draft: "Draft", who: str, field: str, value: Hashable
    ) -> Hashable:
        """Return the value of a decisive field that stands for all that come to the same for WHO,
        such as the most hit points at which a wound counts; None if it decides nothing. `draft`
        is that of the fight at first. May be missing: then each value counts as it is rounded."""
        return value

    WOUNDS: Collection[str] = ()
    """The fields of the live state that `wounds_that_count` reads together. May be missing,
    together with that."""

    def wounds_that_count(
        self, draft: "Draft", who: str
    ) -> Mapping[str, Hashable]:
        """Return fields of an attacker's live state (dotted), with the values that stand for all
        wounds that hinder WHO as much as those that they have. May be missing: then wounds count
        as far as STRIKING has them."""
        return {}

    TURN: Collection[str] = ()
    """The fields of the live state that `fields_of_turn` and `fields_around` return;
    `outside_of_round` leaves them out. May be missing, together with those."""

    def fields_of_turn(
        self, draft: "Draft", who: str, targets: Sequence[str]
    ) -> Mapping[str, Any]:
        """Return fields of WHO's live state, with what they have done in the turn that they are
        taking and that hinders another attack on these targets, such as the shots fired before.
        What comes to the same for these targets is the same. Empty if they are not on turn, and if
        nothing hinders them. May be missing: then no attack hinders the next one."""
        return {}

    def fields_around(
        self, draft: "Draft", attack: "Attack"
    ) -> Mapping[str, Any]:
        """Return fields of an attacker's live state, with the others who count in an attack
        wherever they stand, such as friends in the same melee, where that decides whom to attack.
        What comes to the same is the same. May be missing: then others do not count."""
        return {}

    def find_odds_key(self, draft: "Draft", attack: "Attack") -> Hashable:
        """Return what decides the odds of an attack on one, besides the target's sheet, such as the
        dice, the weapon's damage and what is left of the target: attacks of whomever on the same
        target with the same key have the same odds. None if that is not known. `draft` is that of
        the fight at first with the decisive fields of both, and may be changed. May be missing."""
        return None

    def is_lasting(
        self, draft: "Draft", who: str, field: str, value: Hashable
    ) -> bool:
        """Whether a value of a field of `STRIKING` stays with WHO for the rest of the fight, such
        as a broken weapon, so that foes find them less dangerous. May be missing: nothing
        stays."""
        return False

    def declared_attackers(self, draft: "Draft", foe: str) -> Sequence[str]:
        """Return who has declared an attack on FOE that is still to come: whoever declares one as
        well may find FOE out. May be missing: then nobody counts on that."""
        return ()

    def evasion_of(
        self, draft: "Draft", who: str, foe: str
    ) -> Mapping[str, Any]:
        """Return what FOE, who has yet to declare, may declare against an attack of WHO and those
        that others have declared, if these are enough for it: fields in STRUCK and their values;
        empty for nothing. May be missing."""
        return {}

    def has_many_branches(self, attack: "Attack") -> bool:
        """Whether exact odds of such an attack take too many runs of the rules to be tried: it is
        rolled often enough instead. May be missing: that is found out."""
        return False

    def strikes_each_alone(self, draft: "Draft", attack: "Attack") -> bool:
        """Whether an attack on several does to each of them what the same attack on that one alone
        does, as a blast does: its worth is then that of those attacks together. May be missing:
        then the odds of the whole are asked for."""
        return False

    def part_of_several(
        self, draft: "Draft", attack: "Attack", alone: "Attack"
    ) -> "Attack | None":
        """Return `alone`, which strikes one target of an attack on several with its options, made
        to do what the whole does to that target: with the dice that each further target costs,
        say, and those of the attacker's wounds. None if no attack on one does. May be missing, as
        if it were None."""
        return None

    def approach(self, draft: "Draft", attack: "Attack") -> "Approach | None":
        """Return how the attacker gets within reach of the target first; None if the attack can
        be made from where they stand. May be missing."""
        return None

    def step_before(self, draft: "Draft", attack: "Attack") -> Way | None:
        """Return a step that costs nothing and makes an attack better that can be made from here,
        now or after a few such steps: towards a nearer range. What the last of them leaves is what
        is weighed. None if there is none. May be missing."""
        return None

    def attacks_instead(
        self, draft: "Draft", intent: "Intent", foe: str
    ) -> "Sequence[Attack]":
        """Return the attack on FOE for which an intent, which takes the turn, makes somebody ready,
        such as reloading, then those that they could make now in its place; empty if there are
        none. May be missing."""
        return ()

    def pace_of(self, draft: "Draft", attack: "Attack") -> float:
        """Return the share of the turns in which such an attack can be made, from 0 to 1, if its
        weapon has to be made ready for each; 1 for all others. May be missing."""
        return 1.0

    def cover_of(self, draft: "Draft", who: str) -> tuple[str, ...]:
        """Return the pieces of cover that WHO is behind: those of the scene by their id, other
        ones by any text that nobody else has. An attack past cover is one `--without` the words
        of PAST_COVER. May be missing."""
        return ()

    PAST_COVER: Sequence[str] = ("cover",)
    """The words of `--without` for an attack past the cover of its target. May be missing: `cover`
    alone."""

    def way_round(self, draft: "Draft", who: str, foe: str) -> Way | None:
        """Return how WHO gets round the cover of a foe, which ends their own; None if they
        cannot. May be missing."""
        return None

    def attacks_left(self, draft: "Draft", who: str) -> int:
        """Return the attacks that WHO can still make before foes have their turn, where a turn has
        several; without it a turn has one. May be missing."""
        return 1

    def is_spent(self, draft: "Draft", who: str) -> bool:
        """Return whether too little is left of the turn of WHO for whatever `next_intents`,
        `treatments`, `attacks_on_several`, `areas`, `possible_holds`, `way_round` and
        `declarations` yield: none of them yields anything now. It saves asking them. May be
        missing: no."""
        return False

    def is_short_of_attack(self, draft: "Draft", who: str) -> bool:
        """Return whether too little is left of the turn of WHO for an attack, though not for what
        prepares one: other actions that are worth it come first then. May be missing: no."""
        return False

    PATIENT: Mapping[str, Sequence[int]] = MappingProxyType({})
    """Fields of a patient that decide what a treatment with `saves` is worth. May be missing."""

    def boxes_left(self, draft: "Draft", who: str) -> int:
        """Return the boxes that WHO has left on all of `tracks`, in less time than it takes to draw
        these. May be missing."""

    def boxes_to_fall(self, draft: "Draft", who: str) -> float:
        """Return the boxes that WHO still loses before they are out, roughly; without it all that
        they have left on their tracks. May be missing."""

    def boxes_to_fall_by(
        self, draft: "Draft", who: str, attack: "Attack"
    ) -> float:
        """Return the boxes that WHO still loses before attacks such as this one put them out, where
        each kind of damage is counted apart. May be missing: `boxes_to_fall`."""
        return self.boxes_to_fall(draft, who)

    def revivable_friends(
        self, draft: "Draft", who: str, foe: str
    ) -> Sequence[str]:
        """Return the friends of WHO whom WHO would bring back into the fight after FOE had put
        them out, those included who are out now; empty if WHO does no such thing. May be
        missing."""
        return ()

    FALLS_BY_PLACE: bool = False
    """Whether damage counts by the place that it hits, so that the damage of one attack does not
    say how many attacks somebody takes: then a few fights of one against one tell. May be
    missing."""

    def boxes_of_damage(
        self, draft: "Draft", attack: "Attack", amount: int, left: int
    ) -> float:
        """Return the boxes that so much damage of an attack on one is worth, if the target has so
        many left: fewer where a milder kind of damage fills them. `draft` is as before the attack.
        May be missing: as many as it fills."""
        return min(amount, left)

    def treatments(self, draft: "Draft", who: str) -> Iterable[Way]:
        """Return the treatments (with `cures`) that WHO could give now. May be missing."""
        return ()

    def damage_absorbed(self, effects: Mapping[str, float]) -> float:
        """Return the damage that effects, each with its chance, have taken from an attack, and that
        `boxes_to_fall` of the target counts as left while they can still be taken, such as
        consequences. May be missing: none."""
        return 0.0

    def attacks_in_round(self, draft: "Draft", attack: "Attack") -> float:
        """Return how many attacks such as this one its attacker makes in a round, on average: as
        much more dangerous is a foe. May be missing: one."""
        return 1.0

    def turns_before(
        self, draft: "Draft", foe: str, who: str
    ) -> tuple[float, float]:
        """Return how many turns FOE has before the next turn of WHO, and how many for each turn of
        WHO on average: WHO need save from so many attacks. May be missing: one."""
        return 1.0, 1.0

    RENEWED: Collection[str] = ()
    """The points among PRICES that come back by themselves: what one is worth follows from what is
    still to come before that (`attacks_to_come`). May be missing, together with that: then none
    does."""

    def attacks_to_come(
        self, draft: "Draft", attack: "Attack", now: "Attack"
    ) -> float | None:
        """Return how often the attacker of an attack can make it before the points in RENEWED come
        back, after the attack `now`, which is about to be made; None if nobody can know that."""
        return None

    def fields_after_turn(
        self, draft: "Draft", attack: "Attack"
    ) -> Mapping[str, Hashable]:
        """Return fields in STRUCK, with their values, that the attacker will have once their turn
        is over, since a sensible one takes the time for that: cover. May be missing: nothing
        changes."""
        return {}

    def areas(self, draft: "Draft", who: str) -> "Iterable[Area]":
        """Return the attacks at an area that WHO could make now. May be missing."""
        return ()

    def declarations(
        self,
        draft: "Draft",
        who: str,
        foes: Sequence[str],
        weapon: str | None = None,
    ) -> "Sequence[Declaration]":
        """Return what WHO may declare now, with what it comes to: first what they would declare
        to attack the first of the FOES with WEAPON (None: the one at hand), then what may be
        better, given what others have declared; empty if nothing is to be declared. May be
        missing."""
        return ()

    def attacks_on_several(
        self, draft: "Draft", who: str, foes: Sequence[str]
    ) -> "Iterable[Way]":
        """Return the attacks on several of these foes, the most wanted of whom come first, that WHO
        could make now; they are weighed by their odds. May be missing."""
        return ()

    def possible_holds(
        self, draft: "Draft", who: str, foes: Sequence[str]
    ) -> "Iterable[Hold]":
        """Return the next steps of a grapple with one of these foes that WHO could take now. May be
        missing."""
        return ()

    def misses_next_turn(self, draft: "Draft", who: str) -> bool:
        """Whether something that WHO cannot end keeps them from attacking in their next turn, so
        that they threaten nobody until then. May be missing."""
        return False

    def turns_missed(self, draft: "Draft", who: str) -> float:
        """Return how many of their next turns WHO are likely to miss, as whoever sleeps does until
        a friend wakes them: they are less dangerous meanwhile. May be missing: none."""
        return 0.0

    def refine(
        self, draft: "Draft", intent: "Intent", sensible: Collection[str]
    ) -> "Intent":
        """Return an intent that concerns several (a blast, a grapple) with what those who are
        sensible do about it: the one who acts, and those who are struck; itself if they do nothing.
        May be missing."""
        return intent


class Importer(Protocol):
    """The names of the module of `IMPORTED`, which makes sheets of other programs' characters."""

    SYSTEMS: Collection[str]
    """The games whose characters can be placed (`ForeignCharacter.system`)."""

    def imported(self, foreign: "ForeignCharacter") -> "ImportedSheet":
        """Return the sheet of a foreign character, and what became of everything in the file.
        Pure. Raises Refusal for somebody who cannot be placed at all."""


class Reserves(NamedTuple):
    """Points (karma) and loaded weapons that somebody has left for the fights to come, each as
    `{"now": n, "max": m}`. `loaded` None: the rules count no ammunition."""

    points: "Mapping[str, Data]"
    loaded: "Mapping[str, Data] | None" = None


class Reaction(NamedTuple):
    """Something that a combatant may do out of turn: the `line` to type, in which `{who}` is the
    combatant and `{other}` the one who has done one of the actions or tests named by `after`.
    Without `after` it is for somebody who has just fallen; `{other}` is then a friend, and it is
    offered with each of them. `what` is its name, `help` its help, `spends` the resource that it
    may take besides its price. `otherwise` tells somebody who has fallen what follows if they do
    none of it, such as `Stay down`.

    `is_near` is for a reaction that needs somebody near: it gets the fight before the deed, who
    may react and who has done it. It returns None where nobody knows how near they are; then the
    reaction is offered once in a turn, and only if nobody is known to be near."""

    line: str
    what: str
    help: str
    after: tuple[str, ...] = ()
    spends: str = ""
    otherwise: str = ""
    is_near: "Callable[[Encounter, str, str], bool | None] | None" = None


class Besides(Protocol):
    """Names that a ruleset may have besides; each says what happens without it."""

    PLAYED: str | AutoPlayer
    """The name of the module for simulated combatants (`AutoPlayer`), or an object with its names;
    without it no fight can be simulated."""

    def carried_state(self, draft: "Draft", who: str) -> "Data":
        """Return the part of the live state of WHO that goes along to another fight: nothing of
        a turn, a round, this fight or its place, and no other combatant's name. The draft is
        thrown away. Without it somebody taken from another fight comes with the sheet alone."""

    def reserves(self, draft: "Draft", who: str) -> Reserves:
        """Return what WHO has left that no round gives back, for a party."""

    def help_needed(self, draft: "Draft", who: str) -> str:
        """Return what is wrong with WHO who is down or worse, with the line that helps and its
        roll, such as `dying: `rest vex scene --with medic=WHO` (no roll)`; empty for others."""

    PLACE: Collection[str]
    """The fields of the sheet that say where in its scene somebody begins the fight. They are
    left out for somebody taken from another fight, unless its scene comes along."""

    PIECES: "Mapping[str, str]"
    """The maps of the scene that hold its pieces (cover, barriers), each with the map of the
    fight that says what is left of them; empty: nothing does. Without it every map of the scene
    is meant."""

    def placed_state(self, draft: "Draft", who: str) -> "Data":
        """Return the part of the live state of WHO that goes along if the scene does: as
        `carried_state`, and where in the scene they are. The draft is thrown away."""

    MOMENTS: Collection[str]
    """The moments of `core/counters.py` at which something of the GM's own can happen by itself;
    without it all of them."""

    HANDS: Collection[str]
    """The fields of the sheet that say what is in hand; if none is set, it is the first weapons."""

    IMPORTED: str | Importer
    """The name of the module that places characters of other programs (`Importer`), or an object
    that does; without it only a spreadsheet can be imported, whose columns are fields of the
    sheet."""

    def fitting(
        self, draft: "Draft", who: str, assigned: Collection["Path"]
    ) -> "AbstractContextManager[object]":
        """Return a context manager around values that are put on the sheet of WHO by hand, to
        see whether they are allowed: within it tracks follow their maxima as they will by `set`.
        `assigned` are the paths of the values, complete only afterwards. Without it a maximum
        below what is left is a problem."""

    def likely_typos(self, encounter: "Encounter") -> Iterator[Problem]:
        """Yield what a file allows but nobody can have meant: a word that no rule and nothing
        else in the file knows. The encounter has no problems."""

    def unsaid(self, encounter: "Encounter") -> Iterator[Unsaid]:
        """Yield what the live state of a file does not say though it follows from its tracks:
        somebody without hit points is dying. It is written into the fight when the file is taken
        in."""

    def phase_of(self, encounter: "Encounter") -> str:
        """Return the `phase` of the board's document; without it the whole board is made to know
        it."""

    def count_successes(
        self, house_rules: "Data", roll: "Data"
    ) -> SuccessCount | None:
        """Return the successes of a roll from its document, for luck; None where nothing is
        counted: dice that are added up, a roll that was told before."""

    REACTIONS: Collection[Reaction]
    """The reactions that players are asked about when they become possible."""

    def ammunition(self, draft: "Draft", who: str) -> Mapping[str, int]:
        """Return what WHO has in all weapons by its name (`{"rounds": 30}`); what is gone after
        an attack was fired."""

    def name_of_risk(
        self, encounter: "Encounter", attack: "Attack"
    ) -> str | None:
        """Return the key under which the odds of this attack repeat what it costs the attacker
        (the drain of a spell); None: it has none of its own. May be missing."""

    def harmless_effects(self, encounter: "Encounter") -> Collection[str]:
        """Return the effects in odds that are no harm to an attacker who gets them, such as a
        boost. May be missing: then every effect is."""

    def word_choices(
        self, encounter: "Encounter", intent: "Intent"
    ) -> "Iterator[WordChoice]":
        """Yield the words of `--with` that a command leaves open and whoever acts may want to
        choose before it is carried out (the level of a spell, its force), in the order in which
        `play` asks for them. Without it nobody is asked."""

    REFILLS: Collection[str]
    """The LABELS of what turns and rounds give back: after `next`, `roll-init` and `end` these
    changes are not told on the screen."""

    ROLLS: Mapping[str, str]
    """The ids of the rows of RULES.md that a roll comes from, for `why`, by the roll's name
    without a number or what is behind a dot."""

    STORY: Mapping[str, str]
    """The sentence of a fact in `log --export FILE.md`, by its key, where it differs from
    PHRASES; an empty one is not told there.

    A sentence with `{times}` is told once for all such facts until something else is told, with
    how often it has happened to each. A sentence that ends with a full stop is told in full
    where others of its tone go into the small print, or are left out. `round` is the heading of
    a round; without it `Round {round}`."""


USUAL_HITS = frozenset({"hit", "graze", "blocked"})
"""Outcomes of an attack that hit, even if no damage got through. A ruleset with other words has
`HITS` of its own."""


def __getattr__(name: str) -> Any:
    """Return what an old name of this module means now, with a DeprecationWarning."""
    if name.startswith("__"):
        raise AttributeError(name)
    from gmtrack.rulesets.old_names import import_old_name

    return import_old_name(__name__, name, globals())
