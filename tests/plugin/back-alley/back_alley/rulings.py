"""What was in doubt, and the house rules that settle it otherwise. The words are in RULES.md."""

from typing import Literal

from gmtrack.rulesets.kit.house import Rulings, ruled


class House(Rulings):
    """The rulings in force."""

    initiative: Literal["once", "each_round"] = ruled("R-INIT-1")
    margin: Literal["ignored", "adds"] = ruled("R-DMG-1")
    stun: Literal["lose_turn", "minus_2"] = ruled("R-STUN-1")
    death: Literal["never"] = ruled("R-DOWN-1", why_fixed="nobody dies in this game")
