"""Checking `house_rules`: the switchable rulings of a ruleset and their values."""

from collections.abc import Iterator
from typing import Any

from gmtrack.core.names import listed
from gmtrack.rulesets.port import HouseRule, Problem, Schema
from gmtrack.store.check.shapes import allowed, nearest, word
from gmtrack.store.text.scalars import shown

SWITCH = {False: "off", True: "on"}
"""YAML reads a bare `off` as false: both are taken."""


def house_rule_problems(rules: Any, schema: Schema) -> Iterator[Problem]:
    """What is wrong in a file's `house_rules`; its being a map is not looked at here."""
    for key, value in rules.items() if isinstance(rules, dict) else ():
        message = _wrong(key, value, schema)
        if message:
            yield Problem(("house_rules", key), message)


def _wrong(key: str, value: Any, schema: Schema) -> str:
    if key in schema.refused_rules:
        return f"this rule cannot be switched: {schema.refused_rules[key]}"
    rule = schema.house_rules.get(key)
    if rule is None:
        return f"unknown house rule{nearest(key, schema.house_rules)}"
    if fits(rule, value):
        return ""
    if isinstance(rule.allowed, type):
        return f"found {shown(value)}, allowed: {allowed(rule.allowed)}"
    choices = [*map(word, rule.allowed), *([allowed(rule.free)] if rule.free else [])]
    words = "one of " * (len(choices) > 1) + listed(choices)
    return f"found {shown(value)}, allowed: {words}"


def fits(rule: HouseRule, value: Any) -> bool:
    """Is the value one that the rule can have?"""
    for kind in (rule.allowed, rule.free):
        if isinstance(kind, type) and type(value) in ((int, float) if kind is float else (kind,)):
            return True
    if isinstance(rule.allowed, type):
        return False
    values = [value, SWITCH[value]] if isinstance(value, bool) else [value]
    values += [word for word, name in SWITCH.items() if name == value]
    return any(type(v) is type(one) and v == one for v in values for one in rule.allowed)
