"""R-EFF-1, SS-DELAY-04: what lowers the tests of actions, and numbers added by the GM."""

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from gmtrack.core.report import Part
from gmtrack.rulesets.kit.words import Mod, Told, number, parse_mod
from gmtrack.rulesets.swan_song.dice.pools import wounds_of
from gmtrack.rulesets.swan_song.sheet.game import WORDS, Game
from gmtrack.rulesets.swan_song.sheet.live import Fighter
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
    late = fight.late and game.house.delay_penalty_scope == "intervening_only"
    return 0 if late else -1


def action_penalties(who: Fighter, *, sight: bool, hearing: bool) -> dict[str, int]:
    """R-EFF-1: what the effects of `who` do to the tests of actions, by label; 0 where nothing.
    Wounds, running and delay stand elsewhere."""
    eyes = len({e.location for e in who.find_effects("blinded")})
    ears = len({e.location for e in who.find_effects("deafened")})
    arm = who.has_effect("one_armed_penalty") and who.house.one_armed_scope == "all"
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


def _running(dice: int) -> Part:
    """SS-MOVE-07, R-MOV-7"""
    return Part("running", dice)


def _delayed(dice: int) -> Part:
    """SS-DELAY-04, R-DEL-1"""
    return Part("delayed", dice)


def _nauseous(dice: int) -> Part:
    """SS-EFF-11, R-EFF-13"""
    return Part("nauseous", dice)


def _blinded(dice: int) -> Part:
    """SS-EFF-05, -06, R-EFF-18"""
    return Part("blinded", dice)


def _deafened(dice: int) -> Part:
    """SS-EFF-03, -04, R-EFF-18"""
    return Part("deafened", dice)


def _one_armed(dice: int) -> Part:
    """SS-EFF-18, R-EFF-8"""
    return Part("one-armed-penalty", dice)


class Penalty(NamedTuple):
    """What lowers the tests of actions and the attacks of whoever suffers from it: its help, and
    what makes a part of it."""

    help: str
    part: Callable[[int], Part]


PENALTIES: Mapping[str, Penalty] = MappingProxyType(
    {
        "wounds": Penalty("the wound modifier", wounds_of),
        "running": Penalty("running: -2", _running),
        "delayed": Penalty("a delayed phase: -1", _delayed),
        "nauseous": Penalty("nauseous: -4", _nauseous),
        "blinded": Penalty("one eye blinded, where sight matters: -4; both: -8", _blinded),
        "deafened": Penalty("one ear deafened, where hearing matters: -2; both: -4", _deafened),
        "one-armed-penalty": Penalty("a shoulder wound: -6", _one_armed),
    }
)
PENALTY_WORDS = {label: penalty.help for label, penalty in PENALTIES.items()}
SENSE_WORDS = {
    "sight": "sight matters: one blinded eye counts",
    "hearing": "hearing matters: one deafened ear counts",
}
ROLL_WORDS = PENALTY_WORDS | SENSE_WORDS


def penalty_parts(
    game: Game, who: Fighter, told: Told, without: Told, *, action: bool, running: bool = True
) -> list[Part]:
    """The modifiers of a test that is no attack: wounds, and for actions what penalties on all
    actions there are, as far as not switched off; then the GM's numbers."""
    auto = {"wounds": who.wound_modifier}
    if action:
        auto["running"] = -2 if running and who.running else 0
        auto["delayed"] = delayed_penalty(game, who)
    sight, hearing = told.has("sight", who.id), told.has("hearing", who.id)
    if action or sight or hearing:
        found = action_penalties(who, sight=sight, hearing=hearing)
        auto |= {k: v for k, v in found.items() if action or k in ("blinded", "deafened")}
    for label in PENALTY_WORDS:
        word = told.get(label, who.id)
        if word is not None:
            auto[label] = number(word.value, label, WORDS.value, least=-99, most=99)
        if without.has(label, who.id):
            auto[label] = 0
    parts = [row.part(auto[label]) for label, row in PENALTIES.items() if auto.get(label)]
    return parts + _typed_parts(game, who)


def _typed_parts(game: Game, who: Fighter) -> list[Part]:
    """SS-TEST-01: modifiers that the GM types."""
    return mod_parts(game, game.options.mods, who.id)
