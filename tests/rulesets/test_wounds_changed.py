"""`wounds` in an effect of the GM's own changes the wound modifier, where wounds are a number."""

from pathlib import Path

import pytest

from .typing_in import doc, done, refused, told

ENCOUNTERS = Path(__file__).parents[2] / "encounters"
HURT = {
    # Encounter, who, damage, by how much the modifier helps, and the modifier before and after.
    "swan-song": ("knife-fight", "bob", "damage bob 6", 1, (-2, -1, 0)),
    "storyteller": ("back-room", "nick", "damage nick 7 --type lethal", 1, (-2, -1, 0)),
    "sr3": ("garage-night", "boss", "damage boss 3", -1, (2, 1, 0)),
}
each = pytest.mark.parametrize("name", HURT)


@pytest.fixture
def who(name: str, home: Path, tmp_path: Path) -> str:
    """Somebody hurt, in a fight with pain tolerance of 1, of 9, and a wound that hurts more."""
    fight, who, line, helps, (before, *_) = HURT[name]
    done("load", f"{ENCOUNTERS}/{fight}.yaml")
    effects = tmp_path / "effects.yaml"
    effects.write_text(
        "effects:\n"
        f"  tolerance: {{change: {{wounds: {helps}}}}}\n"
        f"  numb: {{change: {{wounds: {9 * helps}}}}}\n"
        f"  raw: {{change: {{wounds: {-helps}}}}}\n"
    )
    done("effect", "--define", str(effects))
    done(line)
    assert wounds(who) == before
    return who


def wounds(who: str) -> int:
    return int(doc("show", who, "--json")["wound_modifier"])


@each
def test_an_effect_eases_wounds_but_never_makes_them_help(name: str, who: str) -> None:
    before, eased, none = HURT[name][4]
    done(f"effect {who} tolerance")
    assert wounds(who) == eased
    done(f"effect {who} numb")
    assert wounds(who) == none
    done("undo 2")
    assert wounds(who) == before
    done(f"effect {who} raw")
    assert abs(wounds(who)) == abs(before) + 1


@each
def test_rolls_use_the_changed_modifier_and_show_names_the_share(name: str, who: str) -> None:
    before, eased, _ = HURT[name][4]
    other = {"bob": "joe", "nick": "lena", "boss": "rook"}[who]
    line = f"attack {who} {other} --seed 1 -n"

    def part() -> int:
        roll = doc(line)["rolls"][0]
        parts = [*roll["parts"], *roll.get("tn_parts", ())]
        return sum(one["value"] for one in parts if one["label"] == "wounds")

    assert part() == before
    done(f"effect {who} tolerance")
    assert part() == eased
    assert "tolerance" in told("show", who)
    assert "tolerance" in told("why", who, "wounds")


@pytest.mark.parametrize("fight", ["ninth-street", "street-samurai-duel"])
def test_where_wounds_are_no_number_it_is_refused(fight: str, home: Path, tmp_path: Path) -> None:
    done("load", f"{ENCOUNTERS}/{fight}.yaml")
    effects = tmp_path / "effects.yaml"
    effects.write_text("effects: {tolerance: {change: {wounds: 1}}}\n")
    assert "no number 'wounds' can be changed" in refused("effect", "--define", str(effects))
