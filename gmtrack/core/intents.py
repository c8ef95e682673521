"""What a person asked for: one plain value per command, words as typed, no rule looked at."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, ClassVar, NamedTuple, dataclass_transform


class Planning:
    """What somebody only asks about, ahead of its time: refusals of these `kinds`, and those that
    the rules set aside, do not stop it. `against` is what they would have said, each once, with
    their kind; `notes` what the GM should know beforehand, each once."""

    def __init__(self, kinds: Iterable[str]) -> None:
        self.kinds = frozenset(kinds)
        self.against: dict[str, str] = {}
        self.notes: dict[str, None] = {}


class Options(NamedTuple):
    """The words that any resolving command takes, as typed.

    `words` and `without` are `--with` and `--without`; `mods` and `defense_mods` the added
    numbers; `extras` maps an option that a ruleset adds (`karma`) to its values. `planning` is
    there where somebody only asks; nobody types it.
    """

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
    """A field with a default, told to the type checker; at run time the default itself."""
    del kw_only
    return default


@dataclass_transform(frozen_default=True, field_specifiers=(_field,))
class _Values:
    """Base of classes that are frozen dataclasses to the type checker, which sees to the
    arguments. Every process makes all intents to use one, and real dataclasses take ten
    times as long to make, at the least.
    """

    def __init__(self, *args: Any, **named: Any) -> None:
        vars(self).update(zip(type(self).__annotations__, args, strict=False), **named)

    def __repr__(self) -> str:
        values = ", ".join(f"{name}={value!r}" for name, value in vars(self).items())
        return f"{type(self).__name__}({values})"


class Intent(_Values):
    """Base of all intents. Some have `bare` words, without their option, before it is known what
    they are."""

    options: Options = _field(default=Options(), kw_only=True)
    word: ClassVar[str]
    """The command as it is typed: `roll-init` for RollInit."""

    def __init_subclass__(cls) -> None:
        name = "".join(f"-{c}" if c.isupper() else c for c in cls.__name__)
        cls.word = name.lower().removeprefix("-")


def intent_of(command: str) -> type[Intent]:
    """The class of what a command asks for."""
    return next(one for one in Intent.__subclasses__() if one.word == command)


class RollInit(Intent):
    """Start the fight or its next round; with `who` named, they come late."""

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
    """None heals all."""
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
    """Definitions of effects of the GM's own, read into the fight."""

    effects: dict[str, dict[str, Any]]
    source: str = ""
    """Where they come from: a file, or a thing of the stock."""


class Assignment(NamedTuple):
    """One checked `PATH=VALUE`: where in the encounter, and the value of the field's own type;
    MISSING in a sheet that is not typed: the field goes."""

    path: tuple[str, ...]
    value: Any


class Set(Intent):
    """Any field set by hand."""

    who: str
    """A combatant's id, `scene` or `fight`."""
    assignments: tuple[Assignment, ...]
    source: str = ""
    """The file whose sheet this is, if nobody typed the values: what play has used up of the old
    one is used up of this."""


class Add(Intent):
    """New combatants."""

    sheets: dict[str, dict[str, Any]]
    """Checked sheets by new id."""
    assumed: Mapping[str, Any] = MappingProxyType({})
    """What they have that nobody gave them, for the report."""
    states: Mapping[str, dict[str, Any] | None] = MappingProxyType({})
    """The live state of those who come as they stand elsewhere; None: the sheet alone was asked
    for."""
    source: str = ""
    """Where they come from, if not from here: a file, or a kept fight."""
    here: tuple[str, ...] = ()
    """Who of there is passed over, as somebody of this id is here."""
    pieces: Mapping[tuple[str, ...], Any] = MappingProxyType({})
    """What of the scene there comes along, and what is left of it, by path."""
    party: Mapping[str, Any] | None = None
    """What the fight says of the party to which some of them belong, now that they are here."""


class Remove(Intent):
    """A combatant taken away."""

    who: str


class Leave(Intent):
    """Out of the fight for the time being, with all that play has done to them."""

    who: str
    reason: tuple[str, ...] = ()


class Join(Intent):
    """Back into the fight, as a latecomer. `returns` brings somebody as they are now who was in
    another fight meanwhile, and `how` says what is other by that; without it they are as they
    left."""

    who: str
    returns: Add | None = None
    how: str = ""


class Rest(Intent):
    """Time between fights."""

    who: tuple[str, ...]
    """Ids; nobody stands for everybody."""
    kind: str
    """How long: `scene`, `hour` ..."""
    over: bool = False
    """The fight has ended: foes rest by name alone, and whoever had left it rests too."""


class Note(Intent):
    """A note of the GM's on somebody, or on the fight; an empty one takes it off."""

    who: str
    """A combatant, or `fight`."""
    text: tuple[str, ...] = ()


class Count(Intent):
    """A counter of somebody, or of the fight, moved or set."""

    who: str
    """A combatant, or `fight`."""
    name: str
    amount: int
    moves: bool = False
    """By so much, up or down; else to that number."""


class Several(NamedTuple):
    """Intents that are one step. `all_of_them`: if one is refused, all are; else those who can
    do it, do it."""

    intents: list[Intent]
    all_of_them: bool = True
