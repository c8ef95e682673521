"""Damage and healing: boxes in the monitors and everything that follows at once - subdued,
unconscious, dying, dead, the lower initiative score. And what combatants are under (prone, running
...), and who is in melee with whom."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import NamedTuple

from gmtrack.core.encounter import Data
from gmtrack.rulesets.kit.effects import Effect, Effects, spoken
from gmtrack.rulesets.kit.words import counted
from gmtrack.rulesets.sr3.sheet.fighter import Fighter
from gmtrack.rulesets.sr3.sheet.game import Game
from gmtrack.rulesets.sr3.sheet.state import EffectName, Gait
from gmtrack.rulesets.sr3.sheet.wound_modifiers import Fate, Monitor, emptied, filled
from gmtrack.rulesets.sr3.tables import ROWS, Kind


def _switch(help_: str, rules: str, field: str, until: str = "manual") -> Effect[Game, Fighter]:
    name = field.replace("_", "-")
    return Effect(
        help_, rules, until, lambda who: bool(getattr(who, field)),
        lambda _, who: setattr(who, field, False),
        _by_hand(name, rules, lambda who: setattr(who, field, True)),
    )  # fmt: skip


def _gait(help_: str, rules: str, name: EffectName, gait: Gait) -> Effect[Game, Fighter]:
    return Effect(
        help_, rules, "turn-end", lambda who: who.running == gait,
        lambda _, who: set_gait(who, "none"),
        _by_hand(name, rules, lambda who: set_gait(who, gait)),
    )  # fmt: skip


def _by_hand(
    name: str, rules: str, change: Callable[[Fighter], None]
) -> Callable[[Game, Fighter], None]:
    """It holds from now on, and is told."""

    def put(game: Game, who: Fighter) -> None:
        change(who)
        game.effect(who, name)
        with game.draft.by(rules):
            game.report.tell("effect.on", "note", who=who.name, effect=spoken(name))

    return put


def set_gait(who: Fighter, gait: Gait) -> None:
    """How somebody moves from now on; who runs is not stationary."""
    who.running = gait
    if gait != "none":
        with who.draft.by("SR-120"):
            who.stationary = False


EFFECTS: Effects[EffectName, Game, Fighter] = Effects(
    {
        "prone": _switch("on the ground: -2 on blows at them", "SR-028, SR-032", "prone"),
        "cornered": _switch("+2 on their attacks until they can move away", "SR-033", "cornered"),
        "running": _gait(
            "+2 on shots at them, +4 on their own", "SR-119, SR-123", "running", "running"
        ),
        "running-difficult": _gait(
            "+2 on shots at them, +6 on their own", "SR-119, SR-124", "running-difficult",
            "difficult",
        ),
        "stationary": _switch("-1 on shots at them, until they run", "SR-120", "stationary"),
        "partial-cover": _switch("+4 on shots at them", "SR-117", "partial_cover"),
        "superior-position": _switch("-1 on their melee tests", "SR-027", "superior_position"),
        "surprised": _switch("they cannot defend in melee", "SR-R32", "surprised", "end"),
    },
    counted=lambda turns: counted(turns, "turn"),
)  # fmt: skip


def joined_with(game: Game, who: Fighter) -> list[Fighter]:
    """Whom somebody is joined with directly; it is enough that one of the two knows of it."""
    found = {*who.in_melee_with, *_naming(game, who)} - {who.id}
    if not found:
        return []
    return [game.fighter(one) for one in game.draft.encounter.present() if one in found]


def _naming(game: Game, who: Fighter) -> list[str]:
    """Who is noted as joined with somebody. Of many people few are, so they are not all made."""
    draft = game.draft
    if not draft.plain:
        return [other.id for other in game.everybody() if who.id in other.in_melee_with]
    states = draft.get(("fight", "combatants")) or {}
    return [
        other
        for other, state in states.items()
        if state and (near := state.get("in_melee_with")) and who.id in near
    ]


def opponents_of(game: Game, who: Fighter) -> list[Fighter]:
    """Those of another side who are up."""
    return [o for o in joined_with(game, who) if o.able and o.side != who.side]


def friends_of(game: Game, who: Fighter, opponent: Fighter) -> int:
    """Others of their side in this melee who are up: all who are joined with these two in any
    number of steps."""
    melee = [who, opponent]
    for one in melee:
        melee += [other for other in joined_with(game, one) if other not in melee]
    return sum(other.able and other.side == who.side for other in melee[2:])


def join_melee(who: Fighter, others: Iterable[Fighter]) -> None:
    with who.draft.by("SR-R29"):
        for other in others:
            _join(who, other)
            _join(other, who)


def _join(who: Fighter, other: Fighter) -> None:
    if other.id not in who.in_melee_with:
        who.in_melee_with = [*who.in_melee_with, other.id]


def leave_melee(game: Game, who: Fighter) -> None:
    """They leave every melee, and nobody is in one with them."""
    with game.draft.by("SR-R29"):
        for other in joined_with(game, who):
            if who.id in other.in_melee_with:
                other.in_melee_with = [one for one in other.in_melee_with if one != who.id]
        if who.in_melee_with:
            who.in_melee_with = []


class Before(NamedTuple):
    """How somebody was: what follows from the monitor changes with it, and the change has to be
    noted all the same."""

    monitor: Monitor
    implied: Fate
    known: Fate
    wounds: int

    @staticmethod
    def of(who: Fighter) -> "Before":
        known = Fate(who.subdued, who.conscious, who.dying, who.dead)
        return Before(who.monitor, who.fate, known, who.wound_modifier)


@contextmanager
def numbers_follow(game: Game, who: Fighter, named: Collection[str] = ()) -> Iterator[None]:
    """Around a change of somebody's numbers or of their boxes by hand: who is down and the score
    follow after it, where the fields that these stand in are not `named`."""
    before = Before.of(who)
    yield
    now = game.seat(who.id)
    if not set(named) & set(Fate._fields):
        rewrite_fate(now, before)
    if "initiative" not in named:
        shift_score(now, before)


def wound(
    game: Game, who: Fighter, boxes: int, kind: Kind, rules: str, by: Fighter | None = None
) -> list[Data]:
    """Mark boxes by these rows and let everything follow; gives what went where (`to`, `amount`,
    `before`, `after`), the document's `damage.applied`. `by`: who subdues. The physical monitor is
    the only one that a vehicle has."""
    before = Before.of(who)
    here: Kind = "physical" if who.sheet.vehicle else kind
    with game.draft.by(rules):
        write(who, filled(before.monitor, here, boxes))
        if who.physical > before.monitor.physical or who.overflow > before.monitor.overflow:
            with game.draft.by("SR-REST-06, SR-REST-08"):
                who.aided, who.healing = False, None
        if here == "subdual" and who.subdual_boxes and by is not None:
            who.subdual_by = by.id
        applied = entries(before.monitor, who.monitor)
        for entry in applied:
            game.report.tell("wound", "bad", who=who.name, amount=entry["amount"], type=entry["to"])
    follow(game, who, before)
    return applied


def mend(game: Game, who: Fighter, boxes: int, kind: Kind, rules: str) -> int:
    """Empty boxes by these rows and let everything follow; how many it were."""
    before = Before.of(who)
    with game.draft.by(rules):
        write(who, emptied(before.monitor, kind, boxes))
    follow(game, who, before)
    return sum(before.monitor) - sum(who.monitor)


def write(who: Fighter, after: Monitor) -> None:
    who.physical = after.physical
    who.stun = after.stun
    if after.overflow != who.overflow:
        with who.draft.by("SR-144"):
            who.overflow = after.overflow
    who.subdual_boxes = after.subdual
    if not after.subdual:
        who.subdual_by = None


def entries(before: Monitor, after: Monitor) -> list[Data]:
    """`damage.applied` of the document: what went where."""
    return [
        {
            "to": row,
            "amount": after.count(row) - before.count(row),
            "before": before.count(row),
            "after": after.count(row),
        }
        for row in ROWS
        if after.count(row) > before.count(row)
    ]


def follow(game: Game, who: Fighter, before: Before) -> None:
    """What the change of the monitor brings about."""
    rewrite_fate(who, before)
    shift_score(who, before)
    tell_wounds(game, who, before.wounds)
    tell_fate(game, who, before.known)


def shift_score(who: Fighter, before: Before) -> None:
    """The initiative score is lower at once, or higher."""
    if who.initiative is not None:
        with who.draft.by("SR-142"):
            who.initiative = who.initiative + before.wounds - who.wound_modifier


def tell_wounds(game: Game, who: Fighter, was: int) -> None:
    """What else is harder now, or easier."""
    now, score = who.wound_modifier, who.initiative
    if now == was or not who.awake:
        return
    told = {"who": who.name, "was": was, "now": now}
    if score is None:
        game.report.tell("wounds", "note", **told)
    else:
        game.report.tell("wounds.score", "note", **told, before=score + now - was, after=score)


FATES: Mapping[str, str] = {
    "subdued": "SR-039",
    "conscious": "SR-138, SR-144",
    "dying": "SR-144",
    "dead": "SR-145",
}
"""What full monitors bring about, by the fields of `Fate`: the rows of each."""


def rewrite_fate(who: Fighter, before: Before) -> None:
    """Keep what the monitor has changed; what the GM set by hand stays where it has not."""
    fates = zip(FATES.items(), before.implied, who.fate, before.known, strict=True)
    for (field, rules), was, now, known in fates:
        if was != now != known:
            with who.draft.by(rules):
                who.draft.put((*who.base, field), now, read_as=known)


def tell_fate(game: Game, who: Fighter, was: Fate) -> None:
    """What a hit has brought about, and who is on their feet again."""
    now = Fate(who.subdued, who.conscious, who.dying, who.dead)
    came = {
        "subdued": now.subdued and not was.subdued,
        "unconscious": was.conscious and not now.conscious and not now.dead,
        "dying": now.dying and not was.dying,
        "dead": now.dead and not was.dead,
    }
    for effect, holds in came.items():
        if holds:
            game.effect(who, effect)
            game.report.tell(effect, "bad", who=who.name)
    if now.conscious and not was.conscious:
        game.report.tell("wakes", "good", who=who.name)
    if was.subdued and now.conscious and not now.subdued:
        game.report.tell("free", "good", who=who.name)
