"""The target's Defense at work: paid for, subtracted or rolled (ST-041 to ST-066, ST-R14)."""

from typing import TYPE_CHECKING, NamedTuple

from gmtrack.core.report import Part, total
from gmtrack.rulesets.storyteller.attack.defense import can_defend, contested, pays_action
from gmtrack.rulesets.storyteller.attack.plan import Strike
from gmtrack.rulesets.storyteller.dice.rolls import Result, RollSpec, roll, wound_part
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
    game, target, word = s.game, s.target, s.defense.word
    if pays_action(s):
        use_action(game, target)
        if word == "dodge":
            begin_dodge(game, target)
        elif word == "static":
            target.guard = "static"
            game.report.tell("stands-guard", "note", who=target.name)
        else:
            game.report.tell("parries", "note", who=target.name)
    if s.defense.willpower:
        use_willpower(game, target)
        target.wp_defense = sorted({*target.wp_defense, s.attacker.id})


def worth(s: Strike) -> int:
    """ST-049, ST-053: D_eff of this target against this attack."""
    spender = None if s.off("willpower") else s.attacker.id
    decays = s.defense.word != "static"
    return s.target.defense_against(spender, pulled=s.pull is not None, decays=decays)


def subtract(s: Strike, answer: Answer, doc: "Defended") -> list[Part]:
    """ST-033, ST-041, ST-045: the part of the attack's pool, and what applying it costs; writes
    `defense`."""
    subtracts = s.defense.subtracts and answer.word != "none"
    plain = subtracts and not contested(s)
    value = answer.value
    if plain:
        value = max(0, value + total(s.defense_mods))
    if not s.firearm or answer.word != "none":
        doc["defense"] = {"word": answer.word, "value": value}
    if subtracts and value:
        used(s.game, s.target, decay=0 if answer.word == "static" else 1)
    return [Part("defense", -value)] if plain and value else []


def used(game: Game, who: Fighter, decay: int = 0) -> None:
    """ST-041, ST-066, ST-087: Defense was used in this round."""
    who.defended = True
    lose_aim(game, who)
    if decay:
        who.decay = who.decay + decay


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
    game, result = s.game, roll_answer(s, answer)
    left = max(0, hits - result.hits)
    if answer.roll == "parry" and not left:
        s.attacker.parried = s.attacker.parried + result.hits
        game.report.tell("opened", "note", who=s.attacker.name, count=result.hits)
    if not hits:
        return 0, "miss"
    key = "lessened" if left else "defended"
    game.report.tell(key, "note", who=s.target.name, count=result.hits, hits=hits, left=left)
    return left, "dodged" if answer.roll == "dodge" else "parried"


def roll_answer(s: Strike, answer: Answer) -> Result:
    """The target's roll, and what it brings about (ST-054, ST-056, ST-059 to ST-064)."""
    game, target, value = s.game, s.target, answer.value
    dodges = answer.roll == "dodge"
    parts = dodge_parts(target, s.attacker, value) if dodges else [Part("defense", value)]
    parts += [*wound_part(target), *s.defense_mods]
    result = roll(game, RollSpec(answer.roll, target, parts))
    if dodges:
        has_dodged(game, target, s.attacker, result)
    if answer.roll != CONTESTED:
        used(game, target, decay=2 if answer.roll == "active" and value else 0)
    return result


def after_attack(s: Strike) -> None:
    """ST-R18 `one_attack`: the point is used up."""
    if s.game.house.willpower_defense_span == "one_attack":
        others = [who for who in s.target.wp_defense if who != s.attacker.id]
        s.target.wp_defense = others


# --- dodging: twice the Defense as dice, less with every opponent ---


def dodge_parts(who: Fighter, attacker: Fighter, defense: int) -> list[Part]:
    """ST-059 to ST-061: D_dodge and the same again."""
    faced = min(opponents(who, attacker), defense)
    parts = [Part("defense", defense), Part("opponents", -faced), Part("doubled", defense - faced)]
    if who.suffers("leg-wrack"):
        parts.append(Part("leg-wrack", -2))
    return [part for part in parts if part.value or part.label == "defense"]


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
    """ST-061, ST-064: one more whom they have dodged; a dramatic failure costs the balance."""
    every_attack = who.house.dodge_multi == "prior_attacks"
    if every_attack or attacker.id not in who.dodged:
        who.dodged = [*who.dodged, attacker.id]
    if result.dramatic:
        who.off_balance = "pending"
        game.effect(who, "off-balance", until="own-turn-after-next")
        game.report.tell("off-balance", "bad", who=who.name)
