"""Checks of stock things by the rules: a combatant as the only one of an encounter, a weapon, a
piece of armor or a spell on the plain human."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from gmtrack.core import MARK
from gmtrack.core.encounter import FORMAT, Data
from gmtrack.core.names import propose_near_word
from gmtrack.errors import BadFile, Fault, Refusal
from gmtrack.rulesets import registry
from gmtrack.rulesets.port import Problem, Ruleset
from gmtrack.store.check.validate import problems_with
from gmtrack.store.other_formats import hint_at_import
from gmtrack.store.stock.reading import (
    ARMOR,
    COMBATANTS,
    EFFECTS,
    KINDS,
    MAPS,
    RARE,
    Stock,
    StockThing,
    check_usable,
    fault_in,
    names_stock,
    read_stock,
    rulesets_of_own,
    stock_of,
)
from gmtrack.store.stock.references import (
    Expansion,
    expand_encounter,
    expand_sheet,
    expand_values,
)
from gmtrack.store.stored_encounter import read_file
from gmtrack.store.text.codec import decode_file, parse_yaml
from gmtrack.store.text.scalars import shorten_value

_IS_STOCK = re.compile(r"^stock[ \t]*:", re.MULTILINE)
_IS_FIGHT = re.compile(r"^gmtrack[ \t]*:", re.MULTILINE)
HUMAN = "human"
"""Name of the plain human in the stock, the default for a combatant of whom nothing is said."""


def faults_of(stock: Stock, ruleset: Ruleset) -> list[Fault]:
    """Return the faults in the GM's own stock files and in their things, by file and line."""
    found = [fault for broken in stock.broken for fault in broken.faults]
    for thing in stock.all_things():
        if thing.own:
            found += thing.faults or faults_in(thing, stock, ruleset)
    return sorted(
        dict.fromkeys(found), key=lambda fault: (fault.file, fault.line)
    )


def faults_of_strange_files(known: Sequence[str]) -> list[Fault]:
    """Return a fault for each of the GM's own stock files that is for none of the `known`
    rulesets."""
    found = rulesets_of_own().items()
    return [
        _fault_of_strange_file(file, named, known)
        for file, named in found
        if named not in known
    ]


def _fault_of_strange_file(
    file: str, named: str, known_rulesets: Sequence[str]
) -> Fault:
    """Return the fault of a stock file for an unknown ruleset."""
    return Fault(
        "stock",
        f"no ruleset {shorten_value(named)}{propose_near_word(named, known_rulesets)}",
        file,
        1,
    )


def count_things(path: str) -> dict[str, int] | None:
    """Check a stock file, wherever it lies, and return how many things of each kind it has (a rare
    kind is left out at 0); None for a file that is no stock. Raises BadFile with all its faults."""
    content = read_file(Path(path))[0]
    with hint_at_import(content, path):
        text = decode_file(content, path)
    if not _IS_STOCK.search(text) or _IS_FIGHT.search(text):
        return None
    named = parse_yaml(text, path).data
    ruleset_id = str(named.get("stock")) if isinstance(named, dict) else ""
    page = read_stock(text, path, ruleset_id, own=True)
    faults = list(page.broken.faults) if page.broken else []
    if not page.broken or page.things:
        faults += _faults_on(page.things, ruleset_id, path)
    if faults:
        raise BadFile(
            sorted(dict.fromkeys(faults), key=lambda fault: fault.line)
        )
    counts = {
        kind: sum(thing.kind == kind for thing in page.things) for kind in KINDS
    }
    return {
        kind: count
        for kind, count in counts.items()
        if count or kind not in RARE
    }


def _faults_on(
    things: Sequence[StockThing], ruleset_id: str, path: str
) -> Iterator[Fault]:
    """Yield the faults of a file's things, checked together with the stock that there is."""
    known = registry.known_ids()
    if ruleset_id not in known:
        yield _fault_of_strange_file(path, ruleset_id, known)
        return
    there, rules = stock_of(ruleset_id), registry.load(ruleset_id)
    own = {
        kind: {one.name: one for one in things if one.kind == kind}
        for kind in KINDS
    }
    stock = Stock(
        ruleset_id,
        {kind: {**there.things[kind], **own[kind]} for kind in KINDS},
    )
    for thing in things:
        yield from thing.faults or faults_in(thing, stock, rules)


def take_from_stock(ruleset: Ruleset, kind: str, word: str) -> tuple[str, Data]:
    """Return the name and the complete values of the thing that `@name` or a beginning of it
    means. Raises Refusal (the ruleset's word for unknown names), and BadFile if the thing has
    faults."""
    stock = stock_of(ruleset.META.id)
    thing = stock.pick(kind, word, ruleset.WORDS.unknown)
    return thing.name, sound_values(thing, stock, ruleset)


def plain_human(ruleset: Ruleset) -> Data | None:
    """Return the sheet of the plain human, the default for a combatant of whom nothing is said;
    None if the stock has none. Raises BadFile if it has faults."""
    stock = stock_of(ruleset.META.id)
    thing = stock.find(COMBATANTS, HUMAN)
    return (
        None
        if thing is None
        else sound_values(check_usable(thing), stock, ruleset)
    )


def sound_values(thing: StockThing, stock: Stock, ruleset: Ruleset) -> Data:
    """Return the values of a thing, with the things that it names in turn. The GM's own things
    are checked first. Raises BadFile with the faults, at their places in the stock."""
    faults = faults_in(thing, stock, ruleset) if thing.own else []
    if faults:
        raise BadFile(faults)
    return expand_values(thing, stock)


