"""What the attacker risks."""

from gmtrack.core.encounter import Data
from gmtrack.view.odds.conditions import endings, told, worded
from gmtrack.view.odds.damage import average, harm, spread
from gmtrack.view.odds.frame import Names, all_named, note
from gmtrack.view.percentages import percent, unbroken
from gmtrack.view.text import Line, Span, fold_all

NONE: Data = {
    "any": 0, "damage": {"mean": 0, "distribution": {}}, "effects": {}, "down": 0, "dead": 0,
}  # fmt: skip


def risk_of(answer: Data) -> Data:
    """The risk that an answer tells, of several attacks that of all together."""
    found: Data = answer.get("risk") or answer.get("total", {}).get("risk") or NONE
    return found


def render_risk(answer: Data, names: Names, width: int) -> list[Line]:
    """In few lines under a heading; no lines where nothing is to be feared."""
    risk = risk_of(answer)
    hurt, found = harm(risk["damage"]), told([risk])
    after = {word: risk[end] for end, word in endings([risk]).items() if risk[end]}
    after |= {name: risk["effects"][name] for name in found.open}
    if not hurt and not after and not found.certain:
        return []
    damage = risk["damage"]
    mean = f"{average(damage)} on average over all cases, spread {spread(damage):.1f}"
    lines = [f"damage {percent(hurt)}, {mean}"] if hurt else []
    if risk["any"]:
        lines.insert(0, f"any harm {percent(risk['any'])}")
    rows = zip(worded([*after]), after.values(), strict=True)
    lines += [", ".join(f"{word} {percent(chance)}" for word, chance in rows)] if after else []
    body = fold_all([unbroken("  " + line) for line in lines], width, 4)
    sure = note("in any case", worded(found.certain), width)
    return [*_heading(answer, names, width), *body, *sure]


def _heading(answer: Data, names: Names, width: int) -> list[Line]:
    who = list(dict.fromkeys(one["attacker"] for one in answer.get("attacks", [answer])))
    verb = "risks" if len(who) == 1 else "risk"
    return [[], *fold_all([[Span(f"{all_named(who, names)} {verb}", "heading")]], width)]
