"""A line that is being typed: its words, and how a word goes on in it, whatever it is made of."""

import re
import shlex
import shutil
import string
import subprocess

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from long_run import modest
from tables import each_row

from gmtrack import system
from gmtrack.cli.parse import split_line
from gmtrack.completion.quoting import (
    FISH,
    PATHS_PROMPT,
    POSIX,
    POWERSHELL,
    PROMPT,
    find_spot,
    has_bare_comma,
    is_plain,
    parse_partial_line,
    quote_for_bash,
    quote_for_powershell,
)
from gmtrack.errors import Refusal
from gmtrack.system import windows

WORDS = st.text(st.characters(exclude_categories=["C", "Zl", "Zp"]), min_size=1)
SIGNS = st.text(st.sampled_from(f"{string.punctuation} aä\N{EM DASH}"), min_size=1)
LINES = st.text(st.sampled_from("ab '\"\\$`!\n"))


@each_row(
    ("line", "words", "typed", "quote"),
    [
        ("", [], "", ""),
        ("a b ", ["a", "b"], "", ""),
        ("a 'b c' d", ["a", "b c"], "d", ""),
        ("a 'b c", ["a"], "b c", "'"),
        ('a "b \\" c', ["a"], 'b " c', '"'),
        ('a "b\\x\\', ["a"], "b\\x", '"'),
        ("a b\\ c\\", ["a"], "b c", ""),
        ("a x'b'\"c\"", ["a"], "xbc", ""),
        ("a '' ", ["a", ""], "", ""),
        ("a '", ["a"], "", "'"),
    ],
)
def test_the_words_of_a_line(line: str, words: list[str], typed: str, quote: str) -> None:
    found = parse_partial_line(line)
    assert (found.words, found.typed, found.quote) == (words, typed, quote)


def test_fish_takes_backslashes_in_single_quotes() -> None:
    assert parse_partial_line(r"a 'it\'s' b", FISH).words == ["a", "it's"]
    assert parse_partial_line(r"a 'it\'s' b", POSIX).typed == "it\\s b"


@given(LINES)
def test_the_prompt_reads_a_line_as_it_carries_it_out(line: str) -> None:
    line = line.replace("\n", " ")
    try:
        words = shlex.split(line)
    except ValueError:
        parse_partial_line(line, PROMPT)  # an open quote: no error, whatever it is
        return
    assert parse_partial_line(f"{line} ", PROMPT).words == words


@given(st.lists(WORDS))
def test_the_prompt_reads_every_word_in_quotes(words: list[str]) -> None:
    assert parse_partial_line(f"{shlex.join(words)} ", PROMPT).words == words


@given(WORDS)
def test_a_plain_word_needs_no_quotes(word: str) -> None:
    if is_plain(word):
        assert parse_partial_line(word).typed == word
        assert not word.isascii() or shlex.quote(word) == word


def said_by_bash(line: str) -> list[str]:
    """The words of a line as bash reads them; it looks for `!` in its history too."""
    done = subprocess.run(
        ["bash", "--norc", "-c", f"set -o history -o histexpand\n{line}"],
        capture_output=True, check=True,
    )  # fmt: skip
    return done.stdout.decode().split("\0")[:-1]


def begun_by_hand(word: str, quote: str) -> tuple[str, str]:
    """A word as somebody types it who leaves a quote open, and what bash replaces of it."""
    if quote == "'":
        raw = "'" + word.replace("'", "'\\''")
        return raw, raw.rpartition("'")[2]
    if quote:
        raw = "".join(f"\\{char}" if char in '$`"\\' else char for char in word)
        return f'"{raw}', raw
    raw = "".join(f"\\{char}" for char in word)
    return raw, raw


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash here")
@modest(300)
@given(SIGNS, SIGNS, st.sampled_from(["", "'", '"']))
def test_a_word_goes_on_in_bash_as_it_is(start: str, rest: str, quote: str) -> None:
    start = start.replace("!", "") if quote == '"' else start
    raw, replaced = begun_by_hand(start, quote)
    line = f"printf '%s\\0' {raw}"
    spot = find_spot(line, replaced)
    assume(spot)  # what may be a substitution is left alone
    text = quote_for_bash(start + rest, spot)
    assert text
    # As bash puts it into the line at a terminal.
    line = line.removesuffix(replaced)
    line = line[:-1] if quote and text.startswith(quote) else line
    line += text if not quote or text.endswith(quote) else text + quote
    assert said_by_bash(line) == [start + rest]


# --- PowerShell, and the prompt where backslashes stand in paths ---


