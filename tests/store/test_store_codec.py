"""The YAML door: what comes through, and what is refused where."""

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from long_run import modest
from tables import each_row

from gmtrack.errors import BadFile
from gmtrack.store.atomic_files import MOST_BYTES
from gmtrack.store.text.codec import decode_file, parse_yaml
from gmtrack.store.text.emit import dump_yaml

LOADERS = (yaml.SafeLoader, yaml.CSafeLoader)
"""That in Python, and libyaml's."""
REFUSED = [
    ("", 1, "", "the file is empty"),
    ("# only a comment\n\n", 1, "", "the file is empty"),
    ("a: 1\nb: 2\na: 3\n", 3, "a", "given already, in line 1"),
    ("x:\n  a: 1\n  a: 2\n", 3, "x.a", "given already, in line 2"),
    ("w:\n  big-gun: 1\n  big_gun: 2\n", 3, "w.big_gun", "'big-gun' and 'big_gun' are the same"),
    ("a: &x 1\nb: *x\n", 1, "a", "an anchor (&x); what several share is a template"),
    ("a: &x 1\nb: *x\n", 2, "b", "an alias (*x)"),
    ("a: !!python/object/apply:os.system [x]\n", 1, "a", "a tag (!!python/object/apply:os.system)"),
    ("a: !mine x\n", 1, "a", "a tag (!mine)"),
    ("a: !!str 5\n", 1, "a", "a tag (!!str)"),
    ("a: 1\n---\nb: 2\n", 2, "", "one document in a file"),
    ("a: 1\n...\nb: 2\n", 2, "", "one document in a file"),
    ("%YAML 1.1\n---\na: 1\n", 0, "", "directives"),
    ("1.5: x\n", 1, "1.5", "put it in quotes"),
    ("01: x\n", 1, "01", "put it in quotes"),
    ("off: x\n", 1, "off", "put it in quotes"),
    ("~: x\n", 1, "~", "put it in quotes"),
    ("? [a]\n: x\n", 1, "", "a key must be text"),
    ('"a\\x1b": 1\n', 1, "'a\\x1b'", "cannot be printed"),
    ("k" * 300 + ": 1\n", 1, None, "a key of 300 characters"),
    ("a: 1\nb: x\x1by\n", 2, "", "control character (U+001B)"),
    ("a: 1\nb: x\x00y\n", 2, "", "control character (U+0000)"),
    ("a: 1000000001\n", 1, "a", "found 1000000001, allowed: a number from -1000000000"),
    ("a: -1e10\n", 1, "a", "found -1e10, allowed: a number"),
    ("a: " + "9" * 9999 + "\n", 1, "a", "found 9999"),
    ("a: 1e9999\n", 1, "a", "found 1e9999, allowed: a number"),
    ("a: .inf\n", 1, "a", "found .inf, allowed: a number"),
    ("a: .NaN\n", 1, "a", "found .NaN, allowed: a number"),
    ("a: 1\nb: [@knife, c]\n", 2, "", "a name of the stock must be in quotes: '@knife'"),
    ("armor: @stun-baton\n", 1, "", "a name of the stock must be in quotes: '@stun-baton'"),
    ("a: b: c\n", 1, "", "a text that contains a colon must be in quotes"),
    ("a: 1\nb: [1, 2\n", 3, "", "this is not valid YAML"),
    ("a:\n\t- b\n", 2, "", "indent with spaces"),
    ("[" * 100, 1, None, "nested deeper than 40 levels"),
    ("- " * 100, 1, None, "nested deeper than 40 levels"),
    ('a: "\\ud800"\n', 1, "", "this is not valid YAML"),
]


@each_row(("text", "line", "path", "words"), REFUSED)
def test_a_hostile_file_is_refused_with_line_path_and_words(
    text: str, line: int, path: str | None, words: str
) -> None:
    faults = parse_yaml(text, "f.yaml").faults
    assert any(
        f.line == line and (path is None or f.path == path) and words in f.message for f in faults
    ), [str(fault) for fault in faults]


BIG = [
    "[" * 3_000_000,
    "- " * 2_000_000,
    "{a: " * 500_000,
    "? " * 1_000_000,
    "- a\n" * 2_000_000,
    "a: b\n" * 500_000,
    "&a " * 500_000,
    "%TAG !a! x\n" * 300_000,
    "a: '" + "x'' " * 1_000_000,
    "\n" * 5_000_000,
    "a: [" + ",".join(f"&a{i} [*a{i - 1}, *a{i - 1}]" for i in range(1, 50_000)) + "]",
]


@pytest.mark.parametrize("text", BIG, ids=lambda text: text[:8].strip())
def test_a_bomb_is_refused_without_being_built(text: str) -> None:
    document = parse_yaml(text, "f.yaml")
    assert document.faults
    assert len(document.faults) <= 110


def test_all_faults_of_a_file_are_told_at_once() -> None:
    text = "a: *x\nb: 1\nb: 2\nc: !t 3\n4.5: d\ne: .inf\n"
    assert [fault.line for fault in parse_yaml(text, "").faults] == [1, 3, 4, 5, 6]


