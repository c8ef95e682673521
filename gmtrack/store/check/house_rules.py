"""Checks of `house_rules`: the rulings of a ruleset that can be switched, and their values."""

from collections.abc import Iterator
from typing import Any

from gmtrack.core.names import listed
from gmtrack.rulesets.port import HouseRule, Problem, Schema
from gmtrack.store.check.shapes import (
    allowed_values,
    propose_near_key,
    yaml_word,
)
from gmtrack.store.text.scalars import shorten_value

SWITCH = {False: "off", True: "on"}
"""Words for truth values: YAML reads a bare `off` as false, so both are taken."""


def house_rule_problems(rules: Any, schema: Schema) -> Iterator[Problem]:
    """Yield the problems with the keys and values of a file's `house_rules`; none if it is no
    map, which the file's shape reports."""
    for key, value in rules.items() if isinstance(rules, dict) else ():
        rule = schema.house_rules.get(key)
        if key in schema.refused_rules:
            message = (
                f"this rule cannot be switched: {schema.refused_rules[key]}"
            )
        elif rule is None:
            message = (
                f"unknown house rule{propose_near_key(key, schema.house_rules)}"
            )
        elif not is_allowed_value(rule, value):
            message = f"found {shorten_value(value)}, allowed: {_allowed_values(rule)}"
        else:
            continue
        yield Problem(("house_rules", key), message)


def _allowed_values(rule: HouseRule) -> str:
    """Return in words what values a house rule allows."""
    if isinstance(rule.allowed, type):
        return allowed_values(rule.allowed)
    choices = [
        *map(yaml_word, rule.allowed),
        *([allowed_values(rule.free)] if rule.free else []),
    ]
    return "one of " * (len(choices) > 1) + listed(choices)


def is_allowed_value(rule: HouseRule, value: Any) -> bool:
    """Whether a house rule allows a value; `off` and false, `on` and true are the same."""
    for kind in (rule.allowed, rule.free):
        if isinstance(kind, type) and type(value) in (
            (int, float) if kind is float else (kind,)
        ):
            return True
    if isinstance(rule.allowed, type):
        return False
    values = [value, SWITCH[value]] if isinstance(value, bool) else [value]
    values += [word for word, name in SWITCH.items() if name == value]
    return any(
        type(v) is type(one) and v == one
        for v in values
        for one in rule.allowed
    )
