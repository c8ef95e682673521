"""A fight that nobody has to play any more: all who still stand are of one side."""

from typing import TYPE_CHECKING

from gmtrack.core.draft import Draft
from gmtrack.simulation.fight import NOBODY, Ending, Setup, Sides
from gmtrack.simulation.tally import Tally
from gmtrack.simulation.work import rules_of

if TYPE_CHECKING:
    from gmtrack.rulesets.port import Ruleset


def decided(ruleset: "Ruleset", setup: Setup) -> Tally | None:
    """The fight as it stands, as the end of it; None where it is still to be fought, or where
    something is under way that may yet change how it ends."""
    encounter, rules = setup.encounter, rules_of(ruleset)
    draft, sides = Draft(encounter), Sides(encounter).of
    everybody = {who: ruleset.standing(draft, who) for who in encounter.combatants}
    left = {side for who, side in sides.items() if not everybody[who].out}
    if len(left) > 1 or rules.played.moment(draft).due:
        return None
    won = left.pop() if left else NOBODY
    tally = Tally()
    tally.add(
        Ending(
            won=won,
            winners=[who for who, side in sides.items() if side == won],
            rounds=0,
            out=[who for who, standing in everybody.items() if standing.out],
            dead=[who for who, standing in everybody.items() if standing.dead],
            tracks={
                (who, track.label): track.now
                for who in everybody
                for track in rules.played.tracks(draft, who)
            },
        )
    )
    return tally
