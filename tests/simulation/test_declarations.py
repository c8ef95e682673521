"""What is declared in i2050 besides the usual attack: to fight back, to split the skill, Unarmed
Combat, each in a fight in which it is right by hand."""

from copy import deepcopy
from pathlib import Path
from typing import Any

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.core.intents import Act, Attack, Intent, Options, RollInit
from gmtrack.rulesets.i2050.sheet.game import Scene
from gmtrack.simulation.acts import estimate_threat
from gmtrack.simulation.declarations import choose_declarations
from gmtrack.simulation.habits import ON, TARGET, Habit
from gmtrack.simulation.work import Player

from .by_hand import play_by_hand
from .fights import setup, sharing_player, written
from .test_sense import first, sense_of, with_sense

MASTER: dict[str, Any] = {
    "side": "pc", "dex": 12, "con": 12, "siz": 12, "skills": {"sword": 40},
    "weapons": {"sword": {"skill": "sword", "class": "medium", "damage": "1d8", "parry": 4}},
}  # fmt: skip
CLUB = {"club": {"skill": "clubs", "class": "medium", "damage": "2d6"}}
THUG: dict[str, Any] = {"dex": 10, "con": 10, "siz": 10, "skills": {"clubs": 17}, "weapons": CLUB}
FIGHTS = 40


def fight_of(folder: Path, people: dict[str, Any], **more: Any) -> Encounter:
    """A fight of these people; each has a sheet of their own."""
    own = {who: deepcopy(sheet) for who, sheet in people.items()}
    return written(folder, "i2050", own, **more)


def set_upon(folder: Path) -> Encounter:
    """A master of the sword set upon by two thugs, who declare first."""
    people = {"master": MASTER, "thug-1": THUG, "thug-2": THUG}
    return fight_of(folder, people, scene={"declares_first": "foe"})


def declared(encounter: Encounter, who: str, first: list[Intent]) -> list[Intent]:
    """What WHO had better declare than the usual attack, the best first, after others have."""
    fight = sharing_player(with_sense(encounter)).fight(1)
    assert fight._sense is not None
    for intent in (RollInit(), *first):
        assert fight._resolve(intent) is None
    foes, threat = fight.foes(who), estimate_threat(1, 2, quiet=False)
    return [*choose_declarations(fight._sense._worth, fight._draft, who, foes, threat)]


def line_of(intent: Intent) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    assert isinstance(intent, Act)
    return intent.action, intent.args, intent.options.words


def test_who_is_set_upon_by_two_splits_the_skill(tmp_path: Path) -> None:
    encounter = set_upon(tmp_path)
    split = Options(weapon="sword", words=("split=20,20",))
    act = Act("master", "fight", ("thug-1", "thug-2"), options=split)
    plainly = Player(setup(encounter)).play(range(FIGHTS)).won["pc"]

    def typed(draft: Draft) -> list[Intent]:
        return [act] if all(Scene(draft).fighter(one).able for one in act.args) else []

    by_hand = play_by_hand(encounter, "master", typed, FIGHTS).won["pc"]
    assert by_hand >= plainly + 4
    thugs: list[Intent] = [Act(one, "fight", ("master",)) for one in ("thug-1", "thug-2")]
    best = declared(encounter, "master", thugs)[0]
    assert line_of(best) == ("fight", ("thug-1", "thug-2"), ("split=20,20",))
    party = sharing_player(with_sense(encounter, "pc")).play(range(FIGHTS)).won["pc"]
    assert party >= plainly + 4


def test_who_is_struck_fights_back_and_does_not_strike_another(tmp_path: Path) -> None:
    bystander = {**THUG, "skills": {"clubs": 1}}
    people = {"master": MASTER, "idler": bystander, "thug": THUG}
    encounter = fight_of(tmp_path, people, scene={"declares_first": "foe"})
    first: list[Intent] = [Act("idler", "other"), Act("thug", "fight", ("master",))]
    best = declared(encounter, "master", first)[0]
    assert line_of(best)[:2] == ("fight", ("thug",))


def test_nothing_is_better_than_the_attack_where_nobody_attacks(tmp_path: Path) -> None:
    people = {"master": MASTER, "thug": THUG}
    encounter = fight_of(tmp_path, people, scene={"declares_first": "foe"})
    assert not declared(encounter, "master", [Act("thug", "other")])


