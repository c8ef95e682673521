"""Intents: what a command line asks of the rules, a plain value for each command, with the words
as typed."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, ClassVar, NamedTuple, dataclass_transform


class Planning:
    """A mark of a command that is only asked about ahead of its time. Refusals of these `kinds`,
    and those that the rules mark as passing, do not stop it. `against` collects the messages of
    these refusals, each once with its kind; `notes` what the GM should know beforehand. `in_turn`:
    whether it is one more command of a turn that its actor has begun, whoever acts now, so that
    what the actor's live state says of this turn counts."""

    def __init__(self, kinds: Iterable[str], *, in_turn: bool = False) -> None:
        self.kinds = frozenset(kinds)
        self.in_turn = in_turn
        self.against: dict[str, str] = {}
        self.notes: dict[str, None] = {}


class Options(NamedTuple):
    """The options that every command of the rules takes, as typed.

    `words` and `without` are those of `--with` and `--without`; `mods` and `defense_mods` the
    added numbers; `extras` maps an option of the ruleset (`karma`) to its values. `planning` is
    set if somebody only asks, and `beside` has the ids of the others for whom the same line does
    the same; neither can be typed."""

    words: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    mods: tuple[str, ...] = ()
    defense_mods: tuple[str, ...] = ()
    weapon: str | None = None
    called: str | None = None
    defense: tuple[str, ...] = ()
    extras: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    force: bool = False
    planning: Planning | None = None
    beside: tuple[str, ...] = ()


def _field(*, default: Any, kw_only: bool) -> Any:
    """Declare a field with a default to the type checker; at run time this is the default
    itself."""
    del kw_only
    return default


@dataclass_transform(frozen_default=True, field_specifiers=(_field,))
class _Values:
    """The base of classes that the type checker takes for frozen dataclasses. Each process
    creates all intents to use one, and real dataclasses take ten times as long to create."""

    def __init__(self, *args: Any, **named: Any) -> None:
        vars(self).update(
            zip(type(self).__annotations__, args, strict=False), **named
        )

    def __repr__(self) -> str:
        values = ", ".join(
            f"{name}={value!r}" for name, value in vars(self).items()
        )
        return f"{type(self).__name__}({values})"


class Intent(_Values):
    """The base of all intents. Some hold `bare` words, typed without an option, until their
    meaning is known."""

    options: Options = _field(default=Options(), kw_only=True)
    word: ClassVar[str]
    """The command as it is typed: `roll-init` for RollInit."""

    def __init_subclass__(cls) -> None:
        name = "".join(f"-{c}" if c.isupper() else c for c in cls.__name__)
        cls.word = name.lower().removeprefix("-")


def intent_of(command: str) -> type[Intent]:
    """Return the intent class of a command (`roll-init`). Raises StopIteration if no intent has
    this name."""
    return next(one for one in Intent.__subclasses__() if one.word == command)


class RollInit(Intent):
    """A request to start the fight or its next round. Those named by `who` come late into the
    round in progress."""

    who: tuple[str, ...] = ()
    kept: tuple[Any, ...] = ()
    """Requests of rolls (`Ask`) whose dice are only kept for the start of the first round."""
    left: tuple[str, ...] = ()
    """The ids of players who have yet to roll then."""


class Next(Intent):
    """A request to end the turn, phase or pass. Where `next` goes on in small steps, as metre by
    metre, `steps` is how many of them; None: all that are left."""

    steps: int | None = _field(default=1, kw_only=False)


class End(Intent):
    """A request to end the fight."""


class Delay(Intent):
    """A request to hold the action of the open phase."""

    who: str


class Intervene(Intent):
    """A request to take a held action."""

    who: str
    bare: tuple[str, ...] = ()


class Turn(Intent):
    """A request to make it somebody's turn, whatever the order says."""

    who: str


class Act(Intent):
    """A request to take an action of the ruleset's list, with the words after it (`args`)."""

    who: str
    action: str
    args: tuple[str, ...] = ()
    threshold: int | None = None


class Attack(Intent):
    """A request to attack one or several targets."""

    attacker: str
    targets: tuple[str, ...]


def without_defense(intent: Intent) -> Attack | None:
    """Return a copy of an attack without the defense that was typed for its target. None if no
    defense was typed, or the intent is no attack."""
    if not isinstance(intent, Attack) or not intent.options.defense:
        return None
    options = intent.options._replace(defense=())
    return Attack(intent.attacker, intent.targets, options=options)


