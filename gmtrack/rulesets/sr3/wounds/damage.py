"""Damage and healing: boxes in the monitors."""

from gmtrack.core.encounter import Data
from gmtrack.rulesets.sr3.sheet.fighter import Fighter
from gmtrack.rulesets.sr3.sheet.game import Game
from gmtrack.rulesets.sr3.sheet.wound_modifiers import Monitor, emptied, filled
from gmtrack.rulesets.sr3.tables import ROWS, Kind
from gmtrack.rulesets.sr3.wounds.events import Before, follow


def wound(
    game: Game,
    who: Fighter,
    boxes: int,
    kind: Kind,
    rules: str,
    by: Fighter | None = None,
) -> list[Data]:
    """Mark boxes by these rows and let everything follow; gives what went where (`to`, `amount`,
    `before`, `after`), the document's `damage.applied`. `by`: who subdues. The physical monitor is
    the only one that a vehicle has."""
    before = Before.of(who)
    here: Kind = "physical" if who.sheet.vehicle else kind
    with game.draft.by(rules):
        write(who, filled(before.monitor, here, boxes))
        if (
            who.physical > before.monitor.physical
            or who.overflow > before.monitor.overflow
        ):
            with game.draft.by("SR-REST-06, SR-REST-08"):
                who.aided, who.healing = False, None
        if here == "subdual" and who.subdual_boxes and by is not None:
            who.subdual_by = by.id
        applied = entries(before.monitor, who.monitor)
        for entry in applied:
            game.report.tell(
                "wound",
                "bad",
                who=who.name,
                amount=entry["amount"],
                type=entry["to"],
            )
    follow(game, who, before)
    return applied


def mend(game: Game, who: Fighter, boxes: int, kind: Kind, rules: str) -> int:
    """Empty boxes by these rows and let everything follow; how many it were."""
    before = Before.of(who)
    with game.draft.by(rules):
        write(who, emptied(before.monitor, kind, boxes))
    follow(game, who, before)
    return sum(before.monitor) - sum(who.monitor)


def write(who: Fighter, after: Monitor) -> None:
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
