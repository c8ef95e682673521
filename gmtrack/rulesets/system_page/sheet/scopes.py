"""Meanings of a formula's names for a sheet, and for one person in the fight."""

from typing import Any, Protocol

from gmtrack.rulesets.system_page.formula.errors import FormulaError
from gmtrack.rulesets.system_page.formula.nodes import Scope, Throw

ROLLER = "me"


class Person(Protocol):
    """Somebody in the fight, as far as formulas name them."""

    def value_of(self, field: str) -> Any:
        """Return the value of a track or a field of the sheet."""

    def has_condition(self, condition: str) -> bool:
        """Whether the person has a condition of the page."""


class WithoutDice(Scope):
    """A scope in which nothing is rolled and nobody has a condition."""

    def has_condition(self, person: str, condition: str) -> bool:
        raise FormulaError(f"'{person} is {condition}' cannot be known here")

    def roll(self, throw: Throw) -> int:
        raise FormulaError("no dice can be rolled here")


class SheetScope(WithoutDice):
    """The fields of a sheet or a weapon that is being read: those above the one that follows."""

    def __init__(self, read: Any) -> None:
        self.read = read

    def value_of(self, name: str) -> Any:
        try:
            return getattr(self.read, name)
        except AttributeError:
            raise FormulaError(f"no field '{name}' above this one") from None


class PersonScope(WithoutDice):
    """The fields, tracks and conditions of one person."""

    def __init__(self, who: Person) -> None:
        self.who = who

    def value_of(self, name: str) -> Any:
        owner, _, field = name.rpartition(".")
        if owner not in ("", ROLLER):
            raise FormulaError(f"'{name}' cannot be known here")
        return self.who.value_of(field)

    def has_condition(self, person: str, condition: str) -> bool:
        return person == ROLLER and self.who.has_condition(condition)
