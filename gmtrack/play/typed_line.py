"""Lines of a session as command lines, with short words spelt out and the acting combatant
filled in."""

import re
import shlex
from collections.abc import Mapping
from contextlib import suppress
from functools import cache, partial
from os.path import expanduser
from typing import TYPE_CHECKING, NamedTuple

from gmtrack import system
from gmtrack.app.dice_words import join_dice_words
from gmtrack.app.odds.odds_of_plain_dice import TEST, kind_of_odds
from gmtrack.cli.completion import describe_command
from gmtrack.cli.parse import LONGEST, PROGRAM
from gmtrack.completion.words import plain_words
from gmtrack.core.choice import Candidate
from gmtrack.core.command_table import (
    ACTOR,
    ALIASES,
    AMOUNT,
    COMMANDS,
    ENCOUNTER,
    FILE,
    PAGE,
    SHORT,
    TEXT,
    row,
)
from gmtrack.core.encounter import Encounter
from gmtrack.core.intents import Attack
from gmtrack.core.lexicon import Entries
from gmtrack.core.names import (
    ask_if_meant,
    listed,
    matching_words,
    means_somebody,
    nearest_words,
    pick,
    squash,
)
from gmtrack.dice.expression import parse_terms
from gmtrack.errors import Ambiguous, Refusal

if TYPE_CHECKING:
    from gmtrack.app.shorthand import LexiconOf
    from gmtrack.core.screen import Board
    from gmtrack.rulesets.port import Ruleset

LEAVING = ("quit", "exit", "q")
HELP = ("help", "?")
AMEND = "amend"
ASK = "ask"
AUTO = "auto"
SERVE = "serve"
PHONES = "phones"
LEAST = 3
"""Least letters that begin an action."""
ALL_STEPS = "all"
"""The word of `next` for all small steps that are left."""
SEPARATOR = ";"
_PIECES = r""""(?:\\.|[^"\\])*"|(?<=\w)'(?=\w)|'[^']*'|\#.*|;"""
_PIECE = re.compile(rf"\\.|{_PIECES}", re.DOTALL)
"""The parts of a line in which a `;` is text, as `split_line` reads them, and the `;` itself."""
_PIECE_OF_PATHS = re.compile(_PIECES, re.DOTALL)
"""The same for systems where a backslash separates the parts of a path."""
END = "Ctrl-C takes the whole command back"
"""Hint that is shown at questions."""


class QuestionEnd(NamedTuple):
    """What happens if a question is left without an answer.

    - `hint`: what Ctrl-C does
    - `left`: what becomes of the command if another one is carried out instead
    - `stands`: whether the command is done already, so that leaving takes nothing back"""

    hint: str
    left: str
    stands: bool


TAKEN_BACK = QuestionEnd(END, "the whole command is taken back", stands=False)
"""End of a question that is asked before its command is done."""
NO_REACTION = QuestionEnd(
    "Ctrl-C: no reaction; what has happened stands",
    "no reaction; what has happened stands",
    stands=True,
)
"""End of a question that is asked after its command was done."""


class KnownFight(NamedTuple):
    """The session's knowledge of the fight when a line is typed.

    `encounter` is None if no fight is open, `acting` None if nobody has the turn. `declared` are
    the targets that the acting one has declared, `turns` all who have the turn if several do at
    once. `takes_steps`: `next` goes on in small steps now, such as metres. `lexicon_of` returns the
    words of this fight, which it works out once; None without a fight."""

    encounter: Encounter | None = None
    acting: str | None = None
    declared: tuple[str, ...] = ()
    ruleset: "Ruleset | None" = None
    turns: tuple[str, ...] = ()
    takes_steps: bool = False
    lexicon_of: "LexiconOf | None" = None


def make_known_fight(
    encounter: Encounter, ruleset: "Ruleset", board: "Board"
) -> KnownFight:
    """Return what the session knows of an open fight. `board` says who acts and what they have
    declared."""
    turns = tuple(row.id for row in board.rows if row.acting)
    return KnownFight(
        encounter,
        board.doc.get("acting"),
        board.turn.declared,
        ruleset,
        turns,
        board.turn.steps,
        cache(partial(ruleset.lexicon, encounter)),
    )


