"""The action list of `act WHO ACTION`."""

from collections.abc import Mapping
from types import MappingProxyType

from gmtrack.core.intents import Act
from gmtrack.core.names import squash
from gmtrack.core.report import Report
from gmtrack.rulesets.kit.words import Told, known
from gmtrack.rulesets.swan_song.actions import (
    anytime,
    equipment,
    explosives,
    extended,
    healing,
    interception,
    movement,
)
from gmtrack.rulesets.swan_song.actions.common import Action, ActionContext
from gmtrack.rulesets.swan_song.actions.equipment import HAND_WORDS
from gmtrack.rulesets.swan_song.actions.explosives import BLAST_WORDS, TIMER_WORDS
from gmtrack.rulesets.swan_song.actions.extended import EXTENDED_WORDS
from gmtrack.rulesets.swan_song.actions.interception import STRIKE_WORDS
from gmtrack.rulesets.swan_song.actions.movement import COVER_WORDS, STAY_WORDS
from gmtrack.rulesets.swan_song.attack.read import ACCEPTED
from gmtrack.rulesets.swan_song.dice.karma import FIGHT, Karma, only_roller
from gmtrack.rulesets.swan_song.dice.penalties import ROLL_WORDS
from gmtrack.rulesets.swan_song.sheet.game import WORDS, Game
from gmtrack.rulesets.swan_song.sheet.live import Fighter
from gmtrack.rulesets.swan_song.turn.costs import AP_WORDS, WAIVER
from gmtrack.rulesets.swan_song.turn.legality import check_status
from gmtrack.rulesets.swan_song.wounds.bleeding import bleedout_ticks
from gmtrack.rulesets.swan_song.wounds.fight_for_your_life import invoke_planned

USES = ("dice", "reroll", FIGHT)

_ROWS = (
    Action("walk", "[METRES]", "up to the Walk-rate of the round",
           movement.walk, "SS-MOVE-02", STAY_WORDS),
    Action("run", "[METRES]", "the Walk-rate once more; a second run in the round is a sprint",
           movement.run, "SS-MOVE-03, SS-ACT-23", STAY_WORDS | AP_WORDS | ROLL_WORDS,
           ("sprint", "soak")),
    Action("speak", "[TEXT]", "say something", anytime.speak, "SS-ACT-20"),
    Action("gesture", "[TEXT]", "give a sign", anytime.speak, "SS-ACT-20"),
    Action("drop-item", "[WEAPON]", "let go of what is held, or of a body carried",
           equipment.drop_item, "SS-ACT-20"),
    Action("drop-prone", "", "lie down", movement.drop_prone, "SS-ACT-20"),
    Action("stand-up", "", "get up", movement.stand_up, "SS-ACT-30", AP_WORDS | ROLL_WORDS,
           ("test",)),
    Action("take-cover", "[partial|good]", "behind something; partial if you do not say",
           movement.take_cover, "SS-COV-03", COVER_WORDS | AP_WORDS),
    Action("ready-weapon", "WEAPON", "take it in hand; --with hand=left: the left",
           equipment.ready_weapon, "SS-ACT-30, R-ACT-15", HAND_WORDS | AP_WORDS),
    Action("reload", "[TEXT]", "paid and logged; the rest is the GM's", equipment.reload,
           "SS-ACT-30", AP_WORDS),
    Action("use-item", "[TEXT]", "paid and logged; the rest is the GM's", equipment.plain,
           "SS-ACT-30", AP_WORDS),
    Action("activate", "[WEAPON|TEXT]", "lay a timed item (as throw); a text is logged",
           equipment.activate, "SS-ACT-30, SS-TIMED-01", AP_WORDS | TIMER_WORDS, None),
    Action("carry-body", "TARGET", "a body as a shield: partial cover made of it",
           equipment.carry_body, "SS-ACT-30, SS-BAR-31", AP_WORDS),
    Action("throw", "WEAPON", "throw a timed item; --with round=N pass=N at=phase|start|end radio",
           explosives.throw, "SS-TIMED-01, SS-TIMED-03", AP_WORDS | TIMER_WORDS | ROLL_WORDS,
           None),
    Action("detonate", "[ITEM] TARGET...", "the blast on these targets; --force: on nobody",
           explosives.detonate, "SS-TIMED-05, R-TIM-4", BLAST_WORDS, None, strikes=True),
    Action("evade-interception", "TARGET...", "slip past opponents, in this order",
           interception.evade, "SS-INT-07", AP_WORDS | ROLL_WORDS, ("evade",)),
    Action("intercept", "TARGET", "strike at somebody who moves past", interception.intercept,
           "SS-INT-02", STRIKE_WORDS, None, strikes=True),
    Action("fight-for-your-life", "", "1 Karma: conscious to the end of the round",
           anytime.fight_on, "SS-FFYL-01"),
    Action("shake-off-surprise", "", "1 Karma: not surprised any more", anytime.shake_off,
           "SS-KAR-02"),
    Action("set-charge", "[TEXT]", "an Extended Action: paid as far as possible now",
           extended.set_charge, "SS-ACT-32", AP_WORDS),
    Action("other", "[TEXT] --with ap=N", "anything else; --with extended: long work",
           extended.other, "SS-ACT-18", AP_WORDS | EXTENDED_WORDS),
    Action("continue", "", "go on with the Extended Action", extended.continue_extended,
           "SS-ACT-12"),
    Action("full-defense", "", "requires the house rule full_defense_when: anytime",
           anytime.full_defense, "SS-ACT-34, R-ACT-10", AP_WORDS),
    Action("first-aid", "PATIENT [bleedout|slow-death|dying]", "treat with First Aid",
           healing.treat, "SS-ACT-31, SS-EFF-16", AP_WORDS | ROLL_WORDS, ("treat",)),
    Action("medicine", "PATIENT [slow-death|dying]", "treat with Medicine",
           healing.treat, "SS-ACT-31, SS-EFF-13", AP_WORDS | ROLL_WORDS, ("treat",)),
    Action("rest", "", "an hour, while no round is in progress", healing.rest, "R-DMG-8"),
)  # fmt: skip
ACTIONS: Mapping[str, Action] = MappingProxyType({row.name: row for row in _ROWS})
COMMON_WORDS = (
    ROLL_WORDS | AP_WORDS | STAY_WORDS | HAND_WORDS | COVER_WORDS | EXTENDED_WORDS | WAIVER
)
"""What every action but a strike lets pass, even where it means nothing to it."""
LEAVING = ("leave", "leave-cover")
HELPLESS_TOO = ("rest", "fight-for-your-life", "detonate")
"""What the unconscious can do as well."""


