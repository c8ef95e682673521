"""The classes of one page: of sheets, of weapons and of live states."""

from collections.abc import Callable, Mapping
from typing import Annotated, Any, Literal

from gmtrack.core.keys import Key
from gmtrack.core.record import Bounds, derived, stored
from gmtrack.rulesets.kit.sheet import (
    FileShape,
    PlaceInOrder,
    declare_acts_at,
    declare_field,
)
from gmtrack.rulesets.system_page.formula.nodes import PlacedNumbers
from gmtrack.rulesets.system_page.judged import JudgedPage
from gmtrack.rulesets.system_page.page.formula_text import Formula
from gmtrack.rulesets.system_page.page.parts import (
    FieldShape,
)
from gmtrack.rulesets.system_page.page.shapes import (
    SystemPage,
)
from gmtrack.rulesets.system_page.sheet.fighter import Fighter
from gmtrack.rulesets.system_page.sheet.scopes import SheetScope

MOST = 9_999
"""The largest number of a field or a track that sets no limit itself."""
MODULE = __name__


def make_sheet(page: SystemPage) -> type[FileShape]:
    """Make the class of sheets."""
    body = _declare_all(page, page.sheet)
    annotations = _annotations(page, page.sheet)
    body["acts_at"] = declare_acts_at()
    annotations["acts_at"] = PlaceInOrder | None
    if page.attacks:
        weapon = make_weapon(page)
        annotations["weapons"] = dict[str, weapon]  # type: ignore[valid-type]
        body["weapons"] = declare_field(
            "Weapons and other ways to attack, by ids of your choice.",
            default=dict,
            written=dict[Key, weapon],  # type: ignore[valid-type]
            read=_reader_of_weapons(page, weapon),
        )
    return _make_shape("Sheet", body, annotations)


def make_weapon(page: SystemPage) -> type[FileShape]:
    """Make the class of weapons of a page with attacks."""
    ways = tuple(page.attacks)
    body = _declare_all(page, page.weapon)
    annotations = _annotations(page, page.weapon)
    body["name"] = declare_field(
        "What screens call it; left out: its id.", default=""
    )
    annotations["name"] = str
    body["way"] = declare_field(
        f"How it attacks: {', '.join(ways)}; left out: {ways[0]}.",
        default=ways[0],
    )
    annotations["way"] = Literal[ways]
    return _make_shape("Weapon", body, annotations)


def make_fighter(
    page: SystemPage, judged: JudgedPage, sheet: type[FileShape]
) -> type[Fighter]:
    """Make the class of combatants, with a field of the live state for each track."""
    body: dict[str, Any] = {
        "__module__": MODULE,
        "READ": staticmethod(sheet.from_data),
        "PAGE": page,
        "JUDGED": judged,
    }
    annotations: dict[str, Any] = {}
    for track in page.tracks:
        annotations[track] = Annotated[int, Bounds(0, MOST)]
        first = _fixed_start(page, track)
        is_fixed = first is not None
        body[track] = (
            stored(first) if is_fixed else derived(_reader_of_track(track))
        )
    body["__annotations__"] = annotations
    return type("PageFighter", (Fighter,), body)


def make_empty_scene() -> type[FileShape]:
    """Make the class of a scene without any fields: a page describes none."""
    return _make_shape("SceneShape", {}, {})


def _make_shape(
    name: str, body: dict[str, Any], annotations: dict[str, Any]
) -> type[FileShape]:
    return type(
        name,
        (FileShape,),
        {"__module__": MODULE, **body, "__annotations__": annotations},
    )


def _fixed_start(page: SystemPage, track: str) -> int | None:
    """Return where a track of everybody stands until play changes it, if the page says so by a
    number; None if that follows from their sheet."""
    row = page.tracks[track]
    if row.start is None:
        return 0 if row.counts == "up" else None
    # The text tells it without the work of parsing a formula at each start.
    return int(row.start.text) if row.start.text.isdecimal() else None


def _reader_of_track(track: str) -> Callable[[Any], int]:
    return lambda who: who.first_of(track)


