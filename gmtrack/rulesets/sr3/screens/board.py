"""The board, and the tracks and conditions of a combatant for all screens."""

from collections.abc import Iterator
from functools import partial

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.lexicon import Entries, Entry
from gmtrack.core.names import listed
from gmtrack.core.players import health_word
from gmtrack.core.screen import Board, Condition, Row, Segment, Track, Turn
from gmtrack.rulesets.kit import board as frame
from gmtrack.rulesets.kit.board import RowCache
from gmtrack.rulesets.kit.effects import unhyphenate
from gmtrack.rulesets.kit.seated import parse_position
from gmtrack.rulesets.sr3.sheet.fighter import Fighter
from gmtrack.rulesets.sr3.sheet.game import Scene
from gmtrack.rulesets.sr3.sheet.state import (
    barrier_document,
    rating_left,
    scene_barriers,
    whole_rating,
)
from gmtrack.rulesets.sr3.tables import BOXES, WOUNDS
from gmtrack.rulesets.sr3.turn.phases import (
    phases_about_to_lapse,
    sort_by_initiative,
    turn_document,
)
from gmtrack.rulesets.sr3.turn.timed import (
    blast_line,
    due_items,
    timed_items,
    when_due,
)
from gmtrack.rulesets.sr3.wounds.effects import EFFECTS
from gmtrack.rulesets.sr3.wounds.events import is_busy_with_aid

MARKS = tuple(sorted(least - 1 for least, _ in WOUNDS if least > 1))
"""The boxes after which the wound modifier changes."""


def monitor_tracks(who: Fighter) -> tuple[Track, ...]:
    """Return the tracks of both condition monitors, ten boxes each; a vehicle has no stun."""
    boxes = (
        Segment("lethal", who.physical),
        Segment("empty", BOXES - who.physical),
    )
    text = f"{who.physical}/{BOXES}"
    over = f" +{who.overflow} overflow" if who.overflow else ""
    found = (
        monitor_track("physical", boxes, text, over, who.physical, "SR-133"),
        stun_track(who),
    )
    return found[:1] if who.sheet.vehicle else found


def stun_track(who: Fighter) -> Track:
    """Return the track of stun, with the subdual boxes behind it."""
    held = who.monitor.dazed - who.stun
    boxes = (
        Segment("bashing", who.stun),
        Segment("bashing", held, "o"),
        Segment("empty", BOXES - who.stun - held),
    )
    subdual = f" +{who.subdual_boxes} subdual" if who.subdual_boxes else ""
    return monitor_track(
        "stun", boxes, f"{who.stun}/{BOXES}", subdual, who.stun, "SR-037"
    )


def monitor_track(
    label: str,
    boxes: tuple[Segment, ...],
    text: str,
    besides: str,
    counted: int,
    rules: str,
) -> Track:
    """Return the track of one monitor. `besides` is text that a narrow board leaves out in part,
    `counted` the number of filled boxes."""
    short = text + besides.rpartition(" ")[0].strip()
    return Track(
        label,
        boxes,
        text + besides,
        MARKS,
        exact=True,
        short=short,
        unit="filled",
        counted=counted,
        rules=rules,
    )


def pool_tracks(who: Fighter) -> tuple[Track, ...]:
    """Return the tracks of the combat pool, of a magician's spell pool and of Karma, as far as
    they are left."""
    combat = frame.make_pool_track(
        "combat pool",
        who.pool_left,
        who.combat_pool,
        fields=("pool_left",),
        names=("Pool",),
        rules="SR-R06",
    )
    karma: tuple[Track, ...] = ()
    if who.sheet.karma_pool:
        karma = (
            frame.make_pool_track(
                "Karma",
                who.karma_left,
                who.karma_pool,
                fields=("karma_left",),
                rules="SRX-220",
            ),
        )
    if not who.spell_pool:
        return (combat, *karma)
    spell = frame.make_pool_track(
        "spell pool",
        who.spell_pool_left,
        who.spell_pool,
        fields=("spell_pool_left",),
        rules="SRX-006",
    )
    return (combat, spell, *karma)


def pools_in_words(who: Fighter) -> str:
    """Return the dice left of the pools for the board, such as `7/7`, of a magician `7/7, 5/5
    spell`."""
    combat = f"{who.pool_left}/{who.combat_pool}"
    if not who.spell_pool:
        return combat
    return f"{combat}, {who.spell_pool_left}/{who.spell_pool} spell"


def rounds_in_hand(who: Fighter) -> str:
    """Return the rounds in the weapons in hand, such as `9/15`, and how many of a grenade are left;
    empty if nothing in hand is counted."""
    found = []
    for name in who.hands:
        weapon = who.weapons.get(name)
        if weapon is not None and weapon.is_carried:
            found.append(f"{who.weapon_state(name).count}/{weapon.count}")
        elif weapon is not None and weapon.capacity:
            own = who.weapon_state(name)
            found.append(f"{own.ammo}/{weapon.capacity}")
    return " ".join(found)


