"""Attacks by a group, a line each; every die of them is in the log."""

from collections.abc import Iterator, Mapping, Sequence

from gmtrack.core.encounter import Data
from gmtrack.core.report import attacks_of
from gmtrack.view.tables import table
from gmtrack.view.text import Line, Span, fold_all, shown, spoken

NOTHING = "-"


def render_folded(body: Data, names: Mapping[str, str], width: int, indent: int) -> list[Line]:
    """One table of all attacks."""
    done = (result for result in body["results"] if result["command"] == "attack")
    attacks = [attack for result in done for attack in blocks(result)]
    rolls = list(dict.fromkeys(roll["name"] for attack in attacks for roll in attack["rolls"]))
    heads = ["Attacker", "Target", *(spoken(name) for name in rolls), "Outcome"]
    rows = [row(attack, rolls, names) for attack in attacks]
    return table([*heads, "Damage"], rows, width, indent)


def left_out(body: Data, names: Mapping[str, str], width: int, indent: int) -> list[Line]:
    """Who was left out of what several were to do, and why: those with one reason in one line."""
    reasons: dict[str, list[Data]] = {}
    for one in body.get("left_out", ()):
        reasons.setdefault(one["why"].replace(one["who"], ""), []).append(one)
    lines = [[Span(" " * indent), Span(_left_out(alike, names))] for alike in reasons.values()]
    return fold_all(lines, width, indent * 2)


def _left_out(alike: list[Data], names: Mapping[str, str]) -> str:
    first, *others = alike
    if not others:
        return f"{named(first['who'], names)} is left out: {shown(first['why'])}"
    people = ", ".join(named(one["who"], names) for one in alike)
    return f"{people} are left out: {shown(first['why'].removeprefix(first['who']).lstrip())}"


def blocks(result: Data) -> Iterator[Data]:
    """The attacks of one attacker."""
    for attack in attacks_of(result):
        yield {"attacker": result.get("attacker"), "rolls": [], **attack}


def row(attack: Data, rolls: Sequence[str], names: Mapping[str, str]) -> list[str]:
    """One attack: who, whom, what each roll came to, and what it did."""
    came_to = {roll["name"]: reading(roll) for roll in attack["rolls"]}
    damage = attack.get("damage") or {}
    amount = sum(part["amount"] for part in damage.get("applied", ()))
    return [
        named(attack["attacker"], names),
        named(attack.get("target"), names),
        *(came_to.get(name, NOTHING) for name in rolls),
        spoken(attack.get("outcome") or NOTHING),
        f"{amount} {shown(damage.get('type') or '')}".strip() if amount else NOTHING,
    ]


def reading(roll: Data) -> str:
    """What one reads from the dice."""
    for key in ("counted", "hits", "total"):
        if roll.get(key) is not None:
            return shown(roll[key])
    dice = " ".join(map(str, roll["dice"])) or NOTHING
    return dice if roll.get("tn") is None else f"{dice} (TN {shown(roll['tn'])})"


def named(who: str | None, names: Mapping[str, str]) -> str:
    return shown(names.get(who or "", who or NOTHING))
