"""Fights of sr3 in which one choice of a magician, a medic or a thrower is plainly right: those who
have sense make it, and it does better where both choices are played by hand."""

import json
from collections.abc import Callable, Iterator, Sequence
from itertools import takewhile
from pathlib import Path
from typing import Any

import pytest
from long_run import LONG

from gmtrack.core.choice import line_of
from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.core.intents import Act, Attack, Intent, Options
from gmtrack.rulesets.sr3 import ruleset
from gmtrack.rulesets.sr3.screens import moves
from gmtrack.rulesets.sr3.screens.castings import Struck, best_casting, list_castings
from gmtrack.rulesets.sr3.sheet.game import Scene
from gmtrack.simulation.fight import Ending, SimulatedFight
from gmtrack.simulation.work import Player
from gmtrack.simulation.worth import AttackWorth

from .fights import opened, play_until, setup, sharing_player, written
from .pairs import compare
from .test_sense import with_sense

PISTOL = {"skill": "pistols", "power": 9, "level": "M", "ranges": [5, 20, 40, 60], "modes": ["sa"]}
POP_GUN = {**PISTOL, "power": 2, "level": "L", "modes": ["ss"]}
GRENADE = {"skill": "throwing_weapons", "delivery": "thrown", "power": 10, "level": "S"}
BOLT = {"force": 6, "category": "combat", "kind": "mana", "drain": "(level)"}
FIREBALL = {
    "force": 6, "category": "elemental", "kind": "physical", "area": True, "drain": "+1(level+2)",
}  # fmt: skip
DEATH_TOUCH = {**BOLT, "range": "touch", "drain": "(level-1)"}
HEAL = {
    "force": 6, "category": "health", "kind": "mana", "target": "essence",
    "duration": "permanent", "drain": "(wound)",
}  # fmt: skip
MAGE = {
    "side": "pc", "body": 3, "quickness": 4, "intelligence": 5, "willpower": 6, "magic": 6,
    "skills": {"sorcery": 6, "pistols": 2, "unarmed_combat": 1},
}  # fmt: skip
SHOOTER = {"side": "pc", "body": 4, "skills": {"pistols": 4}, "weapons": {"pistol": PISTOL}}
FOE = {"body": 4, "skills": {"pistols": 4}, "weapons": {"pistol": PISTOL}}
QUICK = {"initiative_dice": 5}
FIGHTS = 40


def fight(folder: Path, cast: dict[str, Any], live: dict[str, Any], **more: Any) -> Encounter:
    # Nothing in a file is shared.
    state = {"combatants": live, "timed_items": more.pop("items", {})}
    cast, state = json.loads(json.dumps((cast, state)))
    return written(folder, "sr3", cast, fight=state, **more)


def deeds(
    encounter: Encounter, who: str, until: Callable[[list[str]], object] = lambda done: False
) -> list[str]:
    """What somebody does in a fight of people with sense: in the whole of it, or until `until`
    returns something true for what is done by then."""
    one, done = sharing_player(with_sense(encounter)).fight(1), list[str]()
    carry_out = one._resolve

    def noted(intent: Intent) -> Any:
        refused = carry_out(intent)
        by = getattr(intent, "who", getattr(intent, "attacker", ""))
        if refused is None and by == who:
            done.append(line_of(intent))
        return refused

    one._resolve = noted  # type: ignore[method-assign]
    play_until(one, lambda: until(done))
    return done


def first_deed(encounter: Encounter, who: str) -> str:
    """What somebody does first."""
    return deeds(encounter, who, until=bool)[0]


def is_cover(line: str) -> bool:
    return "take-cover" in line


def deeds_until_cover(encounter: Encounter, who: str) -> list[str]:
    """What somebody does in the open. In cover it takes less to keep them alive, so other choices
    are right."""
    done = deeds(encounter, who, until=lambda done: any(map(is_cover, done)))
    return [*takewhile(lambda line: not is_cover(line), done)]


def by_hand(
    encounter: Encounter, who: str, line: Sequence[Intent], *, rounds: int = 50
) -> Iterator[Ending]:
    """Fights in which somebody does this first, and everybody is plain otherwise."""
    player = Player(setup(encounter, rounds=rounds))
    for number in range(FIGHTS):
        one = player.fight(number)
        _begin_with(one, who, line)
        yield one.play()


