"""Neutral descriptions of screens: the rules fill them, the view renders them."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from gmtrack.core.encounter import Data
from gmtrack.core.lexicon import Entries
from gmtrack.core.report import Part
from gmtrack.core.standing import Standing
from gmtrack.core.values import frozen


@frozen
class Segment:
    """A run of equal boxes of a track. `kind`: `full` (what is left), `lost`, `empty`, `bruise`,
    `lethal`, `unusable` ...; `sign` is drawn for each box instead of the usual sign of its kind."""

    kind: str
    count: int
    sign: str = ""


LEFT = ("full", "empty")
"""The kinds of boxes that are left."""


class Track(NamedTuple):
    """A pool, monitor or limb: its boxes in order, and the `text` beside it.

    - `marks`: the positions (number of boxes from the start) after which a wound mark is drawn.
    - `exact`: the boxes are counted one by one at the table, so they are not scaled down for
      want of room.
    - `short`: a text in place of boxes and `text` where there is no room for boxes; empty if
      `text` alone will do.
    - `widest`: the widest text that the track may come to have, so that columns keep their
      places; empty if only the first number of `text` changes.
    - `unit`: what the number counts, in a word (`left`, `filled`).
    - `fields`: the fields of the live state from which the track is read, if none has its name.
      `names`: other names of the track, as on the board."""

    label: str
    segments: tuple[Segment, ...]
    text: str
    marks: tuple[int, ...] = ()
    exact: bool = False
    short: str = ""
    unit: str = ""
    counted: int | None = None
    """The number that the table uses, if it is not what is left."""
    fields: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    rules: str = ""
    """Ids of the rows that the track follows from."""
    widest: str = ""

    @property
    def size(self) -> int:
        """The number of boxes."""
        return sum(segment.count for segment in self.segments)

    @property
    def now(self) -> int:
        """The number that the table uses for the track: what is left of a pool, what is filled
        of a monitor."""
        left = sum(
            segment.count for segment in self.segments if segment.kind in LEFT
        )
        return left if self.counted is None else self.counted


class Condition(NamedTuple):
    """A state that a combatant is in: its word, what is left of it (rounds, a value), and its
    tone."""

    label: str
    left: str = ""
    tone: str = "bad"


@frozen
class Row:
    """A combatant on the board. `cells` fill the board's columns in order."""

    id: str
    name: str
    side: str
    acting: bool
    done: bool
    """Whether the combatant has had a turn in this pass."""
    standing: Standing
    cells: tuple[str, ...]
    tracks: tuple[Track, ...] = ()
    conditions: tuple[Condition, ...] = ()
    note: str = ""
    """The GM's whole note; what screens show of it is among the conditions."""


def calls_for_help(row: Row) -> bool:
    """Whether a row is of a player character who is unconscious or dying: nothing on a screen is
    as urgent."""
    return row.standing.down and row.side == "pc"


def in_screen_order(rows: Iterable[Row]) -> tuple[Row, ...]:
    """Return the rows in the order of screens: the fallen of other sides behind all who matter
    now, the dead last. Otherwise the order stays."""

    def place(row: Row) -> int:
        if row.standing.down:
            return 0 if calls_for_help(row) else 1
        return 2 if row.standing.dead else 0

    return tuple(sorted(rows, key=place))


class Turn(NamedTuple):
    """A description of whose turn it is and what comes next, in people's words.

    - `left`: what the acting combatant can still spend (`2 AP`); `declared`: whom they have
      declared to attack, where that is done before.
    - `next`: what `next` does (`end Joe's turn`); `ends`: other actions that end the turn, each
      with what is left behind by it.
    - `due`: what must not be forgotten now, as lines that can be typed, each with what it does;
      `still`: all of it in short, or what else `next` would leave behind.
    - `taken`: what `intervene` does (`take the spotlight`); `others`: what others can do
      meanwhile, for those who ask.
    - `soon`: what comes by itself or has been reached, which keeps nobody from going on, each
      with the line that tells of it.
    - `spent`: whether the acting combatant has nothing left that costs anything, and `next` asks
      for no choice, so that a session may end the turn by itself.
    - `ends_round`: whether nobody has to act before the next round, so that a session may offer to
      go on until it begins.
    - `steps`: whether `next` goes on in small steps now, of which `next N` takes N and `next all`
      all that are left.
    - `everybody`: what all can do while nobody in particular acts (`all declare`), for players;
      empty: it is the GM's turn then."""

    left: str = ""
    next: str = ""
    due: Entries = ()
    declared: tuple[str, ...] = ()
    still: str = ""
    taken: str = "take the held action"
    others: str = ""
    ends: Entries = ()
    soon: Entries = ()
    spent: bool = False
    steps: bool = False
    ends_round: bool = False
    everybody: str = ""


class Board(NamedTuple):
    """The fight at a glance.

    - `clock`: label and value pairs of the head line (round, pass); the label is empty where the
      value says it.
    - `columns`: the heads of the rows' cells; `spare`: columns that are left out where there is
      no room for them, the first of them first; `optional`: columns that are left out while
      nobody has anything in them.
    - `widest`: by the head of a column, the widest text that may come to stand in it, so that
      the columns keep their places; without one the cells are numbers, of which only the first
      changes (`9/15`).
    - `lines`: further lines of the scene; `aside`: more of them, left out where there is no room.
    - `doc`: the document for --json. `notes`: the GM's on the fight. `tracks`: those that belong
      to nobody."""

    title: str
    clock: tuple[tuple[str, str], ...]
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    doc: Data
    lines: tuple[str, ...] = ()
    turn: Turn = Turn()
    spare: tuple[str, ...] = ()
    notes: str = ""
    aside: tuple[str, ...] = ()
    tracks: tuple[Track, ...] = ()
    optional: tuple[str, ...] = ()
    widest: Mapping[str, str] = MappingProxyType({})


class Number(NamedTuple):
    """A derived number with its named parts; without parts it is a number of the sheet itself.
    `fields`, `names` and `rules` as in a track."""

    label: str
    value: str
    parts: tuple[Part, ...] = ()
    fields: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    rules: str = ""


class Section(NamedTuple):
    """A titled group of a profile: numbers, or table rows under column heads."""

    title: str
    numbers: tuple[Number, ...] = ()
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()


class Profile(NamedTuple):
    """A combatant (or thing of the scene), whole. `figure` are rows of a body seen from the
    front, with tracks where it has any; these are not among `tracks`."""

    title: str
    subtitle: str
    tracks: tuple[Track, ...]
    conditions: tuple[Condition, ...]
    sections: tuple[Section, ...]
    doc: Data
    figure: tuple[tuple[Track | None, ...], ...] = ()


class Item(NamedTuple):
    """An entry of a page that people read through: its id, its subject, and the text."""

    id: str
    title: str
    lines: tuple[str, ...]


class Topic(NamedTuple):
    """A page of `gmtrack rules`: a table of rules that the program applies. `groups`: what
    people read instead of the table, each group under its head; empty if they read the table."""

    name: str
    summary: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...] = ()
    groups: tuple[tuple[str, tuple[Item, ...]], ...] = ()
