"""SS-WND, SS-DIE, SS-CRIT: what harm does beyond the points: wounds, initiative, status."""

from collections.abc import Iterator
from contextlib import contextmanager

from gmtrack.rulesets.swan_song.sheet.game import Game
from gmtrack.rulesets.swan_song.sheet.live import Fighter
from gmtrack.rulesets.swan_song.sheet.order import to_come
from gmtrack.rulesets.swan_song.sheet.records import Status

LEAST_BLEEDING = 12
"""R-DIE-5: the bleeding clock never ticks faster than this many rounds."""


@contextmanager
def initiative_follows(game: Game, who: Fighter) -> Iterator[None]:
    """SS-INIT-18, -21, R-INIT-7: whatever changes inside, the Score moves by the change of the
    initiative attribute at once."""
    base, wounds = who.initiative_base, who.wound_modifier
    yield
    shift = who.initiative_base - base
    if game.house.choice("wound_initiative", "immediate"):
        shift += who.wound_modifier - wounds
    if who.wound_modifier != wounds:
        game.report.tell(
            "wounds", "bad" if who.wound_modifier < wounds else "good",
            who=who.name, before=wounds, after=who.wound_modifier,
        )  # fmt: skip
    shift_score(game, who, shift)


def shift_score(game: Game, who: Fighter, shift: int) -> None:
    """Move a Score within the round; a coin tossed for the old one counts no more."""
    if shift == 0 or who.score is None:
        return
    places = to_come(game) if game.fight.running else []
    before, who.score = who.score, who.score + shift
    who.coin = None
    game.report.tell(
        "score", "bad" if shift < 0 else "good", who=who.name, before=before, after=who.score
    )
    grant_ap(game, who)
    if game.fight.running:
        tell_place(game, who, places)


def tell_place(game: Game, who: Fighter, before: list[str]) -> None:
    """The new place in the order, where a changed Score moves somebody (SS-INIT-21, -22)."""
    after = to_come(game)
    if who.id in before and who.id not in after:
        game.report.tell("place.none", "bad", who=who.name)
    elif who.id in after and before != after:
        ahead = after[: after.index(who.id)]
        key = "place.after" if ahead else "place.next"
        game.report.tell(key, "note", who=who.name, other=game.name(ahead[-1]) if ahead else "")


def grant_ap(game: Game, who: Fighter) -> None:
    """R-INIT-9: AP come when the Score is above 0 and none were granted in this pass yet."""
    entitled = (who.score or 0) > 0 or game.house.choice("ap_at_zero_score", "base")
    if game.fight.running and entitled and not who.ap_granted and who.score is not None:
        who.ap = who.sheet.ap_base
        who.ap_granted = True


def overflow_injury(game: Game, who: Fighter) -> None:
    """SS-CRIT-02, -04, R-CRIT-1, -4, -5: one injury when flesh first goes below 0."""
    core = who.core
    if who.pool_max("flesh") == 0 or core is None:
        return
    if core > 0:
        who.crit_latch = False
        return
    if who.crit_latch or (core == 0 and not game.house.choice("crit_at", "zero")):
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
    if game.house.choice("strain_at_full", "must_exceed") and not exceeded:
        return "unconscious" if who.status == "unconscious" else "up"
    return "unconscious"


def settle_status(game: Game, who: Fighter, exceeded: bool = False) -> None:
    """Step (6) of 4.Z: status follows the pools; who falls lies on the ground (R-DIE-9), and the
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
    given = game.house.value("bleed_interval_rounds")
    if isinstance(given, int):
        return given
    return max(LEAST_BLEEDING, 12 * who.attribute("body"))


def fall(game: Game, who: Fighter, *, tell: bool = True) -> None:
    """SS-KD-03, SS-EFF-20: down to the ground; cover and melee end (R-COV-2, R-DEF-15)."""
    if who.prone or who.sheet.vehicle:
        return
    who.prone = True
    leave_cover(who)
    leave_melee(game, who)
    if who.carrying_body is not None:
        with initiative_follows(game, who):
            who.carrying_body = None
    game.effect(who, "prone", until="stand-up")
    if tell:
        game.report.tell("prone", "bad", who=who.name)


def leave_cover(who: Fighter) -> None:
    """R-COV-2"""
    who.cover = "none"
    who.concealed = False
    who.cover_barrier = None


def leave_melee(game: Game, who: Fighter) -> None:
    """R-DEF-15: off everybody's list and everybody off one's own."""
    if not game.house.choice("in_melee", "auto"):
        return
    for other_id in who.in_melee_with:
        if other_id in game.draft.encounter.combatants:
            other = game.fighter(other_id)
            other.in_melee_with = [i for i in other.in_melee_with if i != who.id]
    if who.in_melee_with:
        who.in_melee_with = []


def join_melee(game: Game, one: Fighter, other: Fighter) -> None:
    """R-DEF-15: a melee attack puts both on each other's list."""
    if not game.house.choice("in_melee", "auto") or one.id == other.id:
        return
    for who, foe in ((one, other), (other, one)):
        if foe.id not in who.in_melee_with:
            who.in_melee_with = [*who.in_melee_with, foe.id]
