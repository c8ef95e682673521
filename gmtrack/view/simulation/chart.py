"""Plots of a simulation for a printed page: who wins, how long it takes, who goes down.

The plotting library is large and optional, so it is imported only to draw."""

import io
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from gmtrack.core.encounter import Data
from gmtrack.errors import StoreError
from gmtrack.view.percentages import format_estimate, format_estimates
from gmtrack.view.simulation.rounds import group_rounds
from gmtrack.view.simulation.sentences import (
    describe_fights,
    describe_mean_rounds,
    describe_not_played,
    describe_tactics,
    summarize_simulation,
)
from gmtrack.view.simulation.variants import (
    BEST,
    compare_variants,
    describe_variant,
)
from gmtrack.view.simulation.words import (
    NOBODY,
    find_share_down,
    format_margin,
    name_combatant,
    name_side,
)
from gmtrack.view.text import (
    Names,
    cut,
    shown,
    wrap,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

KINDS = (".svg", ".png")
INSTALL = "pip install 'gmtrack[plot]'"
WIDTH = 7.0
"""Inches, of a page."""
ABREAST = 3
"""Most simulations beside each other; more of them stand below."""
PANEL, BAR = 0.9, 0.28
"""Inches: what a panel has besides its bars, and a bar."""
ROUNDS = 1.9
"""Inches of the panel for rounds."""
TITLE, HEAD, SMALL = 60, 24, 100
"""Letters in a line of the title, of a simulation's head, and of the small print."""
LONGEST, LONGEST_OF_SEVERAL = 28, 18
TAIL = 3
COLUMNS = 10
"""Rounds, or some together, beside each other."""
DARK, MIDDLE, LIGHT = "0.2", "0.55", "0.85"
"""Greys that can be told apart on paper; what is light is hatched besides."""
HATCH = "////"
BEYOND, BEYOND_OF_SEVERAL = 125, 180
"""Percent: behind the longest bar there is room for its number."""


class PlotPage(NamedTuple):
    """The parts that all simulations of a picture share: sides, names of all combatants by id, a
    head for each simulation, and the end of the scale in percent."""

    sides: Sequence[str]
    people: Mapping[str, str]
    heads: Sequence[str]
    beyond: int


def check_plot(file: Path) -> None:
    """Check that a plot can be drawn into this file. Raises StoreError (`cannot-save`) if the
    name ends in neither .svg nor .png, or if matplotlib is missing."""
    if file.suffix.lower() not in KINDS:
        message = f"{shown(file.name)}: a plot is an .svg or a .png file"
        raise StoreError("cannot-save", message)
    try:
        import matplotlib  # noqa: F401
    except ImportError as error:
        message = f"a plot needs matplotlib, which is not installed: {INSTALL}"
        raise StoreError("cannot-save", message) from error


def save_plot(doc: Data, names: Names, file: Path) -> None:
    """Draw the simulation into a file, .svg or .png. Raises StoreError (`cannot-save`) if no
    fight was played, or if the file cannot be written. The same document always gives the same
    bytes."""
    check_plot(file)
    # The picture, an `svg` or a `png`: the same document, the same bytes.
    kind = file.suffix.lower().removeprefix(".")
    simulations: Sequence[Data] = doc.get("variants") or [doc]
    if not any(one["fights"] or "decided" in one for one in simulations):
        raise StoreError(
            "cannot-save", "no fight was played: there is nothing to plot"
        )
    with _use_plot_settings():
        figure = _draw_figure(doc, simulations, names)
        written = io.BytesIO()
        figure.savefig(
            written,
            format=kind,
            metadata={"Date": None} if kind == "svg" else {},
        )
    drawn = written.getvalue()
    try:
        file.write_bytes(drawn)
    except OSError as error:
        message = f"{shown(file)} cannot be written: {error.strerror or error}"
        raise StoreError("cannot-save", message) from error


@contextmanager
def _use_plot_settings() -> Iterator[None]:
    """Use the library's defaults within the context, whatever the user has configured, with our
    sizes and styles."""
    import matplotlib

    with matplotlib.rc_context(), warnings.catch_warnings():
        # A letter that the font does not have is a box; in an SVG the reader's own font has it.
        warnings.filterwarnings("ignore", message="Glyph .* missing from")
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(
            {
                "font.size": 9,
                # Names are data: a dollar sign begins no formula.
                "text.parse_math": False,
                "svg.hashsalt": "gmtrack",
                "svg.fonttype": "none",
                "hatch.linewidth": 0.6,
                "savefig.dpi": 150,
                "axes.spines.top": False,
                "axes.spines.right": False,
            }
        )
        yield


def _draw_figure(
    doc: Data, simulations: Sequence[Data], names: Names
) -> "Figure":
    """Draw the whole picture: for each simulation who wins, how long fights take and who goes
    down, at most ABREAST beside each other; title above, small print below."""
    from matplotlib.figure import Figure

    page = _make_page(doc, simulations, names)
    blocks = -(-len(simulations) // ABREAST)
    count = -(-len(simulations) // blocks)
    heights = [
        PANEL + BAR * len(page.sides),
        ROUNDS,
        PANEL + BAR * len(page.people),
    ] * blocks
    told = (
        compare_variants(doc).told
        if "variants" in doc
        else summarize_simulation(doc, names)
    )
    title, below = wrap(told, TITLE), _make_small_print(doc, simulations, names)
    height = sum(heights) + BAR * (len(title) + len(below))
    figure = Figure(figsize=(WIDTH, height), layout="constrained")
    figure.suptitle("\n".join(title), fontsize=11, fontweight="bold")
    figure.supxlabel("\n".join(below), fontsize=7)
    rows = figure.subplots(
        len(heights), count, squeeze=False, height_ratios=heights, sharey="row"
    )
    for place in range(blocks * count):
        block, column = divmod(place, count)
        wins, rounds, fates = (
            row[column] for row in rows[3 * block : 3 * block + 3]
        )
        if place >= len(simulations):
            for axes in (wins, rounds, fates):
                axes.remove()
            continue
        _draw_wins(wins, simulations[place], page, page.heads[place])
        one = simulations[place]
        groups = group_rounds(one["rounds"]["distribution"], COLUMNS)
        places = range(len(groups))
        rounds.bar(
            places, [group.chance * 100 for group in groups], color=MIDDLE
        )
        rounds.set_xticks([*places], [group.label for group in groups])
        rounds.set_title(f"rounds: {describe_mean_rounds(one)}")
        _draw_fates(fates, simulations[place], page)
    _align_axes([*map(list, rows)])
    _fix_axes(figure)
    return figure


def _align_axes(rows: "Sequence[Sequence[Axes]]") -> None:
    """Give all plots of rounds the same scale, put the first combatant at the top, and add the
    legend."""
    top = max(axes.get_ylim()[1] for row in rows[1::3] for axes in row)
    for wins, rounds, fates in zip(
        rows[::3], rows[1::3], rows[2::3], strict=True
    ):
        for axes in (wins[0], fates[0]):
            axes.set_ylim(len(axes.get_yticks()) - 0.5, -0.5)
        rounds[0].set_ylim(0, top)
        rounds[0].set_ylabel("%")
    rows[-1][0].legend(
        loc="upper center", bbox_to_anchor=(0.5, -0.15), ncols=2, frameon=False
    )


def _fix_axes(figure: "Figure") -> None:
    """Fix all axes where the layout has put them, rounded to four places: the last digits differ
    from run to run."""
    figure.draw_without_rendering()
    figure.set_layout_engine("none")
    for axes in figure.axes:
        left, bottom, width, height = (
            round(part, 4) for part in axes.get_position().bounds
        )
        axes.set_position((left, bottom, width, height))


def _make_page(
    doc: Data, simulations: Sequence[Data], names: Names
) -> PlotPage:
    """Work out what all simulations of a picture share: sides, names, heads and scale."""
    several = "variants" in doc
    heads = _make_variant_heads(doc, simulations) if several else [""]
    longest = LONGEST_OF_SEVERAL if several else LONGEST
    sides: dict[str, None] = {}
    people: dict[str, str] = {}
    for simulation in simulations:
        sides.update(dict.fromkeys(simulation["won"]))
        for who, person in simulation["combatants"].items():
            name = name_combatant(who, person, names)
            people[who] = cut(name, longest, TAIL)
    return PlotPage(
        sides=sorted(sides, key=lambda side: side == NOBODY),
        people=people,
        heads=heads,
        beyond=BEYOND_OF_SEVERAL if several else BEYOND,
    )


def _make_variant_heads(doc: Data, variants: Sequence[Data]) -> list[str]:
    """Return the wrapped words of each variant, with a mark at the best, to stand above it."""
    best = compare_variants(doc).best
    heads: list[str] = []
    for place, variant in enumerate(variants):
        words = describe_variant(variant)
        if place == best:
            words = f"{BEST} {words}"
        heads.append("\n".join([*wrap(words, HEAD), ""]))
    return heads


def _make_small_print(
    doc: Data, simulations: Sequence[Data], names: Names
) -> list[str]:
    """Return the lines of small print: how the simulations were played, each text once, and
    which were not played."""
    texts = dict.fromkeys(
        f"{describe_fights(one)}; {describe_tactics(one, names)}"
        for one in simulations
    )
    told = [*texts, describe_not_played(doc)]
    return [line for text in told if text for line in wrap(text, SMALL)]


def _draw_wins(
    axes: "Axes", simulation: Data, page: PlotPage, head: str
) -> None:
    """Draw a bar for each side with its chance to win, and the margin at its end."""
    chances = [simulation["won"].get(side, 0) for side in page.sides]
    percents, margin = (
        [chance * 100 for chance in chances],
        simulation["margin"] * 100,
    )
    places = range(len(page.sides))
    errors = [margin if chance else 0 for chance in chances]
    axes.barh(
        places,
        percents,
        color=MIDDLE,
        xerr=errors,
        capsize=2,
        error_kw={"lw": 0.8},
    )
    axes.set_yticks([*places], [*map(name_side, page.sides)])
    for place, percent, told in zip(
        places, percents, format_estimates(chances), strict=True
    ):
        axes.text(percent + margin + 2, place, told, va="center")
    _scale_in_percent(axes, page.beyond)
    axes.set_title(f"{head}who wins, {format_margin(simulation)}")


def _draw_fates(axes: "Axes", simulation: Data, page: PlotPage) -> None:
    """Draw how often each combatant is out, and in a darker colour how often dead."""
    cast = simulation["combatants"]
    here = [
        (place, cast[who])
        for place, who in enumerate(page.people)
        if who in cast
    ]
    places = [place for place, _ in here]
    out = [find_share_down(each) * 100 for _, each in here]
    dead = [each["dead"] * 100 for _, each in here]
    axes.barh(
        places,
        out,
        color=LIGHT,
        edgecolor=DARK,
        hatch=HATCH,
        lw=0.5,
        label="out",
    )
    axes.barh(places, dead, color=DARK, label="dead")
    axes.set_yticks([*range(len(page.people))], [*page.people.values()])
    for place, each in here:
        told = format_estimate(find_share_down(each)) + (
            f" ({format_estimate(each['dead'])})" if each["dead"] else ""
        )
        axes.text(find_share_down(each) * 100 + 2, place, told, va="center")
    _scale_in_percent(axes, page.beyond)
    axes.set_title("out (dead)")


def _scale_in_percent(axes: "Axes", beyond: int) -> None:
    """Give the axes a scale in percent up to `beyond`, with ticks at 0, 50 and 100."""
    axes.set_xlim(0, beyond)
    axes.set_xticks([0, 50, 100], ["0", "50", "100 %"])
