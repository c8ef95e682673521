"""The columns of a spreadsheet as fields of a sheet. Columns are named as `set` names fields; a
map in a sheet (weapons, skills) has one column for each entry. Unknown columns get a hint at
what may be meant."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, get_origin

from gmtrack.core import MARK
from gmtrack.core.names import (
    ask_if_meant,
    matching_words,
    nearest_words,
    squash,
)
from gmtrack.errors import GmtrackError
from gmtrack.rulesets.port import Ruleset

ID = "id"
TEMPLATE = "template"
Step = str | int
WEAPONS, SKILLS = "weapons", "skills"
MOST, LEFT = ("max", "maximum", "total"), ("now", "current", "left")
"""Words in a column's name that mean the maximum of a number, and what is left of it."""
UNHURT = "what is left of it is not taken: newcomers come with all of it"
"""Why a column with what is left of a number is ignored, if the live state has no field for it."""
LEAST = 3
"""The fewest letters of a word that are taken as the beginning of an entry."""
ANY = "NAME"
"""Stands for an entry's name if no example is known."""


class Column(NamedTuple):
    """A column of a spreadsheet and the field that it fills. `steps` lead to the field; they are
    empty if nothing knows the column, and `why` says so.

    `shape` is what the field may hold. `meant` is the field of a column that has another name
    and was recognised. `live` is the path in the live state of what is left of a number."""

    name: str
    steps: tuple[Step, ...]
    why: str = ""
    shape: Any = None
    meant: str = ""
    live: str = ""

    @property
    def path(self) -> str:
        """The dotted path of the field; empty for an unknown column."""
        return ".".join(map(str, self.steps))


def parse_columns(
    ruleset: Ruleset, names: Sequence[str], cells: Mapping[str, str]
) -> list[Column]:
    """Return the columns of a table as fields. `cells` has an example cell for each column."""
    return pair_most_and_left(
        ruleset,
        [parse_column(ruleset, name, cells.get(name, "")) for name in names],
    )


def parse_column(ruleset: Ruleset, name: str, cell: str = "") -> Column:
    """Return one column as a field. Positions in lists are numbers (`armor.0.rating`). `cell` is
    an example of its content, which tells a skill from a weapon."""
    from gmtrack.store.check.shapes import sheet_shape

    if squash(name) == ID:
        return Column(name, (ID,))
    shape: Any = sheet_shape(ruleset.SCHEMA.sheet)
    steps: list[Step] = []
    for word in name.split("."):
        step, under, why = _next_step(shape, word.strip())
        if step is None:
            entry = _skill_or_weapon_column(ruleset, name, cell)
            if entry:
                return parse_column(ruleset, entry)._replace(
                    name=name, meant=entry
                )
            return Column(
                name,
                (),
                why + _did_you_mean(ruleset, shape, steps, word.strip(), cell),
            )
        shape = under
        steps.append(spell_entry(ruleset, steps, step))
    return Column(name, tuple(steps), shape=shape)


def _skill_or_weapon_column(ruleset: Ruleset, name: str, cell: str) -> str:
    """Return the column that an entry's bare name means: a skill of this name if the cell is a
    number, a weapon if the cell names one of the stock. Empty if there is none."""
    from gmtrack.store.check.shapes import sheet_shape

    field = WEAPONS if cell.startswith(MARK) else SKILLS
    if not is_map(sheet_shape(ruleset.SCHEMA.sheet).fields.get(field)):
        return ""
    if field == SKILLS and not normalize_number(cell).lstrip("+-").isdecimal():
        return ""
    wanted = squash(name.replace(" ", "-"))
    found = (
        entry
        for entry in _known_entries(ruleset, field)
        if squash(entry) == wanted
    )
    return next((f"{field}.{entry}" for entry in found), "")