def test_whom_to_attack_is_known_in_a_round_that_has_begun(tmp_path: Path) -> None:
    """Whoever simulates a fight from its middle has the foes weighed as before its first round."""
    people = {"a": SHOOTER, "club": THUG, "smg": GUNNER}
    begun = fight_of(tmp_path, people)
    encounter = fight_of(tmp_path, people)
    fight = sharing_player(with_sense(encounter)).fight(1)
    declarations: list[Intent] = [Act("club", "dodge"), Act("smg", "shoot", ("a",))]
    for intent in (RollInit(), *declarations):
        assert fight._resolve(intent) is None
    encounter.fight = fight._draft.encounter.fight
    assert encounter.fight["combatants"]["club"]["intent"]
    pays = [
        [
            sense_of(one)._aim_chooser.pay_of_attack(Draft(begun), "a", foe)
            for foe in ("club", "smg")
        ]
        for one in (begun, encounter)
    ]
    assert pays[0] == pays[1]
    assert min(pays[0]) > 0
    assert encounter.fight["combatants"]["club"]["intent"]


FISTS: dict[str, Any] = {
    "side": "pc", "dex": 12, "con": 12, "siz": 10,
    "skills": {"athletics_fist": 14, "unarmed_combat": 16},
}  # fmt: skip


def unarmed(draft: Draft) -> list[Intent]:
    """The attack with Unarmed Combat, once it is declared."""
    del draft
    return [Attack("monk", ("thug",), options=Options(words=("unarmed-combat",)))]


def test_bare_hands_disable_in_place_of_damage(tmp_path: Path) -> None:
    encounter = fight_of(tmp_path, {"monk": FISTS, "thug": {**THUG, "skills": {"clubs": 9}}})
    plainly = Player(setup(encounter)).play(range(FIGHTS)).won["pc"]
    by_hand = play_by_hand(encounter, "monk", unarmed, FIGHTS).won["pc"]
    assert by_hand >= plainly + 4
    party = sharing_player(with_sense(encounter, "pc")).play(range(FIGHTS)).won["pc"]
    assert party >= plainly + 4


GUNNER: dict[str, Any] = {
    "dex": 10, "con": 10, "siz": 10, "skills": {"smg": 10},
    "weapons": {"smg": {"skill": "smg", "class": "missile", "damage": "2d6", "burst": 3}},
}  # fmt: skip
SHOOTER: dict[str, Any] = {
    "side": "pc", "dex": 8, "con": 10, "siz": 10, "skills": {"guns": 14},
    "weapons": {"gun": {"skill": "guns", "class": "missile", "damage": "3d6"}},
}  # fmt: skip
GUNNERS = ("gunner-1", "gunner-2", "gunner-3")


def under_fire(folder: Path) -> Encounter:
    """A shooter and a better one against three with submachine guns, who declare first."""
    ace = {**SHOOTER, "dex": 20, "skills": {"guns": 19}}
    people = {"shooter": SHOOTER, "ace": ace, **dict.fromkeys(GUNNERS, GUNNER)}
    return fight_of(folder, people, scene={"declares_first": "foe"})


def test_a_declared_burst_threatens_with_all_its_shots(tmp_path: Path) -> None:
    """Weaving leaves nothing of the half skill of a burst, but half of that of a single shot."""
    encounter = under_fire(tmp_path)
    bursts: list[Intent] = [Act(one, "burst", ("shooter",)) for one in GUNNERS]
    best = declared(encounter, "shooter", bursts)[0]
    assert line_of(best) == ("weave", (), ())
    shots: list[Intent] = [Act(one, "shoot", ("shooter",)) for one in GUNNERS]
    assert not declared(encounter, "shooter", shots)
    weaves: list[Intent] = [Act("shooter", "weave")]
    plainly = Player(setup(encounter)).play(range(FIGHTS)).won["pc"]
    by_hand = play_by_hand(encounter, "shooter", lambda _: weaves, FIGHTS).won["pc"]
    assert by_hand >= plainly + 4


def aimed_at(encounter: Encounter, who: str, first: list[Intent]) -> str:
    """Whom WHO wants to attack, after others have declared."""
    fight = sharing_player(with_sense(encounter)).fight(1)
    assert fight._sense is not None
    for intent in (RollInit(), *first):
        assert fight._resolve(intent) is None
    return fight._sense._order_aims(fight._draft, who, fight._aims(who), fight._habits, ())[
        0
    ].target


THREE = ("gun-1", "gun-2", "gun-3")
BRUTE = {**THUG, "skills": {"clubs": 8}}


