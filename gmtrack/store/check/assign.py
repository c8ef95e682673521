"""Parsing `PATH=VALUE` from the command line: find the field, parse the value, check both."""

import copy
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Literal, get_args, get_origin

from gmtrack import system
from gmtrack.core import MARK
from gmtrack.core.draft import NAME, Draft, Path
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.intents import Assignment
from gmtrack.core.names import ask_if_meant, squash
from gmtrack.errors import Refusal
from gmtrack.rulesets.port import Ruleset
from gmtrack.store.stock.reading import ARMOR, WEAPONS
from gmtrack.store.text.scalars import is_text, shorten_value

Step = str | int
_NOTHING: Data = {}
_NULLS = ("~", "null")
_LONGEST = 60
"""Most characters of a value in an example."""


def parse_assignments(
    encounter: Encounter, ruleset: Ruleset, who: str, texts: Sequence[str]
) -> tuple[Assignment, ...]:
    """Parse the texts of `set WHO PATH=VALUE...` and check them on a copy of the encounter.

    `who` is a combatant's id, `scene` or `fight`. A field of the live state is preferred to one
    of the sheet. Raises Refusal: the ruleset's word for an unknown field, or the one for a bad
    value."""
    return _carry_out_assignments(
        copy.deepcopy(encounter), ruleset, _roots_for(ruleset, who), texts
    )


def parse_sheets(
    encounter: Encounter,
    ruleset: Ruleset,
    names: Mapping[str, str],
    template: str | None,
    sets: Sequence[str],
    base: Data = _NOTHING,
    state: Data = _NOTHING,
) -> dict[str, Data]:
    """Build checked sheets for new combatants, or one for somebody who is replaced.

    `names` are their names by id; the sheets differ in nothing else. `base` holds the first
    fields of each sheet, `template` is its template if there is one, `sets` are PATH=VALUE texts
    for it; `state` is the live state of the first combatant. Weapons that `sets` adds come into
    the hands of newcomers. Raises Refusal as `parse_assignments`."""
    for name in names.values():
        if not is_text(name):
            raise Refusal(
                ruleset.WORDS.no_value,
                f"{shorten_value(name)} is not a valid name",
            )
    if number := next(filter(str.isdigit, names), None):
        message = f"'{number}' is a number, and no name for anybody: type a letter with it"
        raise Refusal(ruleset.WORDS.no_value, message)
    trial = copy.deepcopy(encounter)
    first, *others = names
    own = copy.deepcopy(base) | ({"template": template} if template else {})
    trial.combatants[first] = (
        {"name": names[first]} | own | {"name": names[first]}
    )
    if state:
        states = trial.fight.get("combatants") or {}
        trial.fight["combatants"] = {**states, first: copy.deepcopy(state)}
    roots = [
        root
        for root in _roots_for(ruleset, first)
        if root[0][0] == "combatants"
    ]
    usual = frozenset(trial.sheet(first).get(WEAPONS) or ())
    assigned = _carry_out_assignments(trial, ruleset, roots, sets)
    if first not in encounter.combatants:
        _take_in_hand(
            trial, ruleset, first, usual, {one.path[2:][0] for one in assigned}
        )
    # One who is wrong is told once, not as often as there are others like him.
    for other in others:
        sheet = copy.deepcopy(trial.combatants[first])
        numbered = (
            {"name": names[other]} if sheet["name"] == names[first] else {}
        )
        trial.combatants[other] = sheet | numbered
    if others:
        check_trial(trial, ruleset)
    return {who: trial.combatants[who] for who in names}


def _take_in_hand(
    trial: Encounter,
    ruleset: Ruleset,
    who: str,
    usual: frozenset[str],
    given: set[str],
) -> None:
    """Put the weapons that a newcomer was given before the `usual` ones of the sheet, and into
    the hands. Does nothing without either. `given` are the fields that were set; hands among
    them stay as they were set."""
    weapons = trial.sheet(who).get(WEAPONS) or {}
    new = {
        name: weapon for name, weapon in weapons.items() if name not in usual
    }
    if not new or not usual:
        return
    own = trial.combatants[who]
    own[WEAPONS] = {**new, **weapons}
    hands = [
        field for field in getattr(ruleset, "HANDS", ()) if field not in given
    ]
    own |= {
        field: None
        for field in hands
        if trial.sheet(who).get(field) is not None
    }


