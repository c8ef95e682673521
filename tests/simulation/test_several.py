"""Attacks on several at once where they are plainly right, by ruleset."""

from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.core.intents import Act, Attack, Intent, Options
from gmtrack.rulesets.port import WantedAttack, Way
from gmtrack.rulesets.registry import load
from gmtrack.rulesets.sr3.screens.throws import throw_intents
from gmtrack.rulesets.sr3.sheet.game import Scene
from gmtrack.simulation.acts import single_foe_threat
from gmtrack.simulation.fight import Sides
from gmtrack.simulation.habits import AREA, DEFENSE, NEVER, NO_HABITS, Habit, Habits
from gmtrack.simulation.several import Volley, attack_alone, join_answers
from gmtrack.simulation.worth import OUT

from .by_hand import play_by_hand
from .fights import opened, play_until, sharing_player, written
from .test_choices import by, fights
from .test_sense import sense_of, with_sense

Data = dict[str, Any]

RAT: dict[str, Data] = {
    "swan-song": {
        "body": 1, "agility": 3, "reaction": 2, "strength": 3, "willpower": 1, "intuition": 1,
        "skills": {"bite": 3}, "flesh_max": 4,
        "weapons": {"teeth": {"kind": "melee", "skill": "bite", "dv": "4P"}},
    },
    "storyteller": {
        "stamina": 1, "strength": 3, "dexterity": 1, "wits": 1, "skills": {"brawl": 2},
        "weapons": {"claws": {"kind": "melee", "damage": 1}},
    },
}  # fmt: skip
HUNTER: dict[str, Data] = {
    "swan-song": {
        "body": 3, "agility": 4, "reaction": 4, "strength": 3, "willpower": 3, "intuition": 3,
        "skills": {"pistols": 2, "throwing": 5},
        "weapons": {
            "pistol": {"kind": "ranged", "skill": "pistols", "dv": "5P", "accuracy": 4},
            "frag": {
                "kind": "thrown", "skill": "throwing", "dv": "12P", "area": True, "count": 2,
                "accuracy": 6,
            },
        },
    },
    "storyteller": {
        "stamina": 3, "dexterity": 4, "wits": 3, "skills": {"firearms": 5},
        "weapons": {"smg": {
            "kind": "firearm", "damage": 3, "ranges": [20, 40, 80], "autofire": True,
            "capacity": 60,
        }},
    },
}  # fmt: skip
RATS = [f"rat-{number}" for number in range(1, 6)]
AROUND = [[10, 0], [10, 2], [10, -2], [11, 1], [11, -1]]
"""Where five rats are at whom a gun is pointed from [0, 0]."""
SR3_RAT: Data = {
    "body": 1, "quickness": 4, "strength": 3, "intelligence": 2, "willpower": 1, "combat_pool": 0,
    "skills": {"unarmed_combat": 4},
    "weapons": {"teeth": {"skill": "unarmed_combat", "power_bonus": 1, "level": "M"}},
}  # fmt: skip
SR3_HUNTER: Data = {
    "body": 5, "quickness": 6, "strength": 5, "intelligence": 6, "willpower": 4, "combat_pool": 0,
    "initiative_dice": 3, "smartlink": True, "gyro": 6,
    "skills": {"shotguns": 6, "heavy_weapons": 8, "throwing_weapons": 6},
}  # fmt: skip
GUN: Data = {"power": 9, "level": "S", "ranges": [10, 20, 50, 100]}
SHOTGUN: Data = {
    **GUN, "skill": "shotguns", "class": "shotgun", "modes": ["ss"], "capacity": 8,
    "loading": "internal", "ammo_type": "shot",
}  # fmt: skip
MACHINE_GUN: Data = {
    **GUN, "skill": "heavy_weapons", "modes": ["ss", "fa"], "capacity": 60, "gas_vent": 3,
    "smartgun": True, "gyro_mounted": True, "class": "heavy",
}  # fmt: skip
GRENADE: Data = {
    "skill": "throwing_weapons", "power": 10, "level": "S", "drop": 1, "delivery": "thrown",
    "count": 4, "damage_type": "physical",
}  # fmt: skip
I2050_RAT: Data = {
    "dex": 9, "con": 1, "siz": 3, "skills": {"athletics_fist": 9},
    "weapons": {"teeth": {"skill": "athletics_fist", "class": "short", "damage": "1d6"}},
}  # fmt: skip
I2050_HUNTER: Data = {
    "dex": 14, "skills": {"smg": 24},
    "weapons": {"smg": {"skill": "smg", "class": "missile", "damage": "2d6", "burst": 3}},
}  # fmt: skip
THUG: Data = {
    "strength": 2, "fortitude": 2, "willpower": 1, "initiative": 1, "skills": {"firearms": 3},
    "weapons": {"gun": {"skill": "firearms", "damage": 3, "damage_type": "bruise"}},
}  # fmt: skip
GUNNER: Data = {
    "strength": 4, "fortitude": 5, "initiative": 5, "skills": {"firearms": 9},
    "weapons": {"rifle": {
        "skill": "firearms", "damage": 4, "damage_type": "lethal", "modes": ["single", "full_auto"],
    }},
}  # fmt: skip
FENCER: Data = {
    "body": 4, "agility": 9, "reaction": 4, "strength": 6, "willpower": 3, "intuition": 4,
    "skills": {"blades": 10},
    "weapons": {"blade": {"kind": "melee", "skill": "blades", "dv": "STR+3"}},
}  # fmt: skip
IN_MELEE = {
    "ann": {"in_melee_with": RATS},
    **{rat: {"in_melee_with": ["ann"]} for rat in RATS},
}
PLACES = {
    "ann": {"position": [0, 0]},
    **{rat: {"position": place} for rat, place in zip(RATS, AROUND, strict=True)},
}


