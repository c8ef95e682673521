"""Pages of a GM's own play their fights: which modifiers simulated people choose, what these cost,
and that odd pages break nothing."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest
import yaml

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.core.intents import Act, Attack
from gmtrack.rulesets.port import WantedAttack
from gmtrack.rulesets.registry import load
from gmtrack.rulesets.system_page.page.shapes import AttackShape
from gmtrack.rulesets.system_page.screens.moves import PagePlayer, RulesOfPage
from gmtrack.rulesets.system_page.screens.what_counts import may_harm_to_defend
from gmtrack.simulation.fight import Setup, Sides
from gmtrack.simulation.states import StateField, merge_fields
from gmtrack.simulation.work import Player
from gmtrack.store.opening import validate_file

from ..typing_in import doc, done, gmtrack, refused

MUSEUM = Path(__file__).parents[3] / "encounters" / "museum-break-in.yaml"
PAGE = """\
gmtrack: 1
kind: system
title: Own
sheet: {max_hp: 10, skill: 2, zero: 0}
weapon: {damage: {kind: dice, default: 1d6}}
tracks: {hp: max_hp, nerve: 4}
status: {down: {when: hp = 0, down: yes}}
damage: {track: hp}
initiative: {roll: d20}
attacks:
  strike:
    roll: d20 + skill
    against: 8
    bands: {hit: {when: total >= against, damage: weapon.damage}, miss: }
modifiers:
  reckless: {plus: -1, damage: 5, told: yes}
  lucky: {plus: 6, told: yes}
  grit: {plus: 6, told: yes, costs: {nerve: 2}}
"""
FIGHT: dict[str, Any] = {
    "gmtrack": 1,
    "name": "Own fight",
    "ruleset": "./own.yaml",
    "combatants": {
        "ann": {"side": "pc", "weapons": {"sword": {"damage": "1d6"}}},
        "bob": {"weapons": {"sword": {"damage": "1d6"}}},
    },
}


@pytest.fixture
def own(home: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Load a fight by a page of the GM's own; `page` is its text."""
    monkeypatch.chdir(home)

    def make(page: str = PAGE, **of_ann: Any) -> None:
        (home / "own.yaml").write_text(page)
        fight = json.loads(json.dumps(FIGHT))
        fight["combatants"]["ann"] |= of_ann
        (home / "own-fight.yaml").write_text(yaml.safe_dump(fight, sort_keys=False))
        done("load", "own-fight.yaml")

    return make


SIMULATE = "simulate --fights 4 --seed 1 --jobs 1"


def shown_lines() -> list[str]:
    """The lines of the typical fight."""
    shown = doc(f"{SIMULATE} --show typical --why")["fight"]["steps"]
    return [step["line"] for step in shown]


def test_a_trade_and_what_has_a_price_are_chosen_and_the_rest_is_not(
    own: Callable[..., None],
) -> None:
    own()
    lines = " ".join(shown_lines())
    assert "reckless" in lines
    assert "lucky" not in lines
    assert "grit" not in lines
    own(PAGE + "weighing: {nerve: 0}\n")
    assert "grit" in " ".join(shown_lines())


def test_what_a_modifier_costs_is_taken_and_refused_where_too_little_is_left(
    own: Callable[..., None],
) -> None:
    own()
    for left in (2, 0):
        done("attack ann bob --with grit --roll attack=1 --force")
        board = {one["id"]: one["tracks"]["nerve"]["now"] for one in doc("board")["order"]}
        assert board == {"ann": left, "bob": 4}
    assert "grit costs 2 nerve, and ann has 0 left" in refused("attack ann bob --with grit")


def test_a_price_may_be_typed_and_the_weighing_is_shown(own: Callable[..., None]) -> None:
    own()
    found = doc(f"{SIMULATE} --price nerve=0 --show typical --why")["fight"]["steps"]
    assert any("grit" in step["line"] for step in found)
    assert any(step.get("weighed") for step in found)
    assert "what has a price here is nerve" in refused(f"{SIMULATE} --price luck=1")


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("initiative: {roll: d20}\n", ""),
        ("damage: weapon.damage}, miss: }", "damage: weapon.damage / zero}, miss: }"),
        ("roll: d20 + skill", "roll: d20 / zero"),
        ("damage: {track: hp}\n", ""),
        ("status: {down: {when: hp = 0, down: yes}}\n", ""),
        ("status: {down: {when: hp = 0,", "status: {down: {when: 9 / hp > 9,"),
        ("costs: {nerve: 2}", "costs: {nerve: 0}"),
        ("initiative: {roll: d20}\n", "initiative: {roll: d20}\nturn: {budget: {half: 4}}\n"),
    ],
    ids=[
        "no turns",
        "division in damage",
        "division in the roll",
        "no damage",
        "nobody falls",
        "division in a status",
        "no price",
        "a longer turn",
    ],
)
def test_an_odd_page_breaks_no_simulation(own: Callable[..., None], text: str, other: str) -> None:
    assert text in PAGE
    page = PAGE.replace(text, other)
    if text.startswith("damage: {track"):
        page = page.replace(", damage: weapon.damage}", ", target: {add: {hp: -2}}}")
    own(page)
    answer = gmtrack(*f"{SIMULATE} --rounds 30 --json".split())
    assert answer.code in (0, 1)
    assert answer.out or answer.err


