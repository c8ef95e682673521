"""Lines of a fight of Storyteller, and what cannot be in one."""

import copy
from collections.abc import Iterator
from typing import Any

from hypothesis import strategies as st

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.rulesets.storyteller import ruleset
from gmtrack.rulesets.storyteller.sheet.game import Scene
from gmtrack.rulesets.storyteller.tables import CALLED
from gmtrack.rulesets.storyteller.wounds.conditions import EFFECTS
from gmtrack.rulesets.storyteller.wounds.events import has_in_hold, is_helpless

from ..any_fight import ACTING, joined
from .book import BOOK, CORE

CAST = ("joe", "bob", "ann", "kid")
COVERS = {
    "car": {"concealment": "substantially", "durability": 3, "structure": 12},
    "door": {"durability": 1, "structure": 2},
}

who = st.sampled_from(CAST)
actor = st.sampled_from([ACTING] * 6 + list(CAST))
force = st.sampled_from(["", "", "--force"])
weapon = st.sampled_from(["unarmed", "knife", "machete", "pistol", "rifle", "machete-2"])
words = st.sampled_from(
    ["", "", "", "--with all-out", "--with charge=5", "--with off-hand", "--with pull=1",
     "--with thrown", "--with burst=short", "--with burst=long", "--with club", "--mod -4",
     "--with killing-blow", "--with range=long", "--with range=beyond", "--with cover=door",
     "--with human-shield=kid", "--with close-quarters", "--with helpless", "--with unaware",
     "--with willpower", "--with pull=1 --with pull-bashing", "--with spare=1",
     "--defense dodge", "--defense none", "--defense willpower", "--defense parry",
     "--defense active", "--defense static", "--defense-mod -2", "--without wounds --mod 3",
     *(f"--called {place}" for place in CALLED)]
)  # fmt: skip
attack = joined(st.just("attack"), actor, who, weapon.map("--weapon {}".format), words, force)
alone = st.sampled_from(
    ["dodge", "static", "drop-prone", "stand", "move --with distance=5", "run --with distance=20",
     "reload", "take-cover car", "leave-cover", "let-go", "grapple --with move=damage",
     "grapple --with move=hold --with counter-move=break-free", "take-move --with move=hold",
     "take-move --with move=restrain", "escape", "wield knife", "wield rifle", "drop machete",
     "pick-up machete", "go-first", "other", "wield machete knife", "drop knife", "pick-up knife",
     "take-cover door", "move --with distance=2", "take-move --with move=disarm",
     "grapple --with move=take-cover --with counter-move=damage",
     "grapple --with move=restrain --with equipment --with counter-move=drop-prone"]
)  # fmt: skip
act = joined(st.just("act"), actor, alone, force)
between = joined(
    st.just("act"),
    actor,
    st.sampled_from(
        ["ambush", "aim", "covering-fire --weapon rifle", "human-shield", "disarm", "touch", "grab",
         "grab --with move=take-cover", "grab --defense dodge", "quick-combat",
         "quick-combat --with escape", "disarm --with weapon=machete"]
    ),
    who,
    force,
)  # fmt: skip
KINDS = ["", "--type lethal", "--type aggravated"]
damage = joined(
    st.just("damage"), who, st.sampled_from(["1", "3", "8"]), st.sampled_from(KINDS),
    st.sampled_from(["", "--location arm", "--location head"]),
)  # fmt: skip
heal = joined(st.just("heal"), who, st.sampled_from(["1", "all"]), st.sampled_from(KINDS))
rounds = st.sampled_from(["", "", "--rounds 1", "--end", "--end"])
effect = joined(st.just("effect"), who, st.sampled_from(sorted(EFFECTS)), rounds)
clock = st.sampled_from(["next"] * 12 + ["roll-init", "end", "remove kid", "leave bob", "join bob"])
turn = joined(st.sampled_from(["delay", "intervene", "turn"]), actor, force)
test = joined(st.just("test"), who, st.sampled_from(["consciousness", "surprise", "wits+brawl"]))
willpower = joined(st.sampled_from(["damage", "heal"]), who, st.just("1 --pool willpower"))
several = st.lists(who, min_size=2, max_size=4).map(" ".join)
volley = st.one_of(
    joined(st.just("attack"), actor, several, st.just("--weapon rifle --with burst=long"), force),
    joined(st.just("act"), actor, st.just("covering-fire --weapon rifle"), several, force),
    joined(st.just("act"), who, st.just("ambush"), several),
)
control = joined(
    st.just("act"), actor, st.sampled_from(["grapple", "take-move"]),
    st.just("--with move=control-weapon --with"),
    joined(who, weapon).map(lambda text: "weapon=" + text.replace(" ", ":")),
)  # fmt: skip
shield = st.one_of(
    joined(st.just("act"), who, st.sampled_from(["human-shield", "grab", "aim"]), who),
    joined(st.just("act"), who, st.just("human-shield"), who, st.just("--with willing")),
)
by_hand = joined(
    st.just("set"), who,
    st.sampled_from(
        ["initiative=null", "willpower_left=0", "wielded=rifle", "cover=door", "acted=false",
         "conscious=true", "dying_rounds=19", "ap=1", "decay=2", "tags=[]"]
    ),
)  # fmt: skip
late = joined(st.just("roll-init"), who)
line = st.one_of(
    attack, attack, attack, attack, attack, act, act, act, between, between, damage, heal, effect,
    clock, clock, turn, test, willpower, clock, clock, volley, control, shield, by_hand, late,
    st.just("set scene covers.door.structure=1"),
)  # fmt: skip
start = st.sampled_from(["roll-init", "roll-init", "test joe wits"])
FIGHTS = st.tuples(start, st.lists(line, min_size=8, max_size=25)).map(lambda t: [t[0], *t[1]])