def accepted(row: Action) -> Mapping[str, str]:
    """The words that may stand in a line of this action."""
    return {**(ACCEPTED if row.strikes else COMMON_WORDS), **row.words}


def act(game: Game, intent: Act) -> Report:
    """One action, legal and paid. Raises Refusal; nothing has changed then."""
    encounter = game.draft.encounter
    who = (game.named if squash(intent.action) == "detonate" else game.find)(intent.who)
    refuse_leaving(game, who, intent.action)
    row = ACTIONS[known(squash(intent.action), ACTIONS, "action", WORDS.unknown)]
    told = Told(game.options.words, accepted(row), encounter, WORDS)
    without = Told(game.options.without, accepted(row), encounter, WORDS)
    karma = Karma(game, USES, who.id)
    only_roller(game, karma, who.id)
    doing = ActionContext(game, who, row.name, intent.args, told, without, karma, intent.threshold)
    doing.body.update({"who": who.id, "action": row.name, "targets": [], "outcome": "done"})
    if row.name not in HELPLESS_TOO:
        check_status(game, who)
    if row.rolls is not None:
        rerolls = [f"{name}_reroll" for name in row.rolls if who.id in karma.who_uses("reroll")]
        game.expect([(name, who.id) for name in (*row.rolls, *rerolls)])
    row.handler(doing)
    bleedout_ticks(game)
    invoke_planned(game, karma)
    return game.report


def refuse_leaving(game: Game, who: Fighter, word: str) -> None:
    """Raises Refusal (`unknown`) for `leave`, which is no action: whoever moves leaves cover and
    melee (R-COV-2, R-DEF-15)."""
    if squash(word) in LEAVING:
        game.deny(
            WORDS.unknown,
            f"no action '{word}': `act {who.id} walk 1` leaves cover and melee; "
            f"`leave {who.id}` takes them out of the fight",
        )
