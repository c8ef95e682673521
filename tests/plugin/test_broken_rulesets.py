"""A ruleset from outside that is broken is named with what is wrong, and is in nobody's way."""

from pathlib import Path
from unittest.mock import ANY

import pytest
from long_run import crossed, part
from plugin_support import Gm, announce

META = "from gmtrack.rulesets.port import ExtraOption, Meta\n"
SOUND = META + "META = Meta('{}', 'Title', 'a summary')\n"
OTHER_META = """\
from coin_flip.ruleset import *
from coin_flip.ruleset import LABELS, check, complete, resolve, standing_of
"""
BROKEN = {
    "gone": ("", "", "ModuleNotFoundError: No module named 'gone'"),
    "no-import": ("import not_there\n", "", "ModuleNotFoundError: No module named 'not_there'"),
    "no-meta": ("TITLE = 'no meta'\n", "", "module 'no_meta.meta' has no attribute 'META'"),
    "no-kind": ("META = {'id': 'no-kind'}\n", "", "no_kind.meta.META is no Meta"),
    "no-option": (META + "META = Meta('no-option', '', '', ('x',))\n", "", "no Meta with"),
    "other-id": (SOUND.format("another"), "", "other_id.meta.META has the id 'another'"),
    "no-start": (SOUND.format("no-start"), "1 / 0\n", "ZeroDivisionError"),
    "no-rules": (SOUND.format("no-rules"), "META = None\n", "no_rules.ruleset has no WORDS"),
    "other-meta": (SOUND.format("other-meta"), OTHER_META, "has another META than"),
    "no-more": ("import sys\nsys.exit(3)\n", "", "SystemExit: 3"),
    "no-end": (
        SOUND.format("no-end"),
        "raise SystemExit('two\\nlines')\n",
        "SystemExit: two lines",
    ),
    "no-key": (SOUND.format("no-key"), "raise KeyboardInterrupt\n", "KeyboardInterrupt"),
    "no-base": ("raise type('Own', (BaseException,), {})('x')\n", "", "Own: x"),
    "no-word": (
        "class Odd(Exception):\n    def __str__(self): return 1 / 0\nraise Odd\n",
        "",
        "Odd",
    ),
    "no-words": (META + "raise SystemError('\\x1b[31mred')\n", "", "SystemError: \x1b[31mred"),
}
"""Id to the text of `meta`, the text of `ruleset` and what is told of it."""
RULES_OF_ITS_OWN = """\
from cites.meta import META
ROLLS = {"flip": "CT-01", "UTF-8": "CT-01 to CT-02"}
"""
TAKES_AN_OPTION = """\
META = Meta('grabs', 'Grabs', 'takes what is not its own', (
    ExtraOption('json', ('attack',), 'X', 'Not for you.'),
    ExtraOption('luck', ('attack',), 'N', 'Also lucky.'),
))
"""


ATTACK = ("attack", "joe", "bob", "--seed", "1")


def lay_out(site: Path, ruleset_id: str, meta: str, ruleset: str) -> None:
    """A distribution with one ruleset; without any text its package is not there at all."""
    package = ruleset_id.replace("-", "_")
    announce(site, ruleset_id, {ruleset_id: package})
    if meta:
        (site / package).mkdir()
        (site / package / "__init__.py").write_text("")
        (site / package / "meta.py").write_text(meta)
        (site / package / "ruleset.py").write_text(ruleset)


@pytest.fixture
def crowd(site: Path, duel: Gm) -> Gm:
    """A GM with the duel on the table and all kinds of broken rulesets installed."""
    for ruleset_id, (meta, ruleset, _) in BROKEN.items():
        lay_out(site, ruleset_id, meta, ruleset)
    lay_out(site, "grabs", META + TAKES_AN_OPTION, "")
    return duel


def test_every_broken_ruleset_is_named_with_what_is_wrong(crowd: Gm) -> None:
    result = crowd("rulesets", "--json")
    told = {ruleset["id"]: ruleset["message"] for ruleset in result.doc["broken"]}
    assert result.status == 0
    assert set(told) == {*BROKEN, "grabs"}
    for ruleset_id, (_, _, what) in BROKEN.items():
        assert told[ruleset_id].startswith(f"ruleset '{ruleset_id}' cannot be used: ")
        assert what in told[ruleset_id]


def test_the_list_for_people_has_the_sound_ones_first(crowd: Gm) -> None:
    result = crowd("rulesets")
    assert result.status == 0
    sound, _, broken = result.out.partition("ruleset '")
    assert "coin-flip" in sound
    assert "no-rules" not in sound
    for ruleset_id in BROKEN:
        assert f"'{ruleset_id}' cannot be used: " in f"'{broken}"
    assert "\x1b" not in result.out


def test_a_row_of_a_sound_one_is_found_among_broken_ones(crowd: Gm, site: Path) -> None:
    lay_out(site, "paged", SOUND.format("paged"), "")
    (site / "paged" / "RULES.md").write_text("| id | rule |\n|---|---|\n| PG-01 | Heads up. |\n")
    lay_out(site, "torn", SOUND.format("torn"), "")
    (site / "torn" / "RULES.md").write_bytes(b"| id | rule |\n| TN-01 | \xff |\n")
    shown = crowd("rules", "pg-01", "--json").doc
    assert (shown["row"], shown["ruleset"]) == ("PG-01", "paged")
    assert crowd("rules", "TN-01", "--ruleset", "torn").err.startswith("error: ruleset 'torn' ")
    assert crowd("rules", "PG-01", "--ruleset", "gone").err.startswith("error: ruleset 'gone' ")
    assert crowd("rules", "TN-01").status == 1


