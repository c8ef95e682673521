"""Where the players' page is: a code for a phone's camera, and the address below it."""

from collections.abc import Mapping

from gmtrack.core.encounter import Data
from gmtrack.view.text import Line, Span, fold_all, shown

MARGIN = 2
"""Light modules around a code, so that a camera finds it."""
ONLY_HERE = "only on this machine; --lan shows it to all in your network"


def render_addresses(
    doc: Data, names: Mapping[str, str], width: int, *, own: bool, lan: bool
) -> list[Line]:
    """The address for everybody, and the own links of players; these with a code each (`own`) or
    in a list."""
    lines = [
        *_code(doc["url"], width),
        [Span("The fight", "head")],
        [Span(doc["url"], whole=True)],
        [],
    ]
    for who, url in doc["players"].items():
        if own:
            lines += _code(url, width)
        name = shown(names.get(who, who))
        lines += [
            [Span(f"{name}, where their dice are asked for", "head")],
            [Span(url, whole=True)],
        ]
        lines += [[]] if own else []
    notes = [] if lan else [ONLY_HERE]
    return [*lines, *fold_all([[Span("; ".join([*notes, "Ctrl-C ends it"]), "note")]], width)]


def _address(what: str, url: str, width: int, *, code: bool) -> list[Line]:
    picture = _code(url, width) if code else []
    return [*picture, [Span(what, "head")], [Span(url, whole=True)], []]


def _code(url: str, width: int) -> list[Line]:
    """A code of half blocks, two rows in a line; nothing where it has no room."""
    import segno

    rows = [list(row) for row in segno.make(url, error="l", micro=False).matrix_iter(border=MARGIN)]
    if len(rows[0]) > width:
        return []
    if len(rows) % 2:
        rows.append([0] * len(rows[0]))
    pairs = zip(rows[::2], rows[1::2], strict=True)
    return [[Span("".join(map(_half, above, below)))] for above, below in pairs]


def _half(above: int, below: int) -> str:
    """Two modules in one letter; light ones are drawn, for a terminal is dark."""
    return " ▄▀█"[2 * (not above) + (not below)]
