"""Lines of a fight of sr3, and what cannot be in one."""

import copy
from collections.abc import Iterator
from typing import Any

from hypothesis import strategies as st

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.rulesets.sr3 import ruleset
from gmtrack.rulesets.sr3.sheet.game import Scene
from gmtrack.rulesets.sr3.sheet.state import rating_left
from gmtrack.rulesets.sr3.turn.timed import due_items, timed_items
from gmtrack.rulesets.sr3.wounds.effects import EFFECTS

from ..any_fight import joined, several
from .book import BOOK, CORE

CAST = ("sam", "gus", "zed", "tess")


def outlived(scene: Scene) -> Iterator[str]:
    """Name every state that something must have ended: SR-035, SR-120, SR-R29, SR-R54, SR-R55."""
    yield from outwalked(scene)
    out = {who.id for who in scene.everybody() if who.standing.out and who.status != "subdued"}
    for who in scene.everybody():
        runs = who.running != "none"
        if runs and (who.id in out or who.status == "subdued"):
            yield f"{who.id} is {who.status} and runs"
        still = (who.prone, who.stationary, who.partial_cover, who.cornered, who.subdual_by)
        if runs and any(still):
            yield f"{who.id} runs, and is prone, stationary, in cover, cornered or held"
        if who.aim and (who.id in out or who.status == "subdued"):
            yield f"{who.id} is {who.status} and aims"
        if who.in_melee_with and (out & {who.id, *who.in_melee_with}):
            yield f"{who.id}, or somebody in melee with them, is out"
        holder = who.subdual_by
        if holder and who.id in out:
            yield f"{who.id} is out and held"
        if holder and not scene.fighter(holder).able:
            yield f"{who.id} is held by {holder}, who cannot hold"
        if holder and scene.fighter(holder).running != "none":
            yield f"{who.id} is held by {holder}, who runs"


def outwalked(scene: Scene) -> Iterator[str]:
    """Name everybody who walks, but should not (SR-R60)."""
    for who in scene.everybody():
        if who.walking == "none":
            continue
        if not who.able:
            yield f"{who.id} is {who.status} and walks"
        if who.running != "none" or who.prone or who.stationary or who.cornered:
            yield f"{who.id} walks, and runs, is prone, stationary or cornered"


who = st.sampled_from(CAST)
force = st.sampled_from(["", "", "", "--force"])
weapon = st.sampled_from(
    ["", "", "unarmed", "katana", "club", "heavy-pistol", "smg", "rifle", "shotgun", "frag", "frag",
     "flash", "tube"]
)  # fmt: skip
words = several(
    "--with range=8", "--with range=12", "--with range=long", "--with mode=bf", "--with mode=sa",
    "--with mode=fa", "--with rounds=4", "--with pool=2", "--with resist-pool=3",
    "--with defense-pool=1", "--with subdue", "--with passing-by", "--with no-room",
    "--with barrier=3", "--with barrier=door", "--with barrier=door", "--with light=minimal",
    "--with haze=light", "--with blind-fire",
    "--with walk=2", "--with choke=3", "--with aim=2", "--with running=difficult",
    "--with stationary", "--with superior-position", "--with friends=2", "--without wounds",
    "--without recoil", "--mod 2:odd", "--mod -6", "--defense-mod 3", "--defense full",
    "--defense none", "--called head", "--called arm", "--with at-once", "--with scatter=2",
    "--with reach-on=opponent", "--with walking=difficult", "--without walking",
    "--with distance=zed:3", "--with power=gus:9", "--with unseen=zed",
)  # fmt: skip
targets = st.one_of(who, who, joined(who, who), joined(who, who, who))
attack = joined(
    st.just("attack"), who, targets, weapon.map(lambda name: name and f"--weapon {name}"), words,
    force,
)  # fmt: skip
alone = st.sampled_from(
    ["ready katana", "ready smg", "ready heavy-pistol --with hand=second",
     "ready none --with hand=second", "stand-up", "drop-prone", "run", "run-difficult", "stop",
     "walk", "walk --with difficult",
     "take-cover", "leave-cover", "disengage", "move-away", "deploy", "fold", "remove-clip smg",
     "insert-clip smg", "insert-clip smg --with ammo-type=gel", "fill-clip smg", "load shotgun",
     "load shotgun --with ammo-type=shot", "remove-clip", "insert-clip", "gyro-on", "gyro-off",
     "mount rifle", "unmount rifle", "subdual-break", "subdual-break --with trait=strength",
     "ready frag", "throw frag gus --with range=8", "activate charge", "detonate", "detonate frag",
     "detonate charge zed --with distance=zed:2", "detonate frag gus"]
)  # fmt: skip
act = joined(st.just("act"), who, alone, force)
between = joined(
    st.just("act"), who, st.sampled_from(["aim", "engage", "subdual-keep"]), who, force
)
KINDS = ["", "--type stun", "--type subdual"]
damage = joined(st.just("damage"), who, st.sampled_from(["1", "3", "8"]), st.sampled_from(KINDS))
heal = joined(st.just("heal"), who, st.sampled_from(["1", "all"]), st.sampled_from(KINDS))
rounds = st.sampled_from(["", "", "--rounds 1", "--end", "--end"])
effect = joined(st.just("effect"), who, st.sampled_from(sorted(EFFECTS)), rounds)
clock = st.sampled_from(["next", "next", "next", "next", "roll-init", "end"])
turn = joined(st.sampled_from(["delay", "intervene", "turn", "roll-init"]), who, force)
test = joined(
    st.just("test"), who,
    st.sampled_from(["knockdown --with level=M --with tn=5", "body --with tn=7",
                     "smg --with pool=1",
                     "resist --with damage=9S --with successes=2", "resist --with damage=6M"]),
)  # fmt: skip
line = st.one_of(
    attack, attack, attack, attack, act, act, between, damage, heal, effect, clock, clock, turn,
    test, st.just("remove zed"),
)  # fmt: skip
BEGINNINGS = st.one_of(
    joined(st.just("act"), who, st.sampled_from(["run", "walk", "take-cover", "ready smg"])),
    joined(st.just("act"), who, st.sampled_from(["aim", "engage"]), who),
    joined(st.just("attack"), who, who, st.just("--weapon unarmed --with subdue")),
    joined(st.just("damage"), who, st.just("10 --type subdual")),
    joined(st.just("effect"), who, st.just("cornered")),
)
ENDINGS = st.one_of(
    joined(st.just("damage"), who, st.sampled_from(["10", "20"]), st.sampled_from(KINDS)),
    joined(st.just("act"), who, st.sampled_from(["run", "walk", "drop-prone", "subdual-break"])),
    joined(st.just("attack"), who, who, st.sampled_from(["", "--with passing-by"])),
    joined(st.just("leave"), who),
)
STATES_END_UNDER = {"walking": "counts"}
"""The house rules under which every state can begin that something ends."""
FIGHTS = st.lists(line, min_size=1, max_size=20).map(lambda rest: ["roll-init", *rest])


