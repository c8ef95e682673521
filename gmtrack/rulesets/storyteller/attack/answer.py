"""The target's Defense at work: paid for, subtracted or rolled (ST-041 to ST-066, ST-R14)."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from gmtrack.core.report import Part, total
from gmtrack.rulesets.storyteller.attack.defense import can_defend, contested, pays_action
from gmtrack.rulesets.storyteller.attack.plan import Strike
from gmtrack.rulesets.storyteller.dice.rolls import Result, RollSpec, roll, wound_part
from gmtrack.rulesets.storyteller.sheet.derived import defense_against
from gmtrack.rulesets.storyteller.sheet.game import Game
from gmtrack.rulesets.storyteller.sheet.live import Fighter
from gmtrack.rulesets.storyteller.turn.costs import lose_aim, use_action, use_willpower
from gmtrack.rulesets.storyteller.wounds.conditions import begin_dodge

if TYPE_CHECKING:
    from gmtrack.rulesets.storyteller.attack.document import Defended

CONTESTED = "defense"
"""ST-R14 `contested`: the name of the roll."""


class Answer(NamedTuple):
    """How a target meets one attack: the word of its defense, what Defense is worth now, and the
    roll that it makes, if any."""

    word: str = "none"
    value: int = 0
    roll: str = ""


def possible_rolls(s: Strike) -> list[str]:
    """The rolls that the target may make."""
    if s.defense.rolls:
        return [s.defense.word]
    return [CONTESTED] if contested(s) else []


# --- before the attack is rolled ---


def prepare(s: Strike) -> Answer:
    """What the target pays, and what Defense is worth then."""
    if not can_defend(s):
        # Covering fire or an earlier strike may have put them down by now.
        return Answer()
    pay(s)
    word = s.defense.word
    value = 0 if word == "none" else worth(s)
    rolls = s.defense.rolls or (contested(s) and value)
    return Answer(word, value, possible_rolls(s)[0] if rolls else "")


def pay(s: Strike) -> None:
    """The action or the point of willpower that the defense costs."""
    if pays_action(s):
        BEGUN[s.defense.word](s)
    if s.defense.willpower:
        add_willpower(s)


def dodge(s: Strike) -> None:
    """ST-057"""
    use_action(s.game, s.target)
    begin_dodge(s.game, s.target)


def stand_guard(s: Strike) -> None:
    """ST-053"""
    use_action(s.game, s.target)
    s.target.guard = "static"
    s.game.report.tell("stands-guard", "note", who=s.target.name)


def parry(s: Strike) -> None:
    """ST-056"""
    use_action(s.game, s.target)
    s.game.report.tell("parries", "note", who=s.target.name)


BEGUN: Mapping[str, Callable[[Strike], None]] = MappingProxyType(
    {"dodge": dodge, "static": stand_guard, "parry": parry}
)
"""What takes the action, by the word of the defense."""


def add_willpower(s: Strike) -> None:
    """ST-043, ST-050"""
    use_willpower(s.game, s.target)
    s.target.wp_defense = sorted({*s.target.wp_defense, s.attacker.id})


def worth(s: Strike) -> int:
    """ST-049, ST-053: D_eff of this target against this attack."""
    spender = None if s.off("willpower") else s.attacker.id
    decays = s.defense.word != "static"
    return defense_against(s.target, spender, pulled=s.pull is not None, decays=decays)


def subtract(s: Strike, answer: Answer, doc: "Defended") -> list[Part]:
    """The part of the attack's pool, and what applying it costs (ST-045: nothing, where it has
    come down to 0); writes `defense`."""
    subtracts = s.defense.subtracts and answer.word != "none"
    plain = subtracts and not contested(s)
    value = answer.value
    if plain:
        value = max(0, value + total(s.defense_mods))
    if not s.firearm or answer.word != "none":
        doc["defense"] = {"word": answer.word, "value": value}
    if subtracts and value:
        used(s)
        if answer.word != "static":
            wear_down(s)
    if not (plain and value):
        return []
    return [(grab_defense if s.name == "grab" else attack_defense)(value)]


def attack_defense(value: int) -> Part:
    """ST-033, ST-049"""
    return Part("defense", -value)


def grab_defense(value: int) -> Part:
    """ST-046, ST-049"""
    return Part("defense", -value)


def used(s: Strike) -> None:
    """ST-127, ST-135: Defense was used in this round."""
    s.target.defended = True
    lose_aim(s.game, s.target)


def wear_down(s: Strike) -> None:
    """ST-041"""
    s.target.decay = s.target.decay + 1


def wear_down_twice(s: Strike) -> None:
    """ST-054"""
    s.target.decay = s.target.decay + 2


# --- after it ---


def answered(s: Strike, answer: Answer, hits: int) -> tuple[int, str]:
    """ST-034, ST-063: the successes that the target's roll leaves, and the outcome where it took
    the last."""
    left, outcome = hits, "miss"
    if answer.roll and (hits or s.game.house.dodge_on_miss):
        left, outcome = rolled_against(s, answer, hits)
    if s.defense.willpower and answer.word != "none":
        after_attack(s)
    return left, outcome


def rolled_against(s: Strike, answer: Answer, hits: int) -> tuple[int, str]:
    """The target rolls; a parry that takes all opens the attacker's guard (ST-056)."""
    cancelled = roll_answer(s, answer).hits
    left = max(0, hits - cancelled)
    if answer.roll == "parry" and not left:
        open_guard(s, cancelled)
    if not hits:
        return 0, "miss"
    CANCELS[answer.roll](s, cancelled, hits)
    return left, "dodged" if answer.roll == "dodge" else "parried"