def _reader_of_weapons(
    page: SystemPage, weapon: type[FileShape]
) -> Callable[[Mapping[str, Any]], dict[str, Any]]:
    """Return the reader of a sheet's weapons, which adds the one that everybody has."""
    bare = dict(page.bare)
    bare_id = str(bare.pop("id", "bare"))

    def read(found: Mapping[str, Any]) -> dict[str, Any]:
        weapons = {
            key.replace("_", "-"): weapon.from_data(one or {})
            for key, one in found.items()
        }
        if page.bare and bare_id not in weapons:
            weapons[bare_id] = weapon.from_data(bare)
        return weapons

    return read


def _declare_all(
    page: SystemPage, fields: Mapping[str, FieldShape]
) -> dict[str, Any]:
    return {name: _declare(page, field) for name, field in fields.items()}


def _annotations(
    page: SystemPage, fields: Mapping[str, FieldShape]
) -> dict[str, Any]:
    return {name: _read_type(page, field) for name, field in fields.items()}


def _words_of(page: SystemPage, field: FieldShape) -> tuple[str, ...]:
    """Return the words that a field may hold, or the places that it has numbers for. There is
    always one, as a type needs it."""
    types = page.damage.types if page.damage else ()
    words = page.places if field.kind == "places" else field.of or types
    return tuple(words) or ("",)


def _number_of(field: FieldShape) -> Any:
    """Return the type of a number in a field, within its bounds."""
    least = -MOST if field.min is None else field.min
    return Annotated[
        int, Bounds(least, MOST if field.max is None else field.max)
    ]


def _read_type(page: SystemPage, field: FieldShape) -> Any:
    """Return the type of a field's value."""
    allowed: Any = Literal[_words_of(page, field)]
    kinds: dict[str, Any] = {
        "number": _number_of(field),
        "places": PlacedNumbers,
        "switch": bool,
        "word": allowed,
        "words": tuple[str, ...],
        "text": str,
        "dice": str,
    }
    return kinds[field.kind]


def _declare(page: SystemPage, field: FieldShape) -> Any:
    """Declare a field of a sheet or a weapon: its help, its default, what it follows from."""
    help = field.help or _usual_help(field)
    if field.formula is not None:
        return declare_field(help, otherwise=_follower(field.formula))
    if field.kind == "words":
        words: Any = Literal[_words_of(page, field)]
        chosen: Any = field.default or ()
        return declare_field(
            help, default=tuple(chosen), written=list[words], read=tuple
        )
    if field.kind == "dice":
        default = str(0 if field.default is None else field.default)
        return declare_field(help, default=default, written=str | int, read=str)
    if field.kind == "places":
        return _declare_by_place(page, field, help)
    return declare_field(help, default=_default_of(page, field))


def _declare_by_place(page: SystemPage, field: FieldShape, help: str) -> Any:
    """Declare a field with a number for each place: one number for all of them in a file, or a
    map of those that differ from the page's."""
    usual = int(_default_of(page, field))

    def read(written: Any) -> PlacedNumbers:
        if isinstance(written, dict):
            return PlacedNumbers(usual, written)
        return PlacedNumbers(written, {})

    number, place = _number_of(field), Literal[_words_of(page, field)]
    return declare_field(
        help,
        default=PlacedNumbers(usual, {}),
        written=number | dict[place, number],  # type: ignore[valid-type]
        read=read,
    )


def _follower(formula: Formula) -> Callable[[Any], Any]:
    """Return a function that works a field's value out from those above it."""
    return lambda read: formula.node.evaluate(SheetScope(read))


def _default_of(page: SystemPage, field: FieldShape) -> Any:
    if field.default is not None:
        return field.default
    if field.kind == "word":
        return _words_of(page, field)[0]
    if field.kind in ("number", "places"):
        return max(0, field.min or 0)
    return {"switch": False, "text": ""}[field.kind]


def _usual_help(field: FieldShape) -> str:
    """Return the help of a field that the page explains with nothing."""
    if field.formula is not None:
        return f"Usually {field.formula.text}."
    if field.kind == "places":
        return "A number for each place, or one for all."
    return f"A {field.kind} of the page."
