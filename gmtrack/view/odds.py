"""Chances as a picture: what will come of it, how much it will hurt, what it does to whom."""

from collections.abc import Iterator, Mapping, Sequence
from math import sqrt
from typing import NamedTuple

from gmtrack.core.encounter import Data
from gmtrack.core.report import Part, total
from gmtrack.view.parts import explained
from gmtrack.view.tables import table
from gmtrack.view.text import GAP, Line, Span, cells, fold_all, pad, shown, spoken

MOST_ROWS = 14
"""More amounts than these are told in steps of several."""
MOST_BAR = 40
BEST = "*"
NEGLIGIBLE = 0.0005
"""Amounts beyond the last one that is so likely are told together."""
NEVER = "-"
ENDINGS = ("down", "dead")
SURE = 4
"""harm, mean, down and dead are told however narrow the screen is."""
ENDS = 2
"""So many of them stand behind the effects."""
ABOUT = "about, ±{margin} in nineteen of twenty: {trials:,} trials, for there are too many results"
TAIL = "  dice may roll on without end: beyond the last amount lies less than one in {:,.0f}"
ROUNDING = 1e-12
"""What sums of chances may be wrong by."""


class Amount(NamedTuple):
    """One row of the damage: how likely these amounts are, and these or more."""

    low: int
    high: int | None
    chance: float
    at_least: float

    @property
    def label(self) -> str:
        if self.high is None:
            return f"{self.low}+"
        return f"{self.low}-{self.high}" if self.high > self.low else str(self.low)

    def or_more(self) -> str:
        """So much or more; that at least nothing happens is no news."""
        return f"{self.low}+ {percent(self.at_least)}" if self.low else ""


def render_odds(doc: Data, names: Mapping[str, str], width: int) -> list[Line]:
    """One attack, several of one action, or some side by side."""
    for key in ("variants", "against"):
        if isinstance(doc.get(key), list):
            return [*_beside(doc[key], key, names, width), *_refused(doc, names, width)]
    full = [[Span(f"understood: {shown(line)}", "note")] for line in doc.get("understood", ())]
    lines = fold_all([*full, _head(doc, names)], width)
    if "sampled" in doc:
        margin = percent(doc["sampled"]["margin"])
        about = ABOUT.format(margin=margin, trials=doc["sampled"]["trials"])
        lines += fold_all([[Span(f"  {about}", "note")]], width, 2)
    if "attacks" in doc:
        return [*lines, *_several(doc["attacks"], names, width), *_whole(doc, width)]
    if "roll" in doc:
        lines += _needed(doc["roll"], width)
    return [*lines, *_bars(doc["outcomes"], width), *_whole(doc, width)]


def _needed(roll: Data, width: int) -> list[Line]:
    """`attack with the pistol  2 dice = 2 firearms`, and what they are rolled against."""
    dice = f"{roll['dice']} {'die' if roll['dice'] == 1 else 'dice'}"
    using = f", {shown(roll['using'])}" if "using" in roll else ""
    lines = [[Span(f"  {spoken(roll['name'])}{using}  "), *explained(dice, _parts(roll["parts"]))]]
    if "goal" in roll:
        goal = _parts(roll["goal"]["parts"])
        lines.append([Span("  "), *explained(f"{roll['goal']['word']} {total(goal)}", goal)])
    return fold_all(lines, width, 4)


def _parts(listed: Sequence[Data]) -> tuple[Part, ...]:
    return tuple(Part(one["label"], one["value"]) for one in listed)


def percent(chance: float) -> str:
    """`63 %`, `4.2 %`, `<0.1 %`; a dash for what cannot happen, 100 for nothing less than sure."""
    if chance <= 0:
        return NEVER
    if chance < NEGLIGIBLE:
        return "<0.1 %"
    if chance > 1 - ROUNDING:
        return "100 %"
    if chance > 1 - NEGLIGIBLE:
        return ">99.9 %"
    places = 0 if 0.0995 <= chance < 0.995 else 1
    return f"{chance * 100:.{places}f} %"


def _head(doc: Data, names: Mapping[str, str]) -> Line:
    attacks = doc.get("attacks", [doc])
    attackers = dict.fromkeys(attack["attacker"] for attack in attacks)
    targets = doc.get("targets") or dict.fromkeys(attack["target"] for attack in attacks)
    who, whom = (", ".join(_named(one, names) for one in all_) for all_ in (attackers, targets))
    return [Span(f"{who} against {whom}", "head")]


