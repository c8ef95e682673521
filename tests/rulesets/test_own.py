"""Effects of the GM's own: a fight with one has the dice, numbers and outcomes of the fight in
which the same was typed by hand (ALL-OWN-01 to ALL-OWN-09)."""

import copy
import json
import re
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from long_run import LONG, modest

from gmtrack.app.step import BETWEEN_ROUNDS
from gmtrack.core import draft as drafts
from gmtrack.core.encounter import Encounter
from gmtrack.core.intents import Next
from gmtrack.core.report import Fact, total
from gmtrack.dice.sources import RandomDice, TableDice
from gmtrack.errors import Refusal
from gmtrack.rulesets.kit.own.moments import pass_moment
from gmtrack.rulesets.storyteller.sheet.game import base_defense_parts, speed
from gmtrack.rulesets.swan_song.dice import composure_parts

from .any_fight import fields_of, spelt_out
from .test_removed import STAGES, Stage, prepared

LABELS = ("parts", "tn_parts", "difficulty_parts", "target_parts", "label")
"""What may read otherwise."""


class Hand(NamedTuple):
    """What an effect does and the same by hand: `change` of whole numbers; for rolls, a line, the
    roll in it that is modified, whose it is (`@`: the one acting), and the option."""

    change: dict[str, int]
    lines: tuple[tuple[str, str, str, str], ...]


BY_HAND = {
    "storyteller": Hand(
        {"strength": 1, "dexterity": -1, "stamina": 1, "skills.brawl": 2, "initiative_mod": 3,
         "defense": 1, "speed": 4, "willpower": 1, "health": 2},
        (
            ("attack ann bob --weapon unarmed", "attack", "ann", "--mod"),
            ("attack ann bob --weapon unarmed --defense dodge", "dodge", "bob", "--defense-mod"),
            ("attack ann bob --weapon unarmed", "defense", "bob", "--defense-mod"),
            ("test ann strength", "test", "ann", "--mod"),
        ),
    ),
    "swan-song": Hand(
        {"agility": 1, "strength": -1, "reaction": 2, "body": 1, "willpower": -1,
         "attribute_mods.strength": 2, "skills.unarmed-combat": 2, "initiative_mod": 3,
         "initiative_dice": 1, "ap_base": 1, "karma": 1, "shield_max": 2, "physical_limit": -1,
         "mental_limit": 1, "walk_rate": 3, "flesh_max": 4, "armor_value": 3,
         "strain_threshold": -3, "composure": 2},
        (
            ("attack joe bob --weapon knife", "attack", "joe", "--mod"),
            ("attack joe bob --weapon pistol", "defense", "bob", "--defense-mod"),
            ("attack joe bob --weapon fist --defense none", "attack", "joe", "--mod"),
            ("test joe perception --with sight", "perception", "joe", "--mod"),
            ("test joe surprise", "surprise", "joe", "--mod"),
            ("test joe composure", "test", "joe", "--mod"),
            ("act joe evade-interception bob", "evade", "joe", "--mod"),
            ("test joe agility+pistols", "test", "joe", "--mod"),
        ),
    ),
    "sr3": Hand(
        {"body": 1, "quickness": 2, "strength": -1, "willpower": 1, "reaction": 2,
         "combat_pool": -2, "initiative_dice": 1, "skills.pistols": 1},
        (
            ("attack sam gus --weapon unarmed", "attack", "sam", "--mod"),
            ("attack sam gus --weapon unarmed", "defend", "gus", "--defense-mod"),
            ("attack sam gus --weapon heavy-pistol --with range=short", "attack", "sam", "--mod"),
            ("attack sam gus --weapon smg --with range=short", "resist", "gus", "--defense-mod"),
            ("test sam quickness", "test", "sam", "--mod"),
            ("test gus knockdown --with level=M --with tn=4", "knockdown", "gus", "--mod"),
        ),
    ),
    "i2050": Hand(
        {"dex": 1, "pow": -1, "con": 2, "siz": 1, "hp": 3, "unconscious": 1, "knockdown": -2,
         "move": 1, "skills.handgun": 1, "skills.awareness": 2, "location_hp.head": 1},
        (
            ("attack lotus samurai --defense fight", "attack", "lotus", "--mod"),
            ("attack lotus samurai --defense fight", "defend", "samurai", "--defense-mod"),
            ("attack rudy lotus", "attack", "rudy", "--mod"),
            ("attack rudy lotus --defense dodge", "dodge", "lotus", "--defense-mod"),
            ("test lotus dex", "test", "lotus", "--mod"),
            ("test mona awareness", "awareness", "mona", "--mod"),
        ),
    ),
    "spotlight": Hand(
        {"strength": 1, "fortitude": 1, "agility": 1, "initiative": -1, "willpower": 1, "speed": 2,
         "skills.firearms": 1, "skills.athletics": -1, "untrained_dice": 1, "boxes.head": 1},
        (
            ("attack joe punk", "attack", "joe", "--mod"),
            ("test joe athletics", "test", "joe", "--mod"),
        ),
    ),
}  # fmt: skip


