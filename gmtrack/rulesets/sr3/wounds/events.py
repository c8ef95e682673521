"""Consequences of changed condition monitors (subdued, unconscious, dying, dead, the initiative
score), and the events that end other states."""

from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from typing import NamedTuple

from gmtrack.core.encounter import Data
from gmtrack.rulesets.kit.seated import has_fixed_place, move_with_maximum
from gmtrack.rulesets.sr3.sheet.fighter import Fighter
from gmtrack.rulesets.sr3.sheet.game import Game, Scene
from gmtrack.rulesets.sr3.sheet.state import FIRST_AID
from gmtrack.rulesets.sr3.sheet.wound_modifiers import (
    Fate,
    Monitor,
    fill_boxes,
)
from gmtrack.rulesets.sr3.wounds.melee import remove_from_melees
from gmtrack.rulesets.sr3.wounds.sustained import end_effect, find_target


class Before(NamedTuple):
    """State of a combatant before a change of its monitors. What follows from the monitors
    changes along with them, so this has to be kept to see the difference."""

    monitor: Monitor
    implied: Fate
    known: Fate
    wounds: int
    combat_pool: int
    spell_pool: int
    states: frozenset[str]
    """The fields of BEGINNINGS that held."""

    @staticmethod
    def snapshot(who: Fighter) -> "Before":
        """Return how a combatant is now."""
        return Before(
            who.monitor,
            who.fate,
            known_fate(who),
            who.wound_modifier,
            who.combat_pool,
            who.spell_pool,
            holding_states(who),
        )


def known_fate(who: Fighter) -> Fate:
    """Return the states that count for a combatant: those set by hand, else what the monitors
    imply."""
    return Fate(who.subdued, who.conscious, who.dying, who.dead)


@contextmanager
def numbers_follow(
    game: Game, who: Fighter, named: Collection[str] = ()
) -> Iterator[None]:
    """Apply what follows from a change by hand of a combatant's numbers or boxes, made within this
    context: who is out, the initiative score, the pools left, and events. Fields in `named`
    were set by the GM and stay as they are."""
    before, pool_left = Before.snapshot(who), who.pool_left
    spell_pool_left = who.spell_pool_left
    yield
    now = game.seat(who.id)
    if "pool_left" not in named and now.combat_pool != before.combat_pool:
        with game.draft.by("SR-R57"):
            now.pool_left = move_with_maximum(
                pool_left, before.combat_pool, now.combat_pool
            )
    if "spell_pool_left" not in named and now.spell_pool != before.spell_pool:
        with game.draft.by("SR-R57"):
            now.spell_pool_left = move_with_maximum(
                spell_pool_left, before.spell_pool, now.spell_pool
            )
    if not set(named) & set(Fate._fields):
        rewrite_fate(now, before)
    if "initiative" not in named:
        shift_score(now, before)
    fate_events(game, now, before.known, named)
    for state in holding_states(now) - before.states:
        BEGINNINGS[state](game, now, named)


def follow_monitor(game: Game, who: Fighter, before: Before) -> None:
    """Apply and tell everything that follows from a change of the monitors since `before`."""
    rewrite_fate(who, before)
    shift_score(who, before)
    tell_wounds(game, who, before.wounds)
    tell_fate(game, who, before.known)
    fate_events(game, who, before.known)


def shift_score(who: Fighter, before: Before) -> None:
    """Move the initiative score at once by the change of the wound modifier (SR-142). A fixed
    place in the order stays where it is."""
    if who.initiative is not None and not has_fixed_place(who):
        with who.draft.by("SR-142"):
            who.initiative = who.initiative + before.wounds - who.wound_modifier


def tell_wounds(game: Game, who: Fighter, was: int) -> None:
    """Tell that the wound modifier has changed, and the initiative score with it. Says nothing of
    combatants who are out."""
    now, score = who.wound_modifier, who.initiative
    if now == was or not who.awake:
        return
    told = {"who": who.name, "was": was, "now": now}
    if score is None or has_fixed_place(who):
        game.report.tell("wounds", "note", **told)
    else:
        game.report.tell(
            "wounds.score",
            "note",
            **told,
            before=score + now - was,
            after=score,
        )


FATES: Mapping[str, str] = {
    "subdued": "SR-039",
    "conscious": "SR-138, SR-144",
    "dying": "SR-144",
    "dead": "SR-145",
}
"""The rules by which full monitors bring about each field of `Fate`."""