def test_a_rule_id_that_is_none_is_a_fault_with_its_line(gm: Gm, site: Path) -> None:
    lay_out(site, "cites", SOUND.format("cites"), OTHER_META + RULES_OF_ITS_OWN)
    (site / "cites" / "torn.py").write_bytes(b"\xff")
    (site / "cites" / "RULES.md").write_text("| id | rule |\n|---|---|\n| CT-01 | Heads up. |\n")
    faults = [fault["message"] for fault in gm("rulesets", "--json").doc["faults"]]
    assert [fault.partition(": ")[::2] for fault in faults] == [
        ("ruleset 'cites', ruleset.py, line 4", "no row 'CT-02' in RULES.md"),
        ("ruleset 'cites', torn.py", ANY),
    ]
    assert faults[0] in " ".join(gm("rulesets").out.split())


def test_a_broken_ruleset_does_not_break_other_commands(crowd: Gm) -> None:
    assert crowd("validate", "duel.yaml").status == 0
    helped = " ".join(crowd("attack", "--help").out.split())
    assert "Coin Flip: Flip so many coins more. Grabs: Also lucky." in helped
    assert "Not for you" not in helped
    attack = crowd("attack", "joe", "bob", "--luck", "1", "--roll", "flip=1,1,1,1", "--json")
    assert attack.doc["outcome"] == "miss"
    assert crowd("new", "Alley", "--ruleset", "swan-song").status == 0


@pytest.mark.parametrize(
    "ruleset_id", part(["no-meta", "no-start", "no-rules", "no-end", "no-key"], 2)
)
def test_using_a_broken_ruleset_is_refused_with_what_is_wrong(crowd: Gm, ruleset_id: str) -> None:
    refused = crowd("new", "Alley", "--ruleset", ruleset_id, "--json")
    assert refused.status == 1
    assert BROKEN[ruleset_id][2] in refused.doc["error"]["message"]


def test_a_file_of_a_broken_ruleset_has_a_fault_in_that_line(crowd: Gm, tmp_path: Path) -> None:
    text = (tmp_path / "duel.yaml").read_text().replace("coin-flip", "no-start")
    (tmp_path / "odd.yaml").write_text(text)
    result = crowd("validate", "odd.yaml")
    assert result.status == 1
    assert result.out.startswith("odd.yaml:3: ruleset: ruleset 'no-start' cannot be used: ")


@pytest.mark.parametrize(
    ("function", "end"),
    crossed(["resolve", "check", "board"], ["sys.exit(0)", "1 / 0", "raise GeneratorExit"], 3),
)
def test_what_a_rule_raises_in_a_command_never_reaches_the_user_as_it_is(
    duel: Gm, site: Path, tmp_path: Path, function: str, end: str
) -> None:
    ends = f"import sys\nfrom ends.meta import META\ndef {function}(*a): {end}\n"
    lay_out(site, "ends", SOUND.format("ends"), OTHER_META + ends)
    text = (tmp_path / "duel.yaml").read_text().replace("coin-flip", "ends")
    (tmp_path / "odd.yaml").write_text(text)
    command = ("validate", "odd.yaml") if function == "check" else ("-f", "odd.yaml", *ATTACK)
    crashed = duel(*command) if function != "board" else duel("-f", "odd.yaml", "board")
    assert crashed.status == 70
    assert crashed.err.startswith("error: internal error (")
    assert "Traceback" not in crashed.out + crashed.err
    assert len(list((tmp_path / "state" / "crashes").iterdir())) == 1
    assert (tmp_path / "odd.yaml").read_text() == text


def test_a_ctrl_c_while_a_ruleset_loads_stays_a_ctrl_c(duel: Gm, site: Path) -> None:
    presses = "import os, signal\nos.kill(os.getpid(), signal.SIGINT)\n"
    lay_out(site, "slow", SOUND.format("slow"), presses)
    interrupted = duel("rulesets")
    assert (interrupted.status, interrupted.out, interrupted.err) == (130, "", "")


def test_a_fight_whose_ruleset_broke_since_is_refused_and_not_lost(crowd: Gm, site: Path) -> None:
    info = site / "coin_flip-1.0.dist-info" / "entry_points.txt"
    points = info.read_text()
    info.write_text(points.replace("= coin_flip", "= gone"))
    refused = crowd("attack", "joe", "bob")
    assert refused.status == 1
    assert refused.err.startswith("error: ruleset 'coin-flip' cannot be used: ")
    info.write_text(points)
    assert crowd("attack", "joe", "bob").status == 0


def test_the_schemas_of_all_others_are_installed(crowd: Gm) -> None:
    doc = crowd("schema", "--install", "--json").doc
    assert {"coin-flip", "sr3"} < {one["ruleset"] for one in doc["installed"]}
    assert all(Path(one["file"]).is_file() for one in doc["installed"])
    assert {one["id"] for one in doc["broken"]} >= set(BROKEN)
    shown = crowd("schema", "--install")
    assert (shown.status, shown.err) == (0, "")