def with_effect(encounter: Encounter, who: str, **what: Any) -> Encounter:
    """The fight with an effect `own` that the sheet says holds for somebody."""
    encounter = copy.deepcopy(encounter)
    encounter.effects = {"own": {"name": "Own", **what}}
    encounter.combatants[who]["always"] = ["own"]
    return encounter


def bare(value: Any) -> Any:
    """A document without what may read otherwise."""
    if isinstance(value, dict):
        return {k: bare(v) for k, v in value.items() if k not in (*LABELS, "sheet", "always")}
    return [bare(one) for one in value] if isinstance(value, list | tuple) else value


def by_set(stage: Stage, encounter: Encounter, who: str, change: dict[str, int]) -> Encounter:
    """The fight in which the numbers of somebody were set by hand."""
    encounter = copy.deepcopy(encounter)
    for path, by in change.items():
        now = number_of(stage, encounter, who, path)
        stage.core.resolved(encounter, ["set", who, f"{path}={now + by}"])
    return encounter


def number_of(stage: Stage, encounter: Encounter, who: str, path: str) -> int:
    """A number of somebody as it counts."""
    fighter = stage.core.ruleset.Scene(drafts.Draft(encounter)).fighter(who)  # type: ignore[attr-defined]
    field, _, inner = path.partition(".")
    if inner:
        if field == "skills" and hasattr(fighter.sheet, "skill"):
            return int(fighter.sheet.skill(inner))
        if field == "skills":
            return int(fighter.sheet.skills.get(inner, 0))
        found = getattr(fighter.sheet, field).get(inner)
        return int(of_place(fighter, inner) if found is None else found)
    given = getattr(fighter.sheet, field)
    named = isinstance(given, int)
    return int(given if named else DERIVED[stage.core.ruleset.META.id](fighter, field))


def of_place(who: Any, place: str) -> int:
    normal = getattr(who, "rating", None) or getattr(who, "capacity", None)
    return int(normal(place)) if normal else 0


def of_i2050(who: Any, field: str) -> int:
    names = {"hp": "total", "unconscious": "unconscious_value", "knockdown": "knockdown_value"}
    return int(getattr(who, names.get(field, field)))


def of_storyteller(who: Any, field: str) -> int:
    if field == "health":
        return int(who.boxes)
    if field == "defense":
        return total(base_defense_parts(who))
    return speed(who) if field == "speed" else int(getattr(who, field))


def of_swan_song(who: Any, field: str) -> int:
    if field.endswith("_limit"):
        return int(who.limit(field.partition("_")[0]))
    if field == "composure":
        return total(tuple(composure_parts(who)))
    return int(who.pool_max("flesh") if field == "flesh_max" else getattr(who, field))


DERIVED = {
    "storyteller": of_storyteller, "swan-song": of_swan_song, "sr3": getattr, "i2050": of_i2050,
    "spotlight": getattr,
}  # fmt: skip