def rewrite_fate(who: Fighter, before: Before) -> None:
    """Write the states that the change of the monitors has changed. A state that the GM has set by
    hand stays if the monitors' verdict is the same as before."""
    fates = zip(
        FATES.items(), before.implied, who.fate, before.known, strict=True
    )
    for (field, rules), was, now, known in fates:
        if was != now != known:
            with who.draft.by(rules):
                who.draft.put((*who.base, field), now, read_as=known)
                if field == "dying" and who.bleeding:
                    who.reset("bleeding")


def tell_fate(game: Game, who: Fighter, was: Fate) -> None:
    """Tell the states that have begun since `was`, and note them as effects; tell also who wakes or
    is free."""
    now = known_fate(who)
    came = {
        "subdued": now.subdued and not was.subdued,
        "unconscious": was.conscious and not now.conscious and not now.dead,
        "dying": now.dying and not was.dying,
        "dead": now.dead and not was.dead,
    }
    for effect, holds in came.items():
        if holds:
            game.report_effect(who, effect)
            game.report.tell(effect, "bad", who=who.name)
    if now.conscious and not was.conscious:
        game.report.tell("wakes", "good", who=who.name)
    if was.subdued and now.conscious and not now.subdued:
        game.report.tell("free", "good", who=who.name)


# --- events: what ends other states ---


def fate_events(
    game: Game, who: Fighter, was: Fate, keep: Collection[str] = ()
) -> None:
    """Apply the event of a change of fate: going out, or being subdued. Live fields in `keep` stay
    as they are."""
    now = known_fate(who)
    if is_out(now) and not is_out(was):
        end_by_going_out(game, who, keep)
    elif now.subdued and not was.subdued:
        who.happens("held", keep)
        end_first_aid(game, who, given=True)
        end_holds(game, who)


def is_out(fate: Fate) -> bool:
    """Whether somebody is unconscious, dying or dead. Subdued combatants are not out."""
    return fate.dead or fate.dying or not fate.conscious


def end_by_going_out(
    game: Game, who: Fighter, keep: Collection[str] = ()
) -> None:
    """End everything that an unconscious, dying or dead combatant can no longer do, and the
    melees and holds that others have with it. Live fields in `keep` stay as they are."""
    _remove_from_melees(game, who)
    end_first_aid(game, who, given=True)
    who.happens("out", keep)
    end_holds(game, who)
    release_held(game, who)
    end_all_spells(game, who, "SRX-041")


def end_by_falling(
    game: Game, who: Fighter, keep: Collection[str] = ()
) -> None:
    """End everything that nobody does who lies on the ground, except live fields in `keep`. The
    caller has set `prone`."""
    who.happens("prone", keep)


def end_by_hiding(game: Game, who: Fighter, keep: Collection[str] = ()) -> None:
    """End running, because the combatant has taken cover; live fields in `keep` stay."""
    who.happens("hides", keep)


def end_by_stopping(
    game: Game, who: Fighter, keep: Collection[str] = ()
) -> None:
    """End running, because the combatant can go no farther; live fields in `keep` stay."""
    who.happens("stopped", keep)


def end_by_running(
    game: Game, who: Fighter, keep: Collection[str] = ()
) -> None:
    """End everything that running ends, except live fields in `keep`: cover, lying, standing
    still, melee, and holds of and on the runner."""
    _remove_from_melees(game, who)
    ended = who.happens("runs", keep)
    for field, effect in ENDED_BY_RUNNING.items():
        if field in ended:
            game.report.tell("effect.off", "note", who=who.name, effect=effect)
    end_holds(game, who)
    release_held(game, who)


def end_by_walking(
    game: Game, who: Fighter, keep: Collection[str] = ()
) -> None:
    """End running, lying, standing still and being cornered, because the combatant walks; live
    fields in `keep` stay."""
    who.happens("moves", keep)


ENDED_BY_RUNNING: Mapping[str, str] = {
    "partial_cover": "in partial cover",
    "prone": "prone",
    "in_melee_with": "in melee",
}
"""The fields whose end by running is told, with the words for them."""


BEGINNINGS: Mapping[str, Callable[[Game, Fighter, Collection[str]], None]] = {
    "prone": end_by_falling,
    "running": end_by_running,
    "walking": end_by_walking,
    "partial_cover": end_by_hiding,
    "cornered": end_by_stopping,
}
"""The live fields that begin with an event, however they are set."""


