"""A roll as it is read out at the table: who rolls what, every die, and what is read from it."""

from collections.abc import Iterator, Mapping
from typing import Any

from gmtrack.core.report import Part, Roll
from gmtrack.view.parts import explained, parts_line
from gmtrack.view.text import GAP, Line, Span, pad, shown, spoken

# Numbers with parts of their own, and how they are called.
EXPLAINED = {"tn": "target number", "difficulty": "Difficulty", "target": "target"}

# What a roll came to beyond its hits, and whether that is good for the one who rolled.
RESULTS = {"exceptional": "good", "dramatic": "bad"}


def roll_lines(roll: Roll, names: Mapping[str, str], indent: int, column: int) -> list[Line]:
    """The lines of one roll; its name is padded to `column` columns."""
    who = shown(names.get(roll.who, roll.who))
    head = [Span(" " * indent), Span(pad(spoken(roll.name), column), "roll")]
    if who:
        head += [Span(GAP), Span(who, whole=True)]
    read = [*dice_line(roll), *reading_line(roll.body)]
    if _is_plain(roll):
        return [[*head, Span(GAP), *read]]
    numbers = [_number(roll.body, key) for key in EXPLAINED if f"{key}_parts" in roll.body]
    if roll.pool is None and not numbers:
        why = [Span("  ("), *parts_line(roll.parts), Span(")")] if roll.parts else []
        return [[*head, Span(GAP), *read, *why]]
    below = Span(" " * (indent + column + len(GAP)))
    # What is rolled against stands beside who rolls, where there is no pool.
    first = [Span(GAP), *numbers.pop(0)] if roll.pool is None else _pool(roll)
    return [[*head, *first], *([below, *number] for number in numbers), [below, *read]]


def _number(body: Mapping[str, Any], key: str) -> Line:
    """A number of a roll with what it is made of."""
    number = explained(str(body.get(key)), _parts(body[f"{key}_parts"]))
    return [Span(f"{EXPLAINED[key]} "), *number]


def _is_plain(roll: Roll) -> bool:
    """Dice that are only added up, or one die that is read as it lies, and nothing to explain:
    one line says it all."""
    if any(f"{key}_parts" in roll.body for key in EXPLAINED):
        return False
    if not roll.parts and (roll.pool == 1 or not roll.who):
        return True
    return len(roll.parts) == 1 and "total" in roll.body and "hits" not in roll.body


def _pool(roll: Roll) -> Line:
    count = f"{roll.pool} {'die' if roll.pool == 1 else 'dice'}"
    if roll.body.get("chance"):
        count += ", a chance die"
    return [Span(GAP), *explained(count, roll.parts)]


def dice_line(roll: Roll) -> Line:
    """Every die, the good ones in brackets."""
    if not roll.dice:
        return [Span("typed as hits" if roll.given else "no dice", "note")]
    line: Line = []
    for index, face in enumerate((*roll.dice, *roll.again)):
        good = index < len(roll.good) and roll.good[index]
        if index == len(roll.dice):
            line.append(Span(GAP + "again", "note"))
        line += [Span(" " if line else ""), Span(f"[{face}]", "good") if good else Span(str(face))]
    return [*line, Span(GAP + "(typed)", "note")] if roll.given else line


def _parts(listed: Any) -> list[Part]:
    """The parts of a number as they stand in a roll's body."""
    return [Part(str(part["label"]), int(part["value"])) for part in listed]


def reading_line(body: Mapping[str, Any]) -> Line:
    """What was read from the dice, in words."""
    words = list(_words(body))
    if not words:
        return []
    joined = [s for w in words for s in (Span(", "), w._replace(whole=True))][1:]
    return [Span("  = "), *joined]


def reading(body: Mapping[str, Any]) -> list[str]:
    """What was read from a roll, in plain words."""
    return [span.text for span in _words(body)]


def _words(body: Mapping[str, Any]) -> Iterator[Span]:
    if "hits" in body:
        yield Span(_count(body["hits"], "hit"), "number")
        yield from _limit(body)
    if "total" in body:
        yield Span(f"total {shown(body['total'])}", "number")
    for key in EXPLAINED:
        # A target may be a combatant, too: the story says whom it is about.
        if isinstance(body.get(key), int) and f"{key}_parts" not in body:
            yield Span(f"{EXPLAINED[key]} {shown(body[key])}")
    if "successes" in body:
        yield Span(_count(body["successes"], "success", "successes"), "number")
    if body.get("threshold") is not None:
        yield Span(f"threshold {shown(body['threshold'])}")
    yield from _judged(body)


def _judged(body: Mapping[str, Any]) -> Iterator[Span]:
    for key in ("success", "passed"):
        if body.get(key) is not None:
            yield Span("success", "good") if body[key] else Span("failure", "bad")
    if body.get("result") in RESULTS:
        yield Span(str(body["result"]), RESULTS[body["result"]])
    if body.get("glitch"):
        critical = body["glitch"] == "critical"
        yield Span("CRITICAL GLITCH" if critical else "GLITCH", "bad")


def _limit(body: Mapping[str, Any]) -> Iterator[Span]:
    if body.get("limit") is None:
        return
    counted = body.get("counted", body["hits"])
    if counted == body["hits"]:
        yield Span(f"limit {shown(body['limit'])}", "note")
    else:
        yield Span(f"limit {shown(body['limit'])} leaves {shown(counted)}", "bad")


def _count(number: Any, one: str, many: str = "") -> str:
    return f"{shown(number)} {one if number == 1 else many or one + 's'}"