def split_commands(text: str) -> list[str]:
    """Split a line into its commands, which are separated by `;`, and return those that are not
    blank. A `;` in quotes, behind a backslash, in a comment or behind a command that takes text
    (`note`, `amend 3 note`) is text."""
    starts = [0, *_find_starts(text)]
    ends = [start - 1 for start in starts[1:]] + [len(text)]
    commands = [
        text[start:end].strip() for start, end in zip(starts, ends, strict=True)
    ]
    return [command for command in commands if command]


def find_last_command(text: str) -> int:
    """Return where the last command of a line begins; 0 if there is only one."""
    return max(_find_starts(text), default=0)


def _find_starts(text: str) -> list[int]:
    """Return the places behind each `;` that separates two commands. A text that is too long for
    a line is not split."""
    if SEPARATOR not in text or len(text) > LONGEST:
        return []
    pieces = _PIECE if system.BACKSLASH_QUOTES else _PIECE_OF_PATHS
    starts: list[int] = []
    for piece in pieces.finditer(text):
        begun = text[max(starts, default=0) : piece.start()]
        if piece[0] == SEPARATOR and not _takes_text(begun):
            starts.append(piece.end())
    return starts


def _takes_text(command: str) -> bool:
    """Whether everything behind the command's name is text. False for what is no command. Of a
    line of `amend` the command counts that replaces the step's: `amend 3 note bob is hurt`."""
    words = command.split()
    if words[:1] == [PROGRAM]:
        words = words[1:]
    if _find_command_or_none(words[:1]) == AMEND:
        words = words[2:]
    name = _find_command_or_none(words[:1])
    return bool(name) and name not in HELP and row(name).then == TEXT


def join_names(words: list[str], known: KnownFight) -> list[str]:
    """Join neighbouring words that together name somebody, and return the words with their ids:
    `third thug`, `unit 7`.

    Words that are names each stay separate, and so does a number that can be an argument of its
    own. Without an encounter, or for commands that take text, the words are returned unchanged."""
    encounter = known.encounter
    command = _find_command_or_none(words[:1])
    if encounter is None or (command and not is_about_people(command)):
        return words
    names = encounter.names()
    called = {
        squash(text): who for who, name in names.items() for text in (name, who)
    }
    amount = row(command).then == AMOUNT
    found, rest = (words[:1], words[1:]) if command else ([], words)
    while rest:
        takes = amount or (command == "act" and len(found) > 1)
        count = next(
            (
                n
                for n in range(len(rest), 1, -1)
                if _find_joint_name(rest[:n], called)
            ),
            1,
        )
        number = takes and count > 1 and rest[count - 1].isdigit()
        if number and _is_number_an_argument(rest, count, called, amount):
            count = 1
        name = " ".join(rest[:count])
        found.append(
            _find_joint_name(rest[:count], called) if count > 1 else name
        )
        rest = rest[count:]
    return found


def _find_joint_name(words: list[str], called: Mapping[str, str]) -> str:
    """Return the id that several words name together; empty if they name nobody, or if each is a
    name itself."""
    if all(squash(word) in called for word in words):
        return ""
    forms = (" ".join(words), "-".join(words))
    return next(
        (called[squash(form)] for form in forms if squash(form) in called), ""
    )


def _is_number_an_argument(
    words: list[str], count: int, called: Mapping[str, str], amount: bool
) -> bool:
    """Whether the number at the end of a name is an argument of its own: the command needs an
    amount and no other follows, or the name is somebody's without the number."""
    if amount:
        return not "".join(words[count : count + 1]).isdigit()
    alone = (
        _find_joint_name(words[: count - 1], called)
        if count > 2
        else called.get(squash(words[0]))
    )
    return bool(alone)


def _find_command_or_none(words: list[str]) -> str:
    """Return the command that the first word means; empty if it means none, or there is no word."""
    try:
        return find_command(words[0]) if words else ""
    except Refusal:
        return ""


