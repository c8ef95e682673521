"""Lines of a Swan Song fight, and what cannot be in one."""

import copy
from collections.abc import Iterator
from typing import Any

from hypothesis import strategies as st

from gmtrack.core.encounter import Encounter
from gmtrack.rulesets.swan_song import ruleset
from gmtrack.rulesets.swan_song.sheet.fighter import Fighter
from gmtrack.rulesets.swan_song.sheet.game import Scene
from gmtrack.rulesets.swan_song.tables import EFFECTS, LOCATIONS
from gmtrack.rulesets.swan_song.wounds.events import is_finishing_together

from ..any_fight import joined
from .book import BOOK, CORE

WEAPONS = {
    "joe": ["knife", "pistol", "unarmed"],
    "bob": ["fist"],
    "mira": ["pistol", "knife"],
    "ox": ["club", "sledge", "fist"],
    "unit7": ["rifle"],
}
GRENADE = {"kind": "thrown", "skill": "throwing", "dv": 10, "area": True}
BARRIERS = {"crate": {"rating": "average", "area_m2": 2}, "pane": {"rating": "fragile"}}
MODES = ["", "--with mode=burst", "--with mode=fa-simple", "--with mode=fa-complex"]
WORDS = ["", "--with unaware", "--with cover=partial", "--with charge", "--without wounds"]
DEFENSES = ["standard", "full", "parry", "block", "dodge", "full+dodge", "none"]
ACTIONS = [
    "walk", "run", "run", "speak hey", "drop-prone", "stand-up", "reload", "set-charge",
    "take-cover good", "take-cover partial", "drop-item", "first-aid joe", "medicine bob dying",
]  # fmt: skip
MORE_ACTIONS = [
    "throw grenade", "throw grenade --with radio", "activate grenade --with at=end",
    "activate grenade --with at=phase", "detonate grenade joe bob", "detonate grenade",
    "carry-body bob", "carry-body joe", "run", "drop-item", "evade-interception ox bob",
    "intercept joe", "intercept mira",
    "take-cover good --with barrier=crate", "take-cover partial --with concealed", "continue",
    "fight-for-your-life", "shake-off-surprise", "other work --with ap=4 --with extended", "rest",
]  # fmt: skip
ATTACKS = [
    "attack mira bob joe --weapon pistol", "attack joe bob --with multiple=2 --weapon knife",
    "attack ox crate --weapon sledge", "attack mira ox --weapon pistol --with barrier=pane",
    "attack unit7 joe --with barrier=crate --with concealed", "attack mira joe --karma dice=3",
    "attack joe mira --karma reroll", "attack mira joe bob ox --weapon grenade",
    "attack ox joe --karma joe:fight-for-your-life",
]  # fmt: skip
KINDS = ["kinetic", "shock", "fire", "corrosive", "cryo", "radiation", "strain"]
TESTS = ["composure", "perception", "soak", "agility", "strength+willpower"]
MORE_TESTS = ["surprise", "surprise --with by=ox", "surprise --karma surprise", "alert"]

who = st.sampled_from(sorted(WEAPONS))
force = st.sampled_from(["", "", "--force"])


@st.composite
def attacks(draw: st.DrawFn) -> str:
    attacker, target = draw(who), draw(who)
    weapon = draw(st.sampled_from(WEAPONS[attacker]))
    mode = draw(st.sampled_from(MODES)) if weapon == "rifle" else ""
    place = draw(st.sampled_from(["", *(f"--called {place}" for place in LOCATIONS)]))
    defense = draw(st.sampled_from(DEFENSES))
    words = draw(st.sampled_from(WORDS))
    line = f"attack {attacker} {target} --weapon {weapon} --defense {defense}"
    return f"{line} {mode} {place} {words} {draw(force)}"


damage = joined(
    st.just("damage"), who, st.integers(0, 16), st.just("--type"), st.sampled_from(KINDS)
)
heal = joined(
    st.just("heal"), who, st.integers(0, 9),
    st.sampled_from(["", "--pool strain", "--pool shield", "--pool armored", "--pool injury"]),
)  # fmt: skip
effect = joined(
    st.just("effect"), who, st.sampled_from(sorted(EFFECTS)).map(lambda key: key.replace("_", "-")),
    st.sampled_from(["--rounds 2", "--end", "--rounds 1 --location left-ear"]),
)  # fmt: skip
act = joined(st.just("act"), who, st.sampled_from(ACTIONS), force)
test = joined(st.just("test"), who, st.sampled_from(TESTS), st.sampled_from(["", "--threshold 2"]))
clock = st.sampled_from(["roll-init", "next", "next", "next", "end"])
lines = st.one_of(attacks(), attacks(), damage, heal, effect, act, act, test, clock, clock)
more_act = joined(st.just("act"), who, st.sampled_from(MORE_ACTIONS), force)
attack = joined(st.sampled_from(ATTACKS), force)
more_test = joined(st.just("test"), who, st.sampled_from(MORE_TESTS))
hold = joined(st.sampled_from(["delay", "turn"]), who, force)
come = joined(
    st.just("intervene"), who,
    st.sampled_from(["", "--with when=after", "--with when=together", "--with when=last"]),
)  # fmt: skip
more_clock = st.sampled_from(["next", "next", "roll-init", "remove bob", "end"])
whole = st.one_of(
    lines, more_act, more_act, attack, more_test, hold, come, more_clock, more_clock
)  # fmt: skip
SIMPLE = st.lists(lines, min_size=1, max_size=10).map(lambda rest: ["roll-init", *rest])
FIGHTS = st.lists(whole, min_size=1, max_size=14).map(lambda rest: ["roll-init", *rest])


