"""What could stand where a command line stops too early: who, whom, which action, test, effect."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from gmtrack.core.draft import Draft
from gmtrack.core.intents import Act, Options
from gmtrack.core.lexicon import Lexicon
from gmtrack.errors import GmtrackError, Refusal

if TYPE_CHECKING:
    from gmtrack.store.session import Session

PEOPLE = ("who", "attacker")
"""Arguments that mean combatants."""
WORDS = (("act", "action"), ("test", "what"), ("effect", "name"))
"""Arguments that mean a word of the ruleset."""


def choices(file: str | None, command: str, wanted: str, actor: str | None) -> str:
    """What the argument `wanted` of a command could be in the fight that is open, as a sentence;
    `actor` is the word for whoever is named already. Nothing where that cannot be told."""
    from gmtrack.store.session import open_session

    try:
        with open_session(file, write=False) as session:
            return _choices(session, command, wanted, actor)
    except GmtrackError:
        return ""


def _choices(session: "Session", command: str, wanted: str, word: str | None) -> str:
    encounter = session.encounter
    if wanted in PEOPLE:
        return _there_is(encounter.combatants)
    actor = _actor(session, word)
    if wanted == "targets":
        return _there_is(who for who in encounter.combatants if who != actor)
    if (command, wanted) not in WORDS:
        return ""
    lexicon = session.ruleset.lexicon(encounter)
    if command == "act":
        return _actions(session, actor, lexicon)
    entries = lexicon.tests if command == "test" else lexicon.effects
    return _there_is(entry.word for entry in entries)


def _there_is(words: Iterable[str]) -> str:
    every = ", ".join(dict.fromkeys(words))
    return f"There is {every}" if every else ""


def _actions(session: "Session", actor: str | None, lexicon: Lexicon) -> str:
    """What the actor can do now; all that there is where that is nothing."""
    every = [entry.word for entry in lexicon.actions]
    about = [who for who in session.encounter.combatants if who != actor]
    for entry in (*lexicon.weapons.get(actor or "", ()), *lexicon.things):
        about.append(entry.word)
    now = [action for action in every if actor and _can(session, actor, action, about)]
    text = f"{actor} can now {', '.join(now)}" if now else _there_is(every)
    return f"{text}; `gmtrack rules actions` says what each does"


def _actor(session: "Session", word: str | None) -> str | None:
    """The first that a word for combatants means; None for nobody."""
    from gmtrack.app.several import whom

    try:
        return whom(word or "", session.encounter, session.ruleset.WORDS)[0]
    except Refusal:
        return None


def _can(session: "Session", who: str, action: str, about: list[str]) -> bool:
    """Whether the action is possible now, alone or with one word of what it may be about. Where
    it takes more words than that, it is."""
    tries = [(), *((word,) for word in about)]
    refused = [_refusal(session, who, action, *words) for words in tries]
    if None in refused:
        return True
    forced = (_refusal(session, who, action, *words, force=True) for words in tries)
    if any(refusal is None for refusal in forced):
        return False
    words = session.ruleset.WORDS
    return refused[0] is not None and refused[0].kind in (words.value, words.unknown, "target")


def _refusal(
    session: "Session", who: str, action: str, *args: str, force: bool = False
) -> Refusal | None:
    """Why the action is refused, tried on a draft that is thrown away."""
    from gmtrack.dice.sources import RandomDice, TableDice

    draft = Draft(session.encounter)
    dice = TableDice({}, RandomDice(1), session.ruleset.WORDS.dice)
    try:
        session.ruleset.resolve(draft, Act(who, action, args, options=Options(force=force)), dice)
    except Refusal as refusal:
        return refusal
    finally:
        draft.rollback()
    return None
