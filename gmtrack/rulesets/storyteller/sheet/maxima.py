"""Willpower and health boxes when their maximum changes (ST-R61)."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager

from gmtrack.rulesets.storyteller.sheet.sheet import Track, empty_boxes
from gmtrack.rulesets.storyteller.sheet.state import Fighter
from gmtrack.rulesets.storyteller.tables import MARKS

RULES = "ST-R61"


@contextmanager
def keeping_what_is_gone(
    who: Fighter, named: Collection[str] = ()
) -> Iterator[None]:
    """Keep what is gone of willpower and of the health track around a change of their maxima in
    the `with` block (ST-R61).

    Spent willpower stays spent, and marks that find no room in a shorter track go. Live fields
    whose names are in `named` stay as they were set; `named` is read after the block, so it can
    be filled within."""
    most, spent = who.willpower, max(0, who.willpower - who.willpower_left)
    track = who.track
    yield
    with who.draft.by(RULES):
        if who.willpower != most and "willpower_left" not in named:
            who.willpower_left = max(0, who.willpower - spent)
        if who.boxes < track.boxes and not set(MARKS) & set(named):
            fitted = fit_marks(who.track, track)
            who.bashing, who.lethal = fitted.bashing, fitted.lethal
            who.aggravated = fitted.aggravated


def fit_marks(now: Track, before: Track) -> Track:
    """Return the shorter track `now` with as many marks as it has room for, the mildest gone
    first. One box stays empty if one was empty `before`. Of a track that was full one of the
    mildest marks stays, so that nobody is worse off by this alone."""
    room = now.boxes - (0 if before.full else 1)
    excess = now.bashing + now.lethal + now.aggravated - room
    mildest = next((kind for kind in MARKS if before.count(kind)), None)
    for kind in MARKS:
        least = 1 if before.full and kind == mildest else 0
        gone = max(0, min(excess, now.count(kind) - least))
        now = empty_boxes(now, gone, kind)
        excess -= gone
    return now
