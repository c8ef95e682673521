"""Points into the health track and their consequences: who falls unconscious, is dying or dead,
and who is credited (ST-010, ST-011, ST-163 to ST-172); the tags of called shots (ST-146 to
ST-151). Everything that wounds goes through here."""

from typing import NamedTuple

from gmtrack.core.encounter import Data
from gmtrack.rulesets.kit.words import match_choice
from gmtrack.rulesets.storyteller import tables
from gmtrack.rulesets.storyteller.sheet import hands
from gmtrack.rulesets.storyteller.sheet.game import WORDS, Game
from gmtrack.rulesets.storyteller.sheet.sheet import Points, Track, mark_points
from gmtrack.rulesets.storyteller.sheet.state import Fighter, Tag
from gmtrack.rulesets.storyteller.wounds.events import (
    end_by_going_out,
    settle_shields,
)


class Harm(NamedTuple):
    """The points that a wound marked, and the list `applied` of its document."""

    dealt: int
    applied: list[Data]


def wound(
    game: Game, who: Fighter, points: Points, by: Fighter | None = None
) -> Harm:
    """Mark the points of one hit, worst first, and let everything follow: who is dying or dead,
    whose doing it is, healing that starts anew by house rule. `by`: whose hit it is; None for
    the GM's word and for bleeding, which is credited to the one whose hit made them dying."""
    before = who.track
    state = _FateBefore.snapshot(who)
    after, marked = mark_points(before, points)
    room = sum(points.values()) <= before.empty
    # What finds no empty box makes others worse.
    with game.draft.by("ST-164, ST-172" if room else "ST-165, ST-166, ST-172"):
        write_track(who, after)
    applied: list[Data] = []
    for kind in tables.WORST_FIRST:
        amount = marked.get(kind, 0)
        was, now = before.count(kind), after.count(kind)
        if amount or was != now:
            applied.append(
                {"to": kind, "amount": amount, "before": was, "after": now}
            )
    dealt = sum(marked.values())
    if dealt:
        if who.healing and not game.house.healing_kept:
            with game.draft.by("ST-REST-05"):
                who.healing = None
        tell_wound(game, who, before, marked)
        follow_track(game, who, state, by)
    return Harm(dealt, applied)


def tell_wound(game: Game, who: Fighter, before: Track, marked: Points) -> None:
    """Tell the points that were marked, what is left of the track, and a changed wound penalty."""
    after = who.track
    points = [
        f"{marked[kind]} {kind}"
        for kind in tables.WORST_FIRST
        if marked.get(kind)
    ]
    left = {"empty": after.empty, "boxes": after.boxes}
    game.report.tell("wound", "bad", who=who.name, points=points, **left)
    if after.penalty != before.penalty and not after.failing:
        game.report.tell(
            "wound.penalty", "bad", who=who.name, penalty=who.wound_penalty
        )


def write_track(who: Fighter, after: Track) -> None:
    """Write the marks of a track into the live state."""
    who.bashing, who.lethal, who.aggravated = (
        after.bashing,
        after.lethal,
        after.aggravated,
    )


class _FateBefore(NamedTuple):
    """Conscious, dying and dead as they were before a wound. The three follow from the track, so
    a change of them could not be seen afterwards; it has to be recorded all the same."""

    conscious: bool
    dying: bool
    dead: bool

    @staticmethod
    def snapshot(who: Fighter) -> "_FateBefore":
        """Return conscious, dying and dead of `who` as they are now."""
        return _FateBefore(who.conscious, who.dying, who.dead)

    def write_changes(self, who: Fighter, **after: bool) -> None:
        """Write these values over the ones before, recording the change."""
        for field, value in after.items():
            who.draft.put(
                (*who.base, field), value, read_as=getattr(self, field)
            )


def follow_track(
    game: Game, who: Fighter, before: _FateBefore, by: Fighter | None
) -> None:
    """Make `who` dying or dead if their track says so and did not `before`, and end what ends
    with that. A death is credited, dying notes whose hit it was (`by`; None: nobody's)."""
    track = who.track
    if track.destroyed:
        if not before.dead:
            with game.draft.by("ST-171"):
                before.write_changes(
                    who, conscious=False, dying=False, dead=True
                )
            put_out(game, who, "dead")
            credit_death(game, who, by)
    elif track.failing and not before.dying:
        with game.draft.by("ST-170"):
            before.write_changes(who, conscious=False, dying=True)
            who.dying_rounds = 0
            if by is not None:
                who.downed_by = by.id
        put_out(game, who, "dying")


def put_out(game: Game, who: Fighter, effect: str) -> None:
    """Tell that `who` is unconscious, dying or dead, and end what ends with that. `effect` is
    that word; the live state must have been written before."""
    game.report_effect(who, effect)
    game.report.tell(effect, "bad", who=who.name)
    end_by_going_out(game, who)


