"""A ruleset from outside that uses the names which the port had before goes on working, and its
author is warned."""

import importlib
import os
import re
import shutil
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from plugin_support import BACK_ALLEY, COIN_FLIP, Gm
from programs import ROOT, ran
from screen import Screen

from gmtrack.core import foreign, report
from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.rulesets import old_names
from gmtrack.rulesets.kit import references, words
from gmtrack.rulesets.kit.cast import Cast
from gmtrack.rulesets.kit.package import Package
from gmtrack.rulesets.kit.sheet import FileShape
from gmtrack.rulesets.port import Words
from gmtrack.rulesets.registry import PORT

OLD = {
    **old_names.OLD_NAMES,
    **old_names.OLD_NAMES_OF_PLAYED,
    "TurnState": "Moment",
    "WantedAttack": "Aim",
    "SuccessCount": "Counted",
}

WORDS = Words(dice="roll", unknown="unknown", value="value")


def write_in_old_names(project: Path, copy: Path) -> None:
    shutil.copytree(project, copy, ignore=shutil.ignore_patterns("__pycache__"))
    for file in copy.rglob("*.py"):
        text = file.read_text(encoding="utf-8")
        for new, old in OLD.items():
            text = re.sub(rf"\b{new}\b", old, text)
        file.write_text(text, encoding="utf-8")


@pytest.fixture
def old(gm: Gm, site: Path, tmp_path: Path) -> Gm:
    """A GM whose Coin Flip and Back Alley are written in the old names; those in the new ones are
    out of reach."""
    copies = [tmp_path / "old" / project.name for project in (COIN_FLIP, BACK_ALLEY)]
    for project, copy in zip((COIN_FLIP, BACK_ALLEY), copies, strict=True):
        write_in_old_names(project, copy)
    environment = {name: value for name, value in os.environ.items() if name != "GMTRACK_FILE"}
    environment |= {
        "GMTRACK_HOME": str(tmp_path / "state"),
        "XDG_DATA_HOME": str(tmp_path / "data"),
        "COLUMNS": "80",
        "PYTHONPATH": os.pathsep.join(map(str, (site, *copies, ROOT))),
    }
    return lambda *argv: Screen(*ran(argv, environment))


def test_each_old_name_of_coin_flip_is_warned_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_in_old_names(COIN_FLIP, tmp_path / "coin-flip")
    monkeypatch.syspath_prepend(str(tmp_path / "coin-flip"))
    for name in [name for name in sys.modules if name.partition(".")[0] == "coin_flip"]:
        monkeypatch.delitem(sys.modules, name)
    with pytest.warns(DeprecationWarning) as told:  # noqa: PT030, PT031
        rules = importlib.import_module("coin_flip.ruleset")
        old_names.accept_old_names("coin-flip", rules)
    assert {str(one.message) for one in told} == {
        "gmtrack.rulesets.kit.blocks: `upshot` is called `summarize_attack` now",
        "ruleset 'coin-flip': `upshot` is called `summarize_attack` now",
        "ruleset 'coin-flip': `standing` is called `standing_of` now",
        "ruleset 'coin-flip': `means` is called `resources_of` now",
    }
    for name in [name for name in sys.modules if name.partition(".")[0] == "coin_flip"]:
        del sys.modules[name]


def test_every_old_name_of_a_ruleset_and_its_played_module_stands_in() -> None:
    names = {**old_names.OLD_NAMES, **old_names.OLD_NAMES_OF_PLAYED}
    rules = SimpleNamespace(**{name: name.upper() for name in names.values()})
    with pytest.warns(DeprecationWarning) as told:  # noqa: PT030, PT031
        old_names.accept_old_names("x", rules)
        old_names.accept_old_names_of_played("x", rules)
    assert {str(one.message) for one in told} == {
        f"ruleset 'x': `{name}` is called `{new}` now" for new, name in names.items()
    }
    assert all(getattr(rules, new) == name.upper() for new, name in names.items())
    # The suite makes errors of warnings: nothing is left to warn of.
    old_names.accept_old_names("x", rules)
    old_names.accept_old_names_of_played("x", rules)


def test_what_a_ruleset_imports_from_the_kit_is_no_old_name() -> None:
    rules = SimpleNamespace(counted=words.format_count, carried=references.pack_state)
    old_names.accept_old_names("x", rules)
    assert not hasattr(rules, "count_successes")
    assert not hasattr(rules, "carried_state")


