"""The lines that somebody can type now, with their cost, and what stands against the others."""

import shlex
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from gmtrack.core.command_table import ACTOR, COMMANDS, row
from gmtrack.core.encounter import Data
from gmtrack.core.intents import Intent, Options
from gmtrack.core.names import means_somebody

FLAGS = ("threshold", "limit", "type", "location", "pool", "rounds")
"""Fields of intents that are typed as an option of the same name."""
SHARED = {
    "weapon": "weapon", "called": "called", "defense": "defense", "words": "with",
    "without": "without", "mods": "mod", "defense_mods": "defense-mod",
}  # fmt: skip
"""Options that several commands share, by their field in `Options`."""


class Candidate(NamedTuple):
    """A line that somebody may want to type, whether or not it works now. `kind` says what it is
    good for in a fight: `defense`, `cover`, `trifle`; empty where the ruleset does not say."""

    intent: Intent
    help: str = ""
    kind: str = ""


class Choice(NamedTuple):
    """A candidate that was tried. `cost` in words (`2 AP`); `why` it is refused now, empty where
    it works; `kind` as of a candidate."""

    intent: Intent
    help: str = ""
    cost: str = ""
    why: str = ""
    kind: str = ""

    @property
    def line(self) -> str:
        return line_of(self.intent)

    def document(self) -> Data:
        """Return the JSON form; `why` is null where the line works."""
        return {
            "line": self.line, "cost": self.cost, "help": self.help, "why": self.why or None,
        }  # fmt: skip


def line_of(intent: Intent) -> str:
    """Return the command line of an intent. Not for `set` and `add`, whose intents hold more
    than a line says."""
    words = [intent.word]
    flags: list[str] = []
    for name, value in vars(intent).items():
        if name in FLAGS:
            flags += [] if value is None else [f"--{name}", str(value)]
        elif name == "end":
            flags += ["--end"] if value else []
        elif name != "options":
            words += _spell_value(value)
    return shlex.join([*words, *flags, *_spell_options(intent.options)])


def short_line(
    intent: Intent, acting: str | None, names: Mapping[str, str]
) -> str:
    """Return the line as it is typed at the prompt: with the letter of its command, and without
    `acting`, unless the next word could mean somebody (`names` by id)."""
    words = shlex.split(line_of(intent))
    own = row(words[0]).who == ACTOR and words[1:2] == [acting]
    if own and not (words[0] in DONE and means_somebody(words[2], names)):
        del words[1]
    return shorten_words(words)


def shorten_words(words: Sequence[str]) -> str:
    """Return the words of a line with the command and its options in their short forms."""
    command, *rest = words
    short = [_SHORT_OPTIONS.get(word, word) for word in rest]
    letter = row(command).letter if command in COMMANDS else ""
    return shlex.join([letter or command, *short])


DONE = ("act", "test")
"""Commands whose second word, behind the acting combatant, is what is done."""
_SHORT_OPTIONS = {"--weapon": "-w", "--with": "-W", "--called": "-c"}


def _spell_value(value: object) -> list[str]:
    if isinstance(value, tuple):
        return [str(part) for part in value]
    return ["all" if value is None else str(value)]


def _spell_options(options: Options) -> list[str]:
    found: list[str] = []
    for field, flag in SHARED.items():
        value = getattr(options, field)
        values = [value] if isinstance(value, str) else value or ()
        found += [word for one in values for word in (f"--{flag}", one)]
    for name, values in options.extras.items():
        found += [word for one in values for word in (f"--{name}", one)]
    return [*found, "--force"] if options.force else found
