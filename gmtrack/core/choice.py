"""Lines that somebody can type now, each with its cost, or with the reason why it is refused."""

import shlex
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from gmtrack.core.command_table import ACTOR, COMMANDS, row
from gmtrack.core.encounter import Data
from gmtrack.core.intents import Assignment, Intent, Options
from gmtrack.core.lexicon import Entries
from gmtrack.core.names import means_somebody

FLAGS = ("threshold", "limit", "type", "location", "pool", "rounds")
"""Fields of intents that are typed as an option of the same name."""
SHARED = {
    "weapon": "weapon", "called": "called", "defense": "defense", "words": "with",
    "without": "without", "mods": "mod", "defense_mods": "defense-mod",
}  # fmt: skip
"""Options that several commands share, by their field in `Options`."""


HELP = "help"
"""The kind of an action that saves somebody who is down."""
PASSIVE = "passive"
"""The kind of a test that somebody unconscious makes as well."""


class Candidate(NamedTuple):
    """A line that somebody may want to type, whether or not it works now. `kind`: its use in a
    fight (`defense`, `cover`, `trifle`, HELP, PASSIVE); empty if the ruleset does not say."""

    intent: Intent
    help: str = ""
    kind: str = ""


class WordChoice(NamedTuple):
    """A word of `--with` whose value somebody chooses before a command is carried out, such as the
    level of a spell, or the dice with which somebody else defends against it.

    - `who`: the combatant who chooses
    - `values`: what may stand behind the word; `costs`: what each of them costs
    - `usual`: the value that is proposed; one that is none of the `values` is the name for none
    - `is_required`: whether a command without the word is refused; else the `usual` one holds
    - `lead`: what is typed before the word: whose it is, if not that of whoever acts
    - `is_defense`: whether it is asked like defenses; else like points, unless it is required
    - `about`: what the question is about, in a line
    - `asks`, `labels`: the question and each value in the words of whoever chooses"""

    who: str
    word: str
    values: Entries
    costs: tuple[str, ...]
    usual: str
    is_required: bool = False
    about: str = ""
    asks: str = ""
    labels: tuple[str, ...] = ()
    lead: str = ""
    is_defense: bool = False


class Choice(NamedTuple):
    """A candidate after a dry run. `cost`: in words (`2 AP`). `why`: the message of its refusal;
    empty if the line works now. `kind`: as in `Candidate`."""

    intent: Intent
    help: str = ""
    cost: str = ""
    why: str = ""
    kind: str = ""

    @property
    def line(self) -> str:
        """The full command line of the intent."""
        return line_of(self.intent)

    def document(self) -> Data:
        """Return the JSON form: `line`, `cost`, `help`, and `why` it does not work, which is
        null if it does."""
        return {
            "line": self.line, "cost": self.cost, "help": self.help, "why": self.why or None,
        }  # fmt: skip


def line_of(intent: Intent) -> str:
    """Return the full command line of an intent: command, words, then options. Not for `add`,
    whose intent holds more than a line says, nor for a `set` of whole maps."""
    words = [intent.word]
    flags: list[str] = []
    for name, value in vars(intent).items():
        if name in FLAGS:
            flags += [] if value is None else [f"--{name}", str(value)]
        elif name == "end":
            flags += ["--end"] if value else []
        elif name not in ("options", "note", "kept", "left"):
            words += _spell_value(value)
    return shlex.join([*words, *flags, *_spell_options(intent.options)])


def short_line(
    intent: Intent, acting: str | None, names: Mapping[str, str]
) -> str:
    """Return an intent's line as it is typed at the prompt: with the letter of its command and
    short options. The id of `acting`, the combatant whose turn it is, is left out, except in
    `act` and `test` if the next word could mean somebody. `names`: display names by id."""
    words = shlex.split(line_of(intent))
    own = row(words[0]).who == ACTOR and words[1:2] == [acting]
    if own and not (words[0] in DONE and means_somebody(words[2], names)):
        del words[1]
    return shorten_words(words)


def shorten_words(words: Sequence[str]) -> str:
    """Return a line made of `words`, with the command and its options in their short forms.
    Words without a short form stay as they are."""
    command, *rest = words
    short = [_SHORT_OPTIONS.get(word, word) for word in rest]
    letter = row(command).letter if command in COMMANDS else ""
    return shlex.join([letter or command, *short])


DONE = ("act", "test")
"""Commands whose second word, after the acting combatant, names the action or test."""
_SHORT_OPTIONS = {"--weapon": "-w", "--with": "-W", "--called": "-c"}


def _spell_value(value: object) -> list[str]:
    """Return the value of an intent's field as words: the members of a tuple, `all` for None."""
    if isinstance(value, tuple):
        return [
            _spell_assignment(part)
            if isinstance(part, Assignment)
            else str(part)
            for part in value
        ]
    return ["all" if value is None else str(value)]


def _spell_assignment(assignment: Assignment) -> str:
    """Return an assignment as `set` takes it: the path behind whose it is, and the value."""
    path, value = assignment
    # A path begins with `scene`, `fight`, or with `combatants` or `fight combatants` and an id.
    owner = path.index("combatants") + 2 if "combatants" in path[:2] else 1
    if isinstance(value, bool):
        text = str(value).lower()
    elif isinstance(value, list | tuple):
        text = ",".join(map(str, value))
    else:
        text = "null" if value is None else str(value)
    return f"{'.'.join(path[owner:])}={text}"


def _spell_options(options: Options) -> list[str]:
    """Return options as words: a flag before each value, `--force` last. `planning` is left out,
    as it cannot be typed."""
    found: list[str] = []
    for field, flag in SHARED.items():
        value = getattr(options, field)
        values = [value] if isinstance(value, str) else value or ()
        found += [word for one in values for word in (f"--{flag}", one)]
    for name, values in options.extras.items():
        found += [word for one in values for word in (f"--{name}", one)]
    return [*found, "--force"] if options.force else found
