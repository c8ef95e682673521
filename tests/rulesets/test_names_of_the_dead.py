"""A word that fits several combatants means those who are still in the fight."""

from pathlib import Path

import pytest

from gmtrack.play.table import PlayTable

from .test_choices import BOOKS
from .typing_in import doc, done, gmtrack, refused

DEADLY = {
    "swan-song": "damage greta 500",
    "spotlight": "effect greta dead",
    "storyteller": "damage greta 30 --type aggravated",
    "i2050": "damage greta 90 --location head",
    "sr3": "damage greta 30",
}
OUT = {"dead": DEADLY, "away": dict.fromkeys(DEADLY, "leave greta")}
each = pytest.mark.parametrize("name", BOOKS)


def meant(word: str) -> str:
    return str(doc("show", word, "--json")["id"])


@pytest.fixture
def cast(name: str, home: Path, tmp_path: Path) -> None:
    done("new", "Attic", "--ruleset", name, str(tmp_path / "fight.yaml"))
    for who in ("Greta", "Gus", "Bob"):
        done("add", who)


@each
@pytest.mark.parametrize("how", OUT)
@pytest.mark.usefixtures("cast")
def test_the_dead_and_who_has_left_make_no_name_ambiguous(name: str, how: str) -> None:
    assert "could be Greta, Gus" in refused("show g")
    done(OUT[how][name])
    assert meant("g") == "gus"
    assert doc("damage g 1 --json")["who"] == "gus"
    done("undo 2")
    assert "could be Greta, Gus" in refused("show g")


@each
@pytest.mark.usefixtures("cast")
def test_a_refusal_lists_people_by_their_names(name: str) -> None:
    done("add", "Night guard", "--count", "2")
    assert "could be Night guard 1, Night guard 2" in refused("show night")
    assert "there is Greta, Gus, Bob, Night guard 1, Night guard 2" in refused("show zzz")
    assert "Greta is named twice" in refused("damage", "greta,Greta", "1")


@each
@pytest.mark.usefixtures("cast")
def test_a_word_that_fits_the_dead_alone_means_them(name: str) -> None:
    done(DEADLY[name])
    assert meant("gr") == meant("Greta") == "greta"


@each
@pytest.mark.usefixtures("cast")
def test_where_all_are_out_all_are_named(name: str) -> None:
    done(DEADLY[name])
    done("leave gus")
    assert "could be Greta, Gus" in refused("show g")


@each
@pytest.mark.usefixtures("cast")
def test_those_who_have_left_come_first_where_somebody_comes_back(name: str) -> None:
    done("leave gus")
    assert doc("join g --json")["who"] == "gus"
    done("leave gus")
    done("leave greta")
    assert "could be Greta, Gus" in refused("join g")


@each
@pytest.mark.usefixtures("cast")
def test_a_whole_word_of_the_dead_decides_nothing(name: str) -> None:
    for who in ("Old doc", "Young doc"):
        done("add", who)
    assert "could be Old doc, Young doc" in refused("show doc")
    done("leave old-doc")
    assert meant("doc") == "young-doc"


@each
@pytest.mark.usefixtures("cast")
def test_an_attack_at_the_prompt_is_on_the_living(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    done(DEADLY[name])
    table = PlayTable(lambda line, _: gmtrack(*line).code)
    assert table.run_line("attack bob g --seed 1") in (0, 1)
    capsys.readouterr()
    assert "could be" not in gmtrack("attack", "bob", "g", "--seed", "1", "-n").err
