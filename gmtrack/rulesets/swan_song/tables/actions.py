"""SS-ACT-20..34: what an action costs."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, NamedTuple

Category = Literal["free", "simple", "complex", "extended", "interrupt"]


class Cost(NamedTuple):
    """One action's price. `stated`: the number is the source's, not a ruling's (R-ACT-1, -2)."""

    key: str
    category: Category
    ap: int
    id: str
    help: str
    stated: bool = False
    called: str = ""
    """The name for people, where it is not the key's."""

    @property
    def label(self) -> str:
        return self.called or self.key.replace("_", " ")


_ROWS = (
    Cost("walk", "free", 0, "SS-ACT-20", "metres within the Walk-rate of the round", stated=True),
    Cost("speak", "free", 0, "SS-ACT-20", "a word or two", stated=True),
    Cost("gesture", "free", 0, "SS-ACT-20", "a sign", stated=True),
    Cost("drop_item", "free", 0, "SS-ACT-20", "let go of what a hand holds", stated=True),
    Cost("drop_prone", "free", 0, "SS-ACT-20", "throw oneself down", stated=True),
    Cost("call_shot", "free", 0, "SS-ACT-21", "aim an attack at a place", stated=True,
         called="called shot"),
    Cost("multiple_attacks", "free", 0, "SS-ACT-21", "split the pool over strikes", stated=True),
    Cost("extra_free", "simple", 1, "SS-ACT-22", "a Free Action beyond the first", stated=True,
         called="second Free Action"),
    Cost("run", "simple", 1, "SS-ACT-23", "once more the Walk-rate; again: a sprint", stated=True),
    Cost("fa_simple", "simple", 1, "SS-ACT-25", "full-auto fire, 6 rounds", called="full auto"),
    Cost("fa_complex", "complex", 2, "SS-ACT-26", "full-auto fire, 10 rounds", called="full auto"),
    Cost("attack_single", "simple", 1, "SS-ACT-27", "one shot", called="single shot"),
    Cost("burst", "simple", 1, "SS-ACT-27", "a burst of 3 rounds"),
    Cost("throw", "simple", 1, "SS-ACT-27", "throw a weapon, fire a rocket"),
    Cost("sa_burst", "complex", 2, "SS-ACT-28", "a semi-automatic burst of 3 rounds",
         called="semi-automatic burst"),
    Cost("long_burst", "complex", 2, "SS-ACT-28", "a long burst of 6 rounds"),
    Cost("attack_melee", "complex", 2, "SS-ACT-29", "strike with a melee weapon",
         called="melee attack"),
    Cost("attack_unarmed", "complex", 2, "SS-ACT-29", "strike with hands and feet",
         called="unarmed attack"),
    Cost("attack_biotic", "complex", 2, "SS-ACT-29", "a biotic power, program or spell",
         called="biotic attack"),
    Cost("take_cover", "simple", 1, "SS-ACT-30", "get behind something"),
    Cost("use_item", "simple", 1, "SS-ACT-30", "use a thing at hand"),
    Cost("ready_weapon", "simple", 1, "SS-ACT-30", "take a weapon in hand"),
    Cost("reload", "simple", 1, "SS-ACT-30", "change the magazine"),
    Cost("stand_up", "simple", 1, "SS-ACT-30", "get up from the ground"),
    Cost("activate", "simple", 1, "SS-ACT-30", "switch something on"),
    Cost("first_aid", "complex", 2, "SS-ACT-31", "treat a patient with First Aid",
         called="First Aid"),
    Cost("medicine", "complex", 2, "SS-ACT-31", "treat a patient with Medicine", called="Medicine"),
    Cost("set_charge", "extended", 5, "SS-ACT-32", "prepare a charge"),
    Cost("evade_interception", "simple", 1, "SS-ACT-24", "slip past opponents", stated=True),
    Cost("carry_body", "simple", 1, "SS-ACT-30", "hold a body as a shield"),
    Cost("intercept", "interrupt", 1, "SS-ACT-33", "strike at somebody who moves past"),
    Cost("parry", "interrupt", 1, "SS-ACT-33", "defend with the melee weapon in hand"),
    Cost("block", "interrupt", 1, "SS-ACT-33", "defend with empty hands"),
    Cost("dodge", "interrupt", 1, "SS-ACT-33", "defend by moving away"),
    Cost("full_defense", "interrupt", 2, "SS-ACT-34", "add Willpower until the round ends",
         called="Full Defense"),
)  # fmt: skip

COSTS: Mapping[str, Cost] = MappingProxyType({row.key: row for row in _ROWS})
