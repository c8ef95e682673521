"""SS-EFF-13, -16, SS-DIE-06, -07: Bleedout, the clock of the dying, Slow Death."""

from dataclasses import replace

from gmtrack.rulesets.swan_song.sheet.game import Game
from gmtrack.rulesets.swan_song.sheet.live import Fighter
from gmtrack.rulesets.swan_song.sheet.sheet import PoolName
from gmtrack.rulesets.swan_song.tables.actions import COSTS
from gmtrack.rulesets.swan_song.tables.effects import SLOW_DEATH_ROUNDS, SLOW_DEATH_STRAIN
from gmtrack.rulesets.swan_song.wounds.damage import tick_health, tick_strain
from gmtrack.rulesets.swan_song.wounds.status import bleeding_interval


def bleedout_ticks(game: Game) -> None:
    """After the whole action, 1 point for every payment but First Aid."""
    paid_only = game.house.bleedout_counts == "ap_only"
    for who_id, key in game.paid:
        free = COSTS[key].ap == 0 if key in COSTS else False
        if key == "first_aid" or (paid_only and free):
            continue
        who = game.fighter(who_id)
        if who.has_effect("bleedout") and who.status != "dead":
            with game.draft.by("SS-EFF-16, R-EFF-10"):
                game.report.tell("bleedout.tick", "bad", who=who.name)
                tick_health(game, who, 1, bleedout_pool(game, who))


def bleedout_pool(game: Game, who: Fighter) -> PoolName | None:
    """Straight off flesh; without flesh off the last pool."""
    if game.house.bleedout_pool == "pool_order":
        return None
    pools = who.pools()
    return pools[-1] if pools else None


def clocks(game: Game, who: Fighter) -> None:
    """Round end: the bleeding clock of the dying and the clock of Slow Death."""
    if who.status == "dying" and who.dying_rounds is not None and not who.stable:
        with game.draft.by("SS-DIE-06, R-DIE-5"):
            bleed(game, who, who.dying_rounds - 1)
    if who.status != "dead":
        with game.draft.by("SS-EFF-13, R-EFF-11"):
            slow_death(game, who)


def bleed(game: Game, who: Fighter, rounds: int) -> None:
    """`rounds` are left of the clock."""
    who.dying_rounds = rounds
    if rounds <= 0:
        who.dying_rounds = bleeding_interval(game, who)
        game.report.tell("dying.tick", "bad", who=who.name)
        pools = who.pools()
        tick_health(game, who, 1, pools[-1] if pools else None)


def slow_death(game: Game, who: Fighter) -> None:
    """2 strain every 12 rounds from the hit."""
    records = who.effects_on()
    for index, record in enumerate(records):
        if record.effect != "slow_death":
            continue
        clock = int(record.data.get("clock", SLOW_DEATH_ROUNDS)) - 1
        due = clock <= 0
        ticked = replace(record, data={**record.data, "clock": SLOW_DEATH_ROUNDS if due else clock})
        who.write_effects([*records[:index], ticked, *records[index + 1 :]])
        if due:
            game.report.tell("slow-death.tick", "bad", who=who.name, strain=SLOW_DEATH_STRAIN)
            tick_strain(game, who, SLOW_DEATH_STRAIN)
        return
