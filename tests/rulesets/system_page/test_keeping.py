"""Pages are kept under their id, follow their source, and never stop a fight that runs."""

from pathlib import Path

import pytest

from gmtrack.errors import BadFile, Refusal
from gmtrack.store.systems import keeping

from ..typing_in import doc, done, gmtrack, refused, told

PAGE = """\
gmtrack: 1
kind: system
title: Mine
sheet: {hp: 5}
tracks: {health: hp}
"""
FIGHT = """\
gmtrack: 1
name: Mine
ruleset: ./mine.yaml
combatants: {ann: {side: pc}, bob: {hp: 7}}
"""


@pytest.fixture
def mine(tmp_path: Path, home: Path) -> Path:
    """A page of the game master's own, and a fight beside it."""
    page = tmp_path / "mine.yaml"
    page.write_text(PAGE)
    (tmp_path / "fight.yaml").write_text(FIGHT)
    return page


def test_a_page_is_named_by_its_path_and_known_by_its_id_then(mine: Path) -> None:
    assert doc("new", "First", "--ruleset", str(mine))["ruleset"] == "mine"
    assert doc("new", "Second", "--ruleset", "mine")["ruleset"] == "mine"
    assert "mine" in [one["id"] for one in doc("rulesets")["rulesets"]]


def test_a_fight_names_the_page_that_lies_beside_it(mine: Path) -> None:
    done("load", str(mine.with_name("fight.yaml")))
    assert doc("board")["ruleset"] == "mine"
    assert "Bob" in told("board") or "bob" in told("board")
    assert "health 7 to 4" in told("damage", "bob", "3")


def test_a_page_that_changes_counts_from_the_next_command(mine: Path) -> None:
    done("load", str(mine.with_name("fight.yaml")))
    mine.write_text(PAGE.replace("{health: hp}", "{health: hp, mana: {max: 3}}"))
    answer = done("board")
    assert "mana" in answer.out
    assert "mine.yaml has changed: the fight goes by the new page" in answer.err
    assert not done("damage", "bob", "1", "--pool", "mana").err


def test_a_fault_that_comes_into_a_page_lets_the_fight_go_on(mine: Path) -> None:
    done("load", str(mine.with_name("fight.yaml")))
    mine.write_text(PAGE.replace("health: hp", "health: hp +"))
    answer = done("damage", "bob", "3")
    assert "health 7 to 4" in answer.out
    assert "has a fault, so the page of before goes on" in answer.err
    assert "something is missing at the end" in answer.err
    kept = keeping.systems_folder() / "mine.yaml"
    kept.write_text("gmtrack: 1\nkind: sys")
    assert "health 4 to 3" in told("damage", "bob", "1")


def test_a_source_that_is_gone_is_no_fault(mine: Path) -> None:
    done("load", str(mine.with_name("fight.yaml")))
    mine.unlink()
    assert "health 7 to 4" in told("damage", "bob", "3")


def test_a_page_from_elsewhere_does_not_replace_one_of_the_same_id(
    mine: Path, tmp_path: Path
) -> None:
    done("new", "First", "--ruleset", str(mine))
    other = tmp_path / "elsewhere" / "mine.yaml"
    other.parent.mkdir()
    other.write_text(PAGE.replace("Mine", "Other"))
    assert "a page 'mine'" in refused("new", "Second", "--ruleset", str(other))
    with pytest.raises(Refusal, match="--force"):
        keeping.keep_page(other)
    assert keeping.keep_page(other, force=True).data["title"] == "Other"


@pytest.mark.parametrize("taken", ["sr3", "swan-song", "plain", "fantasy"])
def test_a_page_cannot_have_the_id_of_another_ruleset(
    home: Path, tmp_path: Path, taken: str
) -> None:
    page = tmp_path / "x.yaml"
    page.write_text(PAGE + f"id: {taken}\n")
    assert f"'{taken}' is the id of another ruleset" in refused("new", "X", "--ruleset", str(page))


def test_a_page_with_faults_is_not_taken_over(home: Path, tmp_path: Path) -> None:
    page = tmp_path / "bad.yaml"
    page.write_text(PAGE.replace("hp}", "hp +}"))
    answer = gmtrack("new", "X", "--ruleset", str(page))
    assert answer.code == 1
    assert "bad.yaml:5: tracks.health" in answer.err
    assert keeping.kept_ids() == []
    with pytest.raises(BadFile):
        keeping.keep_page(tmp_path / "nowhere.yaml")


def test_a_page_to_begin_from_is_a_copy_under_a_name_of_its_own(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    told("new", "system", "My Game", "--like", "fantasy")
    assert "ok" in told("validate", "my-game.yaml")
    assert doc("new", "Ambush", "--ruleset", "my-game.yaml")["ruleset"] == "my-game"
    assert "title: 'My Game'" in Path("my-game.yaml").read_text()
    assert "is there already" in refused("new", "system", "My Game", "--like", "fantasy")
    assert doc("new", "system", "My Game", "--like", "plain", "--force")["file"] == "my-game.yaml"
    assert "did you mean 'fantasy'?" in refused("new", "system", "Other", "--like", "fantsy")
    assert "new system NAME --like PAGE" in refused("new", "Ambush", "--like", "plain")
