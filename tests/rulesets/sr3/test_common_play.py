"""As the game is commonly played: what `play: common` sets and where it shows; the numbers stand in
cases/common.yaml."""

import copy
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.core.intents import Attack, Options
from gmtrack.rulesets import registry
from gmtrack.rulesets.sr3 import ruleset
from gmtrack.rulesets.sr3.rulings import COMMON, House
from gmtrack.rulesets.sr3.screens.castings import Casting, harm_of_spell
from gmtrack.rulesets.sr3.screens.expected_harm import expected_of_blast
from gmtrack.rulesets.sr3.screens.moves import attacks_by_reach, defended_attacks
from gmtrack.rulesets.sr3.sheet.game import Scene
from gmtrack.store.check.house_rules import is_allowed_value

from ..casebook import as_file
from ..moving import Fought, line_of
from ..typing_in import Answer, doc, done, gmtrack, told
from .book import BOOK, CORE

PLAY: dict[str, Any] = {"play": "common"}


def fight(rules: dict[str, Any], *who: str, **live: Any) -> dict[str, Any]:
    """A fight of these people under these house rules, as data."""
    return {
        "gmtrack": 1, "name": "Common", "ruleset": "sr3", "house_rules": rules,
        "combatants": {one: BOOK.cast[one] for one in who},
        "fight": {"combatants": live},
    }  # fmt: skip


def begin(home: Path, rules: dict[str, Any], *who: str, **live: Any) -> None:
    """Load such a fight."""
    done("load", str(as_file(fight(rules, *who, **live), home / "common.yaml")))


# --- what it sets ---


@pytest.mark.parametrize("key", COMMON)
def test_each_key_that_it_sets_is_a_house_rule_that_can_be_set_alone(key: str) -> None:
    rule = ruleset.SCHEMA.house_rules[key]
    assert is_allowed_value(rule, COMMON[key])
    assert getattr(House({}), key) == rule.default != COMMON[key]
    assert getattr(House({"play": "source"}), key) == rule.default
    assert getattr(House(PLAY), key) == COMMON[key]
    for value in rule.allowed if isinstance(rule.allowed, tuple) else ():
        assert getattr(House({**PLAY, key: value}), key) == value


def test_it_sets_nothing_else() -> None:
    for key, rule in ruleset.SCHEMA.house_rules.items():
        if key not in COMMON and key != "play":
            assert getattr(House(PLAY), key) == getattr(House({}), key), key
        assert rule.key == key


def test_its_row_names_all_that_it_sets() -> None:
    row = next(row for row in registry.rulebook("sr3") if row.id == "SR-R58")
    for key, value in COMMON.items():
        written = {True: "true"}.get(value, value) if isinstance(value, bool) else value
        ruling = ruleset.SCHEMA.house_rules[key].ruling
        assert f"`{key}: {written}` ({ruling})" in row.cell("ruling")
    assert row.cell("ruling").count("`") == 2 * (len(COMMON) + 1)


# --- `rules rulings` ---


def test_rulings_say_what_is_set_by_it(home: Path) -> None:
    begin(home, {**PLAY, "dodge_test": "separate", "fa_maximum": "none"}, "sam")
    text = told("rules", "rulings")
    changed, rest = text.split("Changed here ")[1].split("To be set under", 1)[0], text
    assert "standing_up: action / test (here test, by `play: common`)" in changed
    assert "melee_resist_pool: false / true (here true, by `play: common`)" in changed
    assert "short_burst_recoil: 3 / 2 (here 2, by `play: common`)" in changed
    assert "play: source / common (here common)" in changed
    assert "dodge_test: merged / separate / modified (here separate)" in changed
    # Set to what it is without: no change.
    assert "fa_maximum: none / 10 (here" not in rest
    page = doc("rules", "rulings")
    assert page["columns"] == ["row", "question", "default", "key", "allowed", "set", "by"]
    found = {row[3]: (row[5], row[6]) for row in page["rows"]}
    assert found["standing_up"] == ("test", "play: common")
    assert found["melee_resist_pool"] == ("true", "play: common")
    assert found["dodge_test"] == ("separate", "-")
    assert found["fa_maximum"] == ("none", "-")
    assert found["play"] == ("common", "-")
    assert found["rounding"] == ("-", "-")
    by_it = {key for key, (_, by) in found.items() if by != "-"}
    assert by_it == {*COMMON} - {"dodge_test", "fa_maximum"}


