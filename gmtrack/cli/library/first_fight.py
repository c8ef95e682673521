"""The choice at a prompt where nothing is open: ready-made fights, and a new one."""

import shlex
from collections.abc import Callable

from gmtrack.cli.output import output_width, say
from gmtrack.core.names import listed, matching_words
from gmtrack.rulesets import registry
from gmtrack.store import ready_made
from gmtrack.view.text import cut

Ask = Callable[[str], str]
"""A callback that asks a question and returns what was typed."""
NEW = "new"
WHICH = "Which one? A number, or `new` for one of your own (Enter = none):"
NAME = "What is it called?"


def offer_fights(ask: Ask) -> str:
    """List the ready-made fights and ask for one. Returns the line that opens the chosen fight;
    for NEW the line that makes a fight of one's own, after asking for its name and rules; any
    other text as it was typed."""
    found = [
        ready_made.read_ready_made(word)
        for word in ready_made.ready_made_words()
    ]
    words, systems = (
        max(map(len, names)) for names in zip(*map(_names, found), strict=True)
    )
    say("Nothing is open yet. Ready-made fights:")
    for number, one in enumerate(found, start=1):
        say(
            cut(
                f"{number:>2}  {one.word:{words}}  {one.ruleset:{systems}}  {one.name}",
                output_width(),
            )
        )
    say("`examples @NAME` tells what to try in one")
    text = ask(WHICH).strip()
    return (
        _ask_for_new_fight(ask)
        if text.lower() == NEW
        else _load_line(text, [one.word for one in found])
    )


def _names(one: ready_made.ReadyMade) -> tuple[str, str]:
    """Return the two names of a ready-made fight whose columns are aligned."""
    return one.word, one.ruleset


def _load_line(text: str, words: list[str]) -> str:
    """Return the line that loads the fight that a number or a name means; the text itself if it
    means none or several."""
    if text.isdecimal() and 0 < int(text) <= len(words):
        return f"load {words[int(text) - 1]}"
    plain = text.lower().removeprefix("@")
    one = (
        matching_words(plain, [word.removeprefix("@") for word in words])
        if len(plain) > 1
        else []
    )
    return f"load @{one[0]}" if len(one) == 1 else text


def _ask_for_new_fight(ask: Ask) -> str:
    """Ask for a name and a ruleset. Returns the line that makes a new fight with two example
    combatants."""
    name = ""
    while not name:
        name = ask(NAME).strip()
    known, text = registry.known_ids(), ""
    while len(matching_words(text, known)) != 1:
        text = ask(f"By which rules: {listed(known)}?").strip().lower()
    return shlex.join(
        ["new", name, "--ruleset", matching_words(text, known)[0], "--example"]
    )
