"""What `act WHO ACTION` takes: words, options, when it takes effect."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, NamedTuple

from gmtrack.rulesets.i2050.attack.words import INTENT_WORDS

Number = Literal["none", "maybe", "one", "some"]
"""How many TARGETs."""


class Action(NamedTuple):
    """One row: what people type, when it happens, its rows, what it does; the words of
    `--with` with their help, and the options it takes. `lasts`: outside a round it holds until
    another (IN-R56)."""

    name: str
    targets: Number
    when: str
    rows: str
    help: str
    words: Mapping[str, str] = MappingProxyType({})
    options: tuple[str, ...] = ()
    lasts: bool = False

    @property
    def usage(self) -> str:
        """What follows the action: `[X]` may be left out, `X...` is one or several."""
        return {"none": "", "maybe": "[TARGET]", "one": "TARGET", "some": "TARGET..."}[self.targets]


def _intent_words(*names: str) -> Mapping[str, str]:
    """Words that an attack takes as well."""
    return {name: INTENT_WORDS[name].help for name in names}


_PLACE = ("--weapon", "--called")
_WEAPON = ("--weapon",)
_ROWS = (
    Action("fight", "some", "attack", "IN-PHASE-05, IN-PHASE-07, IN-PHASE-08, IN-MULTI-01",
           "opposes those who fight back, attacks the others; several: --with split=N,N",
           _intent_words("aim", "split"), _PLACE, lasts=True),
    Action("shoot", "one", "attack", "IN-PHASE-06", "one shot",
           _intent_words("aim"), _PLACE),
    Action("burst", "some", "attack, speed by speed", "IN-BURST-03",
           "several shots at one target, or one at each", _intent_words("aim", "burst"), _PLACE),
    Action("aim", "one", "before movement", "IN-MOD-09, IN-R31", "+5 on the next shot at TARGET",
           options=_WEAPON),
    Action("dodge", "none", "all round", "IN-DODGE-01", "a DEX roll against every attack",
           lasts=True),
    Action("weave", "none", "all round, movement", "IN-MOD-07, IN-MOVE-04",
           "-5 for attackers, half the metres", lasts=True),
    Action("move", "maybe", "all round, movement", "IN-MOD-06, IN-MOVE-01, IN-MOVE-02",
           "straight at TARGET, to a point (--with to=X,Y), or anywhere",
           {"to": "X,Y: the point in metres that they make for"}, lasts=True),
    Action("stop", "none", "at once", "IN-MOVE-03", "no more metres this round"),
    Action("unjam", "none", "resolution", "IN-FUM-10, IN-R33", "clears a jam; a roll of the skill",
           options=("--weapon", "--mod")),
    Action("pickup", "none", "before movement", "IN-R38", "picks up what was dropped",
           options=_WEAPON),
    Action("draw", "none", "before movement", "IN-R38", "draws what is stowed", options=_WEAPON),
    Action("repair", "none", "outside a round", "IN-FUM-07", "repairs what is broken",
           options=_WEAPON),
    Action("stand", "none", "before movement", "IN-R38, IN-LIMB-02, IN-LIMB-06",
           "stands up"),
    Action("other", "none", "-", "IN-PHASE-04", "anything else"),
)  # fmt: skip

ACTIONS: Mapping[str, Action] = MappingProxyType({row.name: row for row in _ROWS})