def test_without_it_nothing_is_set_by_it(home: Path) -> None:
    begin(home, {}, "sam")
    assert {(row[5], row[6]) for row in doc("rules", "rulings")["rows"]} == {("-", "-")}
    assert "play: common`)" not in told("rules", "rulings")


# --- where house rules are written ---


def test_a_file_that_misspells_it_is_refused_with_what_is_allowed(home: Path) -> None:
    def judged(rules: dict[str, Any]) -> Answer:
        return gmtrack("validate", str(as_file(fight(rules, "sam"), home / "judged.yaml")))

    wrong = judged({"play": "commonly"})
    assert "found 'commonly', allowed: one of source, common" in wrong.err + wrong.out
    wrong = judged({"pley": "common"})
    assert "did you mean 'play'?" in wrong.err + wrong.out
    assert judged(PLAY).code == 0


def test_editors_know_it(home: Path) -> None:
    rules = doc("schema", "sr3")["properties"]["house_rules"]["properties"]
    assert rules["play"]["enum"] == ["source", "common"]
    assert rules["play"]["default"] == "source"
    assert rules["dodge_test"]["enum"] == ["merged", "separate", "modified"]
    assert rules["fa_maximum"]["enum"] == ["none", 10]


def test_a_party_brings_it_to_its_fights(home: Path) -> None:
    begin(home, PLAY, "sam", "gus")
    done("party", "new", "Crew")
    done("end", "--force")
    done("new", "Tonight", "--party", "Crew")
    found = {row[3]: row[6] for row in doc("rules", "rulings")["rows"]}
    assert found["walking"] == "play: common"


# --- where it shows ---


WORDS = ("reach-on", "walking")


def test_words_and_actions_come_with_it() -> None:
    without, with_it = (
        ruleset.lexicon(CORE.encounter(fight(rules, "sam", "gus"))) for rules in ({}, PLAY)
    )
    for known, lexicon in ((False, without), (True, with_it)):
        words = {entry.word for entry in lexicon.words["attack"]}
        actions = {entry.word for entry in lexicon.actions}
        assert (words >= {*WORDS}) is known
        assert ("walk" in actions) is known
        assert ("stand-up" in {entry.word for entry in lexicon.tests}) is known
        assert ("walking" in {entry.word for entry in lexicon.without["attack"]}) is known
    assert not words.isdisjoint(WORDS)
    assert {entry.word for entry in without.words["attack"]}.isdisjoint(WORDS)
    full = {entry.word: entry.help for entry in with_it.values["mode"]}["fa"]
    assert "3 to 10 rounds (rounds=N)" in full
    assert [entry.word for entry in with_it.values["reach-on"]] == ["own", "opponent"]
    stands = {entry.word: entry.help for entry in with_it.actions}["stand-up"]
    assert "test of willpower" in stands


def test_pages_of_rules_follow_it() -> None:
    plain, common = (ruleset.topics(CORE.encounter(fight(rules, "sam"))) for rules in ({}, PLAY))
    assert "full auto: 10 rounds in a phase (SR-R20)" in common["modes"].notes
    assert "2 left: power +2, level +0, recoil 2" in common["modes"].notes[0]
    assert "2 left: power +2, level +0, recoil 3" in plain["modes"].notes[0]
    thermal = {row[0]: row[1:] for row in common["visibility-ranged"].rows}
    assert thermal["thermal_heavy"] == thermal["thermal_light"] == ("+4", "+4", "+4", "+8", "+6")
    blows = {row[0]: row[1:] for row in common["visibility-melee"].rows}
    assert blows["thermal_heavy"] == ("+2", "+2", "+2", "+4", "+3")
    assert "walk" in {row[0] for row in common["actions"].rows}
    assert "walk" not in {row[0] for row in plain["actions"].rows}
    assert {*WORDS} <= {row[0] for row in common["words"].rows}
    assert {*WORDS}.isdisjoint(row[0] for row in plain["words"].rows)


def test_the_board_tells_who_walks(home: Path) -> None:
    begin(home, PLAY, "sam", "gus")
    done("act sam walk difficult")
    assert "walking (difficult ground)" in told("board")
    assert doc("show", "sam")["walking"] == "difficult"
    done("act sam walk")
    assert "walking" in told("show", "sam")
    assert "sam stops walking" in told("act", "sam", "stop")
    assert "walking" not in told("board")


# --- `why` ---


