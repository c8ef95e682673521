"""Grenades and charges as actions: throwing, laying, letting go off (SRX-101, SRX-112, SRX-120)."""

from collections.abc import Mapping
from typing import NoReturn

from gmtrack.core.encounter import Data
from gmtrack.core.intents import Act
from gmtrack.core.names import listed, propose_near_word, squash
from gmtrack.core.report import Report
from gmtrack.rulesets.kit.seated import parse_position
from gmtrack.rulesets.sr3.attack.throw import (
    THROW_WORDS,
    count_down,
    throw,
)
from gmtrack.rulesets.sr3.attack.words import (
    ATTACK_WORDS,
    SWITCHES,
    attack_switches,
    attack_words,
)
from gmtrack.rulesets.sr3.sheet.fighter import Fighter
from gmtrack.rulesets.sr3.sheet.game import (
    WORDS,
    ActionContext,
    Game,
    check_count,
    find_weapon,
    find_weapon_in_hand,
)
from gmtrack.rulesets.sr3.sheet.sheet import UNARMED
from gmtrack.rulesets.sr3.turn.legality import Cost, check_able
from gmtrack.rulesets.sr3.turn.timed import (
    DueTime,
    Landing,
    place_item,
    take_items,
    timed_items,
    when_due,
)
from gmtrack.rulesets.sr3.wounds.blast import (
    BlastPlan,
    BlastWords,
    check_blast,
    possible_rolls,
    set_off_all,
)

THROW = "throw"
DETONATE = "detonate"
THROW_HELP: Mapping[str, str] = {
    name: ATTACK_WORDS[name].help
    for name in THROW_WORDS
    if name in ATTACK_WORDS
}
"""The words of `act WHO throw`, those of an attack with an explosive."""
THROW_SWITCHES = tuple(name for name in SWITCHES if name in THROW_HELP)
THROW_OPTIONS = ("--mod", "--defense-mod")


def throw_by_act(game: Game, who: Fighter, intent: Act) -> Report:
    """Carry out `act WHO throw EXPLOSIVE TARGET...`: the same as an attack with it. Raises Refusal
    `option` without one, `weapon` for a weapon that is no explosive."""
    known, switches = attack_words(game.house), attack_switches(game.house)
    game.parse_words(
        [name for name in THROW_WORDS if name in known],
        [name for name in switches if name in THROW_WORDS],
    )
    game.deny_options_except(*THROW_OPTIONS)
    own = [name for name, one in who.weapons.items() if one.is_explosive]
    if not intent.args:
        there = f": {listed(own)}" if own else ""
        game.deny(WORDS.value, f"{who.name} throws which weapon?{there}")
    name = find_weapon(game, who, intent.args[0])
    if name not in own:
        line = f"`attack {who.id} TARGET --weapon {name}`"
        game.deny("weapon", f"{name} is no explosive: {line}")
    game.report.body |= {"who": who.id, "action": THROW}
    targets = intent.args[1:]
    throw(game, who, name, targets)
    game.report.body |= {
        "targets": [game.find(word).id for word in targets],
        "cost": "simple",
        "done": 1,
        "needed": 1,
    }
    game.report.body.setdefault("outcome", "done")
    return game.report


def lay_charge(do: ActionContext) -> None:
    """Lay a charge where its owner stands: no test, no scatter; it goes off when its owner says so.
    Raises Refusal `weapon` for anything but a charge, `count` if none is left."""
    game, who = do.game, do.who
    if len(do.args) != 1:
        game.deny(WORDS.value, "name one charge: `act WHO activate CHARGE`")
    name = find_weapon_in_hand(game, who, do.args[0])
    weapon = who.weapon(name)
    if weapon.delivery != "placed":
        thrown = f": `act {who.id} throw {name} TARGET`"
        way = thrown if weapon.is_explosive else ""
        game.deny("weapon", f"{name} is no charge to lay{way}")
    check_count(game, who, name)
    count_down(game, who, name)
    with game.draft.by("SRX-120"):
        if who.in_hand == name:
            who.wielded = UNARMED
        elif who.in_other_hand == name:
            who.second = None
    landing = Landing(0, None, who.position)
    item = place_item(game, who, name, landing, 0, "on-command")
    when = when_due(game, timed_items(game)[item])
    do.targets = [name]
    do.body |= {
        "item": item,
        "lands": landing.document(),
        "due": when.document(),
    }
    game.report.tell("item.command", "note", what=item, who=who.name)