NEED_MORE = ("health_defaults", "limit_formula")
"""House rules with which the sheets of the cast would have to say more."""


def prepared(rules: dict[str, Any]) -> Encounter:
    sheets = copy.deepcopy({name: BOOK.cast[name] for name in WEAPONS})
    for sheet in sheets.values():
        sheet["weapons"]["grenade"] = GRENADE
    doc = {
        "gmtrack": 1, "name": "any", "ruleset": "swan-song",
        "house_rules": {"hands": "free", **{k: v for k, v in rules.items() if k not in NEED_MORE}},
        "scene": {"barriers": BARRIERS},
        "combatants": sheets,
    }  # fmt: skip
    return CORE.encounter(doc)


def check_state(encounter: Encounter, line: str) -> None:
    """Points stay within their pools."""
    for name in encounter.combatants:
        shown = ruleset.show(encounter, name).doc
        core = [pool for pool in ("shield", "armored", "flesh") if pool in shown["pools"]][-1]
        for pool, points in shown["pools"].items():
            assert points["now"] <= points["max"], line
            assert pool == core or points["now"] >= 0, line
        strain = shown["track"]["strain"]
        assert 0 <= strain["now"] <= strain["max"], line
        assert shown["ap"]["now"] >= 0, line


BEGINNINGS = st.one_of(
    joined(st.just("act"), who, st.sampled_from(["run", "run", "set-charge", "take-cover good"])),
    joined(st.just("act"), who, st.just("carry-body"), who),
    joined(st.just("attack"), who, who, st.sampled_from(["--weapon unarmed", "--defense full"])),
    st.just("roll-init"),
    hold,
)
"""Lines that bring about states which something else has to end."""
ENDINGS = st.one_of(
    joined(st.just("damage"), who, st.just(13), st.sampled_from(["", "--type strain"])),
    joined(st.just("act"), who, st.sampled_from(["drop-prone", "walk 1", "stand-up"])),
    joined(st.just("leave"), who),
)
"""Lines that have to end them."""


def outlived(scene: Scene) -> Iterator[str]:
    """Yield every state that something must have ended."""
    there = {who.id: who for who in scene.everybody()}
    for who in there.values():
        if who.status != "up" and not is_finishing_together(scene, who):
            yield from (f"{who.id} is {who.status} and {word}" for word in DOING(who))
        if who.prone:
            yield from (f"{who.id} is prone and {word}" for word in ON_FEET(who))
        elif who.cannot_stand_rounds:
            yield f"{who.id} is on their feet and buckled"
        for foe in who.in_melee_with:
            if foe not in there or there[foe].status != "up":
                yield f"{who.id} is in melee with {foe}, who is down or away"
            elif who.id not in there[foe].in_melee_with:
                yield f"{who.id} is in melee with {foe}, who is not with them"
        yield from burdened(there, who)
    for who in scene.absent():
        yield from (f"{who.id} is away and {word}" for word in (*DOING(who), *COVERED(who)))


def burdened(there: dict[str, Fighter], who: Fighter) -> Iterator[str]:
    """Yield what cannot be of the body that somebody carries or is behind."""
    body = who.carrying_body
    if body and (body not in there or there[body].running):
        yield f"{who.id} carries {body}, who has gone"
    if body and any(one.carrying_body == body for one in there.values() if one is not who):
        yield f"{who.id} and somebody else carry {body}"
    behind = who.cover_barrier
    if behind in WEAPONS and behind not in there:
        yield f"{who.id} is behind {behind}, who has gone"


def words_of(*fields: str) -> Any:
    return lambda who: [name for name in fields if getattr(who, name) not in (False, None, [])]


DOING = words_of(
    "running", "sprinting", "ran", "full_defense", "delayed", "extended", "in_melee_with",
    "carrying_body",
)  # fmt: skip
ON_FEET = words_of("running", "sprinting", "ran", "carrying_body")
COVERED = words_of("concealed", "cover_barrier")
