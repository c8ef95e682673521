"""`act WHO ambush TARGET...`: who does not see it coming (ST-026 to ST-030)."""

from collections.abc import Mapping
from types import MappingProxyType

from gmtrack.rulesets.storyteller.actions.doing import ActionContext, wounds_of
from gmtrack.rulesets.storyteller.actions.tests import ambush_pool, notice_pool
from gmtrack.rulesets.storyteller.dice.contests import at_time, contest_rolls, times
from gmtrack.rulesets.storyteller.dice.rolls import RollSpec, mod_parts, roll
from gmtrack.rulesets.storyteller.sheet.live import Fighter
from gmtrack.rulesets.storyteller.turn.legality import check_able
from gmtrack.rulesets.storyteller.wounds.conditions import surprise

AMBUSH_WORDS: Mapping[str, str] = MappingProxyType(
    {"help": "another ambusher, who rolls too (house rule ambush_roll: each_attacker)"}
)


def ambush(do: ActionContext) -> None:
    """One roll of the ambusher against one of every target. Raises Refusal (`phase`)."""
    game, who = do.game, do.who
    if game.fight.round > 1:
        game.refuse(
            "phase", f"an ambush is possible until round 1, this is round {game.fight.round}"
        )
    targets = do.aimed_at()
    check_able(game, who)
    lurkers = [who, *helpers(do)]
    ambushes = [("ambush", one.id) for one in lurkers]
    game.expect([*ambushes, *contest_rolls(game, *(("surprise", one) for one in targets))])
    names = [one.name for one in targets]
    game.report.tell("ambush", "head", who=who.name, targets=", ".join(names))
    mods = mod_parts(game, game.options.mods)
    specs = [
        RollSpec("ambush", one, [*ambush_pool(one), *wounds_of(do, one), *mods]) for one in lurkers
    ]
    successes = max(roll(game, spec).hits for spec in specs)
    caught = [one for one in targets if not notices(do, one, successes)]
    for one in targets:
        if one in caught:
            surprise(game, one)
        else:
            game.report.tell("notices", "good", who=one.name)
    do.outcome = "surprised" if caught else "noticed"


def helpers(do: ActionContext) -> list[Fighter]:
    """The others who lie in wait, by `--with help=WHO` (ST-R12 `each_attacker`). Raises Refusal
    (`house-rule`)."""
    found = [do.game.find(word.value or "") for word in do.told.all("help")]
    if found and do.game.house.ambush_roll != "each_attacker":
        do.game.refuse(
            "house-rule", "`--with help` requires the house rule `ambush_roll: each_attacker`"
        )
    return found


def notices(do: ActionContext, who: Fighter, successes: int) -> bool:
    """More successes than the ambush; whoever notices fails on a tie."""
    game = do.game
    spec = RollSpec("surprise", who, [*notice_pool(who), *wounds_of(do, who)])
    for time in range(1, times(game) + 1):
        hits = roll(game, at_time(spec, time)).hits
        if hits != successes:
            break
    tie = hits == successes and game.house.contest_tie == "actor_wins"
    return hits > successes or tie
