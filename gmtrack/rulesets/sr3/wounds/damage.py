"""Damage and healing: boxes that are filled and emptied in the monitors, with all that follows."""

from gmtrack.core.encounter import Data
from gmtrack.rulesets.sr3.sheet.fighter import Fighter
from gmtrack.rulesets.sr3.sheet.game import Game
from gmtrack.rulesets.sr3.sheet.wound_modifiers import (
    Monitor,
    empty_boxes,
    fill_boxes,
)
from gmtrack.rulesets.sr3.tables import ROWS, Kind
from gmtrack.rulesets.sr3.wounds.events import (
    Before,
    end_first_aid,
    follow_monitor,
)


def wound(
    game: Game,
    who: Fighter,
    boxes: int,
    kind: Kind,
    rules: str,
    by: Fighter | None = None,
    *,
    bleeds: bool = False,
) -> list[Data]:
    """Fill boxes of a kind and apply everything that follows from it. Returns the document's
    `damage.applied`: where the boxes went (`to`, `amount`, `before`, `after`).

    `rules` are the rows that cause it; `by` is who subdues. `bleeds`: the box of somebody who is
    dying already, which is no new wound. Vehicles have only a physical monitor, which takes every
    kind."""
    before = Before.snapshot(who)
    here: Kind = "physical" if who.sheet.vehicle else kind
    with game.draft.by(rules):
        write_monitor(who, fill_boxes(before.monitor, here, boxes))
        more = (
            who.physical > before.monitor.physical
            or who.overflow > before.monitor.overflow
        )
        if more and not bleeds:
            with game.draft.by("SR-REST-06, SR-REST-08"):
                who.aided, who.healing = False, None
                forget_tries(who)
            if who.magic_healed:
                with game.draft.by("SRX-043"):
                    who.magic_healed = False
            if who.stable:
                with game.draft.by("SRX-206"):
                    who.stable = False
        if here == "subdual" and who.subdual_boxes and by is not None:
            who.subdual_by = by.id
        applied = damage_entries(before.monitor, who.monitor)
        for entry in applied:
            game.report.tell(
                "wound",
                "bad",
                who=who.name,
                amount=entry["amount"],
                type=entry["to"],
            )
    follow_monitor(game, who, before)
    if applied and not bleeds:
        end_first_aid(game, who)
    return applied


def forget_tries(who: Fighter) -> None:
    """Forget who has tried in vain to help a combatant: a new wound may be treated by anybody."""
    for field in ("aided_by", "patched_by"):
        if getattr(who, field):
            who.reset(field)


def mend(game: Game, who: Fighter, boxes: int, kind: Kind, rules: str) -> int:
    """Empty boxes of a kind by these rows, apply everything that follows, and return how many boxes
    were emptied."""
    before = Before.snapshot(who)
    with game.draft.by(rules):
        write_monitor(who, empty_boxes(before.monitor, kind, boxes))
    follow_monitor(game, who, before)
    return sum(before.monitor) - sum(who.monitor)


def write_monitor(who: Fighter, after: Monitor) -> None:
    """Write a monitor to the live state. Without subdual boxes nobody holds the combatant any
    more."""
    who.physical = after.physical
    who.stun = after.stun
    if after.overflow != who.overflow:
        with who.draft.by("SR-144"):
            who.overflow = after.overflow
    who.subdual_boxes = after.subdual
    if not after.subdual:
        who.subdual_by = None


def damage_entries(before: Monitor, after: Monitor) -> list[Data]:
    """Return an entry of the document's `damage.applied` for each row that got more boxes: `to`
    (the row), `amount`, `before` and `after`."""
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
