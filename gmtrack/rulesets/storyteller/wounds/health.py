"""Points into the health track, and what follows: who falls unconscious, who is dying or dead,
whose doing it was (ST-010, ST-011, ST-163 to ST-172). Everything that wounds goes through here."""

from typing import TYPE_CHECKING, NamedTuple

from gmtrack.rulesets.storyteller.sheet.boxes import Points, Track, mark
from gmtrack.rulesets.storyteller.sheet.game import Game
from gmtrack.rulesets.storyteller.sheet.live import Fighter
from gmtrack.rulesets.storyteller.tables.health import WORST_FIRST, Mark

if TYPE_CHECKING:
    from gmtrack.rulesets.storyteller.wounds.document import Applied


class Harm(NamedTuple):
    """What a wound did: the points marked, and `damage.applied` of the document."""

    dealt: int
    applied: "list[Applied]"

    @property
    def kinds(self) -> dict[Mark, int]:
        """The points that came in, by kind."""
        return {entry["to"]: entry["amount"] for entry in self.applied if entry["amount"]}


def wound(game: Game, who: Fighter, points: Points, by: Fighter | None = None) -> Harm:
    """Mark the points of one hit, worst first, and let everything follow. `by`: whose hit it is;
    None for the GM's word and for bleeding, which is the doing of whoever made them dying."""
    before, after = who.track, who.track
    state = _State.of(who)
    after, marked = mark(before, points)
    (fill if sum(points.values()) <= before.empty else overflow)(who, after)
    applied = [entry(kind, marked.get(kind, 0), before, after) for kind in WORST_FIRST]
    applied = [e for e in applied if e["amount"] or e["before"] != e["after"]]
    dealt = sum(marked.values())
    if dealt:
        tell_wound(game, who, before, marked)
        follow(game, who, state, by)
    return Harm(dealt, applied)


def fill(who: Fighter, after: Track) -> None:
    """ST-164, ST-172: there is an empty box for every point."""
    write(who, after)


def overflow(who: Fighter, after: Track) -> None:
    """ST-165, ST-166, ST-172: what finds no empty box makes others worse."""
    write(who, after)


def tell_wound(game: Game, who: Fighter, before: Track, marked: Points) -> None:
    """ST-163, ST-164: what came in, and what is left."""
    after = who.track
    points = [f"{marked[kind]} {kind}" for kind in WORST_FIRST if marked.get(kind)]
    left = {"empty": after.empty, "boxes": after.boxes}
    game.report.tell("wound", "bad", who=who.name, points=points, **left)
    if after.penalty != before.penalty and not after.failing:
        tell_penalty(game, who)


def tell_penalty(game: Game, who: Fighter) -> None:
    """ST-167, ST-168: what it costs from now on."""
    game.report.tell("wound.penalty", "bad", who=who.name, penalty=who.wound_penalty)


def entry(kind: Mark, amount: int, before: Track, after: Track) -> "Applied":
    """`damage.applied`: each kind of box, before and after."""
    return {
        "to": kind,
        "amount": amount,
        "before": before.count(kind),
        "after": after.count(kind),
    }


def write(who: Fighter, after: Track) -> None:
    """Keep a track."""
    who.bashing, who.lethal, who.aggravated = after.bashing, after.lethal, after.aggravated


class _State(NamedTuple):
    """How somebody was before: fields that follow from the track change with it, and the change
    has to be noted all the same."""

    conscious: bool
    dying: bool
    dead: bool

    @staticmethod
    def of(who: Fighter) -> "_State":
        return _State(who.conscious, who.dying, who.dead)

    def turn(self, who: Fighter, **after: bool) -> None:
        """Write what is different from now on."""
        for field, value in after.items():
            who.draft.put((*who.base, field), value, read_as=getattr(self, field))


def follow(game: Game, who: Fighter, before: _State, by: Fighter | None) -> None:
    """Who is dying, who is dead."""
    track = who.track
    if track.destroyed:
        if not before.dead:
            die(game, who, before)
            credit(game, who, by)
    elif track.failing and not before.dying:
        go_down(game, who, before, by)


def die(game: Game, who: Fighter, before: _State) -> None:
    """ST-171"""
    before.turn(who, conscious=False, dying=False, dead=True)
    game.effect(who, "dead")
    game.report.tell("dead", "bad", who=who.name)
    drop_shield(game, who)


def go_down(game: Game, who: Fighter, before: _State, by: Fighter | None) -> None:
    """ST-170"""
    before.turn(who, conscious=False, dying=True)
    who.dying_rounds = 0
    if by is not None:
        who.downed_by = by.id
    fall(game, who, "dying")


def fall(game: Game, who: Fighter, effect: str) -> None:
    """Unconscious or dying: it is told."""
    game.effect(who, effect)
    game.report.tell(effect, "bad", who=who.name)
    drop_shield(game, who)


def drop_shield(game: Game, who: Fighter) -> None:
    """ST-113, ST-R30: who is down holds nobody as a shield; whoever it was is forgotten when they
    wake."""
    if who.shield is not None:
        game.report.tell("shield.free", "note", who=who.name, other=game.name(who.shield))


def knock_out(game: Game, who: Fighter) -> None:
    """ST-169: unconscious; nothing for who is so already."""
    if who.able:
        who.conscious = False
        fall(game, who, "unconscious")


def credit(game: Game, victim: Fighter, by: Fighter | None) -> None:
    """ST-010: a death is the doing of the one who hit, or of the one whose hit made the victim
    dying."""
    killer = by
    if killer is None and victim.downed_by in game.draft.encounter.combatants:
        killer = game.fighter(str(victim.downed_by))
    if killer is None or killer is victim:
        return
    first = not killer.killed
    killer.killed = sorted({*killer.killed, victim.id})
    if killer.sheet.intent_violent:
        return
    note_kill(game, killer)
    if first or game.house.intent_loss == "per_kill":
        lose_heart(game, killer)


def note_kill(game: Game, killer: Fighter) -> None:
    """ST-011"""
    game.note(killer, "breaking-point")


def lose_heart(game: Game, killer: Fighter) -> None:
    """ST-010, ST-R40"""
    killer.willpower_left = max(0, killer.willpower_left - 1)
    game.report.tell("willpower", "bad", who=killer.name, left=killer.willpower_left)


def recover(game: Game, who: Fighter, before: Track, *, conscious: bool, dying: bool) -> None:
    """ST-169, ST-170: in a row that was full a box is empty again: awake, and not dying.
    `conscious` and `dying`: how they were."""
    if not before.full or who.track.full:
        return
    state = _State(conscious, dying, dead=False)
    state.turn(who, conscious=True, dying=False)
    who.dead = False
    who.dying_rounds = 0
    who.downed_by = None
    who.shield = None
    if not conscious:
        game.report.tell("wakes", "good", who=who.name)