def _begin_with(one: SimulatedFight, who: str, line: Sequence[Intent]) -> None:
    left, proposed = [*line], one._next_intents

    def first(other: str) -> Iterator[Intent]:
        if other == who and left:
            yield left.pop(0)
        yield from proposed(other)

    one._next_intents = first  # type: ignore[method-assign]


def won(endings: Iterator[Ending]) -> float:
    return sum(one.won == "pc" for one in endings) / FIGHTS


def dead(endings: Iterator[Ending], who: str) -> float:
    return sum(who in one.dead for one in endings) / FIGHTS


def cast(who: str, target: str, spell: str, *words: str) -> Attack:
    return Attack(who, (target,), options=Options(weapon=spell, words=words))


# --- areas ---

THREE = {"kes": [0, 0], "gus": [20, 0], "zed": [22, 0], "pike": [20, 2], "moth": [2, 0]}


def three_foes(folder: Path, **places: Any) -> Encounter:
    """A mage with a ball and a bolt, a friend, and three foes who stand together."""
    spells = {"ball": FIREBALL, "bolt": BOLT}
    people = {"kes": {**MAGE, **QUICK, "spells": spells}, "moth": SHOOTER}
    foes = dict.fromkeys(("gus", "zed", "pike"), FOE)
    live = {who: {"position": place} for who, place in {**THREE, **places}.items()}
    return fight(folder, {**people, **foes}, live)


def test_a_mage_casts_an_area_at_foes_who_stand_together(tmp_path: Path) -> None:
    encounter = three_foes(tmp_path)
    assert first_deed(encounter, "kes").startswith("attack kes gus --weapon ball")
    ball, bolt = (
        by_hand(encounter, "kes", [cast("kes", "gus", spell, *words)])
        for spell, words in (("ball", ("level=s",)), ("bolt", ("level=s",)))
    )
    assert won(ball) > won(bolt) + 0.1


def test_nobody_casts_an_area_around_a_friend(tmp_path: Path) -> None:
    encounter = three_foes(tmp_path, moth=[21, 1])
    assert first_deed(encounter, "kes").startswith("attack kes gus --weapon bolt")
    ball, bolt = (
        by_hand(encounter, "kes", [cast("kes", "gus", spell, "level=s")], rounds=1)
        for spell in ("ball", "bolt")
    )
    out = [sum("moth" in one.out for one in endings) for endings in (ball, bolt)]
    assert out[0] > out[1] + FIGHTS / 10


def test_those_caught_in_an_area_dodge_it(tmp_path: Path) -> None:
    encounter = three_foes(tmp_path)
    assert "--with gus:resist-pool=all" in first_deed(encounter, "kes")
    encounter.fight["combatants"]["zed"]["stun"] = 10
    assert "zed:resist-pool" not in first_deed(encounter, "kes")
    encounter.fight["combatants"]["zed"]["stun"] = 0
    attacks = [
        cast("kes", "gus", "ball", "level=m", "force=3", *words)
        for words in ((), tuple(f"{who}:resist-pool=all" for who in ("gus", "zed", "pike")))
    ]
    standing, dodging = (
        [one.tracks["gus", "physical"] for one in by_hand(encounter, "kes", [one], rounds=1)]
        for one in attacks
    )
    assert sum(dodging) < sum(standing)


# --- how a spell is cast ---


@pytest.mark.parametrize("drain", ["(level)", "+1(level+2)", "+4(level+1)", "-3(level-3)"])
def test_no_other_way_to_cast_is_worth_more_by_the_odds(tmp_path: Path, drain: str) -> None:
    """The estimate of harm and drain is what odds say."""
    people = {"kes": {**MAGE, "spells": {"bolt": {**BOLT, "drain": drain}}}, "gus": FOE}
    encounter = fight(tmp_path, people, {})
    draft = Draft(encounter)
    scene, worth = Scene(draft), AttackWorth(ruleset, moves, encounter)
    me, gus = scene.fighter("kes"), scene.fighter("gus")

    def by_odds(words: tuple[str, ...]) -> float:
        found = worth.of_attack(draft, cast("kes", "gus", "bolt", *words))
        assert found is not None
        return found

    told, best = best_casting(scene, me, "bolt", [Struck(gus)])
    assert told == pytest.approx(by_odds(best.option_words), abs=0.01)
    others = [one for one in list_castings(me, "bolt") if one.force in (best.force, 3)]
    assert max(by_odds(one.option_words) for one in others) <= told + 0.01


