"""Effects of the GM's own in Swan Song: what no number by hand reaches, what comes with gear and
time, and what stands above a maximum afterwards (ALL-OWN-01 to ALL-OWN-09)."""

from typing import Any

import pytest

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.core.intents import Define
from gmtrack.dice.sources import RandomDice, TableDice
from gmtrack.errors import Refusal

from .. import odds_play
from .book import BOOK, CORE

HIT = "attack mira bob --weapon pistol --defense none --mod=30 --seed 4"
BLADE = {"kind": "melee", "skill": "blades", "dv": "STR+2"}


def fight(effects: dict[str, Any], lines: str = "", **changes: dict[str, Any]) -> Encounter:
    """Three of the cast with definitions; `changes` of their sheets; the lines of before."""
    cast = {who: {**BOOK.cast[who], **changes.get(who, {})} for who in ("joe", "bob", "mira")}
    doc = {
        "gmtrack": 1, "name": "own", "ruleset": "swan-song", "effects": effects,
        "scene": {"barriers": {"corpse": {"body_of": "joe"}}}, "combatants": cast,
    }  # fmt: skip
    encounter = CORE.encounter(doc)
    for line in filter(None, lines.split("; ")):
        played(encounter, line)
    return encounter


def played(encounter: Encounter, line: str) -> dict[str, Any]:
    report, _ = CORE.resolved(encounter, line.split(), seed=4)
    return report.to_json()


def pools(encounter: Encounter, line: str) -> dict[str, int]:
    """The dice of each roll of a line."""
    doc = played(encounter, line)
    blocks = [doc, *doc.get("attacks", ())]
    return {roll["name"]: roll["pool"] for block in blocks for roll in block["rolls"]}


def live(encounter: Encounter, who: str) -> dict[str, Any]:
    found: dict[str, Any] = encounter.fight["combatants"][who]
    return found


@pytest.mark.parametrize(
    ("roll", "words"),
    [
        ("soak", ""),
        ("stun", "--called gut"),
        ("nausea", "--called gut"),
        ("buckle", "--called genitals"),
        ("knockdown", "--called hip"),
        ("fatigue", "--called sternum"),
        ("barrier", "--with barrier=corpse --with concealed"),
    ],
)
def test_rolls_that_no_option_reaches(roll: str, words: str) -> None:
    """ALL-OWN-01"""
    who = "joe" if roll == "barrier" else "bob"
    line = f"{HIT} {words}"
    if roll == "barrier":
        line = line.replace("pistol", "club")
    club = {"club": {"kind": "thrown", "skill": "clubs", "dv": "9"}}
    gear = {"weapons": {**BOOK.cast["mira"]["weapons"], **club}, "held": {"right": "club"}}
    mira = gear if roll == "barrier" else {}

    def dice(**changes: Any) -> int:
        rows = [{"roll": roll, **changes}]
        effects = {"own": {"rolls": rows}} if changes else {}
        always = {who: {"always": ["own"]}} if changes else {}
        return pools(fight(effects, mira=mira, **always), line)[roll]

    plain = dice()
    assert plain > 0
    assert dice(by=2) == plain + 2
    assert dice(by=-99) == 0
    assert dice(by=2, when={"against": "mira", "kind": "ranged"}) == plain + 2
    assert dice(by=2, when={"against": "joe"}) == plain
    assert dice(by=2, when={"kind": "melee"}) == plain


def test_the_minimum_comes_after_and_the_split_too() -> None:
    """ALL-OWN-01, SS-TEST-07, SS-MULTI-03"""
    own = {"own": {"rolls": [{"roll": "attack", "by": 2}]}}
    encounter = fight(own, joe={"always": ["own"]})
    line = "attack joe bob --weapon pistol --defense none"
    assert pools(encounter, f"{line} --mod=-11") == {"attack": 0}
    assert pools(encounter, f"{line} --mod=-9")["attack"] == 1
    both = "attack joe bob mira --weapon pistol --defense none"
    shared = pools(encounter, both)
    assert (shared["attack"], shared["attack_2"]) == (5, 5)


