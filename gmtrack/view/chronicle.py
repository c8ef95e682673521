"""A fight as a story in Markdown: what is in effect, by rounds and passes, with every die."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol

from gmtrack.core.draft import Change
from gmtrack.core.encounter import Data
from gmtrack.core.report import Fact, Told
from gmtrack.view.report import sentence
from gmtrack.view.rolls import reading
from gmtrack.view.text import shown

CLOCK = (("fight", "round"), ("fight", "pass"))
SPECIAL = re.compile(r"([\\`*_\[\]<>#|])")


class Step(Protocol):
    """One step of the history; `report` is the command's JSON document."""

    @property
    def kind(self) -> str: ...
    @property
    def line(self) -> str: ...
    @property
    def report(self) -> Data: ...
    @property
    def changes(self) -> list[Change]: ...
    @property
    def undone(self) -> bool: ...
    @property
    def story(self) -> Sequence[Told]: ...


def chronicle(
    title: str,
    rules: str,
    steps: Sequence[Step],
    phrases: Mapping[str, str],
    names: Mapping[str, str],
) -> str:
    """The whole text. Steps that were taken back are left out."""
    blocks = [f"# {plain(title)}", f"*{plain(rules)}*"]
    clock = (0, 0)
    for step in steps:
        if step.undone or step.kind not in ("step", "edit"):
            continue
        now = clock_after(step, clock)
        blocks += headings(clock, now)
        blocks += paragraphs(step, phrases, names)
        clock = now
    return "\n\n".join(blocks) + "\n"


def clock_after(step: Step, clock: tuple[int, int]) -> tuple[int, int]:
    """Round and pass after a step."""
    after = {change.path: change.after for change in step.changes}
    found = (after.get(path, old) for path, old in zip(CLOCK, clock, strict=True))
    return tuple(value if isinstance(value, int) else 0 for value in found)  # type: ignore


def headings(before: tuple[int, int], now: tuple[int, int]) -> Iterator[str]:
    """What stands above a step that moves the clock."""
    if now[0] != before[0]:
        yield f"## Round {now[0]}" if now[0] else "## After the fight"
    if now != before and now[0] and now[1]:
        yield f"### Pass {now[1]}"


def paragraphs(step: Step, phrases: Mapping[str, str], names: Mapping[str, str]) -> Iterator[str]:
    """What was told of a step: its sentences, then its dice."""
    if not step.story:
        yield f"- `{shown(step.line)}`"
        return
    rolls = step.report.get("rolls") or []
    told: list[str] = []
    dice: list[str] = []
    for part in step.story:
        if isinstance(part, int):
            dice.append(roll_words(rolls[part], names))
        else:
            told.append(fact_words(part, phrases, names))
    forced = [f"(forced: {plain(entry['message'])})" for entry in step.report.get("forced") or ()]
    lines = ["\n  ".join(["- " + "; ".join(told), *forced])] if told or forced else []
    if dice:
        lead = "  " if lines else "- "
        lines.append(lead + "*Dice:* " + "; ".join(dice))
    yield "  \n".join(lines)


def fact_words(part: list[Any], phrases: Mapping[str, str], names: Mapping[str, str]) -> str:
    """One sentence; what a paragraph is about is bold."""
    fact = Fact(*part)
    text = plain(sentence(fact, phrases, names)) if fact.key in phrases else plain(fact.key)
    return f"**{text}**" if fact.tone == "head" else text


def roll_words(roll: Data, names: Mapping[str, str]) -> str:
    """`attack Joe 6 6 2 (typed) = 2 hits`."""
    faces = " ".join(str(face) for face in (*roll["dice"], *roll.get("again", ()))) or "no dice"
    typed = " (typed)" if roll.get("given") else ""
    came_to = ", ".join(reading(roll))
    who = plain(shown(names.get(roll["who"], roll["who"])))
    name = plain(shown(roll["name"]).replace("_", " "))
    return f"{name} {who} {faces}{typed}" + (f" = {came_to}" if came_to else "")


def plain(text: str) -> str:
    """Text in which Markdown finds nothing to obey."""
    return SPECIAL.sub(r"\\\1", shown(text))
