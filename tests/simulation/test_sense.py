"""What somebody with sense does: no worse than plainly anywhere, what is plainly right, and the
same wherever it is asked."""

from copy import deepcopy
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from long_run import LONG

from gmtrack.app.simulation.runner import FightRunner
from gmtrack.app.simulation.simulated import SimulationRequest, simulate_fights
from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.core.intents import Act, Attack, Intent
from gmtrack.errors import Refusal
from gmtrack.rulesets.kit.choices import extend_intent
from gmtrack.rulesets.port import Way
from gmtrack.rulesets.registry import load
from gmtrack.rulesets.swan_song.screens import moves
from gmtrack.simulation.fight import Setup, Sides
from gmtrack.simulation.processes.jobs import play_here, play_in_processes
from gmtrack.simulation.sense import Sense
from gmtrack.simulation.states import round_state, thaw_state
from gmtrack.simulation.work import Player, load_rules
from gmtrack.simulation.worth import AttackWorth

from .fights import opened, ready_made, self_playing, setup, sharing_player, written
from .pairs import FightPairs, compare, pairs_of

FIGHTS = 400 if LONG else 12


def with_sense(encounter: Encounter, *sides: str) -> Setup:
    """A setup in which these sides have sense; without any all have."""
    of = Sides(encounter).side_by_combatant
    who = tuple(one for one, side in of.items() if not sides or side in sides)
    return setup(encounter)._replace(sensible=who)


def sense_of(encounter: Encounter) -> Sense:
    found = sharing_player(with_sense(encounter))._sense
    assert found is not None
    return found


OF_ONE_SIDE = {"cold-store", "couriers", "underpass"}
"""Ready-made fights that have no second side before the GM brings it in."""
FOUGHT = [name for name in self_playing() if name not in OF_ONE_SIDE]
QUICK = (
    *("knife-fight", "car-park", "stairwell", "street-samurai-duel", "ninth-street", "goblin-gate"),
    *("museum-break-in", "train-robbery", "dragon-wakes", "raid-at-dawn", "rooftop-chase"),
)
"""One of each ruleset, which takes little time. The long run compares in all of them."""


def test_all_ready_made_fights_but_those_of_one_side_have_two() -> None:
    sides = {name: {*Sides(opened(name)).side_by_combatant.values()} for name in ready_made()}
    assert {name for name, found in sides.items() if len(found) < 2} == OF_ONE_SIDE


def test_each_ruleset_has_a_quick_fight() -> None:
    assert {opened(name).ruleset for name in QUICK} == {opened(name).ruleset for name in FOUGHT}


@pytest.mark.parametrize("name", FOUGHT if LONG else QUICK)
def test_who_has_sense_does_no_worse_than_who_has_none(name: str) -> None:
    for side in ("pc", "foe"):
        found = compare(partial(pairs_of(name).advantage, side))
        assert not found.is_worse, f"{side}: {found}"


def won(name: str, sensible: str = "") -> float:
    """Return the party's share of the fights in which one side has sense, or nobody."""
    fights = pairs_of(name)
    return sum(fights.winner(number, sensible) == "pc" for number in range(FIGHTS)) / FIGHTS


def test_the_garage_is_won_with_the_pool() -> None:
    """Independently found: 36 % plainly, about 99 % if the party resists with its pool."""
    assert won("garage-night", "pc") >= 0.85


def test_the_stand_off_is_decided() -> None:
    """Independently found: undecided 55 % of the time, won 72 % if the party aims at heads."""
    assert won("stand-off", "pc") >= won("stand-off") + 0.2


def first(encounter: Encounter, intent: Intent) -> Intent:
    """The best way to carry an attack out, as the fight begins."""
    return [*sense_of(encounter).options.chosen(Draft(encounter), intent), intent][0]


def attack(encounter: Encounter, who: str, target: str) -> Intent:
    """The attack with what is at hand."""
    asked = Player(setup(encounter)).rules.auto_player
    return next(iter(asked.attacks_at_hand(Draft(encounter), who, target)))


def test_they_resist_with_the_combat_pool() -> None:
    garage = opened("garage-night")
    options = first(garage, attack(garage, "spotter", "rook")).options
    assert any(word.startswith("resist-pool=") for word in options.words)


