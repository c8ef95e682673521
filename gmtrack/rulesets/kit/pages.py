"""The pages of `rules`: a ruleset's own as a table, and the one of rulings that all have."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeVar

from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.names import without_markup
from gmtrack.core.screen import Item, Topic
from gmtrack.rulesets.kit.house import (
    Ruled,
    Rulings,
    find_preset,
    list_rulings,
)
from gmtrack.rulesets.kit.renamed import accept_old_imports
from gmtrack.rulesets.kit.rulebook import read_rulebook
from gmtrack.rulesets.port import HouseRule, RuleRow

H = TypeVar("H", bound=Rulings)
Page = Topic | Callable[[H], Topic]
"""A page of a ruleset, or a function that makes one from the house rules."""

CHANGED, SWITCHES, FIXED = (
    "Changed here",
    "To be set under `house_rules:`",
    "Fixed",
)


def make_pages(
    package: str,
    house: type[H],
    encounter: Encounter | None,
    pages: Iterable[Page[H]],
) -> Mapping[str, Topic]:
    """Return all pages of `rules` by name, the rulings last. Pages that depend on house rules
    follow the encounter's; without an encounter the defaults hold. `package` is the ruleset's
    package."""
    house_rules = encounter.house_rules if encounter else {}
    rulings = house(house_rules)
    found = {}
    for page in pages:
        topic = page if isinstance(page, Topic) else page(rulings)
        found[topic.name] = topic
    last = make_rulings_page(package, house, house_rules)
    found[last.name] = last
    return found


def make_topics(
    package: str, house: type[H], pages: Iterable[Page[H]]
) -> Callable[[Encounter | None], Mapping[str, Topic]]:
    """Return the port's `topics` function for a ruleset with these pages."""

    def topics(encounter: Encounter | None) -> Mapping[str, Topic]:
        return make_pages(package, house, encounter, pages)

    return topics


LAST_PAGES: dict[tuple[str, type[Rulings]], tuple[str, Topic]] = {}
"""The last page of rulings of each ruleset, and the house rules that it was made for, as text. A
session needs its pages after every line, and house rules hardly ever change in a fight."""


def make_rulings_page(
    package: str, house: type[Rulings], house_rules: Data
) -> Topic:
    """Return the page of rulings from the package's RULES.md, with what `house_rules` sets, and
    the key by which it does where that is another one. `house` is the class of the switchable
    rulings."""
    rules_as_text = repr(house_rules)
    made_for, page = LAST_PAGES.get((package, house), ("", None))
    if page is None or made_for != rules_as_text:
        page = _make_rulings_page(package, house, house_rules)
        LAST_PAGES[package, house] = rules_as_text, page
    return page


def _make_rulings_page(
    package: str, house: type[Rulings], house_rules: Data
) -> Topic:
    """Make the page of rulings, which `make_rulings_page` describes."""
    rulings = [row for row in read_rulebook(package) if row.is_ruling]
    keys_by_row = _keys_by_row(house)
    keyed_rows = [(row, keys_by_row.get(row.id, [])) for row in rulings]
    return Topic(
        "rulings", "how doubts are settled, and the house rules",
        ("row", "question", "default", "key", "allowed", "set", "by"),
        tuple(
            line
            for row, keys in keyed_rows
            for line in _list_rows(row, keys, house, house_rules)
        ),
        ("`key: value / other` can be set under `house_rules:` in the file; the default is first",),
        tuple(_group_rulings(keyed_rows, house, house_rules)),
    )  # fmt: skip


def _list_rows(
    row: RuleRow, keys: list[Ruled], house: type[Rulings], house_rules: Data
) -> Iterator[tuple[str, ...]]:
    """Yield a line of the table for each key of a ruling, or one line if it has none."""
    head = (row.id, row.cell("question"), row.cell("ruling"))
    if not keys:
        yield (*head, "-", "fixed", "-", "-")
    for one in keys:
        allowed = one.why_fixed or _format_allowed(one.rule(house))
        now, by = _format_setting(one, house, house_rules)
        yield (*head, one.key, allowed, now or "-", by or "-")


