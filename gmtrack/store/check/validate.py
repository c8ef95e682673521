"""Validation of a file in full: everything that is wrong in it, at once. pydantic judges the
values; the annotations, which know the limits, give the words."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from itertools import chain, islice
from pathlib import Path
from typing import Any

from gmtrack.core.counters import FIELD as COUNTERS
from gmtrack.core.encounter import ID_PATTERN, Data, Encounter, copy_data
from gmtrack.core.names import listed
from gmtrack.errors import BadFile, Fault, Refusal
from gmtrack.rulesets import registry
from gmtrack.rulesets.port import Problem, Ruleset, Schema
from gmtrack.store.atomic_files import MOST_BYTES
from gmtrack.store.check.house_rules import house_rule_problems
from gmtrack.store.check.own_counters import counter_problems
from gmtrack.store.check.pydantic_errors import problems_of, values_in
from gmtrack.store.check.shapes import propose_near_key
from gmtrack.store.encounter_map import (
    as_map,
    encounter_of,
    home_path,
    template_name,
    template_of,
)
from gmtrack.store.stock.reading import names_stock, stock_of
from gmtrack.store.stock.references import Expansion, expand_encounter
from gmtrack.store.text.nodes import MOST_KEY, Document, shown_key
from gmtrack.store.text.reader import MOST_FAULTS
from gmtrack.store.text.scalars import shorten_value

RESERVED = ("scene", "fight")
"""Words that cannot be a combatant's id, because `set` means something else by them."""
MOST_VALUES = 200_000
"""Most keys and values that all combatants get from templates; a template counts as often as it
is used. A thousand of the most elaborate combatants have less."""
MOST_TEXT = MOST_BYTES
"""Most bytes of text that all combatants get from templates: no more than one file could hold
without templates."""
_ALLOWED = ", allowed: "
_NO_ZERO = f"found 0{_ALLOWED}"
"""Beginning of the message for the 0 that stands for a number that is too large, where 0 is not
allowed."""
START = "the file starts with 'gmtrack: 1'"


def validate(document: Document, file: str) -> tuple[Encounter, Ruleset]:
    """Validate a parsed document and return its encounter and ruleset. Stock things replace
    their names in the encounter, and what follows from its live state is filled in;
    `document.resolved` keeps the resulting map. Raises BadFile with all faults, by line."""
    problems: list[Problem] = []
    ruleset: Ruleset | None = None
    stock: Expansion | None = None
    if () not in document.spoilt:
        if isinstance(document.data, dict):
            stock = _resolve_stock_names(document)
            data = stock.data if stock else document.data
            ruleset, problems = _ruleset_and_problems(data, file)
            if ruleset and data.get("ruleset") != ruleset.META.id:
                # A path names a system page; the fight knows the page by its id from now on.
                document.resolved = {**data, "ruleset": ruleset.META.id}
        else:
            problems = [Problem((), f"this is not an encounter; {START}")]
    if problems or document.faults or ruleset is None:
        raise BadFile(_collect_faults(document, problems, file, stock))
    data = document.data if document.resolved is None else document.resolved
    return _fill_in_unsaid(document, encounter_of(data), ruleset), ruleset


def _fill_in_unsaid(
    document: Document, encounter: Encounter, ruleset: Ruleset
) -> Encounter:
    """Return the encounter with what follows from its live state and is not written there. The
    document keeps the map and the reasons."""
    find = getattr(ruleset, "unsaid", None)
    if find is None or not encounter.fight.get("combatants"):
        return encounter
    found = [*find(encounter)]
    if not found:
        return encounter
    data = copy_data(
        document.data if document.resolved is None else document.resolved
    )
    for one in found:
        inner = data
        for key in one.path[:-1]:
            inner = inner.setdefault(key, {})
        inner[one.path[-1]] = one.value
    document.unsaid = [(one.path, one.why) for one in found if one.why]
    document.resolved = data
    return encounter_of(data)


def _resolve_stock_names(document: Document) -> Expansion | None:
    """Replace the names of stock things in the document's map and keep it as
    `document.resolved`. Unknown names become faults of the document. None if the document names
    no stock things or no valid ruleset."""
    ruleset_id = document.data.get("ruleset")
    if not isinstance(ruleset_id, str) or not re.fullmatch(
        ID_PATTERN, ruleset_id[:MOST_KEY]
    ):
        return None
    found = expand_encounter(document.data, lambda: stock_of(ruleset_id))
    if found:
        document.resolved = found.data
        for problem in found.problems:
            document.refuse(
                problem.path, problem.message, document.line_of(problem.path)
            )
            if fault := found.fault(*problem):
                document.faults[-1] = fault
    return found


