"""Damage and healing: boxes in the monitors and everything that follows at once - subdued,
unconscious, dying, dead, the lower initiative score (SR-136 to SR-145)."""

from typing import TYPE_CHECKING, NamedTuple

from gmtrack.rulesets.sr3.sheet.game import Game
from gmtrack.rulesets.sr3.sheet.live import Fighter
from gmtrack.rulesets.sr3.sheet.monitor import Fate, Monitor, emptied, filled
from gmtrack.rulesets.sr3.tables.damage import ROWS, Kind

if TYPE_CHECKING:
    from gmtrack.core.encounter import Data
    from gmtrack.rulesets.sr3.wounds.document import AppliedDoc


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


def wound(
    game: Game, who: Fighter, boxes: int, kind: Kind, by: Fighter | None = None
) -> "list[AppliedDoc]":
    """Mark boxes and let everything follow; gives what went where. `by`: who subdues. The physical
    monitor is the only one that a vehicle has."""
    before = Before.of(who)
    here: Kind = "physical" if who.sheet.vehicle else kind
    write(who, filled(before.monitor, here, boxes))
    if here == "subdual" and who.subdual_boxes and by is not None:
        who.subdual_by = by.id
    applied = entries(before.monitor, who.monitor)
    for entry in applied:
        game.report.tell("wound", "bad", who=who.name, amount=entry["amount"], type=entry["to"])
    follow(game, who, before)
    return applied


def mend(game: Game, who: Fighter, boxes: int, kind: Kind) -> int:
    """Empty boxes and let everything follow; how many it were."""
    before = Before.of(who)
    write(who, emptied(before.monitor, kind, boxes))
    follow(game, who, before)
    return sum(before.monitor) - sum(who.monitor)


def held_alone(who: Fighter) -> bool:
    """SR-040: nothing but a hold keeps them from acting, if anything does."""
    return who.awake and (not who.subdued or who.fate.subdued)


def release(game: Game, who: Fighter) -> None:
    """SR-040: the hold is given up."""
    mend(game, who, who.subdual_boxes, "subdual")


def write(who: Fighter, after: Monitor) -> None:
    """Keep a monitor."""
    who.physical = after.physical
    who.stun = after.stun
    spill(who, after.overflow)
    who.subdual_boxes = after.subdual
    if not after.subdual:
        who.subdual_by = None


def spill(who: Fighter, overflow: int) -> None:
    """SR-144: what comes after the tenth physical box."""
    who.overflow = overflow


def entries(before: Monitor, after: Monitor) -> "list[AppliedDoc]":
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
    """SR-142"""
    if who.initiative is not None:
        who.initiative = who.initiative + before.wounds - who.wound_modifier


def tell_wounds(game: Game, who: Fighter, was: int) -> None:
    """SR-141: what else is harder now, or easier."""
    now, score = who.wound_modifier, who.initiative
    if now == was or not who.awake:
        return
    told = {"who": who.name, "was": was, "now": now}
    if score is None:
        game.report.tell("wounds", "note", **told)
    else:
        tell_score(game, told, score + now - was, score)


def tell_score(game: Game, told: "Data", before: int, after: int) -> None:
    """SR-141, SR-142: the initiative score is lower at once, or higher."""
    game.report.tell("wounds.score", "note", **told, before=before, after=after)


def rewrite_fate(who: Fighter, before: Before) -> None:
    """Keep what the monitor has changed; what the GM set by hand stays where it has not."""
    fates = zip(before.implied, who.fate, before.known, strict=True)
    after = Fate(*(known if was == now else now for was, now, known in fates))
    keep_subdued(who, before.known.subdued, after.subdued)
    keep_conscious(who, before.known.conscious, after.conscious)
    keep_dying(who, before.known.dying, after.dying)
    keep_dead(who, before.known.dead, after.dead)


def keep_subdued(who: Fighter, known: bool, after: bool) -> None:
    """SR-039: stun and subdual boxes make 10."""
    _keep(who, "subdued", known, after)


def keep_conscious(who: Fighter, known: bool, after: bool) -> None:
    """SR-138, SR-144: 10 boxes of stun or physical damage."""
    _keep(who, "conscious", known, after)


def keep_dying(who: Fighter, known: bool, after: bool) -> None:
    """SR-144: 10 boxes of physical damage."""
    _keep(who, "dying", known, after)


def keep_dead(who: Fighter, known: bool, after: bool) -> None:
    """SR-145: more overflow than body."""
    _keep(who, "dead", known, after)


def _keep(who: Fighter, field: str, known: bool, after: bool) -> None:
    if after != known:
        who.draft.put((*who.base, field), after, read_as=known)


def tell_fate(game: Game, who: Fighter, was: Fate) -> None:
    """What a hit has brought about, and who is on their feet again."""
    now = Fate(who.subdued, who.conscious, who.dying, who.dead)
    if now.subdued and not was.subdued:
        tell_subdued(game, who)
    if was.conscious and not now.conscious and not now.dead:
        tell_unconscious(game, who)
    if now.dying and not was.dying:
        tell_dying(game, who)
    if now.dead and not was.dead:
        tell_dead(game, who)
    if now.conscious and not was.conscious:
        tell_wakes(game, who)
    if was.subdued and now.conscious and not now.subdued:
        tell_free(game, who)


def tell_subdued(game: Game, who: Fighter) -> None:
    """SR-039"""
    game.effect(who, "subdued")
    game.report.tell("subdued", "bad", who=who.name)


def tell_unconscious(game: Game, who: Fighter) -> None:
    """SR-138, SR-144"""
    game.effect(who, "unconscious")
    game.report.tell("unconscious", "bad", who=who.name)


def tell_dying(game: Game, who: Fighter) -> None:
    """SR-144"""
    game.effect(who, "dying")
    game.report.tell("dying", "bad", who=who.name)


def tell_dead(game: Game, who: Fighter) -> None:
    """SR-145"""
    game.effect(who, "dead")
    game.report.tell("dead", "bad", who=who.name)


def tell_wakes(game: Game, who: Fighter) -> None:
    """SR-138, SR-144: a box is empty again."""
    game.report.tell("wakes", "good", who=who.name)


def tell_free(game: Game, who: Fighter) -> None:
    """SR-039, SR-043: a box is empty again."""
    game.report.tell("free", "good", who=who.name)