def test_a_mage_whom_the_drain_would_put_out_shoots(tmp_path: Path) -> None:
    """The boxes that are filled count, not those of the beginning."""
    skills = {**MAGE["skills"], "pistols": 6}  # type: ignore[dict-item]
    arms = {"weapons": {"pistol": PISTOL}, "spells": {"bolt": {**BOLT, "drain": "+2(level+1)"}}}
    people = {"kes": {**MAGE, **QUICK, "skills": skills, **arms}, "gus": FOE}
    fresh, worn = (fight(tmp_path, people, {"kes": {"stun": stun}}) for stun in (0, 7))
    assert "--weapon bolt" in first_deed(fresh, "kes")
    assert "--weapon pistol" in first_deed(worn, "kes")
    bolt = cast("kes", "gus", "bolt", "level=s")
    fainted, stood = (
        sum("kes" in one.out for one in by_hand(worn, "kes", line, rounds=1))
        for line in ([bolt], [])
    )
    assert fainted > stood + FIGHTS / 4


# --- touch ---


@pytest.mark.parametrize(("metres", "weapon"), [(1, "touch"), (30, "pistol")])
def test_a_spell_by_touch_is_cast_where_it_reaches(
    tmp_path: Path, metres: int, weapon: str
) -> None:
    skills = {**MAGE["skills"], "unarmed_combat": 6}  # type: ignore[dict-item]
    mage = {**MAGE, **QUICK, "skills": skills, "spells": {"touch": DEATH_TOUCH}}
    people = {"kes": {**mage, "weapons": {"pistol": POP_GUN}}, "gus": FOE}
    live = {"kes": {"position": [0, 0]}, "gus": {"position": [metres, 0]}}
    encounter = fight(tmp_path, people, live)
    done = deeds(encounter, "kes", until=lambda done: done[-1:] and done[-1].startswith("attack"))
    assert f"--weapon {weapon}" in done[-1]
    if weapon == "touch":
        touch = by_hand(encounter, "kes", [cast("kes", "gus", "touch", "level=d")])
        assert won(touch) > won(by_hand(encounter, "kes", [])) + 0.2


# --- healing, and the dying ---


DYING = {"physical": 10, "overflow": 2, "dying": True, "conscious": False, "prone": True}


def test_who_cannot_harm_anybody_heals_a_friend_who_can(tmp_path: Path) -> None:
    """Moth stands up again and shoots."""
    mage = {**MAGE, **QUICK, "spells": {"heal": HEAL}, "weapons": {"gun": POP_GUN}}
    live = {
        "moth": {**DYING, "overflow": 0, "position": [7, 0]},
        "kes": {"position": [4, 0]}, "gus": {"position": [16, 0]},
    }  # fmt: skip
    gunner = {**SHOOTER, "body": 6, "skills": {"pistols": 8}, "initiative_dice": 3}
    foe = {**FOE, "skills": {"pistols": 2}}
    encounter = fight(tmp_path, {"kes": mage, "moth": gunner, "gus": foe}, live)
    assert first_deed(encounter, "kes").startswith("act kes cast heal moth")
    words = ("willing", "drain-pool=all")
    heal = Act("kes", "cast", ("heal", "moth"), options=Options(words=words))
    assert won(by_hand(encounter, "kes", [heal])) > won(by_hand(encounter, "kes", [])) + 0.1


def clinic(folder: Path, **doc: Any) -> Encounter:
    """Doc has a gun that harms nobody, and Moth is dying within the next turns."""
    medic = {"side": "pc", "skills": {"biotech": 6, "pistols": 1}, "weapons": {"gun": POP_GUN}}
    people = {
        "doc": {**medic, **QUICK, **doc}, "moth": {"side": "pc", "body": 3, **QUICK},
        "gus": {**FOE, "skills": {"pistols": 1}}, "zed": {**FOE, "skills": {"pistols": 1}},
    }  # fmt: skip
    return fight(folder, people, {"moth": DYING})


def test_a_medic_whose_shots_harm_nobody_helps_the_dying(tmp_path: Path) -> None:
    encounter = clinic(tmp_path)
    assert first_deed(encounter, "doc") == "act doc trauma-patch moth"
    patch = Act("doc", "trauma-patch", ("moth",))
    helped, left = (
        dead(by_hand(encounter, "doc", line, rounds=8), "moth") for line in ([patch], [])
    )
    assert helped < left - 0.2


