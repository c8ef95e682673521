"""The keys of a system page: each key with its type, its default and its help.

The shapes describe a page in its long form; `short_forms.py` writes out what a GM may shorten."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from gmtrack.core.encounter import Data
from gmtrack.core.record import Bounds
from gmtrack.rulesets.kit.own.definitions import Delta, Label, RollRow, Tick
from gmtrack.rulesets.kit.sheet import (
    FileShape,
    declare_field,
    prepare_validation,
)
from gmtrack.rulesets.system_page.page.formula_text import Formula
from gmtrack.rulesets.system_page.page.parts import (
    Command,
    DeedShape,
    FieldName,
    FieldShape,
    FormulaText,
    Lasts,
    Price,
    RestKind,
    RollShape,
    StatusShape,
    Text,
    TrackOrCondition,
    TrackShape,
    Word,
    Worth,
    declare_deed,
    declare_fields,
    declare_formula,
    declare_rows,
    read_formulas,
    read_map,
)


class BandShape(FileShape):
    """An outcome of a roll; the first of the page whose condition holds counts."""

    when: Formula | None = declare_formula("The condition; left out: always.")
    damage: Formula | None = declare_formula(
        "The damage; an outcome with damage is a hit."
    )
    target: DeedShape | None = declare_deed("What it does to the target.")
    self: DeedShape | None = declare_deed("What it does to who rolls.")
    says: str = declare_field(
        "What is told; left out: its word.", default="", written=Text
    )


class AgainstShape(FileShape):
    """What an attack is rolled against: a number, or a roll that the target chooses."""

    number: Formula | None = declare_formula("The number to reach.")
    defenses: Mapping[str, RollShape] = declare_rows(
        "The rolls that the target may choose (`--defense`).", RollShape
    )
    default: str | None = declare_field(
        "The defense where nobody says one, or none; left out: the first.",
        otherwise=None,
        written=Word,
    )


class AttackShape(FileShape):
    """A way to attack."""

    roll: RollShape = declare_field(
        "The roll to hit.", written=RollShape, read=RollShape.from_data
    )
    bands: Mapping[str, BandShape] = declare_field(
        "The outcomes.",
        written=dict[Word, BandShape | None],
        read=read_map(BandShape),
    )
    by: Literal["attacker", "target"] = declare_field(
        "Who rolls.", default="attacker"
    )
    against: AgainstShape | None = declare_field(
        "What it is rolled against.",
        otherwise=None,
        written=AgainstShape,
        read=AgainstShape.from_data,
    )
    type: Formula | None = declare_formula("The type of its damage.")
    several: bool = declare_field(
        "Whether one attack may have several targets.", default=False
    )
    damage: Formula | None = declare_formula(
        "Damage that is rolled once for all targets, called `damage` in the outcomes."
    )
    places: bool = declare_field("Whether a place can be called.", default=True)
    costs: Mapping[str, int] = declare_field(
        "What it takes of the turn; left out: one of the first thing in `turn: budget`.",
        default=dict,
        written=dict[Word, Price],
    )
    help: str = declare_field(
        "What it is, in a few words.", default="", written=Text
    )


class StepShape(FileShape):
    """What happens to damage before it lands."""

    when: Formula | None = declare_formula("The condition; left out: always.")
    roll: RollShape | None = declare_field(
        "A roll of the target's.",
        otherwise=None,
        written=RollShape,
        read=RollShape.from_data,
    )
    less: Formula | None = declare_formula("What is taken off.")
    times: Annotated[int, Bounds(0, 10)] | None = declare_field(
        "What it is multiplied with.", otherwise=None
    )
    half: Literal["down", "up"] | None = declare_field(
        "Whether it is halved, and how it is rounded.", otherwise=None
    )
    told: bool = declare_field(
        "Whether it counts only where the GM says it (`--with`).",
        default=False,
    )
    target: DeedShape | None = declare_deed("What it does to the target.")
    help: str = declare_field(
        "What it is, in a few words.", default="", written=Text
    )


class LandingShape(FileShape):
    """Where damage goes; the first of the page whose condition holds counts."""

    when: Formula | None = declare_formula("The condition; left out: always.")
    to: Mapping[str, Formula] | None = declare_field(
        "What each track takes, all by the tracks as they stood before; left out: all goes to "
        "`track`.",
        otherwise=None,
        written=dict[FieldName, FormulaText],
        read=read_formulas,
    )
    target: DeedShape | None = declare_deed("What it does to the target.")
    says: str = declare_field("What is told.", default="", written=Text)


class DamageShape(FileShape):
    """How damage is taken."""

    track: str = declare_field(
        "The track that damage goes to, after those that stand before it.",
        written=FieldName,
    )
    types: tuple[str, ...] = declare_field(
        "The types of damage.", default=(), written=list[Word]
    )
    steps: Mapping[str, StepShape] = declare_rows(
        "What happens to damage before it lands, in this order.", StepShape
    )
    lands: Mapping[str, LandingShape] = declare_rows(
        "Where it goes.", LandingShape
    )


class InitiativeShape(FileShape):
    """Who goes when. The higher number goes first."""

    roll: RollShape | None = declare_field(
        "The roll; left out: the order is typed.",
        otherwise=None,
        written=RollShape,
        read=RollShape.from_data,
    )
    each: Literal["fight", "round"] = declare_field(
        "Whether it is rolled once a fight or every round.", default="fight"
    )
    sides: bool = declare_field(
        "Whether each side rolls once and acts together.", default=False
    )
    ties: Formula | None = declare_formula(
        "What decides between equal numbers: the higher goes first."
    )


class TurnShape(FileShape):
    """The parts of a turn that actions spend."""

    budget: Mapping[str, int] = declare_field(
        "What there is to spend, such as {action: 1, bonus: 1}; left out: one action.",
        otherwise=lambda _: {"action": 1},
        written=dict[Word, Annotated[int, Bounds(1, 20)]],
    )


class ActionShape(FileShape):
    """Something to do with `act`."""

    costs: Mapping[str, int] = declare_field(
        "What it takes of the turn; left out: one of the first thing in `turn: budget`.",
        default=dict,
        written=dict[Word, Price],
    )
    self: DeedShape | None = declare_deed("What it does to who acts.")
    target: DeedShape | None = declare_deed(
        "What it does to another, who is named then."
    )
    help: str = declare_field(
        "What it is, in a few words.", default="", written=Text
    )


class PlaceShape(FileShape):
    """A place that can be called (`--called`), or that a roll for the place finds."""

    plus: Formula = declare_field(
        "What is added to the attack.",
        default=Formula("0"),
        written=FormulaText,
        read=Formula,
    )
    faces: tuple[int, ...] = declare_field(
        "The numbers of `location` that mean it, the first and the last: [1, 4].",
        default=(),
        written=list[int],
    )
    when: Formula | None = declare_formula(
        "When `target` happens; left out: when damage is dealt."
    )
    target: DeedShape | None = declare_deed("What it does to the target.")
    help: str = declare_field(
        "What it is, in a few words.", default="", written=Text
    )


class TestShape(FileShape):
    """A test of one person."""

    roll: RollShape = declare_field(
        "The roll.", written=RollShape, read=RollShape.from_data
    )
    bands: Mapping[str, BandShape] = declare_field(
        "The outcomes.",
        written=dict[Word, BandShape | None],
        read=read_map(BandShape),
    )
    against: Formula | None = declare_formula(
        "The number to reach; `--threshold N` replaces it."
    )
    help: str = declare_field(
        "What it is, in a few words.", default="", written=Text
    )


class ModifierShape(FileShape):
    """Something that changes rolls."""

    roll: tuple[str, ...] = declare_field(
        "The rolls that it changes.",
        default=("attack",),
        written=Word | list[Word],
        read=lambda told: (told,) if isinstance(told, str) else tuple(told),
    )
    plus: Formula | None = declare_formula(
        "What it adds to the sum, the chance or the pool."
    )
    again: Literal["best", "worst"] | None = declare_field(
        "Whether the dice are rolled twice, and which roll counts; best and worst cancel, "
        "however many rows say so.",
        otherwise=None,
    )
    damage: Formula | None = declare_formula("What it adds to the damage.")
    when: Formula | None = declare_formula("The condition; left out: always.")
    told: bool = declare_field(
        "Whether it counts only where the GM says it (`--with`); else `--without` leaves it out.",
        default=False,
    )
    costs: Mapping[str, int] = declare_field(
        "What it takes of the tracks of who rolls, each time that it is told.",
        default=dict,
        written=dict[FieldName, Price],
    )
    self: DeedShape | None = declare_deed(
        "What it does to who rolls, each time that it is told."
    )
    after: bool = declare_field(
        "Whether who rolls may decide for it when the dice have fallen (`--with WORD-if-needed`).",
        default=False,
    )
    help: str = declare_field(
        "What it is, in a few words.", default="", written=Text
    )


class RestShape(FileShape):
    """What a rest gives back."""

    add: Mapping[str, Formula] = declare_field(
        "What is added to the tracks.",
        default=dict,
        written=dict[FieldName, FormulaText],
        read=read_formulas,
    )
    end: tuple[str, ...] = declare_field(
        "Conditions that end.", default=(), written=list[Word]
    )


class ConditionShape(FileShape):
    """A condition that somebody may have. Besides its own keys it takes those of an effect of the
    GM's own."""

    help: str = declare_field(
        "What it is, in a few words.", default="", written=Text
    )
    lasts: Lasts = declare_field(
        "How long it lasts: turn, next-turn (until their next turn), round, fight, or ended (until "
        "somebody ends it).",
        default="ended",
    )
    stops: tuple[str, ...] = declare_field(
        "What they cannot do meanwhile: attack, act, test.",
        default=(),
        written=list[Command],
    )
    change: Data = declare_field(
        "What is added to whole numbers of the sheet.",
        default=dict,
        written=dict[FieldName, Delta],
    )
    rolls: tuple[RollRow, ...] = declare_field(
        "What is added to rolls: roll, by, when.",
        default=(),
        written=list[RollRow],
    )
    forbids: tuple[str, ...] = declare_field(
        "Actions and defenses that are refused meanwhile.",
        default=(),
        written=list[Word],
    )
    each: Tick | None = declare_field(
        "What comes again and again: at, and damage, heal or count.",
        otherwise=None,
        written=Tick,
    )
    then: str | None = declare_field(
        "The condition that follows it.", otherwise=None, written=Word
    )
    stacks: Annotated[int, Bounds(1, 20)] = declare_field(
        "How often somebody may have it at once.", default=1
    )
    players: str | bool | None = declare_field(
        "The word that players see for it; false: nothing.",
        otherwise=None,
        written=Label | Literal[False],
    )


