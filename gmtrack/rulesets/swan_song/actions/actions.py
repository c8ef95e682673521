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
from gmtrack.rulesets.swan_song.actions.common import ACT_WORDS, Action, Doing
from gmtrack.rulesets.swan_song.attack.read import ATTACK_WORDS
from gmtrack.rulesets.swan_song.dice.karma import FIGHT, Karma, only_roller
from gmtrack.rulesets.swan_song.sheet.game import WORDS, Game
from gmtrack.rulesets.swan_song.turn.legality import check_status
from gmtrack.rulesets.swan_song.wounds.bleeding import bleedout_ticks
from gmtrack.rulesets.swan_song.wounds.fight_for_your_life import invoke_planned

USES = ("dice", "reroll", FIGHT)
TIMER_WORDS = ACT_WORDS | {
    "round": "the round in which it goes off",
    "pass": "the pass in which it goes off",
    "at": "phase, start or end",
    "radio": "goes off by radio only",
}
BLAST_WORDS = ATTACK_WORDS

_ROWS = (
    Action("walk", "[METRES]", "within the Walk-rate of the round", movement.walk, "SS-MOVE-02"),
    Action("run", "[METRES]", "once more the Walk-rate; again in the round: a sprint",
           movement.run, "SS-MOVE-03, SS-ACT-23", ("sprint", "soak")),
    Action("speak", "[TEXT]", "say something", anytime.speak, "SS-ACT-20"),
    Action("gesture", "[TEXT]", "give a sign", anytime.speak, "SS-ACT-20"),
    Action("drop-item", "[WEAPON]", "let go of what a hand holds", equipment.drop_item,
           "SS-ACT-20"),
    Action("drop-prone", "", "lie down", movement.drop_prone, "SS-ACT-20"),
    Action("stand-up", "", "get up", movement.stand_up, "SS-ACT-30", ("test",)),
    Action("take-cover", "partial|good", "--with concealed: wholly hidden", movement.take_cover,
           "SS-COV-03"),
    Action("ready-weapon", "WEAPON", "take it in hand (--with hand=left)",
           equipment.ready_weapon, "SS-ACT-30, R-ACT-15"),
    Action("reload", "[TEXT]", "logged; the rest is the GM's", equipment.plain, "SS-ACT-30"),
    Action("use-item", "[TEXT]", "logged; the rest is the GM's", equipment.plain, "SS-ACT-30"),
    Action("activate", "[WEAPON|TEXT]", "lay a timed item (as throw); a text is logged",
           equipment.activate, "SS-ACT-30, SS-TIMED-01", None, TIMER_WORDS),
    Action("carry-body", "WHO", "hold a body as a shield: partial cover made of it",
           equipment.carry_body, "SS-ACT-30, SS-BAR-31"),
    Action("throw", "WEAPON", "a timed item; --with round=N pass=N at=phase|start|end radio",
           explosives.throw, "SS-TIMED-01, SS-TIMED-03", None, TIMER_WORDS),
    Action("detonate", "ITEM [TARGET...]", "the blast on these targets", explosives.detonate,
           "SS-TIMED-05, R-TIM-4", None, BLAST_WORDS),
    Action("evade-interception", "WHO...", "slip past opponents", interception.evade,
           "SS-INT-07", ("evade",)),
    Action("intercept", "WHO", "strike at somebody who moves past", interception.intercept,
           "SS-INT-02", None, ATTACK_WORDS),
    Action("fight-for-your-life", "", "1 Karma: conscious to the round's end",
           anytime.fight_on, "SS-FFYL-01"),
    Action("shake-off-surprise", "", "1 Karma: not surprised any more", anytime.shake_off,
           "SS-KAR-02"),
    Action("set-charge", "[TEXT]", "Extended: pays what it can now", extended.set_charge,
           "SS-ACT-32"),
    Action("other", "TEXT", "anything else: --with ap=N, --with extended", extended.other,
           "SS-ACT-18"),
    Action("continue", "", "go on with the Extended Action", extended.continue_extended,
           "SS-ACT-12"),
    Action("full-defense", "", "with house rule full_defense_when: anytime",
           anytime.full_defense, "SS-ACT-34, R-ACT-10"),
    Action("first-aid", "PATIENT [bleedout|slow-death|dying]", "treat", healing.first_aid,
           "SS-ACT-31, SS-EFF-16", ("treat",)),
    Action("medicine", "PATIENT [slow-death|dying]", "treat", healing.medicine,
           "SS-ACT-31, SS-EFF-13", ("treat",)),
    Action("rest", "", "an hour, with no round running", healing.rest, "R-DMG-8"),
)  # fmt: skip
ACTIONS: Mapping[str, Action] = MappingProxyType({row.name: row for row in _ROWS})
HELPLESS_TOO = ("rest", "fight-for-your-life", "detonate")
"""What the unconscious can do as well."""


def act(game: Game, intent: Act) -> Report:
    """One action, legal and paid. Raises Refusal; nothing has changed then."""
    encounter = game.draft.encounter
    who = game.find(intent.who)
    row = ACTIONS[known(squash(intent.action), ACTIONS, "action", WORDS.unknown)]
    told = Told(game.options.words, row.words, encounter, WORDS)
    without = Told(game.options.without, row.words, encounter, WORDS)
    karma = Karma(game, USES, who.id)
    only_roller(game, karma, who.id)
    doing = Doing(game, who, row.name, intent.args, told, without, karma, intent.threshold)
    game.report.body |= {"who": who.id, "action": row.name, "targets": [], "outcome": "done"}
    if row.name not in HELPLESS_TOO:
        check_status(game, who)
    if row.rolls is not None:
        rerolls = [f"{name}_reroll" for name in row.rolls if who.id in karma.who_uses("reroll")]
        game.expect([(name, who.id) for name in (*row.rolls, *rerolls)])
    row.handler(doing)
    bleedout_ticks(game)
    invoke_planned(game, karma)
    return game.report
