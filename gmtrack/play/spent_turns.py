"""Turns that a session ends by itself, because nothing is left to do in them."""

import shlex
from collections.abc import Callable
from functools import partial

from gmtrack.app.what import choices
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.intents import Act, Attack
from gmtrack.core.names import listed
from gmtrack.core.players import hidden_combatants
from gmtrack.core.report import Report, attacks_of
from gmtrack.errors import Refusal
from gmtrack.play.fight_status import SeenFight
from gmtrack.play.reactions import find_reactions, find_reactions_to_fall
from gmtrack.rulesets.port import Ruleset

ENDS_TURNS = (
    "attack",
    "act",
    "test",
    "next",
    "roll-init",
    "delay",
    "intervene",
    "damage",
    "effect",
    "auto",
)
"""Commands after which a spent turn ends by itself. After `undo` it does not, so that one `undo`
takes the `next` back for good."""
AUTO_USAGE = (
    "`auto next` ends a turn in which nothing is left, `auto next attack` after its last attack "
    "too; `auto next off` leaves that to you"
)
OFF, SPENT, ATTACKED = "off", "auto", "attack"
"""When turns end by themselves: never, when nothing is left in them, or also when no attack is."""
Trial = Callable[[list[str]], Data | None]


def read_auto_line(words: list[str], current: str) -> str:
    """Return when turns end by themselves (OFF, SPENT, ATTACKED) after a line `auto` with these
    words: `next`, `next attack`, `next off`, or none, which leaves it as it is (`current`).
    Raises Refusal (`usage`)."""
    said = [word.lower() for word in words]
    if not said:
        return current
    if said in (["next"], ["next", "on"]):
        return SPENT
    if said == ["next", "attack"]:
        return ATTACKED
    if said in (["next", "off"], ["off"]):
        return OFF
    raise Refusal("usage", AUTO_USAGE)


def explain_spent_turn(
    fight: SeenFight,
    trial: Trial,
    is_asked: Callable[[str], bool],
    *,
    has_just_begun: bool = False,
    has_attacked: bool = False,
) -> str:
    """Return why the turn can end by itself, as a sentence; empty if it cannot. If it has just
    begun, the sentence says that it is passed over. `has_attacked`: whoever acts has attacked, and
    the turn ends too if no attack is left in it.

    It cannot if nobody acts, something is due, somebody holds an action, or somebody who has
    fallen could still do something about it. `trial` returns the document of what a line would
    do, None if it is refused. Those for whom `is_asked` is true have been asked already."""
    turn = fight.board.turn
    if turn.due or turn.still or _is_action_held(fight):
        return ""
    why = _find_nothing_left(
        fight, has_just_begun=has_just_begun, has_attacked=has_attacked
    )
    # Lines are tried last, because nothing else takes as long.
    if not why or _can_fall_be_answered(fight, trial, is_asked):
        return ""
    return why


def _find_nothing_left(
    fight: SeenFight, *, has_just_begun: bool, has_attacked: bool
) -> str:
    """Return why nothing is left in the turn of those who act, as a sentence; empty if something
    is, or nobody acts. Whatever somebody else could still do is left out of account.
    `has_just_begun` and `has_attacked` are as in `explain_spent_turn`."""
    turn, encounter = fight.board.turn, fight.known.encounter
    acting = [row for row in fight.board.rows if row.acting]
    if not acting or encounter is None:
        return ""
    names = listed([row.name for row in acting])
    can_act = partial(_can_act, fight.ruleset, encounter)
    if all(row.standing.out for row in acting) and not any(
        can_act(row.id) for row in acting
    ):
        states = listed(dict.fromkeys(row.standing.status for row in acting))
        return f"{names}: {states}, passed over (`next`)"
    if turn.spent and has_just_begun:
        return f"{names}: cannot act now, passed over (`next`)"
    missing = ""
    if turn.spent:
        missing = "nothing"
    elif has_attacked and not _can_attack(
        fight.ruleset, encounter, acting[0].id
    ):
        missing = "no attack"
    end = "left, the turn ends by itself (`next`)"
    return f"{names}: {missing} {end}" if missing else ""


def _is_action_held(fight: SeenFight) -> bool:
    """Whether somebody who can act delays, so that their action could come at any turn."""
    able = {row.id for row in fight.board.rows if not row.standing.out}
    return any(
        one.get("delayed") and one.get("id") in able
        for one in fight.board.doc.get("order", ())
    )


def _can_act(ruleset: Ruleset, encounter: Encounter, who: str) -> bool:
    """Whether the rules still allow somebody an attack or an action."""
    return any(
        not one.why
        for one in choices(ruleset, encounter, who, 1, only=(Act, Attack))
    )


def _can_attack(ruleset: Ruleset, encounter: Encounter, who: str) -> bool:
    """Whether the rules still allow somebody an attack."""
    return any(
        not one.why
        for one in choices(ruleset, encounter, who, 1, only=(Attack,))
    )


def _can_fall_be_answered(
    fight: SeenFight, trial: Trial, is_asked: Callable[[str], bool]
) -> bool:
    """Whether somebody who is out, and was not asked, could still react to it, such as fight for
    their life."""
    encounter = fight.known.encounter
    if encounter is None:
        return False
    reactions = getattr(fight.ruleset, "REACTIONS", ())
    to_falls = [one for one in reactions if not one.after]
    people = [
        row.id
        for row in fight.board.rows
        if row.standing.out and not is_asked(row.id)
    ]
    hidden = hidden_combatants(encounter)
    return any(
        trial(shlex.split(possible.line))
        for who in people
        for one in to_falls
        for possible in find_reactions_to_fall(one, who, "", encounter, hidden)
    )


def is_attack_of_acting(fight: SeenFight, document: Data) -> bool:
    """Whether the document of a step is that of an attack by the only one whose turn it is."""
    acting = {row.id for row in fight.board.rows if row.acting}
    attackers = {block.get("attacker") for block in attacks_of(document)}
    return document.get("command") == "attack" and attackers == acting


def can_be_answered(
    before: SeenFight,
    now: SeenFight,
    report: Report,
    trial: Trial,
    is_asked: Callable[[str], bool],
) -> bool:
    """Whether somebody who is not asked by the session may react to a step that was carried out.
    `report` is that of the step, `before` the fight before it."""
    found = find_reactions(
        before, now, report, lambda who: not is_asked(who), trial, lambda _: {}
    )
    return next(found, None) is not None
