"""Sentences that tell players of a step: attacks, actions, effects, counters, falls and the end of
the fight, in sentences without what is hidden from them."""

from collections import Counter as Times
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from gmtrack.core import own_effects
from gmtrack.core.counters import FIELD as COUNTERS
from gmtrack.core.counters import FIGHT, Counter, counters_of, list_passed
from gmtrack.core.deeds import ENDINGS, attacks_in, command_documents
from gmtrack.core.draft import Change
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.history import Casualty, LogEntry
from gmtrack.core.players import (
    FRIENDS,
    SOMEBODY,
    SecretPredicate,
    hidden_combatants,
    names_for_players,
)

DECLARED = "declared"
"""The outcome of what will only happen later."""
THROWN = "thrown"
"""The outcome of what was thrown and has not gone off."""
UNTOLD = ("done", "continuing", DECLARED)
"""Outcomes of actions that go without saying."""
TIMES = {2: "twice"}


class PlayerKnowledge:
    """The players' knowledge of the combatants: the names of those whom they see, and who is on
    their side. `has_secret` says whether a text tells of anything that is hidden from them."""

    def __init__(
        self,
        encounter: Encounter,
        has_secret: SecretPredicate = lambda text: False,
    ) -> None:
        hidden = hidden_combatants(encounter)
        self.encounter = encounter
        self.has_secret = has_secret
        self._names = {
            who: name
            for who, name in names_for_players(encounter).items()
            if who not in hidden
        }
        self._friends = {
            who for who in self._names if encounter.side(who) in FRIENDS
        }

    def name(self, who: str) -> str:
        """Return the name that players read, or a word for an unseen somebody."""
        return self._names.get(who, SOMEBODY)

    def knows(self, who: str) -> bool:
        """Whether players see this combatant."""
        return who in self._names

    def is_friend(self, who: str) -> bool:
        """Whether players see this combatant as one of their side."""
        return who in self._friends

    def weapon(self, who: str, weapon: str) -> str:
        """Return the name of somebody's weapon; empty if players do not see who has it, or the
        name tells of anything hidden."""
        if not weapon or not self.knows(who):
            return ""
        sheet = self.encounter.sheet(who).get("weapons") or {}
        own = sheet.get(weapon) or {}
        name = str(own.get("name") or "") or space_word(weapon)
        return "" if self.has_secret(name) else name


class Wound(NamedTuple):
    """Damage that a friend takes: who, how much, and the place in words (`" in the arm"`, empty
    for none)."""

    who: str
    dealt: int
    where: str


def space_word(word: str) -> str:
    """Return a typed word with blanks in place of its hyphens and underscores."""
    return word.replace("-", " ").replace("_", " ")


def lines_of_step(
    seen: PlayerKnowledge, step: LogEntry, stood: Iterable[Casualty]
) -> tuple[str, ...]:
    """Return the sentences, without full stops, that players are told of a step; `stood` are its
    changes of standing. A sentence that would stand there several times stands there once, with
    the number of times."""
    return count_repeated(
        (*_attack_lines(seen, step), *lines_beside_attacks(seen, step, stood))
    )


def lines_beside_attacks(
    seen: PlayerKnowledge, step: LogEntry, stood: Iterable[Casualty]
) -> Iterator[str]:
    """Yield the sentences of a step that do not tell of its attacks, in their order."""
    yield from _friends_action_lines(seen, step)
    yield from _effect_lines(seen, step)
    yield from _counter_lines(seen, step)
    yield from _fall_lines(seen, stood)
    yield from _end_lines(step)


def count_repeated(lines: Iterable[str]) -> tuple[str, ...]:
    """Return each line once, in the order in which they come first; with the number of times
    behind a line that came several times."""
    return tuple(
        line if count == 1 else f"{line} ({TIMES.get(count, f'{count} times')})"
        for line, count in Times(lines).items()
    )


def _attack_lines(seen: PlayerKnowledge, step: LogEntry) -> Iterator[str]:
    """Yield the sentences for each attack of a step in which players see attacker or target: the
    attack with its ending, and the wounds of friends."""
    for block in attacks_in(step.report):
        line = story_line_of_attack(seen, block)
        if line:
            yield line
            for wound in wounds_of_attack(seen, block):
                yield describe_wound(seen, wound)


def story_line_of_attack(seen: PlayerKnowledge, block: Data) -> str:
    """Return the sentence for one attack, with its ending. Empty if players see neither attacker
    nor target, or if it is only announced."""
    attacker, target = str(block["attacker"]), str(block["target"])
    outcome = str(block["outcome"])
    if outcome == DECLARED:
        return ""
    if not (seen.knows(attacker) or seen.knows(target)):
        return ""
    words = _describe_blow(seen, block, attacker, target)
    if outcome == THROWN:
        return words
    ending = ENDINGS.get(outcome, f": {space_word(outcome)}")
    if not ending.startswith(" "):
        words = words.removesuffix(",")
    return words + ending.format(target=seen.name(target))