class Hunt(NamedTuple):
    """A hunter against five rats, or against others like them."""

    ruleset: str
    hunter: Data
    rat: Data
    live: Mapping[str, Any] = MappingProxyType({})
    words: tuple[str, ...] = ()
    """The words of an attack on several by hand, with the weapon in hand."""
    at_once: int = 3
    """How many are attacked at once by hand."""

    def begin(self, folder: Path) -> Encounter:
        rats = {rat: {"side": "foe", **deepcopy(self.rat)} for rat in RATS}
        people = {"ann": {"side": "pc", **deepcopy(self.hunter)}, **rats}
        live = {"combatants": deepcopy(dict(self.live))} if self.live else {}
        return written(folder, self.ruleset, people, fight=live)


def armed(hunter: Data, name: str, weapon: Data) -> Data:
    """A hunter with one weapon."""
    return {**hunter, "weapons": {name: weapon}}


FULL_AUTO = ("mode=fa", "rounds=3", "range=10", "walk=2")
HUNTS = {
    "Swan Song: a grenade": Hunt("swan-song", HUNTER["swan-song"], RAT["swan-song"]),
    "Swan Song: strikes": Hunt(
        "swan-song", FENCER, RAT["swan-song"],
        {**IN_MELEE, "ann": {**IN_MELEE["ann"], "held": {"right": "blade"}}}, at_once=2,
    ),
    "Storyteller: a burst": Hunt(
        "storyteller", HUNTER["storyteller"], RAT["storyteller"], words=("burst=medium",),
    ),
    "Shadowrun 3: shot": Hunt(
        "sr3", armed(SR3_HUNTER, "shotgun", SHOTGUN), SR3_RAT, PLACES, at_once=5
    ),
    "Shadowrun 3: full auto": Hunt(
        "sr3", armed(SR3_HUNTER, "gun", MACHINE_GUN), SR3_RAT, words=FULL_AUTO
    ),
    "i2050: a burst": Hunt("i2050", I2050_HUNTER, I2050_RAT),
    "Spotlight: suppressive fire": Hunt("spotlight", GUNNER, THUG, words=("suppressive",)),
}  # fmt: skip


def counts_at_once(encounter: Encounter, until: Callable[[list[int]], object]) -> list[int]:
    """How many Ann attacks at once, attack by attack, in one fight; where a round is declared,
    declaration by declaration. The fight ends when `until` returns something true for them."""
    fight, done = fights(encounter)

    def counts() -> list[int]:
        attacks = [one.targets for one in by("ann", done) if isinstance(one, Attack)]
        declared = [
            one.args
            for one in by("ann", done)
            if isinstance(one, Act) and one.action in ("burst", "shoot")
        ]
        return [len({*targets}) for targets in declared or attacks]

    play_until(fight, lambda: until(counts()))
    return counts()


