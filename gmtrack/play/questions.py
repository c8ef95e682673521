"""What the rules leave to the people of an attack: how the one who is attacked defends, what the
one who attacks spends. Those are asked whose dice are asked for; Enter is what would happen
anyway."""

from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from typing import NamedTuple

from gmtrack.app.several import whom
from gmtrack.app.understand import Reader
from gmtrack.cli.described import described
from gmtrack.cli.parse import asked_of
from gmtrack.completion.words import plain_words
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.intents import Attack
from gmtrack.core.lexicon import Entries, Entry, Lexicon
from gmtrack.core.names import pick
from gmtrack.core.report import attacks_of
from gmtrack.errors import Refusal
from gmtrack.play.asking import about
from gmtrack.rulesets.port import Words
from gmtrack.view.text import shown


class Choice(NamedTuple):
    """One thing to be chosen: the question and the words, the option that they are typed with,
    what stands before the word there, what it is all about, and what Enter means."""

    text: str
    words: Entries
    option: str = ""
    lead: str = ""
    about: str = ""
    enter: str = "standard"


NOBODY = Words("", "", "")
YES_NO = (Entry("yes"), Entry("no"))
Put = Callable[[Choice], str]
"""Puts a question with its choices to a person; the word chosen, empty for none of them."""


def chosen(
    line: list[str],
    encounter: Encounter,
    lexicon: Lexicon,
    asks: Callable[[str], bool],
    trial: Callable[[list[str]], Data | None],
    put: Put,
) -> list[str]:
    """The line with what was chosen. `trial` is the document of what would happen, None where it
    is refused: only what is allowed now is offered, and nothing where the line is no attack of one,
    or would be refused anyway."""
    attack = _attack(line)
    if attack is not None:
        attack = _in_full(attack, lexicon, encounter)
    whom = _people(attack, encounter) if attack else []
    if attack is None or not any(map(asks, whom)) or (first := trial(line)) is None:
        return line
    what = about(attack, encounter, str(attacks_of(first)[0].get("weapon") or ""))
    for choice in _choices(line, whom, encounter, lexicon, asks):
        typed = (f"{choice.lead}{entry.word}" for entry in choice.words)
        legal = [trial([*line, choice.option, word]) for word in typed]
        pairs = zip(choice.words, legal, strict=True)
        words = tuple(entry for entry, fits in pairs if fits is not None)
        if words:
            word = put(choice._replace(words=words, about=what))
            line = [*line, choice.option, f"{choice.lead}{word}"] if word else line
    return line


def spared(
    line: list[str],
    encounter: Encounter,
    trial: Callable[[list[str]], Data | None],
    put: Put,
    declared: Collection[tuple[str, str]] = (),
) -> bool:
    """Whether an attack on somebody of the attacker's own side is not meant after all. What would
    be refused anyway is not asked about, nor what was `declared` before."""
    if line[0] not in ("attack", "act") or not _names_a_friend(line, encounter):
        return False
    found = (trial(line) or {}).get("friendly_fire", ())
    pairs = [pair for pair in found if (pair["attacker"], pair["target"]) not in declared]
    if not pairs:
        return False
    names = encounter.names()
    told = [f"{names[pair['target']]} is on {names[pair['attacker']]}'s side" for pair in pairs]
    choice = Choice(f"{'; '.join(told)}. Attack anyway", YES_NO, enter="no")
    return put(choice) != YES_NO[0].word


def _names_a_friend(line: list[str], encounter: Encounter) -> bool:
    """Whether the first who is named is on one side with somebody named after."""
    people: list[str] = []
    for word in plain_words(line[1:], described(line[0])):
        with suppress(Refusal):
            people += whom(word, encounter, NOBODY)
    return any(encounter.are_friends(people[0], other) for other in people[1:])


def _attack(line: list[str]) -> Attack | None:
    """The attack that a line asks for; None for anything else."""
    if line[0] != "attack" or "--seed" in line:
        return None
    try:
        intent = asked_of(line[1:]).intent
    except Refusal:
        return None
    return intent if isinstance(intent, Attack) else None


def _in_full(attack: Attack, lexicon: Lexicon, encounter: Encounter) -> Attack | None:
    """The same with short and bare words spelt out; None where they are refused."""
    try:
        meant = Reader(lexicon, encounter, "").meant(attack)
    except Refusal:
        return None
    return meant if isinstance(meant, Attack) else None


def _people(attack: Attack, encounter: Encounter) -> list[str]:
    """Attacker and targets; nobody where one of them is no combatant."""
    names = encounter.names()
    try:
        return [pick(word, names, "combatant", "") for word in (attack.attacker, *attack.targets)]
    except Refusal:
        return []


def _choices(
    line: list[str],
    whom: list[str],
    encounter: Encounter,
    lexicon: Lexicon,
    asks: Callable[[str], bool],
) -> Iterator[Choice]:
    attacker, *targets = whom
    if "--defense" not in line:
        for target in filter(asks, targets):
            text = f"{encounter.display_name(target)}: defense"
            yield Choice(text, lexicon.defenses, "--defense", f"{target}:")
    if asks(attacker):
        for name, words in lexicon.options.items():
            if f"--{name}" not in line:
                text = f"{encounter.display_name(attacker)}: {name}"
                before = tuple(one for one in words if one not in lexicon.afterwards)
                yield Choice(text, before, f"--{name}", enter="none")


def choose(choice: Choice, ask: Callable[[str, str], str]) -> str:
    """Ask until the answer is one of the words or the beginning of one, or nothing. `ask` is given
    what stands over the question, and the question."""
    names = {entry.word: entry.word for entry in choice.words}
    head = f"{shown(choice.about)}\n" if choice.about else ""
    question = f"{shown(choice.text)}? {', '.join(names)} (Enter = {choice.enter}) "
    while True:
        answer = ask(head, question).strip()
        if not answer:
            return ""
        try:
            return pick(answer, names, "choice", "")
        except Refusal as refusal:
            head = f"{shown(refusal.message)}\n"


def explanation(choice: Choice) -> list[str]:
    """What each of the words means."""
    wide = max(len(entry.word) for entry in choice.words)
    lines = [f"  {entry.word.ljust(wide)}  {shown(entry.help)}".rstrip() for entry in choice.words]
    last = "type a word or its beginning; Ctrl-C takes the whole command back"
    return [*lines, f"  {'Enter'.ljust(wide)}  {choice.enter}", last]