def make_command_line(words: list[str], known: KnownFight) -> list[str]:
    """Return the words of a line as a command line of `gmtrack`, with command and acting
    combatant spelt out. Raises Refusal (`usage`) if the first word is no command, the command
    does not work in a session, or nobody has the turn and somebody has to be named."""
    name = find_command(words[0])
    rest = words[1:]
    if name in HELP:
        return (
            ["--help"]
            if rest in ([], ["all"])
            else [find_command(rest[0]), "--help"]
        )
    if row(name).whole:
        raise Refusal(
            "usage",
            f"{name} is a session of its own: run it in another terminal",
        )
    if name == "redo" and rest and _is_plain_dice(rest[0]):
        return ["roll", *rest]
    if name == "next" and known.takes_steps and not (rest and _is_count(rest)):
        rest = [ALL_STEPS, *rest]
    if name == AMEND and len(rest) > 1:
        # The whole line as it should have been begins as it would here.
        named = {**ALIASES, **SHORT}.get(rest[1], rest[1])
        rest = [rest[0], named, *rest[2:]]
    if row(name).takes in (FILE, ENCOUNTER, PAGE):
        rest = [
            expanduser(word) if _is_home_path(word) else word  # noqa: PTH111
            for word in rest
        ]
    asked = (
        kind_of_odds(rest[0], _names_of_fight(known))
        if name == "odds" and rest
        else ""
    )
    if asked == TEST:
        return [name, asked, *fill_in_acting(asked, rest[1:], known)]
    return [name, *(rest if asked else fill_in_acting(name, rest, known))]


def _is_count(words: list[str]) -> bool:
    """Whether the words of `next` say how many small steps: a number, `all` or help first."""
    return words[0].isdigit() or words[0] in (ALL_STEPS, "--help")


def _is_home_path(word: str) -> bool:
    """Whether a word is a path that begins in somebody's home: `~/...`."""
    return word[:1] == "~" and word[1:2] in system.SEPARATORS


def _names_of_fight(known: KnownFight) -> dict[str, str]:
    """Return the names of all combatants by id; empty without a fight."""
    return known.encounter.names() if known.encounter else {}


def _is_plain_dice(word: str) -> bool:
    """Whether a word is plain dice as `roll` takes them; `redo 3d6` then means `roll 3d6`."""
    try:
        return bool(parse_terms(word, "usage"))
    except Refusal:
        return False


def find_command(word: str) -> str:
    """Return the command that a word means: name, alias, short word or unambiguous beginning.
    Raises Refusal (`usage`), as Ambiguous if several commands begin so."""
    wanted = squash(word)
    if wanted in SHORT:
        return SHORT[wanted]
    choices = list_commands()
    if wanted in choices:
        return ALIASES.get(wanted, wanted)
    found = matching_words(wanted, choices)
    if len(found) == 1:
        return ALIASES.get(found[0], found[0])
    if found:
        raise Ambiguous(
            "usage", f"'{word}' could be {', '.join(found)}: type more of it"
        )
    raise Refusal(
        "usage", f"no command '{word}'{_hint_at_meaning(wanted, choices)}"
    )


def _hint_at_meaning(word: str, choices: list[str]) -> str:
    """Return a hint at what was probably meant by a word that is no command, to be appended to a
    sentence. `choices` are all commands."""
    if word in ("y", "yes", "no"):
        return ": no question is open"
    if re.fullmatch(r"[\d,]+h?", word):
        return (
            ": dice are asked only of those who roll their own (`ask pc`); "
            "for plain dice `roll 3d6`"
        )
    if word[:1] in SHORT and word == word[:1] * len(word):
        return f"; did you mean `{word[0]}` ({SHORT[word[0]]})?"
    near = nearest_words(word, choices)
    if near:
        return ask_if_meant(near[0])
    return "; `?` says what can be done now, `? all` lists all"


def refuse_action(word: str, actions: Entries) -> None:
    """Raise Refusal (`usage`) if a word that is no command is an action or begins one, with how
    to type it."""
    found = (
        []
        if len(word) < LEAST
        else matching_words(word, (entry.word for entry in actions))
    )
    if found and not _find_command_or_none([word]):
        lines, many = (
            listed(f"`x {action}`" for action in found),
            len(found) > 1,
        )
        what = "are actions" if many else "is an action"
        raise Refusal("usage", f"no command '{word}'; {lines} {what}")


def refuse_name(words: list[str], known: KnownFight, actions: Entries) -> None:
    """Raise Refusal (`usage`) if a line begins with a combatant instead of a command, with the
    line that was probably meant."""
    encounter = known.encounter
    if (
        encounter is None
        or not names_somebody(words[0], encounter)
        or _find_command_or_none(words)
    ):
        return
    who, rest = words[0], words[1:]
    line = _guess_line(who, rest, encounter, [entry.word for entry in actions])
    forms = (
        f"`{shlex.join(line)}`"
        if line
        else f"`a {who} TARGET`, `x {who} ACTION`, `s {who}`"
    )
    raise Refusal(
        "usage", f"no command '{who}'; the command comes first: {forms}"
    )


