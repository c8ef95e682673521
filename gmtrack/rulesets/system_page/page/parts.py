"""The parts of which the rows of a system page are made: fields, tracks, statuses, rolls and deeds,
with the types of their values."""

from collections.abc import Callable, Mapping
from typing import Annotated, Any, Literal

from gmtrack.core.encounter import Data
from gmtrack.core.record import Bounds, Pattern
from gmtrack.rulesets.kit.sheet import (
    FileShape,
    declare_field,
)
from gmtrack.rulesets.system_page.page.formula_text import Formula

Text = Annotated[
    str, Pattern(r"[^\x00-\x1f]{1,200}", "a text of 1 to 200 characters")
]
FormulaText = (
    Annotated[
        str,
        Pattern(r"[^\x00-\x1f]{1,200}", "a formula of 1 to 200 characters"),
    ]
    | int
)
FieldName = Annotated[
    str,
    Pattern(r"[a-z][a-z0-9_]{0,29}", "lower-case letters, digits and _"),
]
Word = Annotated[
    str,
    Pattern(r"[a-z][a-z0-9-]{0,29}", "lower-case letters, digits and hyphens"),
]
MOST = 1_000_000
PageNumber = Annotated[int, Bounds(-MOST, MOST)]
Price = Annotated[int, Bounds(0, 20)]
Worth = Annotated[float, Bounds(0, 1_000)]
TrackOrCondition = Annotated[
    str,
    Pattern(
        r"[a-z][a-z0-9_-]{0,29}",
        "the name of a track or of a condition",
    ),
]
FieldKind = Literal[
    "number", "word", "words", "text", "dice", "switch", "places"
]
Lasts = Literal["turn", "next-turn", "round", "fight", "ended"]
Command = Literal["attack", "act", "test"]
RestKind = Literal["scene", "hour", "night", "day", "week"]


def read_map(shape: type[FileShape]) -> Callable[[Data], Mapping[str, Any]]:
    """Return a reader for a map whose values have this shape. An empty value has the defaults."""
    return lambda rows: {
        key: shape.from_data(row or {}) for key, row in rows.items()
    }


def read_formulas(rows: Data) -> Mapping[str, Formula]:
    """Return the formulas of a map by their keys."""
    return {key: Formula(text) for key, text in rows.items()}


def declare_formula(help: str) -> Any:
    """Declare a field with a formula that may be left out."""
    return declare_field(
        help, otherwise=None, written=FormulaText, read=Formula
    )


def declare_rows(help: str, shape: Any, *, may_be_empty: bool = True) -> Any:
    """Declare a field with rows of this shape by their keys, in the order of the page.
    `may_be_empty`: whether a row may have nothing in it; not where the shape has keys that have to
    be there."""
    row: Any = shape | None if may_be_empty else shape
    return declare_field(
        help,
        default=dict,
        written=dict[Word, row],
        read=read_map(shape),
    )


class FieldShape(FileShape):
    """A field of a sheet or of a weapon."""

    kind: FieldKind = declare_field(
        "What stands in it: number, word (one of `of`), words (some of `of`), text, dice, switch "
        "(yes or no) or places (a number for each place, read by `FIELD[place]`).",
        default="number",
    )
    default: PageNumber | str | bool | list[str] | None = declare_field(
        "The value where a sheet says nothing.", otherwise=None
    )
    min: PageNumber | None = declare_field("The least number.", otherwise=None)
    max: PageNumber | None = declare_field(
        "The largest number.", otherwise=None
    )
    of: tuple[str, ...] = declare_field(
        "The words that may be chosen; left out: the types of damage.",
        default=(),
        written=list[Word],
    )
    formula: Formula | None = declare_formula(
        "What the value follows from: fields above this one."
    )
    help: str = declare_field(
        "What it is, in a few words.", default="", written=Text
    )


def declare_fields(help: str) -> Any:
    """Declare a field with the fields of a sheet or of a weapon by their names."""
    return declare_field(
        help,
        default=dict,
        written=dict[FieldName, FieldShape],
        read=read_map(FieldShape),
    )


class TrackShape(FileShape):
    """Something that play counts, such as hit points."""

    max: Formula = declare_field(
        "The most that it holds.", written=FormulaText, read=Formula
    )
    counts: Literal["down", "up"] = declare_field(
        "down: points that are lost; up: boxes that fill.", default="down"
    )
    start: Formula | None = declare_formula(
        "Where it stands at first; left out: full points, or no boxes."
    )
    during: Formula | None = declare_formula(
        "The condition while which it counts: at any other time it stands as at first, and boards "
        "leave it out. Left out: always."
    )
    before: str | None = declare_field(
        "A track that loses nothing until this one is empty; what is left of damage goes on to it.",
        otherwise=None,
        written=FieldName,
    )
    help: str = declare_field(
        "What it is, in a few words.", default="", written=Text
    )


class StatusShape(FileShape):
    """A word for how somebody stands, and when it holds."""

    when: Formula = declare_field(
        "The condition; the first status of the page whose condition holds counts.",
        written=FormulaText,
        read=Formula,
    )
    out: bool = declare_field("Whether they are out of it.", default=False)
    down: bool = declare_field(
        "Whether they are down, and others can help.", default=False
    )
    dead: bool = declare_field("Whether they are dead.", default=False)
    turn: bool = declare_field(
        "Whether they still have turns though they are out, down or dead.",
        default=False,
    )
    due: str | None = declare_field(
        "The line that is due in their turn, with {who} for their id.",
        otherwise=None,
        written=Text,
    )

    @property
    def is_out(self) -> bool:
        """Whether somebody with this status cannot act."""
        return self.out or self.down or self.dead


class RollShape(FileShape):
    """A roll in one of three ways: a sum of dice, dice under a chance, or a pool of dice."""

    sum: Formula | None = declare_formula("Dice and numbers that are added up.")
    under: Formula | None = declare_formula(
        "The chance; the dice must not show more."
    )
    dice: Formula = declare_field(
        "The dice that are rolled under the chance.",
        default=Formula("d100"),
        written=FormulaText,
        read=Formula,
    )
    pool: Formula | None = declare_formula("How many dice are rolled.")
    sides: Annotated[int, Bounds(2, 100)] = declare_field(
        "The sides of the dice of a pool.", default=6
    )
    success: Annotated[int, Bounds(2, 100)] = declare_field(
        "The least face that is a success.", default=6
    )
    least: Annotated[int, Bounds(0, 100)] = declare_field(
        "The fewest dice of a pool.", default=1
    )
    push: Literal["all", "no-ones"] | None = declare_field(
        "What a pushed pool rolls again (`--with push`): all dice without success, or those that "
        "show no one either.",
        otherwise=None,
    )


class DeedShape(FileShape):
    """What an outcome does to somebody."""

    put: tuple[str, ...] = declare_field(
        "Conditions that come over them.", default=(), written=list[Word]
    )
    end: tuple[str, ...] = declare_field(
        "Conditions that end.", default=(), written=list[Word]
    )
    add: Mapping[str, Formula] = declare_field(
        "What is added to their tracks.",
        default=dict,
        written=dict[FieldName, FormulaText],
        read=read_formulas,
    )
    damage: Formula | None = declare_formula("Damage that they take.")


def declare_deed(help: str) -> Any:
    """Declare a field with a deed that may be left out."""
    return declare_field(
        help, otherwise=None, written=DeedShape, read=DeedShape.from_data
    )