def test_who_is_no_medic_does_not_and_a_fighter_fights_first(tmp_path: Path) -> None:
    """Nobody but a medic has patches; who may end the fight now does that."""
    assert first_deed(clinic(tmp_path, skills={"pistols": 1}), "doc").startswith("attack")
    cannon = {**PISTOL, "power": 18, "level": "D"}
    armed = clinic(tmp_path, skills={"biotech": 1, "pistols": 9}, weapons={"gun": cannon})
    live = armed.fight["combatants"]["moth"]
    live |= {"overflow": 0}
    assert first_deed(armed, "doc").startswith("attack")


def test_a_mage_makes_the_dying_stable(tmp_path: Path) -> None:
    spell = {**HEAL, "target": "minutes", "drain": "+1(M)"}
    mage = {**MAGE, **QUICK, "spells": {"stabilize": spell}, "weapons": {"gun": POP_GUN}}
    encounter = clinic(tmp_path, **{**mage, "skills": {"sorcery": 6, "pistols": 1}})
    assert first_deed(encounter, "doc").startswith("act doc cast stabilize moth")


def test_nobody_runs_across_the_field_to_help(tmp_path: Path) -> None:
    encounter = clinic(tmp_path, quickness=3)
    live = encounter.fight["combatants"]
    live["doc"] = {"position": [0, 0]}
    live["moth"] |= {"position": [40, 0]}
    assert not any("patch" in line for line in deeds(encounter, "doc"))


# --- blasts ---


def test_those_caught_in_a_blast_spend_their_pool(tmp_path: Path) -> None:
    item = {"owner": "ash", "weapon": "frag", "metres": 0, "successes": 2, "due": "now"}
    ash = {**SHOOTER, "weapons": {"frag": GRENADE, "pistol": PISTOL}}
    people = {"ash": ash, "gus": {**FOE, "combat_pool": 9}}
    live = {"ash": {"position": [30, 0]}, "gus": {"position": [0, 0]}}
    items = {"frag": {**item, "position": [4, 0]}}
    encounter = fight(tmp_path, people, live, items=items)
    assert first_deed(encounter, "ash") == "act ash detonate frag --with gus:resist-pool=all"
    live["gus"]["physical"] = 10
    dying = fight(tmp_path, people, live, items=items)
    assert not any("resist-pool" in line for line in deeds(dying, "ash"))
    boxes = []
    for words in ((), ("gus:resist-pool=all",)):
        blast = Act("ash", "detonate", ("frag",), options=Options(words=words))
        boxes.append(sum(boxes_after(encounter, blast, "gus", number) for number in range(FIGHTS)))
    assert boxes[1] < boxes[0] - FIGHTS


def boxes_after(encounter: Encounter, intent: Intent, who: str, number: int) -> int:
    """The boxes that somebody has filled after one command."""
    one = Player(setup(encounter)).fight(number)
    assert one._resolve(intent) is None
    return 20 - one.boxes_left(who)


def test_no_grenade_is_thrown_that_a_wounded_friend_would_not_outlive(tmp_path: Path) -> None:
    """At the edge of a blast its level is still the same: what counts is the harm, not the
    power."""
    ash = {
        **SHOOTER, **QUICK, "strength": 5, "skills": {"throwing_weapons": 5, "pistols": 4},
        "weapons": {"pistol": PISTOL, "frag": GRENADE},
    }  # fmt: skip
    people = {"ash": ash, "moth": {**SHOOTER, "body": 2}, "gus": FOE, "zed": FOE}
    places = {"ash": [0, 0], "gus": [18, 0], "zed": [18, 3], "moth": [18, -5]}
    live = {who: {"position": place} for who, place in places.items()}
    healthy = fight(tmp_path, people, {**live, "moth": {"position": [18, -30]}})
    assert first_deed(healthy, "ash") == "act ash ready frag"
    live["moth"] |= {"physical": 6}
    encounter = fight(tmp_path, people, live)
    done = deeds_until_cover(encounter, "ash")
    assert done
    assert not any("frag" in line for line in done)
    throw = [Act("ash", "ready", ("frag",)), cast("ash", "gus", "frag")]
    thrown, kept = ([*by_hand(encounter, "ash", line, rounds=1)] for line in (throw, []))
    assert dead(iter(thrown), "moth") > dead(iter(kept), "moth") + 0.1


# --- spells that are sustained ---


