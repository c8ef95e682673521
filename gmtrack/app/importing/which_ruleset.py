"""Recognise the ruleset that a spreadsheet is made for: the one that knows most of its columns."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from gmtrack.app.importing.columns import TEMPLATE
from gmtrack.app.importing.spreadsheet_rows import columns_of, persons
from gmtrack.core.encounter import Encounter
from gmtrack.errors import GmtrackError
from gmtrack.rulesets import registry
from gmtrack.rulesets.port import Ruleset

if TYPE_CHECKING:
    from gmtrack.characters.spreadsheet import Table

SAMPLE = 5
"""The number of lines that are tried if the columns fit several rulesets equally."""


class Fit(NamedTuple):
    """A measure of how well a ruleset fits a spreadsheet: the number of columns that it knows,
    and whether all required fields are there (`whole`)."""

    known: int
    whole: bool


def fit_of(table: "Table", ruleset: Ruleset) -> Fit:
    """Return how well a ruleset fits a spreadsheet. A template supplies all required fields."""
    from gmtrack.store.check.shapes import sheet_shape

    columns = [one for one in columns_of(table, ruleset) if one.steps]
    shape = sheet_shape(ruleset.SCHEMA.sheet)
    given = {one.steps[0] for one in columns}
    needed = {key for key in shape.fields if key in shape.required}
    return Fit(len(columns), TEMPLATE in given or needed <= given)


def fitting(table: "Table", known: Sequence[str]) -> list[str]:
    """Return those of the `known` rulesets that a table fits best. If several fit equally, those
    that accept its first lines, or all if none does."""
    rulesets = [registry.load(one) for one in known]
    fits = {ruleset.META.id: fit_of(table, ruleset) for ruleset in rulesets}
    best = [one for one in rulesets if fits[one.META.id] == max(fits.values())]
    taking = [one for one in best if len(best) == 1 or _takes(one, table)]
    return [one.META.id for one in taking or best]


def _takes(ruleset: Ruleset, table: "Table") -> bool:
    """Whether a ruleset accepts the first lines of a table."""
    sample = table._replace(rows=table.rows[:SAMPLE])
    try:
        persons(sample, "", Encounter("", ruleset.META.id), ruleset)
    except GmtrackError:
        return False
    return True


def better(table: "Table", ruleset: Ruleset, known: Sequence[str]) -> str:
    """Return another ruleset that knows more of the columns and finds all required fields; else
    an empty string."""
    own = fit_of(table, ruleset)
    if own == Fit(len(table.columns), True):
        return ""
    other = registry.load(fitting(table, known)[0])
    fit = fit_of(table, other)
    return other.META.id if fit.whole and fit.known > own.known else ""
