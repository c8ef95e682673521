"""Spells at the command line: every spell that strikes, odds against an own count, why, what, undo,
amend, save and load, and what a mage is offered."""

import json
from collections import Counter
from importlib import import_module
from itertools import product
from math import comb
from pathlib import Path
from typing import Any, cast

import pytest
import yaml

from gmtrack.app.typed_dice import typed_dice_for_odds
from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.core.intents import Attack, Options
from gmtrack.dice.asking import AskedDice
from gmtrack.dice.port import Ask
from gmtrack.dice.sources import RandomDice
from gmtrack.odds.chances import Odds
from gmtrack.odds.engine import Search
from gmtrack.rulesets.auto_player import complete
from gmtrack.rulesets.sr3 import ruleset
from gmtrack.simulation.sense import Sense

from ..stocked import Type, shipped

STRIKING = [
    name
    for name, spell in shipped("sr3", "spells").items()
    if spell["category"] in ("combat", "elemental")
]
LEVELS = "LMSD"
BOXES = (0, 1, 3, 6, 10)


def fight_of(**more: Any) -> dict[str, Any]:
    spells = {name: f"@{name}" for name in shipped("sr3", "spells")}
    kes = {"side": "pc", "intelligence": 5, "willpower": 6, "magic": 6, "skills": {"sorcery": 6}}
    cast = {"kes": {**kes, "spells": spells}, "gus": {"body": 4, "combat_pool": 4}, "zed": {}}
    return {"gmtrack": 1, "name": "Mages", "ruleset": "sr3", "combatants": cast, **more}


@pytest.fixture
def mages() -> str:
    Path("mages.yaml").write_text(yaml.safe_dump(fight_of()), encoding="utf-8")
    return "mages.yaml"


@pytest.mark.parametrize("spell", STRIKING)
def test_every_spell_of_the_stock_that_strikes_is_cast(
    type_line: Type, mages: str, spell: str
) -> None:
    words = ["--with", "level=s", "--with", "touched"]
    told = type_line(
        ["-f", mages, "attack", "kes", "gus", "--weapon", spell, *words, "--seed", "1", "--json"]
    )
    assert told.status == 0, told.out
    assert told.doc["spell"]["id"] == told.doc["weapon"] == spell
    assert told.doc["drain"]["code"][-1] in LEVELS
    assert [roll["name"] for roll in told.doc["rolls"]][:: len(told.doc["rolls"]) - 1] == [
        "cast",
        "drain",
    ]


# --- odds ---


def chances(dice: int, tn: int) -> list[float]:
    """The chance of each number of successes, counted out over single dice (no number above 6)."""
    good = (7 - max(2, tn)) / 6
    return [comb(dice, n) * good**n * (1 - good) ** (dice - n) for n in range(dice + 1)]