def board_tracks(who: Fighter) -> tuple[Track, ...]:
    """Return the tracks of the monitors without what is beyond the boxes, so that the columns
    behind them keep their places; `beyond_boxes` has that."""
    return tuple(
        track._replace(text=f"{track.counted}/{BOXES}", short="")
        for track in monitor_tracks(who)
    )


def beyond_boxes(who: Fighter) -> tuple[Condition, ...]:
    """Return the overflow and the boxes of subdual damage as conditions."""
    found = {"overflow": who.overflow, "subdual": who.subdual_boxes}
    return tuple(
        Condition(f"{word} {boxes}") for word, boxes in found.items() if boxes
    )


def conditions(scene: Scene, who: Fighter) -> tuple[Condition, ...]:
    """Return the conditions of `who` for the board: effects, holds, melee, aim, unfinished work,
    a delayed phase."""
    timed = who.timed
    found = [
        Condition(
            unhyphenate(name),
            EFFECTS.counted(timed[name]) if name in timed else "",
        )
        for name in EFFECTS.holding(who)
    ]
    found += health_conditions(who)
    if who.subdual_by and who.subdual_boxes:
        found.append(Condition(f"held by {scene.name(who.subdual_by)}"))
    if who.in_melee_with:
        names = ", ".join(map(scene.name, who.in_melee_with))
        found.append(Condition(f"in melee with {names}", "", "note"))
    aim = who.live_aim()
    if aim is not None:
        worth = who.aim_worth(aim.weapon, aim.actions)
        found.append(
            Condition(f"aims at {scene.name(aim.target)}", str(worth), "good")
        )
    found += work_conditions(scene, who)
    found += sustained_spells(scene, who)
    if who.walking != "none":
        hard = "difficult ground" if who.walking == "difficult" else ""
        found.append(Condition("walking", hard, "note"))
    if who.dazzled:
        found.append(Condition("dazzled", f"+{who.dazzled}"))
    if who.delayed:
        found.append(Condition("delayed phase", "", "note"))
    if who.rounds_this_phase and scene.on_turn(who):
        found.append(
            Condition(f"rounds fired: {who.rounds_this_phase}", "", "note")
        )
    return tuple(found)


def sustained_spells(scene: Scene, who: Fighter) -> Iterator[Condition]:
    """Yield the spell defense of `who`, and the spells that they sustain, each with its target and
    the turns that are left."""
    if who.protected_ids:
        names = ", ".join(map(scene.name, who.protected_ids))
        dice = f"{who.defense_dice_left} dice"
        yield Condition(f"spell defense for {names}", dice, "good")
    for entry in who.sustained:
        target = scene.name(entry["target"])
        whom = "" if entry["target"] == who.id else f" on {target}"
        turns = (
            f"{entry.get('turns', 0)} turns" if entry.get("turns", 0) else ""
        )
        spell = f"sustains {entry['spell']}{whom}"
        yield Condition(spell, turns, "note")


def health_conditions(who: Fighter) -> Iterator[Condition]:
    """Yield what the clock of the dying says of a combatant: bleeding, or stable."""
    if who.bleeds:
        yield Condition("bleeding", EFFECTS.counted(who.turns_to_next_box))
    elif who.is_stable:
        yield Condition("stable", "", "good")


def work_conditions(scene: Scene, who: Fighter) -> Iterator[Condition]:
    """Yield the longer task that a combatant is at."""
    work = who.live_work()
    if work is not None:
        done, task = f"{work.done} of {work.needed}", work.action
        if work.patient:
            done, task = f"{done} turns", f"treats {scene.name(work.patient)}"
        elif work.weapon:
            task = f"{task} {work.weapon}"
        yield Condition(task, done, "note")


BADLY = 3
"""Wound modifier from which the players' screen calls somebody badly hurt."""
ROW_CACHE = RowCache[Row]()
phase_of = frame.make_phase_of(Scene)


def board(encounter: Encounter) -> Board:
    """Return the board: everybody in order of initiative, with both monitors, the pool left and
    the ammunition."""
    scene = Scene(Draft(encounter))
    fight, everybody = scene.fight, scene.everybody()
    rest = [who for who in everybody if who.initiative is None]
    people = [*sort_by_initiative(everybody), *rest, *scene.absent()]
    doc: Data = {
        "name": encounter.name,
        "ruleset": encounter.ruleset,
        **turn_document(scene),
    }
    if things := scene_barriers(encounter):
        doc["barriers"] = {
            name: barrier_document(scene.draft, name) for name in things
        }
    items = timed_items(scene)
    if items:
        doc["timed_items"] = {
            name: {**item, "due": when_due(scene, item).document()}
            for name, item in items.items()
        }
        doc["due"] = due_items(scene)
    return Board(
        encounter.name,
        frame.make_head_line(
            scene, ("combat turn", fight.round), ("pass", fight.pass_)
        ),
        ("Init", "Pool", "Wounds", "Ammo"),
        ROW_CACHE.each(encounter, people, partial(render_row, scene)),
        doc,
        scene_lines(scene),
        board_turn(scene),
        optional=("Ammo",),
        widest=frame.find_widest_ammo(
            weapon.count if weapon.is_carried else weapon.capacity
            for who in people
            for weapon in who.weapons.values()
        ),
    )


