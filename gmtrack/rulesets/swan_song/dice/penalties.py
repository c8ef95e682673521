"""What lowers rolls: wounds, running, delay, effects; and the numbers that the GM types."""

from collections.abc import Iterable
from typing import NamedTuple

from gmtrack.core.report import Part
from gmtrack.rulesets.kit.modifiers import Modifier
from gmtrack.rulesets.kit.words import Mod, Told, number, parse_mod
from gmtrack.rulesets.swan_song.rulings.house import House
from gmtrack.rulesets.swan_song.sheet.game import WORDS, Game
from gmtrack.rulesets.swan_song.sheet.live import Fighter
from gmtrack.rulesets.swan_song.tables.effects import (
    BLINDED_DICE,
    DEAFENED_DICE,
    NAUSEOUS_DICE,
    ONE_ARMED_DICE,
)


def is_delayed(game: Game, who: Fighter) -> bool:
    """Whether a delayed phase lowers what is done in it (R-DEL-1)."""
    fight = game.fight
    if fight.active != who.id or fight.phase_kind == "normal" or not fight.running:
        return False
    return not (fight.late and game.house.delay_penalty_scope == "intervening_only")


def action_penalties(who: Fighter, *, sight: bool, hearing: bool) -> dict[str, int]:
    """R-EFF-1: how many times what is on `who` lowers the tests of actions, by label. Wounds,
    running and delay stand elsewhere."""
    eyes = len({e.location for e in who.find_effects("blinded")})
    ears = len({e.location for e in who.find_effects("deafened")})
    arm = who.has_effect("one_armed_penalty") and who.house.one_armed_scope == "all"
    return {
        "nauseous": int(who.has_effect("nauseous")),
        "blinded": min(eyes, 2) if eyes > 1 or sight else 0,
        "deafened": min(ears, 2) if ears > 1 or hearing else 0,
        "one-armed-penalty": int(arm),
    }


def mod_parts(game: Game, texts: Iterable[str], rules: str, who: str | None = None) -> list[Part]:
    """`--mod N[:WHY]` as parts; those tied to another combatant are left out."""
    mods: list[Mod] = [parse_mod(text, game.draft.encounter, WORDS) for text in texts]
    return [Part(mod.why, mod.value, rules) for mod in mods if mod.who in (None, who)]


class Tested(NamedTuple):
    """Who makes a test that is no attack, whether it is an action, and what matters to it."""

    game: Game
    who: Fighter
    action: bool
    running: bool
    sight: bool
    hearing: bool

    def suffers(self, label: str) -> int:
        """How many times an effect counts; without an action only that of a sense that matters."""
        sense = label in ("blinded", "deafened") and (self.sight or self.hearing)
        if not (self.action or sense):
            return 0
        return action_penalties(self.who, sight=self.sight, hearing=self.hearing)[label]


PENALTIES: tuple[Modifier[Tested, House], ...] = (
    Modifier("wounds", "SS-WND-04", "the wound modifier", 1, lambda t: t.who.wound_modifier),
    Modifier("running", "SS-MOVE-07, R-MOV-7", "running: -2",
             -2, lambda t: t.action and t.running and t.who.running),
    Modifier("delayed", "SS-DELAY-04, R-DEL-1", "a delayed phase: -1",
             -1, lambda t: t.action and is_delayed(t.game, t.who)),
    Modifier("nauseous", "SS-EFF-11, R-EFF-13", "nauseous: -4",
             NAUSEOUS_DICE, lambda t: t.suffers("nauseous")),
    Modifier("blinded", "SS-EFF-05, SS-EFF-06, R-EFF-18",
             "one eye blinded, where sight matters: -4; both: -8",
             BLINDED_DICE, lambda t: t.suffers("blinded")),
    Modifier("deafened", "SS-EFF-03, SS-EFF-04, R-EFF-18",
             "one ear deafened, where hearing matters: -2; both: -4",
             DEAFENED_DICE, lambda t: t.suffers("deafened")),
    Modifier("one-armed-penalty", "SS-EFF-18, R-EFF-8", "a shoulder wound: -6",
             ONE_ARMED_DICE, lambda t: t.suffers("one-armed-penalty")),
)  # fmt: skip
"""What lowers tests that are no attacks."""
PENALTY_WORDS = {row.label: row.help for row in PENALTIES}
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
    sight, hearing = told.has("sight", who.id), told.has("hearing", who.id)
    tested = Tested(game, who, action, running, sight, hearing)
    parts = []
    for row in PENALTIES:
        word = told.get(row.label, who.id)
        if word is None:
            part = row.part(tested, game.house)
        else:
            dice = number(word.value, row.label, WORDS.value, least=-99, most=99)
            part = Part(row.label, dice, row.rules)
        if not without.has(row.label, who.id) and part.value:
            parts.append(part)
    return parts + mod_parts(game, game.options.mods, "SS-TEST-01", who.id)
