"""Short actions: dodge, shield, escape, going first, anything else."""

from gmtrack.rulesets.storyteller.actions.doing import ActionContext, Traits, side
from gmtrack.rulesets.storyteller.dice.rolls import roll
from gmtrack.rulesets.storyteller.turn.costs import spend_action, spend_willpower
from gmtrack.rulesets.storyteller.turn.legality import check_able, line_now
from gmtrack.rulesets.storyteller.wounds import conditions


def dodge(do: ActionContext) -> None:
    """Any time before their action of the round. Raises Refusal (`grapple`,
    `defense`)."""
    do.nobody()
    game, who = do.game, do.who
    line = line_now(game, who)
    with game.draft.by("ST-057"):
        spend_action(game, who, anytime=True, in_grapple=True)
    if who.grappling():
        game.refuse("grapple", f"{who.id} is in a grapple and cannot dodge; now `{line}`")
    if who.reasons:
        game.refuse("defense", f"{who.id} has no Defense to dodge with: {', '.join(who.reasons)}")
    conditions.begin_dodge(game, who)


def static(do: ActionContext) -> None:
    """Raises Refusal (`house-rule`)."""
    do.nobody()
    if not do.game.house.old_notes_defense:
        do.game.refuse("house-rule", "static requires the house rule `old_notes_defense`")
    with do.game.draft.by("ST-053"):
        spend_action(do.game, do.who, anytime=True)
        do.who.guard = "static"


def human_shield(do: ActionContext) -> None:
    do.tell("human-shield")
    game, who = do.game, do.who
    victim = do.target()
    check_able(game, who)
    with game.draft.by("ST-113"):
        who.shield = victim.id
    with game.draft.by("ST-116"):
        game.note(who, "breaking-point")


def let_go(do: ActionContext) -> None:
    """Raises Refusal (`status`)."""
    do.tell("let-go")
    do.nobody()
    if do.who.shield is None:
        message = f"{do.who.id} holds nobody as a shield"
        do.game.refuse("status", f"{message}: `act {do.who.id} human-shield TARGET`")
    with do.game.draft.by("ST-113"):
        do.who.shield = None


def escape(do: ActionContext) -> None:
    """Raises Refusal (`status`)."""
    do.nobody()
    game, who = do.game, do.who
    if "immobilized" not in who.no_defense:
        game.refuse("status", f"{who.id} is not bound")
    with game.draft.by("ST-082, ST-R28"):
        spend_action(game, who, bound_too=True, in_grapple=True)
    game.expect([("escape", who.id)])
    game.report.tell("act.escape", "head", who=who.name)
    traits = Traits("strength", "athletics", "ST-082, ST-R28")
    result = roll(game, side(do, "escape", who, traits, game.options.mods))
    do.outcome = "free" if result.hits else "failed"
    game.report.tell(f"escape.{do.outcome}", "good" if result.hits else "bad", who=who.name)
    if result.hits:
        conditions.unbind(game, who)


def go_first(do: ActionContext) -> None:
    """Raises Refusal (`house-rule`, `phase`, `willpower`)."""
    do.tell("go-first")
    do.nobody()
    game, who = do.game, do.who
    if not game.house.willpower_initiative:
        game.refuse("house-rule", "go-first requires the house rule `willpower_initiative`")
    if game.fight.phase == "acting":
        game.refuse("phase", "go-first works only between two rounds: wait for the end of this one")
    check_able(game, who)
    with game.draft.by("ST-023, ST-R10"):
        spend_willpower(game, who, "going first")
        who.on_top = True
        who.top_round = game.fight.round + 1


def other(do: ActionContext) -> None:
    """Anything the table does not know."""
    with do.game.draft.by("ST-020"):
        spend_action(do.game, do.who)
