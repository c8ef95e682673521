"""Every value that a file may say behind `when` of an effect of the GM's own holds for some roll,
in whatever spelling, in the fight and in odds (ALL-OWN-01)."""

from collections.abc import Iterator
from typing import Any

import pytest

from gmtrack.core.encounter import Encounter

from .odds_play import searching
from .test_own import BY_HAND, STAGES, with_effect
from .test_removed import Stage, prepared

KINDS = ("melee", "ranged")
ALL_SKILLS = {"storyteller": "strength+{}"}
"""The words of `test` for a skill, where that is not the skill alone."""
SPELLINGS = (str, lambda word: word.replace("-", "_"), str.upper)


def line_of(name: str, key: str, word: str) -> str:
    """A line in which the value of `when` is so."""
    line, _, who, _ = BY_HAND[name].lines[0]
    attacker, target = line.split()[1:3]
    match key:
        case "called":
            return f"{line} --called {word} --force"
        case "weapon":
            return f"attack {attacker} {target} --weapon {word} --force"
        case "skill":
            return f"test {who} {ALL_SKILLS.get(name, '{}').format(word)}"
    return f"{line} --force"


def accepted(stage: Stage, encounter: Encounter, who: str, other: str) -> Iterator[tuple[str, str]]:
    """The words by which the file warns of nothing."""
    package: Any = stage.core.ruleset
    sheet = encounter.sheet(who)
    words: dict[str, Any] = {
        "called": [place.word for place in package.lexicon(encounter).places],
        "weapon": [*sheet["weapons"], "unarmed"],
        "skill": [*package.OWN.skills, *sheet.get("skills", ())],
        "against": [other, encounter.side(other)],
    }
    for key, found in words.items():
        for word in dict.fromkeys(str(one).replace("_", "-") for one in found):
            yield key, word


def ready(name: str) -> Encounter:
    """The fight; in sr3 at a range that everybody knows, and with dice for every skill."""
    stage = STAGES[name]
    start = prepared(stage, {})
    if name == "sr3":
        start.scene = {**start.scene, "range": "short"}
        sheet = start.combatants[stage.cast[0]]
        package: Any = stage.core.ruleset
        sheet["skills"] = dict.fromkeys(package.OWN.skills, 3) | sheet["skills"]
    return start


def attacks(stage: Stage, encounter: Encounter, who: str) -> list[str]:
    """An attack with each weapon of somebody."""
    other = next(one for one in stage.cast if one != who)
    weapons = [*encounter.sheet(who).get("weapons", ()), "unarmed"]
    return [f"attack {who} {other} --weapon {word} --force" for word in weapons]


def knowing(package: Any, key: str) -> list[str]:
    """The rolls that know what the key is about."""
    return [name for name, known in package.OWN.about.items() if key in known]


def counts(stage: Stage, encounter: Encounter, line: str) -> bool:
    """Whether the effect has a share in a roll of the line."""
    report, _ = stage.core.resolved(encounter, line.split())
    return any(
        part.label.lower() == "own"
        for roll in report.rolls
        for _, parts in roll.explained()
        for part in parts
    )


@pytest.mark.parametrize("name", BY_HAND)
def test_every_word_that_is_accepted_holds_in_some_roll(name: str) -> None:
    stage = STAGES[name]
    package: Any = stage.core.ruleset
    line, _, who, _ = BY_HAND[name].lines[0]
    other = line.split()[2]
    start = ready(name)
    assert package.OWN.skills, "the skills that the rules name"
    tried = set()
    for key, word in accepted(stage, start, who, other):
        for spelt in SPELLINGS:
            when = {key: spelt(word)}
            rows = [{"roll": knowing(package, key), "by": 1, "when": when}]
            own = with_effect(start, who, rolls=rows)
            assert not [*package.check(own)], when
            assert not [one for one in package.likely_typos(own) if "when" in one.path], when
            assert counts(stage, own, line_of(name, key, word)), when
        tried.add(key)
    assert tried == {"called", "weapon", "skill", "against"}


