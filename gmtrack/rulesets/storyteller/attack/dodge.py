"""Dodging: twice the Defense as dice, less with every opponent (ST-057 to ST-066)."""

from gmtrack.core.report import Part
from gmtrack.rulesets.storyteller.dice.rolls import Result
from gmtrack.rulesets.storyteller.sheet.game import Game
from gmtrack.rulesets.storyteller.sheet.live import Fighter


def begin_dodge(game: Game, who: Fighter) -> None:
    """ST-057, ST-058: from now on; whom he has dodged is counted anew."""
    who.dodging = True
    who.dodge_round = game.fight.round
    who.dodged = []
    game.report.tell("dodging", "note", who=who.name)


def dodge_parts(who: Fighter, attacker: Fighter, defense: int) -> list[Part]:
    """ST-059 to ST-061: D_dodge and the same again."""
    faced = min(opponents(who, attacker), defense)
    parts = [Part("defense", defense), Part("opponents", -faced), Part("doubled", defense - faced)]
    if who.suffers("leg-wrack"):
        parts.append(Part("leg-wrack", -2))
    return [part for part in parts if part.value or part.label == "defense"]


def opponents(who: Fighter, attacker: Fighter) -> int:
    """ST-061, ST-R22: what the others whom he has dodged take off."""
    rule = who.house.text("dodge_multi")
    if rule == "prior_attacks":
        return len(who.dodged)
    if rule == "all_opponents":
        faced = len({*who.dodged, attacker.id})
        return faced if faced > 1 else 0
    return len({*who.dodged} - {attacker.id})


def has_dodged(game: Game, who: Fighter, attacker: Fighter, result: Result) -> None:
    """ST-061, ST-064: one more whom he has dodged; a dramatic failure costs the balance."""
    every_attack = who.house.choice("dodge_multi", "prior_attacks")
    if every_attack or attacker.id not in who.dodged:
        who.dodged = [*who.dodged, attacker.id]
    if result.dramatic:
        who.off_balance = "pending"
        game.effect(who, "off-balance", until="own-turn-after-next")
        game.report.tell("off-balance", "bad", who=who.name)