EXPLOSIVES = {
    "frag": {
        "skill": "throwing_weapons",
        "delivery": "thrown",
        "power": 10,
        "level": "S",
        "count": 4,
    },
    "flash": {"skill": "throwing_weapons", "delivery": "thrown", "dazzle": 4, "count": 2},
    "tube": {"skill": "launch_weapons", "delivery": "launched", "power": 10, "level": "S"},
    "charge": {"skill": "throwing_weapons", "delivery": "placed", "power": 12, "level": "M"},
}


def prepared(rules: dict[str, Any]) -> Encounter:
    sheets = copy.deepcopy({name: BOOK.cast[name] for name in CAST})
    sheets["sam"] |= {"initiative_dice": 3, "gyro": 2}
    for name in ("sam", "gus"):
        sheets[name]["weapons"] |= EXPLOSIVES
        sheets[name]["skills"] |= {"throwing_weapons": 3, "launch_weapons": 2}
    standing = {"sam": {"position": [0, 0]}, "gus": {"position": [5, 7]}}
    doc = {
        "gmtrack": 1, "name": "any", "ruleset": "sr3", "house_rules": rules,
        "scene": {"visibility": ["partial_light", "mist"], "barriers": {"door": {"rating": 7}}},
        "combatants": sheets, "fight": {"combatants": standing},
    }  # fmt: skip
    return CORE.encounter(doc)


def check_state(encounter: Encounter, text: str) -> None:
    """Who is down is so by their boxes."""
    game = Scene(Draft(encounter))
    for fighter in game.everybody():
        assert (fighter.subdued, fighter.conscious, fighter.dying, fighter.dead) == fighter.fate
        assert 0 <= fighter.physical <= 10, text
        assert 0 <= fighter.stun <= 10, text
        assert fighter.physical == 10 or not fighter.overflow, text
        assert fighter.pool_left <= fighter.combat_pool, text
        assert all(left >= 0 for left in fighter.count.values()), text
        assert ruleset.show(encounter, fighter.id).doc["status"] == fighter.status
    assert 0 <= rating_left(game.draft, "door") <= 7, text
    for name, item in timed_items(game).items():
        assert item["weapon"] in game.fighter(item["owner"]).weapons, (name, text)
        assert item["due"] != "now" or name in due_items(game), (name, text)