def _collect_faults(
    document: Document,
    problems: list[Problem],
    file: str,
    stock: Expansion | None,
) -> list[Fault]:
    """Return the faults of the document and of the problems, by line, each once and at most
    MOST_FAULTS. A problem with a value that was not parsed as written is left out."""
    huge = _better_messages(document, problems)
    faults = [
        fault._replace(message=huge.get(fault[:2], fault.message))
        for fault in document.faults
    ]
    for problem in dict.fromkeys(problems):
        around = (
            problem.path[:depth] for depth in range(len(problem.path) + 1)
        )
        if any(one in document.spoilt for one in around):
            continue
        faults.append(
            (stock and stock.fault(*problem)) or document.fault_at(*problem)
        )
    faults = list(dict.fromkeys(faults))
    faults.sort(key=lambda fault: fault.line)
    if len(faults) > MOST_FAULTS:
        faults = [
            *faults[:MOST_FAULTS],
            Fault("", "there are more faults than these", file),
        ]
    return faults


def _better_messages(
    document: Document, problems: list[Problem]
) -> dict[tuple[str, str], str]:
    """Return better messages for numbers that are too large, where the shape knows the limits,
    by the fault's path and its old message."""
    better = {}
    for problem in problems:
        said = document.huge.get(problem.path)
        if said and problem.message.startswith(_NO_ZERO):
            path = ".".join(map(shown_key, problem.path))
            found = said.partition(_ALLOWED)[0]
            better[path, said] = found + problem.message.removeprefix(
                _NO_ZERO[: -len(_ALLOWED)]
            )
    return better


def _ruleset_and_problems(
    data: Data, file: str
) -> tuple[Ruleset | None, list[Problem]]:
    """Return the ruleset that a file names, or None, and all problems with the file."""
    ruleset: Ruleset | None = None
    problems: list[Problem] = []
    try:
        ruleset = _load_ruleset(data, file)
    except Refusal as refusal:
        problems.append(Problem(("ruleset",), refusal.message))
    except ImportError as error:
        problems.append(
            Problem(("ruleset",), f"this ruleset cannot be loaded: {error}")
        )
    problems += problems_with(data, ruleset)
    return ruleset, problems


def _load_ruleset(data: Data, file: str) -> Ruleset | None:
    """Load the ruleset that a file names; None if the name is missing or no text, which the
    schema reports. The path of a system page begins where the file lies. Raises Refusal for an
    unknown one, ImportError if it cannot be loaded, BadFile for a page with faults."""
    name = data.get("ruleset")
    if not isinstance(name, str):
        return None
    if registry.is_page_path(name):
        return registry.load(str(Path(file).parent / name))
    if not re.fullmatch(ID_PATTERN, name[:MOST_KEY]):
        known = listed(registry.known_ids())
        raise Refusal(
            "unknown",
            f"found {shorten_value(name)}, which is not an id; there is {known}",
        )
    return registry.load(name[:MOST_KEY])


def problems_with(data: Data, ruleset: Ruleset | None) -> list[Problem]:
    """Return all problems with the map of a file: of its shape, its references, its house rules
    and, for the parts without such faults, those that the ruleset finds. Without a ruleset only
    the common parts are checked."""
    schema = ruleset.SCHEMA if ruleset else None
    found = chain(
        _reference_problems(data),
        house_rule_problems(data.get("house_rules"), schema) if schema else (),
        _shape_problems(data, ruleset, schema),
    )
    problems = list(islice(found, 2 * MOST_FAULTS))
    if ruleset:
        rest, gone = faultless_part(data, problems)
        whole = encounter_of(rest) if rest else None
        checked = (
            (counter_problems(whole, ruleset), ruleset.check(whole))
            if whole
            else ()
        )
        for problem in chain(*checked):
            if not any(f"'{name}'" in problem.message for name in gone):
                problems.append(
                    Problem(home_path(data, problem.path), problem.message)
                )
    return problems


