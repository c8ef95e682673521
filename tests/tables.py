"""Tables whose rows are too small to be tests of their own.

Collecting and setting up a test takes several milliseconds, in every worker. Rows that take less
than that are checked together, in one test.
"""

import functools
import inspect
from collections.abc import Callable, Iterable
from typing import Any

import pytest

LONGEST = 200
"""Characters of a value, where a row is named."""

Check = Callable[..., None]


def each_row(
    names: str | tuple[str, ...], rows: Iterable[Any] | Callable[[], Iterable[Any]]
) -> Callable[[Check], Check]:
    """Decorate a test to be called with every row, as `pytest.mark.parametrize` does, but as one
    test: at the end it fails with all the rows that failed.

    `rows` may be a function that returns them: it is called when the test runs, not while tests
    are collected. Other parameters of the test are fixtures, or come from `parametrize`; all rows
    share them. Rows that need fixtures of their own, or more than some 20 ms each, are for
    `parametrize`.
    """
    single = isinstance(names, str)
    keys = (names,) if isinstance(names, str) else names

    def table() -> Iterable[tuple[Any, ...]]:
        found = rows() if callable(rows) else rows
        return [(row,) if single else tuple(row) for row in found]

    def decorate(test: Check) -> Check:
        @functools.wraps(test)
        def check_table(**shared: Any) -> None:
            def check(*row: Any) -> None:
                test(**dict(zip(keys, row, strict=True)), **shared)

            check_rows(check, table(), source=test)

        signature = inspect.signature(test)
        others = [one for name, one in signature.parameters.items() if name not in keys]
        check_table.__signature__ = signature.replace(parameters=others)  # type: ignore[attr-defined]
        return check_table

    return decorate


def check_rows(check: Check, rows: Iterable[tuple[Any, ...]], source: Check | None = None) -> None:
    """Call `check` with the values of each row; at the end, fail if it raised for any of them.

    The message names every row that failed, by its values, with the reason and the line in the
    file of `source`, which is `check` if it is not given. A table without rows fails too.
    """
    failures = []
    count = 0
    for row in rows:
        count += 1
        try:
            check(*row)
        except (Exception, pytest.fail.Exception) as error:
            failures.append(f"{name_of(row)}: {reason_of(error, source or check)}")
    assert count, "the table has no rows"
    summary = f"{len(failures)} of {count} rows are wrong"
    assert not failures, "\n".join([*failures, summary])


def name_of(row: tuple[Any, ...]) -> str:
    """Return the values of a row as Python writes them, cut where they are long."""
    return ", ".join(repr(value)[:LONGEST] for value in row)


def reason_of(error: BaseException, source: Check) -> str:
    """Return the last line of the file of `source` that an error came through, and the error."""
    line, trace = 0, error.__traceback__
    while trace:
        if trace.tb_frame.f_code.co_filename == source.__code__.co_filename:
            line = trace.tb_lineno
        trace = trace.tb_next
    return f"line {line}: {type(error).__name__}: {error}"