class SystemPage(FileShape):
    """A system page: the combat of one game."""

    gmtrack: Annotated[int, Bounds(1, 1)] = declare_field(
        "The version of the format: 1."
    )
    kind: Literal["system"] = declare_field("system.")
    title: str = declare_field("The name of the game.", written=Text)
    id: str = declare_field(
        "The id of the ruleset; left out: the name of the file.",
        default="",
        written=Word,
    )
    summary: str = declare_field(
        "What the game is, in a line.", default="", written=Text
    )
    sheet: Mapping[str, FieldShape] = declare_fields(
        "The fields of a combatant's sheet."
    )
    weapon: Mapping[str, FieldShape] = declare_fields("The fields of a weapon.")
    bare: Data = declare_field(
        "The weapon that everybody has, with its id: {id: fists, ...}.",
        default=dict,
        written=dict[FieldName, Any],
    )
    tracks: Mapping[str, TrackShape] = declare_field(
        "What play counts, such as hit points.",
        default=dict,
        written=dict[FieldName, TrackShape],
        read=read_map(TrackShape),
    )
    status: Mapping[str, StatusShape] = declare_rows(
        "How somebody can stand; the first whose condition holds counts, else `up`.",
        StatusShape,
        may_be_empty=False,
    )
    levels: Mapping[str, Formula | None] = declare_field(
        "What a roll under a chance comes to, the best first; the last is empty.",
        default=dict,
        written=dict[FieldName, FormulaText | None],
        read=lambda rows: {
            key: None if text is None else Formula(text)
            for key, text in rows.items()
        },
    )
    initiative: InitiativeShape | None = declare_field(
        "Who goes when; left out: there are no turns.",
        otherwise=None,
        written=InitiativeShape,
        read=InitiativeShape.from_data,
    )
    turn: TurnShape = declare_field(
        "What somebody can do in a turn.",
        otherwise=lambda page: TurnShape.from_data({}),
        written=TurnShape,
        read=TurnShape.from_data,
    )
    attacks: Mapping[str, AttackShape] = declare_rows(
        "The ways to attack.", AttackShape, may_be_empty=False
    )
    damage: DamageShape | None = declare_field(
        "How damage is taken; left out: the GM types what a track loses.",
        otherwise=None,
        written=DamageShape,
        read=DamageShape.from_data,
    )
    tests: Mapping[str, TestShape] = declare_rows(
        "What `test` takes.", TestShape, may_be_empty=False
    )
    conditions: Mapping[str, ConditionShape] = declare_rows(
        "The conditions that somebody may have.", ConditionShape
    )
    modifiers: Mapping[str, ModifierShape] = declare_rows(
        "What changes rolls.", ModifierShape
    )
    location: RollShape | None = declare_field(
        "The roll for the place that is hit; left out: only called places count.",
        otherwise=None,
        written=RollShape,
        read=RollShape.from_data,
    )
    places: Mapping[str, PlaceShape] = declare_rows(
        "The places that can be called or hit.", PlaceShape
    )
    actions: Mapping[str, ActionShape] = declare_rows(
        "What `act` takes.", ActionShape
    )
    weighing: Mapping[str, float] = declare_field(
        "What simulated people take a point of a track, or a condition, to be worth, in points of "
        "the track that damage goes to; left out: what gmtrack makes of the page.",
        default=dict,
        written=dict[TrackOrCondition, Worth],
    )
    rest: Mapping[str, RestShape] = declare_field(
        "What each kind of rest gives back; a longer one gives the shorter ones first.",
        default=dict,
        written=dict[RestKind, RestShape],
        read=read_map(RestShape),
    )


def page_shape() -> type[SystemPage]:
    """Return the class of a page, prepared for validation, which is slow."""
    return prepare_validation(SystemPage)
