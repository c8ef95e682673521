"""Several simulations beside each other: one column each."""

from collections.abc import Sequence
from typing import NamedTuple

from gmtrack.core.encounter import Data
from gmtrack.view.percentages import format_estimate, format_estimates
from gmtrack.view.simulation.sentences import (
    A_LOT,
    describe_fights,
    describe_not_played,
    describe_reasons,
    describe_tactics,
    has_unfinished_fights,
    is_cut_short,
)
from gmtrack.view.simulation.words import (
    FEW,
    NOBODY,
    PARTY,
    conjugate_win,
    find_share_down,
    format_margin,
    name_combatant,
    name_side,
    say,
)
from gmtrack.view.text import (
    GAP,
    Line,
    Names,
    Span,
    blanks,
    cells,
    cut,
    fold_all,
    pad,
    shown,
    wrap,
)

AS_IT_IS = "as it is"
COMPARED = 2
"""Least number of variants that are compared."""


class Verdict(NamedTuple):
    """The comparison of variants in a sentence (empty: nothing to compare), and the index of the
    variant that is clearly better than the rest (None: none is)."""

    told: str = ""
    best: int | None = None


def describe_variant(variant: Data) -> str:
    """Return the words that make a variant, or `as it is`."""
    return shown(variant["words"]) or AS_IT_IS


def compare_variants(doc: Data) -> Verdict:
    """Compare the variants that were played: the best for the party, how much better it is than
    the encounter as it is, and the one nearest to even."""
    variants = doc["variants"]
    if (
        "best" not in doc
        or len(variants) < COMPARED
        or not all(map(_has_result, variants))
    ):
        return Verdict()
    if max(one["margin"] for one in variants) > FEW:
        return Verdict(say("vs.few"))
    best = variants[doc["best"]]
    chance = format_estimate(_find_party_chance(best))
    if not any(_is_better(best, one) for one in variants):
        return Verdict(say("vs.same", chance=chance))
    base = next((one for one in variants if not one["words"]), variants[0])
    before = format_estimate(_find_party_chance(base))
    rivals = (
        [one for one in variants if one is not base] if best is base else [base]
    )
    found: int | None = doc["best"]
    if not all(_is_better(best, one) for one in rivals):
        told = say("vs.base", base=describe_variant(base), chance=before)
        found = None
    elif best is base:
        told = say("vs.best.base", best=describe_variant(best), chance=chance)
    else:
        told = say(
            "vs.best",
            best=describe_variant(best),
            chance=chance,
            base=describe_variant(base),
            before=before,
        )
    if "even" in doc:
        one = variants[doc["even"]]
        told = say(
            "vs.even",
            told=told,
            even=describe_variant(one),
            chance=format_estimate(_find_party_chance(one)),
        )
    return Verdict(told, found)


def _has_result(variant: Data) -> bool:
    """Whether a variant has a result: it was played, or is decided already."""
    return bool(variant["fights"]) or "decided" in variant


def _find_party_chance(variant: Data) -> float:
    """Return the chance that the party wins."""
    return float(variant["won"].get(PARTY, 0))


def _is_better(one: Data, other: Data) -> bool:
    """Whether the party wins more often in `one` than in `other`, by more than the margin."""
    margin: float = max(one["margin"], other["margin"])
    return _find_party_chance(one) - _find_party_chance(other) > margin


BEST = "*"
INDENT = 2
LONGEST_LABEL, SHORTEST_LABEL = 22, 8
WIDEST = 20
"""Longest words of a variant that are not wrapped."""
TAIL = 3
ABOUT = "out (dead), %"


class VariantRow(NamedTuple):
    """A row of the table: a label, and a cell for each variant. A row without cells is a
    heading."""

    label: str
    cells: Sequence[str]
    style: str = ""


def render_beside(doc: Data, names: Names, width: int) -> list[Line]:
    """Render the variants side by side, the verdict above, small print below. If they do not
    fit, they come in several blocks."""
    variants: Sequence[Data] = doc["variants"]
    found = compare_variants(doc)
    told = [[Span(found.told, "head")]] if found.told else []
    rows = [
        *_make_outcome_rows(variants),
        *_make_combatant_rows(variants, names),
    ]
    heads = [
        (f"{BEST} " if place == found.best else "") + describe_variant(one)
        for place, one in enumerate(variants)
    ]
    return [
        *fold_all(told, width, 0),
        *_render_blocks(heads, rows, width),
        [],
        *_render_small_print(doc, names, width, marked=found.best is not None),
    ]