def test_the_third_does_not_shoot_at_the_foe_who_would_weave(tmp_path: Path) -> None:
    """The foe whom three attack gives up a poor attack to weave."""
    shooter = {**SHOOTER, "hp": 11, "skills": {"guns": 9}}
    shooter["weapons"] = {"gun": {"skill": "guns", "class": "missile", "damage": "2d6"}}
    brutes = ("brute-1", "brute-2", "brute-3")
    people = {**dict.fromkeys(THREE, shooter), **dict.fromkeys(brutes, BRUTE)}
    encounter = fight_of(tmp_path, people)
    shots: list[Intent] = [Act(one, "shoot", ("brute-1",)) for one in THREE]
    assert line_of(declared(encounter, "brute-1", shots)[0])[0] == "weave"
    assert aimed_at(encounter, "gun-3", shots[:2]) != "brute-1"
    gathered = Habit("pc", TARGET, ON, who="brute-1")
    sensible, all_at_one = (
        sharing_player(with_sense(encounter)._replace(varied=habit)).play(range(30)).won["pc"]
        for habit in (None, gathered)
    )
    assert sensible >= all_at_one + 4


def test_the_third_with_a_club_does_not_strike_at_the_foe_who_would_weave(tmp_path: Path) -> None:
    """What counts is what all three lose by it: most of it an ace and a friend who shoot."""
    ace = {**SHOOTER, "skills": {"guns": 16}}
    striker = {**SHOOTER, "skills": {"clubs": 10}, "weapons": CLUB}
    people = {"ace": ace, "gun": SHOOTER, "club": striker, "brute-1": BRUTE}
    people["brute-2"] = {**BRUTE, "skills": {"clubs": 3}}
    encounter = fight_of(tmp_path, people)
    shots: list[Intent] = [Act(one, "shoot", ("brute-1",)) for one in ("ace", "gun")]
    blow = Act("club", "fight", ("brute-1",))
    assert line_of(declared(encounter, "brute-1", [*shots, blow])[0])[0] == "weave"
    assert aimed_at(encounter, "club", shots) == "brute-2"
    assert aimed_at(encounter, "club", shots[1:]) == "brute-1"


def test_who_has_declared_to_weave_is_left_for_later(tmp_path: Path) -> None:
    people = {"gun-1": SHOOTER, "brute-1": BRUTE, "brute-2": BRUTE}
    encounter = fight_of(tmp_path, people, scene={"declares_first": "foe"})
    fights: list[Intent] = [Act(one, "fight", ("gun-1",)) for one in ("brute-1", "brute-2")]
    assert aimed_at(encounter, "gun-1", fights) == "brute-1"
    assert aimed_at(encounter, "gun-1", [Act("brute-1", "weave"), fights[1]]) == "brute-2"


def test_the_second_does_not_shoot_at_the_foe_whom_the_first_drops(tmp_path: Path) -> None:
    """Each hit puts somebody out."""
    ace = {**SHOOTER, "hp": 8, "unconscious": 7, "skills": {"guns": 19}}
    foe = {**ace, "side": "foe", "skills": {"guns": 16}}
    foes = ("foe-1", "foe-2", "foe-3")
    people = {"ace-1": ace, "ace-2": ace, "ace-3": ace, **dict.fromkeys(foes, foe)}
    encounter = fight_of(tmp_path, people)
    assert aimed_at(encounter, "ace-2", [Act("ace-1", "shoot", ("foe-1",))]) == "foe-2"
    assert aimed_at(encounter, "ace-2", [Act("ace-1", "shoot", ("foe-2",))]) != "foe-2"

    def typed(draft: Draft) -> list[Intent]:
        able = [one for one in foes if Scene(draft).fighter(one).able]
        return [Act("ace-2", "shoot", (able[0],))] if able else []

    plainly = Player(setup(encounter)).play(range(FIGHTS)).won["pc"]
    by_hand = play_by_hand(encounter, "ace-2", typed, FIGHTS).won["pc"]
    assert plainly >= by_hand + 4


def test_who_hardly_strikes_evades_while_friends_fight_on(tmp_path: Path) -> None:
    """They have nothing but bare hands, without any skill."""
    people = {
        "geezer": {**THUG, "side": "pc", "weapons": {}},
        "friend": {**THUG, "side": "pc"},
        "thug": THUG,
    }
    encounter = fight_of(tmp_path, people, scene={"declares_first": "foe"})
    best = declared(encounter, "geezer", [Act("thug", "fight", ("geezer",))])[0]
    assert line_of(best)[0] in ("dodge", "weave")
    friend = Act("thug", "fight", ("friend",))
    assert not declared(encounter, "geezer", [friend])