def faultless_part(
    data: Data, problems: list[Problem]
) -> tuple[Data | None, set[str]]:
    """Return the part of a file that the ruleset can check in spite of faults elsewhere: the map
    without the combatants, templates, effects, counters and sections that have faults. With it
    come the ids that were left out, also those of pieces of the scene. The map is None if the
    file as a whole is unsound."""
    paths = {problem.path for problem in problems}
    if any(len(path) < 2 and path[:1] != ("ruleset",) for path in paths):
        return None, set()
    templates = {path[1] for path in paths if path[0] == "templates"}
    gone = {path[1] for path in paths if path[0] == "combatants"}
    gone |= {
        path[2]
        for path in paths
        if path[:2] == ("fight", "combatants") and len(path) > 2
    }
    cast = as_map(data.get("combatants"))
    gone |= {
        who for who, sheet in cast.items() if template_name(sheet) in templates
    }
    rest = {
        **data,
        "combatants": {who: s for who, s in cast.items() if who not in gone},
    }
    faulty = {
        path[1] for path in paths if path[0] == COUNTERS and len(path) > 1
    }
    rest[COUNTERS] = {
        k: v for k, v in as_map(data.get(COUNTERS)).items() if k not in faulty
    }
    faulty = {
        path[1] for path in paths if path[0] == "effects" and len(path) > 1
    }
    gone |= faulty
    for key, names in (("effects", faulty), ("templates", templates)):
        if key in data:
            rest[key] = {
                k: v for k, v in as_map(data[key]).items() if k not in names
            }
    for section in ("house_rules", "scene"):
        if any(path[0] == section for path in paths):
            rest[section] = {}
            gone |= {
                key
                for pieces in as_map(data.get(section)).values()
                for key in as_map(pieces)
            }
    fight = dict(as_map(data.get("fight")))
    live = as_map(fight.get("combatants"))
    fight["combatants"] = {
        who: state for who, state in live.items() if who not in gone
    }
    if any(
        path[0] == "fight" and path[1:2] != ("combatants",) for path in paths
    ):
        fight = {}
    return {**rest, "fight": fight}, gone


def _shape_problems(
    data: Data, ruleset: Ruleset | None, schema: Schema | None
) -> Iterator[Problem]:
    """Yield the problems with the shape of a file. Combatants are judged with their templates,
    unless they would take too much memory."""

    def complete_combatant(sheet: Any) -> Any:
        """Return a combatant's sheet with its template's fields, as the ruleset completes it;
        anything but a map as it is."""
        if ruleset is None or not isinstance(sheet, dict):
            return sheet
        return complete_sheet(
            ruleset, {**(template_of(data, sheet) or {}), **sheet}
        )

    if bomb := _exceeded_limit(data):
        message = f"with their templates they hold more than {bomb}"
        advice = "fewer of them or smaller templates would do"
        yield Problem(("combatants",), f"{message}; {advice}")
    judged = {**data, "combatants": {}} if bomb else data
    for problem, missing in problems_of(judged, schema, complete_combatant):
        if (
            missing
            and problem.path[0] == "templates"
            and len(problem.path) == 3
        ):
            continue  # what a template leaves out its users may have
        yield Problem(home_path(data, problem.path), problem.message)


def _exceeded_limit(data: Data) -> str:
    """Return the limit that combatants exceed by sharing huge templates, in words; empty if they
    exceed none."""
    users = Counter(map(template_name, as_map(data.get("combatants")).values()))
    used = [
        (users[n], sheet)
        for n, sheet in as_map(data.get("templates")).items()
        if users[n]
    ]
    if sum(count * values_in(sheet) for count, sheet in used) > MOST_VALUES:
        return f"{MOST_VALUES:,} values"
    if sum(count * _bytes_of_text(sheet) for count, sheet in used) > MOST_TEXT:
        return f"{MOST_TEXT // 2**20} MiB of text"
    return ""


def _bytes_of_text(value: Any) -> int:
    """Return the bytes of text that a value takes."""
    return len(
        json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass")
    )


def complete_sheet(ruleset: Ruleset, sheet: Data) -> Data:
    """Return a sheet as the ruleset completes it; unchanged if the ruleset cannot because a
    value is of the wrong kind, which the schema reports."""
    try:
        return ruleset.complete(sheet)
    except Exception:
        return sheet


def _template_hint(name: str, templates: Data) -> str:
    """Return the hint to append to an error about an unknown template, with its leading blank or
    `; `."""
    if names_stock(name):
        return f" here; `add NAME --template {name}` takes it from the stock"
    return propose_near_key(name, templates)


def _reference_problems(data: Data) -> Iterator[Problem]:
    """Yield the problems with names in a file: reserved ids, unknown templates, templates of
    templates, live state of unknown combatants."""
    combatants, templates = (
        as_map(data.get("combatants")),
        as_map(data.get("templates")),
    )
    for who, sheet in combatants.items():
        if who in RESERVED:
            yield Problem(
                ("combatants", who),
                f"'{who}' cannot be an id: `set {who}` means something else",
            )
        name = template_name(sheet)
        if name is not None and name not in templates:
            message = f"there is no template {shorten_value(name)}{_template_hint(name, templates)}"
            yield Problem(("combatants", who, "template"), message)
    for name, sheet in templates.items():
        if "template" in as_map(sheet):
            yield Problem(
                ("templates", name, "template"),
                "a template cannot have a template",
            )
    for who in as_map(as_map(data.get("fight")).get("combatants")):
        if who not in combatants:
            message = f"no combatant {shorten_value(who)}{propose_near_key(who, combatants)}"
            yield Problem(("fight", "combatants", who), message)
