"""Standing up where the hurt need a test for it, by house rule (SR-R04)."""

from gmtrack.core.report import Part
from gmtrack.rulesets.sr3.dice import Test, added_parts, roll, trait_parts
from gmtrack.rulesets.sr3.sheet.fighter import Fighter
from gmtrack.rulesets.sr3.sheet.game import ActionContext, Game, refuse_if
from gmtrack.rulesets.sr3.tables import SUSTAINING
from gmtrack.rulesets.sr3.wounds.events import end_by_falling

STAND = "stand"
"""The name of the roll."""
STANDING_TN = 2
"""The target number of standing up, before wounds (SR-R04)."""


def refuse_same_posture(do: ActionContext, *, prone: bool) -> None:
    """Refuse (`status`) to lie down for somebody who lies, or to get up for somebody who
    stands."""
    who = do.who.id
    state = "is prone already" if prone else "is standing already"
    to, action = (
        ("to get up", "stand-up") if prone else ("to go prone", "drop-prone")
    )
    refuse_if(
        do,
        "status",
        do.who.prone is prone,
        f"{do.who.name} {state}",
        f"{to}: `act {who} {action}`",
    )


def change_posture(do: ActionContext, *, prone: bool) -> None:
    """Lie down (`prone`), or get up. Refuses `status` if that is so already. Lying down ends
    what nobody does on the ground."""
    refuse_same_posture(do, prone=prone)
    do.who.prone = prone
    if prone:
        end_by_falling(do.game, do.who)


def needs_test_to_stand(game: Game, who: Fighter) -> bool:
    """Whether somebody needs a test to stand up: the hurt do, vehicles never. Depends on the house
    rule `standing_up`."""
    hurt = who.monitor.wound_modifier() > 0
    ruled = game.house.standing_up == "test"
    return ruled and hurt and not who.sheet.vehicle


def standing_test(game: Game, who: Fighter) -> Test:
    """Return the test by which somebody hurt stands up, not yet rolled: Willpower against 2 with
    the wound modifier."""
    rules = "SR-R04"
    tn = (
        Part("base", STANDING_TN, rules),
        Part("wounds", who.wound_modifier, f"{rules}, SR-141"),
        Part("sustaining", SUSTAINING * who.sustaining, f"{rules}, SRX-039"),
    )
    mods = game.parse_mods(game.options.mods, who)
    added = added_parts(game, who, STAND, mods)
    dice = trait_parts(who, "willpower", rules)
    return Test(STAND, who, dice, (*tn, *added), rules=rules)


def stand_up(do: ActionContext) -> None:
    """Get up, by a test for the hurt; without a success they stay on the ground. Refuses `status`
    for somebody who stands."""
    game, who = do.game, do.who
    refuse_same_posture(do, prone=False)
    if needs_test_to_stand(game, who):
        test = standing_test(game, who)
        game.expect([test.key] if test.pool else [])
        if not roll(game, test).successes:
            do.outcome = "failure"
            with game.draft.by("SR-R04"):
                game.report.tell("stand.fails", "bad", who=who.name)
            return
        do.outcome = "success"
        with game.draft.by("SR-R04"):
            game.report.tell("stand.up", "good", who=who.name)
    else:
        game.karma.deny_all(game)
        game.expect([])
    with game.draft.by("SR-011, SR-R04"):
        who.prone = False
