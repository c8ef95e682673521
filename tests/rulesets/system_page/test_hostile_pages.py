"""Pages that somebody has broken, by accident or with ill will: each is judged or refused, soon
and in little memory, and never with another error than a fault of the page."""

import copy
import random
import resource
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import yaml
from long_run import LONG

from gmtrack.errors import BadFile, Fault
from gmtrack.rulesets.system_page.page.shapes import SystemPage
from gmtrack.store.systems.judging import judge_page
from gmtrack.store.systems.keeping import shipped_ids, shipped_text

PAGES = 10_000 if LONG else 28
"""Broken pages of each run."""
BATCHES = 7
MOST_SECONDS = 1.5
MOST_KIB = 100 * 1024
NAMES = (
    "hp",
    "attack",
    "weapon.damage",
    "target.ac",
    "me.hp",
    "rolled",
    "margin",
    "nobody",
    "type",
)
BRACKETS = 400
HOSTILE: tuple[Any, ...] = (
    None, True, "", "=", "= ", "=hp", "no", "1d", "d", "d0", "0d6", "999d999", "1d1000", "100d20",
    "d6!!", "d1!", "4dF!", "-1d6", "best()", "best(13d2)", "twice(twice(twice(1d6)))", "1/0",
    "hp / (hp - hp)", "1d6 * 1d6", "1d6 / 1d6", "if(d6 = 6, d8, 0)", "a" * 5_000, "(" * BRACKETS,
    "(" * BRACKETS + "1" + ")" * BRACKETS, "not " * 90 + "1", "-" * 300 + "1", "1+" * 100 + "1",
    10**30, -1, 0.5, float("inf"), float("nan"), [], {}, [[]], [None], {"": ""}, {1: 2},
    {None: None},
    {"when": "hp"}, {"sum": "1d6", "under": "hp"}, {"pool": "999999999", "sides": 0},
    {"kind": "number", "min": 9, "max": 1}, ["__class__", "__import__('os')"], "{who.__class__}",
    "\u202e\u0000", "٣d٦", "²", "𝟙d𝟞", "hp.hp.hp", "me.", ".hp", "weapon.", "is is is", "in in",
)  # fmt: skip
WORDS = (
    "when",
    "roll",
    "damage",
    "bands",
    "track",
    "max",
    "kind",
    "of",
    "each",
    "then",
    "{",
    "&a",
    "*a",
)


def break_text(text: str, chance: random.Random) -> str:
    """A page of which some lines were lost, doubled, moved or written over."""
    lines = text.splitlines()
    for _ in range(chance.randint(1, 6)):
        place = chance.randrange(len(lines))
        line = lines[place]
        spot = chance.randint(0, len(line))
        lines[place : place + 1] = chance.choice(
            (
                [],
                [line, line],
                [line[:spot] + chance.choice("{}[]:,\"'#&*!|>%@`\t-=()d0") + line[spot:]],
                [line[:spot]],
                [" " * chance.randint(0, 8) + line.lstrip()],
                [line[:spot] + str(chance.choice(HOSTILE)) + line[spot:]],
                [line.replace(chance.choice("aeot"), chance.choice(WORDS))],
            )
        ) or [""]
    return "\n".join(lines)


def places_in(data: Any) -> Iterator[tuple[Any, Any]]:
    """Every place of a document: the map or list, and the key or index."""
    rows = data.items() if isinstance(data, dict) else enumerate(data)
    for key, value in rows:
        yield data, key
        if isinstance(value, dict | list):
            yield from places_in(value)


def break_data(text: str, chance: random.Random) -> str:
    """A page in which some values stand where others belong."""
    data = yaml.safe_load(text)
    for _ in range(chance.randint(1, 4)):
        places = [*places_in(data)]
        holder, key = chance.choice(places)
        other, other_key = chance.choice(places)
        value = chance.choice(
            (
                chance.choice(HOSTILE),
                chance.choice(NAMES),
                yaml.safe_load(yaml.safe_dump(other[other_key])),
                {word: chance.choice(HOSTILE) for word in chance.sample(WORDS, 3)},
                {f"row-{number}": holder[key] for number in range(chance.choice((3, 101, 500)))},
            )
        )
        holder[key] = copy.deepcopy(value)
    return yaml.safe_dump(data, allow_unicode=True, sort_keys=False)


BREAK: tuple[Callable[[str, random.Random], str], ...] = (break_text, break_data)


STATUS = Path("/proc/self/status")
CLEAR_PEAK = "5"


def begin_peak_anew() -> None:
    """Let the peak begin at the memory of now, where the system can: what making a page took is
    not to hide what judging it takes."""
    with suppress(OSError):
        STATUS.with_name("clear_refs").write_text(CLEAR_PEAK)


def peak() -> int:
    """The most memory of this process since its peak began, in KiB."""
    if STATUS.is_file():
        return int(STATUS.read_text().partition("VmHWM:")[2].split()[0])
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most // 1024 if sys.platform == "darwin" else most


def judge(text: str) -> list[Fault] | None:
    """The faults of a page; None if it has none, and then it can be read."""
    try:
        judged = judge_page(text.encode("utf-8", "surrogatepass"), "broken.yaml")
    except BadFile as refused:
        return refused.faults
    SystemPage.from_data(judged.data)
    return None


@pytest.mark.parametrize("batch", range(BATCHES))
def test_a_broken_page_is_judged_or_refused(batch: int) -> None:
    pages = shipped_ids()
    judge_page((shipped_text("plain") or "").encode(), "plain.yaml")
    for number in range(batch, PAGES, BATCHES):
        chance = random.Random(number)
        page = pages[number // BATCHES % len(pages)]
        text = chance.choice(BREAK)(shipped_text(page) or "", chance)
        begin_peak_anew()
        before, begun = peak(), time.process_time()
        faults = judge(text)
        assert faults is None or all(fault.message for fault in faults), number
        assert faults != [], number
        assert time.process_time() - begun <= MOST_SECONDS, number
        assert peak() - before <= MOST_KIB, number
