"""Old names of the kit's functions, classes and methods. Rulesets of other distributions that still
use them go on working, with a DeprecationWarning."""

from typing import Any


def accept_old_imports(names: dict[str, Any]) -> None:
    """Let the old names of a module (`OLD_IMPORTS` of `rulesets/old_names.py`) be imported from it.
    NAMES is the module's `globals()`, to which a `__getattr__` is added. It is not defined in the
    module itself: a type checker would then take every name of the module for known."""
    module = names["__name__"]

    def import_by_old_name(name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        # Loaded only for a ruleset that uses an old name.
        from gmtrack.rulesets.old_names import import_old_name

        return import_old_name(module, name, names)

    names["__getattr__"] = import_by_old_name


def accept_old_attributes(owner: type, **new_names: str) -> None:
    """Let methods and fields of a class be used by their old names: each keyword is an old name,
    its value the new one."""
    for old, new in new_names.items():
        setattr(owner, old, _OldAttribute(owner.__name__, old, new))


class _OldAttribute:
    """Descriptor of an attribute's old name: reading it warns, and returns the attribute that has
    the new name."""

    def __init__(self, owner: str, old: str, new: str) -> None:
        self._owner, self._old, self._new = owner, old, new

    def __get__(self, instance: object | None, owner: type) -> Any:
        from gmtrack.rulesets.old_names import warn_of_old_name

        warn_of_old_name(self._owner, self._old, self._new)
        return getattr(owner if instance is None else instance, self._new)
