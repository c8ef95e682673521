"""SS-DIE, SS-CRIT, SS-WND: critical injuries, and who is up, unconscious, dying or dead."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import MappingProxyType

from gmtrack.rulesets.swan_song.sheet.game import Game
from gmtrack.rulesets.swan_song.sheet.live import Fighter
from gmtrack.rulesets.swan_song.sheet.records import Status
from gmtrack.rulesets.swan_song.wounds.position import fall

LEAST_BLEEDING = 12
"""R-DIE-5: the bleeding clock never ticks faster than this many rounds."""


def overflow_injury(game: Game, who: Fighter) -> None:
    """One injury when flesh first goes below 0."""
    core = who.core
    if who.pool_max("flesh") == 0 or core is None:
        return
    with game.draft.by("SS-CRIT-01, SS-CRIT-02, R-CRIT-1"):
        if core > 0:
            who.crit_latch = False
        elif not (who.crit_latch or (core == 0 and game.house.crit_at != "zero")):
            who.crit_latch = True
            injure(game, who)


def injure(game: Game, who: Fighter) -> None:
    """One critical injury more; it is told with those that come of the same loss."""
    who.critical_injuries += 1
    game.effect(who, "critical-injury")


@contextmanager
def injuries_told(game: Game, who: Fighter) -> Iterator[None]:
    """How many critical injuries came of what happens inside."""
    before = who.critical_injuries
    yield
    count = who.critical_injuries - before
    with game.draft.by("SS-CRIT-01, SS-WND-06, R-CRIT-2"):
        if count == 1:
            game.report.tell("critical-injury", "bad", who=who.name)
        elif count > 1:
            game.report.tell("critical-injuries", "bad", who=who.name, count=count)


def computed_status(game: Game, who: Fighter, exceeded: bool = False) -> Status:
    """What the pools say. `exceeded`: strain has just gone beyond the threshold (house rule
    `strain_at_full: must_exceed`)."""
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
    machine = "machine." if after != "up" and who.sheet.kind == "machine" else ""
    with game.draft.by(BECOMING[after]):
        who.status = after
        tone = "good" if after == "up" else "bad"
        game.report.tell(f"status.{machine}{after}", tone, who=who.name)
    if after != "up":
        with game.draft.by("R-DIE-9"):
            lie_down(game, who, stood=before == "up")


BECOMING: Mapping[Status, str] = MappingProxyType(
    {
        "up": "R-DIE-6",
        "unconscious": "SS-DMG-08, SS-DIE-01, R-DIE-1",
        "dying": "SS-DMG-07, SS-DIE-03, R-DIE-4, R-DIE-8",
        "dead": "SS-DIE-04, SS-DIE-07, R-DIE-7, R-DIE-8",
    }
)
"""The rows by which somebody comes to be so."""


def start_clock(game: Game, who: Fighter, status: Status) -> None:
    """The bleeding clock begins, or there is nothing left to bleed from."""
    core = who.core
    with game.draft.by("SS-DIE-06, R-DIE-5, R-DIE-6"):
        if core is not None and core > 0:
            who.dying_rounds = None
            who.stable = False
        elif status == "dying" and who.bleeds and who.dying_rounds is None and not who.stable:
            who.dying_rounds = bleeding_interval(game, who)


def lie_down(game: Game, who: Fighter, *, stood: bool) -> None:
    if stood:
        who.fallen = {"prone": not who.prone}
        fall(game, who, tell=False)
    who.extended = None


def bleeding_interval(game: Game, who: Fighter) -> int:
    """Rounds from one point to the next."""
    given = game.house.bleed_interval_rounds
    if isinstance(given, int):
        return given
    return max(LEAST_BLEEDING, 12 * who.attribute("body"))