def rows_of_step(line: str) -> dict[str, list[str]]:
    """The rows of each part of the rolls of a line, by roll and label, and of what is told."""
    done(*line.split())
    last = doc("log")["steps"][-1]["seq"]
    found = doc("why", str(last))
    return {
        **{f"{one['roll']} {one['label']}": one["rules"] for one in found["parts"]},
        **{one["name"]: one["rules"] for one in found["rolls"]},
        **{one["key"]: one["rules"] for one in found["told"]},
    }


@pytest.mark.parametrize(
    ("line", "what", "row"),
    [
        ("act gus stand-up --roll stand=1,1,1", "stand", "SR-R04"),
        ("act gus stand-up --roll stand=1,1,1", "stand base", "SR-R04"),
        ("attack sam drone --weapon heavy-pistol --with range=5 --roll attack=3,1,1,1,1", "code",
         "SR-R08"),
        ("attack sam drone --weapon heavy-pistol --with range=5 --roll attack=3,1,1,1,1",
         "resist power", "SR-R08"),
        ("attack sam drone --weapon smg --with mode=sa --with range=5 --roll attack=3,1,1,1,1",
         "vehicle.stops", "SR-R08"),
        ("attack sam gus --weapon smg --with range=5 --with haze=thermal-light",
         "attack visibility", "SR-R09"),
        ("attack sam gus --with haze=thermal-light", "attack visibility", "SR-R09"),
        ("attack kes gus --weapon manabolt --with level=l --with haze=thermal-light",
         "cast visibility", "SR-R09"),
        ("attack sam gus --with resist-pool=1 --roll attack=4,4,4,4 --roll defend=1,1,1,1",
         "resist_pool", "SR-R12"),
        ("attack tess gus --with reach-on=opponent --roll attack=5,5,5,5,1 --roll defend=1,1,1,1",
         "resist excess", "SR-R13"),
        ("attack zed gus --weapon smg --with mode=bf --with range=5 --roll attack=1,1",
         "attack recoil", "SR-R19"),
        ("attack sam gus --weapon smg --with mode=bf --with range=5 --with resist-pool=1 "
         "--roll attack=5,5,5,5,5", "dodge burst", "SR-R27"),
        ("attack sam gus --weapon smg --with mode=bf --with range=5 --with resist-pool=1 "
         "--roll attack=5,5,5,5,5", "dodge wounds", "SR-R27"),
        ("attack tess gus", "attack reach", "SR-R59"),
        ("attack tess gus --with reach-on=opponent", "defend reach", "SR-R59"),
        ("attack sam gus --weapon smg --with mode=sa --with range=5", "attack walking", "SR-R60"),
    ],
)  # fmt: skip
def test_why_names_the_ruling(home: Path, line: str, what: str, row: str) -> None:
    cast = ("sam", "gus", "drone", "kes", "tess", "zed")
    hurt = {"physical": 1, "prone": True}
    short = {"ammo": {"smg": 2}}
    found = fight(PLAY, *cast, gus=hurt, sam={"walking": "walking"}, zed=short)
    found["combatants"]["zed"] = zed = copy.deepcopy(found["combatants"]["zed"])
    zed["weapons"]["smg"]["gas_vent"] = 0
    done("load", str(as_file(found, home / "common.yaml")))
    assert row in rows_of_step(line)[what]


# --- odds and simulation ---


def test_odds_of_standing_up_are_those_of_the_dice(home: Path) -> None:
    begin(home, PLAY, "sam", sam={"prone": True, "physical": 3})
    # Five dice against 4.
    found = doc("odds", "test", "sam", "stand-up")
    whole = 1 - Fraction(1, 2) ** 5
    assert found["outcomes"]["success"] == pytest.approx(float(whole))
    assert "stand-up" in told("what", "sam")


def test_odds_ask_for_it_beside_what_is_set(home: Path) -> None:
    begin(home, {}, "sam", "gus")
    line = "odds sam gus --weapon heavy-pistol --with range=5 --with resist-pool=3"
    plain, common = doc(*line.split(), "--vs", "rule play=common")["variants"]
    assert plain["outcomes"]["dodged"] != common["outcomes"]["dodged"]


def attack_by(who: str, other: str, rules: dict[str, Any]) -> tuple[Draft, Attack]:
    encounter: Encounter = CORE.checked(fight(rules, "tess", "sam", "gus"))
    return Draft(encounter), Attack(who, (other,), options=Options())