@pytest.mark.parametrize("name", BY_HAND)
def test_changed_numbers_are_those_that_were_set(name: str) -> None:
    """ALL-OWN-02"""
    stage, hand = STAGES[name], BY_HAND[name]
    who = stage.cast[0]

    @modest(40)
    @given(stage.lines, st.sampled_from([*hand.change]))
    def fought(lines: list[str], one: str) -> None:
        """All of them together and one alone; in the long run each."""
        start = prepared(stage, {})
        for paths in ([*hand.change], *([path] for path in (hand.change if LONG else [one]))):
            change = {path: hand.change[path] for path in paths}
            own = with_effect(start, who, change=change)
            typed = by_set(stage, start, who, change)
            # Defined there too, so that turns are counted alike.
            typed.effects = own.effects
            assert played(stage, own, lines) == played(stage, typed, lines), paths

    fought()


def played(stage: Stage, encounter: Encounter, lines: list[str]) -> list[Any]:
    """What each line says, or how it is refused; and how everybody stands in the end."""
    found: list[Any] = []
    for number, line in enumerate(lines):
        words = spelt_out(line, encounter, stage.core.ruleset)
        try:
            report, _ = stage.core.resolved(encounter, words, seed=number)
        except Refusal as refusal:
            found.append((line, refusal.kind))
        else:
            found.append((line, bare(report.to_json())))
    shown = [stage.core.ruleset.show(encounter, who).doc for who in encounter.combatants]
    for doc in shown:
        doc["effects"] = [one for one in doc.get("effects", ()) if one["effect"] != "own"]
    return [*found, *map(bare, shown)]


LINES = [(name, *line) for name, hand in BY_HAND.items() for line in hand.lines]


@pytest.mark.parametrize(("name", "line", "roll", "who", "option"), LINES)
def test_what_is_added_to_a_roll_is_that_of_the_option(
    name: str, line: str, roll: str, who: str, option: str
) -> None:
    """ALL-OWN-01"""
    stage, words = STAGES[name], line.split()
    plain = bare(stage.core.resolved(prepared(stage, {}), words, seed=3)[0].to_json())
    matters = False
    for by in (2, -3):

        def with_own(*more: str, by: int = by) -> Any:
            own = with_effect(prepared(stage, {}), who, rolls=[{"roll": roll, "by": by}])
            return bare(stage.core.resolved(own, [*words, *more], seed=3)[0].to_json())

        typed, _ = stage.core.resolved(prepared(stage, {}), [*words, f"{option}={by:+}"], seed=3)
        assert with_own() == bare(typed.to_json())
        assert with_own("--without", "own") == plain
        matters |= with_own() != plain
    assert matters


@pytest.mark.parametrize("name", BY_HAND)
def test_put_on_and_ended_restores_everything(name: str) -> None:
    """ALL-OWN-03, ALL-OWN-06: and undo is exact."""
    stage = STAGES[name]
    who = stage.cast[0]
    start = prepared(stage, {})
    book = stage.core.ruleset.OWN.words  # type: ignore[attr-defined]
    start.effects = {
        "own": {"change": BY_HAND[name].change, "brings": [next(iter(book))], "lasts": "3 rounds"}
    }
    before = json.dumps(fields_of(start), sort_keys=True)
    shown = stage.core.ruleset.show(start, who).doc
    history = []
    for line in (f"effect {who} own", f"effect {who} own --end"):
        _, draft = stage.core.resolved(start, line.split())
        history.append(draft.changes)
    assert stage.core.ruleset.show(start, who).doc == shown
    for changes in reversed(history):
        drafts.undo_changes(start, changes)
    assert json.dumps(fields_of(start), sort_keys=True) == before


def fight_of(name: str, **effects: Any) -> tuple[Stage, Encounter, str]:
    """A fight with some definitions, and one who is in it."""
    stage = STAGES[name]
    encounter = prepared(stage, {})
    encounter.effects = effects
    return stage, encounter, stage.cast[0]


def done(stage: Stage, encounter: Encounter, *lines: str) -> list[str]:
    """The lines are carried out; the keys of what they told."""
    told: list[str] = []
    for line in lines:
        report, _ = stage.core.resolved(encounter, line.split())
        told += [one.key for one in report.story if isinstance(one, Fact)]
    return told


