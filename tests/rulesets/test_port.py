"""What a ruleset hands out is found late, by name: each must be what the port asks for."""

import inspect
import re
from collections.abc import Callable
from importlib import import_module
from operator import attrgetter
from typing import Any

import pytest

from gmtrack.rulesets import port, registry

RULESETS = sorted(meta.id for meta in registry.metas())
FUNCTIONS = {
    name: function
    for protocol in (port.Ruleset, port.Besides)
    for name, function in vars(protocol).items()
    if inspect.isfunction(function) and not name.startswith("_")
}


def shape(function: Callable[..., Any]) -> tuple[list[str], str]:
    """The names of the parameters, and of the type of the answer."""
    signature = inspect.signature(function)
    answer = inspect.formatannotation(signature.return_annotation).split("[")[0]
    answer = answer.replace("Data", "dict")
    names = [name for name in signature.parameters if name != "self"]
    return names, re.findall(r"\w+", answer)[-1]


@pytest.mark.parametrize("id", RULESETS)
def test_a_package_has_every_name_of_the_port_with_its_parameters(id: str) -> None:
    rules = registry.load(id)
    assert not [name for name in registry.PORT if not hasattr(rules, name)]
    for name, asked in FUNCTIONS.items():
        if hasattr(rules, name):
            assert shape(getattr(rules, name)) == shape(asked), name


@pytest.mark.parametrize("id", RULESETS)
def test_every_command_of_a_package_has_its_function(id: str) -> None:
    rules: Any = registry.load(id)
    for place in rules.commands.values():
        module, _, function = place.rpartition(":")
        assert callable(attrgetter(function)(import_module(rules._module_path(module))))


@pytest.mark.parametrize("id", RULESETS)
def test_a_name_is_that_of_its_module(id: str) -> None:
    rules: Any = registry.load(id)
    for name, module in rules._rooms.items():
        if hasattr(rules, name) and not hasattr(type(rules), name):
            assert getattr(rules, name) is getattr(import_module(rules._module_path(module)), name)


def test_a_name_that_a_ruleset_does_without_is_no_fault() -> None:
    assert not hasattr(registry.load("i2050"), "REFILLS")
    assert not hasattr(registry.load("spotlight"), "IMPORTED")