class Test(Intent):
    """A request to make a roll that is no attack: `what` is tested."""

    who: str
    what: str
    threshold: int | None = None
    limit: str | None = None
    bare: tuple[str, ...] = ()


class Damage(Intent):
    """A request to enter damage by hand."""

    who: str
    amount: int
    type: str | None = None
    location: str | None = None
    pool: str | None = None
    bare: tuple[str, ...] = ()


class Heal(Intent):
    """A request to enter healing by hand."""

    who: str
    amount: int | None
    """The amount to heal; None heals everything."""
    type: str | None = None
    location: str | None = None
    pool: str | None = None
    bare: tuple[str, ...] = ()


class Effect(Intent):
    """A request to put an effect on somebody by hand, or to end it (`end`). `rounds`: how long
    it lasts; None if nothing was typed. `note`: what screens call an effect that nothing defines
    yet, which comes as a note without mechanics; empty: the effect must be a known one."""

    who: str
    name: str
    rounds: int | None = None
    location: str | None = None
    end: bool = False
    bare: tuple[str, ...] = ()
    note: str = ""


class Define(Intent):
    """A request to read definitions of own effects into the fight."""

    effects: dict[str, dict[str, Any]]
    source: str = ""
    """The origin of the definitions: a file, or a thing of the stock."""


class Assignment(NamedTuple):
    """A checked `PATH=VALUE`: the path in the encounter, and a value of the field's type.
    MISSING (never typed) removes a field of a sheet."""

    path: tuple[str, ...]
    value: Any


class Set(Intent):
    """A request to set any fields by hand."""

    who: str
    """A combatant's id, `scene` or `fight`."""
    assignments: tuple[Assignment, ...]
    source: str = ""
    """The file of a new sheet, if the values were not typed. What play has used up of the old
    sheet is then used up of the new one."""


class Add(Intent):
    """A request to add new combatants."""

    sheets: dict[str, dict[str, Any]]
    """Checked sheets by new id."""
    assumed: Mapping[str, Any] = MappingProxyType({})
    """The fields that newcomers have although nobody gave them, for the report."""
    states: Mapping[str, dict[str, Any] | None] = MappingProxyType({})
    """The live states of those who come as they stand elsewhere, by id; None for those of whom
    only the sheet was asked for."""
    source: str = ""
    """The file or kept fight from which they come; empty for this encounter."""
    here: tuple[str, ...] = ()
    """Ids of the source that are left out, because somebody here has the same id."""
    pieces: Mapping[tuple[str, ...], Any] = MappingProxyType({})
    """The pieces of the source's scene that come along, with their present state, by path."""
    party: Mapping[str, Any] | None = None
    """The new link to the party to which some of them belong; None if it stays as it is."""
    read_at: int = 0
    """The number of the last step of the kept fight or party from which they come, when it was
    read."""


class Remove(Intent):
    """A request to take a combatant out of the encounter."""

    who: str


class Leave(Intent):
    """A request to take a combatant out of the fight for the time being. Everything that play
    has done to them is kept."""

    who: str
    reason: tuple[str, ...] = ()


class Join(Intent):
    """A request to bring somebody back into the fight, as a latecomer. `returns`: the combatant
    as they are now after another fight meanwhile, with `how` they have changed; None: they come
    back as they left."""

    who: str
    returns: Add | None = None
    how: str = ""
    left_behind: str = ""
    """The lines to type that take them off the board of the other fight, if they still stand on
    it."""


class Rest(Intent):
    """A request to let time pass between fights."""

    who: tuple[str, ...]
    """Ids; empty for everybody."""
    kind: str
    """The length: `scene`, `hour` ..."""
    over: bool = False
    """Whether the fight has ended: foes rest only if they are named, and those who had left it
    rest too."""


class Note(Intent):
    """A request to write a note on somebody, or on the fight. An empty text removes the note."""

    who: str
    """A combatant's id, or `fight`."""
    text: tuple[str, ...] = ()


class Count(Intent):
    """A request to move or set a counter of somebody, or of the fight."""

    who: str
    """A combatant's id, or `fight`."""
    name: str
    amount: int
    moves: bool = False
    """Whether the number is added to the counter; else the counter is set to it."""


class Several(NamedTuple):
    """Intents that are carried out as one step. `all_of_them`: if one is refused, all are; else
    those that work are carried out."""

    intents: list[Intent]
    all_of_them: bool = True
