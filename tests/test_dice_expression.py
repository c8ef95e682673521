"""Plain dice: what can be typed, how it is read, and what is refused at once."""

import time
from itertools import cycle

import pytest
from tables import each_row

from gmtrack.dice.expression import parse_terms, roll_terms
from gmtrack.errors import Refusal

FACES = (5, 2, 6, 1, 4, 3, 6, 5)


def thrown(text: str) -> tuple[int, list[tuple[int, ...]], list[tuple[bool, ...]]]:
    """What it comes to, the dice and which of them are read, with known faces."""
    faces = cycle(FACES)

    def throw(count: int, sides: int) -> tuple[int, ...]:
        return tuple(min(next(faces), sides) for _ in range(count))

    fallen = roll_terms(parse_terms(text, "dice"), throw)
    return sum(part.value for part in fallen), [p.dice for p in fallen], [p.good for p in fallen]


@each_row(
    ("text", "value"),
    [
        ("d6", 5),
        ("3d6", 13),
        ("3d6+2", 15),
        ("2d6-1", 6),
        ("-1+2d6", 6),
        ("1d6+2d6+3", 5 + 8 + 3),
        ("3d6-2d6", 13 - 5),
        (" 3D6 + 2 ", 15),
        ("5d6k3", 5 + 6 + 4),
        ("5d6kh3", 5 + 6 + 4),
        ("5d6kl2", 1 + 2),
        ("3d6k3", 13),
        ("8d6>=5", 4),
        ("8d6 > 5", 2),
        ("8d6<=2", 2),
        ("8d6<2", 1),
        ("8d6=6", 2),
        ("8d6>=5+1", 5),
        ("4d6>=5+4d6>=6", 3),
        ("6d6k3>=5", 2),
        ("d%", 5),
    ],
)
def test_an_expression_comes_to_what_a_person_would_say(text: str, value: int) -> None:
    assert thrown(text)[0] == value


@pytest.mark.parametrize(
    ("text", "good"),
    [
        ("4d6k2", (True, False, True, False)),
        ("4d6>=5", (True, False, True, False)),
        ("4d6kl1", (False, False, False, True)),
        # Of equal ones as many as are kept, and no more.
        ("8d6k1", (False, False, True, False, False, False, False, False)),
    ],
)
def test_the_dice_that_are_read_are_known(text: str, good: tuple[bool, ...]) -> None:
    assert thrown(text)[2] == [good]


@each_row(
    ("text", "found"),
    [
        ("", "is not dice"),
        ("joe", "`roll-init` rolls initiative"),
        ("7", "'7' has no dice"),
        ("3d6+", "is not dice"),
        ("+", "is not dice"),
        ("3d6 2d6", "is not dice"),
        ("1d6 6", "is not dice"),
        ("3dd6", "is not dice"),
        ("1d20+5>=15", "is not dice"),
        ("3d6+2d6>=5", "on all of the dice or on none"),
        ("0d6", "0 is too small for dice: 1 to 500"),
        ("3d1", "1 is too small for sides: 2 to 1000"),
        ("3d1001", "1001 is too large for sides"),
        ("2d6k3", "3 is too large for dice to keep: 1 to 2"),
        ("2d6k0", "0 is too small for dice to keep"),
        ("501d6", "501 is too large for dice"),
        ("300d6+300d6", "at most 500 dice at once"),
        ("1d6+1000001", "1000001 is too large for a number"),
        ("1000000000d1000000000", "is too large for dice"),
        ("9" * 90 + "d6", "is too large for dice"),
        ("1d6" + "+1d6" * 30, "at most 100 characters"),
        ("٣d٦", "is not dice"),
    ],
)
def test_what_is_no_dice_is_refused_with_what_would_be(text: str, found: str) -> None:
    start = time.process_time()
    with pytest.raises(Refusal) as refused:
        parse_terms(text, "dice-word")
    assert refused.value.kind == "dice-word"
    assert found in refused.value.message
    assert time.process_time() - start < 1
