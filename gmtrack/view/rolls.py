"""A roll as lines: who rolls what, the parts of its numbers, every die, and how the dice were
read."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from gmtrack.core.report import Part, Roll
from gmtrack.view.text import (
    GAP,
    Line,
    Names,
    Span,
    blanks,
    count_dice,
    count_noun,
    join_spans,
    name_die_of_new_kind,
    pad,
    show_name,
    shown,
    space_hyphens,
    space_underscores,
)


def render_parts(parts: Iterable[Part]) -> Line:
    """Return the parts of a number as a sum: `4 agility + 3 blades - 8 neck`; empty without
    parts."""
    line: Line = []
    for part in parts:
        is_negative = part.value < 0
        if line:
            line.append(Span(" "))
            sign = "- " if is_negative else "+ "
        else:
            sign = "-" if is_negative else ""
        text = f"{sign}{abs(part.value)} {space_hyphens(part.label)}"
        line.append(Span(text, "bad" if is_negative else "", whole=True))
    return line


def render_number_with_parts(number: str, parts: Sequence[Part]) -> Line:
    """Return a number with its parts, `6 = 3 reaction + 3 intuition`, or the bare number if
    there are none."""
    bold = Span(shown(number), "number", whole=True)
    return [bold, Span(" = "), *render_parts(parts)] if parts else [bold]


def render_bracketed_parts(parts: Sequence[Part]) -> Line:
    """Return the parts of a number in brackets, behind a gap; empty without parts."""
    if not parts:
        return []
    return [Span("  ("), *render_parts(parts), Span(")")]


EXPLAINED = {
    "tn": "target number",
    "difficulty": "Difficulty",
    "target": "target",
}
"""Numbers that dice are rolled against, by their key in a roll's document, with the words for
them."""

RESULTS = {"exceptional": "good", "dramatic": "bad"}
"""Results beyond hits, and whether they are good for whoever rolled."""


def render_roll(
    roll: Roll, names: Names, indent: int, column: int
) -> list[Line]:
    """Render a roll: its name, padded to `column` columns, who rolls, its numbers with their
    parts, the dice and their reading. A roll with nothing to explain takes one line."""
    who = show_name(roll.who, names)
    head = [
        blanks(indent),
        Span(pad(space_underscores(roll.name), column), "roll"),
    ]
    if who:
        head += [Span(GAP), Span(who, whole=True)]
    read = [*render_faces(roll), *render_reading(roll.body)]
    if _fits_one_line(roll):
        return [[*head, Span(GAP), *read]]
    numbers = [*render_explained_numbers(roll.body)]
    if roll.pool is None and not numbers:
        return [[*head, Span(GAP), *read, *render_bracketed_parts(roll.parts)]]
    below = blanks(indent + column + len(GAP))
    # Without a pool, the number that is rolled against stands beside who rolls.
    if roll.pool is None:
        first = numbers.pop(0)
    else:
        pool = count_dice(roll.pool)
        if roll.body.get("chance"):
            pool += ", a chance die"
        first = render_number_with_parts(pool, roll.parts)
    lines = [[*head, Span(GAP), *first]]
    lines += [[below, *number] for number in numbers]
    lines.append([below, *read])
    return lines


def render_explained_numbers(body: Mapping[str, Any]) -> Iterator[Line]:
    """Yield each number that the dice are rolled against, with its parts: `target number 4 = 4
    short range`. Numbers without parts are left out."""
    for key, word in EXPLAINED.items():
        if f"{key}_parts" in body:
            parts = parse_parts(body[f"{key}_parts"])
            number = render_number_with_parts(str(body.get(key)), parts)
            yield [Span(f"{word} "), *number]


def parse_parts(listed: Iterable[Mapping[str, Any]]) -> list[Part]:
    """Return the parts of a number that a document lists."""
    return [Part(str(part["label"]), int(part["value"])) for part in listed]


def _fits_one_line(roll: Roll) -> bool:
    """Whether one line says everything of a roll: its dice are only added up, or one die is read
    as it lies, and there is nothing to explain."""
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
    """Render every die, those that count in brackets, then the dice that were rolled again.
    Without dice it says that hits were typed, or that there are none."""
    if not roll.dice:
        return [Span("typed as hits" if roll.given else "no dice", "note")]
    line: Line = []
    for index, face in enumerate((*roll.dice, *roll.again)):
        if index == len(roll.dice):
            line.append(Span(GAP + "again", "note"))
        if line:
            line.append(Span(" "))
        if die := name_die_of_new_kind(index, roll.body.get("sides", ())):
            line.append(Span(die, "note"))
        if index < len(roll.good) and roll.good[index]:
            line.append(Span(f"[{face}]", "good"))
        else:
            line.append(Span(str(face)))
    if roll.given:
        how = "(phone)" if roll.body.get("phone") else "(typed)"
        line.append(Span(GAP + how, "note"))
    return line


def render_reading(body: Mapping[str, Any]) -> Line:
    """Render how the dice of a document were read: ` = 3 hits, GLITCH`; empty if nothing was
    read."""
    words = [word._replace(whole=True) for word in _render_reading_words(body)]
    if not words:
        return []
    return [Span("  = "), *join_spans(words, Span(", "))]


def describe_reading(body: Mapping[str, Any]) -> list[str]:
    """Return how the dice of a document were read, as texts: `3 hits`, `total 12`, `success`."""
    return [span.text for span in _render_reading_words(body)]


def _render_reading_words(body: Mapping[str, Any]) -> Iterator[Span]:
    """Yield how the dice of a document were read: hits with their limit, total, goal, successes,
    threshold, and whether it is a success."""
    if "hits" in body:
        yield Span(count_noun(body["hits"], "hit"), "number")
        counted = body.get("counted", body["hits"])
        if body.get("limit") is not None:
            limit = f"limit {shown(body['limit'])}"
            if counted == body["hits"]:
                yield Span(limit, "note")
            else:
                yield Span(f"{limit} leaves {shown(counted)}", "bad")
    if "total" in body:
        yield Span(f"total {shown(body['total'])}", "number")
    for key in EXPLAINED:
        # A target may be a combatant, too: the story says whom it is about.
        if isinstance(body.get(key), int) and f"{key}_parts" not in body:
            yield Span(f"{EXPLAINED[key]} {shown(body[key])}")
    if "successes" in body:
        yield Span(count_noun(body["successes"], "success", "es"), "number")
    if body.get("threshold") is not None:
        yield Span(f"threshold {shown(body['threshold'])}")
    yield from _render_success_words(body)


def _render_success_words(body: Mapping[str, Any]) -> Iterator[Span]:
    """Yield whether a roll succeeded, whether the result is an extreme one, and any glitch; only
    what the document tells."""
    for key in ("success", "passed"):
        if body.get(key) is None:
            continue
        if body[key]:
            yield Span("success", "good")
        else:
            yield Span("failure", "bad")
    if body.get("result") in RESULTS:
        yield Span(str(body["result"]), RESULTS[body["result"]])
    if body.get("glitch"):
        critical = body["glitch"] == "critical"
        yield Span("CRITICAL GLITCH" if critical else "GLITCH", "bad")