def has(stage: Stage, encounter: Encounter, who: str) -> list[str]:
    """The effects of the GM's own that somebody has."""
    shown = stage.core.ruleset.show(encounter, who).doc["effects"]
    return [one["effect"] for one in shown if one["effect"] in encounter.effects]


@pytest.mark.parametrize("name", BY_HAND)
def test_what_follows_comes_when_the_other_is_over_by_hand(name: str) -> None:
    """ALL-OWN-05, ALL-OWN-06"""
    word = next(iter(STAGES[name].core.ruleset.OWN.words))  # type: ignore[attr-defined]
    stage, fight, who = fight_of(name, drug={"brings": [word], "then": "crash"}, crash={})
    done(stage, fight, f"effect {who} drug")
    assert has(stage, fight, who) == ["drug"]
    book = stage.core.ruleset.OWN.book  # type: ignore[attr-defined]

    def holds() -> bool:
        fighter = stage.core.ruleset.Scene(drafts.Draft(fight)).fighter(who)  # type: ignore[attr-defined]
        return bool(book.holds(fighter, word))

    assert holds()
    done(stage, fight, f"effect {who} drug --end")
    assert has(stage, fight, who) == ["crash"]
    assert not holds()


@pytest.mark.parametrize("name", BY_HAND)
def test_a_line_that_an_effect_forbids_is_refused(name: str) -> None:
    """ALL-OWN-07"""
    stage, fight, who = fight_of(name, fear={"forbids": ["attack"]})
    other = stage.cast[1]
    done(stage, fight, f"effect {who} fear")
    with pytest.raises(Refusal) as refused:
        done(stage, fight, f"attack {who} {other}")
    assert refused.value.kind == "forbidden"
    done(stage, fight, f"attack {who} {other} --force")
    done(stage, fight, f"effect {who} fear --end", f"attack {who} {other}")


UNREAD_RUNNER = {
    "storyteller": (
        "bob", "apply", ["attack ann bob --weapon unarmed"], "defense",
        {"word": "apply", "value": 4}, {"word": "none", "value": 0},
    ),
    "swan-song": (
        "bob", "standard", ["attack joe bob --weapon knife"], "defense", ["standard"], ["none"],
    ),
    "sr3": (
        "gus", "fight",
        ["attack sam gus --weapon unarmed --roll attack=1,1,1,2 --roll defend=5,5,1,1"], "outcome",
        "countered", "miss",
    ),
    "i2050": (
        "samurai", "fight", ["act samurai fight lotus", "attack lotus samurai"], "defense",
        "fight", "none",
    ),
}  # fmt: skip
"""Who defends against the last of these lines, how without being told; what the document says of
it, and what where that is forbidden."""


@pytest.mark.parametrize("name", UNREAD_RUNNER)
def test_a_usual_defense_that_an_effect_forbids_is_left_out_and_told(name: str) -> None:
    """ALL-OWN-07"""
    who, word, (*before, line), key, usual, instead = UNREAD_RUNNER[name]
    stage, fight, _ = fight_of(name, fear={"forbids": [word]})
    done(stage, fight, *before)

    def attacked() -> tuple[Any, int]:
        report, _ = stage.core.resolved(copy.deepcopy(fight), line.split())
        told = [one for one in report.story if isinstance(one, Fact)]
        return report.to_json().get(key), sum(one.key == "own.left_out" for one in told)

    assert attacked() == (usual, 0)
    done(stage, fight, f"effect {who} fear")
    assert attacked() == (instead, 1)


SPLIT = (
    "act lotus fight samurai", "act rudy fight samurai",
    "act samurai fight lotus rudy --with split=6,5", "attack samurai lotus rudy --with split=6,5",
)  # fmt: skip
UNDECLARED = ("roll-init --seed 1", "next", "attack lotus samurai --force")