def test_a_declared_attack_on_a_place_threatens_with_what_is_left(tmp_path: Path) -> None:
    """Weaving leaves nothing of a skill of 5, but there is little to lose of a skill of 1."""
    clumsy = {**SHOOTER, "skills": {"guns": 7}}
    people = {"shooter": clumsy, "ace": SHOOTER, **dict.fromkeys(GUNNERS, GUNNER)}
    encounter = fight_of(tmp_path, people, scene={"declares_first": "foe"})
    chosen: list[str] = []
    for points in (5, 9):
        head = Options(called="head", words=(f"aim={points}",))
        shots: list[Intent] = [Act(one, "shoot", ("shooter",), options=head) for one in GUNNERS]
        chosen += [line_of(one)[0] for one in declared(encounter, "shooter", shots)[:1]]
    assert chosen == ["weave"]


def test_a_called_place_pays_for_the_foes_who_strike_before_it(tmp_path: Path) -> None:
    """The same shots, against foes who are faster anyway and against foes who overtake."""
    vest = [{"name": "vest", "points": {"chest": 4, "abdomen": 4}}]
    shooter = {**SHOOTER, "dex": 11, "con": 11, "siz": 11, "skills": {"guns": 12}}
    shooter["weapons"] = {"gun": {"skill": "guns", "class": "missile", "damage": "2d6"}}
    foe = {**shooter, "side": "foe", "armor": vest}
    chosen: dict[int, str | None] = {}
    for dex in (11, 20):
        people = {"shooter": shooter, "foe-1": {**foe, "dex": dex}, "foe-2": {**foe, "dex": dex}}
        act = Act("shooter", "shoot", ("foe-1",), options=Options(weapon="gun"))
        chosen[dex] = first(fight_of(tmp_path, people), act).options.called
    assert chosen == {11: None, 20: "head"}


GUNMAN: dict[str, Any] = {
    "dex": 11, "con": 11, "siz": 11, "skills": {"guns": 12, "knife": 12},
    "weapons": {
        "gun": {"skill": "guns", "class": "missile", "damage": "2d6"},
        "knife": {"skill": "knife", "class": "short", "damage": "1d6"},
    },
}  # fmt: skip
UNJAM = Act("ash", "unjam", options=Options(weapon="gun"))


def jammed(folder: Path, metres: int) -> Encounter:
    """Ash, whose gun is jammed, so many metres from a gunman."""
    people = {"ash": {**GUNMAN, "side": "pc"}, "gus": GUNMAN}
    live = {
        "ash": {"position": [0, 0], "weapons": {"gun": {"status": "jammed"}}},
        "gus": {"position": [metres, 0]},
    }
    return fight_of(folder, people, fight={"combatants": live})


def test_a_jam_is_cleared_by_whoever_would_walk_for_rounds(tmp_path: Path) -> None:
    found = declared(jammed(tmp_path, 30), "ash", [])
    assert [line_of(one)[0] for one in found] == ["unjam"]
    assert declared(jammed(tmp_path, 5), "ash", []) == []
    encounter = jammed(tmp_path, 30)
    cleared = play_by_hand(encounter, "ash", lambda draft: (UNJAM,), FIGHTS).won["pc"]
    walked = play_by_hand(encounter, "ash", lambda draft: (), FIGHTS).won["pc"]
    assert cleared > walked + 3, (cleared, walked)


REVOLVER = {"skill": "pistols", "class": "missile", "damage": "1d6"}
SWORD = {"skill": "sword", "class": "medium", "damage": "1d10"}


def with_two_weapons(folder: Path, **sword: Any) -> Encounter:
    """Somebody with a revolver first and a sword that does more, but not twice as much."""
    sheet = {"dex": 11, "skills": {"pistols": 10, "sword": 11}}
    weapons = {"revolver": REVOLVER, "sword": {**SWORD, **sword}}
    foe = {"dex": 10, "con": 14, "skills": {"pistols": 10}, "weapons": {"revolver": REVOLVER}}
    return fight_of(folder, {"ann": {**sheet, "side": "pc", "weapons": weapons}, "bob": foe})


