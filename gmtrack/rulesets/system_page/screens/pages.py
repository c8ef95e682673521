"""The pages of `rules`, made of the rows of the page, and its guide."""

from collections.abc import Iterator, Mapping

from gmtrack.core.encounter import Data
from gmtrack.core.screen import Topic
from gmtrack.rulesets.port import Meta, RuleRow
from gmtrack.rulesets.system_page.dice.typed_words import told_words
from gmtrack.rulesets.system_page.judged import JudgedPage
from gmtrack.rulesets.system_page.page.rolls_and_deeds import (
    ABSORB,
    ATTACK,
    PUSH,
    absorbing_steps,
)
from gmtrack.rulesets.system_page.page.shapes import SystemPage
from gmtrack.rulesets.system_page.screens.words import defenses_of

SECTIONS: Mapping[str, tuple[str, str]] = {
    "sheet": ("sheet", "the fields of a combatant"),
    "weapons": ("weapon", "the fields of a weapon"),
    "tracks": ("tracks", "what play counts"),
    "status": ("status", "how somebody can stand"),
    "attacks": ("attacks", "the ways to attack"),
    "tests": ("tests", "what `test` takes"),
    "actions": ("actions", "what `act` takes"),
    "places": ("places", "what can be called"),
    "modifiers": ("modifiers", "what changes rolls"),
    "rest": ("rest", "what each kind of rest gives"),
}
"""The pages of `rules` by name: the section of the system page, and what it is."""
MOST_TEXT = 160
"""The most characters of a row without a help of its own."""


def topics(page: SystemPage, judged: JudgedPage) -> Mapping[str, Topic]:
    """Return the pages of `rules`: one for each section that has rows, that of the words of
    `--with` if there are any, and that of effects, to which the kit adds the conditions."""
    found = {}
    for name, (section, summary) in SECTIONS.items():
        rows = tuple(_rows(judged, section))
        if rows:
            found[name] = Topic(name, summary, ("word", "what", "rows"), rows)
    words = tuple(_word_rows(page, judged))
    if words:
        found["words"] = Topic(
            "words", "what `--with` takes", ("word", "what", "rows"), words
        )
    found["effects"] = Topic(
        "effects",
        "what `effect` takes",
        ("effect", "what", "until", "rows"),
        (),
    )
    return found


def _rows(judged: JudgedPage, section: str) -> Iterator[tuple[str, str, str]]:
    for word, row in (judged.data.get(section) or {}).items():
        yield word, describe_row(row), judged.row_id(section, word)


def _word_rows(
    page: SystemPage, judged: JudgedPage
) -> Iterator[tuple[str, str, str]]:
    """Yield the words of `--with` of attacks, defenses and tests, each once, with what they are."""
    known: dict[str, str] = {}
    for roll in (ATTACK, *defenses_of(page), *page.tests):
        known = {**told_words(page, roll), **known}
    for word, what in known.items():
        yield word, what, _row_of_word(page, judged, word)


def _row_of_word(page: SystemPage, judged: JudgedPage, word: str) -> str:
    """Return the id of the row that a word of `--with` stands for. Empty for PUSH; that of all
    steps for ABSORB."""
    if word == PUSH:
        return ""
    if word in page.modifiers:
        return judged.row_id("modifiers", word)
    if word == ABSORB and absorbing_steps(page):
        return judged.row_id("damage", "steps")
    return judged.row_id("damage", "steps", word)


def describe_row(row: object) -> str:
    """Return a row in words: its help, or else its keys and values."""
    if not isinstance(row, dict):
        return "" if row is None else str(row)
    if row.get("help"):
        return str(row["help"])
    text = describe_value(row)
    if len(text) > MOST_TEXT:
        return text[: MOST_TEXT - 3] + "..."
    return text


def describe_value(value: object) -> str:
    """Return a value of a page on one line."""
    if isinstance(value, dict):
        return "; ".join(
            f"{key}: {describe_value(one)}" if one is not None else str(key)
            for key, one in value.items()
        )
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return "yes" if value is True else "no" if value is False else str(value)


def rule_rows(judged: JudgedPage) -> tuple[RuleRow, ...]:
    """Return the rows of the page, one for each line with a key, for `why` and `rules`."""
    found: dict[int, str] = {}
    for dotted, line in judged.lines.items():
        found[line] = dotted
    return tuple(
        RuleRow(
            f"{judged.row_prefix}-{line}",
            (dotted.partition(".")[0],),
            ("what", "says", "where"),
            (
                dotted,
                describe_value(_value_at(judged.data, dotted)),
                f"{judged.file}, line {line}",
            ),
        )
        for line, dotted in sorted(found.items())
    )


def _value_at(data: Data, dotted: str) -> object:
    """Return what stands at a path of the page; empty if it was written in a short form."""
    found: object = data
    for key in dotted.split("."):
        found = found.get(key) if isinstance(found, dict) else None
    return "" if found is None else found


def guide(meta: Meta, pages: Mapping[str, Topic]) -> str:
    """Return the pages of `rules` in words, as Markdown."""
    parts = [f"# {meta.title}", meta.summary]
    for topic in pages.values():
        if topic.rows:
            lines = (f"- **{word}**: {what}" for word, what, *_ in topic.rows)
            title = topic.name.capitalize()
            parts += [f"## {title}", topic.summary + ":", "\n".join(lines)]
    return "\n\n".join(filter(None, parts)) + "\n"
