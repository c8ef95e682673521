"""What the rules leave to the people of an attack: how the one who is attacked defends, what the
one who attacks spends. Those are asked whose dice are asked for; Enter is what would happen
anyway."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from gmtrack.cli.described import described
from gmtrack.completion.words import plain_words
from gmtrack.core.encounter import Encounter
from gmtrack.core.lexicon import Entries, Lexicon
from gmtrack.core.names import pick
from gmtrack.errors import Refusal
from gmtrack.view.text import shown

Put = Callable[[str, Entries], str]
"""Puts a question with its choices to a person; the word chosen, empty for none of them."""


class Choice(NamedTuple):
    """One thing to be chosen: the question, the option it is typed with, what stands before the
    word there, and the words."""

    text: str
    option: str
    lead: str
    words: Entries


def chosen(
    line: list[str],
    encounter: Encounter,
    lexicon: Lexicon,
    asks: Callable[[str], bool],
    allowed: Callable[[list[str]], bool],
    put: Put,
) -> list[str]:
    """The line with what was chosen. Only what is `allowed` now is offered, and nothing where the
    line is no attack of one, or would be refused anyway."""
    whom = _attack(line, encounter)
    if whom is None or not any(map(asks, whom)) or not allowed(line):
        return line
    for choice in _choices(line, whom, encounter, lexicon, asks):
        typed = (f"{choice.lead}{entry.word}" for entry in choice.words)
        legal = [allowed([*line, choice.option, word]) for word in typed]
        words = tuple(entry for entry, fits in zip(choice.words, legal, strict=True) if fits)
        word = put(choice.text, words) if words else ""
        if word:
            line = [*line, choice.option, f"{choice.lead}{word}"]
    return line


def _attack(line: list[str], encounter: Encounter) -> list[str] | None:
    """Attacker and targets of an attack; None for anything else."""
    if line[0] != "attack" or "--seed" in line:
        return None
    words = plain_words(line[1:], described("attack"))
    names = encounter.names()
    try:
        return [pick(word, names, "combatant", "") for word in words]
    except Refusal:
        return None


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
            yield Choice(text, "--defense", f"{target}:", lexicon.defenses)
    if asks(attacker):
        for name, words in lexicon.options.items():
            if f"--{name}" not in line:
                text = f"{encounter.display_name(attacker)}: {name}"
                yield Choice(text, f"--{name}", "", words)


def choose(text: str, words: Entries, ask: Callable[[str], str]) -> str:
    """Ask until the answer is one of the words or the beginning of one, or nothing."""
    names = {entry.word: entry.word for entry in words}
    question = f"{text}? {', '.join(names)} (Enter = standard) "
    problem = ""
    while True:
        answer = ask(problem + question).strip()
        if not answer:
            return ""
        try:
            return pick(answer, names, "choice", "")
        except Refusal as refusal:
            problem = f"{shown(refusal.message)}\n"
