"""SS-ATK-03, SS-DEF: the defense chosen, the Defense Test, and what comes of both rolls."""

import itertools
from collections.abc import Iterable
from typing import TYPE_CHECKING

from gmtrack.core.names import suggestion
from gmtrack.core.report import Part
from gmtrack.rulesets.kit.words import Word, parse_word
from gmtrack.rulesets.swan_song.attack.modifiers import COVERS, defense_parts, parry_weapon
from gmtrack.rulesets.swan_song.attack.plan import Defense, Strike, entry
from gmtrack.rulesets.swan_song.dice.pools import halved, rank_part, standard_defense
from gmtrack.rulesets.swan_song.dice.rolls import TestSpec, roll_test
from gmtrack.rulesets.swan_song.sheet.game import WORDS, Game
from gmtrack.rulesets.swan_song.turn.costs import price_of
from gmtrack.rulesets.swan_song.turn.legality import check_category, check_interrupt, check_status

if TYPE_CHECKING:
    from gmtrack.rulesets.swan_song.attack.document import AttackDocument

DEFENSES = ("standard", "full", "parry", "block", "dodge",
            "full+parry", "full+block", "full+dodge", "none")  # fmt: skip

FREE = "`--defense standard` is always possible"


def typed_defenses(game: Game, targets: Iterable[str]) -> list[list[Word]]:
    """The words of every `--defense`. Raises Refusal (`unknown`) if one is meant for somebody who
    is not attacked."""
    typed = [
        [parse_word(word, game.draft.encounter, WORDS) for word in text.split(",")]
        for text in game.options.defense
    ]
    for word in itertools.chain(*typed):
        if word.who is not None and word.who not in targets:
            game.deny("unknown", f"{word.who} is not attacked here and needs no --defense")
    return typed


def chosen_defense(s: Strike, typed: list[list[Word]], index: int) -> Defense:
    """What the target does about this part."""
    word = defense_word(s.game, typed, s.target.id, index)
    vehicle = s.target.sheet.vehicle
    if word == "none" or (vehicle and s.target.sheet.defense_pool is None):
        return Defense(none=True)
    if word == "standard" or vehicle:
        return Defense(full=s.target.full_defense)
    full = word.startswith("full") or s.target.full_defense
    return Defense(word.removeprefix("full+") if word != "full" else None, full, paid=True)


def defense_word(game: Game, typed: list[list[Word]], target: str, index: int) -> str:
    """The defense typed for this target, or for this part; else `standard`."""
    tied, free = None, "standard"
    for words in typed:
        for word in words:
            if word.name not in DEFENSES:
                game.deny("unknown", f"no defense '{word.name}'{suggestion(word.name, DEFENSES)}")
        mine = [word.name for word in words if word.who == target]
        if mine:
            tied = mine[min(index, len(mine) - 1)]
        elif words[0].who is None:
            free = entry([word.name for word in words], index) or "none"
    return tied or free


def check_defense(s: Strike) -> None:
    """Whether the Interrupt of one answer may be chosen (R-DEF-10). Raises Refusal."""
    game, who, skill = s.game, s.target, s.defense.skill
    check_status(game, who)
    check_interrupt(game, who, s.attacker.id)
    check_category(game, who, price_of(game, skill or "full_defense"))
    if skill and not s.melee and not (skill == "dodge" and game.house.ranged_dodge):
        game.refuse("defense", f"{skill} works only in melee, not against {s.weapon_id}: {FREE}")
    if skill == "parry" and parry_weapon(who) is None:
        game.refuse("hands", f"{who.id} has no melee weapon in hand to parry with: {FREE}")
    if skill == "block" and any(who.held.values()):
        game.refuse("hands", f"{who.id} holds a weapon, and block needs empty hands: {FREE}")
    if skill == "block" and who.skill("unarmed_combat") < 1:
        game.refuse("defense", f"{who.id} cannot block without the skill unarmed-combat: {FREE}")