def holding_states(who: Fighter) -> frozenset[str]:
    """Return the fields of BEGINNINGS that hold for somebody."""
    return frozenset(
        state
        for state in BEGINNINGS
        if getattr(who, state) not in (False, "none")
    )


def is_busy_with_aid(scene: Scene, who: Fighter) -> bool:
    """Whether a combatant gives or gets first aid that takes combat turns."""
    works = [medic.live_work() for medic in scene.everybody()]
    own = who.live_work()
    gives = own is not None and bool(own.patient)
    return gives or any(work and work.patient == who.id for work in works)


def end_first_aid(game: Game, who: Fighter, *, given: bool = False) -> None:
    """End the first aid that a combatant gives or, unless only the one `given` is meant, gets.
    Nothing comes of it, and it may begin again (SRX-205)."""
    for medic in game.whole_cast():
        work = medic.live_work()
        if work is None or work.action != FIRST_AID:
            continue
        if medic.id == who.id or (work.patient == who.id and not given):
            with game.draft.by("SRX-205"):
                medic.set_work(None)
                game.report.tell(
                    "aid.broken-off",
                    "bad",
                    who=medic.name,
                    patient=game.name(work.patient),
                )


def end_by_leaving(game: Game, who: Fighter) -> None:
    """End everything that nobody has who is away from the fight."""
    end_first_aid(game, who)
    _remove_from_melees(game, who)
    who.happens("leaves")
    end_holds(game, who)
    release_held(game, who)
    end_all_spells(game, who, "SRX-041")


def _remove_from_melees(game: Game, who: Fighter) -> None:
    """Remove `who` from the melee lists of the others, under SR-R29."""
    with game.draft.by("SR-R29"):
        remove_from_melees(game, who)


def held_by(game: Game, who: Fighter) -> list[Fighter]:
    """Return everybody whom a combatant holds (SR-036 to SR-043)."""
    return [other for other in game.everybody() if other.subdual_by == who.id]


def end_holds(game: Game, who: Fighter) -> None:
    """End every hold that a combatant has on others."""
    for held in held_by(game, who):
        release_held(game, held)


def release_held(game: Game, held: Fighter, rules: str = "SR-R55") -> None:
    """Empty the subdual boxes of a held combatant, end the hold and apply what follows, by these
    `rules`. Does nothing if there are no such boxes."""
    if not held.subdual_boxes:
        return
    before = Before.snapshot(held)
    with game.draft.by(rules):
        held.subdual_boxes = 0
        held.subdual_by = None
        game.report.tell("let-go", "note", who=held.name)
    follow_monitor(game, held, before)


# --- spells ---


def end_spells(
    game: Game, who: Fighter, places: Collection[int], rules: str
) -> None:
    """End the sustained spells at these places of a caster's list by these rules: their effects on
    the targets, and boxes that a spell of healing has emptied and that are not healed for good yet
    (SRX-042)."""
    gone = [who.sustained[place] for place in sorted(places)]
    if not gone:
        return
    with game.draft.by(rules):
        who.sustained = [
            entry
            for place, entry in enumerate(who.sustained)
            if place not in places
        ]
        for entry in gone:
            game.report.tell(
                "spell.ends", "note", who=who.name, spell=entry["spell"]
            )
    for entry in gone:
        end_effect(game, who, entry)
        if entry.get("turns", 0):
            undo_healing(game, who, entry)


def end_all_spells(game: Game, who: Fighter, rules: str) -> None:
    """End every spell that a caster sustains, by these rules."""
    if who.sustained:
        end_spells(game, who, range(len(who.sustained)), rules)


def undo_healing(game: Game, who: Fighter, entry: Data) -> None:
    """Undo what a spell of healing has done for the time being: fill the boxes again that it has
    emptied, and let somebody die again whom it has kept alive."""
    target, boxes = find_target(game, entry), entry.get("successes", 0)
    if target is None:
        return
    before = Before.snapshot(target)
    spell = who.sheet.spells.get(entry["spell"])
    with game.draft.by("SRX-042"):
        after = fill_boxes(target.monitor, "physical", boxes)
        target.physical, target.overflow = after.physical, after.overflow
        if spell is not None and spell.target == "minutes" and target.stable:
            target.stable = False
    follow_monitor(game, target, before)
