"""Intents: what a person asked for, as one plain value per command, with the words as typed."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, ClassVar, NamedTuple, dataclass_transform


class Planning:
    """A question about a command ahead of its time. Refusals of these `kinds`, and those that
    the rules mark as passing, do not stop it. `against` collects what these refusals say, each
    once with its kind; `notes` what the GM should know beforehand."""

    def __init__(self, kinds: Iterable[str]) -> None:
        self.kinds = frozenset(kinds)
        self.against: dict[str, str] = {}
        self.notes: dict[str, None] = {}


class Options(NamedTuple):
    """The options that every resolving command takes, as typed.

    `words` and `without` are `--with` and `--without`; `mods` and `defense_mods` the added
    numbers; `extras` maps an option of the ruleset (`karma`) to its values. `planning` is set
    where somebody only asks; it cannot be typed."""

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
    """The base of all intents. Some hold `bare` words, typed without an option, until it is
    known what they are."""

    options: Options = _field(default=Options(), kw_only=True)
    word: ClassVar[str]
    """The command as it is typed: `roll-init` for RollInit."""

    def __init_subclass__(cls) -> None:
        name = "".join(f"-{c}" if c.isupper() else c for c in cls.__name__)
        cls.word = name.lower().removeprefix("-")


def intent_of(command: str) -> type[Intent]:
    """Return the intent class of a command."""
    return next(one for one in Intent.__subclasses__() if one.word == command)


class RollInit(Intent):
    """Start the fight or its next round. Those named by `who` come late into the round in
    progress."""

    who: tuple[str, ...] = ()


class Next(Intent):
    """End the turn, phase or pass."""


class End(Intent):
    """End the fight."""


class Delay(Intent):
    """Hold an action."""

    who: str


class Intervene(Intent):
    """Take the held action."""

    who: str
    bare: tuple[str, ...] = ()


class Act(Intent):
    """Take an action of the ruleset's list."""

    who: str
    action: str
    args: tuple[str, ...] = ()
    threshold: int | None = None


class Attack(Intent):
    """Attack one or several."""

    attacker: str
    targets: tuple[str, ...]


def without_defense(intent: Intent) -> Attack | None:
    """Return an attack without the defense that was said for its target; None for one without, and
    for what is no attack."""
    if not isinstance(intent, Attack) or not intent.options.defense:
        return None
    options = intent.options._replace(defense=())
    return Attack(intent.attacker, intent.targets, options=options)


class Test(Intent):
    """Make any other roll."""

    who: str
    what: str
    threshold: int | None = None
    limit: str | None = None
    bare: tuple[str, ...] = ()


class Damage(Intent):
    """Damage by hand."""

    who: str
    amount: int
    type: str | None = None
    location: str | None = None
    pool: str | None = None
    bare: tuple[str, ...] = ()


class Heal(Intent):
    """Healing by hand."""

    who: str
    amount: int | None
    """Amount to heal; None heals everything."""
    type: str | None = None
    location: str | None = None
    pool: str | None = None
    bare: tuple[str, ...] = ()


class Effect(Intent):
    """An effect by hand, or its end."""

    who: str
    name: str
    rounds: int | None = None
    location: str | None = None
    end: bool = False
    bare: tuple[str, ...] = ()


class Define(Intent):
    """Read definitions of own effects into the fight."""

    effects: dict[str, dict[str, Any]]
    source: str = ""
    """The origin of the definitions: a file, or a thing of the stock."""


class Assignment(NamedTuple):
    """One checked `PATH=VALUE`: the path in the encounter, and a value of the field's type.
    MISSING (never typed) removes a field of a sheet."""

    path: tuple[str, ...]
    value: Any


class Set(Intent):
    """Set any fields by hand."""

    who: str
    """A combatant's id, `scene` or `fight`."""
    assignments: tuple[Assignment, ...]
    source: str = ""
    """The file of a new sheet, if the values were not typed. What play has used up of the old
    sheet is then used up of the new one."""


class Add(Intent):
    """Add new combatants."""

    sheets: dict[str, dict[str, Any]]
    """Checked sheets by new id."""
    assumed: Mapping[str, Any] = MappingProxyType({})
    """What they have that nobody gave them, for the report."""
    states: Mapping[str, dict[str, Any] | None] = MappingProxyType({})
    """The live state of those who come as they stand elsewhere; None where only the sheet was
    asked for."""
    source: str = ""
    """The file or kept fight that they come from; empty for this encounter."""
    here: tuple[str, ...] = ()
    """Ids of the source that are left out, because somebody here has the id."""
    pieces: Mapping[tuple[str, ...], Any] = MappingProxyType({})
    """The pieces of the source's scene that come along, and what is left of them, by path."""
    party: Mapping[str, Any] | None = None
    """The new link to the party to which some of them belong."""
    read_at: int = 0
    """The number of the last step of the kept fight or party from which they come, when it was
    read."""


class Remove(Intent):
    """Take a combatant away."""

    who: str


class Leave(Intent):
    """Take a combatant out of the fight for the time being, with everything that play has done
    to them."""

    who: str
    reason: tuple[str, ...] = ()


class Join(Intent):
    """Back into the fight, as a latecomer. `returns` brings somebody as they are now who was in
    another fight meanwhile, and `how` says what is other by that; without it they are as they
    left."""

    who: str
    returns: Add | None = None
    how: str = ""
    left_behind: str = ""
    """The lines that take them off the board of the other fight, where they stand on it still."""


class Rest(Intent):
    """Let time pass between fights."""

    who: tuple[str, ...]
    """Ids; empty for everybody."""
    kind: str
    """The length: `scene`, `hour` ..."""
    over: bool = False
    """The fight has ended: foes rest by name alone, and whoever had left it rests too."""


class Note(Intent):
    """Write a note on somebody, or on the fight. An empty text removes it."""

    who: str
    """A combatant's id, or `fight`."""
    text: tuple[str, ...] = ()


class Count(Intent):
    """Move or set a counter of somebody, or of the fight."""

    who: str
    """A combatant's id, or `fight`."""
    name: str
    amount: int
    moves: bool = False
    """Whether the number is added to the counter; else the counter is set to it."""


class Several(NamedTuple):
    """Intents that are one step. `all_of_them`: if one is refused, all are; else those that work
    are carried out."""

    intents: list[Intent]
    all_of_them: bool = True