def prepared(rules: dict[str, Any]) -> Encounter:
    sheets = copy.deepcopy({name: BOOK.cast[name] for name in CAST})
    doc = {
        "gmtrack": 1, "name": "any", "ruleset": "storyteller", "house_rules": rules,
        "scene": {"covers": COVERS}, "combatants": sheets,
    }  # fmt: skip
    return CORE.encounter(doc)


def check_state(encounter: Encounter, text: str) -> None:
    """Every grapple has two ends."""
    game = Scene(Draft(encounter))
    fight = game.fight
    assert (fight.acting is not None) == (fight.phase == "acting"), text
    for fighter in game.everybody():
        hold = fighter.read_grapple()
        if hold:
            other = game.fighter(hold["with"]).read_grapple()
            assert other is not None, text
            assert other["with"] == fighter.id, text
        assert ruleset.show(encounter, fighter.id).doc["status"] == fighter.status


BEGINNINGS = st.one_of(
    joined(st.just("act"), who, st.sampled_from(["dodge", "take-cover door", "take-cover car"])),
    joined(st.just("act"), who, st.just("aim"), who, st.just("--weapon pistol")),
    joined(st.just("act"), who, st.just("covering-fire"), several, st.just("--weapon rifle")),
    joined(st.just("act"), who, st.just("grab"), who, st.just("--mod 30 --with move=hold")),
    joined(st.just("act"), who, st.just("grapple --mod 30 --with move=restrain")),
    joined(
        st.just("act"), who, st.just("human-shield"), who, st.sampled_from(["", "--with willing"])
    ),
    joined(st.just("attack"), who, who, st.sampled_from(["--with charge=5", "--with all-out"])),
    joined(st.just("damage"), who, st.sampled_from(["6", "20"])),
)
ENDINGS = st.one_of(
    joined(st.just("damage"), who, st.sampled_from(["8", "20"]), st.sampled_from(KINDS)),
    joined(st.just("act"), who, st.sampled_from(["run 10", "move 3", "drop-prone", "escape"])),
    joined(st.just("attack"), who, who),
    joined(st.just("attack"), who, who, st.just("--with killing-blow")),
    joined(st.sampled_from(["leave", "join", "remove"]), who),
    joined(st.just("effect"), who, st.sampled_from(["immobilized", "unconscious", "dying"])),
    joined(
        st.just("set"),
        who,
        st.sampled_from(
            ["conscious=false", "conscious=true", "dead=true", "lethal=7", "no_defense=[]"]
        ),
    ),
)
"""Lines that bring states about which something else must end, and lines that end them."""


DOING = ("aim", "dodging", "delaying", "held_over", "granted", "shield")
"""Live fields that nobody has who is out or bound."""


def outlived(scene: Scene) -> Iterator[str]:
    """Yield each state that something must have ended: what somebody does who is out or bound, and
    what others have of them (ST-R58)."""
    for who in scene.whole_cast():
        away = bool(scene.draft.encounter.away(who.id))
        bound = not who.able or "immobilized" in who.no_defense
        if bound or away:
            yield from (f"{who.id} is out: {field}" for field in DOING if getattr(who, field))
            found = set(who.no_defense) & {"charge", "all-out", "reload", "botch"}
            yield from (f"{who.id} is out: {reason}" for reason in found)
            if who.guard != "none":
                yield f"{who.id} is out: {who.guard}"
        aim, fire, hold = who.live_aim(), who.suppression(), who.read_grapple()
        if aim and scene.fighter(aim.target).dead:
            yield f"{who.id} aims at the dead"
        if fire and is_out(scene, who.id):
            yield f"{who.id} is down and under fire"
        if fire and (is_out(scene, fire.by) or "immobilized" in scene.fighter(fire.by).no_defense):
            yield f"{who.id} is under the fire of {fire.by}"
        if hold and (is_out(scene, who.id) or is_out(scene, hold["with"])):
            yield f"{who.id} is held by {hold['with']}"
        if "hold" in who.no_defense and not (hold and hold["hold"]):
            yield f"{who.id} is in a hold of nobody"
        if hold and hold["restrained"] and not hold["hold"]:
            yield f"{who.id} is restrained without a hold"
    yield from wrong_shields(scene)


def wrong_shields(scene: Scene) -> Iterator[str]:
    """Yield each human shield that cannot be one (ST-R60)."""
    victims = [who.shield for who in scene.whole_cast() if who.shield]
    if len(victims) > len(set(victims)):
        yield "somebody is the shield of two"
    for user in scene.whole_cast():
        victim = scene.fighter(user.shield) if user.shield else None
        if victim is None:
            continue
        if scene.draft.encounter.away(victim.id):
            yield f"{victim.id} is away, and the shield of {user.id}"
        for one, other in ((user, victim), (victim, user)):
            hold = one.read_grapple()
            if hold and hold["with"] != other.id:
                yield f"{one.id} is in a grapple beside a shield"
        if user.shield_unwilling and not (has_in_hold(user, victim) or is_helpless(victim)):
            yield f"{victim.id} is free, and the shield of {user.id}"


def is_out(scene: Scene, who: str) -> bool:
    """Whether somebody is down or away."""
    return not scene.fighter(who).able or bool(scene.draft.encounter.away(who))
