"""What the GM is told beside the numbers: who comes when, and why it came to what it did."""

from pathlib import Path

import pytest

from ..typing_in import gmtrack, told

ENCOUNTER = Path(__file__).parents[3] / "encounters" / "ganger-ambush.yaml"
ORDER = {
    "vex": "6", "unit7": "1,1", "mira": "1", "blaze": "6", "chains": "6", "spit": "5",
    "dodger": "3", "hook": "2",
}  # fmt: skip
HIT = ("--roll", "attack=5,5,5,1,2,3,4,2,2,2,2,2,2,2", "--roll", "soak=1,1,1,1,1")


@pytest.fixture(autouse=True)
def _table(home: Path) -> None:
    told("load", str(ENCOUNTER))


def roll_init() -> str:
    return told("roll-init", *(word for who in ORDER for word in ("--roll", f"{who}={ORDER[who]}")))


def test_who_was_put_off_and_is_hurt_meanwhile_comes_when_their_score_does() -> None:
    """SS-INIT-21, R-INIT-11: Vex comes in before Chains (11), who is at 9 then."""
    roll_init()
    told("delay", "vex")
    assert "Chains acts at 11" in told("next")
    told("intervene", "vex")
    hurt = told("attack", "vex", "chains", *HIT, "--roll", "defense=1,2,2,2,2")
    assert "Chains: Score 9 (was 11)" in hurt
    assert "Chains now acts after Mira Kade" in hurt
    for first in ("Unit 7", "Spit", "Mira Kade"):
        assert f"{first} acts at" in told("next")
    assert "Chains acts at 9" in told("next")


def test_who_is_hurt_down_to_the_score_of_another_is_level_with_them() -> None:
    """SS-INIT-09: a coin decides then, and nobody knows yet who comes first."""
    roll_init()
    told("set", "spit", "score=9")
    assert "Chains is now level with Spit in the order" in told(
        "set", "chains", "initiative_mod=-2"
    )


def test_who_was_put_off_and_has_no_score_left_has_no_phase() -> None:
    """SS-INIT-16"""
    roll_init()
    told("delay", "vex")
    told("next")
    told("intervene", "vex")
    told("set", "chains", "score=0")
    assert "Unit 7 acts at" in told("next")


def test_who_is_booked_after_the_one_put_off_waits_for_them() -> None:
    """SS-DELAY-02"""
    roll_init()
    told("delay", "vex")
    told("delay", "blaze")
    told("intervene", "blaze", "--with", "when=after")
    told("intervene", "vex")
    told("set", "chains", "score=3")
    for first in ("Unit 7", "Spit", "Mira Kade", "Dodger", "Hook", "Chains"):
        assert f"{first} acts at" in told("next")
    assert "Blaze takes the delayed action" in told("next")


def test_why_a_tie_against_cover_does_damage() -> None:
    """SS-COV-07, R-COV-3: elsewhere it is a grazing hit."""
    tie = ("--roll", "attack=5,5,5,1,2,3,4,2,2,2,2,2,2,2,2", "--roll", "soak=1,1,1,1,1")
    told("act", "chains", "take-cover", "partial")
    out = told("attack", "vex", "chains", *tie, "--roll", "defense=5,5,5,2,2,2,2")
    assert "hit through cover: 3 against 3, 0 net (a tie in cover hits, and no barrier" in out
    told("undo")
    told("set", "scene", "barriers.pillar.rating=structure")
    barred = ("--with", "barrier=pillar", "--roll", "defense=5,5,5,2,2,2,2")
    out = told("attack", "vex", "chains", *tie[:2], *barred)
    assert "0 net (a tie in cover has to get through the barrier)" in out
    assert "grazing hit: 3 against 3" in told(
        "attack", "vex", "hook", *tie[:2], "--roll", "defense=5,5,5,2,2"
    )


def test_who_may_not_act_now_is_told_why_and_by_name() -> None:
    """SS-ACT-05: who comes later, and who has had their phase."""
    roll_init()
    early = gmtrack("attack", "unit7", "chains").err
    assert "it is Vex's phase, not Unit 7's; `next` goes on" in early
    told("next")
    late = gmtrack("attack", "vex", "chains").err
    assert "Vex has had their phase in this pass already; `next` goes on" in late


def test_critical_injuries_of_one_hit_are_told_at_once() -> None:
    """R-CRIT-2: by massive damage, and by overflow."""
    out = told("damage", "hook", "9")
    assert out.count("critical injur") == 1
    assert "Hook suffers 2 critical injuries: -2 until healed" in out
    assert "Mira Kade suffers a critical injury: -1" in told("damage", "mira", "15")


def test_what_follows_a_glitch_is_the_gms_where_no_rule_says_it() -> None:
    """R-TEST-4, SS-BAR-13"""
    ones = ("--roll", "attack=1,1,1,1,1,1")
    out = told("attack", "dodger", "vex", *ones)
    assert "Dodger: critical glitch on attack; what goes wrong is up to you" in out
    told("set", "scene", "barriers.pillar.rating=structure")
    out = told("attack", "dodger", "pillar", *ones)
    assert "Dodger: critical glitch on attack" in out
    assert "up to you" not in out


def test_a_hit_that_does_no_damage_is_called_a_grazing_hit() -> None:
    """SS-ATK-16: as the tie is, and the log."""
    hit = ("--roll", "attack=5,2,2,2,2,2")
    out = told("attack", "dodger", "unit7", *hit, "--roll", "defense=1,1,1,1,2,2,2,2")
    assert "bounces off grazing hit: no damage to Unit 7" in out
    told("act", "vex", "take-cover", "partial")
    soak = ("--roll", "defense=5,1,1,2,2,2,2,2,2,2,2,2", "--roll", "soak=5,5,5,5,5,5")
    out = told("attack", "dodger", "vex", *hit, *soak)
    assert "grazing hit: Vex soaks it all, no damage" in out


def test_an_attack_without_dice_says_so_at_once() -> None:
    """R-TEST-5: a called shot at the eye costs 10 of the 6 dice."""
    lines = gmtrack("attack", "dodger", "vex", "--called", "eye", "--seed", "1").out.splitlines()
    assert "no dice are left for this attack: 0 hits (`undo` takes it back)" in lines[1]
    assert "no dice" not in told("attack", "vex", "hook", "--called", "eye", "--seed", "1")