def open_guard(s: Strike, successes: int) -> None:
    """ST-056"""
    s.attacker.parried = s.attacker.parried + successes
    s.game.report.tell("opened", "note", who=s.attacker.name, count=successes)


def dodge_cancels(s: Strike, successes: int, hits: int) -> None:
    """ST-063"""
    cancel(s, successes, hits)


def parry_cancels(s: Strike, successes: int, hits: int) -> None:
    """ST-056"""
    cancel(s, successes, hits)


def active_cancels(s: Strike, successes: int, hits: int) -> None:
    """ST-054"""
    cancel(s, successes, hits)


def defense_cancels(s: Strike, successes: int, hits: int) -> None:
    """ST-R14"""
    cancel(s, successes, hits)


CANCELS: Mapping[str, Callable[[Strike, int, int], None]] = MappingProxyType(
    {
        "dodge": dodge_cancels,
        "parry": parry_cancels,
        "active": active_cancels,
        CONTESTED: defense_cancels,
    }
)
"""By the name of the target's roll: it takes successes from the attack."""


def cancel(s: Strike, successes: int, hits: int) -> None:
    """What is left of the attack."""
    left = max(0, hits - successes)
    key = "lessened" if left else "defended"
    s.game.report.tell(key, "note", who=s.target.name, count=successes, hits=hits, left=left)


def roll_answer(s: Strike, answer: Answer) -> Result:
    """The target's roll, and what it brings about."""
    target, dodges = s.target, answer.roll == "dodge"
    parts = [*ROLLED[answer.roll](s, answer.value), *wound_part(target), *s.defense_mods]
    result = roll(s.game, RollSpec(answer.roll, target, parts))
    if dodges:
        has_dodged(s.game, target, s.attacker, result)
    if answer.roll != CONTESTED:
        used(s)
    if answer.roll == "active" and answer.value:
        wear_down_twice(s)
    return result


def after_attack(s: Strike) -> None:
    """ST-R18 `one_attack`: the point is used up."""
    if s.game.house.willpower_defense_span == "one_attack":
        others = [who for who in s.target.wp_defense if who != s.attacker.id]
        s.target.wp_defense = others


# --- dodging: twice the Defense as dice, less with every opponent ---


def dodge_parts(s: Strike, defense: int) -> list[Part]:
    """ST-059: D_dodge and the same again."""
    once = dodge_defense(s, defense)
    parts = [*once, Part("doubled", total(once)), *leg_part(s.target)]
    return [part for part in parts if part.value or part.label == "defense"]


def dodge_defense(s: Strike, defense: int) -> tuple[Part, Part]:
    """ST-060: D_dodge, from the Defense that would be subtracted."""
    return Part("defense", defense), opponents_part(s, defense)


def opponents_part(s: Strike, defense: int) -> Part:
    """ST-061: never more than there is."""
    return Part("opponents", -min(opponents(s.target, s.attacker), defense))


def leg_part(who: Fighter) -> list[Part]:
    """ST-059, ST-151"""
    return [Part("leg-wrack", -2)] if who.suffers("leg-wrack") else []


def opponents(who: Fighter, attacker: Fighter) -> int:
    """ST-061, ST-R22: what the others whom they have dodged take off."""
    rule = who.house.dodge_multi
    if rule == "prior_attacks":
        return len(who.dodged)
    if rule == "all_opponents":
        faced = len({*who.dodged, attacker.id})
        return faced if faced > 1 else 0
    return len({*who.dodged} - {attacker.id})


def has_dodged(game: Game, who: Fighter, attacker: Fighter, result: Result) -> None:
    """ST-061: one more whom they have dodged."""
    every_attack = who.house.dodge_multi == "prior_attacks"
    if every_attack or attacker.id not in who.dodged:
        who.dodged = [*who.dodged, attacker.id]
    if result.dramatic:
        stumble(game, who)


def stumble(game: Game, who: Fighter) -> None:
    """ST-064: a dramatic failure costs the balance."""
    who.off_balance = "pending"
    game.effect(who, "off-balance", until="own-turn-after-next")
    game.report.tell("off-balance", "bad", who=who.name)


# --- Defense as dice ---


def active_parts(_: Strike, value: int) -> list[Part]:
    """ST-049, ST-054"""
    return [Part("defense", value)]


def parry_parts(_: Strike, value: int) -> list[Part]:
    """ST-049, ST-056"""
    return [Part("defense", value)]


def contested_parts(_: Strike, value: int) -> list[Part]:
    """ST-049, ST-R14"""
    return [Part("defense", value)]


ROLLED: Mapping[str, Callable[[Strike, int], list[Part]]] = MappingProxyType(
    {
        "dodge": dodge_parts,
        "active": active_parts,
        "parry": parry_parts,
        CONTESTED: contested_parts,
    }
)
"""By the name of the target's roll: what Defense gives to it."""