def _guess_line(
    who: str, rest: list[str], encounter: Encounter, actions: list[str]
) -> list[str]:
    """Return the line that a combatant's name and the words after it probably mean: an action or
    an attack. Empty if that is not clear."""
    if not rest:
        return []
    if is_command(rest[0]):
        return [rest[0], who, *rest[1:]]
    verbs = (rest[0], rest[0].removesuffix("s"))
    verb = next(
        (
            one
            for one in verbs
            if len(one) >= LEAST and matching_words(one, actions)
        ),
        "",
    )
    if verb and not names_somebody(rest[0], encounter):
        return ["x", who, verb, *rest[1:]]
    place = next(
        (n for n, word in enumerate(rest) if names_somebody(word, encounter)),
        None,
    )
    return [] if place is None else ["a", who, *rest[place:]]


def list_commands() -> list[str]:
    """Return all commands of a session and their aliases, those that only a session knows
    included."""
    return [*COMMANDS, *ALIASES, *LEAVING, *HELP, ASK, AUTO, PHONES]


def is_command(word: str) -> bool:
    """Whether a word is a whole command or its letter."""
    return squash(word) in SHORT or squash(word) in list_commands()


def only_looks(name: str) -> bool:
    """Whether a command shows something and changes nothing of the fight."""
    return name in HELP or row(name).looks


def is_about_people(name: str) -> bool:
    """Whether a command's bare words name people and words of the rules, not free text."""
    command = row(name)
    return name in HELP or (bool(command.who) and command.then != TEXT)


def fill_in_acting(name: str, words: list[str], known: KnownFight) -> list[str]:
    """Return the words with the acting combatant, and their declared targets, in front where
    they are left out. Raises Refusal (`usage`) if nobody has the turn and somebody has to be
    named."""
    if known.encounter is None or name not in COMMANDS:
        return words
    plain = plain_words(join_dice_words(name, words), describe_command(name))
    if name == "act" and (actor := _find_only_actor(plain, known)):
        return [actor, *words]
    attacks = name in ("attack", "odds")
    if known.acting is None:
        if attacks and len(plain) == 1 and plain[0] != "all":
            if name == "attack":
                _refuse_for_all(plain[0], known.encounter, known.ruleset)
            message = f"nobody has the turn: name the attacker first (`{name} WHO {plain[0]}`)"
            raise Refusal("usage", message)
        if plain and not names_somebody(plain[0], known.encounter):
            _refuse_nobody(name, plain, known)
        return words
    # In `odds all bob` both sides of the attack are named.
    everybody = name == "odds" and "all" in map(squash, plain)
    named = everybody + count_names(plain, known.encounter)
    if attacks and (not plain or (known.declared and not named)):
        return [known.acting, *known.declared, *words]
    if attacks:
        lacks_actor = named == 1 or len(plain) == 1
    else:
        lacks_actor = row(name).who == ACTOR and not (
            plain and names_actor(name, plain, known)
        )
    return [known.acting, *words] if lacks_actor else words


def make_line_of_acting(line: list[str], known: KnownFight) -> list[str]:
    """Return the line of an attack with whoever has the turn in front, so that all whom it names
    are their targets. Empty if it cannot mean that: nobody has the turn, it names fewer than
    two, one of them is unknown, acts or is a friend of the one who acts, or the first can make
    this attack now."""
    encounter, acting = known.encounter, known.acting
    if line[0] != "attack" or encounter is None or acting is None:
        return []
    plain = plain_words(line[1:], describe_command("attack"))
    named = [word for word in plain if names_somebody(word, encounter)]
    try:
        targets = [
            pick(word, encounter.names(), "combatant", "") for word in named
        ]
    except Refusal:
        return []
    if len(targets) < 2 or {acting, *known.turns} & set(targets):
        return []
    is_friend = any(encounter.are_friends(acting, one) for one in targets)
    if is_friend or _can_attack_now(line[1:], known):
        return []
    return ["attack", acting, *line[1:]]


def _can_attack_now(words: list[str], known: KnownFight) -> bool:
    """Whether the rules allow the attack of these words now, whatever dice are typed with it. The
    words of a line that cannot be read are no attack. False without a fight."""
    from gmtrack.app.shorthand import expand_shorthand
    from gmtrack.app.what import is_possible_now
    from gmtrack.cli.parse import parse_attack

    encounter, ruleset = known.encounter, known.ruleset
    if encounter is None or ruleset is None:
        return False
    with suppress(Refusal):
        attack, _ = parse_attack(words)
        expanded = expand_shorthand(
            ruleset, encounter, [attack], known.lexicon_of
        )
        intents = expanded or [attack]
        return all(is_possible_now(ruleset, encounter, one) for one in intents)
    return False