def expected_of_manabolt(
    sorcery: int, willpower: int, force: int, level: int, drain_dice: int
) -> tuple[dict[int, float], dict[int, float]]:
    """The chances of the target's and the caster's boxes, from the rules as they are written."""
    harm: Counter[int] = Counter()
    for (made, p), (against, q) in product(
        enumerate(chances(sorcery, willpower)), enumerate(chances(willpower, force))
    ):
        net = made - against
        step = min(4, level + net // 2) if made and net > 0 else 0
        harm[BOXES[step]] += p * q
    cost: Counter[int] = Counter()
    botch = (1 / 6) ** sorcery
    for power, weight in ((force // 2, 1 - botch), (force // 2 + 2, botch)):
        for made, p in enumerate(chances(drain_dice, power)):
            cost[BOXES[max(0, level - made // 2)]] += weight * p
    return dict(harm), dict(cost)


@pytest.mark.parametrize(("force", "level"), [(6, "s"), (4, "m"), (5, "d"), (3, "l")])
def test_odds_of_a_manabolt_are_those_of_an_own_count(force: int, level: str) -> None:
    encounter = Encounter("", "sr3", combatants=plain_cast())
    words = (f"force={force}", f"level={level}", "spell-pool=2", "drain-pool=1")
    odds = exact_odds(encounter, "gus", words=words, weapon="bolt")
    number = "lmsd".index(level) + 1
    harm, cost = expected_of_manabolt(8, 3, force, number, 7)
    found = {boxes: float(p) for boxes, p in odds.total.damage.items()}
    risk = {boxes: float(p) for boxes, p in odds.total.risk.damage.items()}
    assert found == pytest.approx({boxes: p for boxes, p in harm.items() if p})
    assert risk == pytest.approx({boxes: p for boxes, p in cost.items() if p})


def exact_odds(encounter: Encounter, *targets: str, words: tuple[str, ...], weapon: str) -> Odds:
    options = Options(weapon=weapon, words=words)
    intent = Attack("kes", targets, options=options)
    search = Search(
        ruleset,
        encounter,
        intent,
        lambda dice: typed_dice_for_odds((), dice, ruleset.WORDS, encounter.names()),
    )
    return search.odds()


@pytest.mark.parametrize("defending", [1, 3])
def test_odds_count_spell_defense_before_the_resistance(defending: int) -> None:
    fight = {"combatants": {"rune": {"spell_defense": {"sorcery": 4, "protects": ["gus"]}}}}
    cast = plain_cast() | {"rune": {"magic": 5, "skills": {"sorcery": 4}}}
    encounter = Encounter("", "sr3", combatants=cast, fight=fight)
    words = ("force=4", "level=m", f"spell-defense=rune:{defending}")
    odds = exact_odds(encounter, "gus", words=words, weapon="bolt")
    harm: Counter[int] = Counter()
    for (made, p), (off, q), (against, r) in product(
        enumerate(chances(6, 3)), enumerate(chances(defending, 4)), enumerate(chances(3, 4))
    ):
        left = max(0, made - off)
        net = left - against
        harm[BOXES[min(4, 2 + net // 2) if left and net > 0 else 0]] += p * q * r
    found = {boxes: float(p) for boxes, p in odds.total.damage.items()}
    assert found == pytest.approx({boxes: p for boxes, p in harm.items() if p})


def test_odds_of_two_in_an_area_are_read_from_the_same_dice() -> None:
    ball = {"force": 4, "category": "combat", "kind": "mana", "area": True, "drain": "(level+1)"}
    cast = plain_cast() | {"zed": {"willpower": 4}}
    cast["kes"]["spells"]["ball"] = ball
    encounter = Encounter("", "sr3", combatants=cast)
    words = ("level=m", "sorcery=3")
    odds = exact_odds(encounter, "gus", "zed", words=words, weapon="ball")
    both: Counter[int] = Counter()
    against = [chances(3, 4), chances(4, 4)]
    for faces in product(range(1, 7), repeat=3):
        hits = [sum(face >= tn for face in faces) for tn in (3, 4)]
        for (one, p), (other, q) in product(*map(enumerate, against)):
            nets = [hits[0] - one, hits[1] - other]
            boxes = sum(
                BOXES[min(4, 2 + net // 2)]
                for hit, net in zip(hits, nets, strict=True)
                if hit and net > 0
            )
            both[boxes] += p * q / 216
    found = {boxes: float(p) for boxes, p in odds.total.damage.items()}
    assert found == pytest.approx({boxes: p for boxes, p in both.items() if p})


def plain_cast() -> dict[str, Any]:
    bolt = {"force": 6, "category": "combat", "kind": "mana", "drain": "(level)"}
    kes = {"intelligence": 5, "willpower": 6, "magic": 6, "skills": {"sorcery": 6}}
    return {"kes": {**kes, "spells": {"bolt": bolt}}, "gus": {"willpower": 3}}


def test_odds_of_an_area_have_a_block_for_each_target_and_one_drain(
    type_line: Type, mages: str
) -> None:
    line = ["odds", "kes", "gus", "zed", "--weapon", "fireball", "--with", "level=m", "--json"]
    told = type_line(["-f", mages, *line])
    assert told.status == 0, told.out
    assert [block["target"] for block in told.doc["attacks"]] == ["gus", "zed"]
    assert told.doc["attacks"][0]["risk"]["damage"]["mean"] == 0
    assert told.doc["attacks"][1]["risk"] == told.doc["total"]["risk"]
    risk = told.doc["total"]["risk"]
    assert told.doc["drain"] == {**risk["damage"], "down": risk["down"]}
    plain = type_line(["-f", mages, "odds", "kes", "gus", "--json"])
    assert "drain" not in plain.doc
    assert sum(told.doc["damage"]["distribution"].values()) == pytest.approx(1)


def test_odds_are_asked_for_a_whole_phase(type_line: Type, mages: str) -> None:
    assert type_line(["-f", mages, "roll-init", "--roll", "kes=6", "--seed", "1"]).status == 0
    assert type_line(["-f", mages, "set", "fight", "acting=kes"]).status == 0
    line = ["kes", "gus", "--weapon", "manabolt", "--with", "level=l"]
    assert type_line(["-f", mages, "attack", *line, "--seed", "2"]).status == 0
    told = type_line(["-f", mages, "odds", *line, "--json"])
    assert told.status == 0, told.out
    assert told.doc["roll"]["dice"] == 6


# --- what a session offers ---


def lines_of(type_line: Type, *words: str) -> list[str]:
    told = type_line([*words, "--json"])
    assert told.status == 0, told.out
    return [one["line"] for one in told.doc["choices"]]


def test_what_offers_spells_with_each_level(type_line: Type, mages: str) -> None:
    lines = lines_of(type_line, "-f", mages, "what", "kes")
    for level in "lmsd":
        assert f"attack kes gus --weapon manabolt --with level={level}" in lines


def test_a_spell_and_its_level_may_be_typed_bare(type_line: Type, mages: str) -> None:
    told = type_line(
        ["-f", mages, "attack", "kes", "gus", "manabolt", "level=m", "--seed", "1", "--json"]
    )
    assert told.status == 0, told.out
    assert (told.doc["weapon"], told.doc["spell"]["level"]) == ("manabolt", "M")


def test_why_names_the_rows_of_drain(type_line: Type, mages: str) -> None:
    line = ["attack", "kes", "gus", "--weapon", "manabolt", "--with", "level=m", "--seed", "1"]
    assert type_line(["-f", mages, *line]).status == 0
    told = type_line(["-f", mages, "why"])
    for row in ("SRX-005", "SRX-007", "SRX-009", "SRX-033", "SRX-035"):
        assert row in told.out


def test_spell_pool_dice_are_offered_at_the_cast_and_at_the_drain() -> None:
    encounter = Encounter("", "sr3", combatants=plain_cast())
    offers = {}

    def question(ask: Ask, problem: str) -> str:
        assert not problem
        offers[ask.name] = ask.offer
        return ""

    for words in (("level=m",), ("level=m", "spell-pool=2", "drain-pool=1")):
        offers.clear()
        options = Options(weapon="bolt", words=words)
        dice = AskedDice(RandomDice(1), lambda ask: True, question)
        ruleset.resolve(Draft(encounter), Attack("kes", ("gus",), options=options), dice)
        found = {name: offer and (offer.word, offer.most) for name, offer in offers.items()}
        if len(words) == 1:
            assert found["cast"] == ("spell-pool", 5)
            assert found["drain"] == ("drain-pool", 5)
        else:
            assert (found["cast"], found["drain"]) == (None, None)


def test_drain_counts_as_damage_taken_that_nobody_dealt(type_line: Type, mages: str) -> None:
    line = ["attack", "kes", "gus", "--weapon", "manabolt", "--with", "level=s"]
    dice = ["--roll", "cast=6,6,6,1,1,1", "--roll", "resist=1,1,1", "--roll", "drain=1,1,1,1,1,1"]
    assert type_line(["-f", mages, *line, *dice]).status == 0
    told = type_line(["-f", mages, "stats", "--json"]).doc["combatants"]
    assert (told["kes"]["damage_taken"], told["kes"]["damage_dealt"]) == (6, 10)
    assert told["gus"]["damage_dealt"] == 0


# --- undo, amend, save ---


def shown(type_line: Type, file: str, who: str) -> dict[str, Any]:
    found: dict[str, Any] = type_line(["-f", file, "show", who, "--json"]).doc
    return found


def test_a_spell_is_undone_redone_and_kept_by_save(type_line: Type, mages: str) -> None:
    before = shown(type_line, mages, "kes"), shown(type_line, mages, "gus")
    line = ["attack", "kes", "gus", "--weapon", "powerbolt", "--with", "level=s"]
    words = ["--with", "spell-pool=3", "--seed", "3"]
    assert type_line(["-f", mages, *line, *words]).status == 0
    after = shown(type_line, mages, "kes"), shown(type_line, mages, "gus")
    assert after != before
    assert type_line(["-f", mages, "undo"]).status == 0
    assert (shown(type_line, mages, "kes"), shown(type_line, mages, "gus")) == before
    assert type_line(["-f", mages, "redo"]).status == 0
    assert type_line(["-f", mages, "save", "again.yaml"]).status == 0
    again = shown(type_line, "again.yaml", "kes"), shown(type_line, "again.yaml", "gus")
    assert again == after


def test_an_amended_spell_keeps_its_dice(type_line: Type, mages: str) -> None:
    line = ["attack", "kes", "gus", "--weapon", "manabolt", "--with", "level=m"]
    dice = ["--roll", "cast=6,6,3,2,1,1", "--roll", "resist=1,1,1", "--roll", "drain=6,6,6,6,6,6"]
    assert type_line(["-f", mages, *line, *dice]).status == 0
    assert shown(type_line, mages, "gus")["track"]["physical"]["filled"] == 6
    told = type_line(["-f", mages, "amend", "2", "--with", "level=s", "--json"])
    assert told.status == 0, told.out
    assert shown(type_line, mages, "gus")["track"]["physical"]["filled"] == 10
    assert told.doc["new_rolls"] == []


def test_a_friend_in_the_area_is_told(type_line: Type, mages: str) -> None:
    assert type_line(["-f", mages, "set", "zed", "side=pc"]).status == 0
    line = ["attack", "kes", "gus", "zed", "--weapon", "fireball", "--with", "level=m"]
    told = type_line(["-f", mages, *line, "--seed", "1", "--json"])
    assert told.doc["friendly_fire"] == [{"attacker": "kes", "target": "zed"}]


def test_a_word_of_a_gun_is_refused_for_a_spell_and_one_of_a_spell_for_a_gun(
    type_line: Type, mages: str
) -> None:
    told = type_line(
        ["-f", mages, "attack", "kes", "gus", "--weapon", "manabolt", "--with", "mode=ss"]
    )
    assert told.status == 1
    assert "mode is not for a spell" in told.err
    told = type_line(["-f", mages, "attack", "kes", "gus", "--with", "level=m"])
    assert told.status == 1
    assert "level is for spells" in told.err


# --- spells that last ---


@pytest.fixture
def shielded(type_line: Type) -> str:
    """Kes sustains a shield on Zed, which is an effect of the GM's own."""
    data = fight_of(effects={"shield": {"change": {"armor": 3}}})
    data["combatants"]["kes"]["spells"] = {
        "shield": {
            "force": 4,
            "category": "manipulation",
            "kind": "physical",
            "target": 6,
            "duration": "sustained",
            "drain": "(L)",
            "effect": "shield",
        }
    }
    Path("shield.yaml").write_text(yaml.safe_dump(data), encoding="utf-8")
    dice = ["--roll", "cast=6,1,1,1,1,1", "--roll", "drain=6,6,6,6,6,6"]
    line = ["-f", "shield.yaml", "act", "kes", "cast", "shield", "zed", *dice]
    assert type_line(line).status == 0
    assert shown(type_line, "shield.yaml", "zed")["armor"]["impact"] == 3
    return "shield.yaml"


@pytest.mark.parametrize(
    "line",
    [
        ["act", "kes", "drop-spell", "shield"],
        ["damage", "kes", "10", "--type", "stun"],
        ["leave", "kes"],
        ["end"],
    ],
)
def test_what_a_spell_does_to_its_target_ends_with_the_spell(
    type_line: Type, shielded: str, line: list[str]
) -> None:
    """SRX-038, SRX-041."""
    assert type_line(["-f", shielded, *line]).status == 0
    assert shown(type_line, shielded, "zed")["armor"]["impact"] == 0
    assert shown(type_line, shielded, "kes")["sustained"] == []
    assert type_line(["-f", shielded, "undo"]).status == 0
    assert shown(type_line, shielded, "zed")["armor"]["impact"] == 3


def test_a_spell_on_somebody_who_is_removed_is_over(type_line: Type, shielded: str) -> None:
    assert type_line(["-f", shielded, "remove", "zed"]).status == 0
    assert shown(type_line, shielded, "kes")["sustained"] == []


def test_a_mage_who_comes_from_another_fight_brings_what_the_spells_do(
    type_line: Type, shielded: str
) -> None:
    other = {"gmtrack": 1, "name": "Other", "ruleset": "sr3", "combatants": {"bob": {}}}
    Path("other.yaml").write_text(yaml.safe_dump(other), encoding="utf-8")
    line = ["-f", "other.yaml", "add", "kes", "--from", f"{shielded}:kes"]
    told = type_line(line)
    assert told.status == 0, told.err
    assert type_line(["validate", "other.yaml"]).status == 0
    dice = ["--roll", "cast=6,1,1,1,1,1", "--roll", "drain=6,6,6,6,6,6"]
    assert type_line(["-f", "other.yaml", "act", "kes", "cast", "shield", "bob", *dice]).status == 0
    assert shown(type_line, "other.yaml", "bob")["armor"]["impact"] == 3


def test_the_board_says_who_sustains_what(type_line: Type, shielded: str) -> None:
    told = type_line(["-f", shielded, "board"])
    assert "sustains shield on zed" in told.out


def test_an_effect_that_is_ended_by_hand_takes_nothing_with_the_spell(
    type_line: Type, shielded: str
) -> None:
    assert type_line(["-f", shielded, "effect", "zed", "shield", "--end"]).status == 0
    assert type_line(["-f", shielded, "act", "kes", "drop-spell"]).status == 0


def test_areas_that_last_are_refused(type_line: Type, shielded: str) -> None:
    assert type_line(["-f", shielded, "set", "kes", "spells.shield.area=true"]).status == 0
    told = type_line(["-f", shielded, "act", "kes", "cast", "shield", "zed"])
    assert told.status == 1
    assert "areas that last are up to the GM" in told.err


# --- simulated magicians ---


def duel(**kes: Any) -> dict[str, Any]:
    data = fight_of()
    pistol = {"skill": "pistols", "power": 6, "level": "L", "ranges": [5, 20, 40, 60]}
    mage = data["combatants"]["kes"]
    mage |= {"skills": {"sorcery": 6, "pistols": 2}, "weapons": {"pistol": pistol}, **kes}
    foe = {"body": 4, "strength": 4, "skills": {"pistols": 4}, "weapons": {"pistol": pistol}}
    data["combatants"] |= {"gus": foe, "zed": foe}
    # Nothing in a file is shared.
    return cast("dict[str, Any]", json.loads(json.dumps(data)))


def best_attack(data: dict[str, Any], *sensible: str) -> Attack:
    """What Kes does when she would shoot at Gus, as those who are sensible choose."""
    encounter = Encounter("", "sr3", combatants=data["combatants"])
    player = complete(import_module(ruleset.PLAYED))
    sense = Sense(ruleset, player, encounter, sensible, {})
    options = Options(weapon="pistol", words=("range=10",))
    usual = Attack("kes", ("gus",), options=options)
    return cast("Attack", [*sense.options.chosen(Draft(encounter), usual), usual][0])


BOLT = {"force": 6, "category": "combat", "kind": "mana", "drain": "(level)"}


def test_a_sensible_mage_casts_instead_of_shooting() -> None:
    chosen = best_attack(duel(spells={"bolt": BOLT}), "kes")
    assert chosen.options.weapon == "bolt"
    assert best_attack(duel(spells={"bolt": BOLT})).options.weapon == "pistol"


@pytest.mark.parametrize(
    ("drain", "level"), [("-3(level-3)", "level=d"), ("+4(level+1)", "level=l")]
)
def test_the_level_is_weighed_against_the_drain(drain: str, level: str) -> None:
    chosen = best_attack(duel(spells={"bolt": {**BOLT, "drain": drain}}), "kes")
    assert chosen.options.weapon == "bolt"
    assert [word for word in chosen.options.words if word.startswith("level")][-1] == level


@pytest.mark.parametrize(("drain", "force"), [("-3(level-3)", "force=6"), ("+2(level)", "force=5")])
def test_the_force_is_weighed_against_the_drain(drain: str, force: str) -> None:
    """Nobody casts above their magic, where drain is physical."""
    spells = {"bolt": {**BOLT, "force": 9, "drain": drain}}
    chosen = best_attack(duel(spell_pool=2, spells=spells), "kes")
    assert [word for word in chosen.options.words if word.startswith("force")] == [force]


def test_a_mage_who_would_faint_of_it_shoots() -> None:
    """The worth of a spell is what it does less its drain."""
    curse = {"curse": {"force": 2, "category": "combat", "kind": "mana", "drain": "+9(D)"}}
    assert best_attack(duel(spells=curse), "kes").options.weapon == "pistol"


def test_areas_and_healing_are_no_ways_to_attack_one_foe() -> None:
    """They are weighed in tests/simulation/test_mages.py."""
    spells = {name: shipped("sr3", "spells")[name] for name in ("fireball", "heal")}
    for spell in spells.values():
        del spell["about"], spell["source"]
    assert best_attack(duel(spells=spells), "kes").options.weapon == "pistol"


def test_a_simulation_tells_whether_a_mage_casts_or_shoots(type_line: Type) -> None:
    """Twelve fights are enough if two fifths more of them are won; otherwise forty are played, of
    which a fifth must be."""
    Path("duel.yaml").write_text(yaml.safe_dump(duel(spells={"bolt": BOLT})), encoding="utf-8")

    def won(tactics: str, fights: int) -> float:
        line = ["-f", "duel.yaml", "simulate", "--fights", str(fights), "--seed", "1"]
        told = type_line([*line, "--jobs", "1", "--tactics", f"pc={tactics}", "--json"])
        assert told.status == 0, told.out
        share = told.doc["won"]["pc"]
        assert isinstance(share, float)
        return share

    if won("sensible", 12) - won("plain", 12) <= 0.4:
        assert won("sensible", 40) > won("plain", 40) + 0.2


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("attack gus kes --weapon manabolt --with level=m", "gus has no weapon 'manabolt'"),
        (
            "attack kes gus --weapon manabold --with level=m",
            "kes has no weapon or spell 'manabold'; did you mean 'manabolt'?",
        ),
        ("attack kes gus --weapon unarmed --with level=m", "level is for spells: leave it out"),
    ],
)
def test_a_word_for_spells_does_not_hide_that_the_spell_is_unknown(
    type_line: Type, mages: str, line: str, message: str
) -> None:
    told = type_line(["-f", mages, *line.split()])
    assert message in told.err
