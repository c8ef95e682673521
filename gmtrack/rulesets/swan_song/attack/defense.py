"""SS-ATK-03, SS-DEF: the defense chosen, the Defense Test, and what comes of both rolls."""

from gmtrack.core.encounter import Data
from gmtrack.core.names import suggestion
from gmtrack.core.report import Part
from gmtrack.rulesets.kit.words import parse_word
from gmtrack.rulesets.swan_song.attack.modifiers import (
    COVER_DICE,
    cover_level,
    defense_parts,
    parry_weapon,
)
from gmtrack.rulesets.swan_song.attack.plan import Defense, Strike, entry
from gmtrack.rulesets.swan_song.dice.pools import attribute_part, halved, skill_part
from gmtrack.rulesets.swan_song.dice.rolls import roll_test
from gmtrack.rulesets.swan_song.sheet.game import WORDS, Game
from gmtrack.rulesets.swan_song.turn.costs import price_of
from gmtrack.rulesets.swan_song.turn.legality import check_category, check_interrupt, check_status

DEFENSES = ("standard", "full", "parry", "block", "dodge",
            "full+parry", "full+block", "full+dodge", "none")  # fmt: skip


def chosen_defense(game: Game, s: Strike, index: int) -> Defense:
    """SS-ATK-03, SS-DEF-01..07, R-DEF-1, -10, R-TEST-6; the defender's choice checked like an
    action of their own."""
    word = defense_word(game, s.target.id, index)
    vehicle = s.target.sheet.vehicle
    if word == "none" or (vehicle and s.target.sheet.defense_pool is None):
        return Defense(none=True)
    if word == "standard" or vehicle:
        return Defense(full=s.target.full_defense)
    full = word.startswith("full") or s.target.full_defense
    skill = word.removeprefix("full+") if word != "full" else None
    check_status(game, s.target)
    check_interrupt(game, s.target)
    if s.target.surprised_of(s.attacker.id):
        game.refuse("surprised", f"{s.target.id} is surprised by {s.attacker.id}: no defense")
    check_category(game, s.target, price_of(game, skill or "full_defense"))
    if skill:
        _check_skill_defense(game, s, skill)
    return Defense(skill, full)


def defense_word(game: Game, target: str, index: int) -> str:
    """The defense typed for this target, or for this part; else `standard`."""
    tied, free = None, "standard"
    for text in game.options.defense:
        words = [parse_word(word, game.draft.encounter, WORDS) for word in text.split(",")]
        for word in words:
            if word.name not in DEFENSES:
                game.deny("unknown", f"no defense '{word.name}'{suggestion(word.name, DEFENSES)}")
        mine = [word.name for word in words if word.who == target]
        if mine:
            tied = mine[min(index, len(mine) - 1)]
        elif words[0].who is None:
            free = entry([word.name for word in words], index) or "none"
    return tied or free


def check_defenders(game: Game, targets: set[str]) -> None:
    """Raises Refusal (`unknown`) if a defense is typed for somebody who is not attacked."""
    for text in game.options.defense:
        for word in text.split(","):
            who = parse_word(word, game.draft.encounter, WORDS).who
            if who is not None and who not in targets:
                game.deny("unknown", f"{who} is not attacked here: no defense to choose")


def _check_skill_defense(game: Game, s: Strike, skill: str) -> None:
    t = s.target
    if not s.melee and not (skill == "dodge" and game.house.on("ranged_dodge")):
        game.refuse("defense", f"{skill} works against melee attacks only, not {s.weapon_id}")
    if skill == "parry" and parry_weapon(t) is None:
        game.refuse("hands", f"{t.id} has no melee weapon in hand to parry with")
    if skill == "block" and any(t.held.values()):
        game.refuse("hands", f"{t.id} holds a weapon: block needs empty hands")
    if skill == "block" and t.skill("unarmed_combat") < 1:
        game.refuse("defense", f"{t.id} cannot block without the skill unarmed-combat")


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
