"""What the attacker risks."""

from gmtrack.core.encounter import Data
from gmtrack.view.odds.conditions import ENDINGS, endings, harmful, told, worded
from gmtrack.view.odds.damage import average, harm, spread
from gmtrack.view.odds.frame import Names, all_named, note
from gmtrack.view.percentages import certain, percent, unbroken
from gmtrack.view.text import Line, Span, fold_all

NONE: Data = {"damage": {"mean": 0, "distribution": {}}, "effects": {}, "down": 0, "dead": 0}


def risk_of(answer: Data) -> Data:
    """The risk that an answer tells, of several attacks that of all together."""
    found: Data = answer.get("risk") or answer.get("total", {}).get("risk") or NONE
    return found


def of_harm(risk: Data) -> float:
    """The chance that the attacker comes to any harm; of several attacks together as much as the
    likeliest of damage, of the conditions that are known to be bad and do not come in any case, and
    of being out: how often these come together is not told."""
    if "any" in risk:
        return float(risk["any"])
    bad: list[float] = [
        chance for name, chance in risk["effects"].items() if harmful(name) and not certain(chance)
    ]
    ends: list[float] = [risk[end] for end in ENDINGS]
    return max(harm(risk["damage"]), *ends, *bad)


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
    if any_harm := of_harm(risk):
        least = "" if "any" in risk else "at least "
        lines.insert(0, f"any harm {least}{percent(any_harm)}")
    rows = zip(worded([*after]), after.values(), strict=True)
    lines += [", ".join(f"{word} {percent(chance)}" for word, chance in rows)] if after else []
    body = fold_all([unbroken("  " + line) for line in lines], width, 4)
    sure = note("in any case", worded(found.certain), width)
    return [*_heading(answer, names, width), *body, *sure]


def _heading(answer: Data, names: Names, width: int) -> list[Line]:
    who = list(dict.fromkeys(one["attacker"] for one in answer.get("attacks", [answer])))
    verb = "risks" if len(who) == 1 else "risk"
    return [[], *fold_all([[Span(f"{all_named(who, names)} {verb}", "heading")]], width)]