def _describe_blow(
    seen: PlayerKnowledge, block: Data, attacker: str, target: str
) -> str:
    """Return who attacks whom, with what and where, without the ending. What goes off by itself
    is the thing's own deed."""
    whom = seen.name(target)
    if block.get("blast"):
        return f"{name_blast(seen, block)} goes off near {whom}"
    who = capitalize_first(seen.name(attacker))
    weapon = seen.weapon(attacker, str(block.get("weapon") or ""))
    if block["outcome"] == THROWN:
        return f"{who} throws {weapon or 'something'} at {whom}"
    words = f"{who} attacks {whom}"
    if weapon:
        words += f" with {weapon}" if weapon != "unarmed" else " unarmed"
    place = block.get("called")
    if isinstance(place, str) and place:
        words += f", at the {space_word(place)},"
    return words


def name_blast(seen: PlayerKnowledge, block: Data) -> str:
    """Return what goes off in an attack that is a blast, as a sentence begins with it."""
    thing = str(block.get("blast") or "")
    return (
        "Something"
        if seen.has_secret(thing)
        else capitalize_first(space_word(thing))
    )


def wounds_of_attack(seen: PlayerKnowledge, block: Data) -> Iterator[Wound]:
    """Yield what friends take by one attack: the target, then whoever else its parts name. Yields
    nothing for what was only thrown."""
    if str(block["outcome"]) == THROWN:
        return
    attacker, target = str(block["attacker"]), str(block["target"])
    yield from _find_wounds(seen, block, target)
    for part in block.values():
        yield from _find_wounds(seen, part, attacker, unless=target)


def _find_wounds(
    seen: PlayerKnowledge, block: object, victim: str, unless: str = ""
) -> Iterator[Wound]:
    """Yield what a friend takes by the damage of a block, with the place; nothing for others, or
    if the damage names another victim. With `unless` the damage must name its victim, or whoever
    dealt it: other parts of an attack repeat the damage to the target."""
    damage = block.get("damage") if isinstance(block, dict) else None
    if not isinstance(block, dict) or not isinstance(damage, dict):
        return
    hurt = str(damage.get("victim") or block.get("victim") or victim)
    dealt = damage.get("dealt")
    if hurt == unless or not seen.is_friend(hurt):
        return
    if not isinstance(dealt, int) or dealt < 1:
        return
    place = block.get("location")
    where = f" in the {space_word(place)}" if isinstance(place, str) else ""
    yield Wound(hurt, dealt, where)


def describe_wound(seen: PlayerKnowledge, wound: Wound) -> str:
    """Return a wound as a sentence: `Joe takes 3 damage in the arm`."""
    return f"{seen.name(wound.who)} takes {wound.dealt} damage{wound.where}"


def _wound_lines(
    seen: PlayerKnowledge, block: Data, victim: str
) -> Iterator[str]:
    """Yield a sentence for what a friend takes by the damage of a command that is no attack."""
    for wound in _find_wounds(seen, block, victim):
        yield describe_wound(seen, wound)


def capitalize_first(name: str) -> str:
    """Return the name with a capital first letter."""
    return name[:1].upper() + name[1:]


def _friends_action_lines(
    seen: PlayerKnowledge, step: LogEntry
) -> Iterator[str]:
    """Yield a line for each test and action of a friend, and for what somebody visible does to a
    friend, named as the rules name it; also the damage that the GM deals to a friend by hand."""
    for document in command_documents(step.report):
        command = document.get("command")
        for one in document.get("tests") or [document]:
            # A test of several has a document for each who makes it.
            yield from _action_line(seen, {"command": command, **one})


def _action_line(seen: PlayerKnowledge, document: Data) -> Iterator[str]:
    """Yield the line for one test or action of a friend, or to a friend, and the damage that comes
    of it."""
    command, who = document.get("command"), document.get("who")
    if not isinstance(who, str) or document.get("outcome") == DECLARED:
        return
    if command == "damage":
        yield from _wound_lines(seen, document, who)
    if command not in ("test", "act") or _is_attack(document):
        return
    whom = _find_whom(seen, document)
    if not seen.is_friend(who) and not (
        seen.knows(who) and any(map(seen.is_friend, whom))
    ):
        return
    what = (
        document.get("action") or document.get("test") or document.get("what")
    )
    if not isinstance(what, str):
        return
    against = f" ({', '.join(map(seen.name, whom))})" if whom else ""
    came = document.get("outcome")
    told = f", {space_word(came)}" if came and came not in UNTOLD else ""
    yield f"{seen.name(who)}: {space_word(what)}{against}{told}"
    yield from _wound_lines(seen, document, who)