@pytest.mark.parametrize(
    ("when", "line", "counts"),
    [
        ({"kind": "melee"}, "attack joe bob --weapon knife", True),
        ({"kind": "melee"}, "attack joe bob --weapon pistol", False),
        ({"weapon": "pistol", "against": "foe"}, "attack joe bob --weapon pistol", True),
        ({"against": "pc"}, "attack joe bob --weapon pistol", False),
        ({"called": True}, "attack joe bob --weapon pistol --called neck", True),
        ({"called": "eye"}, "attack joe bob --weapon pistol --called right-eye", True),
        ({"called": "left-eye"}, "attack joe bob --weapon pistol --called right-eye", False),
        ({"skill": "unarmed-combat"}, "attack joe bob --weapon fist", True),
    ],
)
def test_in_which_attacks(when: dict[str, Any], line: str, counts: bool) -> None:
    """ALL-OWN-01"""
    own = {"own": {"rolls": [{"roll": "attack", "by": 3, "when": when}]}}
    here = pools(fight(own, joe={"always": ["own"]}), f"{line} --mod=30")["attack"]
    assert here - pools(fight({}), f"{line} --mod=30")["attack"] == 3 * counts


def test_the_odds_are_those_of_the_option() -> None:
    """ALL-OWN-01"""
    own = {"own": {"rolls": [{"roll": "attack", "by": 2}]}}
    line = "attack joe bob --weapon pistol"
    effect = odds_play.searching("swan_song", fight(own, joe={"always": ["own"]}), line.split())
    typed = odds_play.searching("swan_song", fight({}), [*line.split(), "--mod=+2"])
    assert effect.odds() == typed.odds()


def test_armor_is_a_delta_on_the_total() -> None:
    """ALL-OWN-02"""
    vest = {"armor": [{"name": "vest", "rating": 5}], "armor_value": None}
    for sheet, value in (({}, 6), (vest, 7)):
        encounter = fight({"plates": {"change": {"armor": 2}}}, bob={**sheet, "always": ["plates"]})
        assert CORE.ruleset.show(encounter, "bob").doc["armor"]["value"] == value


def test_what_is_in_hand_or_worn_counts_as_long_as_it_is() -> None:
    """ALL-OWN-09: and the Score follows."""
    effects = {
        "quick": {"change": {"reaction": 2}},
        "claws": {"change": {"body": 1}},
        "suit": {"change": {"agility": 1}},
    }
    sheet = {
        "weapons": {"saber": {**BLADE, "effect": "quick"}, "claw": CLAW, "gun": GUN},
        "armor": [{"name": "a", "rating": 1, "effect": "suit"}, OFF],
        "held": {},
    }
    encounter = fight(effects, "roll-init", joe=sheet)

    def numbers() -> tuple[int, ...]:
        who = CORE.ruleset.Scene(Draft(encounter)).fighter("joe")  # type: ignore[attr-defined]
        return tuple(who.attribute(name) for name in ("reaction", "body", "agility"))

    assert numbers() == (3, 4, 5)
    before = live(encounter, "joe")["score"]
    played(encounter, "act joe ready-weapon saber --force")
    assert numbers() == (5, 4, 5)
    assert live(encounter, "joe")["score"] == before + 2
    played(encounter, "act joe drop-item --force")
    assert numbers() == (3, 4, 5)
    assert live(encounter, "joe")["score"] == before


CLAW = {"kind": "unarmed", "dv": "STR", "effect": "claws"}
GUN = {"kind": "ranged", "skill": "pistols", "dv": 6, "effect": "quick"}
OFF = {"name": "b", "rating": 1, "effect": "quick", "worn": False}


def test_rounds_are_counted_at_the_round_end_after_what_comes_then() -> None:
    """ALL-OWN-03, ALL-OWN-04, ALL-OWN-05"""
    effects = {
        "burn": {
            "lasts": "2 rounds", "then": "ash", "each": {"at": "round-end", "damage": 1},
        },
        "ash": {"lasts": "2 rounds"},
    }  # fmt: skip
    encounter = fight(effects, "roll-init; effect bob burn; roll-init --force")
    assert live(encounter, "bob")["own_effects"] == [{"effect": "burn", "rounds": 1}]
    assert live(encounter, "bob")["pools"]["flesh"] == 9
    played(encounter, "roll-init --force")
    assert live(encounter, "bob")["own_effects"] == [{"effect": "ash", "rounds": 2}]
    assert live(encounter, "bob")["pools"]["flesh"] == 8


