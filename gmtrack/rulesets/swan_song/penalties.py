"""R-EFF-1, SS-DELAY-04: what lowers the tests of actions, and numbers added by hand."""

from collections.abc import Iterable

from gmtrack.core.report import Part
from gmtrack.rulesets.kit.words import Mod, parse_mod
from gmtrack.rulesets.swan_song.game import WORDS, Game
from gmtrack.rulesets.swan_song.live import Fighter
from gmtrack.rulesets.swan_song.tables.effects import (
    BLINDED_DICE,
    DEAFENED_DICE,
    NAUSEOUS_DICE,
    ONE_ARMED_DICE,
)


def delayed_penalty(game: Game, who: Fighter) -> int:
    """SS-DELAY-04, R-DEL-1: every action of a delayed phase."""
    fight = game.fight
    if fight.active != who.id or fight.phase_kind == "normal" or not fight.running:
        return 0
    late = fight.late and game.house.choice("delay_penalty_scope", "intervening_only")
    return 0 if late else -1


def action_penalties(who: Fighter, *, sight: bool, hearing: bool) -> dict[str, int]:
    """R-EFF-1: what the effects of `who` do to the tests of actions, by label; 0 where nothing.
    Wounds, running and delay stand elsewhere."""
    eyes = len({e.location for e in who.find_effects("blinded")})
    ears = len({e.location for e in who.find_effects("deafened")})
    arm = who.has_effect("one_armed_penalty") and who.house.choice("one_armed_scope", "all")
    return {
        "nauseous": NAUSEOUS_DICE if who.has_effect("nauseous") else 0,
        "blinded": BLINDED_DICE.get(min(eyes, 2), 0) if eyes > 1 or sight else 0,
        "deafened": DEAFENED_DICE.get(min(ears, 2), 0) if ears > 1 or hearing else 0,
        "one-armed-penalty": ONE_ARMED_DICE if arm else 0,
    }


def mod_parts(game: Game, texts: Iterable[str], who: str | None = None) -> list[Part]:
    """`--mod N[:WHY]` as parts; those tied to another combatant are left out."""
    mods: list[Mod] = [parse_mod(text, game.draft.encounter, WORDS) for text in texts]
    return [Part(mod.why, mod.value) for mod in mods if mod.who in (None, who)]
