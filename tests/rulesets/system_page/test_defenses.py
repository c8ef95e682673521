"""What is typed with an attack changes the attack or the defense, in odds as in play."""

from pathlib import Path

import pytest

from ..typing_in import doc, done, refused, told

PAGE = """\
gmtrack: 1
kind: system
title: Bouts
sheet:
  parry: {default: 3, min: -9, max: 9}
  dodge: {default: 2, min: -9, max: 9}
  soak: {default: 1, min: 0, max: 9}
weapon: {skill: {default: 4, min: -9, max: 9}}
levels:
  success: rolled <= chance
  failure:
tracks: {hp: 9}
damage:
  track: hp
  steps:
    soak: {roll: d4 + soak, less: 0}
attacks:
  strike:
    roll: {under: weapon.skill, dice: d6}
    against:
      defenses:
        parry: {under: parry, dice: d6}
        dodge: {under: dodge, dice: d6}
    several: yes
    bands:
      miss: {when: level = failure}
      defended: {when: theirs = success}
      hit: {damage: 1}
  shove:
    roll: d6 + weapon.skill
    against: 5
    bands:
      hit: {when: total >= against}
      miss:
location: d6
places:
  head: {faces: [1, 2]}
  body: {faces: [3, 6]}
tests:
  climb: {roll: {under: dodge, dice: d6}, bands: {done: {when: level = success}, failed: }}
conditions:
  lying: On the ground.
  dazed: {forbids: [parry, dodge]}
  aiming: Takes aim.
modifiers:
  lying: {plus: -1, roll: [parry, dodge], when: me is lying}
  feint: {plus: -2, roll: [parry, dodge], told: yes}
  dark: {plus: -1, roll: [attack, parry, dodge], told: yes}
  cover: {plus: -3, told: yes}
  rain: {plus: -1, told: yes, roll: climb}
  aim:
    plus: 1
    damage: 3
    told: yes
    when: me is aiming
    roll: [attack, climb]
    self: {end: [aiming]}
"""
FIGHT = """\
gmtrack: 1
name: Bout
ruleset: ./bouts.yaml
combatants:
  ann: {weapons: {foil: {}, shield: {way: shove}}}
  bob: {weapons: {foil: {}}}
  cid: {weapons: {foil: {}}}
"""


