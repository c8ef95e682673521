"""Hits that people type without the faces of the dice: the rolls for which their number is answer
enough."""

from gmtrack.dice.port import Answer, Ask, OnesMatter
from gmtrack.dice.typed import format_dice_count
from gmtrack.errors import Refusal


def least_hits_alone(ask: Ask) -> int | None:
    """Return the least number of hits that answers a roll without its faces. None: the faces
    matter in any case.

    0 if nothing but the hits is read. Where ones are counted too, so many hits leave too few other
    dice for the ones that would mean something."""
    reading, count = ask.reading, int(ask.count)
    if (
        reading.hit is None
        or reading.sum
        or reading.marked
        or len(set(reading.also)) > 1
    ):
        return None
    if not reading.ones:
        return 0
    ones = _least_ones(reading.ones_matter, count)
    if _has_more_dice(ask):
        # Of several hits all but one may be dice that were rolled again.
        return 1 if count - 1 < ones else None
    return count - ones + 1


def _least_ones(ones_matter: OnesMatter, count: int) -> int:
    """Return the least number of ones among `count` dice that means anything."""
    return {
        "any": 1,
        "half": (count + 1) // 2,
        "most": count // 2 + 1,
        "all": count,
    }[ones_matter]


def most_hits(ask: Ask) -> int | None:
    """Return the most hits that a roll can have; None if dice that are rolled again may add any
    number."""
    return None if _has_more_dice(ask) else int(ask.count)


def _has_more_dice(ask: Ask) -> bool:
    """Whether a die that is rolled again counts as one more die."""
    return ask.reading.again is not None and not ask.reading.adds


def is_enough(hits: int, ask: Ask) -> bool:
    """Whether a number of hits answers a roll without its faces, and is possible."""
    least, most = least_hits_alone(ask), most_hits(ask)
    return (
        least is not None and hits >= least and (most is None or hits <= most)
    )


def make_hits_answer(hits: int, ask: Ask, kind: str, name: str = "") -> Answer:
    """Make the answer for hits that were typed without faces; dice that are rolled again are
    among them. Raises Refusal(kind) if the faces matter, or if the dice cannot have so many hits;
    `name` stands before the message."""
    if is_enough(hits, ask):
        ones = 0 if ask.reading.ones else None
        also = (hits,) * len(ask.reading.also)
        return Answer((), given=True, hits=hits, ones=ones, also=also)
    most = most_hits(ask)
    if most is not None and hits > most and ask.reading.hit is not None:
        dice = format_dice_count(ask.count)
        message = f"{hits} {'hit' if hits == 1 else 'hits'} on {dice} are not possible"
    else:
        message = f"type each die, not just the hits{_describe_why(ask)}"
    raise Refusal(kind, f"{name}: {message}" if name else message)


def _describe_why(ask: Ask) -> str:
    """Return why the faces matter, to be appended to a sentence; empty if the ruleset has no word
    for it."""
    if not ask.faces_decide:
        return ""
    least = least_hits_alone(ask)
    if least is None:
        return f": the faces decide {ask.faces_decide}"
    fewer = "no hit" if least == 1 else f"fewer than {least} hits"
    return f": with {fewer} it may be {ask.faces_decide}"
