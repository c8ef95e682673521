"""The target's Defense at work: paid for, subtracted or rolled (ST-041 to ST-066, ST-R14)."""

from gmtrack.core.encounter import Data
from gmtrack.core.report import Part, total
from gmtrack.rulesets.storyteller.attack.defense import Defense, can_defend
from gmtrack.rulesets.storyteller.attack.dodge import begin_dodge, dodge_parts, has_dodged
from gmtrack.rulesets.storyteller.attack.plan import Strike
from gmtrack.rulesets.storyteller.dice.rolls import Result, roll, wound_part
from gmtrack.rulesets.storyteller.sheet.game import Game
from gmtrack.rulesets.storyteller.sheet.live import Fighter
from gmtrack.rulesets.storyteller.turn.costs import lose_aim, spend_action, spend_willpower

CONTESTED = "defense"
"""ST-R14 `contested`: the name of the roll."""


def pay_defense(s: Strike, defense: Defense) -> Defense:
    """What the word costs the defender, and what it is worth then. Raises Refusal (`action`,
    `willpower`)."""
    game, target = s.game, s.target
    if not can_defend(s):
        # Covering fire that falls before the action may have put him down by now.
        return Defense("none")
    if defense.word == "dodge" and not target.dodging:
        spend_action(game, target, anytime=True)
        begin_dodge(game, target)
    elif defense.word == "static" and target.guard != "static":
        spend_action(game, target, anytime=True)
        target.guard = "static"
        game.report.tell("stands-guard", "note", who=target.name)
    elif defense.word == "parry":
        spend_action(game, target, anytime=True)
        game.report.tell("parries", "note", who=target.name)
    if defense.willpower:
        spend_willpower(game, target, f"Defense against {s.attacker.id}")
        target.wp_defense = sorted({*target.wp_defense, s.attacker.id})
    return defense._replace(value=worth(s, defense))


def after_attack(s: Strike, defense: Defense) -> None:
    """ST-R18 `one_attack`: the point is used up."""
    if defense.willpower and s.game.house.choice("willpower_defense_span", "one_attack"):
        others = [who for who in s.target.wp_defense if who != s.attacker.id]
        s.target.wp_defense = others


def worth(s: Strike, defense: Defense) -> int:
    """ST-049, ST-053: D_eff of this target against this attack."""
    if defense.word == "none" or not can_defend(s):
        return 0
    spender = None if s.off("willpower") else s.attacker.id
    return s.target.defense_against(
        spender, pulled=s.pull is not None, decays=defense.word != "static"
    )


def contested(game: Game, defense: Defense) -> bool:
    """ST-R14: Defense that would be subtracted is rolled."""
    return defense.subtracts and game.house.choice("defense_mode", "contested")


def subtract(s: Strike, defense: Defense, doc: Data) -> list[Part]:
    """ST-033, ST-041, ST-045: the part of the attack's pool, and what applying it costs; writes
    `defense`."""
    plain = defense.subtracts and not contested(s.game, defense)
    value = defense.value
    if plain:
        value = max(0, value + total(s.defense_mods))
    if not s.firearm or defense.word != "none":
        doc["defense"] = {"word": defense.word, "value": value}
    if defense.subtracts and value:
        used(s.game, s.target, decay=0 if defense.word == "static" else 1)
    return [Part("defense", -value)] if plain and value else []


def used(game: Game, who: Fighter, decay: int = 0) -> None:
    """ST-041, ST-066, ST-087: Defense was used in this round."""
    who.defended = True
    lose_aim(game, who)
    if decay:
        who.decay = who.decay + decay


def answered(s: Strike, defense: Defense, hits: int) -> tuple[int, str]:
    """ST-034, ST-063: the successes that the defender's roll leaves, and the outcome where it
    took the last."""
    game = s.game
    name = CONTESTED if contested(game, defense) else defense.word
    if not (defense.rolls or (name == CONTESTED and defense.value)):
        return hits, "miss"
    if not hits and not game.house.on("dodge_on_miss"):
        return 0, "miss"
    result = defend(s, defense, name)
    left = max(0, hits - result.hits)
    if defense.word == "parry" and not left:
        s.attacker.parried = s.attacker.parried + result.hits
        game.report.tell("opened", "note", who=s.attacker.name, count=result.hits)
    if not hits:
        return 0, "miss"
    key = "lessened" if left else "defended"
    game.report.tell(key, "note", who=s.target.name, count=result.hits, hits=hits, left=left)
    return left, "dodged" if defense.word == "dodge" else "parried"


def defend(s: Strike, defense: Defense, name: str) -> Result:
    """The defender's roll, and what it brings about (ST-054, ST-056, ST-059 to ST-064)."""
    game, target, value = s.game, s.target, defense.value
    if defense.word == "dodge":
        parts = dodge_parts(target, s.attacker, value)
    else:
        parts = [Part("defense", value)]
    result = roll(game, name, target, [*parts, *wound_part(target), *s.defense_mods])
    if defense.word == "dodge":
        has_dodged(game, target, s.attacker, result)
    if name != CONTESTED:
        used(game, target, decay=2 if defense.word == "active" and value else 0)
    return result
