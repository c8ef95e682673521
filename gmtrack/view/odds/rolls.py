"""What will come of a roll that is no attack, as a picture."""

from collections.abc import Callable, Mapping, Sequence

from gmtrack.core.encounter import Data
from gmtrack.core.report import Part
from gmtrack.view.bars import Bar, bars
from gmtrack.view.odds.answer import TAIL
from gmtrack.view.odds.frame import about, all_named, named
from gmtrack.view.odds.picture import spread_out
from gmtrack.view.parts import explained
from gmtrack.view.percentages import ROUNDING, percent, shares
from gmtrack.view.rolls import EXPLAINED
from gmtrack.view.tables import table
from gmtrack.view.text import Line, Span, cut, fold_all, shown, spoken, unhyphened

COUNTED = {"total": "Total", "hits": "Hits"}
"""What plain dice come to, as it is told."""


def render_dice(doc: Data, names: Mapping[str, str], width: int) -> list[Line]:
    """Plain dice, and the chance to reach a number with them."""
    del names
    lines: list[Line] = fold_all([[Span(shown(doc["dice"]), "head")]], width)
    lines += about(doc, width)
    if "goal" in doc:
        lines += bars(_each({f"{doc['goal']} or more": doc["chance"]}), width)
    for key in COUNTED.keys() & doc.keys():
        lines += [[], *spread_out(COUNTED[key], doc[key], width)]
    return lines


def render_test(doc: Data, names: Mapping[str, str], width: int) -> list[Line]:
    """A test of one, or the same of several."""
    lines: list[Line] = [[Span(f"understood: {shown(line)}", "note")] for line in _understood(doc)]
    tests = doc.get("tests", [doc])
    who = all_named((test["who"] for test in tests), names)
    lines.append([Span(f"{who}: {unhyphened(doc['test'])}", "head")])
    lines = [*fold_all(lines, width), *about(doc, width)]
    for roll in doc["rolls"]:
        lines += _made_with(roll, names, width, alone=len(doc["rolls"]) == 1)
    if len(tests) > 1:
        lines += _several(tests, names, width)
    else:
        outcomes = tests[0]["outcomes"]
        told = shares([*outcomes.values()])
        lines += bars([*map(Bar, map(unhyphened, outcomes), outcomes.values(), told)], width)
    for roll in doc["rolls"]:
        if _worth_a_picture(roll):
            title = roll["counts"].capitalize()
            name = "" if len(doc["rolls"]) == 1 else f", {_whose(roll, names)}"
            lines += [[], *spread_out(title + name, roll[roll["counts"]], width)]
    if "damage" in doc:
        lines += [[], *spread_out("Damage", doc["damage"], width)]
    if "tail" in doc:
        lines += fold_all([[Span(TAIL.format(1 / doc["tail"]), "note")]], width, 2)
    for test in tests:
        besides = {**test["marks"], **test["effects"]}
        title = f"Besides, {named(test['who'], names)}" if len(tests) > 1 else "Besides"
        if besides:
            lines += [[], [Span(title, "heading")], *bars(_each(besides), width)]
    return lines


def render_initiative(doc: Data, names: Mapping[str, str], width: int) -> list[Line]:
    """Who acts first, with the mean of each score."""
    lines: list[Line] = [[Span("Who acts first", "head")], *about(doc, width)]
    alone = [(named(one["who"], names), one["first"], _score(one)) for one in doc["initiative"]]
    tied = [(all_named(one["who"], names), one["chance"], "together") for one in doc["shared"]]
    labels, chances, behind = zip(*alone, *tied, strict=True)
    labels = tuple(cut(label, width // 3) for label in labels)
    return [*lines, *bars([*map(Bar, labels, chances, shares(chances), behind)], width)]


def _score(row: Data) -> str:
    if "score" not in row:
        return ""
    return f"score {row['score']['mean']:.1f}, spread {row['score']['spread']:.1f}"


def _understood(doc: Data) -> list[str]:
    return list(doc.get("understood", ()))


def _made_with(roll: Data, names: Mapping[str, str], width: int, *, alone: bool) -> list[Line]:
    """`composure  7 dice = 3 charisma + 4 willpower, threshold 2`, and what it is made against."""
    lines: list[Line] = []
    name = spoken(roll["name"]) if alone else _whose(roll, names)
    rest = [f"{key} {roll[key]}" for key in ("limit", "threshold") if key in roll]
    if "pool" in roll:
        dice = f"{roll['pool']} {'die' if roll['pool'] == 1 else 'dice'}"
        lines.append([Span(f"  {name}  "), *explained(dice, _parts(roll.get("parts", ())))])
        lines[0] += [Span(f", {text}", whole=True) for text in rest]
    for key, word in EXPLAINED.items():
        if f"{key}_parts" in roll:
            number = explained(str(roll[key]), _parts(roll[f"{key}_parts"]))
            lead = f"  {name}  {word} " if not lines else f"    {word} "
            lines.append([Span(lead), *number])
    return fold_all(lines, width, 4)


def _several(tests: Sequence[Data], names: Mapping[str, str], width: int) -> list[Line]:
    """Each who makes the test in a row."""
    outcomes = list(dict.fromkeys(name for test in tests for name in test["outcomes"]))
    rows = [
        [named(test["who"], names), *(percent(test["outcomes"].get(one, 0)) for one in outcomes)]
        for test in tests
    ]
    return table(["Who", *(unhyphened(one).capitalize() for one in outcomes)], rows, width, 2)


def _worth_a_picture(roll: Data) -> bool:
    """One die that is read as it lies has every face as often as the others, and one number alone
    needs none."""
    if not roll.get("counts"):
        return False
    chances: list[float] = list(roll[roll["counts"]]["distribution"].values())
    return max(chances) - min(chances) > ROUNDING


def _each(chances: Mapping[str, float]) -> list[Bar]:
    """Each for itself."""
    return [Bar(unhyphened(name), chance, percent(chance)) for name, chance in chances.items()]


def _whose(roll: Data, names: Mapping[str, str]) -> str:
    name = spoken(roll["name"].partition(".")[0])
    return f"{name} of {named(roll['who'], names)}"


def _parts(listed: Sequence[Data]) -> list[Part]:
    return [Part(one["label"], one["value"]) for one in listed]


RENDERED: dict[str, Callable[[Data, Mapping[str, str], int], list[Line]]] = {
    "dice": render_dice,
    "test": render_test,
    "initiative": render_initiative,
}
"""How each is drawn, by the key that its document has."""
