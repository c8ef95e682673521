"""The contest of two who grapple, and the move that it wins (ST-074, ST-075)."""

from gmtrack.rulesets.storyteller.actions.doing import ActionContext, Traits, side
from gmtrack.rulesets.storyteller.actions.grapple_moves import check_move, chosen, owe, partner
from gmtrack.rulesets.storyteller.dice.contests import contest, contest_rolls
from gmtrack.rulesets.storyteller.sheet.game import WORDS
from gmtrack.rulesets.storyteller.sheet.live import Fighter
from gmtrack.rulesets.storyteller.turn.costs import lose_aim, pay_violence, spend_action
from gmtrack.rulesets.storyteller.turn.legality import check_able, line_now, why_no_contest

POOL = Traits("strength", "brawl", "ST-074")


def grapple(do: ActionContext) -> None:
    """The contest; the winner has one move, nobody after a tie. Raises Refusal
    (`grapple`)."""
    game, who = do.game, do.who
    other = partner(game, who, *(game.find(word).id for word in do.args[:1]))
    check_partner(do, other)
    line = line_now(game, who)
    with game.draft.by("ST-074"):
        spend_action(game, who, in_grapple=True)
    problem = why_no_contest(game, who, other)
    if problem is not None:
        game.refuse("grapple", f"{problem}; now `{line}`")
    pay_violence(game, who)
    check_move(do, who, "move")
    check_move(do, other, "counter-move")
    lose_aim(game, other)
    with game.draft.by("ST-074"):
        # It is the action of the other too.
        if game.fight.running:
            other.ap = 0
        who.contested = other.contested = game.fight.running
    game.expect(contest_rolls(game, ("grapple", who), ("grapple", other)))
    game.report.tell("act.grapple", "head", who=[who.name, other.name])
    options = game.options
    mine = side(do, "grapple", who, POOL, options.mods)
    result = contest(game, mine, side(do, "grapple", other, POOL, options.defense_mods))
    do.net_hits = result.lead
    winner = who if result.won else other
    tied = result.tie and not result.won
    with game.draft.by("ST-074"):
        owe(who, 0, 0)
        owe(other, 0, 0)
        if not tied:
            owe(winner, result.lead)
    if tied:
        do.outcome = "tie"
        game.report.tell("grapple.tie", "note")
        return
    do.outcome = "won" if result.won else "lost"
    chosen(do, winner, "move" if result.won else "counter-move")


def check_partner(do: ActionContext, other: Fighter) -> None:
    """The one with whom they grapple, if anybody is named. Raises Refusal (`target`, `option`)."""
    do.targets = [other.id]
    if len(do.args) > 1 or (do.args and do.game.find(do.args[0]) is not other):
        do.game.deny("target", f"{do.who.id} grapples with {other.id} and nobody else")


def take_move(do: ActionContext) -> None:
    """The move that was not named with the roll. Raises Refusal (`grapple`, `option`)."""
    game, who = do.game, do.who
    if who.moves_due <= 0:
        line = f"; now `{line_now(game, who)}`" if who.grappling() else ""
        game.refuse("grapple", f"{who.id} has won no move{line}")
    check_able(game, who)
    do.tell("take-move")
    do.nobody("move")
    if not do.told.value("move"):
        game.deny(WORDS.value, "take-move requires a move: `--with move=damage`, or another one")
    do.targets = [partner(game, who).id]
    chosen(do, who, "move")