def test_they_shoot_at_the_head_above_the_cover() -> None:
    encounter = opened("stand-off")
    assert first(encounter, attack(encounter, "mara", "guard")).options.called == "head"


def test_they_take_the_best_firing_mode() -> None:
    ambush = opened("ganger-ambush")
    options = first(ambush, attack(ambush, "unit7", "hook")).options
    assert any(word.startswith("mode=") for word in options.words)


def duel(folder: Path) -> Encounter:
    """Two who are alike, with blades."""
    who = {
        "strength": 3, "dexterity": 3, "stamina": 3, "wits": 3, "resolve": 3, "control": 3,
        "skills": {"weaponry": 3, "athletics": 2}, "weapons": {"blade": {"damage": 2}},
    }  # fmt: skip
    return written(folder, "storyteller", {"a": {"side": "pc", **deepcopy(who)}, "b": who})


def test_who_chooses_what_is_worst_is_found_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        AttackWorth, "of_attack", lambda *args, of=AttackWorth.of_attack: -(of(*args) or 0.0)
    )
    assert compare(partial(FightPairs(duel(tmp_path)).advantage, "pc")).is_worse


def test_willpower_on_defense_wins_a_duel(tmp_path: Path) -> None:
    """Independently found for such a duel: 44 % plainly, 82 % with it."""
    encounter = duel(tmp_path)
    assert "willpower" in first(encounter, attack(encounter, "b", "a")).options.defense
    fights = 300 if LONG else 100
    party, plainly = (
        Player(one).play(range(fights)).won["pc"]
        for one in (with_sense(encounter, "pc"), setup(encounter))
    )
    assert party >= plainly + 0.15 * fights


def test_who_lies_gets_up_first(tmp_path: Path) -> None:
    del tmp_path
    encounter = opened("knife-fight")
    encounter.fight = {"combatants": {"joe": {"prone": True}}}
    fight = Player(with_sense(encounter)).fight(1)
    done: list[Intent] = []
    carry_out = fight._resolve

    def noted(intent: Intent) -> Any:
        refused = carry_out(intent)
        if refused is None and getattr(intent, "who", getattr(intent, "attacker", "")) == "joe":
            done.append(intent)
        return refused

    fight._resolve = noted  # type: ignore[method-assign]
    fight.play()
    assert isinstance(done[0], Act)
    assert done[0].action == "stand-up"


def test_a_price_keeps_the_points(tmp_path: Path) -> None:
    encounter = duel(tmp_path)
    dear = with_sense(encounter)._replace(prices=(("willpower", 100.0),))
    sense = Player(dear)._sense
    assert sense is not None
    assert not sense.options.chosen(Draft(encounter), attack(encounter, "b", "a"))


def test_an_attack_of_the_last_round_leaves_that_of_this_one() -> None:
    """Before their turn, whoever is alone does not pay for a defense with the attack to come."""
    encounter = opened("knife-fight")
    played: dict[str, Any] = {"ap": 3, "acted": False, "attack_used": True}
    encounter.fight = {"round": 2, "combatants": {"bob": played}}
    asked = Player(setup(encounter)).rules.auto_player
    [answers] = asked.ANSWERS
    prices = {
        way.intent.options.defense: way.spent
        for way in answers(Draft(encounter), attack(encounter, "joe", "bob"))
    }
    assert prices[("full",)] == {"attack": 1}


@pytest.mark.parametrize("name", ["stand-off", "knife-fight"])
def test_the_same_seed_is_the_same_in_several_processes(name: str) -> None:
    fights, rounds = (12, 50) if LONG else (6, 4)
    one = with_sense(opened(name))._replace(rounds=rounds)
    tally = play_here(one, fights, lambda _: None, player=sharing_player(one))
    assert vars(play_in_processes(one, fights, 2, lambda _: None)) == vars(tally)


