"""Statistics of a fight: a table of what each did, who put whom out, and how long it took."""

from collections import Counter
from collections.abc import Iterator

from gmtrack.core.encounter import Data
from gmtrack.view.tables import render_table
from gmtrack.view.text import (
    Line,
    Names,
    Span,
    count_noun,
    fold_all,
    show_name,
    shown,
)

LUCK = (
    "luck: hits and successes that fell, those to be expected, and how lucky that is: 50 % is as "
    "expected, 90 % is luckier than nine times in ten"
)


def render_stats(doc: Data, names: Names, width: int) -> list[Line]:
    """Render the document of `stats`: the table, who put whom out, times down, and the length of
    the fight."""
    heads, rows = make_stats_table(doc, names)
    lines: list[Line] = [
        [Span(line, "name")] for line in describe_victims(doc, names)
    ]
    lines += [[Span(line)] for line in describe_times_down(doc, names)]
    lines.append([Span(describe_duration(doc))])
    if len(heads) > LUCKLESS:
        lines.append([Span(LUCK, "note")])
    return [*render_table(heads, rows, width), [], *fold_all(lines, width)]


LUCKLESS = 4
"""Number of columns of a table without luck."""


def make_stats_table(
    doc: Data, names: Names
) -> tuple[list[str], list[list[str]]]:
    """Return heads and rows of the table of what each combatant did. The column for luck is
    there only if the ruleset counts successes."""
    people: dict[str, Data] = doc["combatants"]
    with_luck = any(one["luck"] for one in people.values())
    heads = ["", "Hits", "Dealt", "Taken"]
    if with_luck:
        heads.append("Luck")
    rows: list[list[str]] = []
    for who, one in people.items():
        hits = f"{one['hits']} of {one['attacks']}" if one["attacks"] else "-"
        row = [show_name(who, names), hits]
        row.append(shown(one["damage_dealt"]))
        row.append(shown(one["damage_taken"]))
        if with_luck:
            row.append(describe_luck(one["luck"]))
        rows.append(row)
    return heads, rows


def describe_luck(luck: Data | None) -> str:
    """Return counted and expected successes with the percentile: `9 for 7.4, 81 %`; `-` if
    nothing that counts was rolled."""
    if not luck or not (luck["hits"] or luck["expected"]):
        return "-"
    percent = 100 * luck["percentile"]
    return f"{luck['hits']} for {luck['expected']:.1f}, {percent:.0f} %"


def describe_victims(doc: Data, names: Names) -> Iterator[str]:
    """Yield a sentence for each combatant with those whom they put out, and one with those whom
    they killed."""
    for who, one in doc["combatants"].items():
        for key, verb in (("put_out", "put out"), ("killed", "killed")):
            victims = Counter(
                show_name(other, names) for other in one.get(key, ())
            )
            whom: list[str] = []
            for victim, times in victims.items():
                often = f" ({times} times)" if times > 1 else ""
                whom.append(victim + often)
            if whom:
                yield f"{show_name(who, names)} {verb} {', '.join(whom)}"


def describe_times_down(doc: Data, names: Names) -> Iterator[str]:
    """Yield one line on how often each went down in several fights; nothing for a single fight."""
    if "fights" not in doc:
        return
    down = [
        f"{show_name(who, names)} {count_noun(one['times_down'], 'time')}"
        for who, one in doc["combatants"].items()
        if one["times_down"]
    ]
    fights = count_noun(doc["fights"], "fight")
    yield f"{fights}; down: {', '.join(down) or 'nobody'}"


def describe_duration(doc: Data, clock: str = "round") -> str:
    """Return the length of a fight: `3 rounds, 42 minutes at the table`, with the breaks that
    are not counted. `clock` is the ruleset's word for a round."""
    minutes = round(doc["minutes"])
    told = f"{count_noun(doc['rounds'], clock)}, {count_noun(minutes, 'minute')} at the table"
    if doc["breaks"]:
        told += f" ({count_noun(doc['breaks'], 'break')} of more than 30 minutes left out)"
    return told
