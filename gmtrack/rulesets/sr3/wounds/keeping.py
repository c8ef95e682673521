"""Keeping spells up: the rolls of a caster who is hurt, and the end of the fight."""

from gmtrack.core.report import Part
from gmtrack.rulesets.kit.words import number_owner
from gmtrack.rulesets.sr3.dice import Test, added_parts, roll
from gmtrack.rulesets.sr3.sheet.fighter import Fighter
from gmtrack.rulesets.sr3.sheet.game import Game
from gmtrack.rulesets.sr3.sheet.sheet import SORCERY
from gmtrack.rulesets.sr3.wounds.events import end_all_spells, end_spells
from gmtrack.rulesets.sr3.wounds.sustained import KEEP


def keep_spells(game: Game, who: Fighter, most: int | None = None) -> None:
    """Let a caster who is hurt roll for each sustained spell, and end those that are not kept:
    Sorcery dice alone against the force and the wounds. `most` are the spells that were there
    before the one that hurts; None: all. Does nothing for somebody who is out, whose spells have
    ended."""
    if not who.awake:
        return
    lost = []
    for place, entry in enumerate(who.sustained[:most]):
        dice = who.trait_parts(SORCERY, "SRX-040", "skill")
        added = added_parts(game, who, KEEP)
        tn = (
            Part("force", entry["force"], "SRX-040"),
            Part("wounds", who.wound_modifier, "SRX-040"),
            *added,
        )
        block = number_owner(who.id, place + 1)
        test = Test(KEEP, who, dice, tn, block, using=entry["spell"])
        if not roll(game, test).successes:
            lost.append(place)
    end_spells(game, who, lost, "SRX-040")


def finish_spells(game: Game, who: Fighter) -> None:
    """Settle a caster's spells at the end of the fight: those that become permanent have the time
    for it then, all others end."""
    with game.draft.by("SRX-042"):
        left = []
        for entry in who.sustained:
            if entry.get("turns", 0):
                game.report.tell(
                    "spell.permanent",
                    "good",
                    who=who.name,
                    spell=entry["spell"],
                )
            else:
                left.append(entry)
        if len(left) < len(who.sustained):
            who.sustained = left
    end_all_spells(game, who, "SRX-038")