def faults_in(thing: StockThing, stock: Stock, ruleset: Ruleset) -> list[Fault]:
    """Return the faults that the rules find in a thing whose file was read without faults."""
    if thing.kind == COMBATANTS:
        return _faults_at(
            thing,
            (),
            {thing.name: {"template": _reference_to(thing)}},
            stock,
            ruleset,
        )
    found = stock.find(COMBATANTS, HUMAN)
    expanded_human = (
        expand_sheet(found.values(), stock)
        if found and not found.faults
        else None
    )
    human = (
        expanded_human.data
        if expanded_human and not expanded_human.problems
        else {}
    )
    if thing.kind in MAPS:
        path = (thing.kind, thing.name)
        sheet = {
            **human,
            thing.kind: {
                **(human.get(thing.kind) or {}),
                thing.name: _reference_to(thing),
            },
        }
    elif thing.kind == EFFECTS:
        # With those that follow it.
        effects = {
            one.name: one.values() for one in stock.things[EFFECTS].values()
        }
        data: Data = {
            "gmtrack": FORMAT,
            "ruleset": ruleset.META.id,
            EFFECTS: effects,
        }
        wrong = (
            one
            for one in problems_with(data, ruleset)
            if one.path[:2] == (EFFECTS, thing.name)
        )
        return [fault_in(thing, one.path[2:], one.message) for one in wrong]
    else:
        worn = human.get(ARMOR) or []
        path = (ARMOR, str(len(worn)))
        sheet = {**human, ARMOR: [*worn, _reference_to(thing)]}
    return _faults_at(
        thing, ("combatants", HUMAN, *path), {HUMAN: sheet}, stock, ruleset
    )


def _reference_to(thing: StockThing) -> str:
    """Return the reference to a thing: `@name`."""
    return f"{MARK}{thing.name}"


def _faults_at(
    thing: StockThing,
    path: tuple[str, ...],
    combatants: Data,
    stock: Stock,
    ruleset: Ruleset,
) -> list[Fault]:
    """Return the faults at or below a path of an encounter that has just these combatants."""
    data: Data = {
        "gmtrack": FORMAT,
        "ruleset": ruleset.META.id,
        "combatants": combatants,
    }
    found: Expansion | None = expand_encounter(data, lambda: stock)
    assert found
    problems = [*found.problems, *problems_with(found.data, ruleset)]
    faults = _faults_of_problems(
        thing, found, [one for one in problems if one.path[: len(path)] == path]
    )
    return list(dict.fromkeys(faults))


def _faults_of_problems(
    thing: StockThing, found: Expansion, problems: list[Problem]
) -> Iterator[Fault]:
    """Yield the faults for problems with an encounter that holds `thing`, at their places in the
    stock."""
    known = {problem.path for problem in found.problems}
    for problem in problems:
        if problem.path in known and problem not in found.problems:
            continue  # that the name is no value
        rest = problem.path[2:] if thing.kind == COMBATANTS else ()
        yield found.fault(*problem) or fault_in(thing, rest, problem.message)


FIELDS = (*MAPS, ARMOR)
"""Fields of a sheet that hold stock things."""
_WORDS = re.compile(
    rf"\"(?:[^\"\\]|\\.)*\"|'(?:[^']|'')*'|(?<![^\s\[{{,:])({MARK}[\w-]+)"
)
_SEVERAL = re.compile(rf"\s*{MARK}[\w-]+(\s*,\s*{MARK}[\w-]+)+\s*")


def quote_names(raw: str) -> str:
    """Return a typed value with the names of stock things in quotes, as YAML needs them. Several
    bare names become a list."""

    def put(found: re.Match[str]) -> str:
        before = found.string[: found.start()].rstrip()[-1:]
        bare = found[1] and (not before or before in "[{,:")
        return f"'{found[0]}'" if bare else found[0]

    return _WORDS.sub(put, f"[{raw}]" if _SEVERAL.fullmatch(raw) else raw)


def resolve_field(ruleset: Ruleset, path: tuple[str, ...], value: Any) -> Any:
    """Return the value of the sheet's field `armor`, of a map such as `weapons` or of one thing in
    it, with stock things in the place of their names, which may be abbreviated; a single armor
    becomes a list.
    Any other value is returned as it is. Raises Refusal for unknown names and for a template
    from the stock, BadFile for a faulty thing."""

    def take(kind: str, one: Any) -> Any:
        """Return the complete values of the thing that a name means; anything else as it is."""
        if not names_stock(one):
            return one
        return take_from_stock(ruleset, kind, one)[1]

    if path == ("template",) and names_stock(value):
        message = f"`add NAME --template {value}` takes somebody from the stock"
        raise Refusal(
            ruleset.WORDS.no_value,
            f"template cannot be set to {value}: {message}",
        )
    if path == (ARMOR,):
        worn = [value] if names_stock(value) else value
        return (
            [take(ARMOR, one) for one in worn]
            if isinstance(worn, list)
            else worn
        )
    kind = path[0] if path else ""
    if kind not in MAPS:
        return value
    if len(path) == 1 and isinstance(value, dict):
        return {key: take(kind, one) for key, one in value.items()}
    return take(kind, value) if len(path) == 2 else value
