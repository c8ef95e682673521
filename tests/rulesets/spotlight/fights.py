"""Lines of a fight of Spotlight, and what cannot be in one."""

import copy
from collections.abc import Iterator
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
turn = joined(st.sampled_from(["delay", "intervene", "turn"]), who, force)
test = joined(st.just("test"), who, st.sampled_from(["suppression", "willpower", "firearms"]))
fortitude = joined(st.sampled_from(["damage", "heal"]), who, st.just("1 --pool fortitude"))
by_hand = joined(
    st.just("set"), who,
    st.sampled_from(["unconscious=head", "unconscious=null", "fate=ok",
                     "fortitude=5", "fortitude=1", "strength=0"]),
)  # fmt: skip
coming = joined(st.sampled_from(["leave", "join", "roll-init"]), who)
line = st.one_of(
    attack, attack, act, act, between, damage, heal, effect, clock, clock, turn, test, fortitude,
    by_hand, coming,
)  # fmt: skip
BEGINNINGS = st.one_of(
    joined(st.just("act"), who, st.sampled_from(["take-cover wall", "move"])),
    joined(st.just("attack"), st.just("joe"), who, st.just("--with suppressive --weapon uzi")),
    joined(st.just("effect"), who, st.just("moving")),
    joined(st.just("damage"), who, st.just("20 --type lethal")),
    joined(st.just("act"), who, st.just("invite"), who),
)
ENDINGS = st.one_of(
    joined(st.just("damage"), who, st.just("9 --location"), st.sampled_from(PLACES)),
    joined(st.just("act"), who, st.sampled_from(["move", "take-cover wall", "cheat-death"])),
    joined(st.just("set"), who, st.sampled_from(["unconscious=head", "fate=ok", "fate=dead"])),
    joined(st.sampled_from(["leave", "remove"]), who),
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


def outlived(scene: Scene) -> Iterator[str]:
    """Name each state that something must have ended."""
    fight = scene.fight
    up = {who.id for who in scene.everybody() if who.able}
    for who in scene.whole_cast():
        pin, dies = who.suppression(), who.id in fight.death_spotlight
        moves = who.moving or who.last_spend == "move"
        wrong = {
            "moves, and is out or away": moves and who.id not in up,
            "moves, and is in cover": bool(who.moving and who.cover),
            "is in cover, and away": bool(who.away and who.cover),
            "is pinned, and away": pin is not None and bool(who.away),
            "is pinned by nobody": pin is not None and pin.by not in (None, *up),
            "holds what their arm cannot": not all(map(who.arms_work, who.held.values())),
            "has the death spotlight": dies and (who.fate != "dying" or bool(who.away)),
        }
        yield from (f"{who.id} {words}" for words, holds in wrong.items() if holds)
    if fight.save and not (fight.save["by"] in up and fight.save["for"] in fight.death_spotlight):
        yield f"the save of {fight.save['for']} goes on"
    for one in set(fight.choosing) - up:
        yield f"{one} may take the first spotlight"
