"""Dice that fell on the table, as people write them: the one reader for command lines, questions
and phones.

`6 6 2`, `6,6,2`, `662` and heaps (`66 2`) are the same three dice of six sides, `2h` or `2 hits` is
the number of hits alone. For dice to be rolled, such as `2d6`, see `expression`; for dice among the
words of a command line see `app/dice_words`."""

import re
from collections.abc import Iterable, Mapping

from gmtrack.core.names import pick, squash
from gmtrack.dice.port import Ask, DiceKind, Faces
from gmtrack.errors import Ambiguous, Refusal

MOST_DICE = 500
"""The most dice of one name: more than any table has. It guards against typing errors that would
fill the memory."""
TEN = 10
"""The sides of a die whose `0` is its ten. Faces of larger dice cannot be typed without a gap."""
NAMELESS = ""
"""The name of dice that were typed without one."""
HITS = ("h", "hit", "hits")
"""The words behind a number of hits."""
_GAP = re.compile(r"[\s,]+")
_HITS_ALONE = re.compile(r"(\d{1,3})\s*h(?:its?)?", re.ASCII | re.IGNORECASE)
_GROUPS = re.compile(r"[\s,]*\d[\d\s,]*", re.ASCII)


class WrittenDice(tuple[int, ...]):
    """Dice as somebody wrote them, before it is known what die it was and how many were rolled.

    The tuple holds the numbers between the gaps: `66241` is one number until `split_faces` makes it
    five dice. Hits alone (`3h`) have no numbers."""

    groups: tuple[str, ...] = ()
    """The digits between the gaps."""
    hits: int | None = None
    """The number of hits, if nothing but that was written. None: the faces are known."""


def is_dice(text: str) -> bool:
    """Whether a text is written dice: faces, or a number of hits."""
    text = text.strip()
    return bool(_GROUPS.fullmatch(text) or _HITS_ALONE.fullmatch(text))


def parse_dice(text: str, kind: str, name: str = "") -> WrittenDice:
    """Parse written dice. Raises Refusal(kind) for any other text, and for more than `MOST_DICE`;
    `name` stands before its message."""
    text = text.strip()
    if alone := _HITS_ALONE.fullmatch(text):
        dice = WrittenDice()
        dice.hits = int(alone[1])
        return dice
    groups = tuple(group for group in _GAP.split(text) if group)
    is_short = len(groups) <= MOST_DICE and all(
        len(group) <= MOST_DICE for group in groups
    )
    if not _GROUPS.fullmatch(text) or not is_short:
        whose = f"{name}: " if name else ""
        raise Refusal(
            kind, f"{whose}'{text}' is not a list of dice such as 6 6 2"
        )
    dice = WrittenDice(map(int, groups))
    dice.groups = groups
    return dice


def join_dice(text: str) -> str:
    """Return written dice in the form in which lines of the history have them, without blanks:
    `6,6,2`, `2h`. Text that is no dice is returned unchanged."""
    if alone := _HITS_ALONE.fullmatch(text.strip()):
        return f"{alone[1]}h"
    return ",".join(filter(None, _GAP.split(text))) if is_dice(text) else text


def split_faces_of_roll(dice: Faces, ask: Ask) -> Faces:
    """Split written dice into single faces of the dice of a roll, each die with its own number of
    sides. The result may be more or fewer dice than the roll has."""
    faces = split_faces(dice, ask.sides, ask.count)
    if not ask.kinds:
        return faces
    sides = ask.sides_of_dice
    tens = (
        TEN if face == 0 and TEN in sides[place : place + 1] else face
        for place, face in enumerate(faces)
    )
    return tuple(tens)


def split_faces(dice: Faces, sides: int, count: int) -> Faces:
    """Split written dice into single faces, now that the die and the number of dice are known.
    Plain faces are returned as they are, except that a `0` on a d10 is its ten.

    Dice of more than ten sides need gaps. On a d10 a `10` between gaps is its ten, unless `count`
    is only reached if it is a 1 and a ten. The result may be more or fewer dice than `count`."""
    faces = dice
    if isinstance(dice, WrittenDice) and sides <= TEN:
        faces = _split_groups(dice.groups, sides, count)
    return tuple(
        sides if face == 0 and sides == TEN else face for face in faces
    )


def _split_groups(groups: tuple[str, ...], sides: int, count: int) -> Faces:
    """Split digits into faces of a die of at most ten sides."""
    tens = groups.count(str(TEN)) if sides == TEN else 0
    digits = sum(map(len, groups))
    is_list = all(len(group) == 1 or group == str(TEN) for group in groups)
    # In a list such as `10 3` each number is a die; among heaps such as `552 10` the count decides.
    may_split = not is_list or len(groups) == 1
    keeps_tens = bool(tens) and not (may_split and digits == count)
    faces: list[int] = []
    for group in groups:
        if keeps_tens and group == str(TEN):
            faces.append(TEN)
        else:
            faces += map(int, group)
    return tuple(faces)


def parse_rolls(texts: Iterable[str], kind: str) -> dict[str, Faces]:
    """Parse the values of `--roll` and return the written dice by name.

    `attack=6,6,2` and `initiative.joe=5 3` have a name, in which `-` becomes `_`; `662` alone gets
    the name `NAMELESS`. Raises Refusal(kind) for anything else, and for a name that is given
    twice."""
    typed: dict[str, Faces] = {}
    for text in texts:
        name, sign, dice = text.partition("=")
        head, dot, who = name.strip().partition(".")
        name = head.lower().replace("-", "_") + dot + who.lower()
        if not sign and is_dice(text):
            name, dice = NAMELESS, text
        elif not sign or not name:
            raise Refusal(
                kind,
                f"--roll {text!r}: type NAME=DICE or DICE, which are faces "
                "(6 6 2, 662) or hits (2h)",
            )
        if name in typed:
            twice = f"--roll {name} is" if name else "dice without a name are"
            raise Refusal(kind, f"{twice} given twice")
        typed[name] = parse_dice(
            dice, kind, f"--roll {name or 'without a name'}"
        )
    return typed


