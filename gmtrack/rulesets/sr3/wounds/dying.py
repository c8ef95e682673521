"""The clock of the dying, and what stops it (SRX-206, SRX-208)."""

from gmtrack.rulesets.sr3.sheet.fighter import Fighter
from gmtrack.rulesets.sr3.sheet.game import Game
from gmtrack.rulesets.sr3.wounds.damage import wound
from gmtrack.rulesets.sr3.wounds.events import Before, tell_fate

BLEEDING = "bleeding"
"""The word in documents for damage that the clock does."""
EDITION = 2
"""The edition of the rules (`core.draft`) from which on the dying bleed and stay stable."""


def bleed(game: Game) -> None:
    """Count a combat turn that has ended for everybody who bleeds. After as many turns as their
    Body it is a box of overflow, and the count begins anew (SRX-208). Does nothing in a step of a
    history that an earlier edition wrote."""
    if game.draft.edition < EDITION:
        return
    for who in game.everybody():
        if who.bleeds:
            with game.draft.by("SRX-208"):
                _count_turn(game, who)


def _count_turn(game: Game, who: Fighter) -> None:
    """Count one combat turn of bleeding for a combatant, and apply the box if it is due."""
    if who.turns_to_next_box > 1:
        who.bleeding += 1
        return
    who.reset("bleeding")
    game.report.tell("bleeds", "bad", who=who.name)
    applied = wound(game, who, 1, "physical", "SRX-208", bleeds=True)
    damage = {"type": "physical", "dealt": 1, "applied": applied}
    game.report_tick(who, BLEEDING, damage)


def stabilise(game: Game, who: Fighter, key: str = "stable") -> None:
    """Stop a combatant from dying: no overflow, unconscious, and stable until the next physical
    box. `key` is the phrase that tells it."""
    before = Before.snapshot(who)
    who.overflow = 0
    if game.draft.edition >= EDITION:
        who.stable = True
        if who.bleeding:
            who.reset("bleeding")
    who.dying, who.conscious = False, False
    game.report.tell(key, "good", who=who.name)
    tell_fate(game, who, before.known)
