"""While two grapple, whatever is refused because of it names a line that works as it stands."""

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from long_run import crossed, modest

from gmtrack.core.encounter import Encounter
from gmtrack.errors import Refusal
from gmtrack.rulesets.storyteller import ruleset

from ..any_fight import carried_out, house_rules
from .book import CORE
from .fights import CAST, FIGHTS, prepared

MOVES = ("damage", "hold", "restrain", "drop-prone", "take-cover", "break-free",
         "restrain --with equipment")  # fmt: skip
gripping = st.sampled_from(
    ["next", "next", "next", "act @ grapple", "act @ escape", "act @ grapple --force",
     "effect bob immobilized", "effect joe surprised", "damage ann 9 --type lethal",
     "act joe grab ann --force", "act ann human-shield kid --force", "delay @", "intervene joe",
     "effect bob stunned", "set bob ap=0", "set joe moves_due=1", "set bob willpower_left=0",
     "remove kid", "end", "roll-init", "act @ wield machete", "attack ann joe --force",
     *(f"act @ grapple --with move={move}" for move in MOVES),
     *(f"act @ grapple --with counter-move={move}" for move in MOVES),
     *(f"act @ take-move --with move={move}" for move in MOVES)]
)  # fmt: skip
grapples = st.tuples(
    st.sampled_from(["roll-init", "test joe wits"]), st.lists(gripping, min_size=1, max_size=14)
).map(
    lambda parts: [parts[0], "act joe grab bob --force --mod 12", *parts[1]]
)  # fmt: skip
TRIED = (
    "act {0} grapple", "act {0} take-move --with move=hold", "act {0} stand", "act {0} dodge",
    "act {0} aim {1}", "act {0} reload", "act {0} move --with distance=2", "attack {0} {1}",
    "act {0} grab {1}", "act {0} disarm {1}", "act {0} drop-prone", "act {0} human-shield {1}",
)  # fmt: skip


def refused(encounter: Encounter, line: str) -> Refusal | None:
    """Why a line is refused; what it does is taken back."""
    try:
        _, draft = CORE.resolved(encounter, line.split(), seed=3)
    except Refusal as refusal:
        return refusal
    draft.rollback()
    return None


def lines_in(message: str) -> list[str]:
    return re.findall("`([^`]+)`", message)


def check(encounter: Encounter, text: str) -> None:
    """Everything that a grapple, or the bonds that it leaves, forbids names what works."""
    live = encounter.fight["combatants"]
    held = [who for who in encounter.combatants if live.get(who, {}).get("grapple")]
    free = [who for who in encounter.combatants if who not in held][:1]
    tried = [pattern.format(who, other) for who in held for other in (held + free)
             if other != who for pattern in TRIED]  # fmt: skip
    tried += [f"act {who} grab {held[0]}" for who in free]
    for line in tried:
        refusal = refused(encounter, line)
        if refusal is None or not concerned(refusal):
            continue
        named = lines_in(refusal.message)
        assert named, (text, line, refusal.message)
        for works in named:
            assert refused(encounter, works) is None, (text, line, refusal.message)


def concerned(refusal: Refusal) -> bool:
    """Refused because of a grapple, or of being bound."""
    return "grapples with nobody" not in refusal.message and (
        refusal.kind == "grapple" or "immobilized" in refusal.message
    )


@modest(25)
@given(fight=st.one_of(grapples, grapples, FIGHTS), rules=house_rules(ruleset), own=st.booleans())
def test_a_grapple_names_a_line_that_works(
    fight: list[str], rules: dict[str, Any], own: bool
) -> None:
    encounter = prepared(rules if own else {})
    for text, _, _ in carried_out(CORE, encounter, fight):
        if any(live.get("grapple") for live in encounter.fight.get("combatants", {}).values()):
            check(encounter, text)


def test_a_move_that_is_due_names_its_line() -> None:
    encounter = prepared({})
    line = "act joe grab bob --roll grab=8,8,8,8,8 --mod 4"
    report, _ = CORE.resolved(encounter, line.split())
    facts = [fact for fact in report.story if isinstance(fact, tuple)]
    told = [ruleset.PHRASES[fact.key].format(**fact.args) for fact in facts]
    lines = [line for text in told for line in lines_in(text)]
    assert lines == ["act joe take-move --with move=damage"]
    assert refused(encounter, lines[0]) is None


@pytest.mark.parametrize("who", CAST)
def test_nobody_else_is_told_of_it(who: str) -> None:
    encounter = prepared({})
    refusal = refused(encounter, f"act {who} grapple")
    assert refusal is not None
    assert "grapples with nobody" in refusal.message


GRIP = "act joe grab bob --force --mod 12"
ROUND_2 = ["next"] * 5
STATES: dict[str, list[str]] = {
    "in the round of the grab": [],
    "the next round, the first turn": ROUND_2,
    "the next round, the second turn": [*ROUND_2, "next"],
    "rolled already": [*ROUND_2, "@ grapple"],
    "a move is due to joe": [*ROUND_2, "set joe moves_due=1"],
    "a move is due to one who is bound": ["set bob moves_due=1", "effect bob immobilized"],
    "a move is due to one who is surprised": ["set joe moves_due=1", "effect joe surprised"],
    "bob is bound": ["effect bob immobilized"],
    "bob is bound, in the next round": [*ROUND_2, "effect bob immobilized"],
    "joe is bound": [*ROUND_2, "effect joe immobilized"],
    "both are bound": [*ROUND_2, "effect joe immobilized", "effect bob immobilized"],
    "bound and surprised": [*ROUND_2, "effect joe immobilized", "effect joe surprised"],
    "both are surprised": [*ROUND_2, "effect joe surprised", "effect bob surprised"],
    "the action is gone": [*ROUND_2, "set joe ap=0", "set bob ap=0"],
    "bob is down": [*ROUND_2, "damage bob 20"],
    "joe is down": [*ROUND_2, "damage joe 20"],
    "held and prone": [*ROUND_2, "effect joe prone", "effect bob prone", "effect joe hold"],
    "a weapon is drawn": [*ROUND_2, "set joe wielded=machete", "set bob wielded=knife"],
    "no willpower left": [*ROUND_2, "damage joe 6", "set joe willpower_left=0"],
    "joe has delayed": [*ROUND_2, "delay joe"],
    "another pair beside them": ["act ann grab kid --force --mod 12", *ROUND_2],
    "the round is over": ["next", "next", "next", "next"],
}  # fmt: skip


WAYS = [
    (start, rules)
    for start in ("roll-init --roll joe=9 --roll bob=5", "test joe wits")
    for rules in ({}, {"beaten_down": True}, {"grapple_actions": "free"})
]
"""How the fight begins, and its house rules."""


@pytest.mark.parametrize(("state", "way"), crossed(STATES, WAYS, 2), ids=str)
def test_in_every_state_of_a_grapple(state: str, way: tuple[str, dict[str, Any]]) -> None:
    start, rules = way
    encounter = prepared(rules)
    for line in [start, GRIP, *STATES[state]]:
        for text in [f"act {who} grapple" for who in ("joe", "bob")] if "@" in line else [line]:
            try:
                CORE.resolved(encounter, text.split(), seed=5)
            except Refusal:
                assert line not in (start, GRIP)
    if any(live.get("grapple") for live in encounter.fight["combatants"].values()):
        check(encounter, state)