def _named(who: str, names: Mapping[str, str]) -> str:
    return shown(names.get(who, who))


def _bars(chances: Mapping[str, float], width: int) -> list[Line]:
    """A bar for each."""
    rows = [(_worded(name), chance, "") for name, chance in chances.items()]
    return _drawn(rows, width, 1)


def _worded(outcome: str) -> str:
    return spoken(outcome)


def _drawn(rows: Sequence[tuple[str, float, str]], width: int, most: float) -> list[Line]:
    """Name, chance, what stands behind it, and a bar, as long as it can be for `most`."""
    if not rows:
        return []
    name = max(cells(label) for label, _, _ in rows)
    behind = max(cells(text) for _, _, text in rows)
    room = max(1, min(MOST_BAR, width - 2 - name - 2 - 7 - 2 - (behind + 2 if behind else 0)))
    lines: list[Line] = []
    for label, chance, text in rows:
        bar = "█" * round(chance / most * room)
        line = [
            Span("  " + pad(label, name)),
            Span(pad(percent(chance), 9, right=True), "number"),
            Span("  "),
        ]
        if behind:
            line.append(Span(pad(text, behind, right=True) + "  ", "note"))
        lines.append([*line, Span(bar, "full")])
    return lines


def _whole(doc: Data, width: int) -> list[Line]:
    """The damage as a picture, and what becomes of the target."""
    damage = doc["damage"]
    lines: list[Line] = []
    if damage["mean"] > 0:
        mean = f"Damage: {damage['mean']:.1f} on average, spread {spread(damage):.1f}"
        found = amounts(damage["distribution"])
        rows = [(row.label, row.chance, row.or_more()) for row in found]
        most = max(row.chance for row in found)
        lines += [[], *fold_all([[Span(mean, "heading")]], width), *_drawn(rows, width, most)]
    if "tail" in doc:
        lines += fold_all([[Span(TAIL.format(1 / doc["tail"]), "note")]], width, 2)
    after = {**{end: doc[end] for end in ENDINGS if doc[end]}, **doc["effects"]}
    if after:
        lines += [[], [Span("Afterwards", "heading")], *_bars(after, width)]
    return lines


def spread(damage: Data) -> float:
    """The standard deviation."""
    mean = damage["mean"]
    squares = ((int(n) - mean) ** 2 * chance for n, chance in damage["distribution"].items())
    return sqrt(sum(squares))