@each_row(
    ("word", "value"),
    [
        ("1:30", "1:30"),
        ("2026-01-01", "2026-01-01"),
        ("010", 10),
        ("0x1F", "0x1F"),
        ("1_000", "1_000"),
        ("-3", -3),
        ("1.5", 1.5),
        ("1e3", 1000.0),
        (".5", 0.5),
        ("off", False),
        ("Yes", True),
        ("nO", "nO"),
        ("y", "y"),
        ("~", None),
        ("", None),
        ("'off'", "off"),
        ("6P", "6P"),
        ("STR+2", "STR+2"),
        ("=", "="),
        ("'\\x1b'", "\\x1b"),
        ('"\\x1b[2J"', "\x1b[2J"),
    ],
)
def test_a_word_means_what_a_person_expects(word: str, value: object) -> None:
    document = parse_yaml(f"a: {word}\n", "")
    assert not document.faults
    assert repr(document.data["a"]) == repr(value)


def test_a_merge_key_is_a_key_like_any_other() -> None:
    assert parse_yaml("<<: {a: 1}\n", "").data == {"<<": {"a": 1}}


def test_a_byte_order_mark_does_not_shift_what_is_found() -> None:
    document = parse_yaml("\ufeffa: 1\nb: xy\n", "")
    assert document.root is not None
    assert isinstance(document.root.inner, dict)
    node = document.root.inner["b"]
    assert document.text[node.start : node.end] == "xy"
    assert document.text[node.key : node.key_end] == "b"


def test_the_line_of_a_missing_key_is_that_of_what_it_would_stand_in() -> None:
    document = parse_yaml("a: 1\nb:\n  c:\n    - d: 1\n", "")
    assert document.line_of(("b", "c", "0", "d")) == 4
    assert document.line_of(("b", "c", "0", "x")) == 4
    assert document.line_of(("b", "x", "y")) == 2
    assert document.line_of(("b", "c", "7")) == 3


def test_a_file_that_is_too_long_is_not_read() -> None:
    with pytest.raises(BadFile, match="longer than 16 MiB"):
        decode_file(b" " * (MOST_BYTES + 1), "f.yaml")


def test_a_file_that_is_not_utf8_is_refused_with_its_line() -> None:
    with pytest.raises(BadFile, match=r"f.yaml:2: this is not UTF-8"):
        decode_file(b"a: 1\nb: \xff\n", "f.yaml")


CALM = modest(60)
texts = st.text(st.characters(exclude_categories=("Cs",)), max_size=12)
keys = st.text(st.characters(exclude_categories=("C", "Z")) | st.just(" "), max_size=12)
numbers = st.integers(-(10**9), 10**9) | st.floats(-1e9, 1e9)
values = st.recursive(
    st.none() | st.booleans() | numbers | texts,
    lambda inner: st.lists(inner) | st.dictionaries(keys, inner),
    max_leaves=20,
)


def unfold(data: object) -> object:
    """Without keys that are one name to the codec."""
    if isinstance(data, dict):
        return {k.replace("_", "-"): unfold(v) for k, v in data.items()}
    return [unfold(item) for item in data] if isinstance(data, list) else data


def exactly(data: object) -> str:
    """`repr`, so that 1, 1.0 and True are told apart, and the order of keys is."""
    return repr(data)


@CALM
@given(st.dictionaries(keys, values, min_size=1), st.booleans())
def test_what_is_written_is_read_back_the_same(data: dict[str, object], sort: bool) -> None:
    data = unfold(data)  # type: ignore[assignment]
    text = dump_yaml(data, sort=sort)
    document = parse_yaml(text, "")
    assert not document.faults, (text, [str(f) for f in document.faults])
    assert document.data == data
    assert sort or exactly(document.data) == exactly(data)


@each_row(
    "word",
    [
        "true",
        "False",
        "yes",
        "No",
        "on",
        "OFF",
        "null",
        "y",
        "n",
        "~",
        "",
        "1",
        "-1.5",
        "0x1F",
        "=",
    ],
)
def test_a_text_that_could_mean_something_else_stays_a_text(word: str) -> None:
    data = {"a": word, "b": [word]}
    text = dump_yaml(data)
    assert [parse_yaml(text, "").data, *read_by_others(text)] == [data] * 3


@CALM
@given(st.dictionaries(keys, values, min_size=1))
def test_what_is_written_is_read_the_same_by_any_yaml_reader(data: dict[str, object]) -> None:
    for read in read_by_others(dump_yaml(data)):
        assert exactly(read) == exactly(data)


def read_by_others(text: str) -> list[object]:
    return [yaml.load(text, loader) for loader in LOADERS]


@CALM
@given(st.dictionaries(keys, values))
def test_the_same_data_give_the_same_text_in_whatever_order(data: dict[str, object]) -> None:
    turned = dict(reversed(data.items()))
    assert dump_yaml(data, sort=True) == dump_yaml(turned, sort=True)


@CALM
@given(st.binary() | st.text().map(str.encode))
def test_no_content_gives_anything_but_data_or_faults(content: bytes) -> None:
    try:
        parse_yaml(decode_file(content, ""), "")
    except BadFile as error:
        assert error.faults  # noqa: PT017 (either is right)


@each_row(("text", "line", "path", "words"), REFUSED)
def test_a_pyyaml_without_libyaml_refuses_the_same(
    text: str, line: int, path: str | None, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(yaml, "CSafeLoader", raising=False)
    faults = parse_yaml(text, "f.yaml").faults
    assert any(f.line == line or "this is not valid YAML" in f.message for f in faults)


def test_a_pyyaml_without_libyaml_reads_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "a: 1\nb:\n  - {c: x, d: [1, 2]}\ne: |\n  two\n  lines\nf:\n"
    fast = parse_yaml(text, "")
    monkeypatch.delattr(yaml, "CSafeLoader")
    slow = parse_yaml(text, "")
    assert slow.data == fast.data
    assert slow.root == fast.root
