"""SS-DIE, SS-CRIT, SS-WND: critical injuries, and who is up, unconscious, dying or dead."""

from gmtrack.rulesets.swan_song.sheet.game import Game
from gmtrack.rulesets.swan_song.sheet.live import Fighter
from gmtrack.rulesets.swan_song.sheet.records import Status
from gmtrack.rulesets.swan_song.wounds.position import fall

LEAST_BLEEDING = 12
"""R-DIE-5: the bleeding clock never ticks faster than this many rounds."""


def overflow_injury(game: Game, who: Fighter) -> None:
    """SS-CRIT-02, -04, R-CRIT-1, -4, -5: one injury when flesh first goes below 0."""
    core = who.core
    if who.pool_max("flesh") == 0 or core is None:
        return
    if core > 0:
        who.crit_latch = False
        return
    if who.crit_latch or (core == 0 and game.house.crit_at != "zero"):
        return
    who.crit_latch = True
    injure(game, who)


def injure(game: Game, who: Fighter) -> None:
    """SS-CRIT-01"""
    who.critical_injuries += 1
    game.effect(who, "critical-injury")
    game.report.tell("critical-injury", "bad", who=who.name)


def computed_status(game: Game, who: Fighter, exceeded: bool = False) -> Status:
    """SS-DIE-01, -03, -04, R-DIE-1, -4, -7, -8: what the pools say. `exceeded`: strain has just
    gone beyond the threshold (house rule `strain_at_full: must_exceed`)."""
    if who.ffyl is not None:
        return "up"
    core = who.core
    if core is not None and core <= 0:
        return "dead" if who.overflow > who.attribute("body") else "dying"
    threshold = who.strain_threshold
    if threshold is None or who.strain < threshold:
        return "up"
    if game.house.strain_at_full == "must_exceed" and not exceeded:
        return "unconscious" if who.status == "unconscious" else "up"
    return "unconscious"


def settle_status(game: Game, who: Fighter, exceeded: bool = False) -> None:
    """Status follows the pools; who falls lies on the ground (R-DIE-9), and the
    bleeding clock starts (R-DIE-5) or is put away."""
    before, after = who.status, computed_status(game, who, exceeded)
    core = who.core
    if core is not None and core > 0:
        who.dying_rounds = None
        who.stable = False
    elif after == "dying" and who.bleeds and who.dying_rounds is None and not who.stable:
        who.dying_rounds = bleeding_interval(game, who)
    if after == before:
        return
    who.status = after
    if after == "up":
        game.report.tell("status.up", "good", who=who.name)
        return
    machine = "machine." if who.sheet.kind == "machine" else ""
    game.report.tell(f"status.{machine}{after}", "bad", who=who.name)
    if before == "up":
        who.fallen = {"prone": not who.prone}
        fall(game, who, tell=False)
    who.extended = None


def bleeding_interval(game: Game, who: Fighter) -> int:
    """R-DIE-5: rounds from one point to the next."""
    given = game.house.bleed_interval_rounds
    if isinstance(given, int):
        return given
    return max(LEAST_BLEEDING, 12 * who.attribute("body"))