@pytest.mark.parametrize("name", HUNTS)
def test_several_who_fall_easily_are_attacked_at_once(tmp_path: Path, name: str) -> None:
    encounter = HUNTS[name].begin(tmp_path)
    assert max(counts_at_once(encounter, until=lambda counts: max(counts, default=0) > 1)) > 1


@pytest.mark.parametrize("name", HUNTS)
def test_a_single_foe_is_attacked_alone(tmp_path: Path, name: str) -> None:
    encounter = HUNTS[name].begin(tmp_path)
    for rat in RATS[1:]:
        del encounter.combatants[rat]
    encounter.fight = {}
    assert max(counts_at_once(encounter, until=lambda counts: False)) == 1


FIGHTS = 20


def several_by_hand(hunt: Hunt, draft: Draft) -> list[Intent]:
    """What the GM types for Ann: an attack on as many as are up, or its declaration."""
    rules = load(hunt.ruleset)
    up = [
        rat
        for rat in RATS
        if not rules.standing_of(draft, rat).out
        and not draft.get(("fight", "combatants", rat, "suppressed"))
    ]
    targets = tuple(up[: hunt.at_once])
    if len(targets) < 2:
        return []
    if hunt.ruleset == "i2050":
        declares = draft.get(("fight", "step")) == "determination"
        return [Act("ann", "burst", targets)] if declares else []
    weapon = "frag" if "frag" in hunt.hunter["weapons"] else None
    options = Options(weapon=weapon, words=hunt.words)
    several = Attack("ann", targets, options=options)
    return [several, Act("ann", "ready-weapon", ("frag",))] if weapon else [several]


@pytest.mark.parametrize("name", HUNTS)
def test_more_is_won_by_attacks_on_several(tmp_path: Path, name: str) -> None:
    """By hand, against one at a time; and sense, which may make such attacks, against sense that
    never does."""
    hunt = HUNTS[name]
    encounter = hunt.begin(tmp_path)
    several, singly = (
        play_by_hand(encounter, "ann", typed, FIGHTS).won["pc"]
        for typed in (partial(several_by_hand, hunt), lambda _: [])
    )
    assert several >= singly + 0.2 * FIGHTS, (several, singly)
    one = with_sense(encounter)
    never = one._replace(varied=Habit("pc", AREA, NEVER))
    with_areas, without = (
        sharing_player(each).play(range(FIGHTS)).won["pc"] for each in (one, never)
    )
    assert with_areas >= without + 0.2 * FIGHTS, (with_areas, without)


# --- where it is plainly wrong ---


def among_friends(encounter: Encounter, places: Sequence[Sequence[int]] = ()) -> None:
    """Bring in two friends of Ann's: in melee with the rats, or at these places."""
    live = encounter.fight.setdefault("combatants", {})
    for number, friend in enumerate(("bob", "cat")):
        encounter.combatants[friend] = {"side": "pc", **deepcopy(encounter.sheet("ann"))}
        live[friend] = {"position": places[number]} if places else {"in_melee_with": [*RATS]}
    if not places:
        for rat in RATS:
            live[rat] = {"in_melee_with": ["bob", "cat"]}


def with_bullets(encounter: Encounter, ammo: int) -> None:
    """Leave so many bullets in Ann's weapon."""
    (name,) = encounter.combatants["ann"]["weapons"]
    encounter.combatants["ann"]["weapons"][name] |= {"capacity": ammo}


def stronger(encounter: Encounter, **sheet: Any) -> None:
    """Give all rats these numbers."""
    for rat in RATS:
        encounter.combatants[rat] |= sheet