def checked_sheet(
    encounter: Encounter, ruleset: Ruleset, who: str, sheet: Data
) -> Data:
    """Return a copy of a newcomer's sheet after checking it in the encounter. Raises Refusal as
    `parse_assignments`."""
    trial = copy.deepcopy(encounter)
    trial.combatants[who] = copy.deepcopy(sheet)
    check_trial(trial, ruleset)
    return trial.combatants[who]


def _roots_for(ruleset: Ruleset, who: str) -> list[tuple[Path, Any]]:
    """Return the parts of an encounter in which a path for `who` is looked up, in order: the
    path of each part with its shape."""
    from gmtrack.store.check.shapes import FIGHT_ITSELF, live_shape, sheet_shape

    schema = ruleset.SCHEMA
    if who == "scene":
        return [(("scene",), schema.scene)]
    if who == "fight":
        return [(("fight",), live_shape(schema.fight)), ((), FIGHT_ITSELF)]
    return [
        (("fight", "combatants", who), live_shape(schema.live)),
        (("combatants", who), sheet_shape(schema.sheet)),
    ]


def _carry_out_assignments(
    trial: Encounter,
    ruleset: Ruleset,
    roots: list[tuple[Path, Any]],
    texts: Sequence[str],
) -> tuple[Assignment, ...]:
    """Parse all assignments, carry them out on `trial`, check it as a whole and return them.
    Everything that is wrong is refused together. Raises Refusal."""
    draft = Draft(trial)
    assignments: list[Assignment] = []
    refused: list[Refusal] = []
    with _adapt_tracks(draft, ruleset, roots, assignments):
        for text in texts:
            try:
                assignment = _parse_assignment(draft, ruleset, roots, text)
            except Refusal as refusal:
                refused.append(refusal)
                continue
            draft.put(assignment.path, assignment.value)
            assignments.append(assignment)
    check_trial(trial, ruleset, refused)
    return tuple(assignments)


@contextmanager
def _adapt_tracks(
    draft: Draft,
    ruleset: Ruleset,
    roots: list[tuple[Path, Any]],
    assignments: Sequence[Assignment],
) -> Iterator[None]:
    """Let the ruleset adapt what is left of a combatant's tracks to maxima that are set inside a
    `with` block. Does nothing if nobody with a live state is changed, or the ruleset does not
    offer it."""
    fitting = getattr(ruleset, "fitting", None)
    live = next(
        (base for base, _ in roots if base[:2] == ("fight", "combatants")), None
    )
    if fitting is None or live is None or not draft.get(live):
        yield
        return
    assigned: list[Path] = []
    with fitting(draft, live[2], assigned):
        yield
        assigned += [one.path for one in assignments]


def _parse_assignment(
    draft: Draft, ruleset: Ruleset, roots: list[tuple[Path, Any]], text: str
) -> Assignment:
    """Parse one `PATH=VALUE` text. Raises Refusal."""
    name, sign, raw = text.partition("=")
    name = name.strip()
    if not sign or not name:
        message = f"'{text}': type PATH=VALUE, such as pools.flesh=4"
        raise Refusal(ruleset.WORDS.no_value, message)
    assignment = _find_assignment(draft, ruleset, roots, name, raw)
    if assignment.path == NAME and not raw.strip():
        raise Refusal(
            ruleset.WORDS.no_value, "name: type what the fight is called"
        )
    if MARK not in raw:
        return assignment
    try:
        return _resolve_stock(draft.encounter, ruleset, assignment)
    except Refusal as refusal:
        raise type(refusal)(
            refusal.kind, f"{name}: {refusal.message}"
        ) from refusal


def _resolve_stock(
    trial: Encounter, ruleset: Ruleset, assignment: Assignment
) -> Assignment:
    """Return an assignment with stock things in place of their names; unchanged outside
    combatants' sheets, and for the name of a template of the encounter. Raises Refusal for
    unknown names."""
    from gmtrack.store.stock.check import resolve_field

    root, *path = assignment.path
    is_template = (
        isinstance(assignment.value, str)
        and assignment.value in trial.templates
    )
    if root != "combatants" or is_template:
        return assignment
    return assignment._replace(
        value=resolve_field(ruleset, tuple(path[1:]), assignment.value)
    )