def _is_attack(document: Data) -> bool:
    """Whether the attacks of a command's document tell what was done."""
    return any(attacks_in(document))


def _find_whom(seen: PlayerKnowledge, document: Data) -> list[str]:
    """Return the ids of the visible combatants whom an action is about, each once."""
    named = [document.get("target"), *(document.get("targets") or ())]
    people = [who for who in named if isinstance(who, str) and seen.knows(who)]
    return list(dict.fromkeys(people))


def _effect_lines(seen: PlayerKnowledge, step: LogEntry) -> Iterator[str]:
    """Yield what a friend is under, or no longer under: effects of the GM's own (drugs, spells,
    conditions of the moment), and what `effect` put on."""
    for change in step.changes:
        is_own = change.path[-1:] == (own_effects.FIELD,)
        if is_own and seen.is_friend(change.who):
            yield from _own_effect_lines(seen, change)
    for document in command_documents(step.report):
        if document.get("command") != "effect":
            continue
        for one in document.get("effects") or ():
            if seen.is_friend(str(one.get("target"))):
                word = space_word(str(one.get("effect")))
                yield f"{seen.name(one['target'])}: {word}"


def _own_effect_lines(seen: PlayerKnowledge, change: Change) -> Iterator[str]:
    """Yield a line for each own effect of a friend that begins or ends by a change, in the word
    that players know; nothing for those that they do not know."""
    labels = own_effects.effects_for_players(seen.encounter.known_effects)
    name = seen.name(change.who)
    before, after = _effects_in(change.before), _effects_in(change.after)
    for id_ in dict.fromkeys((*before, *after)):
        word = str((labels.get(id_) or {}).get("name") or space_word(id_))
        if word == own_effects.OTHER or seen.has_secret(word):
            continue
        if id_ not in before:
            yield f"{name}: {word}"
        elif id_ not in after:
            yield f"{name}: {word} is over"


def _effects_in(records: object) -> list[str]:
    """Return the ids of the own effects in the value of a change; empty if it is no list."""
    if not isinstance(records, list):
        return []
    return [str(one["effect"]) for one in records if isinstance(one, dict)]


def _counter_lines(seen: PlayerKnowledge, step: LogEntry) -> Iterator[str]:
    """Yield what counters say at the numbers that they passed in a step: those of the fight and
    of friends that players see."""
    for change in step.changes:
        if change.path[-2:-1] != (COUNTERS,) or change.path[:1] != ("fight",):
            continue
        for text in _texts_passed(seen, change):
            if not seen.has_secret(text):
                yield capitalize_first(text)


def _texts_passed(seen: PlayerKnowledge, change: Change) -> list[str]:
    """Return the texts at the numbers that a counter passed by this change; empty if players do
    not see the counter."""
    id_, is_of_fight = (
        change.path[-1],
        len(change.path) == len((FIGHT, COUNTERS, "")),
    )
    owner = FIGHT if is_of_fight else change.path[2]
    encounter = seen.encounter
    if owner != FIGHT and not (
        seen.is_friend(owner) and owner in encounter.combatants
    ):
        return []
    written = (
        encounter.counters
        if owner == FIGHT
        else encounter.sheet(owner).get(COUNTERS) or {}
    )
    data = written.get(id_) or {}
    counter: Counter | None = counters_of(encounter, owner).get(id_)
    if counter is None or data.get("players") is False:
        return []
    before = (
        change.before if isinstance(change.before, int) else data.get("now", 0)
    )
    if not isinstance(change.after, int):
        return []
    moved = counter._replace(now=before)
    return [counter.at[number] for number in list_passed(moved, change.after)]


def _fall_lines(
    seen: PlayerKnowledge, changed: Iterable[Casualty]
) -> Iterator[str]:
    """Yield a line for each visible combatant who left, came back, went down or got up, and for
    each friend who died. Of who has left nothing is told but that."""
    for turn in changed:
        if not seen.knows(turn.who):
            continue
        name, after = seen.name(turn.who), turn.after
        if turn.left:
            reason = after.status
            hidden = reason in ("", "away") or seen.has_secret(reason)
            yield f"{name} leaves" + ("" if hidden else f" ({reason})")
        elif turn.came_back:
            yield f"{name} is back"
        elif after.has_left:
            continue
        elif seen.is_friend(turn.who) and turn.died and after.status == "dead":
            yield f"{name} is dead"
        elif turn.fell:
            yield f"{name} goes down"
        elif turn.rose:
            yield f"{name} is up again"


def _end_lines(step: LogEntry) -> Iterator[str]:
    """Yield a line if a step ended the fight."""
    if any(
        document.get("command") == "end"
        for document in command_documents(step.report)
    ):
        yield "The fight is over"
