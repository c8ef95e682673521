"""Answers to questions for dice that name whoever rolls: `tib 5 2`, `kes=3 4 5 6 moth=2`."""

import re
from collections.abc import Callable, Mapping
from contextlib import suppress

from gmtrack.core.names import pick, squash
from gmtrack.dice.typed import is_dice, split_by_person
from gmtrack.errors import Refusal

DICE = "dice"
"""The refusal kind of answers that are no dice."""
ALL = "all"
"""Answer after which the program makes all rolls that are left of the command."""
ALL_HINT = f"`{ALL}` rolls the rest"
ALL_HELP = (
    f"`{ALL}`: the program makes this roll and all that are left of the command"
)


def is_left_to_program(text: str) -> bool:
    """Whether an answer says in a word what Enter means at a roll: the program rolls."""
    word = text.strip().lower()
    begins_roll = bool(word) and "roll".startswith(word)
    return begins_roll or word in ("standard", "none", "no")


def is_all(text: str) -> bool:
    """Whether an answer leaves all rolls of the command to the program."""
    return text.strip().lower() == ALL


def split_assignments(
    text: str, names: Mapping[str, str]
) -> list[tuple[str, str]]:
    """Split a line such as `mara=dodge kurt=block` into pairs of an id and an answer. What stands
    before the first name has the id `""`. Raises Refusal (`dice`) for a name that means nobody."""
    head, *rest = re.split(r"(?:^|\s)([^\s=]+)=", text)
    pairs = [("", head.strip())] if head.strip() or not rest else []
    for word, answer in zip(rest[::2], rest[1::2], strict=True):
        called = word.rpartition(".")[2]
        pairs.append((pick(called, names, "combatant", DICE), answer.strip()))
    return pairs


def split_dice_answers(
    text: str, names: Mapping[str, str]
) -> list[tuple[str, str]]:
    """Split a line such as `mara 5 3 kurt=2` into pairs of an id and dice; `mara=` or `mara=roll`
    leaves Mara's to the program. Raises Refusal (`dice`) for a name that means nobody or has no
    dice, and Ambiguous."""
    with suppress(Refusal):
        pairs = split_assignments(text, names)
        if "=" in text and all(_is_answer(said) for _, said in pairs):
            return pairs
    return split_by_person(text, names, DICE)


def _is_answer(said: str) -> bool:
    """Whether a text is dice, or leaves them to the program."""
    return not said or is_dice(said) or is_left_to_program(said)


def names_roller(
    text: str, names: Mapping[str, str], is_command: Callable[[str], bool]
) -> bool:
    """Whether a text is dice with a name before them. A first word that is a command names nobody,
    unless it is somebody's whole id or name."""
    first = re.split(r"[\s=]+", text.strip())[0]
    called = {squash(word) for pair in names.items() for word in pair}
    if is_command(first) and squash(first) not in called:
        return False
    try:
        pairs = split_dice_answers(text, names)
    except Refusal:
        return False
    return bool(pairs) and all(who for who, _ in pairs)


def dice_of_roller(
    text: str, who: str, names: Mapping[str, str], example: str
) -> str:
    """Return the dice that a text with names gives for `who`, the only one who is asked. Raises
    Refusal (`dice`) if it names somebody else too; `example` is what could be typed."""
    answers = dict(split_dice_answers(text, names))
    if [*answers] == [who]:
        return answers[who]
    dice = answers.get(who, example)
    raise Refusal(DICE, f"only {names[who]} rolls now: type `{dice}`")
