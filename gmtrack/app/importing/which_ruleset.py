"""Recognise the ruleset that a spreadsheet is made for: the one that knows most of its columns."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from gmtrack.app.importing.columns import TEMPLATE
from gmtrack.app.importing.spreadsheet_rows import columns_of_table, parse_rows
from gmtrack.core.encounter import Encounter
from gmtrack.errors import GmtrackError
from gmtrack.rulesets import registry
from gmtrack.rulesets.port import Ruleset

if TYPE_CHECKING:
    from gmtrack.characters.spreadsheet import Spreadsheet

SAMPLE = 5
"""The number of lines that are tried if the columns fit several rulesets equally."""


class ColumnFit(NamedTuple):
    """A measure of how well a ruleset fits a spreadsheet: the number of columns that it knows,
    and whether all required fields are there (`whole`)."""

    known: int
    whole: bool


def column_fit(table: "Spreadsheet", ruleset: Ruleset) -> ColumnFit:
    """Return how well a ruleset fits a spreadsheet. A template supplies all required fields."""
    from gmtrack.store.check.shapes import sheet_shape

    columns = [one for one in columns_of_table(table, ruleset) if one.steps]
    shape = sheet_shape(ruleset.SCHEMA.sheet)
    given = {one.steps[0] for one in columns}
    needed = {key for key in shape.fields if key in shape.required}
    return ColumnFit(len(columns), TEMPLATE in given or needed <= given)


def best_rulesets(table: "Spreadsheet", known: Sequence[str]) -> list[str]:
    """Return those of the `known` rulesets that a table fits best. If several fit equally, those
    that accept its first lines, or all if none does."""
    rulesets = [registry.load(one) for one in known]
    fits = {ruleset.META.id: column_fit(table, ruleset) for ruleset in rulesets}
    best = [one for one in rulesets if fits[one.META.id] == max(fits.values())]
    taking = [
        one for one in best if len(best) == 1 or _can_parse_sample(one, table)
    ]
    return [one.META.id for one in taking or best]


def _can_parse_sample(ruleset: Ruleset, table: "Spreadsheet") -> bool:
    """Whether a ruleset accepts the first lines of a table."""
    sample = table._replace(rows=table.rows[:SAMPLE])
    try:
        parse_rows(sample, "", Encounter("", ruleset.META.id), ruleset)
    except GmtrackError:
        return False
    return True


def better_ruleset(
    table: "Spreadsheet", ruleset: Ruleset, known: Sequence[str]
) -> str:
    """Return another ruleset that knows more of the columns and finds all required fields; else
    an empty string."""
    own = column_fit(table, ruleset)
    if own == ColumnFit(len(table.columns), True):
        return ""
    other = registry.load(best_rulesets(table, known)[0])
    fit = column_fit(table, other)
    return other.META.id if fit.whole and fit.known > own.known else ""