def pair_most_and_left(ruleset: Ruleset, columns: list[Column]) -> list[Column]:
    """Return the columns with pairs of maximum and remainder recognised: `hp_max` is the field
    `hp`, and `hp` or `hp_now` beside it is what is left. If the field itself is called
    `flesh_max`, a column `flesh` is what is left of it."""
    unknown = [one.name for one in columns if not one.steps]
    most = {
        name: field
        for name in unknown
        if (field := _number_marked(ruleset, name, MOST))
    }
    left = {
        name: field
        for name in unknown
        if (field := _number_left(ruleset, name))
    }
    left |= {one.name: one.path for one in columns if one.path in most.values()}
    found = []
    for one in columns:
        if one.name in most:
            meant = parse_column(ruleset, most[one.name])
            found.append(meant._replace(name=one.name, meant=meant.path))
        elif one.name in left:
            live = _live_path(ruleset, left[one.name])
            found.append(
                Column(one.name, (), "" if live else UNHURT, live=live)
            )
        else:
            found.append(one)
    return found


def _number_left(ruleset: Ruleset, name: str) -> str:
    """Return the number of which a column says what is left (`hp_now`; `flesh` if the sheet has
    `flesh_max`); empty if there is none."""
    if field := _number_marked(ruleset, name, LEFT):
        return field
    is_of_maximum = squash(f"{name}_{MOST[0]}") in map(
        squash, _number_fields(ruleset)
    )
    field = squash(name).replace("-", "_")
    return field if is_of_maximum and _live_path(ruleset, field) else ""


def _number_marked(ruleset: Ruleset, name: str, marks: Sequence[str]) -> str:
    """Return the number field that a column is named after, with one of the marks before or
    behind it; empty if there is none."""
    first, *rest = re.split(r"[\s_-]+", name.strip().lower())
    *start, last = first, *rest
    words = rest if first in marks else start if last in marks else []
    wanted = squash("_".join(words))
    return next(
        (key for key in _number_fields(ruleset) if squash(key) == wanted), ""
    )


def _number_fields(ruleset: Ruleset) -> list[str]:
    """Return the fields of a sheet that hold a whole number."""
    from gmtrack.store.check.shapes import alternatives, sheet_shape

    fields = sheet_shape(ruleset.SCHEMA.sheet).fields
    return [key for key, shape in fields.items() if int in alternatives(shape)]


def _live_path(ruleset: Ruleset, field: str) -> str:
    """Return the path in the live state of what is left of a number; empty if there is none."""
    known = ruleset.SCHEMA.live.FIELDS
    return next(
        (known[name] for name in (field, f"{field}_left") if name in known), ""
    )


def normalize_number(cell: str, shape: Any = int) -> str:
    """Return a cell as its field reads it: `4,0` is the whole number 4, and in a field for any
    number a comma becomes a point. Any other cell is returned as it is."""
    from gmtrack.store.check.shapes import alternatives

    number = re.fullmatch(r"([-+]?\d+)[.,](\d+)", cell)
    kinds = alternatives(shape)
    if number and int in kinds and not number[2].strip("0"):
        return number[1]
    return f"{number[1]}.{number[2]}" if number and float in kinds else cell


def _next_step(shape: Any, word: str) -> tuple[Step | None, Any, str]:
    """Return the key or position that a word means within a shape, and the shape there. If it
    means none, both are None and the third value says why."""
    from gmtrack.store.check.shapes import annotation_inside, keys_of

    known = keys_of(shape)
    if known is not None:
        step: Step | None = next(
            (key for key in known if squash(key) == squash(word)), None
        )
        if step is None:
            return None, None, f"there is no field '{word}'"
    elif word.isdecimal() and is_map(shape):
        return None, None, "its entries have names, not numbers"
    else:
        step = int(word) if word.isdecimal() and len(word) < 4 else word.lower()
        step = str(step) if annotation_inside(shape, step) is None else step
    under = annotation_inside(shape, step)
    if under is None or step == "":
        return None, None, f"there is nothing '{word}' in it"
    return step, under, ""