def test_who_has_no_weapon_does_nothing(own: Callable[..., None]) -> None:
    own(weapons={})
    assert doc(SIMULATE)["won"]["foe"] == 1.0


def test_dice_that_stand_on_sheets_are_weighed(own: Callable[..., None]) -> None:
    own(
        weapons={"stick": {"damage": "1"}, "gun": {"damage": "best(d6!, 2d4) + 3"}},
    )
    assert any("--weapon gun" in line for line in shown_lines())


def test_a_weapon_that_the_turn_has_no_room_for_is_not_weighed(
    own: Callable[..., None], home: Path
) -> None:
    slow = (
        "    bands: {hit: {when: total >= against, damage: weapon.damage}, miss: }\n"
        "  blow:\n    roll: d20\n    against: 8\n    costs: {slow: 1}\n"
        "    bands: {hit: {when: total >= against, damage: weapon.damage}, miss: }\n"
        "turn: {budget: {fast: 1, slow: 1}}\n"
    )
    page = PAGE.replace(PAGE.split("against: 8\n")[1].splitlines()[0] + "\n", slow)
    own(page, weapons={"sword": {"damage": "1d6"}, "axe": {"way": "blow", "damage": "2d8"}})
    encounter = validate_file(str(home / "own-fight.yaml"))[0]
    player = PagePlayer(cast("RulesOfPage", load(encounter.ruleset)))
    assert "spent" in player.MEANS
    draft = Draft(encounter)

    def weapons() -> list[str | None]:
        ways = player.other_weapons(draft, Attack("ann", ("bob",)))
        return [way.intent.options.weapon for way in ways]

    assert weapons() == ["axe"]
    draft.put(("fight", "combatants", "ann", "spent"), {"slow": 1})
    assert weapons() == []
    draft.put(("fight", "combatants", "ann", "spent"), {"fast": 1, "slow": 1})
    draft.put(("fight", "round"), 1)
    for weapon in (None, "axe"):
        assert [*player.next_intents(draft, "ann", [WantedAttack("bob", weapon)])] == []


def with_sense(encounter: Encounter) -> Setup:
    """Return a setup in which everybody has sense."""
    everybody = tuple(Sides(encounter).side_by_combatant)
    return Setup(encounter, 1, 50, {}, {}, "", {}, sensible=everybody)


TRICKS = (
    PAGE
    + """\
conditions:
  tangled: {help: Cannot attack., lasts: ended, stops: [attack]}
  sore: {help: Hurts.}
weighing: {sore: 2}
actions:
  net: {target: {put: [tangled]}}
  spit: {costs: {action: 0}, target: {put: [sore]}}
  burn: {target: {damage: 9}}
  wave: {target: {}}
"""
)


@pytest.mark.parametrize(
    ("of_ann", "has", "action"),
    [
        ({"weapons": {"twig": {"damage": "1"}}}, [], "burn"),
        ({"weapons": {"twig": {"damage": "1"}}, "max_hp": 99}, ["sore"], "burn"),
        ({"weapons": {"bomb": {"damage": "60"}}, "skill": 20}, [], "spit"),
        ({"weapons": {"bomb": {"damage": "60"}}, "skill": 20}, ["sore"], ""),
    ],
)
def test_an_action_on_a_foe_is_taken_where_it_is_worth_more_than_the_attack(
    own: Callable[..., None], home: Path, of_ann: dict[str, Any], has: list[str], action: str
) -> None:
    """What leaves the attack is taken besides it, and a condition that is there is none to put."""
    own(TRICKS, **of_ann)
    encounter = validate_file(str(home / "own-fight.yaml"))[0]
    fight = Player(with_sense(encounter)).fight(0)
    held = [{"effect": word} for word in has]
    fight._draft.put(("fight", "combatants", "bob", "own_effects"), held)
    found = next(fight._next_intents("ann"))
    if action:
        assert isinstance(found, Act)
        assert (found.action, found.args) == (action, ("bob",))
    else:
        assert isinstance(found, Attack)


def test_only_what_does_something_to_a_foe_is_offered(own: Callable[..., None], home: Path) -> None:
    own(TRICKS)
    encounter = validate_file(str(home / "own-fight.yaml"))[0]
    draft = Draft(encounter)
    player = PagePlayer(cast("RulesOfPage", load(encounter.ruleset)))

    def offered() -> dict[str, tuple[float, float]]:
        holds = player.possible_holds(draft, "ann", ["bob"])
        return {one.way.intent.action: (one.boxes, one.binds) for one in holds}

    assert offered() == {"net": (0.0, 3.0), "spit": (2.0, 0.0), "burn": (9.0, 0.0)}
    draft.put(("fight", "combatants", "bob", "own_effects"), [{"effect": "tangled"}])
    assert "net" not in offered()