def amounts(distribution: Mapping[str, float]) -> list[Amount]:
    """The amounts that matter, in as many rows as one takes in: the rare ones above the rest are
    told together, and many in steps."""
    found = sorted((int(n), chance) for n, chance in distribution.items())
    left = sum(chance for _, chance in found)
    most = found[-1][0]
    step = max(1, -(-(most - found[0][0]) // MOST_ROWS))
    rows: list[Amount] = []
    for low, high, chance in _steps(found, step):
        if rows and left < NEGLIGIBLE * 2 and low < most:
            rows.append(Amount(low, None, left, left))
            break
        rows.append(Amount(low, high, chance, left))
        left -= chance
    return rows


def _steps(found: list[tuple[int, float]], step: int) -> Iterator[tuple[int, int, float]]:
    """Amounts in steps; nothing at all stands alone."""
    chances = dict(found)
    low = found[0][0]
    while low <= found[-1][0]:
        high = low if low == 0 else min(low + step - 1, found[-1][0])
        inside = [chances[n] for n in range(low, high + 1) if n in chances]
        if inside:
            yield low, high, sum(inside)
        low = high + 1


def _several(attacks: Sequence[Data], names: Mapping[str, str], width: int) -> list[Line]:
    """Each attack of one action in a row."""
    outcomes = list(dict.fromkeys(name for attack in attacks for name in attack["outcomes"]))
    one_attacker = len({attack["attacker"] for attack in attacks}) == 1
    who = "target" if one_attacker else "attacker"
    ends = [end for end in ENDINGS if any(attack[end] for attack in attacks)]
    heads = ["", who.capitalize(), *map(_worded, outcomes), "Damage", *map(str.capitalize, ends)]
    rows = [
        [
            str(number),
            _named(attack[who], names),
            *(percent(attack["outcomes"].get(name, 0)) for name in outcomes),
            f"{attack['damage']['mean']:.1f}",
            *(percent(attack[end]) for end in ends),
        ]
        for number, attack in enumerate(attacks, 1)
    ]
    for _ in ends:
        # They are told of all together anyway.
        if _too_wide(heads, rows, width - 2):
            for row in (heads, *rows):
                row.pop()
    return table(heads, rows, width, 2)


def _beside(answers: Sequence[Data], key: str, names: Mapping[str, str], width: int) -> list[Line]:
    """Answers beside each other; the best of every kind is marked."""
    measures = _measures(answers)
    if key == "variants":
        return [_head(answers[0], names), *_lettered(answers, measures, width)]
    who = [_label(answer, answers, names) for answer in answers]
    rows = [[label, *(m.cells[place] for m in measures)] for place, label in enumerate(who)]
    heads = ["Who", *(m.name for m in measures)]
    while _too_wide(heads, rows, width - 2) and len(heads) > 1 + SURE:
        # Effects stand between what is always of interest; the last of them goes first.
        for row in (heads, *rows):
            del row[-1 - ENDS]
    return [*fold_all([_against(answers, names)], width), *table(heads, rows, width, 2)]


def _against(answers: Sequence[Data], names: Mapping[str, str]) -> Line:
    """Who is the same in all answers."""
    attacker, target = (_named(answers[0][key], names) for key in ("attacker", "target"))
    one_attacker = len({each["attacker"] for each in answers}) == 1
    return [Span(f"{attacker} against ..." if one_attacker else f"... against {target}", "head")]


class Measure(NamedTuple):
    """One number of every answer, as text."""

    name: str
    cells: list[str]


def _measures(answers: Sequence[Data]) -> list[Measure]:
    found: dict[str, list[float]] = {
        "harm": [1 - answer["damage"]["distribution"].get("0", 0) for answer in answers],
        "mean": [answer["damage"]["mean"] for answer in answers],
    }
    for name in dict.fromkeys(name for answer in answers for name in answer["effects"]):
        found[shown(name)] = [answer["effects"].get(name, 0) for answer in answers]
    found |= {name: [answer[name] for answer in answers] for name in ENDINGS}
    return [
        Measure(name, [_cell(name, numbers, n) for n in numbers]) for name, numbers in found.items()
    ]


def _cell(name: str, numbers: Sequence[float], number: float) -> str:
    best = number == max(numbers) > min(numbers)
    told = f"{number:.1f}" if name == "mean" else percent(number)
    return told + (f" {BEST}" if best else "")


def _lettered(answers: Sequence[Data], measures: Sequence[Measure], width: int) -> list[Line]:
    """A letter for each answer, for there is seldom room for its words."""
    letters = [chr(ord("A") + place % 26) for place in range(len(answers))]
    legend: list[Line] = [
        [Span(f"  {letter}  "), Span(shown(answer["words"]) or "as typed")]
        for letter, answer in zip(letters, answers, strict=True)
    ]
    happens = (measure for measure in measures if {*measure.cells} != {NEVER})
    rows = [[measure.name, *measure.cells] for measure in happens]
    return [*fold_all(legend, width, 5), [], *table(["", *letters], rows, width, 2)]


def _too_wide(heads: Sequence[str], rows: Sequence[Sequence[str]], room: int) -> bool:
    columns = zip(heads, *rows, strict=True)
    widths = [max(cells(text) for text in column) for column in columns]
    return sum(widths) + len(GAP) * (len(widths) - 1) > room


def _label(answer: Data, answers: Sequence[Data], names: Mapping[str, str]) -> str:
    one_attacker = len({each["attacker"] for each in answers}) == 1
    return _named(answer["target" if one_attacker else "attacker"], names)


def _refused(doc: Data, names: Mapping[str, str], width: int) -> list[Line]:
    lines: list[Line] = []
    for refused in doc.get("refused", ()):
        what = shown(refused["words"]) if "words" in refused else ""
        who = f"{_named(refused['attacker'], names)} against {_named(refused['target'], names)}"
        lines.append([Span(f"  {what or who}: {shown(refused['why'])}", "note")])
    return fold_all(lines, width, 4)
