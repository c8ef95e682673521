"""`--roll NAME=DICE`: how people type what fell on the table."""

import re
from collections.abc import Iterable

from gmtrack.errors import Refusal

MOST_DICE = 500
"""More dice than any table has; a guard against typing errors that would fill the memory."""
TEN = 10
"""The sides of a die whose `0` is its ten, and the most whose faces can be typed without a gap."""
NAMELESS = ""
"""The name of dice that were typed without one."""
_DICE = re.compile(r"\s*\d[\d\s,]*")


class Glued(tuple[int, ...]):
    """Faces that may have been typed without a gap: `66241` is five dice where a die has one digit.
    Until the die is known it is one number."""

    text: str


def parse_rolls(texts: Iterable[str], kind: str) -> dict[str, tuple[int, ...]]:
    """`attack=6,6,2` and `initiative.joe=5 3` to faces by name (`_` for `-` in the name); `662`
    alone is `NAMELESS`.

    Raises Refusal(kind) for anything else, and for a name that is given twice.
    """
    typed: dict[str, tuple[int, ...]] = {}
    for text in texts:
        name, sign, faces = text.partition("=")
        head, dot, who = name.strip().partition(".")
        name = head.lower().replace("-", "_") + dot + who.lower()
        if not sign and _DICE.fullmatch(text):
            name, faces = NAMELESS, text
        elif not sign or not name:
            raise Refusal(kind, f"--roll {text!r}: type NAME=DICE, such as attack=6,6,2")
        if name in typed:
            twice = f"--roll {name} is" if name else "dice without a name are"
            raise Refusal(kind, f"{twice} given twice")
        typed[name] = _parse_faces(name or "without a name", faces, kind)
    return typed


def _parse_faces(name: str, text: str, kind: str) -> tuple[int, ...]:
    words = [word for word in re.split(r"[\s,]+", text.strip()) if word]
    if len(words) == 1 and re.fullmatch(rf"\d{{2,{MOST_DICE}}}", words[0]):
        faces = Glued([int(words[0])])
        faces.text = words[0]
        return faces
    if len(words) > MOST_DICE or not all(re.fullmatch(r"\d{1,3}", word) for word in words):
        raise Refusal(kind, f"--roll {name}: '{text}' is not a list of dice such as 6,6,2")
    return tuple(int(word) for word in words)


def split_faces(faces: tuple[int, ...], sides: int, count: int) -> tuple[int, ...]:
    """The faces of `count` dice with so many sides: those typed without a gap apart, and `0` as the
    ten of a d10."""
    if isinstance(faces, Glued):
        alone = faces[0] <= sides and len(faces.text) != count
        if sides <= TEN and (sides < TEN or not alone):
            faces = tuple(map(int, faces.text))
    return tuple(sides if face == 0 and sides == TEN else face for face in faces)


def format_dice_count(count: int) -> str:
    """`1 die`, `7 dice`."""
    return "1 die" if count == 1 else f"{count} dice"