def shielded(folder: Path, armor: int, foes: dict[str, Any]) -> Encounter:
    """A mage who sustains a spell that gives so much armor."""
    effects = {"shield": {"change": {"armor.ballistic": armor}}}
    shield = {
        "force": 4, "category": "manipulation", "kind": "physical", "target": 6,
        "duration": "sustained", "drain": "+2(M)", "effect": "shield",
    }  # fmt: skip
    mage = {**MAGE, **QUICK, "spells": {"bolt": BOLT, "shield": shield}}
    entry = {"spell": "shield", "force": 4, "target": "kes", "successes": 2, "turns": 0}
    live = {"kes": {"sustained": [entry], "own_effects": [{"effect": "shield"}]}}
    return fight(folder, {"kes": mage, **foes}, live, effects=effects)


DROP = Act("kes", "drop-spell", ("shield",))


def test_a_spell_that_hurts_more_than_it_helps_is_dropped(tmp_path: Path) -> None:
    encounter = shielded(tmp_path, 1, {"gus": {**FOE, "willpower": 5}})
    assert first_deed(encounter, "kes") == "act kes drop-spell shield"
    bolt = cast("kes", "gus", "bolt", "level=s", "spell-pool=2", "drain-pool=all")
    dropped, kept = (
        sum(one.tracks["gus", "physical"] for one in by_hand(encounter, "kes", line, rounds=1))
        for line in ([DROP, bolt], [bolt])
    )
    assert dropped > kept + FIGHTS


def test_a_spell_that_helps_more_than_it_hurts_is_kept(tmp_path: Path) -> None:
    foe = {**FOE, "willpower": 5, "weapons": {"pistol": {**PISTOL, "modes": ["ss"]}}}
    encounter = shielded(tmp_path, 20, dict.fromkeys(("gus", "zed", "pike"), foe))
    done = deeds_until_cover(encounter, "kes")
    assert done
    assert "act kes drop-spell shield" not in done
    dropped, kept = (
        sum(one.tracks["kes", "physical"] for one in by_hand(encounter, "kes", line, rounds=1))
        for line in ([DROP], [])
    )
    assert dropped > kept + FIGHTS


# --- those who are alike ---


@pytest.mark.parametrize(("metres", "alike"), [(12, True), (30, False)])
def test_an_attack_on_one_of_two_at_the_same_range_is_worth_that_on_the_other(
    tmp_path: Path, metres: int, alike: bool
) -> None:
    """It is worked out once: where they stand matters by the range alone."""
    live = {
        "moth": {"position": [0, 0]}, "gus": {"position": [10, 0]},
        "zed": {"position": [metres, 0]},
    }  # fmt: skip
    encounter = fight(tmp_path, {"moth": SHOOTER, "gus": FOE, "zed": FOE}, live)
    draft, worth = Draft(encounter), AttackWorth(ruleset, moves, encounter)
    found = [worth.of_attack(draft, cast("moth", foe, "pistol")) for foe in ("gus", "zed")]
    assert (found[0] == found[1]) is alike
    assert len(worth.harm_cache.by_key) == (1 if alike else 2)


# --- the ready-made fight ---


def only_shooting(encounter: Encounter) -> Encounter:
    """The fight in which magicians have a gun in place of their spells."""
    for who in ("kes", "rune"):
        sheet = encounter.combatants[who]
        sheet |= {"spells": {}, "weapons": {"pistol": PISTOL}}
        sheet["skills"] = {**sheet["skills"], "pistols": 4}
    return encounter


def test_the_clinic_can_be_told_from_one_in_which_mages_only_shoot(
    request: pytest.FixtureRequest,
) -> None:
    """Spells end the fight sooner: four in ten are over within three turns, and without spells one
    of fifteen; two of three and none if attacks are weighed roughly. Foes who choose whom to attack
    put a mage out either way. The same dice are rolled with and without spells until the difference
    is clear."""
    if not LONG:
        request.getfixturevalue("roughly")
    casting, shooting = (
        sharing_player(with_sense(one)._replace(rounds=3))
        for one in (opened("street-clinic"), only_shooting(opened("street-clinic")))
    )

    def is_undecided(player: Player, number: int) -> bool:
        return player.fight(number).play().won == "nobody"

    found = compare(lambda number: is_undecided(casting, number) - is_undecided(shooting, number))
    assert found.is_worse
    assert found.mean < -1 / 4
