"""`new --example` for a page: two people with every field, who can fight at once."""

from pathlib import Path

import pytest

from gmtrack.store.systems.keeping import find_page, shipped_ids

from ..typing_in import doc, done, gmtrack, told

EVERY_KIND = """\
gmtrack: 1
kind: system
title: "Every: kind"
sheet:
  hp: {default: 9, min: 1, max: 40, help: "What: is left?"}
  half: = hp / 2
  brave: no
  clan: [red-hand, yes-men, lone]
  motto: to be
  hates: {kind: words, of: [elves, dwarves]}
  bonus: {kind: dice, default: 1d4}
weapon: {damage: {kind: dice, default: 2d6!}, long: yes}
bare: {id: fists, damage: 1}
tracks: {health: hp}
attacks:
  strike: {roll: d20, bands: {hit: {damage: weapon.damage}}, help: With a blade.}
  shoot: {roll: d20, bands: {hit: {damage: 1}}}
damage: {track: health}
"""


@pytest.mark.parametrize("page", shipped_ids())
def test_the_example_of_a_page_is_a_fight_without_slips(home: Path, page: str) -> None:
    file = home / "fight.yaml"
    said = told("new", "First blood", str(file), "--ruleset", page, "--example")
    assert "First blood" in said
    assert doc("validate", str(file))["files"] == [{"file": str(file), "ok": True, "faults": []}]
    assert [one["id"] for one in doc("board")["order"]] == ["ann", "bob"]
    judged = find_page(page)
    assert judged is not None
    if judged.data.get("attacks"):
        assert "attack ann bob" in said
        for way in judged.data["attacks"]:
            answer = doc("attack", "ann", "bob", "--weapon", way, "--seed", "1")
            assert answer["outcome"] in judged.data["attacks"][way]["bands"]
            done("undo")
    else:
        assert "damage bob 1" in said
        assert doc("damage", "bob", "1")["changes"]


@pytest.mark.parametrize("page", shipped_ids())
def test_each_field_of_a_page_stands_in_its_example_with_its_help(home: Path, page: str) -> None:
    file = home / "fight.yaml"
    done("new", "First blood", str(file), "--ruleset", page, "--example")
    text = file.read_text()
    judged = find_page(page)
    assert judged is not None
    fields = {**judged.data["sheet"], **(judged.data.get("weapon") or {})}
    for name, field in fields.items():
        assert f" {name}: " in text
        assert field.get("help", "").rstrip(".") in text
    for typed in (line for line in text.splitlines() if line.startswith("#   gmtrack ")):
        words = typed.removeprefix("#   gmtrack ").split()
        if words[0] not in ("validate", "load"):
            done(*words)


def test_an_example_has_every_kind_of_field_and_takes_what_follows_as_it_is(home: Path) -> None:
    page, file = home / "every.yaml", home / "fight.yaml"
    page.write_text(EVERY_KIND)
    done("new", "Odd", str(file), "--ruleset", str(page), "--example")
    text = file.read_text()
    assert "# half: 4 " in text
    assert "usually hp / 2" in text
    assert "some of elves, dwarves" in text
    assert "one of red-hand, yes-men, lone" in text
    assert "everybody has fists besides" in text
    assert "With a blade." in text
    assert (
        doc("attack", "ann", "bob", "--weapon", "fists", "--roll", "attack=9")["outcome"] == "hit"
    )


def test_a_page_whose_usual_values_cannot_be_worked_out_says_which(home: Path) -> None:
    page = home / "broken.yaml"
    page.write_text(EVERY_KIND.replace("= hp / 2", "= hp / (hp - 9)"))
    answer = gmtrack("new", "Odd", "--ruleset", str(page), "--example")
    assert answer.code == 1
    assert "combatants.ann: 'hp / (hp - 9)' divides by 0" in answer.err


def test_an_empty_fight_by_a_page_offers_the_example(home: Path) -> None:
    assert "--ruleset plain --example" in told("new", "Empty", "--ruleset", "plain")
