"""Lines from a pipe or a file: one command each, stopping at the first that is refused."""

import sys
from collections.abc import Iterable

from gmtrack.play.table import Table


def run_script(table: Table, lines: Iterable[str], *, keep_going: bool) -> int:
    """Carry out the lines; the exit status of the first that failed, 0 if none did. A failure is
    told with the number of its line; with `keep_going` the others are done all the same."""
    first = 0
    table.alone = True
    for number, text in enumerate(lines, 1):
        status = table.do(text)
        if table.left:
            break
        if status:
            sys.stderr.write(f"line {number}: {text.strip()}\n")
            sys.stderr.flush()
            first = first or status
            if not keep_going:
                break
    return first
