"""Lines of a fight of i2050, and what cannot be in one."""

import copy
from collections.abc import Iterator
from typing import Any

from hypothesis import strategies as st

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.rulesets.i2050 import ruleset
from gmtrack.rulesets.i2050.sheet.fighter import Fighter
from gmtrack.rulesets.i2050.sheet.game import Scene
from gmtrack.rulesets.i2050.tables import LOCATIONS
from gmtrack.rulesets.i2050.turn.order import due_items
from gmtrack.rulesets.i2050.wounds.effects import EFFECTS

from ..any_fight import joined, several
from .book import BOOK, CORE

CAST = ("lotus", "samurai", "rudy", "mona", "thug")

who = st.sampled_from(CAST)
force = st.sampled_from(["", "", "", "", "--force"])
weapon = st.sampled_from(["", "", "", "", "unarmed", "katana", "smg"])
place = st.sampled_from(LOCATIONS).map(lambda name: name.replace("_", "-"))
words = several(
    "--with unaware", "--with behind", "--with foe-above", "--with foe-below", "--with on-ground",
    "--with poor-visibility", "--with target-moving", "--with under-fire", "--with aimed",
    "--with burst=2", "--with burst=3", "--with burst", "--called head --with aim=4",
    "--called left-arm --with aim=2", "--with aim=3 --with shift=-2", "--with share=5",
    "--with split=5,5", "--with split=3,3,4", "--with unarmed-combat", "--with unarmed-combat=both",
    "--with defend-weapon=katana", "--defense fight", "--defense dodge", "--defense weave",
    "--defense none", "--mod 9:odd", "--mod -6", "--defense-mod 3", "--without foe-above",
    "--without poor-visibility",
)  # fmt: skip
targets = st.one_of(who, who, who, joined(who, who), joined(who, who, who))
armed = weapon.map(lambda name: name and f"--weapon {name}")
attack = joined(st.just("attack"), who, targets, armed, words, force)
plain_attack = joined(st.just("attack"), st.sampled_from(["@", "@", "lotus"]), who, force)
fights = st.sampled_from(["", "", "--with split=5,5", "--called head --with aim=3"])
against = joined(
    st.just("act"), who,
    st.sampled_from(["fight", "fight", "fight", "shoot", "burst", "aim", "move"]), targets, armed,
    fights, force,
)  # fmt: skip
alone = joined(
    st.just("act"), who,
    st.sampled_from(["dodge", "weave", "move", "move --with to=3,4", "stop", "unjam", "pickup",
                     "draw", "repair", "stand", "other"]),
    force,
)  # fmt: skip
at = place.map(lambda name: f"--location {name}")
damage = joined(
    st.just("damage"), who, st.sampled_from(["0", "1", "4", "9"]),
    st.one_of(st.just(""), at, joined(at, st.just("--with blow"))),
)  # fmt: skip
heal = joined(st.just("heal"), who, st.sampled_from(["2", "all"]), st.one_of(st.just(""), at))
rounds = st.sampled_from(["", "", "--rounds 1", "--end", "--end"])
effect = joined(st.just("effect"), who, st.sampled_from(sorted(EFFECTS)), rounds)
clock = st.sampled_from(["next", "next", "next", "next", "roll-init", "roll-init --with first=foe",
                         "end"])  # fmt: skip
late = joined(st.just("roll-init"), who)
by_hand = joined(
    st.just("set"), who,
    st.sampled_from(["position=0,0", "position=2,0", "position=null", "height=1.5", "acted=true",
                     "acted=false", "lost=true", "fired=1", "prone=false", "out=null",
                     "weapons.katana.status=jammed", "weapons.katana.status=ready"]),
)  # fmt: skip
coming = joined(st.sampled_from(["leave", "join"]), who)
test = joined(
    st.just("test"), who,
    st.sampled_from(["awareness", "cool", "katana", "dex", "brawling --with against=rudy",
                     "dex --with against=mona:pow --mod 2"]),
)  # fmt: skip
line = st.one_of(
    attack, attack, plain_attack, plain_attack, plain_attack, against, against, alone, damage, heal,
    effect, clock, clock, clock, late, by_hand, test, coming, st.just("remove mona"),
)  # fmt: skip
BEGINNINGS = st.one_of(
    joined(st.just("act"), who, st.just("aim"), who),
    joined(st.just("act"), who, st.sampled_from(["move", "weave", "dodge"])),
)
ENDINGS = st.one_of(
    joined(st.just("damage"), who, st.sampled_from(["20", "9 --location head"])),
    joined(st.just("set"), who, st.sampled_from(["out=dead", "con=1", "con=20"])),
    joined(st.just("effect"), who, st.sampled_from(["unconscious", "prone"])),
    joined(st.sampled_from(["leave", "remove"]), who),
)
declared = st.lists(st.one_of(against, against, alone), max_size=6)
FIGHTS = st.tuples(declared, st.lists(line, min_size=1, max_size=18)).map(
    lambda parts: ["roll-init", *parts[0], "next", *parts[1]]
)


def prepared(rules: dict[str, Any]) -> Encounter:
    sheets = copy.deepcopy({name: BOOK.cast[name] for name in CAST})
    sheets["lotus"]["armor"] = [{"name": "vest", "points": {"all": 2, "chest": 6}}]
    sheets["samurai"]["weapons"]["revolver"]["accessories"] = ["smartgun", "laser-sight"]
    doc = {
        "gmtrack": 1, "name": "any", "ruleset": "i2050", "house_rules": rules,
        "scene": {"visibility": "poor", "declares_first": "foe"}, "combatants": sheets,
    }  # fmt: skip
    return CORE.encounter(doc)


def check_state(encounter: Encounter, text: str) -> None:
    """The round can always go on."""
    game = Scene(Draft(encounter))
    for fighter in game.everybody():
        assert fighter.hp <= fighter.total, text
        assert all(fighter.points_at(place) <= fighter.rating(place) for place in LOCATIONS), text
        assert fighter.moved <= max(fighter.sheet.move, 0), text
        assert ruleset.show(encounter, fighter.id).doc["status"] == fighter.status
    doc = ruleset.board(encounter).doc
    assert {entry["id"] for entry in doc["order"]} == set(encounter.combatants)
    assert doc["acting"] is None or doc["acting"] in encounter.combatants, text
    if game.fight.step != "resolution":
        assert doc["acting"] is None, text
    for item in due_items(game):
        assert item.who.able or item.is_spared, text


def outlived(scene: Scene) -> Iterator[str]:
    """Name each state that something must have ended."""
    here = {who.id for who in scene.everybody()}
    for who in scene.whole_cast():
        wrong = {
            "aims, and is out or away": who.aimed is not None and who.standing.out,
            "aims at somebody who is away": who.aimed not in (None, *here),
            "has declared something, and is away": who.plan is not None and bool(who.away),
            "has declared against somebody who is away": not set(against(who)) <= here,
            "goes far on the ground": who.prone and who.allowance > max(1, who.house.leg_crawl),
            "is out, and stands": not who.able and not who.prone,
        }
        yield from (f"{who.id} {words}" for words, holds in wrong.items() if holds)
    for blow in scene.fight.pending:
        if blow["victim"] not in here:
            yield f"a blow waits for {blow['victim']}"


def against(who: Fighter) -> tuple[str, ...]:
    """Return the ids of those against whom somebody has declared something."""
    return who.plan.targets if who.plan is not None else ()
