"""Steps 5.2 and 5.3 of 4.Z, SS-DEF: the Defense Test, and what comes of both rolls."""

from gmtrack.core.encounter import Data
from gmtrack.core.report import Part
from gmtrack.rulesets.swan_song.attack.modifiers import (
    COVER_DICE,
    cover_level,
    defense_parts,
    parry_weapon,
)
from gmtrack.rulesets.swan_song.attack.strike import Strike
from gmtrack.rulesets.swan_song.dice.pools import attribute_part, halved, skill_part
from gmtrack.rulesets.swan_song.dice.rolls import roll_test


def roll_defense(s: Strike, doc: Data) -> int | None:
    """Step 5.2: the counted hits, or None where there is no defense at all."""
    surplus = cover_parts(s)
    undefended = s.unaware or s.helpless
    if s.defense.none or (undefended and not surplus):
        doc["defense"] = ["none"]
        count_defense(s, rolled=False)
        s.game.report.tell("unopposed", "note", target=s.target.name, why=why_undefended(s))
        return None
    name, who = s.roll_name("defense"), s.target
    if undefended:
        doc["defense"] = ["cover"]
        parts = surplus if s.game.house.on("unaware_cover_only") else defense_parts(s)
        count_defense(s, rolled=False)
        return roll_test(s.game, name, who.id, parts).counted
    doc["defense"] = s.defense.words()
    parts = halved(who, defense_base(s)) + defense_parts(s)
    everything = s.game.house.choice("limit_on_standard_defense", "physical")
    limit = who.physical_limit if s.defense.skill or everything else None
    result = roll_test(s.game, name, who.id, parts, limit)
    count_defense(s, rolled=True)
    return result.counted


def why_undefended(s: Strike) -> str:
    """Why nobody rolls, for people."""
    if s.helpless:
        return f"is {s.target.status}"
    if s.target.sheet.vehicle:
        return "has no driver who could"
    if s.target.surprised_of(s.attacker.id):
        return f"is surprised by {s.attacker.name}"
    return "does not defend" if s.defense.none else "does not see it coming"


def cover_parts(s: Strike) -> list[Part]:
    """SS-DEF-13, R-DEF-3: the dice of cover alone."""
    if s.target.surprised_of(s.attacker.id) and not s.game.house.on("surprised_cover_dice"):
        return []
    return [part for part in defense_parts(s) if part.label == "cover"]


def count_defense(s: Strike, *, rolled: bool) -> None:
    """SS-DEF-17, R-DEF-5"""
    if rolled or s.game.house.choice("previous_attack_counts", "attacks"):
        s.target.defended_count += 1


def defense_base(s: Strike) -> list[Part]:
    """SS-DEF-01..06, R-DEF-14: reaction and intuition, the Interrupt's skill, Full Defense."""
    t = s.target
    if t.sheet.vehicle:
        return [Part("defense-pool", t.sheet.defense_pool or 0)]
    parts = [attribute_part(t, "reaction"), attribute_part(t, "intuition")]
    if s.defense.skill == "parry":
        weapon = parry_weapon(t)
        parts += skill_part(s.game, t, t.weapons()[weapon].skill) if weapon else []
    elif s.defense.skill == "block":
        parts += skill_part(s.game, t, "unarmed_combat")
    elif s.defense.skill == "dodge":
        parts += skill_part(s.game, t, "acrobatics")
    if s.defense.full:
        parts.append(Part("full-defense", t.attribute("willpower")))
    return parts


def compare(s: Strike, hits: int, defense: int | None) -> tuple[str, str | None]:
    """Step 5.3: hit, miss or graze, and why (SS-ATK-05..07, -16, -18, SS-COV-07, R-ATK-1, -2,
    R-COV-3)."""
    if defense is None:
        return ("hit", None) if hits >= 1 else ("miss", None)
    if hits > defense:
        return "hit", None
    if hits < defense:
        return "miss", None
    rule = s.game.house.text("zero_tie")
    if hits == 0 and rule == "miss":
        return "miss", None
    in_cover = COVER_DICE[cover_level(s)] > 0
    passes = s.obstacle is not None or s.game.house.choice("cover_without_barrier", "passes")
    if in_cover and passes and (hits >= 1 or rule == "like_any_tie"):
        return "hit", None
    return "graze", "tie"