@pytest.mark.parametrize("name", BY_HAND)
def test_each_kind_of_attack_and_any_place_hold_in_some_roll(name: str) -> None:
    stage = STAGES[name]
    start = ready(name)
    _, _, who, _ = BY_HAND[name].lines[0]
    package: Any = stage.core.ruleset
    place = package.lexicon(start).places[0].word
    own = with_effect(start, who, rolls=[{"roll": "attack", "by": 1, "when": {"called": True}}])
    assert counts(stage, own, line_of(name, "called", place))
    for kind in KINDS:
        rows = [{"roll": "attack", "by": 1, "when": {"kind": kind}}]
        assert any(
            counts(stage, with_effect(start, one, rolls=rows), line)
            for one in stage.cast
            for line in attacks(stage, start, one)
        ), kind


@pytest.mark.parametrize("name", BY_HAND)
def test_a_place_with_a_side_counts_in_odds_as_the_option_does(name: str) -> None:
    stage = STAGES[name]
    package: Any = stage.core.ruleset
    line, _, who, option = BY_HAND[name].lines[0]
    start = ready(name)
    words = [one.word for one in package.lexicon(start).places]
    place = next((word for word in words if word.startswith("right-")), words[0])
    for said in dict.fromkeys((place, place.removeprefix("right-"))):
        rows = [{"roll": "attack", "by": 6, "when": {"called": said}}]
        own = with_effect(start, who, rolls=rows)
        aimed = ["--with", "aim=1"] if name == "i2050" else []
        asked = [*line.split(), "--called", place, *aimed]
        folder = name.replace("-", "_")
        typed = searching(folder, start, [*asked, f"{option}=+6"]).odds()
        assert searching(folder, own, asked).odds() == typed, said
        assert typed != searching(folder, start, asked).odds()


@pytest.mark.parametrize("name", BY_HAND)
def test_no_place_at_all_is_no_value(name: str) -> None:
    stage = STAGES[name]
    package: Any = stage.core.ruleset
    who = stage.cast[0]
    rows = [{"roll": "attack", "by": 1, "when": {"called": False}}]
    [found] = package.check(with_effect(prepared(stage, {}), who, rolls=rows))
    assert found.path[-1] == "called"
    assert "true for any" in found.message


@pytest.mark.parametrize("name", BY_HAND)
def test_an_attribute_is_no_skill_that_a_roll_knows(name: str) -> None:
    stage = STAGES[name]
    package: Any = stage.core.ruleset
    who, attribute = stage.cast[0], {"i2050": "dex"}.get(name, "strength")
    rows = [{"roll": knowing(package, "skill"), "by": 1, "when": {"skill": attribute}}]
    own = with_effect(prepared(stage, {}), who, rolls=rows)
    told = [one.message for one in package.likely_typos(own) if "when" in one.path]
    assert told[:1] == [f"nothing here knows the skill '{attribute}'"]


@pytest.mark.parametrize(
    ("name", "change", "place"),
    [
        ("swan-song", {"vehicle": True, "armor_value": 4, "armored_max": 12}, "engine-block"),
        ("sr3", {}, "groin"),
    ],
)
def test_a_place_of_a_vehicle_or_of_the_house_is_known(
    name: str, change: dict[str, Any], place: str
) -> None:
    stage = STAGES[name]
    package: Any = stage.core.ruleset
    start = ready(name)
    who, other = stage.cast[:2]
    start.combatants[other] |= change
    if not change:
        start.house_rules["vital_locations"] = [place]
    rows = [{"roll": "attack", "by": 1, "when": {"called": place}}]
    own = with_effect(start, who, rolls=rows)
    assert not [one for one in package.likely_typos(own) if "when" in one.path]
    line = BY_HAND[name].lines[0][0].replace("knife", "pistol")
    assert counts(stage, own, f"{line} --called {place} --force")
