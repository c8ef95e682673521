"""SS-ATK-03, SS-DEF-01..07: the defender's choice."""

from gmtrack.core.names import suggestion
from gmtrack.rulesets.kit.words import parse_word
from gmtrack.rulesets.swan_song.attack.choices import entry
from gmtrack.rulesets.swan_song.attack.modifiers import parry_weapon
from gmtrack.rulesets.swan_song.attack.strike import Defense, Strike
from gmtrack.rulesets.swan_song.sheet.game import WORDS, Game
from gmtrack.rulesets.swan_song.turn.costs import price_of
from gmtrack.rulesets.swan_song.turn.legality import check_category, check_interrupt, check_status

DEFENSES = ("standard", "full", "parry", "block", "dodge",
            "full+parry", "full+block", "full+dodge", "none")  # fmt: skip


def chosen_defense(game: Game, s: Strike, index: int) -> Defense:
    """SS-ATK-03, SS-DEF-01..07, R-DEF-1, -10, R-TEST-6; the defender's choice checked like an
    action of his own."""
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
