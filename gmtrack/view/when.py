"""Times as people say them."""

import time
from calendar import timegm

LATELY = 6 * 24 * 3600
"""Seconds in which the name of a day says which day it was."""


def spoken(stamp: str, now: float | None = None) -> str:
    """A time of the journal (UTC) at the clock on this wall: `Tuesday 21:40`, or with the date
    where it is longer ago. `now` are the seconds of `time.time`."""
    try:
        then = timegm(time.strptime(stamp, "%Y-%m-%dT%H:%M:%SZ"))
    except ValueError:
        return "at an unknown time"
    ago = (time.time() if now is None else now) - then
    form = "%A %H:%M" if 0 <= ago < LATELY else "%Y-%m-%d %H:%M"
    return time.strftime(form, time.localtime(then))
