"""The names that the port had before: rulesets of other distributions that still use them go on
working, with a DeprecationWarning. Loaded only for such rulesets, and where somebody imports an
old name.
"""

import warnings
from collections.abc import Mapping
from typing import Any

OLD_NAMES: Mapping[str, str] = {
    "summarize_attack": "upshot",
    "standing_of": "standing",
    "resources_of": "means",
    "carried_state": "carried",
    "placed_state": "placed",
    "help_needed": "needs",
    "likely_typos": "slips",
    "count_successes": "counted",
}
"""Names of a ruleset, each with the one that it had before."""

OLD_NAMES_OF_PLAYED: Mapping[str, str] = {
    "turn_state": "moment",
    "next_intents": "moves",
    "distance_between": "apart",
    "attacks_at_hand": "arms",
    "other_actions": "acts",
    "treatments": "helps",
}
"""Names of the module of `PLAYED`, each with the one that it had before."""

OLD_IMPORTS: Mapping[str, Mapping[str, str]] = {
    "gmtrack.rulesets.port": {
        "Moment": "TurnState",
        "Counted": "SuccessCount",
        "Aim": "WantedAttack",
    },
    "gmtrack.rulesets.kit.blocks": {"upshot": "summarize_attack"},
}
"""By module: names that could be imported from it, each with the one that it has now."""


def warn_of_old_name(owner: str, old: str, new: str) -> None:
    """Warn the ruleset's author of an old name; OWNER says where it stands."""
    message = f"{owner}: `{old}` is called `{new}` now"
    warnings.warn(message, DeprecationWarning, stacklevel=3)


def accept_old_names(ruleset_id: str, rules: Any) -> None:
    """Let old names of a loaded ruleset stand in for the new ones that it lacks, with a warning
    for each. Changes the object RULES; a `Package` looks for them when it is asked."""
    owner = f"ruleset '{ruleset_id}'"
    if hasattr(type(rules), "accept_old_names"):
        rules.accept_old_names(OLD_NAMES)
    else:
        _add_new_names(owner, rules, OLD_NAMES)


def accept_old_names_of_played(ruleset_id: str, module: Any) -> None:
    """Do the same with the module of `PLAYED`."""
    _add_new_names(f"ruleset '{ruleset_id}'", module, OLD_NAMES_OF_PLAYED)


def _add_new_names(owner: str, place: Any, names: Mapping[str, str]) -> None:
    for new, old in names.items():
        if hasattr(place, new) or not hasattr(place, old):
            continue
        found = getattr(place, old)
        if not is_kit_helper(found, old, new):
            warn_of_old_name(owner, old, new)
            setattr(place, new, found)


def is_kit_helper(found: Any, old: str, new: str) -> bool:
    """Whether a function that a ruleset imported by the name OLD has or had that name in the kit
    (`counted` of `kit.words`, `carried` of `kit.references`). Such a helper was never what the
    port asks for by NEW, unless it is called so itself."""
    module = str(getattr(found, "__module__", ""))
    if not module.startswith("gmtrack.") or found.__name__ == new:
        return False
    return found.__name__ in (old, OLD_IMPORTS.get(module, {}).get(old))


def import_old_name(module: str, name: str, names: Mapping[str, Any]) -> Any:
    """Return what an old name of a module means now, with a warning. NAMES is what the module has.
    Raises AttributeError for a name that it never had."""
    new = OLD_IMPORTS[module].get(name)
    if new is None:
        raise AttributeError(f"module '{module}' has no attribute '{name}'")
    warn_of_old_name(module, name, new)
    return names[new]
