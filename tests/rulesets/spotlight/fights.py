"""Lines of a fight of Spotlight, and what cannot be in one."""

import copy
from typing import Any

from hypothesis import strategies as st

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.rulesets.spotlight.sheet.game import Scene
from gmtrack.rulesets.spotlight.tables import LOCATIONS

from ..any_fight import joined
from .book import BOOK, CORE

CAST = ("joe", "sally", "bill", "wendy", "punk", "boss")
PLACES = ("head", "torso", "right-arm", "left-arm", "right-leg", "left-leg")
COVER = {"wall": {"type": "heavy", "rating": {"legs": 20}}}

who = st.sampled_from(CAST)
force = st.sampled_from(["", "", "", "--force"])
words = st.sampled_from(
    ["", "", "--with moving", "--with cover=wall", "--with opportunity", "--with react",
     "--with suppressive --weapon uzi", "--with mode=burst --weapon uzi", "--without armor",
     "--mod -2", "--defense dodge", "--defense counter", "--called head", "--called right-arm"]
)  # fmt: skip
attack = joined(st.just("attack"), who, who, words, force)
other = st.sampled_from(
    ["move", "move --with react", "move --with helped", "drop heavy-pistol", "draw uzi",
     "pick-up bat", "change-hands uzi", "take-cover wall", "leave-cover", "open-door", "forgo",
     "cheat-death", "die"]
)  # fmt: skip
act = joined(st.just("act"), who, other, force)
between = joined(
    st.just("act"),
    who,
    st.sampled_from(["pass", "share", "invite", "save", "first-aid"]),
    who,
    force,
)
damage = joined(
    st.just("damage"), who, st.sampled_from(["1", "2", "5", "12"]),
    st.sampled_from(["", "--type lethal"]), st.sampled_from(PLACES).map("--location {}".format),
)  # fmt: skip
heal = joined(
    st.just("heal"), who, st.sampled_from(["1", "all"]),
    st.sampled_from(PLACES).map("--location {}".format),
)  # fmt: skip
effects = st.sampled_from(["moving", "suppressed", "unconscious", "dying", "dead"])
effect = joined(st.just("effect"), who, effects, st.sampled_from(["", "--end"]))
clock = st.sampled_from(["next", "next", "roll-init", "roll-init --force", "end"])
turn = joined(st.sampled_from(["delay", "intervene"]), who, force)
test = joined(st.just("test"), who, st.sampled_from(["suppression", "willpower", "firearms"]))
fortitude = joined(st.sampled_from(["damage", "heal"]), who, st.just("1 --pool fortitude"))
line = st.one_of(
    attack, attack, act, between, damage, heal, effect, clock, clock, turn, test, fortitude
)
FIGHTS = st.lists(line, min_size=1, max_size=20).map(lambda rest: ["roll-init", *rest])


def prepared(rules: dict[str, Any]) -> Encounter:
    sheets = copy.deepcopy({name: BOOK.cast[name] for name in CAST})
    doc = {
        "gmtrack": 1, "name": "any", "ruleset": "spotlight", "house_rules": rules,
        "scene": {"cover": COVER}, "combatants": sheets,
    }  # fmt: skip
    return CORE.encounter(doc)


def check_state(encounter: Encounter, text: str) -> None:
    """The turn is in order."""
    game = Scene(Draft(encounter))
    fight = game.fight
    for fighter in game.everybody():
        assert fighter.ap >= 0
        assert all(fighter.boxes(place).empty >= 0 for place in LOCATIONS)
    assert set(fight.spotlight) <= set(CAST)
    if fight.running and not fight.death_spotlight and not fight.save and not encounter.house_rules:
        assert any(who.able and who.can_spend for who in game.everybody()), text