def _find_only_actor(words: list[str], known: KnownFight) -> str:
    """Return the id of the only combatant who can do the action of these words with the thing
    that they name, whoever has the turn. Empty for most actions, for several combatants, and if
    the first word is somebody."""
    if known.ruleset is None or known.encounter is None or not words:
        return ""
    make = known.lexicon_of or partial(known.ruleset.lexicon, known.encounter)
    lexicon = make()
    found = matching_words(words[0], (one.word for one in lexicon.actions))
    if len(found) != 1 or names_somebody(words[0], known.encounter):
        return ""
    actors = {
        entry.help
        for entry in lexicon.actors.get(found[0], ())
        if not words[1:] or matching_words(words[1], [entry.word])
    }
    return actors.pop() if len(actors) == 1 else ""


def _refuse_for_all(
    target: str, encounter: Encounter, ruleset: "Ruleset | None"
) -> None:
    """Raise Refusal (`usage`) if nobody can make this attack now, for the same reason for
    everybody. Does nothing without a ruleset."""
    from gmtrack.app.what import try_candidates

    if ruleset is None:
        return
    names = encounter.names()
    who = [
        one
        for one in encounter.present()
        if not means_somebody(target, {one: names[one]})
    ]
    whys = {
        choice.why
        for one in who
        for choice in try_candidates(
            ruleset, encounter, None, [Candidate(Attack(one, (target,)))]
        )
    }
    if len(who) > 1 and len(whys) == 1 and (why := whys.pop()):
        raise Refusal("usage", why)


def _refuse_nobody(name: str, words: list[str], known: KnownFight) -> None:
    """Raise Refusal (`usage`) if the words say what to do, but nobody has the turn and nobody is
    named."""
    if matching_words(words[0], list_deeds(name, known)):
        line = shlex.join(words)
        raise Refusal(
            "usage",
            f"nobody has the turn: name who does it (`{name} WHO {line}`)",
        )


def names_actor(name: str, words: list[str], known: KnownFight) -> bool:
    """Whether the first word names who acts. A word that could also be an action or test is one,
    unless an action follows it. Raises Ambiguous if it is not clear."""
    if known.encounter is None or not names_somebody(words[0], known.encounter):
        return False
    doings = list_deeds(name, known)
    if not matching_words(words[0], doings) or any(
        matching_words(word, doings) for word in words[1:2]
    ):
        return True
    if all(names_somebody(word, known.encounter) for word in words[1:2]):
        return False
    line = shlex.join([name, str(known.acting), *words])
    raise Ambiguous(
        "usage",
        f"'{words[0]}' is somebody here, and could be `{line}`: type it whole",
    )


def list_deeds(name: str, known: KnownFight) -> list[str]:
    """Return the actions for `act`, the tests for `test`; empty for other commands, or without a
    fight."""
    if (
        known.ruleset is None
        or known.encounter is None
        or name not in ("act", "test")
    ):
        return []
    lexicon = known.ruleset.lexicon(known.encounter)
    return [
        entry.word
        for entry in (lexicon.actions if name == "act" else lexicon.tests)
    ]


def count_names(words: list[str], encounter: Encounter) -> int:
    """Count the words that name combatants or things of the scene."""
    scene = [
        part for part in encounter.scene.values() if isinstance(part, dict)
    ]
    things = {squash(name) for part in scene for name in part}
    return sum(
        names_somebody(word, encounter) or squash(word) in things
        for word in words
    )


def names_somebody(word: str, encounter: Encounter) -> bool:
    """Whether a word names a combatant; patterns with `*` and lists with commas always do."""
    if "*" in word or "," in word:
        return True
    return means_somebody(word, encounter.names())


def find_side_or_combatant(word: str, encounter: Encounter | None) -> str:
    """Return the side or the combatant's id that a word means. Raises Refusal (`unknown`) if it
    means neither, or several."""
    cast = encounter.combatants if encounter else {}
    sides = {encounter.side(who) for who in cast} if encounter else set()
    if word.lower() in sides:
        return word.lower()
    names = encounter.names() if encounter else {}
    return pick(word, names, "side or combatant", "unknown")
