"""SS-DIE, SS-CRIT, SS-WND: critical injuries, and who is up, unconscious, dying or dead."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from types import MappingProxyType

from gmtrack.rulesets.swan_song.sheet.game import Game
from gmtrack.rulesets.swan_song.sheet.live import Fighter
from gmtrack.rulesets.swan_song.sheet.records import Status
from gmtrack.rulesets.swan_song.wounds.position import fall

LEAST_BLEEDING = 12
"""R-DIE-5: the bleeding clock never ticks faster than this many rounds."""


def overflow_injury(game: Game, who: Fighter) -> None:
    """SS-CRIT-01, SS-CRIT-02, R-CRIT-1: one injury when flesh first goes below 0."""
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
    """One critical injury more; it is told with those that come of the same loss."""
    who.critical_injuries += 1
    game.effect(who, "critical-injury")


@contextmanager
def injuries_told(game: Game, who: Fighter) -> Iterator[None]:
    """SS-CRIT-01, SS-WND-06, R-CRIT-2: how many critical injuries came of what happens inside."""
    before = who.critical_injuries
    yield
    count = who.critical_injuries - before
    if count == 1:
        game.report.tell("critical-injury", "bad", who=who.name)
    elif count > 1:
        game.report.tell("critical-injuries", "bad", who=who.name, count=count)


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
    """Status follows the pools; who falls lies on the ground, and the bleeding clock starts or
    is put away."""
    before, after = who.status, computed_status(game, who, exceeded)
    start_clock(game, who, after)
    if after == before:
        return
    BECOMING[after](game, who, after)
    if after != "up":
        lie_down(game, who, stood=before == "up")


def start_clock(game: Game, who: Fighter, status: Status) -> None:
    """SS-DIE-06, R-DIE-5, R-DIE-6"""
    core = who.core
    if core is not None and core > 0:
        who.dying_rounds = None
        who.stable = False
    elif status == "dying" and who.bleeds and who.dying_rounds is None and not who.stable:
        who.dying_rounds = bleeding_interval(game, who)


def wake(game: Game, who: Fighter, status: Status) -> None:
    """R-DIE-6"""
    who.status = status
    game.report.tell("status.up", "good", who=who.name)


def pass_out(game: Game, who: Fighter, status: Status) -> None:
    """SS-DMG-08, SS-DIE-01, R-DIE-1"""
    fall_to(game, who, status)


def go_down(game: Game, who: Fighter, status: Status) -> None:
    """SS-DMG-07, SS-DIE-03, R-DIE-4, R-DIE-8"""
    fall_to(game, who, status)


def die(game: Game, who: Fighter, status: Status) -> None:
    """SS-DIE-04, SS-DIE-07, R-DIE-7, R-DIE-8"""
    fall_to(game, who, status)


def fall_to(game: Game, who: Fighter, status: Status) -> None:
    """A status that is not up, in the words for people or for machines."""
    who.status = status
    machine = "machine." if who.sheet.kind == "machine" else ""
    game.report.tell(f"status.{machine}{status}", "bad", who=who.name)


BECOMING: Mapping[Status, Callable[[Game, Fighter, Status], None]] = MappingProxyType(
    {"up": wake, "unconscious": pass_out, "dying": go_down, "dead": die}
)


def lie_down(game: Game, who: Fighter, *, stood: bool) -> None:
    """R-DIE-9"""
    if stood:
        who.fallen = {"prone": not who.prone}
        fall(game, who, tell=False)
    who.extended = None


def bleeding_interval(game: Game, who: Fighter) -> int:
    """R-DIE-5: rounds from one point to the next."""
    given = game.house.bleed_interval_rounds
    if isinstance(given, int):
        return given
    return max(LEAST_BLEEDING, 12 * who.attribute("body"))