def player_of(page: str) -> PagePlayer:
    """The player of a ready-made page."""
    return PagePlayer(cast("RulesOfPage", load(page)))


def ways_of(page: str) -> list[AttackShape]:
    """The ways to attack of a ready-made page."""
    return [*cast("RulesOfPage", load(page)).page.attacks.values()]


def test_conditions_count_only_for_the_side_whose_rolls_read_them() -> None:
    player = player_of("percentile")
    assert player.STRIKING == {}
    assert player.STRUCK["own_effects"] == ("prone", "off-balance")


@pytest.mark.parametrize(("parry", "tried"), [(60, set()), (61, {("parry",)})])
def test_a_defense_that_cannot_be_better_is_not_tried(
    parry: int, tried: set[tuple[str, ...]]
) -> None:
    encounter = validate_file(str(MUSEUM))[0]
    encounter.combatants["nell"]["parry"] = parry
    attack = Attack("guard", ("nell",))
    ways = player_of("percentile").defended_attacks(Draft(encounter), attack)
    assert {way.intent.options.defense for way in ways} == tried


def test_no_defense_is_tried_only_where_defending_may_do_harm() -> None:
    assert all(map(may_harm_to_defend, ways_of("fudge")))
    assert not any(map(may_harm_to_defend, ways_of("percentile")))


def test_fields_of_both_sides_are_one_field_with_the_steps_of_both() -> None:
    path = ("own_effects",)
    fields = [StateField(path, ("prone",)), StateField(path, ("blind", "prone"))]
    assert merge_fields(fields) == [StateField(path, ("prone", "blind"))]
    assert merge_fields([*fields, StateField(path, ())]) == [StateField(path, ())]


RECKLESS = "  reckless: {plus: -1, damage: 5, told: yes}\n"
"""With it even a twig does more than a duck saves."""
SAVED = PAGE.replace(RECKLESS, "  ducks: {plus: -9, when: target is ducking}\n") + (
    """\
conditions:
  ducking: {help: Hard to hit., lasts: next-turn}
  held: {help: Cannot attack., lasts: ended, stops: [attack]}
actions:
  duck: {self: {put: [ducking]}}
"""
)
BREAK_OUT = "tests: {wrench: {roll: d20, bands: {free: {when: rolled > 9, self: {end: [held]}}}}}\n"


@pytest.mark.parametrize(
    ("page", "has", "ducks"),
    [(SAVED, [], True), (SAVED, ["held"], False), (SAVED + BREAK_OUT, ["held"], True)],
)
def test_nobody_dodges_a_foe_who_cannot_attack_in_their_next_turn(
    own: Callable[..., None], home: Path, page: str, has: list[str], ducks: bool
) -> None:
    """A foe who may end the condition themselves may attack in that very turn."""
    own(page, weapons={"twig": {"damage": "1"}})
    encounter = validate_file(str(home / "own-fight.yaml"))[0]
    encounter.combatants["cat"] = dict(encounter.combatants["ann"])
    fight = Player(with_sense(encounter)).fight(0)
    held = [{"effect": word} for word in has]
    fight._draft.put(("fight", "combatants", "bob", "own_effects"), held)
    found = next(fight._next_intents("ann"))
    assert isinstance(found, Act if ducks else Attack)


def test_who_can_neither_attack_nor_act_tries_nothing(own: Callable[..., None], home: Path) -> None:
    """Who only cannot attack still says so, since an action may stand in place of the attack."""
    numb = "  numb: {help: Cannot act., lasts: ended, stops: [attack, act]}\n"
    own(SAVED.replace("actions:\n", f"{numb}actions:\n"))
    encounter = validate_file(str(home / "own-fight.yaml"))[0]
    player = PagePlayer(cast("RulesOfPage", load(encounter.ruleset)))
    draft = Draft(encounter)

    def tried(word: str) -> int:
        draft.put(("fight", "combatants", "ann", "own_effects"), [{"effect": word}])
        return len([*player.next_intents(draft, "ann", [WantedAttack("bob")])])

    assert (tried("ducking"), tried("held"), tried("numb")) == (1, 1, 0)


@pytest.mark.parametrize(
    ("page", "rounds"), [("pools", 0.3), ("exploding", 0.3), ("percentile", 0.6)]
)
def test_lying_costs_little_where_one_gets_up_and_attacks_in_one_turn(
    page: str, rounds: float
) -> None:
    assert player_of(page).EFFECTS["prone"].rounds == pytest.approx(rounds)
