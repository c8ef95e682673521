"""What follows when a condition monitor changes (subdued, unconscious, dying, dead, the initiative
score), and the events that end other states."""

from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from typing import NamedTuple

from gmtrack.rulesets.sr3.sheet.fighter import Fighter
from gmtrack.rulesets.sr3.sheet.game import Game
from gmtrack.rulesets.sr3.sheet.wound_modifiers import Fate, Monitor


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