def test_the_round_in_which_one_comes_counts_as_the_house_says() -> None:
    """R-EFF-2, ALL-OWN-03"""
    encounter = fight({"burn": {"lasts": "2 rounds"}})
    encounter.house_rules["duration_counts"] = "full_rounds"
    for line in ("roll-init", "effect bob burn", "effect bob burn", "roll-init --force"):
        played(encounter, line)
    assert live(encounter, "bob")["own_effects"] == [{"effect": "burn", "rounds": 2}]
    played(encounter, "roll-init --force")
    assert live(encounter, "bob")["own_effects"] == [{"effect": "burn", "rounds": 1}]


def test_dice_of_initiative_go_with_the_turn_and_can_be_typed() -> None:
    """ALL-OWN-02, ALL-OWN-03"""
    effects = {"rush": {"lasts": "turn", "change": {"initiative_dice": 1}}}
    encounter = fight(effects, "roll-init --roll initiative.joe=6 --roll initiative.mira=1")
    doc = played(encounter, "effect joe rush --roll init_gain=5")
    assert doc["rolls"][0]["total"] == 5
    acting = encounter.fight["active"]
    assert acting == "joe"
    doc = played(encounter, "next --roll init_loss=3")
    assert [roll["total"] for roll in doc["rolls"]] == [3]


def test_the_end_of_the_fight_and_an_hour_of_rest() -> None:
    """ALL-OWN-03, ALL-REST-07"""
    effects = {"rally": {"lasts": "fight"}, "drug": {"lasts": "901 rounds"}, "mark": {}}
    lines = "roll-init; effect joe rally; effect joe drug; effect joe mark; end"
    encounter = fight(effects, lines)
    left = [one["effect"] for one in live(encounter, "joe")["own_effects"]]
    assert left == ["drug", "mark"]
    played(encounter, "rest joe hour")
    assert live(encounter, "joe")["own_effects"][0] == {"effect": "drug", "rounds": 180}
    played(encounter, "act joe rest")
    assert live(encounter, "joe")["own_effects"] == [{"effect": "mark"}]


@pytest.mark.parametrize("word", ["parry", "full", "full+dodge", "standard"])
def test_a_defense_that_is_forbidden(word: str) -> None:
    """ALL-OWN-07"""
    encounter = fight({"pinned": {"forbids": [word]}}, joe={"always": ["pinned"]})
    line = f"attack bob joe --weapon fist --defense {word}"
    with pytest.raises(Refusal) as refused:
        played(encounter, line)
    assert refused.value.kind == "forbidden"
    played(encounter, f"{line} --force")
    played(encounter, "attack bob joe --weapon fist --defense none")


TRACKS = {"flesh_max": 4, "strain_threshold": 4, "shield_max": 3, "karma": 2}


def tracks(encounter: Encounter, who: str) -> tuple[int, int, int, int]:
    """What is left of flesh and shield, the strain, and the karma."""
    shown = CORE.ruleset.show(encounter, who).doc
    pools = shown["pools"]
    return (
        pools["flesh"]["now"], pools["shield"]["now"], shown["track"]["strain"]["now"],
        shown["karma"],
    )  # fmt: skip


def test_when_a_maximum_changes_what_is_gone_stays_gone() -> None:
    """ALL-OWN-02, R-DMG-10"""
    hurt = (
        "damage mira 4; damage mira 5 --pool flesh; set mira karma=1; damage mira 3 --type strain"
    )
    encounter = fight({"rage": {"change": TRACKS}}, hurt)
    assert tracks(encounter, "mira") == (5, 2, 3, 1)
    played(encounter, "effect mira rage")
    assert tracks(encounter, "mira") == (9, 5, 3, 3)
    assert CORE.ruleset.show(encounter, "mira").doc["wound_modifier"] == 0
    played(encounter, "effect mira rage --end")
    assert tracks(encounter, "mira") == (5, 2, 3, 1)


def test_a_maximum_that_is_set_moves_what_is_left_unless_that_is_set_too() -> None:
    """R-DMG-10"""
    encounter = fight({}, "damage joe 4 --pool flesh; set joe body=7")
    assert CORE.ruleset.show(encounter, "joe").doc["pools"]["flesh"] == {"max": 12, "now": 8}
    played(encounter, "set joe body=3 pools.flesh=2")
    assert CORE.ruleset.show(encounter, "joe").doc["pools"]["flesh"] == {"max": 10, "now": 2}