@each_row(
    ("line", "words", "typed", "quote"),
    [
        ("a b ", ["a", "b"], "", ""),
        ("a 'it''s' b", ["a", "it's"], "b", ""),
        ("a 'it''s", ["a"], "it's", "'"),
        ("a 'it'''", ["a"], "it'", ""),
        ("a 'it''", ["a"], "it'", "'"),
        ('a "x""y" b', ["a", 'x"y'], "b", ""),
        ('a "x`"y`$" b', ["a", 'x"y$'], "b", ""),
        ('a "x`', ["a"], "x", '"'),
        ("a x` y` ", ["a"], "x y ", ""),
        ("a C:\\dir\\ 'C:\\my dir\\' b", ["a", "C:\\dir\\", "C:\\my dir\\"], "b", ""),
        ("a x'b'\"c\"", ["a"], "xbc", ""),
    ],
)
def test_a_line_as_powershell_reads_it(line: str, words: list[str], typed: str, quote: str) -> None:
    found = parse_partial_line(line, POWERSHELL)
    assert (found.words, found.typed, found.quote) == (words, typed, quote)


@given(st.one_of(WORDS, SIGNS))
def test_powershell_takes_a_word_in_quotes_for_what_it_is(word: str) -> None:
    written = windows.quote(word)
    # The round quotes, which count as straight ones there, are written twice between single ones.
    plain = (
        re.sub("([\u2018\u2019\u201a\u201b])\\1", r"\1", written) if written[0] == "'" else written
    )
    assume(not re.search("([\u2018\u2019\u201a\u201b])\\1", word))
    assert parse_partial_line(f"{plain} ", POWERSHELL).words == [word]
    unsafe = '"' in word or (word[-1] == "\\" and written != word)
    assert quote_for_powershell(word) == (None if unsafe else written)


@each_row(
    ("word", "typed"),
    [
        ("ninth-street.yaml", "ninth-street.yaml"),
        ("mode=burst", "mode=burst"),
        ("C:\\fights\\a.yaml", "C:\\fights\\a.yaml"),
        ("C:\\my fights\\a.yaml", '"C:\\my fights\\a.yaml"'),
        ("@knife-fight", '"@knife-fight"'),
        ("joe,bob", '"joe,bob"'),
        ("it's", '"it\'s"'),
        ("it's $5", "'it''s $5'"),
        ("$(pwn)", "'$(pwn)'"),
        ("`pwn`", "'`pwn`'"),
        ("a;b|c&d", '"a;b|c&d"'),
        ("-rf.x", '"-rf.x"'),
        ("~", '"~"'),
        ("", '""'),
        ("he\u2019s $5", "'he\u2019\u2019s $5'"),
        ("\u201cno\u201d", "'\u201cno\u201d'"),
        ("a b\\", "'a b\\'"),
    ],
)
def test_a_word_to_type_on_windows(word: str, typed: str) -> None:
    assert windows.quote(word) == typed


@pytest.mark.parametrize(
    ("line", "bare"),
    [("a joe,w", True), ("a 'joe,w", False), ('a "joe,w', False), ("a b,c d", False), ("a", False)],
)
def test_powershell_makes_two_words_of_one_with_a_comma(line: str, bare: bool) -> None:
    assert has_bare_comma(line) is bare


@given(st.text(st.sampled_from('ab "\\$`!:')))
def test_the_prompt_on_windows_reads_a_line_as_it_carries_it_out(line: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(system, "BACKSLASH_QUOTES", False)
        try:
            words = split_line(f"load {line}")
        except Refusal:
            parse_partial_line(line, PATHS_PROMPT)
            return
    assert parse_partial_line(f"load {line} ", PATHS_PROMPT).words == words


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("load C:\\fights\\a.yaml", ["load", "C:\\fights\\a.yaml"]),
        ('load "C:\\my fights\\"', ["load", "C:\\my fights\\"]),
        ("load 'C:\\my fights\\a.yaml'", ["load", "C:\\my fights\\a.yaml"]),
        ("load \\\\table\\fights\\a.yaml", ["load", "\\\\table\\fights\\a.yaml"]),
        ("note joe he's in C:\\x", ["note", "joe", "he's", "in", "C:\\x"]),
    ],
)
def test_paths_of_windows_are_typed_at_the_prompt_as_they_are(
    line: str, words: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(system, "BACKSLASH_QUOTES", False)
    assert split_line(line) == words


@given(st.one_of(WORDS, SIGNS))
def test_what_is_told_on_windows_can_be_typed_at_the_prompt_too(word: str) -> None:
    typed = windows.quote(word)
    # What needs single quotes in PowerShell and holds such itself can be typed there alone.
    assume(not (typed[0] == "'" and set(word) & set("'\u2018\u2019\u201a\u201b")))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(system, "BACKSLASH_QUOTES", False)
        assert split_line(f"load {typed}") == ["load", word]