def split_by_person(
    text: str, names: Mapping[str, str], kind: str
) -> list[tuple[str, str]]:
    """Split a line such as `mara 5 3 kurt=2` into pairs of an id and written dice.

    A name is any word that means one of `names` (id to display name), or several words; a roll and
    a dot may stand before it. `=` may stand behind it, and has to if the name is a number. Dice at
    the beginning of the line have the id `""`. Raises Refusal(kind) for a name that means nobody or
    has no dice, Ambiguous(kind) if it is not clear where a name ends."""
    words = _NAME_OR_DICE.findall(text)
    found: list[tuple[str, str]] = []
    place = 0
    while place < len(words):
        start = place
        while place < len(words) and not _is_dice_word(words, place):
            place += 1
        name = [word for word in words[start:place] if word != "="]
        start = place
        while place < len(words) and _is_dice_word(words, place):
            place += 1
        dice = words[start:place]
        if words[start - 1 : start] != ["="]:
            name, dice = _move_number_of_name(name, dice, names, kind)
        called = " ".join(name).rpartition(".")[2]
        who = pick(called, names, "combatant", kind) if name else ""
        if not dice:
            raise Refusal(kind, f"{called}: type the dice, such as {who}=6 2")
        found.append((who, " ".join(dice)))
    return found


_NAME_OR_DICE = re.compile(r"=|[^\s=]+")
_DICE_WORD = re.compile(
    r"[\d,]*\d[\d,]*|\d{1,3}h(?:its?)?", re.ASCII | re.IGNORECASE
)


def _is_dice_word(words: list[str], place: int) -> bool:
    """Whether a word is part of written dice. A number before `=` is a name."""
    word, before = words[place], words[place - 1] if place else ""
    if words[place + 1 : place + 2] == ["="]:
        return False
    return bool(_DICE_WORD.fullmatch(word)) or (
        word.lower() in HITS and before.isdecimal()
    )


def _move_number_of_name(
    name: list[str], dice: list[str], names: Mapping[str, str], kind: str
) -> tuple[list[str], list[str]]:
    """Return the words of a name and its dice, with a number that ends the name taken from the
    dice: `thug 2 5 3` are the dice of Thug 2, if there is one. Raises Ambiguous(kind) if they
    could be those of Thug."""
    longer = [*name, *dice[:1]]
    forms = {squash(" ".join(longer)), squash("-".join(longer))}
    called = {squash(text) for pair in names.items() for text in pair}
    if not name or len(longer) == len(name) or forms.isdisjoint(called):
        return name, dice
    if (
        forms_of_short := {squash(" ".join(name)), squash("-".join(name))}
        & called
    ):
        short = forms_of_short.pop()
        raise Ambiguous(
            kind,
            f"`{' '.join([*name, *dice])}` could be the dice of two: type "
            f"`{'-'.join(longer)}={' '.join(dice[1:])}` or `{short}={' '.join(dice)}`",
        )
    return longer, dice[1:]


def describe_wrong_face(faces: Faces, sides: int) -> str:
    """Return the error message about the first face that a die does not have; empty if each is
    possible."""
    wrong = [face for face in faces if not 1 <= face <= sides]
    return f"{wrong[0]} is not a face of a d{sides}" if wrong else ""


def describe_impossible_die(faces: Faces, ask: Ask) -> str:
    """Return the error message about the first face that its die of a roll does not have; empty
    if each is possible. `faces` are as many as the roll has dice."""
    if not ask.kinds:
        return describe_wrong_face(faces, ask.sides)
    for place, (face, sides) in enumerate(
        zip(faces, ask.sides_of_dice, strict=True), 1
    ):
        if not 1 <= face <= sides:
            dice = format_kinds(ask.kinds)
            return f"{face} is not a face of a d{sides}, which is die {place} of {dice}"
    return ""


def describe_wrong_count(faces: Faces, ask: Ask) -> str:
    """Return the error message about too few or too many dice; empty if there are as many as the
    roll has. Says how glued faces of a large die are typed."""
    if len(faces) == ask.count:
        return ""
    message = f"needs {format_dice_of_roll(ask)}, got {len(faces)}"
    digits = str(faces[0]) if len(faces) == 1 else ""
    if ask.sides > TEN and len(digits) == ask.count and "0" not in digits:
        return f"{message}; type them apart: `{' '.join(digits)}`"
    return message


def format_dice_of_roll(ask: Ask) -> str:
    """Return the number of dice of a roll, with their kinds if it has several: `7 dice`,
    `2 dice (1d8+1d6)`."""
    count = format_dice_count(ask.count)
    return f"{count} ({format_kinds(ask.kinds)})" if ask.kinds else count


def format_kinds(kinds: Iterable[DiceKind]) -> str:
    """Return dice of several kinds as they are written: `1d8+2d6`."""
    return "+".join(f"{kind.dice}d{kind.sides}" for kind in kinds)


def format_dice_count(count: int) -> str:
    """Return `1 die`, or `7 dice`."""
    return "1 die" if count == 1 else f"{count} dice"