def test_a_maximum_that_shrinks_takes_nobody_down_by_itself() -> None:
    """R-DMG-10: the last pool keeps 1 point, the others 0, and the strain stays below its
    threshold."""
    spent = "damage mira 13 --pool flesh; damage mira 8 --pool shield; damage mira 12 --pool strain"
    encounter = fight({"rage": {"change": TRACKS}}, f"effect mira rage; {spent}; set mira karma=0")
    assert CORE.ruleset.show(encounter, "mira").doc["status"] == "up"
    played(encounter, "effect mira rage --end")
    assert tracks(encounter, "mira") == (1, 0, 9, 0)
    assert CORE.ruleset.show(encounter, "mira").doc["status"] == "up"
    assert not list(CORE.ruleset.check(encounter))


def test_a_definition_that_is_changed_brings_about_what_set_would() -> None:
    """ALL-OWN-02, R-DMG-10"""
    lines = "roll-init; effect mira rage; damage mira 4 --pool flesh"
    encounter = fight({"rage": {"change": TRACKS}}, lines)
    score = live(encounter, "mira")["score"]
    draft = Draft(encounter)
    other = {"rage": {"change": {"flesh_max": 8, "reaction": 2}}}
    CORE.ruleset.resolve(
        draft, Define(other), TableDice({}, RandomDice(1), CORE.ruleset.WORDS.dice)
    )
    assert CORE.ruleset.show(encounter, "mira").doc["pools"]["flesh"] == {"max": 18, "now": 14}
    assert live(encounter, "mira")["score"] == score + 2


def test_a_maximum_below_what_is_left_can_be_set() -> None:
    """R-DMG-10"""
    encounter = fight({}, "damage joe 1 --pool flesh; damage joe 8 --pool strain")
    encounter.effects.clear()
    played(encounter, "set joe flesh_max=5 strain_threshold=6")
    shown = CORE.ruleset.show(encounter, "joe").doc
    assert shown["pools"]["flesh"] == {"max": 5, "now": 4}
    assert (shown["track"]["strain"], shown["status"]) == ({"max": 6, "now": 5}, "up")


def test_who_is_down_already_loses_no_more_when_a_maximum_shrinks() -> None:
    """R-DMG-10"""
    down = "damage mira 15 --pool flesh; damage mira 14 --pool strain"
    encounter = fight({"rage": {"change": TRACKS}}, f"effect mira rage; {down}")
    assert tracks(encounter, "mira")[::2] == (-1, 14)
    played(encounter, "effect mira rage --end")
    assert tracks(encounter, "mira")[::2] == (-1, 10)


def test_what_an_effect_brings_goes_with_it_and_what_a_hit_has_brought_stays() -> None:
    """ALL-OWN-06"""
    encounter = fight({"gas": {"brings": ["blinded", "leak", "prone"]}}, "effect bob gas")
    assert [one["effect"] for one in live(encounter, "bob")["effects"]] == ["blinded"]
    assert live(encounter, "bob")["prone"]
    eye = {"effect": "blinded", "source": "mira", "location": "right-eye", "until": "manual"}
    live(encounter, "bob")["effects"] += [eye]
    played(encounter, "effect bob gas --end")
    assert live(encounter, "bob")["effects"] == [eye]
    assert not live(encounter, "bob")["prone"]


def test_no_place_goes_with_one() -> None:
    encounter = fight({"gas": {}})
    with pytest.raises(Refusal, match="--location"):
        played(encounter, "effect bob gas --location neck")


def test_the_board_sees_what_an_effect_does_to_who_carries_the_body() -> None:
    """ALL-OWN-02, SS-BAR-31"""
    lines = "act joe carry-body bob --force; set joe score=5; set bob score=5"
    encounter = fight({"swollen": {"change": {"body": 1}}}, lines)

    def order() -> list[str]:
        return [row.id for row in CORE.ruleset.board(encounter).rows]

    assert order()[:2] == ["joe", "bob"]
    played(encounter, "effect bob swollen")
    assert order()[:2] == ["bob", "joe"]
