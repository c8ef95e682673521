"""`act WHO pass`, `share`, `forgo`: what its holder does with the spotlight (SP-SPOT)."""

from gmtrack.rulesets.spotlight.actions.context import ActionContext, others, takes, the_target
from gmtrack.rulesets.spotlight.sheet.game import WORDS, Game
from gmtrack.rulesets.spotlight.sheet.state import Fighter
from gmtrack.rulesets.spotlight.turn.legality import check_able
from gmtrack.rulesets.spotlight.turn.moving_on import (
    check_holds,
    give,
    regain,
    step_back,
    ways_to_give,
)
from gmtrack.rulesets.spotlight.turn.spotlight import (
    close_npcs,
    count_as_had,
    leave_all,
    open_npcs,
    receive,
    waiting,
)


def pass_on(do: ActionContext) -> None:
    """`act WHO pass TARGET`."""
    game, who, other = do.game, do.who, the_target(do)
    check_holds(game, who)
    if other is who:
        game.refuse("bad-target", f"{who.id} already holds the spotlight: name somebody else")
    check_able(game, other)
    stage = game.fight.stage
    with game.draft.by("SP-SPOT-04, SP-SPOT-05" if stage == "pc" else "SP-SPOT-04"):
        if stage == "pc":
            pass_to_pc(game, other)
        elif stage == "npc":
            close_npcs(game)
            hand_over(game, other)
        else:
            leave_all(game)
            hand_over(game, other)


def hand_over(game: Game, other: Fighter) -> None:
    """As `intervene`, unless it is TARGET's first turn among NPCs who go one by one."""
    if not game.holds(other):
        regain(game, other)


def pass_to_pc(game: Game, other: Fighter) -> None:
    """Stage `pc`: to an able PC without a turn; to the NPCs when there is none left."""
    fresh = waiting(game, pcs=True)
    # TARGET, who has had it too, may take it again where no NPC is to go before.
    all_done = game.had(other) and not waiting(game, pcs=False)
    if not fresh and (not other.is_pc or all_done):
        leave_all(game)
        open_npcs(game, other)
        if game.fight.stage == "open":
            hand_over(game, other)
        return
    check_fresh(game, other, fresh)
    leave_all(game)
    give(game, other)


def check_fresh(game: Game, other: Fighter, fresh: list[Fighter]) -> None:
    """Who has had the spotlight waits for the others (SP-R06). Raises Refusal
    (`spotlight-order`)."""
    names = ", ".join(who.id for who in fresh) or "the NPCs"
    lines = ways_to_give(game, fresh) if fresh else "`next` gives it to the NPCs"
    if not other.is_pc:
        game.refuse("spotlight-order", f"{other.id} comes after the PCs: {lines}")
    elif game.had(other):
        rule = game.house.pass_rule
        if rule == "fresh_first":
            game.refuse("spotlight-order", f"{other.id} has had the spotlight: {lines}")
        elif rule == "warn":
            with game.draft.by("SP-SPOT-05, SP-R06"):
                game.report.tell("pass.warn", "note", who=other.name, names=names)


def share(do: ActionContext) -> None:
    """`act WHO share TARGET...`."""
    game, who = do.game, do.who
    if not do.args:
        game.deny(WORDS.unknown, takes(do, "one or more targets", others(do)))
    sharers = [game.find(word) for word in do.args]
    do.targets = [other.id for other in sharers]
    check_holds(game, who)
    for other in sharers:
        if other is who:
            game.refuse("bad-target", f"{who.id} already holds the spotlight: name somebody else")
        check_able(game, other)
        if not other.can_spend:
            game.refuse("spotlight-order", f"{other.id} has no AP left to share the spotlight with")
        with game.draft.by("SP-SPOT-09, SP-SPOT-12, SP-R10"):
            receive(game, [other], own=False)
    do.tell("share", "head", others=[other.name for other in sharers])


def forgo(do: ActionContext) -> None:
    """`act WHO forgo`: nothing more in this round."""
    game, who = do.game, do.who
    with game.draft.by("SP-SPOT-13"):
        do.tell("forgo", "note", ap=who.ap)
        who.forgone = True
        count_as_had(game, who)
        if game.holds(who):
            step_back(game, who)
