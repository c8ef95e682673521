"""The differences between two system pages."""

from collections.abc import Iterator

from gmtrack.core.encounter import Data

MOST = 4
"""The most differences that are told one by one."""


def describe_differences(before: Data, now: Data) -> str:
    """Return what differs between two pages in their long form, by the paths of rows: `tracks.mana
    is gone, attacks.strike`. Empty if their data are equal."""
    found = list(_differences(before, now))
    told = ", ".join(found[:MOST])
    more = len(found) - MOST
    return f"{told} and {more} more" if more > 0 else told


def _differences(before: Data, now: Data) -> Iterator[str]:
    """Yield the differing rows of each section, in the order of the new page, then what is gone."""
    for section in [*now, *(one for one in before if one not in now)]:
        old, new = before.get(section), now.get(section)
        if old == new:
            continue
        if not (isinstance(old, dict) and isinstance(new, dict)):
            yield f"{section}{_kind_of_change(section in before, section in now)}"
            continue
        for row in [*new, *(one for one in old if one not in new)]:
            if row in old and row in new and old[row] == new[row]:
                continue
            yield f"{section}.{row}{_kind_of_change(row in old, row in new)}"


def _kind_of_change(was_there: bool, is_there: bool) -> str:
    """Return the words behind a row that is new or gone; empty for one that only differs."""
    if not was_there:
        return " is new"
    return "" if is_there else " is gone"
