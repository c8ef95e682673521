"""Several simulations beside each other: one column each."""

from collections.abc import Sequence
from typing import NamedTuple

from gmtrack.core.encounter import Data
from gmtrack.view.percentages import estimate, estimates
from gmtrack.view.simulation.small_print import (
    A_LOT,
    NOBODY,
    PARTY,
    Names,
    called,
    cut_short,
    margin,
    named,
    not_played,
    played,
    reasons,
    tactics,
    unfinished,
    wins,
)
from gmtrack.view.simulation.words import VAGUE, outcome, said
from gmtrack.view.text import (
    GAP,
    Line,
    Span,
    cells,
    cut,
    fold_all,
    pad,
    shown,
    wrap,
)

AS_IT_IS = "as it is"
FEW = 2
"""Least number of variants that are compared."""


class Verdict(NamedTuple):
    """The comparison of variants in a sentence (empty: nothing to compare), and the index of the
    variant that is clearly better than the rest (None: none is)."""

    told: str = ""
    best: int | None = None


def words_of(variant: Data) -> str:
    """Return the words that make a variant, or `as it is`."""
    return shown(variant["words"]) or AS_IT_IS


def verdict(doc: Data) -> Verdict:
    """Compare the variants that were played: the best for the party, how much better it is than
    the encounter as it is, and the one nearest to even."""
    variants = doc["variants"]
    if (
        "best" not in doc
        or len(variants) < FEW
        or not all(map(_known, variants))
    ):
        return Verdict()
    if max(one["margin"] for one in variants) > VAGUE:
        return Verdict(
            "Too few fights to tell how much better one is than another."
        )
    best = variants[doc["best"]]
    found = _wins(best)
    if not any(_better(best, one) for one in variants):
        return Verdict(f"All about the same for the party: {found}.")
    even = ""
    if "even" in doc:
        one = variants[doc["even"]]
        even = f" Nearest to even: {words_of(one)}, {estimate(_chance(one))}."
    base = next((one for one in variants if not one["words"]), variants[0])
    rivals = (
        [one for one in variants if one is not base] if best is base else [base]
    )
    if not all(_better(best, one) for one in rivals):
        told = f"Nothing is clearly better for the party than {words_of(base)}: {_wins(base)}."
        return Verdict(told + even)
    if best is base:
        told = f"Best for the party: {words_of(best)}. {found[0].upper()}{found[1:]}."
        return Verdict(told + even, doc["best"])
    before = said(_chance(base), base["margin"]).times
    told = f"Best for the party: {words_of(best)}. Then {found}; {words_of(base)}, {before}."
    return Verdict(told + even, doc["best"])


def _known(variant: Data) -> bool:
    """Whether a variant has a result: it was played, or is decided already."""
    return bool(variant["fights"]) or "decided" in variant


def _chance(variant: Data) -> float:
    """Return the chance that the party wins."""
    return float(variant["won"].get(PARTY, 0))


def _better(one: Data, other: Data) -> bool:
    """Whether the party wins more often in `one` than in `other`, by more than the margin."""
    margin: float = max(one["margin"], other["margin"])
    return _chance(one) - _chance(other) > margin


def _wins(variant: Data) -> str:
    """Return a sentence on how often the party wins."""
    return outcome(PARTY, said(_chance(variant), variant["margin"]))


BEST = "*"
INDENT = 2
LONGEST_LABEL, SHORTEST_LABEL = 22, 8
WIDEST = 20
"""Longest words of a variant that are not wrapped."""
TAIL = 3
ABOUT = "out (dead), %"


class Row(NamedTuple):
    label: str
    cells: Sequence[str]
    style: str = ""


def render_beside(doc: Data, names: Names, width: int) -> list[Line]:
    """Render the variants side by side, the verdict above, small print below. If they do not
    fit, they come in several blocks."""
    variants: Sequence[Data] = doc["variants"]
    found = verdict(doc)
    told = [[Span(found.told, "head")]] if found.told else []
    rows = [*_outcomes(variants), *_people(variants, names)]
    heads = [
        (f"{BEST} " if place == found.best else "") + words_of(one)
        for place, one in enumerate(variants)
    ]
    return [
        *fold_all(told, width, 0),
        *_blocks(heads, rows, width),
        [],
        *_small_print(doc, names, width, marked=found.best is not None),
    ]


