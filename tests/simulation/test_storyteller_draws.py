"""Which weapon somebody draws by Storyteller, when they strike all out, and when they walk out of
their own cover."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.core.intents import Act, Attack, Intent, Options
from gmtrack.simulation.acts import Threat
from gmtrack.simulation.walks import Walks
from gmtrack.simulation.work import Player

from .by_hand import play_by_hand
from .fights import written
from .test_choices import example
from .test_sense import attack, first, sense_of, with_sense

PLATES = [{"ballistic": 0, "general": 2}]
FIGHTS = 60
COVERS = {
    "car": {"concealment": "substantially", "durability": 3, "structure": 12},
    "van": {"concealment": "full", "durability": 4, "structure": 30},
}


def baton_in_hand(folder: Path, **house: str) -> Encounter:
    """Rook has a baton in hand and a pistol at the belt, which does more, but less than twice as
    much."""
    rook = {
        "wielded": "baton", "cover": None, "strength": 3, "dexterity": 3,
        "skills": {"weaponry": 3, "firearms": 3},
    }  # fmt: skip
    weasel = {"wielded": "knife", "cover": None, "armor": PLATES, "skills": {"weaponry": 3}}
    return example(folder, "storyteller", {"rook": rook, "weasel": weasel}, house_rules=house)


def test_the_better_weapon_is_drawn_where_that_takes_no_action(tmp_path: Path) -> None:
    strike = Attack("rook", ("weasel",), options=Options(weapon="baton"))
    free = baton_in_hand(tmp_path)
    assert first(free, strike).options.weapon == "pistol"
    costly = baton_in_hand(tmp_path, draw_cost="action")
    assert first(costly, strike).options.weapon == "baton"


def test_a_weapon_without_bullets_is_not_drawn(tmp_path: Path) -> None:
    encounter = baton_in_hand(tmp_path)
    encounter.fight = {"combatants": {"rook": {"ammo": {"pistol": 0}}}}
    assert first(encounter, attack(encounter, "rook", "weasel")).options.weapon == "baton"


def test_the_pistol_at_the_belt_wins_more_by_hand(tmp_path: Path) -> None:
    encounter, won = baton_in_hand(tmp_path), {}
    for weapon in ("baton", "pistol"):

        def typed(draft: Draft, weapon: str = weapon) -> Sequence[Intent]:
            del draft
            return [Attack("rook", ("weasel",), options=Options(weapon=weapon))]

        won[weapon] = play_by_hand(encounter, "rook", typed, FIGHTS).won["pc"]
    assert won["pistol"] > won["baton"] + 10, won


def one_who_shoots_and_two_who_strike(folder: Path) -> Encounter:
    gun = {"kind": "firearm", "damage": 1, "ranges": [20, 40, 80]}
    rook = {
        "side": "pc", "strength": 3, "dexterity": 4, "wits": 4, "stamina": 3,
        "skills": {"weaponry": 3, "athletics": 1}, "weapons": {"blade": {"damage": 2}},
    }  # fmt: skip
    gus = {"dexterity": 2, "skills": {"firearms": 1}, "weapons": {"gun": gun}}
    strikers = {
        who: {"strength": 3, "skills": {"weaponry": 1}, "weapons": {"club": {"damage": 1}}}
        for who in ("ned", "zed")
    }
    return written(folder, "storyteller", {"rook": rook, "gus": gus, **strikers})


def test_nobody_strikes_all_out_while_others_strike_at_them(tmp_path: Path) -> None:
    """A bullet ignores Defense, which those who strike do not."""
    encounter = one_who_shoots_and_two_who_strike(tmp_path)
    options, usual = sense_of(encounter).options, attack(encounter, "rook", "gus")

    def words_under(*by: str) -> tuple[str, ...]:
        threat = Threat(float(len(by)), by=by)
        return options.chosen(Draft(encounter), usual, lambda who: threat)[0].options.words

    assert "all-out" in words_under("gus")
    assert "all-out" not in words_under("gus", "ned", "zed")
    assert "all-out" in words_under("gus")


def test_plain_blows_among_strikers_win_more_by_hand(tmp_path: Path) -> None:
    encounter = one_who_shoots_and_two_who_strike(tmp_path)
    won = {}
    for words in ((), ("all-out",)):

        def typed(draft: Draft, words: tuple[str, ...] = words) -> Sequence[Intent]:
            del draft
            options = Options(weapon="blade", words=words)
            return [Attack("rook", (foe,), options=options) for foe in ("gus", "ned", "zed")]

        won[words] = play_by_hand(encounter, "rook", typed, FIGHTS).won["pc"]
    assert won[()] > won["all-out",] + 10, won


def first_deeds(encounter: Encounter, who: str, count: int) -> list[Intent]:
    """Return the first deeds of somebody in a fight of those who have sense."""
    fight = Player(with_sense(encounter)).fight(0)
    done: list[Intent] = []

    class Listener:
        def hear_dice(self, dice: Any) -> Any:
            return dice

        def hear_command(self, intent: Intent) -> None:
            if who in (getattr(intent, "who", None), getattr(intent, "attacker", None)):
                done.append(intent)

    fight.listener = Listener()
    fight.play()
    return done[:count]


def test_who_is_wholly_hidden_walks_round_the_cover_of_a_foe_at_once(tmp_path: Path) -> None:
    """A walk leaves the own cover, too: it is weighed as such, and not as a shot from behind it,
    which nobody can make."""

    def gunman(firearms: int, dexterity: int, cover: str) -> dict[str, Any]:
        gun = {"kind": "firearm", "damage": 1, "ranges": [20, 40, 80]}
        return {
            "dexterity": dexterity, "skills": {"firearms": firearms}, "cover": cover,
            "weapons": {"pistol": gun},
        }  # fmt: skip

    armored = {"armor": [{"general": 2, "ballistic": 3}]}
    people = {"rook": gunman(1, 1, "car") | armored, "weasel": gunman(2, 3, "van")}
    encounter = example(tmp_path, "storyteller", people, scene={"covers": COVERS}, fight={})
    (deed,) = first_deeds(encounter, "weasel", 1)
    assert isinstance(deed, Act)
    assert deed.action == "run"


def single_shot(folder: Path, damage: int) -> Encounter:
    """Rook has a carbine with one round in hand and a pistol with this damage at the belt."""

    def gun(damage: int, capacity: int = 6) -> dict[str, Any]:
        ranges = {"ranges": [20, 40, 80], "capacity": capacity}
        return {"kind": "firearm", "damage": damage, **ranges}

    rook = {
        "side": "pc", "dexterity": 3, "stamina": 4, "wits": 4, "skills": {"firearms": 3},
        "weapons": {"carbine": gun(2, 1), "pistol": gun(damage)},
    }  # fmt: skip
    gus = {"dexterity": 3, "stamina": 4, "skills": {"firearms": 2}, "weapons": {"gun": gun(1)}}
    return written(folder, "storyteller", {"rook": rook, "gus": gus})


def test_a_loaded_gun_at_the_belt_shoots_before_an_empty_one_is_reloaded(tmp_path: Path) -> None:
    shots = first_deeds(single_shot(tmp_path, 1), "rook", 2)
    assert [one.options.weapon for one in shots] == ["carbine", "pistol"]
    assert all(isinstance(one, Attack) for one in shots)


def test_an_empty_gun_is_reloaded_where_all_else_does_little(tmp_path: Path) -> None:
    _, reload = first_deeds(single_shot(tmp_path, -3), "rook", 2)
    assert isinstance(reload, Act)
    assert reload.action == "reload"


def test_the_loaded_gun_wins_more_than_to_reload_by_hand(tmp_path: Path) -> None:
    encounter, won = single_shot(tmp_path, 1), {}
    shots = [Attack("rook", ("gus",), options=Options(weapon=one)) for one in ("carbine", "pistol")]
    for typed in (shots, shots[:1]):
        by_hand = play_by_hand(encounter, "rook", lambda draft, one=typed: one, FIGHTS)
        won[len(typed)] = by_hand.won["pc"]
    assert won[2] > won[1] + 8, won


def clubman_and_gunman(folder: Path, shots: int) -> Encounter:
    """Rook and a friend shoot from a wall at Gus, who strikes, and at Zed, who shoots with so many
    dots of firearms; these two are behind pieces of their own."""

    def gunman(firearms: int, dexterity: int, cover: str) -> dict[str, Any]:
        gun = {"kind": "firearm", "damage": 1, "ranges": [20, 40, 80]}
        return {
            "dexterity": dexterity, "skills": {"firearms": firearms}, "cover": cover,
            "weapons": {"gun": gun},
        }  # fmt: skip

    covers = {"wall": "barely", "car": "substantially", "bank": "substantially"}
    people = {
        "rook": {"side": "pc", "stamina": 4, **gunman(1, 3, "wall")},
        "ann": {"side": "pc", **gunman(3, 3, "wall")},
        "gus": {"cover": "car", "weapons": {"club": {"damage": 1}}},
        "zed": gunman(shots, shots, "bank"),
    }
    pieces = {name: {"concealment": one, "durability": 3} for name, one in covers.items()}
    return written(folder, "storyteller", people, scene={"covers": pieces})


def test_a_walk_is_weighed_by_all_who_may_shoot_then(tmp_path: Path) -> None:
    """To walk round the cover of Gus costs the own one, which counts against Zed alone. By hand
    Rook's side wins 34 of 60 fights with the walk and 32 without: it brings nothing for a turn."""
    found = {}
    for shots in (1, 3):
        encounter = clubman_and_gunman(tmp_path, shots)
        sense = sense_of(encounter)
        threat = Threat(0.0, alone=False, later=1.0)
        found[shots] = sense._walk_chooser.find_walk(
            Draft(encounter), "rook", ["gus", "zed"], lambda who, one=threat: one,
            Walks(sense._weighing),
        )  # fmt: skip
    assert found[1] is not None
    assert found[3] is None
