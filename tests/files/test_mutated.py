"""Files as accidents, editors and enemies leave them: refused or playable, at once, in little
memory."""

import os
import random
import re
import resource
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest
from long_run import LONG
from typist import evening, hurried

from .using import RULESETS, patience, played, ready_made, refused_or_works, written

MANY = 4_000 if LONG else 20
"""Mutants of each ruleset."""
PLAYED, LINES = (100, 30) if LONG else (2, 10)
"""Mutants of each ruleset that are taken and played on, and what is typed in each."""
SEED = int(os.environ.get("GMTRACK_FUZZ_SEED", "1"))
MOST_MORE = 200 * 1024
"""Kilobytes that all of it may take beyond what the process had."""

VALUE = re.compile(r"(?<=[:,\[{] )[^\s,\[\]{}#:][^,\[\]{}#\n:]*")
KEY = re.compile(r"(?<=[\n{, ])[\w-]+(?=:)")
ODD = (
    "null", "~", "true", "Off", "-1", "0", "1.5", "1e999", "-.inf", ".nan", "9" * 400, "0x1F",
    "0o17", "1_000", "012", "1:30", "2001-01-01", "''", "'", '"', '"\\ud800"',
    '"\\x00\\e[2J"', "[]", "{}",
    "[[]]", "{a: 1}", "{? a : 1}", "&a x", "*a", "!!int 3", "!!python/object:os.system x", "!x y",
    "<<: *a", "{<<: {a: 1}}", "|", ">-", "---", "...", "%YAML 1.1", "# x", "- x", "? x", "a: b: c",
    "[" * 60, "{a: " * 60, "[" * 9_000, "- " * 500, "x" * 70_000, "é" * 5_000, "\u202e\u200d\ufeff",
    "𝒳", "\x85", "\u2028", "\x1b[2J", "\x00", "\t", "\r", "scene", "fight", "joe", "__class__",
    "{self.x}", "{0}", "%s", "[bold]", "-", "..", "*", "gmtrack", "\ud800",
)  # fmt: skip

Mutation = Callable[[str, random.Random], str]


def cut(text: str, chance: random.Random) -> tuple[int, int]:
    start = chance.randrange(len(text))
    return start, min(len(text), start + chance.choice((1, 1, 2, 5, 40)))


def without_some(text: str, chance: random.Random) -> str:
    start, end = cut(text, chance)
    return text[:start] + text[end:]


def flipped(text: str, chance: random.Random) -> str:
    """One byte, one bit."""
    raw = bytearray(text.encode("utf-8", "surrogatepass"))
    raw[chance.randrange(len(raw))] ^= 1 << chance.randrange(8)
    return raw.decode("utf-8", "surrogateescape")


def with_odd(text: str, chance: random.Random) -> str:
    at = chance.randrange(len(text))
    return text[:at] + chance.choice(ODD) + text[at:]


def truncated(text: str, chance: random.Random) -> str:
    return text[: chance.randrange(1, len(text))]


def in_lines(change: Callable[[list[str], random.Random], None]) -> Mutation:
    def mutation(text: str, chance: random.Random) -> str:
        lines = text.splitlines(keepends=True)
        change(lines, chance)
        return "".join(lines)

    return mutation


def swap(lines: list[str], chance: random.Random) -> None:
    one, other = chance.randrange(len(lines)), chance.randrange(len(lines))
    lines[one], lines[other] = lines[other], lines[one]


def double(lines: list[str], chance: random.Random) -> None:
    line = chance.choice(lines)
    lines.insert(chance.randrange(len(lines)), line)


def drop(lines: list[str], chance: random.Random) -> None:
    start = chance.randrange(len(lines))
    del lines[start : start + chance.choice((1, 1, 3, 30))]


def shift(lines: list[str], chance: random.Random) -> None:
    at = chance.randrange(len(lines))
    lines[at] = chance.choice((" ", "  ", "\t", "- ")) + lines[at]


def block(lines: list[str], chance: random.Random) -> None:
    """Some lines once more, elsewhere."""
    start = chance.randrange(len(lines))
    at = chance.randrange(len(lines))
    lines[at:at] = lines[start : start + chance.choice((2, 10, 50))]


def other_of(pattern: re.Pattern[str], *, odd: bool) -> Mutation:
    """A value or key in place of another: one of the same file, or an odd one."""

    def mutation(text: str, chance: random.Random) -> str:
        found = list(pattern.finditer(text))
        if not found:
            return text
        gone, come = chance.choice(found), chance.choice(found)[0]
        new = chance.choice(ODD) if odd else come
        return text[: gone.start()] + new + text[gone.end() :]

    return mutation


MUTATIONS: tuple[Mutation, ...] = (
    without_some,
    flipped,
    with_odd,
    truncated,
    *map(in_lines, (swap, double, drop, shift, block)),
    *[other_of(VALUE, odd=odd) for odd in (False, False, False, True, True)],
    *[other_of(KEY, odd=odd) for odd in (False, True)],
    lambda text, chance: text.replace("\n", chance.choice(("\r\n", "\r", "\x85", "\n\n"))),
    lambda text, chance: text + text[chance.randrange(len(text)) :],
    lambda text, _: "\ufeff" + text,
)


def bases(ruleset_id: str) -> list[Callable[[], str]]:
    """What makes the texts of the ready-made encounters as they are written, and as saves at
    several points of play."""
    texts = []
    for file in ready_made(ruleset_id):
        texts.append(partial(file.read_text, encoding="utf-8"))
        texts += [partial(saved_after, file, steps) for steps in (10, 40, 120)]
    return texts


@cache
def saved_after(file: Path, steps: int) -> str:
    """Return the save of a ready-made encounter after so many commands."""
    return written(played(file, steps))


def mutant(texts: list[Callable[[], str]], chance: random.Random) -> str:
    """One of the texts with one to three faults in it."""
    text = chance.choice(texts)()
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        text = chance.choice(MUTATIONS)(text, chance) or "x"
    return text


@pytest.mark.parametrize("ruleset_id", RULESETS)
def test_a_mutated_file_is_refused_or_works_at_once_and_in_little_memory(ruleset_id: str) -> None:
    chance = random.Random(f"{SEED}/{ruleset_id}")
    texts = bases(ruleset_id)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for number in range(MANY):
        text = mutant(texts, chance)
        with patience(f"{SEED}/{ruleset_id}, mutant {number}"):
            refused_or_works(text)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < MOST_MORE


@pytest.mark.parametrize("ruleset_id", RULESETS)
def test_a_mutated_file_that_is_taken_can_be_played_on_at_the_command_line(
    ruleset_id: str, type_line: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hurried(monkeypatch)
    chance = random.Random(f"{SEED}/{ruleset_id}/played")
    texts = [partial(one.read_text, encoding="utf-8") for one in ready_made(ruleset_id)]
    played_on = 0
    while played_on < PLAYED:
        Path("mutant.yaml").write_bytes(mutant(texts, chance).encode("utf-8", "surrogatepass"))
        answer = type_line(["load", "mutant.yaml", "--fresh"])
        assert answer.status in (0, 1), answer
        if answer.status == 0:
            evening(type_line, LINES, chance)
            played_on += 1
    assert not [*tmp_path.rglob("crash-*")]