def _did_you_mean(
    ruleset: Ruleset, shape: Any, steps: list[Step], word: str, cell: str
) -> str:
    """Return the end of a message: the column that may be meant by a word below these steps.
    Empty if nothing is near."""
    from gmtrack.store.check.shapes import annotation_inside, keys_of

    known = keys_of(shape)
    if steps and known is None and is_map(shape):
        return ask_if_meant(example_entry(ruleset, str(steps[0]), cell))
    if steps or known is None:
        return "".join(map(ask_if_meant, nearest_words(word, known or ())))
    entry, near = (
        entry_column_for_name(ruleset, word, cell),
        next(iter(nearest_words(word, known)), ""),
    )
    if squash(entry.partition(".")[2]) == squash(word) or not near:
        return ask_if_meant(entry)
    field = next((key for key in known if squash(key) == near), "")
    if field and is_map(annotation_inside(shape, field)):
        near = example_entry(ruleset, field, cell)
    return ask_if_meant(near)


def doubled_columns(columns: list[Column]) -> Iterator[tuple[Column, Column]]:
    """Yield each column with an earlier one that fills the same field or a part of it. A part
    may follow its whole, which it changes."""
    known: list[Column] = []
    for one in (one for one in columns if one.steps):
        for other in known:
            if other.steps[: len(one.steps)] == one.steps:
                yield one, other
                break
        known.append(one)


def base_and_paths(
    columns: list[Column], kept: Collection[tuple[Step, ...]] = ()
) -> tuple[dict[str, Any], dict[str, str]]:
    """Return what the fields of a line begin with (lists of the right length), and for each
    column its path with positions that are counted without gaps. Lists in `kept` exist already
    and keep their positions."""
    base: dict[str, Any] = {}
    places = {
        path: steps
        for path, steps in _used_positions(columns).items()
        if path not in kept
    }
    paths = {}
    for one in columns:
        steps = [
            places[one.steps[:n]].index(step)
            if one.steps[:n] in places
            else step
            for n, step in enumerate(one.steps)
        ]
        paths[one.name] = ".".join(map(str, steps))
        if any(one.steps[:n] in places for n in range(len(steps))):
            _make_room(base, one.steps, places)
    return base, paths


def lists_kept(
    columns: list[Column], model: Mapping[str, Any]
) -> set[tuple[Step, ...]]:
    """Return the paths of the model's lists of which a line changes only parts: `armor.0.rating`
    alone changes the first piece. A line with a `name` in the list replaces the list."""
    found = set()
    for path, positions in _used_positions(columns).items():
        length = len(path)
        meant = [
            one.steps[length:] for one in columns if one.steps[:length] == path
        ]
        are_parts = all(
            len(steps) > 1 and steps[1] != "name" for steps in meant
        )
        there = _value_at(model, path)
        is_long_enough = isinstance(there, list) and int(positions[-1]) < len(
            there
        )
        if are_parts and is_long_enough:
            found.add(path)
    return found


def _value_at(node: Any, steps: tuple[Step, ...]) -> Any:
    """Return the value at the end of these steps; None if there is nothing."""
    for step in steps:
        if isinstance(node, dict):
            node = node.get(step)
        elif (
            isinstance(node, list)
            and isinstance(step, int)
            and step < len(node)
        ):
            node = node[step]
        else:
            return None
    return node


def lists_in_wholes(
    one: Column, columns: list[Column]
) -> Iterator[tuple[str, int]]:
    """Yield the lists on the way to a column that lie within a field which another column sets
    as a whole: the path of each list, and how many of its positions have columns."""
    wholes = {other.steps for other in columns if other is not one}
    places = _used_positions(columns)
    for n, step in enumerate(one.steps):
        is_in_whole = any(one.steps[:k] in wholes for k in range(1, n + 1))
        if isinstance(step, int) and is_in_whole:
            yield ".".join(map(str, one.steps[:n])), len(places[one.steps[:n]])


def _used_positions(
    columns: list[Column],
) -> dict[tuple[Step, ...], list[Step]]:
    """Return the positions of each list that have columns, in order."""
    found: dict[tuple[Step, ...], set[int]] = {}
    for one in columns:
        for n, step in enumerate(one.steps):
            if isinstance(step, int):
                found.setdefault(one.steps[:n], set()).add(step)
    return {path: sorted(steps) for path, steps in found.items()}