def item_meant(do: ActionContext) -> tuple[str, tuple[str, ...]]:
    """Return the id of the explosive that the words behind the action name, and the words behind
    that: one of the actor's own, which need not be named if it is the only one. Raises Refusal
    `weapon` for one that is not there or is somebody else's."""
    game, who, items = do.game, do.who, timed_items(do.game)
    own = [name for name, item in items.items() if item["owner"] == who.id]
    word = squash(do.args[0]) if do.args else ""
    if word in items and word not in own:
        owner = items[word]["owner"]
        line = f"`act {owner} {DETONATE} {word}`"
        game.deny("weapon", f"{word} is not theirs: {line}")
    begun = [name for name in own if word and name.startswith(word)]
    found = [word] if word in own else begun
    if len(found) == 1:
        return found[0], do.args[1:]
    people = game.draft.encounter.names()
    if len(own) != 1 or (word and not is_combatant(word, people)):
        deny_item(do, own)
    return own[0], do.args


def deny_item(do: ActionContext, own: list[str]) -> NoReturn:
    """Raise Refusal (`weapon`) for words that name none of the actor's own explosives."""
    if not own:
        message = f"nothing of {do.who.name}'s is about to go off"
    elif do.args:
        word = do.args[0]
        message = (
            f"no '{word}' is about to go off{propose_near_word(word, own)}"
        )
    else:
        message = f"type which one: {listed(own)}"
    do.game.deny("weapon", message)


def is_combatant(word: str, people: Mapping[str, str]) -> bool:
    """Whether a word begins the id or the name of a combatant."""
    return any(
        squash(name).startswith(word)
        for pair in people.items()
        for name in pair
    )


def detonate_price(do: ActionContext) -> Cost:
    """Return the cost of letting something go off: nothing for what is due, a simple action for a
    charge. Raises Refusal `weapon` for what is not there."""
    item = timed_items(do.game)[item_meant(do)[0]]
    return "simple" if item.get("due") == "on-command" else "none"


def read_blast(do: ActionContext) -> tuple[str, Data, BlastPlan]:
    """Parse a blast that is let off: the id of the explosive, its entry, and the plan, with those
    whom the words name. Raises Refusal `weapon` if its owner no longer has the weapon."""
    game, who = do.game, do.who
    name, words = item_meant(do)
    item = timed_items(game)[name]
    if item["weapon"] not in who.weapons:
        game.deny("weapon", f"{who.name} no longer has {item['weapon']}")
    named = [game.find(word) for word in words]
    place = parse_position(item.get("position"))
    plan = BlastPlan(
        game,
        who,
        item["weapon"],
        who.weapon(item["weapon"]),
        BlastWords(game, do.typed_words),
        tuple(dict.fromkeys(named)),
        place_known=place is not None,
    )
    return name, item, plan


def refuse_early(do: ActionContext, name: str, when: DueTime) -> None:
    """Refuse (`due`) to let something go off before its time, and say when that is."""
    times = {
        "phase": f"the end of {do.who.name}'s next phase",
        "pass": f"the end of pass {when.pass_}",
    }
    time = times.get(when.at, "the end of the combat turn")
    do.game.refuse("due", f"{name} does not go off before {time}")


def detonate(do: ActionContext) -> None:
    """Let an explosive go off: everybody within reach by position, and those named with their
    distance. Refuses `due` before its time, `status` for a charge whose owner cannot act. Raises
    Refusal `range` for somebody named whose distance is not known."""
    game, who = do.game, do.who
    name, item, plan = read_blast(do)
    due = item.get("due", "later")
    if due == "on-command":
        check_able(game, who)
        do.tell_fact("act.detonate", "head", what=name)
    elif due != "now" and game.fight.running:
        refuse_early(do, name, when_due(game, item))
    check_blast(plan)
    game.expect(possible_rolls(plan))
    take_items(game, [name])
    do.targets = [one.id for one in plan.named]
    place = parse_position(item.get("position"))
    landing = Landing(int(item.get("metres", 0)), item.get("direction"), place)
    do.body |= {"item": name, "lands": landing.document()}
    set_off_all([(plan, int(item.get("successes", 0)), place)])
