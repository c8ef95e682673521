"""`house_rules`, the switchable rulings of a ruleset: what is wrong in those of a file, and the
same fight by others, for somebody who only asks."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from gmtrack.core.encounter import Encounter
from gmtrack.core.names import fitting, listed
from gmtrack.errors import Ambiguous, Refusal
from gmtrack.rulesets.port import HouseRule, Problem, Ruleset, Schema
from gmtrack.store.check.shapes import allowed, nearest, word
from gmtrack.store.text.scalars import shown

SWITCH = {False: "off", True: "on"}
"""YAML reads a bare `off` as false: both are taken."""


def house_rule_problems(rules: Any, schema: Schema) -> Iterator[Problem]:
    """What is wrong in a file's `house_rules`; its being a map is not looked at here."""
    for key, value in rules.items() if isinstance(rules, dict) else ():
        rule = schema.house_rules.get(key)
        if key in schema.refused_rules:
            message = f"this rule cannot be switched: {schema.refused_rules[key]}"
        elif rule is None:
            message = f"unknown house rule{nearest(key, schema.house_rules)}"
        elif not fits(rule, value):
            message = f"found {shown(value)}, allowed: {_told(rule)}"
        else:
            continue
        yield Problem(("house_rules", key), message)


def _told(rule: HouseRule) -> str:
    if isinstance(rule.allowed, type):
        return allowed(rule.allowed)
    choices = [*map(word, rule.allowed), *([allowed(rule.free)] if rule.free else [])]
    return "one of " * (len(choices) > 1) + listed(choices)


def fits(rule: HouseRule, value: Any) -> bool:
    for kind in (rule.allowed, rule.free):
        if isinstance(kind, type) and type(value) in ((int, float) if kind is float else (kind,)):
            return True
    if isinstance(rule.allowed, type):
        return False
    values = [value, SWITCH[value]] if isinstance(value, bool) else [value]
    values += [word for word, name in SWITCH.items() if name == value]
    return any(type(v) is type(one) and v == one for v in values for one in rule.allowed)


def ruled_otherwise(encounter: Encounter, ruleset: Ruleset, texts: Sequence[str]) -> Encounter:
    """The encounter with these `KEY=VALUE` among its house rules; itself without any. Keys and
    values may be begun. Raises Refusal for what the file could not have either."""
    from gmtrack.store.check.validate import examine
    from gmtrack.store.encounter_map import data_of

    if not texts:
        return encounter
    changed = dict(_read(ruleset, text) for text in texts)
    other = replace(encounter, house_rules={**encounter.house_rules, **changed})
    problems = examine(data_of(other), ruleset)
    if problems:
        told = [f"{'.'.join(problem.path)}: {problem.message}" for problem in problems]
        raise Refusal(ruleset.WORDS.value, "\n".join(dict.fromkeys(told)))
    return other


def _read(ruleset: Ruleset, text: str) -> tuple[str, Any]:
    from gmtrack.store.text.codec import parse

    word, _, raw = text.partition("=")
    known = [*ruleset.SCHEMA.house_rules, *ruleset.SCHEMA.refused_rules]
    key = _full(ruleset, word, known, "house rule")
    rule = ruleset.SCHEMA.house_rules.get(key)
    words = rule.allowed if rule and isinstance(rule.allowed, tuple) else ()
    value = _full(ruleset, raw, [one for one in words if isinstance(one, str)], key)
    if value in words:
        return key, value
    document = parse(raw, "")
    return key, document.data if document.is_yaml and not document.faults else raw


def _full(ruleset: Ruleset, word: str, known: Sequence[str], what: str) -> str:
    """The one of them that a word begins; the word itself where that is none. Raises Refusal where
    it could be several."""
    found = fitting(word, known)
    if len(found) > 1:
        message = f"{what} '{word}' could be {listed(found)}: type more of it"
        raise Ambiguous(ruleset.WORDS.unknown, message)
    return found[0] if found else word
