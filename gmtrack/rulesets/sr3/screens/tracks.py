"""What screens show of a combatant: the monitors, the pool, conditions."""

from gmtrack.core.screen import Condition, Segment, Track
from gmtrack.rulesets.sr3.attack.targeting import aim_worth
from gmtrack.rulesets.sr3.sheet.game import Scene
from gmtrack.rulesets.sr3.sheet.live import Fighter
from gmtrack.rulesets.sr3.tables.damage import BOXES, WOUNDS
from gmtrack.rulesets.sr3.wounds.effects import EFFECTS, until_of

MARKS = tuple(sorted(least - 1 for least, _ in WOUNDS if least > 1))
"""Between which boxes the wound modifier changes."""


def monitors(who: Fighter) -> tuple[Track, ...]:
    """Ten boxes each, with the marks of the wound modifier; a vehicle has no stun."""
    found = (physical_track(who), stun_track(who))
    return found[:1] if who.sheet.vehicle else found


def physical_track(who: Fighter) -> Track:
    boxes = (Segment("lethal", who.physical), Segment("empty", BOXES - who.physical))
    text = f"{who.physical}/{BOXES}"
    over = f" +{who.overflow} overflow" if who.overflow else ""
    return monitor("physical", boxes, text, over, who.physical, "SR-133")


def stun_track(who: Fighter) -> Track:
    """Stun, and after it what holds somebody for a while ."""
    held = who.monitor.dazed - who.stun
    boxes = (
        Segment("bashing", who.stun),
        Segment("bashing", held, "o"),
        Segment("empty", BOXES - who.stun - held),
    )
    subdual = f" +{who.subdual_boxes} subdual" if who.subdual_boxes else ""
    return monitor("stun", boxes, f"{who.stun}/{BOXES}", subdual, who.stun, "SR-037")


def monitor(
    label: str, boxes: tuple[Segment, ...], text: str, besides: str, counted: int, rules: str
) -> Track:
    """Ten boxes, of which each is a point of damage."""
    short = text + besides.rpartition(" ")[0].strip()
    return Track(
        label, boxes, text + besides, MARKS, exact=True, short=short, unit="filled",
        counted=counted, rules=rules,
    )  # fmt: skip


def pool_track(who: Fighter) -> Track:
    """What is left of the combat pool."""
    left, most = who.pool_left, max(who.combat_pool, who.pool_left)
    boxes = (Segment("full", left), Segment("lost", most - left))
    text = f"{left}/{who.combat_pool}"
    return Track("combat pool", boxes, text, fields=("pool_left",), names=("Pool",), rules="SR-R06")


def rounds_in_hand(who: Fighter) -> str:
    """Rounds in what is in hand; nothing where none are counted."""
    held = [name for name in who.hands if name in who.weapons and who.weapon(name).capacity]
    return " ".join(f"{who.ammo_of(name)}/{who.weapon(name).capacity}" for name in held)


def conditions(scene: Scene, who: Fighter) -> tuple[Condition, ...]:
    """Their conditions, and what they are doing."""
    found = [
        Condition(name.replace("-", " "), until_of(who, name) if name in who.timed else "")
        for name in EFFECTS.holding(who)
    ]
    if who.subdual_by and who.subdual_boxes:
        found.append(Condition(f"held by {scene.name(who.subdual_by)}"))
    if who.in_melee_with:
        names = ", ".join(map(scene.name, who.in_melee_with))
        found.append(Condition(f"in melee with {names}", "", "note"))
    aim, work = who.live_aim(), who.live_work()
    if aim is not None:
        worth = aim_worth(who, aim.weapon, aim.actions)
        found.append(Condition(f"aims at {scene.name(aim.target)}", str(worth), "good"))
    if work is not None:
        found.append(
            Condition(f"{work.action} {work.weapon}", f"{work.done} of {work.needed}", "note")
        )
    if who.delayed:
        found.append(Condition("delayed phase", "", "note"))
    if who.rounds_this_phase and scene.on_turn(who):
        found.append(Condition(f"rounds fired: {who.rounds_this_phase}", "", "note"))
    return tuple(found)