def _outcomes(variants: Sequence[Data]) -> list[Row]:
    sides = list(dict.fromkeys(side for one in variants for side in one["won"]))
    sides = sorted(sides, key=lambda side: side == NOBODY)
    each = [
        estimates([one["won"].get(side, 0) for side in sides])
        for one in variants
    ]
    return [
        *(
            Row(f"{called(side)} {wins(side)}", told, "number")
            for side, told in zip(sides, zip(*each, strict=True), strict=True)
        ),
        Row("margin", [margin(one) for one in variants], "note"),
        Row("rounds", [_rounds(one) for one in variants]),
    ]


def _rounds(one: Data) -> str:
    """Return the mean number of rounds: `4.1`; `24.0+` if fights were broken off."""
    return f"{one['rounds']['mean']:.1f}{'+' if unfinished(one) else ''}"


def _people(variants: Sequence[Data], names: Names) -> list[Row]:
    """Return a row for each combatant of any variant; cells are empty where a combatant is not
    in the variant."""
    casts = [one["combatants"] for one in variants]
    everybody = {
        who: named(who, one, names)
        for cast in casts
        for who, one in cast.items()
    }
    found = [
        Row(name, [_fate(cast.get(who)) for cast in casts])
        for who, name in everybody.items()
    ]
    return [Row(ABOUT, [""] * len(variants), "heading"), *found]


def _fate(one: Data | None) -> str:
    """Return how often a combatant is out and dead, in percent: `40 (10)`. Empty for None,
    somebody who is not in the variant."""
    if one is None:
        return ""
    out, dead = (
        estimate(one[what]).removesuffix(" %") for what in ("out", "dead")
    )
    return f"{out} ({dead})" if one["dead"] else out


def _blocks(
    heads: Sequence[str], rows: Sequence[Row], width: int
) -> list[Line]:
    """Render the columns in blocks of about equal width, as many side by side as fit."""
    longest = max(cells(row.label) for row in rows)
    label = min(longest, LONGEST_LABEL, max(SHORTEST_LABEL, width // 3))
    least = max(cells(text) for row in rows for text in row.cells)
    room = width - INDENT - label
    most = max(1, room // (least + len(GAP)))
    blocks = -(-len(heads) // most)
    count = -(-len(heads) // blocks)
    wanted = max(least, min(WIDEST, max(map(cells, heads))))
    column = max(least, min(wanted, room // count - len(GAP)))
    lines: list[Line] = []
    for first in range(0, len(heads), count):
        part = slice(first, first + count)
        block = [row._replace(cells=row.cells[part]) for row in rows]
        lines += [[], *_heads(heads[part], label, column)]
        lines += [
            _row(row, label, column)
            for row in block
            if any(row.cells) or row.style
        ]
    return lines


def _heads(heads: Sequence[str], label: int, column: int) -> list[Line]:
    """Render the heads of columns, wrapped and aligned at the bottom."""
    wrapped = [wrap(head, column) for head in heads]
    depth = max(map(len, wrapped))
    level = [[""] * (depth - len(pieces)) + pieces for pieces in wrapped]
    indent = Span(" " * (INDENT + label))
    return [
        [indent, Span(_cells(pieces, column), "name")]
        for pieces in zip(*level, strict=True)
    ]


def _row(row: Row, label: int, column: int) -> Line:
    if not any(row.cells):
        return [Span(" " * INDENT), Span(row.label, row.style)]
    name = pad(cut(row.label, label, TAIL), label)
    return [
        Span(" " * INDENT),
        Span(name + _cells(row.cells, column), row.style),
    ]


def _cells(texts: Sequence[str], column: int) -> str:
    return "".join(GAP + pad(text, column, right=True) for text in texts)


def _small_print(
    doc: Data, names: Names, width: int, *, marked: bool
) -> list[Line]:
    """Render how the variants were played (once if all alike), which were not played, and why
    nobody won."""
    variants: Sequence[Data] = doc["variants"]
    texts = [f"{played(one)}; {tactics(one, names)}" for one in variants]
    same = len(set(texts)) == 1
    lines: list[Line] = (
        [[Span(f"{BEST} the best for the party", "note")]] if marked else []
    )
    for one, text in zip(
        variants[:1] if same else variants, texts, strict=False
    ):
        told = text if same else f"{words_of(one)}: {text}"
        lines.append([Span(told, "warning" if cut_short(one) else "note")])
    if gone := not_played(doc):
        lines.append([Span(gone, "warning")])
    for one in variants:
        if one["won"].get(NOBODY, 0) >= A_LOT:
            lines.append([Span(f"{words_of(one)}: {reasons(one)}", "note")])
    return fold_all(lines, width)