def _find_assignment(
    draft: Draft,
    ruleset: Ruleset,
    roots: list[tuple[Path, Any]],
    name: str,
    raw: str,
) -> Assignment:
    """Find the field for a path and parse the value. If several roots know the first word, the
    first one is taken in which the rest of the path and the value fit too:
    `weapons.pistol.status` is in the live state, `weapons.pistol.damage` on the sheet. Raises
    Refusal."""
    first, *words = [word.strip() for word in name.split(".")]
    *others, last = _roots_with_field(ruleset, roots, first)
    for base, field, shape in others:
        try:
            steps, under = _steps_along(
                ruleset, shape, _current_value(draft, base, field), words, name
            )
            wanted = _parse_value(ruleset, under, name, raw)
        except Refusal:
            continue
        # What names things of the stock has no place in the live state.
        of_stock = (
            base[0] == "fight" and field in (WEAPONS, ARMOR) and MARK in raw
        )
        if _has_room(under, wanted) and not of_stock:
            return _put_at(draft, ruleset, (*base, field), steps, wanted)
    base, field, shape = last
    now = _current_value(draft, base, field)
    steps, under = _steps_along(ruleset, shape, now, words, name)
    wanted = _parse_value(ruleset, under, name, raw)
    if wanted is None and _takes_out_key(shape, under, steps):
        return Assignment((*base, field), _remove_key(now, steps))
    return _put_at(draft, ruleset, (*base, field), steps, wanted)


def _takes_out_key(shape: Any, under: Any, steps: list[Step]) -> bool:
    """Whether the value null takes out the key at the end of `steps`: only a key that people
    choose themselves, such as a skill or a weapon, and that cannot hold null."""
    from gmtrack.store.check.shapes import (
        alternatives,
        annotation_inside,
        keys_of,
    )

    if not steps or type(None) in alternatives(under):
        return False
    for step in steps[:-1]:
        shape = annotation_inside(shape, step)
    return isinstance(steps[-1], str) and keys_of(shape) is None


def _remove_key(value: Any, steps: list[Step]) -> Any:
    """Return a copy of a value without the key at the end of `steps`; unchanged if there is no
    such key."""
    whole = copy.deepcopy(value)
    node = whole
    for step in steps[:-1]:
        node = _value_under(node, step)
    if isinstance(node, dict):
        node.pop(steps[-1], None)
    return whole


def _put_at(
    draft: Draft, ruleset: Ruleset, path: Path, steps: list[Step], wanted: Any
) -> Assignment:
    """Return the assignment of a value at the end of `steps` inside the field at `path`. Inside
    a list, or a field that comes from a template, the whole field is assigned. Raises Refusal if
    nothing can be put there, or if a map for it would replace one value."""
    *base, field = path
    now = _current_value(draft, tuple(base), field)
    in_list = any(isinstance(step, int) for step in steps)
    if not in_list:
        _check_way_inside(ruleset, field, now, steps)
    from_template = now is not None and draft.get(path) is None
    if steps and (in_list or from_template):
        whole = copy.deepcopy(now)
        if not _put_inside(whole, steps, wanted):
            name = ".".join(map(str, (field, *steps)))
            raise Refusal(ruleset.WORDS.no_field, f"{name} cannot be set")
        return Assignment(path, whole)
    return Assignment((*path, *map(str, steps)), wanted)


def _check_way_inside(
    ruleset: Ruleset, field: str, value: Any, steps: list[Step]
) -> None:
    """Raise Refusal if a step into a field leads inside of a value that is no map."""
    for number, step in enumerate(steps):
        if value is not None and not isinstance(value, dict):
            whole = ".".join(map(str, (field, *steps[:number])))
            message = (
                f"{whole} is {shorten_value(value)}, which {whole}.{step} would replace: "
                f"set the whole, '{whole}={{{step}: ...}}'"
            )
            raise Refusal(ruleset.WORDS.no_value, message)
        value = _value_under(value, step)


