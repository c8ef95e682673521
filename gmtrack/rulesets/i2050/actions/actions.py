"""The table of actions for `act WHO ACTION`: words, options, when each takes effect."""

from collections.abc import Mapping

from gmtrack.rulesets.i2050.attack.words import INTENT_WORDS
from gmtrack.rulesets.i2050.sheet.fighter import Fighter
from gmtrack.rulesets.i2050.sheet.game import Game
from gmtrack.rulesets.kit import actions as kit

ActionContext = kit.ActionContext[Game, Fighter]
Action = kit.Action[ActionContext]
"""An action of the table. Its price is when it happens; the command itself carries out what is
declared."""


def _intent_words(*names: str) -> Mapping[str, str]:
    """Return the help of words that an attack takes as well."""
    return {name: INTENT_WORDS[name].help for name in names}


_PLACE = ("--weapon", "--called")
_WEAPON = ("--weapon",)
ACTIONS: Mapping[str, Action] = kit.index_actions(
    Action("fight", "TARGET...", "attack", "IN-PHASE-05, IN-PHASE-07, IN-PHASE-08, IN-MULTI-01",
           "opposes those who fight back, attacks the others; several: --with split=N,N",
           words=_intent_words("aim", "split"), options=_PLACE),
    Action("shoot", "TARGET", "attack", "IN-PHASE-06", "one shot",
           words=_intent_words("aim"), options=_PLACE),
    Action("burst", "TARGET...", "attack, speed by speed", "IN-BURST-03",
           "several shots at one target, or one at each",
           words=_intent_words("aim", "burst"), options=_PLACE),
    Action("aim", "TARGET", "before movement", "IN-MOD-09, IN-R31", "+5 on the next shot at TARGET",
           options=_WEAPON),
    Action("dodge", "", "all round", "IN-DODGE-01", "a DEX roll against every attack"),
    Action("weave", "", "all round, movement", "IN-MOD-07, IN-MOVE-04",
           "-5 for attackers, half the metres"),
    Action("move", "[TARGET]", "all round, movement", "IN-MOD-06, IN-MOVE-01, IN-MOVE-02",
           "straight at TARGET, to a point (--with to=X,Y), or anywhere",
           words={"to": "X,Y: the point in metres that they make for"}),
    Action("stop", "", "at once", "IN-MOVE-03", "no more metres this round"),
    Action("unjam", "", "resolution", "IN-FUM-10, IN-R33", "clears a jam; a roll of the skill",
           options=("--weapon", "--mod")),
    Action("pickup", "", "before movement", "IN-R38", "picks up what was dropped",
           options=_WEAPON),
    Action("draw", "", "before movement", "IN-R38", "draws what is stowed", options=_WEAPON),
    Action("repair", "", "outside a round", "IN-FUM-07", "repairs what is broken",
           options=_WEAPON),
    Action("stand", "", "before movement", "IN-R38, IN-LIMB-02, IN-LIMB-06",
           "stands up"),
    Action("other", "", "-", "IN-PHASE-04", "anything else"),
)  # fmt: skip
LASTING = ("fight", "dodge", "weave", "move")
"""Actions that hold outside a round until another one is declared (IN-R56)."""