def _make_outcome_rows(variants: Sequence[Data]) -> list[VariantRow]:
    """Return a row for each side's chance to win, nobody last, then margin and rounds."""
    sides = list(dict.fromkeys(side for one in variants for side in one["won"]))
    sides = sorted(sides, key=lambda side: side == NOBODY)
    each = [
        format_estimates([one["won"].get(side, 0) for side in sides])
        for one in variants
    ]
    return [
        *(
            VariantRow(
                f"{name_side(side)} {conjugate_win(side)}", told, "number"
            )
            for side, told in zip(sides, zip(*each, strict=True), strict=True)
        ),
        VariantRow("margin", [format_margin(one) for one in variants], "note"),
        VariantRow("rounds", [_format_mean_rounds(one) for one in variants]),
    ]


def _format_mean_rounds(variant: Data) -> str:
    """Return the mean number of rounds: `4.1`; `24.0+` if fights were broken off."""
    return f"{variant['rounds']['mean']:.1f}{'+' if has_unfinished_fights(variant) else ''}"


def _make_combatant_rows(
    variants: Sequence[Data], names: Names
) -> list[VariantRow]:
    """Return a row for each combatant of any variant; cells are empty where a combatant is not
    in the variant."""
    casts = [one["combatants"] for one in variants]
    everybody = {
        who: name_combatant(who, one, names)
        for cast in casts
        for who, one in cast.items()
    }
    found = [
        VariantRow(name, [_format_fate(cast.get(who)) for cast in casts])
        for who, name in everybody.items()
    ]
    return [VariantRow(ABOUT, [""] * len(variants), "heading"), *found]


def _format_fate(combatant: Data | None) -> str:
    """Return how often a combatant is out and dead, in percent: `40 (10)`. Empty for None,
    somebody who is not in the variant."""
    if combatant is None:
        return ""
    out, dead = (
        format_estimate(share).removesuffix(" %")
        for share in (find_share_down(combatant), combatant["dead"])
    )
    return f"{out} ({dead})" if combatant["dead"] else out


def _render_blocks(
    heads: Sequence[str], rows: Sequence[VariantRow], width: int
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
        lines += [[], *_render_heads(heads[part], label, column)]
        lines += [
            _render_row(row, label, column)
            for row in block
            if any(row.cells) or row.style
        ]
    return lines


def _render_heads(heads: Sequence[str], label: int, column: int) -> list[Line]:
    """Render the heads of columns, wrapped and aligned at the bottom."""
    wrapped = [wrap(head, column) for head in heads]
    depth = max(map(len, wrapped))
    level = [[""] * (depth - len(pieces)) + pieces for pieces in wrapped]
    indent = blanks(INDENT + label)
    return [
        [indent, Span(_pad_cells(pieces, column), "name")]
        for pieces in zip(*level, strict=True)
    ]


def _render_row(row: VariantRow, label: int, column: int) -> Line:
    """Render a row's label and its cells; a heading has a label alone."""
    if not any(row.cells):
        return [blanks(INDENT), Span(row.label, row.style)]
    name = pad(cut(row.label, label, TAIL), label)
    return [
        blanks(INDENT),
        Span(name + _pad_cells(row.cells, column), row.style),
    ]


def _pad_cells(texts: Sequence[str], column: int) -> str:
    """Return cells aligned to the right in columns of the same width, a gap before each."""
    return "".join(GAP + pad(text, column, right=True) for text in texts)


def _render_small_print(
    doc: Data, names: Names, width: int, *, marked: bool
) -> list[Line]:
    """Render how the variants were played (once if all alike), which were not played, and why
    nobody won."""
    variants: Sequence[Data] = doc["variants"]
    texts = [
        f"{describe_fights(one)}; {describe_tactics(one, names)}"
        for one in variants
    ]
    same = len(set(texts)) == 1
    lines: list[Line] = (
        [[Span(f"{BEST} the best for the party", "note")]] if marked else []
    )
    for one, text in zip(
        variants[:1] if same else variants, texts, strict=False
    ):
        told = text if same else f"{describe_variant(one)}: {text}"
        lines.append([Span(told, "warning" if is_cut_short(one) else "note")])
    if gone := describe_not_played(doc):
        lines.append([Span(gone, "warning")])
    for one in variants:
        if one["won"].get(NOBODY, 0) >= A_LOT:
            lines.append(
                [
                    Span(
                        f"{describe_variant(one)}: nobody wins: "
                        f"{', '.join(describe_reasons(one))}",
                        "note",
                    )
                ]
            )
    return fold_all(lines, width)