@pytest.fixture
def bout(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Open a fight of three in which everybody parries."""
    monkeypatch.chdir(home)
    (home / "bouts.yaml").write_text(PAGE)
    (home / "bout.yaml").write_text(FIGHT)
    done("load", "bout.yaml")


DICE = "--roll attack=1 --roll parry=6 --roll soak=1 --roll location=1"


def targets_of(line: str) -> dict[str, int]:
    """Return the numbers under which the attack and the defenses of a line are rolled, by roll
    and roller."""
    rolls = doc(f"{line} --seed 1")["rolls"]
    done("undo")
    return {
        f"{one['name']} {one['who']}": one["target"]
        for one in rolls
        if one["name"] in ("attack", "parry", "dodge")
    }


def hit_chance(line: str) -> float:
    """Return the chance of a hit by the odds of a line."""
    return float(doc(line)["outcomes"].get("hit", 0))


def hit_by_counting(skill: int, parry: int) -> float:
    """Return the chance of a hit by every way in which the two dice can fall."""
    ways = [(a, b) for a in range(1, 7) for b in range(1, 7)]
    return sum(a <= skill and not b <= parry for a, b in ways) / len(ways)


@pytest.mark.parametrize(
    ("words", "skill", "parry"),
    [
        ("--mod -2:luck", 2, 3),
        ("--mod ann:-2:luck", 2, 3),
        ("--mod bob:-2:luck", 2, 3),
        ("--defense-mod -2:feint", 4, 1),
        ("--defense-mod bob:-2:feint", 4, 1),
        ("--mod 1 --defense-mod 1:cover --defense-mod bob:1", 5, 5),
    ],
)
def test_numbers_by_hand_change_the_attack_or_the_defense(
    bout: None, words: str, skill: int, parry: int
) -> None:
    line = f"attack ann bob {words}"
    assert targets_of(line) == {"attack ann": skill, "parry bob": parry}
    chance = hit_chance(f"odds ann bob {words}")
    assert chance == pytest.approx(hit_by_counting(skill, parry))


def test_a_number_for_the_attack_changes_neither_the_place_nor_what_is_soaked(bout: None) -> None:
    rolls = doc(f"attack ann bob --mod 3:luck {DICE}")["rolls"]
    assert {
        one["name"]: one.get("total") for one in rolls if one["name"] in ("soak", "location")
    } == {
        "soak": 2,
        "location": 1,
    }


def test_a_number_reaches_the_one_of_several_for_whom_it_is_typed(bout: None) -> None:
    line = "attack ann bob cid --defense-mod cid:-2:feint --mod bob:1 --seed 1"
    numbers = [one["target"] for one in doc(line)["rolls"] if "target" in one]
    assert numbers == [5, 3, 4, 1]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("attack ann bob --defense none --defense-mod -2", "bob makes no roll to defend"),
        ("attack ann bob --weapon shield --defense-mod -2", "bob makes no roll to defend"),
        ("attack ann bob --defense-mod ann:-2", "reaches nobody"),
        ("attack ann bob --mod cid:-2", "reaches nobody"),
    ],
)
def test_a_number_that_reaches_no_roll_is_refused(bout: None, line: str, said: str) -> None:
    assert said in refused(line)


def test_who_cannot_defend_at_the_moment_is_hit_all_the_same(bout: None) -> None:
    done("effect bob dazed")
    assert targets_of("attack ann bob --defense-mod -2") == {"attack ann": 4}


@pytest.mark.parametrize(("page", "line"), [("percentile", "dodge"), ("fudge", "parry")])
def test_the_pages_that_come_along_take_numbers_for_the_defense(
    home: Path, monkeypatch: pytest.MonkeyPatch, page: str, line: str
) -> None:
    monkeypatch.chdir(home)
    done("new", "Bout", "bout.yaml", "--ruleset", page, "--example")
    shown = told("attack ann bob --seed 1 --mod 1:luck --defense-mod -2:feint --dry-run")
    attack, defense = shown.split(f" {line} Bob ")
    assert "1 luck" in attack
    assert "feint" not in attack
    assert "2 feint" in defense
    assert "luck" not in defense


@pytest.mark.parametrize(
    ("words", "skill", "parry"),
    [
        ("--with feint", 4, 1),
        ("--with bob:feint", 4, 1),
        ("--with dark", 3, 2),
        ("--with bob:dark", 4, 2),
        ("--with ann:dark", 3, 3),
        ("--with cover", 1, 3),
        ("--with bob:cover", 1, 3),
        ("--with feint --without lying", 4, 1),
    ],
)
def test_told_words_change_the_rolls_that_their_rows_name(
    bout: None, words: str, skill: int, parry: int
) -> None:
    assert targets_of(f"attack ann bob {words}") == {"attack ann": skill, "parry bob": parry}
    chance = hit_chance(f"odds ann bob {words}")
    assert chance == pytest.approx(hit_by_counting(skill, parry))


@pytest.mark.parametrize("who", ["", "bob:"])
def test_a_modifier_of_a_defense_is_left_out(bout: None, who: str) -> None:
    done("effect bob lying")
    assert targets_of("attack ann bob")["parry bob"] == 2
    done("effect bob lying")
    words = f"--without {who}lying"
    assert targets_of(f"attack ann bob {words}")["parry bob"] == 3
    done("effect bob lying")
    assert hit_chance(f"odds ann bob {words}") == pytest.approx(hit_by_counting(4, 3))


def test_a_word_reaches_the_one_of_several_to_whom_it_is_tied(bout: None) -> None:
    line = "attack ann bob cid --with cid:feint --with bob:cover --seed 1"
    numbers = [one["target"] for one in doc(line)["rolls"] if "target" in one]
    assert numbers == [1, 3, 4, 1]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("attack ann bob --with ann:feint", "ann:feint changes nothing here"),
        ("attack ann bob --with cid:cover", "cid:cover changes nothing here"),
        ("attack ann bob --without ann:lying", "ann:lying changes nothing here"),
        ("attack ann bob --weapon shield --with feint", "'feint' is not known here"),
    ],
)
def test_a_word_that_changes_no_roll_is_refused(bout: None, line: str, said: str) -> None:
    assert said in refused(line)


def test_the_words_of_defenses_are_listed(bout: None) -> None:
    shown = told("rules words")
    assert all(word in shown for word in ("feint", "dark", "cover"))


def test_a_told_step_counts_for_the_one_to_whom_it_is_tied(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(home)
    done("new", "Bout", "bout.yaml", "--ruleset", "fudge", "--example")
    line = "attack ann bob --roll attack=3,3,3,3 --roll parry=1,1,1,1 --with bob:mild-consequence"
    assert "ann:mild-consequence changes nothing" in refused(line.replace("bob:", "ann:"))
    assert "mild consequence -2" in told(*line.split())


def test_a_modifier_counts_though_its_price_ends_the_condition_that_it_needs(bout: None) -> None:
    line = "attack ann bob --with aim --roll attack=1 --roll parry=6 --roll soak=1"
    plain = doc(line)
    done("undo")
    done("effect", "ann", "aiming")
    aimed = doc(line)
    assert aimed["damage"]["base"] == plain["damage"]["base"] + 3
    assert aimed["rolls"][0]["target"] == plain["rolls"][0]["target"] + 1
    assert "aiming" not in told("board")
    done("effect", "bob", "aiming")
    targets = [
        doc("test bob climb --with aim --roll climb=1")["rolls"][0]["target"] for _ in range(2)
    ]
    assert targets[0] == targets[1] + 1


def test_a_tie_gives_a_boost_that_counts_once_and_may_be_passed_on(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(home)
    done("new", "Bout", "bout.yaml", "--ruleset", "fudge", "--example")
    # Nobody passes on what they do not have, and a boost is no risk.
    assert "Ann is not boosted" in refused("act ann pass-boost bob")
    odds = told("odds", "ann", "bob")
    assert "Ann afterwards" in odds
    assert "any harm" not in odds
    assert doc("odds ann bob")["risk"]["harmless"] == ["boosted"]
    line = "attack ann bob --with boost --roll attack=2,2,2,2 --roll parry=2,2,2,2"
    assert "Ann: boosted" in told(*line.split())
    done("act", "ann", "pass-boost", "bob")
    back = "attack bob ann --with boost --roll attack=2,2,2,2 --roll parry=2,2,2,2"
    first, second = doc(back), doc(back)
    assert first["rolls"][0]["total"] == second["rolls"][0]["total"] + 2


def test_absorb_is_tied_to_the_target_and_its_odds_tell_each_step(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(home)
    done("new", "Bout", "bout.yaml", "--ruleset", "fudge", "--example")
    assert "ann:absorb changes nothing" in refused("attack ann bob --with ann:absorb")
    plain, absorbing = (doc(f"odds ann bob {words}") for words in ("", "--with bob:absorb"))
    assert absorbing["down"] < plain["down"]
    assert plain["effects"].keys().isdisjoint(absorbing["effects"])
    assert set(absorbing["effects"]) <= {
        f"{size}-consequence" for size in ("mild", "moderate", "severe")
    }


def test_fate_points_are_spent_when_the_dice_lie_and_the_odds_tell_how_often(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(home)
    done("new", "Bout", "bout.yaml", "--ruleset", "fudge", "--example")
    message = refused("attack ann bob --with bob:invoke-if-needed --with ann:resist-if-needed")
    assert "ann:resist-if-needed changes nothing" in message
    plain, late, before = (
        doc(f"odds ann bob {words}") for words in ("", "--with invoke-if-needed", "--with invoke")
    )
    # The same hits as by a point before the dice. It is spent where that makes a hit, or takes out.
    assert late["outcomes"]["hit"] == pytest.approx(before["outcomes"]["hit"])
    spent = late["risk"]["effects"]["invoke"]
    more_hits = late["outcomes"]["hit"] - plain["outcomes"]["hit"]
    assert spent == pytest.approx(more_hits + late["down"] - plain["down"])
    line = "attack ann bob --with invoke-if-needed --roll attack=2,2,2,1 --roll parry=2,2,2,2"
    [strike, parry] = doc(line)["rolls"]
    assert sum(part["value"] for part in strike["total_parts"]) == strike["total"]
    assert strike["total"] > parry["total"]
    # At the table: the dice that fell stay.
    done("attack", "ann", "bob", "--roll", "attack=2,2,2,1", "--roll", "parry=2,2,2,2")
    seq = doc("log")["steps"][-1]["seq"]
    assert "invoke" in told("amend", str(seq), "--with", "invoke-if-needed")


@pytest.mark.parametrize(
    ("words", "dice"),
    [("--with bob:resist-if-needed", "3,3,3,3"), ("--with invoke-if-needed", "3,3,2,2")],
)
def test_no_fate_point_is_spent_on_what_a_consequence_absorbs(
    home: Path, monkeypatch: pytest.MonkeyPatch, words: str, dice: str
) -> None:
    """A hit by 4 takes Bob out, one by 2 does not. A mild consequence takes 2."""
    monkeypatch.chdir(home)
    done("new", "Bout", "bout.yaml", "--ruleset", "fudge", "--example")
    line = f"attack ann bob {words} --roll attack={dice} --roll parry=2,2,2,2 --dry-run"
    assert "fate 3 to 2" in told(*line.split())
    absorbed = told(*line.split(), "--with", "bob:absorb")
    assert "fate" not in absorbed
    assert "stress 0 to 2" in absorbed
    # Where all consequences are taken the point is spent.
    for track in ("mild", "moderate", "severe"):
        done("set", "bob", f"{track}=1")
    assert "fate 3 to 2" in told(*line.split(), "--with", "bob:absorb")


@pytest.mark.parametrize("words", ["--mod bob:1", "--with bob:rain"])
def test_a_test_takes_what_is_typed_for_who_makes_it(bout: None, words: str) -> None:
    assert "bob:" in refused(f"test ann climb {words}")
    [roll] = doc(f"test bob climb {words} --roll climb=1")["rolls"]
    assert roll["target"] in (1, 3)