def _format_setting(
    one: Ruled, house: type[Rulings], house_rules: Data
) -> tuple[str, str]:
    """Return the value that a file gives a house rule, and the other key with its value, such as
    `play: common`, if that gives it. Both are empty if the file does not set it at all."""
    if one.key in house_rules:
        return _format_value(house_rules[one.key]), ""
    preset = find_preset(house, house_rules, one.key)
    if preset is None:
        return "", ""
    by = f"{preset.key}: {_format_value(preset.key_value)}"
    return _format_value(preset.value), by


def _keys_by_row(house: type[Rulings]) -> Mapping[str, list[Ruled]]:
    """Return the house rules that belong to each row that has any, by the row's id."""
    keys: dict[str, list[Ruled]] = {}
    for one in list_rulings(house):
        keys.setdefault(one.ruling, []).append(one)
    return keys


def _group_rulings(
    keyed_rows: list[tuple[RuleRow, list[Ruled]]],
    house: type[Rulings],
    house_rules: Data,
) -> Iterator[tuple[str, tuple[Item, ...]]]:
    """Yield the rulings, each with its house rules, in groups: the changed ones first, then by
    section. With a single section the groups are the settable and the fixed ones. Empty groups
    are left out."""
    sections = len({row.section for row, _ in keyed_rows})
    groups: dict[str, list[Item]] = {CHANGED: []}
    if sections == 1:
        groups |= {SWITCHES: [], FIXED: []}
    for row, keys in keyed_rows:
        if any(_is_changed(one, house, house_rules) for one in keys):
            head = CHANGED
        elif sections == 1:
            head = SWITCHES if any(not one.why_fixed for one in keys) else FIXED
        else:
            head = row.section[-1]
        groups.setdefault(head, []).append(
            _make_item(row, keys, house, house_rules)
        )
    for head, items in groups.items():
        if items:
            yield head, tuple(items)


def _is_changed(one: Ruled, house: type[Rulings], house_rules: Data) -> bool:
    """Whether the file sets a house rule to another value than its default, itself or by another
    key."""
    default = one.rule(house).default
    if one.key in house_rules:
        return bool(house_rules[one.key] != default)
    preset = find_preset(house, house_rules, one.key)
    return preset is not None and preset.value != default


def _make_item(
    row: RuleRow,
    keys: list[Ruled],
    house: type[Rulings],
    house_rules: Data,
) -> Item:
    """Return the entry of one ruling in a group: id, question, and as lines the ruling and its
    keys."""
    told = (_describe_key(one, house, house_rules) for one in keys)
    return Item(
        row.id,
        without_markup(row.cell("question")),
        (without_markup(row.cell("ruling")), *told),
    )


def _describe_key(one: Ruled, house: type[Rulings], house_rules: Data) -> str:
    """Return one line on a house rule's key: its values with the default first, the one set in
    this file, and the other key that sets it; or why it cannot be set."""
    if one.why_fixed:
        return f"{one.key} cannot be set: {one.why_fixed}"
    here = ""
    if _is_changed(one, house, house_rules):
        value, by = _format_setting(one, house, house_rules)
        here = f" (here {value}, by `{by}`)" if by else f" (here {value})"
    return f"{one.key}: {_format_allowed(one.rule(house))}{here}"


def _format_allowed(rule: HouseRule) -> str:
    """Return the values that a key allows as text, the default first."""
    free = {int: "a number", list: "a list", dict: "a map"}
    if isinstance(rule.allowed, type):
        return free[rule.allowed]
    listed = [_format_value(value) for value in rule.allowed]
    if rule.free:
        listed.append(free[rule.free])
    return " / ".join(listed)


def _format_value(value: object) -> str:
    """Return a value as YAML writes it: `true`, `null`."""
    if isinstance(value, bool) or value is None:
        return {True: "true", False: "false", None: "null"}[value]
    return str(value)


accept_old_imports(globals())