@pytest.mark.parametrize("lines", [SPLIT, UNDECLARED])
def test_one_who_may_not_fight_in_i2050_neither_shares_out_nor_strikes_back(
    lines: tuple[str, ...],
) -> None:
    """ALL-OWN-07"""
    stage, fight, _ = fight_of("i2050", fear={"forbids": ["fight"]})
    fight.house_rules = {"undeclared_defense": "fight"}
    *before, line = lines
    done(stage, fight, *before)

    def defenses() -> set[str]:
        report, _ = stage.core.resolved(copy.deepcopy(fight), line.split())
        return {block.body["defense"] for block in report.blocks}

    assert defenses() == {"fight"}
    done(stage, fight, "effect samurai fear")
    assert defenses() == {"none"}


def test_the_share_in_the_defense_that_is_subtracted_is_named() -> None:
    """ALL-OWN-01: in Storyteller, where Defense is a part of the attack's pool."""
    stage, fight, _ = fight_of("storyteller", guard={"rolls": [{"roll": "defense", "by": 2}]})
    done(stage, fight, "effect bob guard")
    report, _ = stage.core.resolved(
        fight, ["attack", "ann", "bob", "--weapon", "unarmed", "--defense-mod", "1"]
    )
    parts = {part.label: part.value for part in report.rolls[0].parts}
    assert (parts["defense"], parts["guard"]) == (-5, -2)
    assert report.to_json()["defense"] == {"word": "apply", "value": 7}


TYPED = {
    "storyteller": ("bob", "dodge", "attack ann bob --weapon unarmed --defense dodge"),
    "swan-song": ("bob", "dodge", "attack joe bob --weapon knife --defense dodge"),
    "sr3": ("gus", "full", "attack sam gus --weapon unarmed --defense full"),
    "i2050": ("samurai", "dodge", "attack lotus samurai --defense dodge"),
    "spotlight": ("punk", "counter", "attack joe punk --weapon fist --defense counter"),
}


@pytest.mark.parametrize("name", TYPED)
def test_a_typed_defense_that_an_effect_forbids_is_refused(name: str) -> None:
    """ALL-OWN-07"""
    who, word, line = TYPED[name]
    stage, fight, _ = fight_of(name, fear={"forbids": [word]})
    done(stage, fight, f"effect {who} fear")
    with pytest.raises(Refusal) as refused:
        done(stage, fight, line)
    assert (refused.value.kind, word in refused.value.message) == ("forbidden", True)
    done(stage, fight, f"{line} --force")


@pytest.mark.parametrize("word", ["react", "opportunity"])
def test_a_reaction_that_an_effect_forbids_is_refused(word: str) -> None:
    """ALL-OWN-07"""
    stage, fight, _ = fight_of("spotlight", fear={"forbids": [word]})
    done(stage, fight, "roll-init --seed 1", "effect joe fear")
    with pytest.raises(Refusal) as refused:
        done(stage, fight, f"attack joe punk --with {word}")
    assert refused.value.kind == "forbidden"
    done(stage, fight, f"attack joe punk --with {word} --force")


def test_one_who_may_not_attack_joins_no_fight_of_several() -> None:
    """ALL-OWN-07: those who set upon one in i2050 attack by the line of the one."""
    stage, fight, _ = fight_of("i2050", fear={"forbids": ["attack"]})
    line = "attack samurai lotus rudy --with split=6,5"
    done(stage, fight, "effect rudy fear")
    with pytest.raises(Refusal) as refused:
        done(stage, fight, line)
    assert refused.value.kind == "forbidden"


@pytest.mark.parametrize("name", BY_HAND)
def test_an_effect_stacks_as_often_as_it_says(name: str) -> None:
    """ALL-OWN-08"""
    stage, fight, who = fight_of(name, luck={"stacks": 2, "lasts": "5 rounds"})
    done(stage, fight, f"effect {who} luck --rounds 1", f"effect {who} luck --rounds 2")
    assert "own.anew" in done(stage, fight, f"effect {who} luck")
    assert has(stage, fight, who) == ["luck", "luck"]
    rounds = [one["rounds"] for one in fight.fight["combatants"][who]["own_effects"]]
    assert rounds == [2, 5]


