"""Phrases as text: read the `phrases.txt` of a ruleset, and that of the phrases that all share."""

from collections.abc import Mapping
from pathlib import Path

from gmtrack.core.report import Phrase, aside, story_sentences
from gmtrack.errors import BadFile, Fault

FILE_NAME = "phrases.txt"
GM_MARK = "[GM]"
"""Mark in front of a sentence for the GM alone, which stories leave out."""
STORY_MARK = "~ "
"""Mark in front of the sentence for stories, on a line of its own below the phrase."""


def read_phrases(module_file: str) -> dict[str, str]:
    """Return the phrases that rulesets share and those of the `phrases.txt` in the folder of a
    module (its `__file__`), by key.

    A line is `key | rows | sentence`. A phrase with a shared key takes the shared sentence, and its
    form for the story, unless it has its own. Empty lines and comments (`#`) are skipped. Raises
    BadFile, with file and line, at the first line that is none of these, has a brace too many or
    gives a key a second sentence."""
    own = _parse_file(Path(module_file).with_name(FILE_NAME), SHARED_PHRASES)
    for key in own.keys() & SHARED_PHRASES.keys():
        if own[key].story is None:
            own[key].story = SHARED_PHRASES[key].story
    return {**SHARED_PHRASES, **own}


def _parse_file(file: Path, shared: Mapping[str, Phrase]) -> dict[str, Phrase]:
    """Return the phrases of a file. Raises BadFile at the first broken line."""
    phrases: dict[str, Phrase] = {}
    key = ""
    for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        try:
            if text.startswith(STORY_MARK):
                _add_story(phrases.get(key), text.removeprefix(STORY_MARK))
                continue
            key, phrase = _parse_phrase(text, shared)
            if key in phrases:
                raise ValueError(f"'{key}' has a sentence already")
            phrases[key] = phrase
        except ValueError as error:
            fault = Fault("", str(error), str(file), number)
            raise BadFile([fault]) from None
    return phrases


def _parse_phrase(
    line: str, shared: Mapping[str, Phrase]
) -> tuple[str, Phrase]:
    """Return key and phrase of a line. Raises ValueError, with the reason, if the line has none."""
    columns = [column.strip() for column in line.split("|", 2)]
    if len(columns) != 3 or not columns[0]:
        raise ValueError("expected `key | rows | sentence`")
    key, rows, sentence = columns
    bare = sentence.removeprefix(GM_MARK).strip() or shared.get(key, "")
    if not bare:
        raise ValueError(f"'{key}' has no sentence, and rulesets share none")
    _check_braces(bare)
    for_gm_alone = sentence.startswith(GM_MARK)
    return key, aside(bare, rows) if for_gm_alone else Phrase(bare, rows)


def _add_story(phrase: Phrase | None, sentence: str) -> None:
    """Let stories tell a phrase in another sentence. Raises ValueError if there is no phrase, or
    if it has a form for the story already."""
    if phrase is None:
        raise ValueError("`~` stands below the phrase that it belongs to")
    if phrase.story is not None:
        raise ValueError(
            "the phrase above is told in stories otherwise already"
        )
    _check_braces(sentence)
    phrase.story = sentence


def _check_braces(sentence: str) -> None:
    """Raise ValueError if a brace of a sentence has no partner."""
    if sentence.count("{") != sentence.count("}"):
        raise ValueError("a brace has no partner")


SHARED_PHRASES: Mapping[str, Phrase] = _parse_file(
    Path(__file__).with_name(FILE_NAME), {}
)
"""The phrases that all rulesets share: references that are cleared, arrivals and departures, rests,
notes."""
SHARED_STORY: Mapping[str, str] = story_sentences(SHARED_PHRASES)
"""Their sentences in the story; an empty one leaves the fact out."""
