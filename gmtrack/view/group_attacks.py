"""Attacks of a group as a table, a row each. The log has the dice of each attack."""

from collections.abc import Sequence

from gmtrack.core.encounter import Data
from gmtrack.core.report import attacks_of
from gmtrack.view.tables import render_table
from gmtrack.view.text import (
    Line,
    Names,
    Span,
    blanks,
    fold_all,
    join_faces,
    show_name,
    shown,
    space_underscores,
)

NOTHING = "-"


def render_attack_table(
    body: Data, names: Names, width: int, indent: int
) -> list[Line]:
    """Render all attacks of a group command as a table, a row each, indented by `indent`. `body`
    is the JSON body of the report."""
    attacks: list[Data] = []
    for result in body["results"]:
        if result["command"] == "attack":
            usual = {"attacker": result.get("attacker"), "rolls": []}
            attacks += [{**usual, **attack} for attack in attacks_of(result)]
    rolls: dict[str, None] = {}
    for attack in attacks:
        rolls.update(dict.fromkeys(roll["name"] for roll in attack["rolls"]))
    heads = [
        "Attacker",
        "Target",
        *map(space_underscores, rolls),
        "Outcome",
        "Damage",
    ]
    rows = [make_attack_row(attack, [*rolls], names) for attack in attacks]
    return render_table(heads, rows, width, indent)


def render_left_out_members(
    body: Data, names: Names, width: int, indent: int
) -> list[Line]:
    """Render which members of a group were left out of a command, and why. Members with the same
    reason share a line. No lines if nobody was left out."""
    people_by_reason: dict[str, list[str]] = {}
    whole_reasons: dict[str, str] = {}
    for one in body.get("left_out", ()):
        person = show_name(one["who"], names)
        reason = one["why"].removeprefix(person).lstrip()
        people_by_reason.setdefault(reason, []).append(person)
        whole_reasons[reason] = one["why"]
    lines: list[Line] = []
    for reason, people in people_by_reason.items():
        if len(people) > 1:
            told = f"{', '.join(people)} are left out: {shown(reason)}"
        else:
            told = f"{people[0]} is left out: {shown(whole_reasons[reason])}"
        lines.append([blanks(indent), Span(told)])
    return fold_all(lines, width, indent * 2)


def make_attack_row(
    attack: Data, rolls: Sequence[str], names: Names
) -> list[str]:
    """Return the cells for one attack: attacker, target, the result of each of the named rolls,
    outcome and damage; `-` for what is missing."""
    came_to = {
        roll["name"]: describe_roll_result(roll) for roll in attack["rolls"]
    }
    damage = attack.get("damage") or {}
    amount = sum(part["amount"] for part in damage.get("applied", ()))
    kind = shown(damage.get("type") or "")
    return [
        show_name(attack["attacker"] or NOTHING, names),
        show_name(attack.get("target") or NOTHING, names),
        *(came_to.get(name, NOTHING) for name in rolls),
        space_underscores(attack.get("outcome") or NOTHING),
        f"{amount} {kind}".strip() if amount else NOTHING,
    ]


def describe_roll_result(roll: Data) -> str:
    """Return what a roll came to: counted successes, hits or total, else the dice with their
    target number."""
    for key in ("counted", "hits", "total"):
        if roll.get(key) is not None:
            return shown(roll[key])
    faces = join_faces(roll["dice"]) or NOTHING
    if roll.get("tn") is None:
        return faces
    return f"{faces} (TN {shown(roll['tn'])})"
