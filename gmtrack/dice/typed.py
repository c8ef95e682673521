"""Faces that fell on the table, as people type them (`--roll attack=6,6,2`). For dice to be
rolled, such as `2d6`, see `expression`."""

import re
from collections.abc import Iterable

from gmtrack.dice.port import Faces
from gmtrack.errors import Refusal

MOST_DICE = 500
"""The most dice of one name: more than any table has. It guards against typing errors that would
fill the memory."""
TEN = 10
"""The sides of a die whose `0` is its ten. Faces of larger dice cannot be typed without a gap."""
NAMELESS = ""
"""The name of dice that were typed without one."""
_DICE = re.compile(r"\s*\d[\d\s,]*")


class Glued(tuple[int, ...]):
    """Typed number that may be several faces without gaps: `66241` is five dice if a die has one
    digit. It stays one number until `split_faces` knows the die."""

    text: str
    """The digits as typed."""


def parse_rolls(texts: Iterable[str], kind: str) -> dict[str, Faces]:
    """Parse the values of `--roll` and return the faces by name.

    `attack=6,6,2` and `initiative.joe=5 3` have a name, in which `-` becomes `_`; `662` alone gets
    the name `NAMELESS`. A single number of several digits comes as `Glued`. Raises Refusal(kind)
    for anything else, and for a name that is given twice."""
    typed: dict[str, Faces] = {}
    for text in texts:
        name, sign, faces = text.partition("=")
        head, dot, who = name.strip().partition(".")
        name = head.lower().replace("-", "_") + dot + who.lower()
        if not sign and _DICE.fullmatch(text):
            name, faces = NAMELESS, text
        elif not sign or not name:
            raise Refusal(
                kind, f"--roll {text!r}: type NAME=DICE, such as attack=6,6,2"
            )
        if name in typed:
            twice = f"--roll {name} is" if name else "dice without a name are"
            raise Refusal(kind, f"{twice} given twice")
        typed[name] = _parse_faces(name or "without a name", faces, kind)
    return typed


def _parse_faces(name: str, text: str, kind: str) -> Faces:
    """Parse faces that are separated by commas or blanks. Raises Refusal(kind) for anything but
    numbers, and for more than `MOST_DICE`; `name` is for the message."""
    words = [word for word in re.split(r"[\s,]+", text.strip()) if word]
    if len(words) == 1 and re.fullmatch(rf"\d{{2,{MOST_DICE}}}", words[0]):
        faces = Glued([int(words[0])])
        faces.text = words[0]
        return faces
    if len(words) > MOST_DICE or not all(
        re.fullmatch(r"\d{1,3}", word) for word in words
    ):
        raise Refusal(
            kind, f"--roll {name}: '{text}' is not a list of dice such as 6,6,2"
        )
    return tuple(int(word) for word in words)


def split_faces(faces: Faces, sides: int, count: int) -> Faces:
    """Split `Glued` faces into single dice, now that the die and the number of dice are known.

    Dice of more than ten sides stay one number. So does a number that is a face of a d10, unless it
    has one digit for each of the `count` dice. A `0` on a d10 becomes its ten."""
    if isinstance(faces, Glued):
        is_one_face = faces[0] <= sides and len(faces.text) != count
        if sides < TEN or (sides == TEN and not is_one_face):
            faces = tuple(map(int, faces.text))
    return tuple(
        sides if face == 0 and sides == TEN else face for face in faces
    )


def format_dice_count(count: int) -> str:
    """Return `1 die`, or `7 dice`."""
    return "1 die" if count == 1 else f"{count} dice"
