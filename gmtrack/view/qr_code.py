"""Addresses of the players' page on the screen: codes for a phone's camera, with the addresses
below."""

from html import escape

from gmtrack.core.encounter import Data
from gmtrack.view.text import (
    Line,
    Names,
    Span,
    paragraph,
    show_name,
    shown,
)

MARGIN = 2
"""Light modules around a code, so that a camera finds it."""
ONLY_HERE = "only on this machine; --lan shows it to all in your network"


def render_addresses(
    doc: Data,
    names: Names,
    width: int,
    *,
    with_codes: bool,
    lan: bool,
) -> list[Line]:
    """Render the lobby's address with its code and the television's, then the links of single
    players: each with a code if `with_codes` is set, else as a list. Without `lan` a note says that
    the page is for this machine only."""
    lobby = str(doc["lobby"])
    lines = [*_render_code(lobby, width), *render_lobby_lines(lobby), []]
    for who, link in doc["players"].items():
        head = Span(
            f"{show_name(who, names)}, where their dice are asked for", "head"
        )
        address: list[Line] = [[head], [Span(link, whole=True)]]
        if with_codes:
            lines += [*_render_code(link, width), *address, []]
        else:
            lines += address
    end = "Ctrl-C ends it" if lan else f"{ONLY_HERE}; Ctrl-C ends it"
    return [*lines, *paragraph(end, width)]


def render_lobby(lobby: str, width: int, *, lan: bool) -> list[Line]:
    """Render the code and address of the lobby for a session that serves the page itself. Without
    `lan` a note says that the page is for this machine only."""
    where = "" if lan else f"{ONLY_HERE.replace('--lan', '`serve --lan`')}; "
    end = f"{where}`phones` tells who is there, `serve stop` ends it"
    lines = [*_render_code(lobby, width), *render_lobby_lines(lobby)]
    return [*lines, *paragraph(end, width)]


def render_lobby_lines(lobby: str) -> list[Line]:
    """Render the addresses of the lobby: for phones, and for a television."""
    return [
        [Span("Phones: scan the code, tap your name", "head")],
        [Span(lobby, whole=True)],
        [Span("Television", "head")],
        [Span(f"{lobby}tv", whole=True)],
    ]


SHEET = """\
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>{title}: links for phones</title>
<style>
  body {{ margin: 0; font: 11pt/1.3 sans-serif; color: #000; background: #fff; }}
  main {{ display: grid; grid-template-columns: repeat(auto-fill, minmax(80mm, 1fr)); }}
  section {{ padding: 6mm; border: 1px dashed #777; break-inside: avoid; min-width: 0; }}
  h1 {{ font-size: 12pt; margin: 6mm; }}
  h2 {{ font-size: 16pt; margin: 0 0 2mm; overflow-wrap: anywhere; }}
  p {{ margin: 0; font-size: 8pt; overflow-wrap: anywhere; }}
  svg {{ display: block; width: 50mm; height: 50mm; margin: 0 0 2mm; }}
</style>
<h1><bdi>{title}</bdi></h1>
<main>
{cards}
</main>
</html>
"""
CARD = "<section><h2><bdi>{name}</bdi></h2>{code}<p>{url}</p></section>"


def write_card_sheet(doc: Data, names: Names, title: str) -> str:
    """Return a page in HTML to print and cut up: a card for each player, and one for all."""
    import segno

    links = [
        (show_name(who, names), link) for who, link in doc["players"].items()
    ]
    links.append(("Everybody", doc["url"]))
    cards: list[str] = []
    for name, link in links:
        code = segno.make(link, error="m", micro=False)
        picture = code.svg_inline(omitsize=True, border=4)
        cards.append(
            CARD.format(name=escape(name), code=picture, url=escape(link))
        )
    return SHEET.format(title=escape(shown(title)), cards="\n".join(cards))


def draw_code(url: str) -> list[str]:
    """Return the rows of a code for an address, each as a text of `0` (light) and `1` (dark)."""
    import segno

    code = segno.make(url, error="m", micro=False)
    return ["".join(map(str, row)) for row in code.matrix_iter(border=0)]


def _render_code(url: str, width: int) -> list[Line]:
    """Render a code in half blocks, two rows in a line; no lines if it is wider than `width`."""
    import segno

    code = segno.make(url, error="l", micro=False)
    rows = [list(row) for row in code.matrix_iter(border=MARGIN)]
    if len(rows[0]) > width:
        return []
    if len(rows) % 2:
        rows.append([0] * len(rows[0]))
    pairs = zip(rows[::2], rows[1::2], strict=True)
    return [
        [Span("".join(map(_draw_half_blocks, above, below)))]
        for above, below in pairs
    ]


def _draw_half_blocks(above: int, below: int) -> str:
    """Draw two modules, one above the other, as one letter. The light ones are drawn, since a
    terminal is dark."""
    return " ▄▀█"[2 * (not above) + (not below)]
