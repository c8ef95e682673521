"""Walks round somebody's cover, in one simulated fight.

Rules seldom say where somebody stands. So the fight remembers who has gone round a piece of cover:
for them it is none to all who were behind it then, until one of the two hides anew. The same holds
for two who are behind the same piece."""

from collections.abc import Collection, Iterable
from typing import NamedTuple

from gmtrack.core.draft import Draft
from gmtrack.core.intents import Act, Attack, Intent
from gmtrack.core.values import replace as changed
from gmtrack.rulesets.auto_player import CompletePlayer
from gmtrack.simulation.habits import is_cover


class Walk(NamedTuple):
    """A step of a combatant round the cover of a foe."""

    who: str
    cover: tuple[str, ...]
    """The cover of the foe that it goes round."""
    hidden: frozenset[str] = frozenset()
    """Everybody who has taken cover since this walk, so that it does not help against them."""


class Walks:
    """The walks of one fight. `weighing` is the ruleset's, which says who is in cover."""

    def __init__(self, weighing: CompletePlayer) -> None:
        self._weighing = weighing
        self._offered: tuple[Walk, Intent] | None = None
        self._done: dict[str, Walk] = {}
        """The last walk of each combatant."""

    def cover_of(self, draft: Draft, who: str) -> tuple[str, ...]:
        """Return the pieces of cover that a combatant is behind; empty for none."""
        return self._weighing.cover_of(draft, who)

    def offer(self, walk: Walk, intent: Intent) -> None:
        """Remember the walk that an intent is, in case it is carried out."""
        self._offered = walk, intent

    def note(self, intent: Intent) -> None:
        """Note that an intent has been carried out: if it is the walk that was offered last, the
        combatant is past the cover. Whoever takes cover is hidden from all who have walked."""
        if self._offered is not None and self._offered[1] is intent:
            walk = self._offered[0]
            self._done[walk.who] = walk
        elif isinstance(intent, Act) and is_cover(intent):
            for who, walk in self._done.items():
                hidden = walk.hidden | {intent.who}
                self._done[who] = walk._replace(hidden=hidden)

    def is_past(self, draft: Draft, who: str, foe: str) -> bool:
        """Whether the cover of a foe is none for a combatant: it has gone round it, or is behind
        the same piece."""
        cover = self.cover_of(draft, foe)
        if not cover:
            return False
        own = self.cover_of(draft, who)
        if own:
            return not set(own).isdisjoint(cover)
        walk = self._done.get(who)
        return (
            walk is not None and walk.cover == cover and foe not in walk.hidden
        )

    def list_pieces(self, draft: Draft, foes: Iterable[str]) -> Collection[str]:
        """Return the pieces of cover behind which one of the foes is."""
        return {piece for foe in foes for piece in self.cover_of(draft, foe)}

    def list_passed(
        self, draft: Draft, who: str, foes: Iterable[str]
    ) -> Collection[str]:
        """Return those of the foes whose cover is none for a combatant."""
        return [foe for foe in foes if self.is_past(draft, who, foe)]

    def past_cover(self, draft: Draft, intent: Intent) -> Intent:
        """Return an attack on one target without its cover, if that is none for the attacker;
        else the intent itself."""
        if not isinstance(intent, Attack) or len(intent.targets) != 1:
            return intent
        if not self.is_past(draft, intent.attacker, intent.targets[0]):
            return intent
        return leave_cover_out(intent, self._weighing)


def leave_cover_out(attack: Attack, weighing: CompletePlayer) -> Attack:
    """Return an attack against which the cover of its target does not count, by the words of the
    ruleset's `weighing`."""
    without = (*attack.options.without, *weighing.PAST_COVER)
    options = attack.options._replace(without=without)
    return changed(attack, options=options)