def first_declaration(encounter: Encounter, who: str) -> Act:
    """What WHO declares in the first round, before anybody else."""
    fight = sharing_player(with_sense(encounter)).fight(1)
    assert fight._resolve(RollInit()) is None
    act = next(iter(fight._next_intents(who)))
    assert isinstance(act, Act)
    return act


def test_a_weapon_that_is_ready_takes_no_round_to_get(tmp_path: Path) -> None:
    encounter = with_two_weapons(tmp_path)
    assert first_declaration(encounter, "ann").options.weapon == "sword"
    won = {}
    for weapon, action in (("sword", "fight"), ("revolver", "shoot")):
        act = Act("ann", action, ("bob",), options=Options(weapon=weapon))

        def typed(draft: Draft, act: Act = act) -> list[Intent]:
            return [act] if Scene(draft).fighter("ann").plan is None else []

        won[weapon] = play_by_hand(encounter, "ann", typed, FIGHTS).won["pc"]
    assert won["sword"] > won["revolver"] + 4, won


def test_a_weapon_that_must_be_drawn_stays_in_its_sheath(tmp_path: Path) -> None:
    encounter = with_two_weapons(tmp_path, stowed=True)
    assert first_declaration(encounter, "ann").options.weapon == "revolver"


def test_what_may_be_better_is_weighed_against_the_best_weapon(tmp_path: Path) -> None:
    """A stick comes first on the sheet: nobody evades in place of a shot that does much more."""
    stick = {"stick": {"skill": "clubs", "class": "medium", "damage": "1d6"}}
    rifle = {"rifle": {"skill": "rifles", "class": "missile", "damage": "3d6"}}
    sheet = {"dex": 11, "con": 12, "skills": {"clubs": 4, "rifles": 14}}
    people: dict[str, Any] = {
        "ann": {**sheet, "side": "pc", "weapons": {**stick, **rifle}},
        "ben": {**sheet, "side": "pc", "weapons": rifle},
        "bob": {"dex": 10, "con": 12, "skills": {"pistols": 11}, "weapons": {"gun": REVOLVER}},
    }
    encounter = fight_of(tmp_path, people, scene={"declares_first": "foe"})
    shot = Act("bob", "shoot", ("ann",))
    assert declared(encounter, "ann", [shot]), "with the stick evading is better"
    fight = sharing_player(with_sense(encounter)).fight(1)
    for intent in (RollInit(), shot):
        assert fight._resolve(intent) is None
    act = next(iter(fight._next_intents("ann")))
    assert isinstance(act, Act)
    assert (act.action, act.options.weapon) == ("shoot", "rifle")


def with_a_jam(folder: Path, damage: str) -> Encounter:
    """Two in riot gear: Ann has a pistol and a jammed gun with this damage, Bob a pistol."""
    riot = [
        {"name": "riot gear", "points": {"head": 4, "chest": 6, "abdomen": 5, "arms": 4, "legs": 4}}
    ]
    pistol = {"skill": "pistols", "class": "missile", "damage": "1d8+1"}
    gun = {"skill": "shotgun", "class": "missile", "damage": damage, "arm": "both"}
    sheet = {
        "dex": 11,
        "con": 12,
        "siz": 13,
        "skills": {"pistols": 11, "shotgun": 11},
        "armor": riot,
    }
    people = {
        "ann": {**sheet, "side": "pc", "weapons": {"gun": gun, "pistol": pistol}},
        "bob": {**sheet, "weapons": {"pistol": pistol}},
    }
    live = {"ann": {"weapons": {"gun": {"status": "jammed"}}}}
    return fight_of(folder, people, fight={"combatants": live})


def test_a_jam_is_cleared_where_the_other_weapon_does_little(tmp_path: Path) -> None:
    encounter = with_a_jam(tmp_path, "3d6")
    act = first_declaration(encounter, "ann")
    assert (act.action, act.options.weapon) == ("unjam", "gun")
    unjam = Act("ann", "unjam", options=Options(weapon="gun"))

    def typed(draft: Draft) -> list[Intent]:
        ann = Scene(draft).fighter("ann")
        is_jammed = ann.status_of("gun") == "jammed"
        return [unjam] if is_jammed and ann.plan is None else []

    cleared = play_by_hand(encounter, "ann", typed, FIGHTS).won["pc"]
    left = play_by_hand(encounter, "ann", lambda draft: [], FIGHTS).won["pc"]
    assert cleared > left + 4, (cleared, left)
    weak = with_a_jam(tmp_path, "1d8+1")
    assert first_declaration(weak, "ann").options.weapon == "pistol"