WRONG: dict[str, tuple[str, Callable[[Encounter], None]]] = {
    "a grenade among friends": ("Swan Song: a grenade", among_friends),
    "no bullets for a burst": ("Storyteller: a burst", lambda one: with_bullets(one, 9)),
    "friends in the cone": (
        "Shadowrun 3: shot", lambda one: among_friends(one, [[9, 1], [9, -1]]),
    ),
    "no rounds for full auto": ("Shadowrun 3: full auto", lambda one: with_bullets(one, 7)),
    "no burst": (
        "i2050: a burst", lambda one: one.combatants["ann"]["weapons"]["smg"].update(burst=1),
    ),
    "foes who do not heed it": (
        "Spotlight: suppressive fire", lambda one: stronger(one, willpower=12),
    ),
    "too little skill for two": (
        "Swan Song: strikes", lambda one: one.combatants["ann"]["skills"].update(blades=2),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_where_it_is_plainly_wrong_nobody_attacks_several(tmp_path: Path, name: str) -> None:
    hunt, change = WRONG[name]
    encounter = HUNTS[hunt].begin(tmp_path)
    change(encounter)
    assert counts_at_once(encounter, until=bool)[0] == 1


# --- what those do who are struck ---


def test_a_grenade_is_taken_in_hand_before_it_is_thrown(tmp_path: Path) -> None:
    encounter = HUNTS["Swan Song: a grenade"].begin(tmp_path)
    encounter.combatants["ann"]["held"] = {"right": "pistol"}
    fight, done = fights(encounter)
    play_until(fight, lambda: len(by("ann", done)) == 2)
    drawn, thrown = by("ann", done)[:2]
    assert isinstance(drawn, Act)
    assert (drawn.action, drawn.args) == ("ready-weapon", ("frag",))
    assert isinstance(thrown, Attack)
    assert thrown.options.weapon == "frag"


def test_an_attack_on_a_friend_besides_counts_against_it(tmp_path: Path) -> None:
    encounter = HUNTS["Swan Song: a grenade"].begin(tmp_path)
    encounter.combatants["bob"] = {"side": "pc", **HUNTER["swan-song"]}
    worth = sense_of(encounter)._worth
    frag = Options(weapon="frag")
    rats, all_three = (
        worth.of_several(Draft(encounter), Attack("ann", targets, options=frag))
        for targets in (("rat-1", "rat-2"), ("rat-1", "rat-2", "bob"))
    )
    assert rats is not None
    assert all_three is not None
    assert rats > all_three + 1


def test_those_who_are_caught_defend_themselves_as_against_one(tmp_path: Path) -> None:
    encounter = HUNTS["Swan Song: a grenade"].begin(tmp_path)
    encounter.combatants["ann"]["held"] = {"right": "frag"}
    stronger(encounter, willpower=8, flesh_max=12)
    sense, draft = sense_of(encounter), Draft(encounter)
    thrown = Attack("ann", tuple(RATS[:3]), options=Options(weapon="frag"))

    def carried_out(habits: Habits) -> list[Intent]:
        return [*sense._several.carry_out(draft, thrown, single_foe_threat, habits)]

    defended, plainly = carried_out(NO_HABITS)
    assert isinstance(defended, Attack)
    assert defended.options.defense == ("rat-1:full", "rat-2:full", "rat-3:full")
    # What they cannot pay for they do without.
    assert plainly is thrown
    found = [sense._worth.of_several(draft, one) for one in (defended, thrown)]
    assert found[0] is not None
    assert found[1] is not None
    assert found[0] < found[1] - 1
    never = Habits(Sides(encounter).side_by_combatant, Habit("foe", DEFENSE, NEVER))
    assert carried_out(never) == [thrown]
    draft.put(("fight", "combatants", "rat-1", "status"), "dying")
    assert sense._worth.is_out(draft, "rat-1")
    without_the_fallen = carried_out(NO_HABITS)[0].options.defense
    assert without_the_fallen == ("rat-2:full", "rat-3:full")


def test_what_a_target_answers_is_tied_to_it() -> None:
    several = Attack("ann", ("a", "b"), options=Options(words=("mode=fa", "b:walk=2")))
    alone = attack_alone(several, "a")
    assert (alone.targets, alone.options.words) == (("a",), ("mode=fa",))
    options = alone.options._replace(words=("mode=fa", "resist-pool=3"), defense=("full",))
    joined = join_answers(several, {"a": Attack("ann", ("a",), options=options)})
    assert joined.options.words == ("mode=fa", "b:walk=2", "a:resist-pool=3")
    assert joined.options.defense == ("a:full",)


def test_two_hits_on_the_same_foe_take_no_more_than_there_is(tmp_path: Path) -> None:
    encounter = HUNTS["i2050: a burst"].begin(tmp_path)
    worth, draft = sense_of(encounter)._worth, Draft(encounter)
    burst = Options(weapon="smg", words=("burst",))
    twice, each = (
        worth.of_several(draft, Attack("ann", targets, options=burst))
        for targets in (("rat-1", "rat-1", "rat-1"), ("rat-1", "rat-2", "rat-3"))
    )
    assert twice is not None
    assert each is not None
    # What effects cost comes on top, and is little.
    most = (1 + OUT) * worth.boxes_at_first["rat-1"]
    assert twice < most + 1 < each


# --- grenades of Shadowrun 3 where nobody knows who stands where ---


GUNMAN: Data = {
    **SR3_RAT, "skills": {"pistols": 3},
    "weapons": {"pistol": {
        **GUN, "skill": "pistols", "power": 6, "level": "M", "modes": ["sa"], "capacity": 15,
    }},
}  # fmt: skip
BOMBER: Data = {
    **SR3_HUNTER, "body": 6, "skills": {"throwing_weapons": 8, "pistols": 3},
    "armor": [{"name": "vest", "ballistic": 3, "impact": 2}],
    "weapons": {**GUNMAN["weapons"], "frag": GRENADE},
}  # fmt: skip


def test_a_grenade_without_positions_decides_against_those_who_stay(tmp_path: Path) -> None:
    """By hand, which is the same play without the grenade, nearly all of these fights are lost."""
    encounter = Hunt("sr3", BOMBER, GUNMAN).begin(tmp_path)
    fight, done = fights(encounter)

    def blasts() -> list[Act]:
        return [one for one in done if isinstance(one, Act) and one.action == "detonate"]

    play_until(fight, blasts)
    assert len(blasts()[0].args) == 4
    with_grenades = sharing_player(with_sense(encounter)).play(range(FIGHTS)).won["pc"]
    del encounter.combatants["ann"]["weapons"]["frag"]
    without = sharing_player(with_sense(encounter)).play(range(FIGHTS)).won["pc"]
    assert with_grenades >= without + 0.5 * FIGHTS


@pytest.mark.parametrize("foe", [SR3_RAT, GUNMAN])
def test_no_grenade_is_thrown_at_who_comes_or_fights_a_friend(tmp_path: Path, foe: Data) -> None:
    encounter = Hunt("sr3", BOMBER, foe).begin(tmp_path)
    if foe is GUNMAN:
        among_friends(encounter)
    scene, aims = Scene(Draft(encounter)), [WantedAttack(rat) for rat in RATS]
    ann = scene.fighter("ann")
    assert not [*throw_intents(scene, ann, aims)]


BURST_AT_THREE = Attack(
    "dana", ("crane", "guard-1", "guard-2"),
    options=Options(weapon="rifle", words=("burst=long",)),
)  # fmt: skip


def worth_of_burst(wounds: dict[str, int]) -> float:
    """What Dana's burst at three, of whom two are half hidden, is worth with these wounds, which
    have come during the fight."""
    hidden = {"cover": "car"}
    encounter = opened_with({"crane": hidden, "guard-2": hidden, "dana": {}})
    draft = Draft(encounter)
    for name, boxes in wounds.items():
        draft.put(("fight", "combatants", "dana", name), boxes)
    worth = sense_of(encounter)._several._find_worth(
        draft, Volley(Way(BURST_AT_THREE), BURST_AT_THREE, {}), 0.0
    )
    assert worth is not None
    return worth


def test_who_is_hurt_gains_less_by_a_burst_at_several() -> None:
    """Unhurt, Dana has three dice for each of three who are half hidden; hurt, one."""
    unhurt, hurt = (worth_of_burst(one) for one in ({}, {"lethal": 5, "bashing": 2}))
    assert 0 < hurt < 0.6 * unhurt


def test_a_burst_at_several_is_worth_what_it_does_to_each() -> None:
    """The odds of the whole have far too many branches: they are rolled, here often enough."""
    encounter = opened_with({"crane": {"cover": "car"}, "guard-2": {"cover": "car"}, "dana": {}})
    worth = sense_of(encounter)._worth
    odds = worth._roll_odds(encounter, worth.plan(BURST_AT_THREE), 500)
    rolled = sum(
        worth._cost_of_harms(Draft(encounter), [chances], target, "dana")
        for _, target, chances in odds.blocks
    )
    assert worth_of_burst({}) == pytest.approx(rolled, rel=0.1)


def opened_with(people: dict[str, Data]) -> Encounter:
    """The car park, with live states."""
    encounter = opened("car-park")
    encounter.fight = {"combatants": deepcopy(people)}
    return encounter
