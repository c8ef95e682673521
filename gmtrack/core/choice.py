"""What somebody can do now: a command as it can be typed, what it costs, and why not."""

import shlex
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from gmtrack.core.command_table import ACTOR, COMMANDS, row
from gmtrack.core.encounter import Data
from gmtrack.core.intents import Intent, Options
from gmtrack.core.names import means_somebody

FLAGS = ("threshold", "limit", "type", "location", "pool", "rounds")
"""What a command takes as an option of the same name."""
SHARED = {
    "weapon": "weapon", "called": "called", "defense": "defense", "words": "with",
    "without": "without", "mods": "mod", "defense_mods": "defense-mod",
}  # fmt: skip
"""What several commands take, by its field in `Options`."""


class Candidate(NamedTuple):
    """Something that somebody may want to do, whether or not it works now. `kind` says how much it
    matters in a fight: a `defense`, `cover`, a `trifle`; empty where nothing is said."""

    intent: Intent
    help: str = ""
    kind: str = ""


class Choice(NamedTuple):
    """A candidate that was tried: `cost` in people's words (`2 AP`), and `why` it cannot be done
    now; empty where it can; `kind` as of a candidate."""

    intent: Intent
    help: str = ""
    cost: str = ""
    why: str = ""
    kind: str = ""

    @property
    def line(self) -> str:
        return line_of(self.intent)

    def document(self) -> Data:
        """For --json; `why` is null where it can be done."""
        return {
            "line": self.line, "cost": self.cost, "help": self.help, "why": self.why or None,
        }  # fmt: skip


def line_of(intent: Intent) -> str:
    """The command line that asks for an intent. Not for `set` and `add`, whose lines say less than
    their intents hold."""
    words = [intent.word]
    flags: list[str] = []
    for name, value in vars(intent).items():
        if name in FLAGS:
            flags += [] if value is None else [f"--{name}", str(value)]
        elif name == "end":
            flags += ["--end"] if value else []
        elif name != "options":
            words += _words(value)
    return shlex.join([*words, *flags, *_options(intent.options)])


def short_line(intent: Intent, acting: str | None, names: Mapping[str, str]) -> str:
    """The same as it is typed at the prompt: with the letter of the command, and without the one
    who has the turn, as far as the word behind cannot mean somebody (`names`, by id)."""
    words = shlex.split(line_of(intent))
    own = row(words[0]).who == ACTOR and words[1:2] == [acting]
    if own and not (words[0] in DONE and means_somebody(words[2], names)):
        del words[1]
    return shortened(words)


def shortened(words: Sequence[str]) -> str:
    """The words of a line with the letters of its command and its options."""
    command, *rest = words
    short = [_SHORT_OPTIONS.get(word, word) for word in rest]
    letter = row(command).letter if command in COMMANDS else ""
    return shlex.join([letter or command, *short])


DONE = ("act", "test")
"""Commands that have behind the one who acts what is done."""
_SHORT_OPTIONS = {"--weapon": "-w", "--with": "-W", "--called": "-c"}


def _words(value: object) -> list[str]:
    if isinstance(value, tuple):
        return [str(part) for part in value]
    return ["all" if value is None else str(value)]


def _options(options: Options) -> list[str]:
    found: list[str] = []
    for field, flag in SHARED.items():
        value = getattr(options, field)
        values = [value] if isinstance(value, str) else value or ()
        found += [word for one in values for word in (f"--{flag}", one)]
    for name, values in options.extras.items():
        found += [word for one in values for word in (f"--{name}", one)]
    return [*found, "--force"] if options.force else found