def roll_defense(s: Strike, doc: "AttackDocument") -> int | None:
    """The Defense Test: its counted hits, or None where there is no defense at all."""
    modifiers = defense_parts(s)
    undefended = s.unaware or s.helpless
    surplus = cover_parts(s, modifiers)
    if s.defense.none or (undefended and not surplus):
        doc["defense"] = ["none"]
        count_defense(s, rolled=False)
        why, rules = why_unopposed(s)
        with s.game.draft.by(rules):
            s.game.report.tell("unopposed", "note", target=s.target.name, why=why)
        return None
    if undefended:
        doc["defense"] = ["cover"]
        parts = surplus if s.game.house.unaware_cover_only else modifiers
        count_defense(s, rolled=False)
        # R-DEF-4: the unaware have the dice of their cover.
        rules = "SS-DEF-13, R-DEF-4"
        test = TestSpec(s.roll_name("defense"), s.target.id, parts, rules=rules)
        return roll_test(s.game, test).counted
    doc["defense"] = s.defense.words()
    everything = s.game.house.limit_on_standard_defense == "physical"
    limit = s.target.physical_limit if s.defense.skill or everything else None
    parts = halved(s.target, defense_base(s)) + modifiers
    result = roll_test(s.game, TestSpec(s.roll_name("defense"), s.target.id, parts, limit))
    count_defense(s, rolled=True)
    return result.counted


def why_unopposed(s: Strike) -> tuple[str, str]:
    """Why nobody rolls, for people, and the rows of the rules."""
    if s.helpless:
        return f"is {s.target.status}", "SS-ATK-18, R-DIE-9"
    if s.target.sheet.vehicle:
        return "has no driver to defend it", "SS-ATK-18, SS-DEF-08, R-DEF-14"
    if s.target.surprised_of(s.attacker.id):
        return f"is surprised by {s.attacker.name}", "SS-ATK-18, SS-SUR-08"
    why = "does not defend" if s.defense.none else "does not see it coming"
    return why, "SS-ATK-18, SS-DEF-12"


def cover_parts(s: Strike, modifiers: list[Part]) -> list[Part]:
    """The dice of cover alone (R-DEF-3)."""
    if s.target.surprised_of(s.attacker.id) and not s.game.house.surprised_cover_dice:
        return []
    return [part for part in modifiers if part.label == "cover"]


def count_defense(s: Strike, *, rolled: bool) -> None:
    if rolled or s.game.house.previous_attack_counts == "attacks":
        with s.game.draft.by("SS-DEF-17, R-DEF-5"):
            s.target.defended_count += 1


def defense_base(s: Strike) -> list[Part]:
    """Reaction and intuition, the Interrupt's skill, Full Defense."""
    who = s.target
    if who.sheet.vehicle:
        return [Part("defense-pool", who.sheet.defense_pool or 0, "R-DEF-14")]
    parts, skill = standard_defense(who), defense_skill(s)
    if s.defense.skill and skill:
        parts += rank_part(who, skill, ADDED[s.defense.skill])
    if s.defense.full:
        parts.append(Part("full-defense", who.attribute("willpower"), "SS-DEF-02"))
    return parts


ADDED = {"parry": "SS-DEF-03", "block": "SS-DEF-04", "dodge": "SS-DEF-05"}
"""The rows by which an Interrupt adds its skill to the Defense Test."""


def defense_skill(s: Strike) -> str | None:
    """The skill that Parry, Block or Dodge adds; of a parry none where no weapon is left."""
    if s.defense.skill != "parry":
        return {"block": "unarmed_combat", "dodge": "acrobatics"}.get(s.defense.skill or "")
    weapon = parry_weapon(s.target)
    return s.target.weapons()[weapon].skill if weapon else None


def compare(s: Strike, hits: int, defense: int | None) -> tuple[str, str | None]:
    """Hit, miss or graze, and why."""
    if defense is None:
        return ("hit", None) if hits >= 1 else ("miss", None)
    if hits > defense:
        return "hit", None
    if hits < defense:
        return "miss", None
    rule = s.game.house.zero_tie
    if hits == 0 and rule == "miss":
        return "miss", None
    in_cover = COVERS[s.cover] > 0
    passes = s.crossed is not None or s.game.house.cover_without_barrier == "passes"
    if in_cover and passes and (hits >= 1 or rule == "like_any_tie"):
        return "hit", None
    return "graze", "tie"
