"""What an import came to: who came, what was taken, what has no place, what was assumed."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from gmtrack.core.encounter import Data
from gmtrack.view.text import Line, Span, fold_all, shown

INDENT, HANG = 2, 4


def render_imported(people: Sequence[Data], width: int) -> list[Line]:
    """A block for each, then what goes for all of them. `people` are as `--json` has them."""
    lines: list[Line] = []
    common = {kind: _common(people, kind) for kind in ("lost", "assumed")}
    for person in people:
        lines += [*_person(person, common), []]
    lines += _common_lines(common)
    return fold_all(lines, width, HANG)


def _common(people: Sequence[Data], kind: str) -> list[tuple[str, str]]:
    """What is said of everybody, where there are several."""
    if len(people) < 2:
        return []
    first, *others = [[(one["what"], one["why"]) for one in person[kind]] for person in people]
    return [one for one in dict.fromkeys(first) if all(one in other for other in others)]


def _person(person: Data, common: Mapping[str, list[tuple[str, str]]]) -> Iterator[Line]:
    head = f"{shown(person['name'])} ({shown(person['id'])}), from {shown(person['source'])}"
    yield [Span(head, "title")]
    if "updated" in person:
        yield from _updated(person)
    else:
        yield from _took(person["took"])
    yield from _why("could not place", person["lost"], common["lost"])
    yield from _why("assumed", person["assumed"], common["assumed"], value_first=True)


def _took(found: Sequence[Data]) -> Iterator[Line]:
    """Plain fields in one line, those of a map together, each weapon and piece in a line."""
    plain = [f"{one['field']} {_value(one['value'])}" for one in found if "." not in one["field"]]
    skills = [one for one in found if one["field"].startswith("skills.")]
    rest = [one for one in found if "." in one["field"] and one not in skills]
    texts = [", ".join(plain)] if plain else []
    if skills:
        named = (f"{_last(one['field'])} {_value(one['value'])}" for one in skills)
        texts.append(f"skills: {', '.join(named)}")
    texts += [f"{one['field']}: {_value(one['value'])}" for one in rest]
    for n, text in enumerate(texts):
        yield from _item("took" if n == 0 else "", text)


def _updated(person: Data) -> Iterator[Line]:
    """By what they are who was there, and what is other than it was."""
    yield from _item("", f"there already, by the {person['updated']}: this is their sheet now")
    for title, key in (("other than it was", "differences"), ("follows from that", "follows")):
        for n, one in enumerate(person.get(key, ())):
            text = f"{one['what']}: {_was(one['was'])}, now {_was(one['now'])}"
            yield from _item(title if n == 0 else "", text)
    if not person["differences"]:
        yield from _item("", "as it was")


def _was(value: object) -> str:
    return "none" if value is None else _value(value)


def _last(field: str) -> str:
    return field.partition(".")[2]


def _value(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {_value(one)}" for key, one in value.items())
    if isinstance(value, list | tuple):
        return "/".join(map(_value, value))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def _why(
    title: str,
    found: Sequence[Data],
    common: Sequence[tuple[str, str]],
    *,
    value_first: bool = False,
) -> Iterator[Line]:
    """What, and why; what has the same reason together."""
    alike: dict[str, list[str]] = {}
    for one in found:
        if (one["what"], one["why"]) not in common:
            alike.setdefault(one["why"], []).append(one["what"])
    yield from _reasons(title, alike.items(), value_first)


def _reasons(
    title: str, alike: Iterable[tuple[str, list[str]]], value_first: bool
) -> Iterator[Line]:
    for n, (why, whats) in enumerate(alike):
        joined = ", ".join(dict.fromkeys(whats))
        text = f"{joined}: {why}" if value_first else f"{joined} ({why})"
        yield from _item(title if n == 0 else "", text)


def _item(title: str, text: str) -> Iterator[Line]:
    if title:
        yield [Span(" " * INDENT), Span(title, "heading")]
    yield [Span(" " * HANG + shown(text))]


def _common_lines(common: Mapping[str, list[tuple[str, str]]]) -> Iterator[Line]:
    if not any(common.values()):
        return
    yield [Span("All of them", "title")]
    titles = {"lost": "could not place", "assumed": "assumed"}
    for kind, found in common.items():
        alike: dict[str, list[str]] = {}
        for what, why in found:
            alike.setdefault(why, []).append(what)
        yield from _reasons(titles[kind], alike.items(), kind == "assumed")
    yield []