@pytest.mark.parametrize(
    ("module", "name", "new"),
    [
        (module, name, new)
        for module, names in old_names.OLD_IMPORTS.items()
        for name, new in names.items()
    ],
)
def test_an_old_name_can_be_imported(module: str, name: str, new: str) -> None:
    place = importlib.import_module(module)
    with pytest.warns(DeprecationWarning, match=f"`{name}` is called `{new}` now") as told:
        found = getattr(place, name)
    assert found is getattr(place, new)
    assert [one.filename for one in told] == [__file__]
    assert not hasattr(place, "unheard_of")


def test_methods_of_the_kit_can_be_used_by_their_old_names() -> None:
    typed = words.WordArgs(["prone"], {"prone"}, Encounter("", "x"), WORDS)
    with pytest.warns(DeprecationWarning, match="WordArgs: `has` is called `has_word` now"):
        assert typed.has("prone")  # type: ignore[attr-defined]
    with pytest.warns(DeprecationWarning, match="WordArgs: `empty` is called `is_empty` now"):
        assert typed.empty is False  # type: ignore[attr-defined]
    with pytest.warns(
        DeprecationWarning, match="FileShape: `of` is called `from_data` now"
    ) as told:
        assert FileShape.of({}) is not None  # type: ignore[attr-defined]
    assert [one.filename for one in told] == [__file__]


def test_a_warning_is_about_the_line_that_uses_an_old_name_of_a_package() -> None:
    package: Any = Package("gmtrack.rulesets", SimpleNamespace(id="x"), {})  # type: ignore[arg-type]
    package.accept_old_names(old_names.OLD_NAMES)
    with pytest.warns(DeprecationWarning, match="`standing` is called `standing_of` now") as told:
        assert package.standing.__name__ == "standing_of"
    assert [one.filename for one in told] == [__file__]
    scope = {"__name__": "somebody", "__file__": "x.py"}
    code = compile("from gmtrack.rulesets.kit.words import counted", "x.py", "exec")
    with pytest.warns(DeprecationWarning) as told:  # noqa: PT030
        exec(code, scope)
    assert [one.filename for one in told] == ["x.py"]


def test_a_class_without_type_variables_takes_those_that_it_had() -> None:
    once_generic: Any = Cast
    assert once_generic[int, str](()) == Cast(())


@pytest.mark.parametrize(
    ("module", "name", "moved"),
    [
        (module, name, moved)
        for module, names in old_names.MOVED_IMPORTS.items()
        for name, moved in names.items()
    ],
)
def test_a_name_that_has_moved_can_be_imported(
    module: str, name: str, moved: tuple[str, str]
) -> None:
    place = importlib.import_module(module)
    with pytest.warns(DeprecationWarning, match=f"`{name}` is called `{'.'.join(moved)}` now"):
        found = getattr(place, name)
    assert found is getattr(importlib.import_module(moved[0]), moved[1])


@pytest.mark.parametrize(
    ("file", "lines"),
    [
        ("duel.yaml", ("attack joe bob --roll flip=1,2,1", "what joe")),
        (
            "alley.yaml",
            (
                "validate",
                "roll-init --roll joe=4 --roll bob=2",
                "what joe",
                "odds joe bob",
                "attack joe bob",
                "simulate --fights 4",
                "stats",
            ),
        ),
    ],
)
def test_commands_work_with_rulesets_in_old_names(
    old: Gm, file: str, lines: tuple[str, ...]
) -> None:
    for line in (f"load {file}", *lines):
        result = old(*line.split())
        assert (result.status, result.err) == (0, ""), line


def test_new_names_are_not_warned_of(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(COIN_FLIP))
    monkeypatch.syspath_prepend(str(BACK_ALLEY))
    # The suite makes errors of warnings.
    old_names.accept_old_names("coin-flip", importlib.import_module("coin_flip.ruleset"))
    alley = importlib.import_module("back_alley").ruleset
    old_names.accept_old_names("back-alley", alley)
    assert all(hasattr(alley, name) for name in PORT)
    played = importlib.import_module(alley.PLAYED)
    old_names.accept_old_names_of_played("back-alley", played)


def test_old_names_of_the_core_are_warned_of() -> None:
    draft = Draft(Encounter("Any", "coin-flip"))
    with pytest.warns(DeprecationWarning, match="`draft.runner` now"):
        assert draft.course is draft.runner
    with pytest.warns(DeprecationWarning, match="`ForeignCharacter` now"):
        assert foreign.Foreign is foreign.ForeignCharacter
    with pytest.warns(DeprecationWarning, match="`story_sentences` now"):
        assert report.stories is report.story_sentences
    with pytest.raises(AttributeError, match="'Nobody'"):
        _ = foreign.Nobody