@pytest.mark.parametrize(
    ("who", "other", "rules", "chosen", "answered"),
    [
        ("tess", "sam", {}, False, False),
        ("tess", "sam", PLAY, True, False),
        ("sam", "tess", PLAY, False, True),
        ("sam", "gus", PLAY, False, False),
    ],
)
def test_simulated_fighters_weigh_whom_their_reach_changes(
    who: str, other: str, rules: dict[str, Any], chosen: bool, answered: bool
) -> None:
    draft, attack = attack_by(who, other, rules)
    word = "--with reach-on=opponent"
    assert any(word in line_of(way.intent) for way in attacks_by_reach(draft, attack)) is chosen
    ways = [line_of(way.intent) for way in defended_attacks(draft, attack)]
    assert any(word in line for line in ways) is answered


@pytest.mark.parametrize(("rules", "known"), [({}, False), (PLAY, True)])
def test_simulated_fighters_may_spend_dice_against_a_blow(
    rules: dict[str, Any], known: bool
) -> None:
    draft, attack = attack_by("sam", "gus", rules)
    spent = [
        way.intent.options.defense
        for way in defended_attacks(draft, attack)
        if "resist-pool=all" in way.intent.options.words
    ]
    assert (() in spent or None in spent) is known
    for way in (*attacks_by_reach(draft, attack), *defended_attacks(draft, attack)):
        Fought(CORE, fight(rules, "tess", "sam", "gus")).does(as_typed(way.intent))


def scene_with_drone(rules: dict[str, Any], armor: int) -> Scene:
    found = copy.deepcopy(fight(rules, "kes", "ash", "drone"))
    found["combatants"]["drone"]["vehicle_armor"] = armor
    return Scene(Draft(CORE.checked(found)))


@pytest.mark.parametrize(
    ("rules", "armor", "fire", "blast"),
    [({}, 3, True, True), (PLAY, 3, True, True), ({}, 5, True, True), (PLAY, 6, False, False)],
)
def test_simulated_fighters_expect_nothing_of_what_a_vehicle_stops(
    rules: dict[str, Any], armor: int, fire: bool, blast: bool
) -> None:
    scene = scene_with_drone(rules, armor)
    kes, ash, drone = (scene.fighter(who) for who in ("kes", "ash", "drone"))
    sure = (0.0, 0.0, 0.0, 1.0)
    casting = Casting("M", 6, 0, 0)
    assert (harm_of_spell(kes.sheet.spells["flamethrower"], casting, sure, drone) > 0) is fire
    grenade = ash.weapon("offensive-grenade")
    assert (expected_of_blast(grenade, drone, 10, sure) > 0) is blast


def test_simulated_fighters_expect_less_of_a_vehicle_that_halves() -> None:
    sure = (0.0, 1.0)
    plain, common = (
        expected_of_blast(scene.fighter("ash").weapon("offensive-grenade"),
                          scene.fighter("drone"), 10, sure)
        for scene in (scene_with_drone({}, 3), scene_with_drone(PLAY, 3))
    )  # fmt: skip
    assert plain > common > 0


@pytest.mark.parametrize(("force", "works"), [(4, False), (5, True)])
def test_simulated_magicians_know_what_force_a_vehicle_needs(force: int, works: bool) -> None:
    """Against an object resistance of 8, a body of 2 and half of an armor of 3 (SRX-017)."""
    scene = scene_with_drone({}, 3)
    spell = scene.fighter("kes").sheet.spells["powerbolt"]
    casting = Casting("M", force, 0, 0)
    assert (harm_of_spell(spell, casting, (0.0, 1.0), scene.fighter("drone")) > 0) is works


def as_typed(intent: Any) -> str:
    more = [f"--defense {word}" for word in intent.options.defense or ()]
    return " ".join([line_of(intent), *more])


def test_simulated_fighters_try_to_stand_up_until_they_do() -> None:
    state = {"round": 1, "pass": 1, "phase": "acting", "acting": "sam"}
    live = fight(PLAY, "sam", "gus", sam={"prone": True, "stun": 3, "initiative": 9})
    live["fight"] |= state
    fought = Fought(CORE, live)
    assert fought.moves("sam", "gus")[0] == "act sam stand-up"
    fought.does("act sam stand-up --roll stand=1,1,1,1,1")
    assert fought.moves("sam", "gus")[0] == "act sam stand-up"
    fought.does("act sam stand-up --roll stand=6,1,1,1,1")
    assert "act sam stand-up" not in fought.moves("sam", "gus")