@pytest.mark.parametrize(
    "name", ["stairwell", "car-park", "loading-dock", *(("garage-night", "back-room") * LONG)]
)
def test_what_is_best_does_not_depend_on_who_asks_first(
    name: str, request: pytest.FixtureRequest
) -> None:
    """Fights in another order, in processes that have met other states before: one of them knows
    what other tests have met."""
    if not LONG:
        request.getfixturevalue("roughly")
    one = with_sense(opened(name))._replace(rounds=50 if LONG else 4)
    numbers = range(6 if LONG else 3)
    forward, backward = sharing_player(one), Player(one)
    found = {number: forward.fight(number).play() for number in numbers}
    assert found == {number: backward.fight(number).play() for number in reversed(numbers)}


WEIGHED = [name for name in FOUGHT if Player(setup(opened(name))).rules.auto_player.weighs]


@pytest.mark.parametrize("name", WEIGHED)
def test_what_a_ruleset_asks_can_be_typed(name: str) -> None:
    """Each way is an attack that is not refused in all cases, and what it spends has a price."""
    encounter = opened(name)
    rules = load_rules(Player(setup(encounter))._rules.ruleset)
    asked = rules.auto_player
    draft, sides = Draft(encounter), Sides(encounter)
    for who, foes in sides.foes.items():
        for weapon in asked.attacks_at_hand(draft, who, foes[0]):
            for question in (*asked.CHOICES, *asked.ANSWERS):
                for way in question(draft, weapon):
                    assert isinstance(way, Way)
                    assert set(way.spent) <= {*asked.PRICES, "attack"}
                    assert asked.attack_of(draft, way.intent) is not None


def test_a_ruleset_that_says_nothing_plays_plainly_and_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    encounter = opened("knife-fight")
    rules = Player(setup(encounter)).rules
    monkeypatch.delattr(moves, "PRICES")

    def answer(*tactics: str) -> Any:
        asked = SimulationRequest(4, seed=1, tactics=tactics)
        return simulate_fights(
            rules.ruleset, encounter, asked, _none, FightRunner(1), lambda *_: None
        )

    doc = answer()
    assert "everybody fights plainly" in doc["plain_only"]
    assert "by_tactics" not in doc
    assert (
        doc["won"]["pc"] == Player(setup(encounter)._replace(seed=1)).play(range(4)).won["pc"] / 4
    )
    with pytest.raises(Refusal, match="everybody fights plainly"):
        answer("pc=sensible")


def _none(words: list[str]) -> Any:
    raise AssertionError(words)


def test_numbers_are_rounded_down_and_read_back() -> None:
    assert round_state(7, (0, 3, 6, 9)) == 6
    assert round_state(-4, (0, 3)) == 0
    assert round_state(True, (0, 3)) is True
    value = {"head": {"lethal": 4}, "names": ["a", "b"]}
    assert thaw_state(round_state(value, (0, 3))) == {"head": {"lethal": 3}, "names": ["a", "b"]}
    assert hash(round_state(value, ())) == hash(round_state(dict(reversed(value.items())), ()))


@pytest.mark.parametrize("at_first", [None, False, True])
def test_what_says_no_more_than_a_missing_field_decides_nothing(at_first: bool | None) -> None:
    encounter = opened("garage-night")
    path = ("fight", "combatants", "guard-1", "partial_cover")
    if at_first is not None:
        Draft(encounter).put(path, at_first)
    sense = sense_of(deepcopy(encounter))
    draft = Draft(encounter)

    def state(value: bool) -> dict[str, Any]:
        draft.put(path, value)
        found = sense._worth.states.decisive_states(draft, "rook", "guard-1")["guard-1"]
        return {".".join(field.path): one for field, one in found}

    assert state(True)["partial_cover"] is True
    # What stood there at first is where the odds begin, so it is always told.
    told = {} if at_first is None else {"partial_cover": False}
    assert state(False) == told


@pytest.mark.parametrize(
    ("fight", "people", "field", "kept"),
    [
        ("train-robbery", ("ann", "cal"), "own_effects", [{"effect": "shaken"}]),
        ("train-robbery", ("ann", "cal"), "wounds", 1),
    ],
)
def test_an_empty_list_or_track_decides_no_more_than_a_missing_one(
    fight: str, people: tuple[str, str], field: str, kept: Any
) -> None:
    """Otherwise the same attack would be worked out again as soon as anything has ended."""
    encounter = opened(fight)
    sense, draft = sense_of(encounter), Draft(encounter)
    before = sense._worth.states.decisive_states(draft, *people)
    path = ("fight", "combatants", people[1], field)
    draft.put(path, kept)
    assert sense._worth.states.decisive_states(draft, *people) != before
    draft.put(path, type(kept)())
    assert sense._worth.states.decisive_states(draft, *people) == before


