"""Words of an attack that read as a target and are, letter for letter, something else as well."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from gmtrack.core.encounter import Encounter
from gmtrack.core.intents import Attack, Intent
from gmtrack.core.lexicon import Lexicon
from gmtrack.core.names import means_somebody, pick, squash
from gmtrack.errors import Ambiguous

if TYPE_CHECKING:
    from gmtrack.rulesets.port import Ruleset


def refuse_ambiguous(ruleset: "Ruleset", encounter: Encounter, intents: Iterable[Intent]) -> None:
    """Raises Ambiguous for a further target that is only the beginning of somebody and is the whole
    word for a defense, a place or a weapon: `attack chains hook dodge` where there is a Dodger."""
    for intent in intents:
        if isinstance(intent, Attack) and len(intent.targets) > 1:
            for word in _begun(encounter, intent.targets[1:]):
                _refuse(ruleset, encounter, intent.attacker, word)


def _begun(encounter: Encounter, words: Iterable[str]) -> Iterator[str]:
    """Those that are the beginning of somebody, and nobody's whole name."""
    names = encounter.names()
    whole = {squash(text) for text in (*names, *names.values())}
    return (word for word in words if squash(word) not in whole and means_somebody(word, names))


def _refuse(ruleset: "Ruleset", encounter: Encounter, attacker: str, word: str) -> None:
    names, nobody = encounter.names(), ruleset.WORDS.nobody
    for flag, words in _options(ruleset.lexicon(encounter), attacker):
        if squash(word) in words:
            who = pick(word, names, "combatant", nobody)
            message = (
                f"'{word}' could be {who} or `--{flag} {word}`: type more of it, or the option"
            )
            raise Ambiguous(nobody, message)


def _options(lexicon: Lexicon, attacker: str) -> Iterator[tuple[str, set[str]]]:
    weapons = lexicon.weapons.get(attacker, ())
    for flag, entries in (
        ("defense", lexicon.defenses), ("called", lexicon.places), ("weapon", weapons),
    ):  # fmt: skip
        yield flag, {squash(entry.word) for entry in entries}