def knock_out(game: Game, who: Fighter) -> None:
    """Make `who` unconscious, and tell it; does nothing for somebody who is down already."""
    if who.able:
        with game.draft.by("ST-169"):
            who.conscious = False
        put_out(game, who, "unconscious")


def credit_death(game: Game, victim: Fighter, by: Fighter | None) -> None:
    """Note a death as the doing of the one who hit, else of the one whose hit made the victim
    dying; does nothing if that is nobody or the victim.

    A killer whose intent is not violent has a breaking point, and loses 1 willpower for the
    first death, by house rule for each (ST-010, ST-R40)."""
    killer = by
    if killer is None and victim.downed_by in game.draft.encounter.combatants:
        killer = game.fighter(str(victim.downed_by))
    if killer is None or killer is victim:
        return
    first = not killer.killed
    with game.draft.by("ST-010"):
        killer.killed = sorted({*killer.killed, victim.id})
    if killer.sheet.intent_violent:
        return
    game.note(killer, "breaking-point")
    if first or game.house.intent_loss == "per_kill":
        with game.draft.by("ST-010, ST-R40"):
            killer.willpower_left = max(0, killer.willpower_left - 1)
            game.report.tell(
                "willpower", "bad", who=killer.name, left=killer.willpower_left
            )


def recover_from_full_track(
    game: Game, who: Fighter, before: Track, *, conscious: bool, dying: bool
) -> None:
    """Make `who` awake and not dying if their track was full `before` and now has an empty box;
    does nothing otherwise. `conscious` and `dying` are the values before the change. Only
    somebody who was unconscious is told to wake."""
    if not before.full or who.track.full:
        return
    with game.draft.by("ST-169, ST-170"):
        _FateBefore(conscious, dying, dead=False).write_changes(
            who, conscious=True, dying=False
        )
        who.dead = False
        who.dying_rounds = 0
        who.downed_by = None
        who.shield = None
    if not conscious:
        game.report.tell("wakes", "good", who=who.name)
    settle_shields(game, [who])


def place_named(game: Game, word: str | None) -> tables.Called | None:
    """Return the called place that a typed word names; None if the word is None. Raises Refusal
    `option` for an unknown place."""
    if word is None:
        return None
    return tables.CALLED[
        match_choice(word, tables.CALLED, "place", WORDS.unknown)
    ]


def tag_by_damage(
    game: Game, who: Fighter, called: tables.Called | None, damage: int
) -> None:
    """Put the tag of a called place on `who` if enough damage came through; if not enough, only
    tell it. Does nothing without damage, without a called place, or if the place has no tag."""
    if not called or not called.tag or damage <= 0:
        return
    needed = least_damage_for_tag(called, who)
    if damage >= needed:
        with game.draft.by("ST-150"):
            put_tag(game, who, called.tag, called.place)
    else:
        said = {"place": called.place, "needed": needed, "damage": damage}
        game.report.tell("tag.none", "note", who=who.name, **said)


def least_damage_for_tag(called: tables.Called, who: Fighter) -> int:
    """Return the least damage that leaves the tag of this place on `who`."""
    if called.over:
        return int(getattr(who.sheet, called.over)) + 1
    if called.reach:
        return int(getattr(who.sheet, called.reach))
    return called.least


def put_tag(
    game: Game,
    who: Fighter,
    tag: tables.TagName,
    place: tables.Place | None = None,
) -> None:
    """Put a tag on `who` and tell it; `place` is where the hit was, None by the GM's word. The
    same tag is not put on twice, except for a second arm. An arm-wrack drops the weapon in hand
    if tags have effects."""
    until = tables.UNTIL.get(tag, "scene")
    if tag == "arm-wrack" or not who.has_tag(tag):
        new = vars(Tag(tag, place, until)).copy()
        found: list[object] = [*who.tags, new]
        who.tags = found  # type: ignore[assignment]
    game.report_effect(who, tag, location=place, until=until)
    game.report.tell(f"tag.{tag}", "bad", who=who.name)
    in_hand = who.hands[0]
    held = in_hand != tables.UNARMED and who.weapon(in_hand).kind != "bite"
    if tag == "arm-wrack" and who.suffers(tag) and held:
        with game.draft.by("ST-151"):
            hands.drop_weapon(game, who, in_hand)


def end_tag(who: Fighter, tag: str) -> None:
    """Remove a tag from `who`, at every place."""
    kept: list[object] = [
        vars(found).copy() for found in who.tag_list() if found.tag != tag
    ]
    if len(kept) < len(who.tags):
        who.tags = kept  # type: ignore[assignment]