PAST = ("past the cover",)


def tagged(*tags: str) -> dict[str, Any]:
    """Return the live state of somebody whom hits have left with these tags."""
    return {"tags": [{"tag": tag, "location": "arm", "until": "scene"} for tag in tags]}


def aim_at(who: str, **more: Any) -> dict[str, Any]:
    """Return the live state of somebody who aims."""
    return {"aim": {"target": who, **more}}


@pytest.mark.parametrize(
    ("name", "people", "who", "live", "words", "is_shared"),
    [
        ("garage-night", "spotter rook", "rook", {"pool_left": 0}, (), True),
        ("garage-night", "spotter rook", "rook", {"pool_left": 0}, ("resist-pool=all",), False),
        (
            "garage-night",
            "spotter rook",
            "spotter",
            aim_at("hale", weapon="rifle", actions=2),
            (),
            True,
        ),
        (
            "garage-night",
            "spotter rook",
            "spotter",
            aim_at("rook", weapon="rifle", actions=2),
            (),
            False,
        ),
        ("back-room", "host lena", "host", {"wielded": ["unarmed"]}, (), True),
        ("back-room", "host lena", "host", aim_at("lena", bonus=1), (), False),
        ("car-park", "guard-1 rita", "guard-1", {"cover": "car"}, (), True),
        ("car-park", "guard-1 rita", "rita", {"cover": "car"}, (), True),
        ("car-park", "guard-1 rita", "rita", {"cover": "van"}, (), False),
        ("car-park", "guard-1 rita", "rita", tagged("arm-wrack"), (), True),
        ("car-park", "guard-1 rita", "rita", tagged("arm-wrack", "stunned"), (), False),
        ("car-park", "crane dana", "crane", {"cover": "wall"}, (), False),
        ("car-park", "crane dana", "dana", {"cover": "wall"}, (), False),
        ("car-park", "crane dana", "dana", {"cover": "car"}, PAST, True),
    ],
)
def test_what_cannot_change_the_odds_of_an_attack_shares_them(
    name: str, people: str, who: str, live: dict[str, Any], words: tuple[str, ...], is_shared: bool
) -> None:
    """In Shadowrun 3 that is the combat pool of a target that spends none of it, and an aim at
    somebody else; in Storyteller what is in hand, if the attack names its weapon, low cover against
    blows or past it, and a tag that lessens no defense."""
    encounter = opened(name)
    # Nothing that another test has asked for is known here.
    sense = Player(with_sense(encounter))._sense
    assert sense is not None
    worth = sense._worth
    shot = attack(encounter, *people.split())
    assert isinstance(shot, Attack)
    weapons = {"spotter": "rifle", "host": "shotgun", "guard-1": "baton", "crane": "pistol"}
    shot = replace_weapon(shot, weapons[shot.attacker])
    intent = worth.leave_cover_out(shot) if words == PAST else extend_intent(shot, *words).intent
    other = with_live(encounter, who, live)
    before, known = worth.harm_of(Draft(encounter), intent), len(worth.harm_cache.by_key)
    assert before is not None
    after = worth.harm_of(Draft(other), intent)
    assert (len(worth.harm_cache.by_key) == known) is is_shared
    rules = load_rules(load(encounter.ruleset))
    assert after == AttackWorth(*rules, other).harm_of(Draft(other), intent)
    assert (before == after) is is_shared


def replace_weapon(attack: Attack, name: str) -> Attack:
    """Return an attack with a weapon that it names."""
    options = attack.options._replace(weapon=name)
    return Attack(attack.attacker, attack.targets, options=options)


def with_live(encounter: Encounter, who: str, live: dict[str, Any]) -> Encounter:
    """Return a copy of an encounter with more live state of one combatant."""
    fight = deepcopy(encounter.fight)
    fight.setdefault("combatants", {}).setdefault(who, {}).update(live)
    return replace(encounter, fight=fight)
