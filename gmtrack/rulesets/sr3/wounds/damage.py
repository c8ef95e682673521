"""Damage and healing: boxes in the monitors and everything that follows at once - subdued,
unconscious, dying, dead, the lower initiative score."""

from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from types import MappingProxyType
from typing import NamedTuple

from gmtrack.core.encounter import Data
from gmtrack.rulesets.sr3.sheet.fighter import Fighter
from gmtrack.rulesets.sr3.sheet.game import Game
from gmtrack.rulesets.sr3.sheet.state import Fate, Monitor, emptied, filled
from gmtrack.rulesets.sr3.tables import ROWS, Kind


class Before(NamedTuple):
    """How somebody was: what follows from the monitor changes with it, and the change has to be
    noted all the same."""

    monitor: Monitor
    implied: Fate
    known: Fate
    wounds: int

    @staticmethod
    def of(who: Fighter) -> "Before":
        known = Fate(who.subdued, who.conscious, who.dying, who.dead)
        return Before(who.monitor, who.fate, known, who.wound_modifier)


@contextmanager
def numbers_follow(game: Game, who: Fighter, named: Collection[str] = ()) -> Iterator[None]:
    """Around a change of somebody's numbers or of their boxes by hand: who is down and the score
    follow after it, where the fields that these stand in are not `named`."""
    before = Before.of(who)
    yield
    now = game.seat(who.id)
    if not set(named) & set(Fate._fields):
        rewrite_fate(now, before)
    if "initiative" not in named:
        shift_score(now, before)


def wound(
    game: Game, who: Fighter, boxes: int, kind: Kind, rules: str, by: Fighter | None = None
) -> list[Data]:
    """Mark boxes by these rows and let everything follow; gives what went where (`to`, `amount`,
    `before`, `after`), the document's `damage.applied`. `by`: who subdues. The physical monitor is
    the only one that a vehicle has."""
    before = Before.of(who)
    here: Kind = "physical" if who.sheet.vehicle else kind
    with game.draft.by(rules):
        write(who, filled(before.monitor, here, boxes))
        if here == "subdual" and who.subdual_boxes and by is not None:
            who.subdual_by = by.id
        applied = entries(before.monitor, who.monitor)
        for entry in applied:
            game.report.tell("wound", "bad", who=who.name, amount=entry["amount"], type=entry["to"])
    follow(game, who, before)
    return applied


def mend(game: Game, who: Fighter, boxes: int, kind: Kind, rules: str) -> int:
    """Empty boxes by these rows and let everything follow; how many it were."""
    before = Before.of(who)
    with game.draft.by(rules):
        write(who, emptied(before.monitor, kind, boxes))
    follow(game, who, before)
    return sum(before.monitor) - sum(who.monitor)


def held_alone(who: Fighter) -> bool:
    """Nothing but a hold keeps them from acting, if anything does."""
    return who.awake and (not who.subdued or who.fate.subdued)


def write(who: Fighter, after: Monitor) -> None:
    """Keep a monitor."""
    who.physical = after.physical
    who.stun = after.stun
    if after.overflow != who.overflow:
        with who.draft.by("SR-144"):
            who.overflow = after.overflow
    who.subdual_boxes = after.subdual
    if not after.subdual:
        who.subdual_by = None


def entries(before: Monitor, after: Monitor) -> list[Data]:
    """`damage.applied` of the document: what went where."""
    return [
        {
            "to": row,
            "amount": after.count(row) - before.count(row),
            "before": before.count(row),
            "after": after.count(row),
        }
        for row in ROWS
        if after.count(row) > before.count(row)
    ]


def follow(game: Game, who: Fighter, before: Before) -> None:
    """What the change of the monitor brings about."""
    rewrite_fate(who, before)
    shift_score(who, before)
    tell_wounds(game, who, before.wounds)
    tell_fate(game, who, before.known)


def shift_score(who: Fighter, before: Before) -> None:
    """The initiative score is lower at once, or higher."""
    if who.initiative is not None:
        with who.draft.by("SR-142"):
            who.initiative = who.initiative + before.wounds - who.wound_modifier


def tell_wounds(game: Game, who: Fighter, was: int) -> None:
    """What else is harder now, or easier."""
    now, score = who.wound_modifier, who.initiative
    if now == was or not who.awake:
        return
    told = {"who": who.name, "was": was, "now": now}
    if score is None:
        game.report.tell("wounds", "note", **told)
    else:
        game.report.tell("wounds.score", "note", **told, before=score + now - was, after=score)


FATES: Mapping[str, str] = MappingProxyType(
    {"subdued": "SR-039", "conscious": "SR-138, SR-144", "dying": "SR-144", "dead": "SR-145"}
)
"""What full monitors bring about, by the fields of `Fate`: the rows of each."""


def rewrite_fate(who: Fighter, before: Before) -> None:
    """Keep what the monitor has changed; what the GM set by hand stays where it has not."""
    fates = zip(FATES.items(), before.implied, who.fate, before.known, strict=True)
    for (field, rules), was, now, known in fates:
        if was != now != known:
            with who.draft.by(rules):
                who.draft.put((*who.base, field), now, read_as=known)


def tell_fate(game: Game, who: Fighter, was: Fate) -> None:
    """What a hit has brought about, and who is on their feet again."""
    now = Fate(who.subdued, who.conscious, who.dying, who.dead)
    came = {
        "subdued": now.subdued and not was.subdued,
        "unconscious": was.conscious and not now.conscious and not now.dead,
        "dying": now.dying and not was.dying,
        "dead": now.dead and not was.dead,
    }
    for effect, holds in came.items():
        if holds:
            game.effect(who, effect)
            game.report.tell(effect, "bad", who=who.name)
    if now.conscious and not was.conscious:
        game.report.tell("wakes", "good", who=who.name)
    if was.subdued and now.conscious and not now.subdued:
        game.report.tell("free", "good", who=who.name)
