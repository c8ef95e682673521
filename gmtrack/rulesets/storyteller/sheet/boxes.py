"""The health track: a row of boxes, kept sorted, that marks go into one by one (ST-163..ST-172)."""

from collections.abc import Mapping
from typing import NamedTuple

from gmtrack.rulesets.storyteller.tables.health import PENALTIES, WORST_FIRST, Mark

Points = Mapping[Mark, int]
"""So many points of each kind."""


class Track(NamedTuple):
    """The row of one combatant; `boxes` is its length."""

    boxes: int
    bashing: int = 0
    lethal: int = 0
    aggravated: int = 0

    @property
    def empty(self) -> int:
        return max(0, self.boxes - self.bashing - self.lethal - self.aggravated)

    @property
    def full(self) -> bool:
        return self.empty == 0

    @property
    def penalty(self) -> int:
        """ST-167: 0 to 3."""
        return PENALTIES.get(self.empty, 0)

    @property
    def wavering(self) -> bool:
        """ST-169: full, and the last box is only bashing."""
        return self.full and self.bashing > 0

    @property
    def failing(self) -> bool:
        """ST-170: full, and no box is bashing; ST-171 included."""
        return self.full and not self.bashing

    @property
    def destroyed(self) -> bool:
        """ST-171: all aggravated."""
        return self.aggravated >= self.boxes

    def count(self, kind: Mark) -> int:
        return int(getattr(self, kind))


def mark_one(track: Track, kind: Mark) -> Track:
    """ST-164 to ST-166: one point; a row that is all aggravated stays as it is."""
    if not track.full:
        return track._replace(**{kind: track.count(kind) + 1})
    if kind == "aggravated":
        taken: Mark = "bashing" if track.bashing else "lethal"
        return _turned(track, taken, "aggravated")
    if track.bashing:
        return _turned(track, "bashing", "lethal")
    return _turned(track, "lethal", "aggravated")


def _turned(track: Track, old: Mark, new: Mark) -> Track:
    """One box changes its kind, if there is one."""
    if not track.count(old):
        return track
    return track._replace(**{old: track.count(old) - 1, new: track.count(new) + 1})


def mark(track: Track, points: Points) -> tuple[Track, dict[Mark, int]]:
    """ST-172: the points of one hit, worst first; the row after, and how many points of each
    kind were marked."""
    marked: dict[Mark, int] = {}
    for kind in WORST_FIRST:
        for _ in range(points.get(kind, 0)):
            after = mark_one(track, kind)
            if after == track:
                break
            track = after
            marked[kind] = marked.get(kind, 0) + 1
    return track, marked


def healed(track: Track, points: int, kind: Mark | None) -> Track:
    """Healing: up to so many boxes of one kind are emptied; of no kind: the lightest first."""
    for each in reversed(WORST_FIRST) if kind is None else (kind,):
        here = min(points, track.count(each))
        track = track._replace(**{each: track.count(each) - here})
        points -= here
    return track
