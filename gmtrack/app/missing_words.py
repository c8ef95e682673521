"""Suggestions for a command line that stops too early: what the missing combatant, target,
action, test or effect could be."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from gmtrack.app.what import choices, is_possible_now
from gmtrack.core.command_table import ANYBODY, AWAY, OFFERED, row
from gmtrack.core.encounter import Encounter
from gmtrack.core.intents import Act, Attack, intent_of
from gmtrack.core.lexicon import Lexicon
from gmtrack.errors import GmtrackError, Refusal
from gmtrack.rulesets import registry
from gmtrack.rulesets.port import Ruleset

if TYPE_CHECKING:
    from gmtrack.store.session import Session

PEOPLE = ("who", "attacker")
"""Arguments that mean combatants."""
WORDS = (("act", "action"), ("test", "what"), ("effect", "name"))
"""Arguments, with their commands, that mean a word of the ruleset."""


def possible_words(
    file: str | None, command: str, wanted: str, actor: str | None
) -> str:
    """Return a sentence that lists what a missing argument (`wanted`) of a command could be in
    the open fight. `actor` is the word for a combatant who was named already. Empty if nothing
    can be said, for instance without a fight."""
    from gmtrack.store.session import open_session

    if wanted == "ruleset":
        return _list_in_sentence(registry.known_ids())
    try:
        with open_session(file, write=False) as session:
            return _possible_in_session(session, command, wanted, actor)
    except GmtrackError:
        return ""


def _possible_in_session(
    session: "Session", command: str, wanted: str, word: str | None
) -> str:
    """Return the sentence for `possible_words`, in an open session. `word` names the actor."""
    encounter = session.encounter
    if wanted in PEOPLE:
        whom = _list_in_sentence(
            _combatants_for(session.ruleset, encounter, command)
        )
        return whom or ("Nobody can now" if command in OFFERED else "")
    actor = _first_combatant(session, word)
    if wanted == "targets":
        found = choices(session.ruleset, encounter, actor) if actor else ()
        attacks = [
            one.intent
            for one in found
            if not one.why and isinstance(one.intent, Attack)
        ]
        others = [who for who in encounter.present() if who != actor]
        return _list_in_sentence(
            [attack.targets[0] for attack in attacks] or others
        )
    if (command, wanted) not in WORDS:
        return ""
    lexicon = session.ruleset.lexicon(encounter)
    if command == "act":
        return _actions_in_words(session, actor, lexicon)
    entries = lexicon.tests if command == "test" else lexicon.effects
    return _list_in_sentence(entry.word for entry in entries)


def who_can_now(
    ruleset: Ruleset, encounter: Encounter, command: str
) -> list[str]:
    """Return who can carry out a command of the table now (`delay`, `intervene` ...), by trying
    it for each combatant. Empty for any other command."""
    if command not in OFFERED:
        return []
    intent: Any = intent_of(command)
    return [
        who
        for who in encounter.present()
        if is_possible_now(ruleset, encounter, intent(who))
    ]


def _combatants_for(
    ruleset: Ruleset, encounter: Encounter, command: str
) -> Iterable[str]:
    """Return the ids of the combatants that a command can be about: those who can use it now for
    one of the table (`delay` ...), for others those who are away or everybody, else those who
    are present, also for an unknown command."""
    if command in OFFERED:
        return who_can_now(ruleset, encounter, command)
    whom = row(command).who
    if whom == AWAY:
        return [who for who in encounter.combatants if encounter.away(who)]
    return encounter.combatants if whom == ANYBODY else encounter.present()


def _list_in_sentence(words: Iterable[str]) -> str:
    """Return the sentence that lists these words, each once; empty for none."""
    every = ", ".join(dict.fromkeys(words))
    return f"There is {every}" if every else ""


def _actions_in_words(
    session: "Session", actor: str | None, lexicon: Lexicon
) -> str:
    """Return a sentence with the actions that the actor can do now; without any, or without an
    actor, with all actions of the ruleset. Empty if it has none."""
    found = choices(session.ruleset, session.encounter, actor) if actor else ()
    acts = [
        choice.intent
        for choice in found
        if not choice.why and isinstance(choice.intent, Act)
    ]
    now = dict.fromkeys(act.action for act in acts)
    every = _list_in_sentence(entry.word for entry in lexicon.actions)
    text = f"{actor} can now {', '.join(now)}" if now else every
    return (
        f"{text}; `gmtrack rules actions` says what each does" if text else ""
    )


def _first_combatant(session: "Session", word: str | None) -> str | None:
    """Return the first id that a word means; None for nobody."""
    from gmtrack.app.several import combatants_named

    try:
        return combatants_named(
            word or "", session.encounter, session.ruleset.WORDS
        )[0]
    except Refusal:
        return None