def _roots_with_field(
    ruleset: Ruleset, roots: list[tuple[Path, Any]], word: str
) -> list[tuple[Path, str, Any]]:
    """Return the roots that have a field called `word`: each one's path, the field, its shape.
    Raises Refusal if none has, with a hint: the fields that people set, those of the sheet
    first."""
    from gmtrack.store.check.shapes import fields_of, propose_near_key

    found: list[tuple[Path, str, Any]] = []
    schema = ruleset.SCHEMA
    internal = schema.live.INTERNAL | schema.fight.INTERNAL
    known: dict[str, None] = {}
    for base, shape in reversed(roots):
        fields = fields_of(shape) or {}
        found += [
            (base, key, fields[key])
            for key in fields
            if squash(key) == squash(word)
        ][:1]
        known |= dict.fromkeys(key for key in fields if key not in internal)
    found.reverse()
    if not found:
        deeper = next(_paths_inside(roots, word), "")
        hint = ask_if_meant(deeper) or propose_near_key(word, known)
        raise Refusal(ruleset.WORDS.no_field, f"no field '{word}'{hint}")
    return found


def _paths_inside(roots: list[tuple[Path, Any]], word: str) -> Iterator[str]:
    """Yield the paths of keys called `word` inside the fields of the roots."""
    from gmtrack.store.check.shapes import fields_of, keys_of

    for _, shape in roots:
        for field, under in (fields_of(shape) or {}).items():
            for key in keys_of(under) or ():
                if squash(key) == squash(word):
                    yield f"{field}.{key}"


def _steps_along(
    ruleset: Ruleset, shape: Any, value: Any, words: list[str], name: str
) -> tuple[list[Step], Any]:
    """Return the steps from a field along the words of a path, and the shape of what stands
    there. Raises Refusal, naming the path `name`."""
    steps: list[Step] = []
    for word in words:
        step, shape = _step_into(ruleset, shape, value, word, name)
        value = _value_under(value, step)
        steps.append(step)
    return steps, shape


def _has_room(shape: Any, value: Any) -> bool:
    """Whether a shape has every key of a map, to any depth, and allows null where the value is
    null."""
    from gmtrack.store.check.shapes import alternatives, annotation_inside

    if value is None:
        return type(None) in alternatives(shape)
    if not isinstance(value, dict):
        return True
    found = [
        (annotation_inside(shape, str(key)), part)
        for key, part in value.items()
    ]
    return all(
        under is not None and _has_room(under, part) for under, part in found
    )


def _current_value(draft: Draft, base: Path, field: str) -> Any:
    """Return the value of a field now; for a combatant's sheet with its template's fields. None
    if there is none."""
    if base[:1] == ("combatants",):
        return draft.encounter.sheet(base[1]).get(field)
    return draft.get((*base, field))


def _step_into(
    ruleset: Ruleset, shape: Any, value: Any, word: str, name: str
) -> tuple[Step, Any]:
    """Return the key or index that a word means inside a value, which may be new there, and the
    shape of what it holds. Raises Refusal, naming the path `name`."""
    from gmtrack.store.check.shapes import (
        annotation_inside,
        keys_of,
        propose_near_key,
    )

    if isinstance(value, list):
        if not word.isdecimal() or int(word) >= len(value):
            message = (
                f"{name}: '{word}' is not a position in a list of {len(value)}, "
                "counted from 0"
            )
            raise Refusal(ruleset.WORDS.no_field, message)
        return int(word), annotation_inside(shape, int(word))
    there = list(value) if isinstance(value, dict) else []
    known = keys_of(shape)
    for key in [*there, *(known or ())]:
        if squash(key) == squash(word):
            return key, annotation_inside(shape, key)
    under = annotation_inside(shape, word)
    if known is not None or under is None or not word:
        message = f"no field '{word}' in {name}{propose_near_key(word, known or there)}"
        raise Refusal(ruleset.WORDS.no_field, message)
    return word, under


def _value_under(value: Any, step: Step) -> Any:
    """Return what a map or list holds under a key or index; None if there is nothing."""
    if isinstance(value, dict):
        return value.get(str(step))
    return (
        value[step]
        if isinstance(value, list) and isinstance(step, int)
        else None
    )


def _is_text_kind(kind: Any) -> bool:
    """Whether an annotation takes texts alone: `str`, or a Literal of texts."""
    if kind is str:
        return True
    is_choice = get_origin(kind) is Literal
    return is_choice and all(isinstance(one, str) for one in get_args(kind))