def board_turn(scene: Scene) -> Turn:
    """Return what the acting combatant has left of the actions, what `next` does and whose
    delayed phase it would lose."""
    delays, still = describe_delays(phases_about_to_lapse(scene))
    due = (*describe_due_items(scene), *delays)
    if not scene.fight.running or scene.fight.acting is None:
        return Turn(due=due, still=still)
    who = scene.fighter(scene.fight.acting)
    kinds = {"free": who.free_left, "simple": who.simple_left}
    left = " + ".join(
        f"{count} {kind}" for kind, count in kinds.items() if count
    )
    ends = f"end the phase of {who.name}"
    busy = is_busy_with_aid(scene, who)
    if busy:
        # Any action breaks the first aid off, so nobody needs the rest of the phase.
        ends = f"{ends}: first aid goes on"
    return Turn(
        left or "no actions left",
        ends,
        due,
        still=still,
        # A Free Action costs nothing, and whoever wants one takes it before.
        spent=busy or not who.simple_left,
    )


def describe_due_items(scene: Scene) -> Entries:
    """Return the commands that let go off what goes off now."""
    items = timed_items(scene)
    return tuple(
        Entry(blast_line(items[name], name), f"{name} goes off now")
        for name in due_items(scene)
    )


def describe_item(scene: Scene, name: str, item: Data) -> str:
    """Return an explosive in the fight as the board shows it: what it is, where it lies, when it
    goes off."""
    when, owner = when_due(scene, item), scene.name(item["owner"])
    times = {
        "now": "goes off now",
        "command": f"laid by {owner}",
        "phase": f"goes off at the end of {owner}'s next phase",
        "pass": f"goes off at the end of pass {when.pass_}",
        "turn": "goes off at the end of the combat turn",
    }
    place = parse_position(item.get("position"))
    there = ""
    if place is not None:
        there = f" at ({', '.join(f'{number:g}' for number in place)})"
    return f"{name}{there}: {times[when.at]}"


def describe_delays(people: list[Fighter]) -> tuple[Entries, str]:
    """Return the commands that take the delayed phases which `next` would lose, and a sentence
    about them; both empty if there are none."""
    due = tuple(
        Entry(
            f"intervene {who.id}",
            f"{who.name} takes their delayed phase, else it is lost now",
        )
        for who in people
    )
    names = listed(who.name for who in people)
    return (
        due,
        f"Still delaying, and the phase is lost with this pass: {names}"
        if due
        else "",
    )


def render_row(scene: Scene, who: Fighter) -> Row:
    """Return one combatant's row of the board."""
    wounds = who.wound_modifier
    hurt = who.physical > 0 or who.stun > 0
    return frame.make_row(
        who,
        (
            who.initiative,
            pools_in_words(who),
            f"+{wounds}" if wounds else None,
            rounds_in_hand(who),
        ),
        board_tracks(who),
        (*beyond_boxes(who), *conditions(scene, who)),
        acting=scene.fight.acting == who.id,
        done=scene.fight.running and who.acted,
        health=health_word(
            hurt=hurt, badly=wounds >= BADLY, down=not who.awake
        ),
    )


def scene_lines(scene: Scene) -> tuple[str, ...]:
    """Return the board's lines about the scene: visibility, range, barriers, and what is to go
    off."""
    encounter = scene.draft.encounter
    visibility = [
        word.replace("_", " ")
        for word in encounter.scene.get("visibility") or []
    ]
    things = [
        describe_barrier(scene.draft, name)
        for name in scene_barriers(encounter)
    ]
    usual = encounter.scene.get("range")
    far = [usual] if usual else []
    told = {"visibility": visibility, "range": far, "barriers": things}
    items = timed_items(scene).items()
    return (
        *(
            f"{what}: {', '.join(found)}"
            for what, found in told.items()
            if found
        ),
        *(describe_item(scene, name, item) for name, item in items),
    )


def describe_barrier(draft: Draft, name: str) -> str:
    """Return a barrier's name and rating, with the whole rating if it is damaged: `door 4/6`, or
    `door (gone)`."""
    now, full = rating_left(draft, name), whole_rating(draft.encounter, name)
    if not now:
        return f"{name} (gone)"
    return f"{name} {now}" if now == full else f"{name} {now}/{full}"
