"""What screens and documents tell of a combatant: tracks, conditions, effects."""

from typing import TYPE_CHECKING

from gmtrack.core.screen import Condition, Segment, Track
from gmtrack.rulesets.swan_song.sheet.live import Fighter
from gmtrack.rulesets.swan_song.sheet.records import FightState
from gmtrack.rulesets.swan_song.sheet.words import counted
from gmtrack.rulesets.swan_song.tables.effects import EFFECTS
from gmtrack.rulesets.swan_song.wounds.effects import left_of

if TYPE_CHECKING:
    from gmtrack.rulesets.swan_song.screens.document import EffectDocument

FLAGS = (
    "prone", "surprised", "full_defense", "running", "sprinting", "alerted", "ambusher", "stable",
)  # fmt: skip


def tracks(who: Fighter) -> tuple[Track, ...]:
    """Shield, armored, flesh as far as there are any, and strain."""
    drawn = [pool_track(who, pool) for pool in who.pools()]
    threshold = who.strain_threshold
    if threshold is not None:
        segments = (Segment("strain", who.strain), Segment("empty", threshold - who.strain))
        marks = (-(-threshold // 2),)
        text = f"{who.strain}/{threshold}"
        strain = Track("strain", segments, text, marks, unit="filled", counted=who.strain)
        drawn.append(strain)
    return tuple(drawn)


def pool_track(who: Fighter, pool: str) -> Track:
    points, most = next((who.points(p), who.pool_max(p)) for p in who.pools() if p == pool)
    left = max(0, points)
    marks = (most // 2,) if pool == "flesh" else ()
    segments = (Segment("full", left), Segment("lost", most - left))
    text = f"{points}/{most}"
    return Track(pool, segments, text, marks, unit="left", counted=points)


def conditions(who: Fighter) -> tuple[Condition, ...]:
    """Effects and flags that are on, with what is left of them."""
    found = [
        Condition(EFFECTS[e.effect].label + (f" {e.location}" if e.location else ""), left_of(e))
        for e in who.effects_on()
    ]
    if who.cannot_stand_rounds:
        found.append(Condition("buckled", counted(who.cannot_stand_rounds, "round")))
    found += [
        Condition(EFFECTS[flag].label, "", EFFECTS[flag].tone)
        for flag in FLAGS
        if getattr(who, flag) and not (flag == "running" and who.sprinting)
    ]
    if who.cover != "none" or who.concealed:
        hidden = ", hidden" if who.concealed else ""
        found.append(Condition(f"{who.cover} cover{hidden}", "", "good"))
    if who.delayed is not None:
        carried = "since the last pass, " if who.delayed["carried"] else ""
        found.append(Condition("delaying", carried + booked(who), "good"))
    if who.ffyl is not None:
        found.append(Condition("fighting for life", "this round"))
    if who.skip_phases:
        found.append(Condition("loses the next phase", ""))
    if who.carrying_body:
        body = who.draft.encounter.display_name(who.carrying_body)
        found.append(Condition(f"carries {body}", "", "note"))
    if who.critical_injuries:
        injuries = counted(who.critical_injuries, "critical injury", "critical injuries")
        found.append(Condition(injuries, ""))
    if who.status == "dying" and who.dying_rounds is not None:
        rounds = counted(who.dying_rounds, "round")
        found.append(Condition("bleeding", f"next point in {rounds}"))
    if who.extended:
        work = who.extended
        found.append(
            Condition(str(work["name"]), f"{work['paid']} of {work['cost']} AP paid", "note")
        )
    return tuple(found)


def booked(who: Fighter) -> str:
    """When the delayed action comes, as far as it was said."""
    entry = next((e for e in FightState(who.draft, ("fight",)).queue if e["who"] == who.id), None)
    if entry is not None:
        return "together with the acting one" if entry["together"] else "after the acting one"
    return "last in the pass" if who.delayed and who.delayed["last"] else "can intervene"


def effect_documents(who: Fighter) -> "list[EffectDocument]":
    """`show` effects: effects and flags by the words of `effect`."""
    documents: list[EffectDocument] = [
        {
            "effect": e.effect.replace("_", "-"), "source": e.source, "location": e.location,
            "rounds": e.rounds, "until": e.until,
        }
        for e in who.effects_on()
    ]  # fmt: skip
    flags = [flag for flag in FLAGS if getattr(who, flag)]
    if who.cannot_stand_rounds:
        flags.append("buckled")
    for flag in flags:
        rounds = who.cannot_stand_rounds if flag == "buckled" else None
        documents.append(
            {
                "effect": flag.replace("_", "-"), "source": None, "location": None,
                "rounds": rounds, "until": EFFECTS[flag].until,
            }
        )  # fmt: skip
    return documents
