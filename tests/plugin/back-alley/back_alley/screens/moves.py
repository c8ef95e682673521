"""How somebody fights who is played by nobody: whose turn it is, and what is worth doing."""

from collections.abc import Iterator, Sequence

from back_alley.game import Scene
from back_alley.screens.fighters import tracks_of
from back_alley.sheet import Fighter
from back_alley.tables import FISTS, PLACES
from gmtrack.core.draft import Draft
from gmtrack.core.intents import Act, Attack, Intent, Options
from gmtrack.core.screen import Track
from gmtrack.rulesets.kit.choices import attack_or_none, extend_intent
from gmtrack.rulesets.port import Lost, Question, TurnState, WantedAttack, Way


def turn_state(draft: Draft) -> TurnState:
    """Who has the turn; without one a round begins."""
    fight = Scene(draft).fight
    return TurnState(fight.round, bool(fight.acting), (fight.acting,) if fight.acting else ())


def next_intents(draft: Draft, who: str, aims: Sequence[WantedAttack]) -> Iterator[Intent]:
    """To their feet; a weapon in hand; the attack."""
    me = Scene(draft).fighter(who)
    if not me.actions:
        return
    if me.prone:
        yield Act(who, "stand-up")
    for aim in aims:
        weapon = aim.weapon or at_hand(me)
        if weapon != me.in_hand:
            yield Act(who, "ready", (weapon,))
        yield Attack(who, (aim.target,), options=Options(words=aim.words))


def at_hand(me: Fighter) -> str:
    """What is in hand; for who has bare hands the first weapon that they have left."""
    left = (name for name in me.sheet.weapons if name not in (FISTS, *me.lying))
    return next(left, FISTS) if me.in_hand == FISTS else me.in_hand


def tracks(draft: Draft, who: str) -> tuple[Track, ...]:
    return tracks_of(Scene(draft).fighter(who))


def distance_between(draft: Draft, who: str, other: str) -> float | None:
    """No distances are kept."""
    del draft, who, other
    return None


# --- what is worth asking ---

attack_of = attack_or_none
PRICES: dict[str, float] = {}
STRIKING: dict[str, Sequence[int]] = {"in_hand": (), "prone": ()}
STRUCK: dict[str, Sequence[int]] = {
    "health": (0, 4), "prone": (), "stunned": (), "in_cover": (), "dodging": (),
}  # fmt: skip
EFFECTS = {"stunned": Lost(1), "prone": Lost(1)}


def called(draft: Draft, attack: Attack) -> Iterator[Way]:
    del draft
    return (extend_intent(attack, called=place) for place in PLACES)


CHOICES: tuple[Question, ...] = (called,)
ANSWERS: tuple[Question, ...] = ()


def attacks_at_hand(draft: Draft, who: str, target: str) -> Iterator[Attack]:
    me = Scene(draft).fighter(who)
    first = at_hand(me)
    for name in (first, *(name for name in me.sheet.weapons if name not in (first, *me.lying))):
        yield Attack(who, (target,), options=Options(weapon=name))


def other_actions(draft: Draft, who: str, foe: str) -> Iterator[Way]:
    """Cover until they strike, or a dodge, instead of an attack."""
    del draft, foe
    yield Way(Act(who, "take-cover"), {"attack": 1})
    yield Way(Act(who, "dodge"), {"attack": 1}, rounds=1)