@pytest.mark.parametrize("name", BY_HAND)
def test_what_the_sheet_says_holds_until_it_is_ended_and_again_when_it_is_put_on(name: str) -> None:
    """ALL-OWN-09"""
    stage, fight, who = fight_of(name, ware={"change": BY_HAND[name].change})
    fight.combatants[who]["always"] = ["ware"]
    shown = stage.core.ruleset.show(fight, who).doc
    assert has(stage, fight, who) == ["ware"]
    done(stage, fight, f"effect {who} ware --end")
    assert not has(stage, fight, who)
    done(stage, fight, f"effect {who} ware")
    assert stage.core.ruleset.show(fight, who).doc == shown


@pytest.mark.parametrize("name", BY_HAND)
def test_what_comes_again_comes_before_what_runs_out(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """ALL-OWN-04"""
    stage, fight, who = fight_of(
        name,
        burn={"lasts": "round", "each": {"at": "round-end", "damage": 2}},
        balm={"each": {"at": "round-end", "heal": 1}},
    )
    came: list[tuple[str, int | None]] = []
    hand = SimpleNamespace(
        damage=lambda game, who, wanted: came.append(("damage", wanted.amount)),
        heal=lambda game, who, wanted: came.append(("heal", len(who.own_effects))),
    )
    monkeypatch.setattr(stage.core.ruleset, "BY_HAND", hand, raising=False)
    done(stage, fight, f"effect {who} burn", f"effect {who} balm")
    game = game_of(stage, fight)
    pass_moment(game, "turn-end", game.fighter(who))
    assert not came
    pass_moment(game, "round-end")
    assert came == [("damage", 2), ("heal", 2)]
    assert has(stage, fight, who) == ["balm"]


@pytest.mark.parametrize("name", BY_HAND)
def test_rounds_are_counted_from_the_second_on_and_then_comes_what_follows(name: str) -> None:
    """ALL-OWN-03, ALL-OWN-05: by the commands that begin and end rounds."""
    stage, fight, who = fight_of(
        name, drug={"lasts": "2 rounds", "then": "crash"}, crash={"lasts": "1 rounds"}
    )
    fight.scene.pop("timed_items", None)
    done(stage, fight, f"effect {who} drug", "roll-init --seed 1")
    met: dict[int, set[str]] = {}
    for _ in range(80):
        number = fight.fight["round"]
        met.setdefault(number, set()).update(has(stage, fight, who))
        if number > 4:
            break
        over = stage.core.ruleset.board(fight).doc.get("phase") in BETWEEN_ROUNDS
        done(stage, fight, "roll-init --seed 1" if over else "next --force --seed 1")
    two = {1: {"drug"}, 2: {"drug", "crash"}, 3: {"crash"}, 4: set(), 5: set()}
    at_the_start = {1: {"drug"}, 2: {"drug"}, 3: {"crash"}, 4: set(), 5: set()}
    ends = stage.core.ruleset.OWN.counted == "round-end"
    assert met == (two if ends else at_the_start)


SHOWN_OTHERWISE = {
    "storyteller": {"initiative_mod", "willpower", "health"},
    "swan-song": {"ap_base", "shield_max", "composure"},
    "sr3": {"initiative_dice"},
    "i2050": {"location_hp.head"},
    "spotlight": {"untrained_dice"},
}
"""Numbers that `show` has in tracks, in the body or in a sentence."""


@pytest.mark.parametrize("name", BY_HAND)
def test_show_names_the_share_in_every_number_that_is_changed(name: str) -> None:
    """ALL-OWN-02: and the parts are the number."""
    labels = set()
    for path, by in BY_HAND[name].change.items():
        stage, fight, who = fight_of(name, ware={"change": {path: by}})
        done(stage, fight, f"effect {who} ware")
        profile = stage.core.ruleset.show(fight, who)
        shared = [
            number
            for section in profile.sections
            for number in section.numbers
            if any("ALL-OWN-02" in part.rules for part in number.parts)
        ]
        for number in shared:
            found = re.match(r"(?:d10 )?([+-]?\d+)", number.value)
            assert found, number
            assert total(number.parts) == int(found[1]), number
        if not shared:
            labels.add(path)
    assert labels == SHOWN_OTHERWISE[name]


@pytest.mark.parametrize("name", BY_HAND)
def test_a_tick_is_of_its_own_row_too(name: str) -> None:
    """ALL-OWN-04"""
    stage, fight, who = fight_of(name, burn={"each": {"at": "round-end", "damage": 1}})
    done(stage, fight, f"effect {who} burn")
    game = game_of(stage, fight)
    pass_moment(game, "round-end")
    changes = [one for one in game.draft.changes if not one.made]
    assert changes
    assert all("ALL-OWN-04" in one.rules for one in changes)


@pytest.mark.parametrize("name", BY_HAND)
def test_a_rest_is_long_enough_for_what_follows_too(name: str) -> None:
    """ALL-REST-07, ALL-OWN-05"""
    stage, fight, who = fight_of(
        name, drug={"lasts": "2 rounds", "then": "crash"}, crash={"lasts": "900 rounds"}
    )
    done(stage, fight, f"effect {who} drug", f"rest {who} week")
    assert has(stage, fight, who) == []


def test_what_follows_lasts_as_long_as_the_rest_has_left_of_it() -> None:
    """ALL-REST-07, ALL-OWN-05: a scene has 60 rounds in Swan Song."""
    stage, fight, who = fight_of(
        "swan-song", drug={"lasts": "20 rounds", "then": "crash"}, crash={"lasts": "50 rounds"}
    )
    done(stage, fight, f"effect {who} drug", f"rest {who} scene")
    assert fight.fight["combatants"][who]["own_effects"] == [{"effect": "crash", "rounds": 10}]


@pytest.mark.parametrize("name", BY_HAND)
def test_what_lasts_as_long_as_the_fight_does_not_go_along_to_another(name: str) -> None:
    stage, fight, who = fight_of(name, stunt={"lasts": "fight"}, curse={"lasts": "ended"})
    done(stage, fight, f"effect {who} stunt", f"effect {who} curse")
    assert has(stage, fight, who) == ["stunt", "curse"]
    for along in (stage.core.ruleset.carried_state, stage.core.ruleset.placed_state):
        state = along(drafts.Draft(fight), who)
        assert [one["effect"] for one in state["own_effects"]] == ["curse"]


@pytest.mark.parametrize("name", BY_HAND)
def test_what_holds_already_does_not_come_once_more(name: str) -> None:
    """ALL-OWN-08, ALL-OWN-09"""
    stage, fight, who = fight_of(name, ware={"change": BY_HAND[name].change})
    done(stage, fight, f"effect {who} ware")
    fight.combatants[who]["always"] = ["ware"]
    shown = stage.core.ruleset.show(fight, who).doc
    assert has(stage, fight, who) == ["ware"]
    done(stage, fight, f"effect {who} ware --end")
    assert stage.core.ruleset.show(fight, who).doc == shown
    assert "own.same" in done(stage, fight, f"effect {who} ware")
    assert has(stage, fight, who) == ["ware"]


def game_of(stage: Stage, fight: Encounter) -> Any:
    """A command at work."""
    ruleset: Any = stage.core.ruleset
    dice = TableDice({}, RandomDice(1), ruleset.WORDS.dice)
    game = ruleset.Game(drafts.Draft(fight), Next(), dice, "next")
    game.package = ruleset
    return game


@pytest.mark.parametrize("name", BY_HAND)
def test_what_somebody_had_before_an_effect_brought_it_stays_when_that_ends(name: str) -> None:
    """ALL-OWN-06"""
    package = STAGES[name].core.ruleset
    word = next(iter(package.OWN.words))  # type: ignore[attr-defined]
    stage, fight, who = fight_of(name, drug={"brings": [word]})
    done(stage, fight, f"effect {who} {word}", f"effect {who} drug", f"effect {who} drug --end")
    fighter = package.Scene(drafts.Draft(fight)).fighter(who)  # type: ignore[attr-defined]
    assert package.OWN.book.holds(fighter, word)  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", BY_HAND)
def test_a_bonus_for_another_skill_counts_for_no_roll(name: str) -> None:
    """ALL-OWN-01"""
    line, roll, who, _ = BY_HAND[name].lines[0]
    bonus = {"roll": roll, "by": 1, "when": {"skill": "basket-weaving"}}
    stage, fight, _ = fight_of(name, charm={"rolls": [bonus]})
    done(stage, fight, f"effect {who} charm")
    report, _ = stage.core.resolved(fight, line.split())
    [rolled] = [one for one in report.rolls if one.name == roll and one.who == who]
    labels = [part.label for _, parts in rolled.explained() for part in parts]
    assert labels
    assert "charm" not in labels


@pytest.mark.parametrize("name", BY_HAND)
def test_every_number_that_can_be_named_is_changed_and_shown(name: str) -> None:
    """ALL-OWN-02: also that of a part of the armor."""
    package: Any = STAGES[name].core.ruleset
    armor = [path for path in package.OWN.numbers if "*" not in path]
    line, _, attacker, _ = BY_HAND[name].lines[0]
    for path in (*armor, *BY_HAND[name].change):
        stage, fight, _ = fight_of(name, plate={"change": {path: 1}})
        done(stage, fight, f"effect {attacker} plate", line)
        assert has(stage, fight, attacker) == ["plate"], path
        package.board(fight)


@pytest.mark.parametrize("name", BY_HAND)
def test_the_profile_shows_the_armor_that_an_effect_gives(name: str) -> None:
    """ALL-OWN-02: as a part of the number, or beside the pieces."""
    package: Any = STAGES[name].core.ruleset
    armor = [path for path in package.OWN.numbers if path.startswith("armor")]
    for path in armor:
        stage, fight, who = fight_of(name, bark={"name": "Bark", "change": {path: 7}})
        before = armor_of(package, fight, who)
        done(stage, fight, f"effect {who} bark")
        new = [line for line in armor_of(package, fight, who) if line not in before]
        assert any("bark" in line.lower() and "7" in line for line in new), path


def armor_of(package: Any, fight: Encounter, who: str) -> list[str]:
    """What the profile says of the armor, line by line: rows, and numbers with their parts."""
    found = []
    for section in package.show(fight, who).sections:
        for number in section.numbers:
            if number.label.lower() in ("armor", "ballistic", "impact"):
                parts = [f"{part.label} {part.value}" for part in number.parts]
                found.append(f"{number.label} {number.value} {parts}")
        if section.title.startswith("Armor"):
            found += map(" ".join, section.rows)
    return found


@pytest.mark.parametrize("name", BY_HAND)
@pytest.mark.parametrize(
    ("lasts", "end"),
    [("round", "end of the round"), ("turn", "end of the turn"), ("fight", "with the fight")],
)
def test_rounds_are_refused_for_what_ends_otherwise(name: str, lasts: str, end: str) -> None:
    """ALL-OWN-03: in the words of what ends it."""
    stage, fight, who = fight_of(name, haze={"lasts": lasts})
    with pytest.raises(Refusal, match=end):
        done(stage, fight, f"effect {who} haze --rounds 2")
    assert has(stage, fight, who) == []
    done(stage, fight, f"effect {who} haze")


@pytest.mark.parametrize("name", BY_HAND)
def test_rounds_count_for_what_waits_for_the_gm_or_for_other_rounds(name: str) -> None:
    """ALL-OWN-03"""
    stage, fight, who = fight_of(name, haze={}, fog={"lasts": "5 rounds"})
    done(stage, fight, f"effect {who} haze --rounds 2", f"effect {who} fog --rounds 3")
    rounds = [one["rounds"] for one in fight.fight["combatants"][who]["own_effects"]]
    assert rounds == [2, 3]


@pytest.mark.parametrize("name", BY_HAND)
def test_rounds_are_refused_for_what_is_always_on(name: str) -> None:
    """ALL-OWN-09: also where it has been ended."""
    stage = STAGES[name]
    who = stage.cast[0]
    fight = with_effect(prepared(stage, {}), who, change={})
    for line in (f"effect {who} own --end", f"effect {who} own"):
        with pytest.raises(Refusal, match="--end"):
            done(stage, fight, f"effect {who} own --rounds 2")
        done(stage, fight, line)