def _make_room(
    base: dict[str, Any],
    steps: tuple[Step, ...],
    places: dict[tuple[Step, ...], list[Step]],
) -> None:
    """Create the maps and lists on the way to a field in `base`, lists with their full length."""
    node: Any = base
    for n, step in enumerate(steps[:-1]):
        here = places[steps[:n]].index(step) if isinstance(step, int) else step
        is_list = isinstance(steps[n + 1], int)
        fresh: Any = [None] * len(places[steps[: n + 1]]) if is_list else {}
        if isinstance(here, int):
            node[here] = fresh if node[here] is None else node[here]
            node = node[here]
        else:
            node = node.setdefault(here, fresh)


# --- what somebody may have meant ---


def is_map(shape: Any) -> bool:
    """Whether a field holds entries by name, such as weapons or skills."""
    from gmtrack.store.check.shapes import alternatives

    return any((get_origin(one) or one) is dict for one in alternatives(shape))


def may_be_number(shape: Any) -> bool:
    """Whether a field can hold a number, such as armor that is the same everywhere."""
    from gmtrack.store.check.shapes import alternatives

    return any((get_origin(one) or one) is int for one in alternatives(shape))


def example_entry(ruleset: Ruleset, field: str, cell: str = "") -> str:
    """Return an example of a column for one entry of a map: `weapons.knife` if the cell is
    `@knife`, else an entry of the plain human."""
    named = re.fullmatch(rf"{MARK}([\w-]+)", cell)
    return f"{field}.{named[1] if named else next(iter(_plain_human_field(ruleset, field)), ANY)}"


def _plain_human_field(ruleset: Ruleset, field: str) -> Mapping[str, Any]:
    """Return what the plain human has in a field; empty if the stock has none or its file is
    broken."""
    from gmtrack.store.stock.check import plain_human

    try:
        found = (plain_human(ruleset) or {}).get(field)
    except GmtrackError:  # a broken stock file of the GM
        return {}
    return found if isinstance(found, dict) else {}


def entry_column_for_name(ruleset: Ruleset, word: str, cell: str) -> str:
    """Return the column that the bare name of an entry means (`knife`), also by its beginning;
    empty if no entry fits."""
    from gmtrack.store.check.shapes import sheet_shape

    shapes = sheet_shape(ruleset.SCHEMA.sheet).fields
    fields = [key for key, shape in shapes.items() if is_map(shape)]
    if cell.startswith(MARK):
        fields = [key for key in fields if key == WEAPONS]
    for field in fields if len(word) >= LEAST else ():
        if found := matching_words(
            word.replace(" ", "-"),
            dict.fromkeys(_known_entries(ruleset, field)),
        ):
            return f"{field}.{found[0]}"
    return ""


def spell_entry(ruleset: Ruleset, steps: Sequence[Step], word: Step) -> Step:
    """Return an entry of a map spelt as rules and stock spell it; any other step is returned as
    it is."""
    from gmtrack.store.check.shapes import sheet_shape

    if len(steps) != 1 or not isinstance(word, str):
        return word
    field = str(steps[0])
    if not is_map(sheet_shape(ruleset.SCHEMA.sheet).fields.get(field)):
        return word
    wanted = squash(word.replace(" ", "-"))
    return next(
        (
            one
            for one in _known_entries(ruleset, field)
            if squash(one) == wanted
        ),
        word,
    )


def _known_entries(ruleset: Ruleset, field: str) -> Iterator[str]:
    """Yield the entries that the rules know for a map, and those that combatants of the stock
    have in it."""
    from gmtrack.store.check.shapes import keys_of, sheet_shape
    from gmtrack.store.stock.reading import COMBATANTS, stock_of

    yield from keys_of(sheet_shape(ruleset.SCHEMA.sheet).fields[field]) or ()
    for thing in stock_of(ruleset.META.id).things[COMBATANTS].values():
        entries = thing.data.get(field)
        yield from entries if isinstance(entries, dict) else ()
