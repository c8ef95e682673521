"""A roll as lines: who rolls what, the parts of its numbers, every die, and the reading."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from gmtrack.core.report import Part, Roll
from gmtrack.view.text import (
    GAP,
    Line,
    Span,
    count_dice,
    many,
    named,
    pad,
    shown,
    spoken,
    unhyphened,
)


def render_parts(parts: Iterable[Part]) -> Line:
    """Return the parts of a number as a sum: `4 agility + 3 blades - 8 neck`; empty without
    parts."""
    line: Line = []
    for part in parts:
        minus = part.value < 0
        sign = ("+ ", "- ")[minus] if line else ("", "-")[minus]
        text = f"{sign}{abs(part.value)} {unhyphened(part.label)}"
        line += [
            Span(" " if line else ""),
            Span(text, "bad" if minus else "", whole=True),
        ]
    return line


def render_number_with_parts(number: str, parts: Sequence[Part]) -> Line:
    """Return a number with its parts, `6 = 3 reaction + 3 intuition`, or the bare number if
    there are none."""
    bold = Span(shown(number), "number", whole=True)
    return [bold, Span(" = "), *render_parts(parts)] if parts else [bold]


# Numbers with parts of their own, and how they are called.
EXPLAINED = {
    "tn": "target number",
    "difficulty": "Difficulty",
    "target": "target",
}

# What a roll came to beyond its hits, and whether that is good for the one who rolled.
RESULTS = {"exceptional": "good", "dramatic": "bad"}


def render_roll(
    roll: Roll, names: Mapping[str, str], indent: int, column: int
) -> list[Line]:
    """The lines of one roll; its name is padded to `column` columns."""
    who = named(roll.who, names)
    head = [Span(" " * indent), Span(pad(spoken(roll.name), column), "roll")]
    if who:
        head += [Span(GAP), Span(who, whole=True)]
    read = [*render_faces(roll), *render_reading(roll.body)]
    if _fits_one_line(roll):
        return [[*head, Span(GAP), *read]]
    numbers = [*render_explained_numbers(roll.body)]
    if roll.pool is None and not numbers:
        why = (
            [Span("  ("), *render_parts(roll.parts), Span(")")]
            if roll.parts
            else []
        )
        return [[*head, Span(GAP), *read, *why]]
    below = Span(" " * (indent + column + len(GAP)))
    # What is rolled against stands beside who rolls, where there is no pool.
    if roll.pool is None:
        first = numbers.pop(0)
    else:
        chance = ", a chance die" if roll.body.get("chance") else ""
        first = render_number_with_parts(
            count_dice(roll.pool) + chance, roll.parts
        )
    more = [[below, *number] for number in numbers]
    return [[*head, Span(GAP), *first], *more, [below, *read]]


def render_explained_numbers(body: Mapping[str, Any]) -> Iterator[Line]:
    """Yield each number that the dice are rolled against, with its parts: `target number 4 = 4
    short range`. Numbers without parts are left out."""
    for key, word in EXPLAINED.items():
        if f"{key}_parts" in body:
            yield [
                Span(f"{word} "),
                *render_number_with_parts(
                    str(body.get(key)), parse_parts(body[f"{key}_parts"])
                ),
            ]


def parse_parts(listed: Iterable[Mapping[str, Any]]) -> list[Part]:
    return [Part(str(part["label"]), int(part["value"])) for part in listed]


def _fits_one_line(roll: Roll) -> bool:
    """Dice that are only added up, or one die that is read as it lies, and nothing to explain:
    one line says it all."""
    if any(f"{key}_parts" in roll.body for key in EXPLAINED):
        return False
    if not roll.parts and (roll.pool == 1 or not roll.who):
        return True
    return (
        len(roll.parts) == 1
        and "total" in roll.body
        and "hits" not in roll.body
    )


def render_faces(roll: Roll) -> Line:
    """Every die, the good ones in brackets."""
    if not roll.dice:
        return [Span("typed as hits" if roll.given else "no dice", "note")]
    line: Line = []
    for index, face in enumerate((*roll.dice, *roll.again)):
        good = index < len(roll.good) and roll.good[index]
        if index == len(roll.dice):
            line.append(Span(GAP + "again", "note"))
        drawn = Span(f"[{face}]", "good") if good else Span(str(face))
        line += [Span(" " if line else ""), drawn]
    how = "(phone)" if roll.body.get("phone") else "(typed)"
    return [*line, Span(GAP + how, "note")] if roll.given else line


def render_reading(body: Mapping[str, Any]) -> Line:
    words = list(_render_reading_words(body))
    if not words:
        return []
    joined = [s for w in words for s in (Span(", "), w._replace(whole=True))][
        1:
    ]
    return [Span("  = "), *joined]


def describe_reading(body: Mapping[str, Any]) -> list[str]:
    return [span.text for span in _render_reading_words(body)]


def _render_reading_words(body: Mapping[str, Any]) -> Iterator[Span]:
    if "hits" in body:
        yield Span(many(body["hits"], "hit"), "number")
        counted = body.get("counted", body["hits"])
        if body.get("limit") is not None:
            limit = f"limit {shown(body['limit'])}"
            fits = counted == body["hits"]
            yield (
                Span(limit, "note")
                if fits
                else Span(f"{limit} leaves {shown(counted)}", "bad")
            )
    if "total" in body:
        yield Span(f"total {shown(body['total'])}", "number")
    for key in EXPLAINED:
        # A target may be a combatant, too: the story says whom it is about.
        if isinstance(body.get(key), int) and f"{key}_parts" not in body:
            yield Span(f"{EXPLAINED[key]} {shown(body[key])}")
    if "successes" in body:
        yield Span(many(body["successes"], "success", "es"), "number")
    if body.get("threshold") is not None:
        yield Span(f"threshold {shown(body['threshold'])}")
    yield from _render_success_words(body)


def _render_success_words(body: Mapping[str, Any]) -> Iterator[Span]:
    for key in ("success", "passed"):
        if body.get(key) is not None:
            yield (
                Span("success", "good") if body[key] else Span("failure", "bad")
            )
    if body.get("result") in RESULTS:
        yield Span(str(body["result"]), RESULTS[body["result"]])
    if body.get("glitch"):
        critical = body["glitch"] == "critical"
        yield Span("CRITICAL GLITCH" if critical else "GLITCH", "bad")