def _parse_value(ruleset: Ruleset, shape: Any, name: str, raw: str) -> Any:
    """Parse a typed value as YAML. A text stays as it was typed if the field takes only texts or
    if it is no YAML; an empty one means null. Raises Refusal."""
    from gmtrack.store.check.shapes import alternatives
    from gmtrack.store.text.codec import parse_yaml

    if not raw.isascii() and not is_text(raw):
        raise Refusal(
            ruleset.WORDS.no_value,
            f"{name}: {shorten_value(raw)} is not a text",
        )
    kinds = alternatives(shape)
    texts = [kind for kind in kinds if _is_text_kind(kind)]
    if texts and all(kind in texts or kind is type(None) for kind in kinds):
        is_null = len(texts) < len(kinds) and raw.strip() in ("", *_NULLS)
        return None if is_null else _parse_text(ruleset, shape, name, raw)
    document = parse_yaml(raw, "")
    if not document.is_yaml and MARK in raw:
        from gmtrack.store.stock.check import quote_names

        document = parse_yaml(quote_names(raw), "")
    if not document.is_yaml or not raw.strip():
        return raw or None
    if document.faults:
        faults = "; ".join(fault.message for fault in document.faults)
        raise Refusal(ruleset.WORDS.no_value, f"{name}: {faults}")
    return document.data


def _parse_text(ruleset: Ruleset, shape: Any, name: str, raw: str) -> str:
    """Return the value of a text field: the words as typed, without quotes around them only if
    they need quotes. Raises Refusal for a list, a map or null."""
    import json

    from gmtrack.store.check.shapes import allowed_values, alternatives
    from gmtrack.store.text.codec import parse_yaml

    if str not in alternatives(shape) or not _needs_quotes(raw):
        return raw
    inner = _text_in_quotes(raw)
    if inner is not None:
        return inner
    found = shorten_value(parse_yaml(raw, "").data)
    example = (
        raw.strip() if raw.isprintable() and len(raw) <= _LONGEST else "[...]"
    )
    line = system.quote(f"{name}={json.dumps(example, ensure_ascii=False)}")
    allowed = allowed_values(shape)
    message = f"{name}: found {found}, allowed: {allowed}; as a text it is typed {line}"
    raise Refusal(ruleset.WORDS.no_value, message)


def _needs_quotes(raw: str) -> bool:
    """Whether a text must be typed in quotes to be one: without them it is null, a list or a
    map, or quotes around such a text."""
    from gmtrack.store.text.codec import parse_yaml

    bare = raw.strip()
    if bare.startswith(("[", "{")):
        document = parse_yaml(bare, "")
        return (
            document.is_yaml
            and document.root is not None
            and document.root.flow
        )
    inner = _text_in_quotes(bare)
    return bare in _NULLS if inner is None else _needs_quotes(inner)


def _text_in_quotes(raw: str) -> str | None:
    """Return the text inside quotes around the whole of `raw`; None if there are none."""
    from gmtrack.store.text.codec import parse_yaml

    bare = raw.strip()
    if len(bare) < 2 or bare[0] not in "\"'" or bare[-1] != bare[0]:
        return None
    document = parse_yaml(bare, "")
    whole = (
        document.is_yaml
        and not document.faults
        and isinstance(document.data, str)
    )
    return document.data if whole else None


def _put_inside(whole: Any, steps: list[Step], value: Any) -> bool:
    """Put a value into nested maps and lists, creating maps on the way. False if something on
    the way is neither."""
    node = whole
    try:
        for step in steps[:-1]:
            node = (
                node.setdefault(step, {})
                if isinstance(node, dict)
                else node[step]
            )
        node[steps[-1]] = value
    except TypeError:
        return False
    return True


def check_trial(
    trial: Encounter, ruleset: Ruleset, refused: Sequence[Refusal] = ()
) -> None:
    """Raise Refusal for everything that is wrong in an encounter, together with what was
    `refused` before; else do nothing."""
    from gmtrack.store.check.pydantic_errors import MISSING
    from gmtrack.store.check.validate import problems_with
    from gmtrack.store.encounter_map import data_of

    problems = problems_with(data_of(trial), ruleset)
    if refused:  # what is missing then may be what was refused
        problems = [
            one for one in problems if not one.message.startswith(MISSING)
        ]
    if len(refused) == 1 and not problems:
        raise refused[0]
    messages = [refusal.message for refusal in refused]
    messages += [
        f"{'.'.join(problem.path)}: {problem.message}" for problem in problems
    ]
    if messages:
        kind = refused[0].kind if refused else ruleset.WORDS.no_value
        raise Refusal(kind, "\n".join(dict.fromkeys(messages)))
