"""Old names of the port and of the kit: rulesets of other distributions that use them go on
working, with a DeprecationWarning. Loaded only for such rulesets, and where somebody imports an
old name."""

import sys
import warnings
from collections.abc import Mapping
from importlib import import_module
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
    "possible_holds": "holds",
}
"""Names of the module of `PLAYED`, each with the one that it had before."""

OLD_IMPORTS: Mapping[str, Mapping[str, str]] = {
    "gmtrack.rulesets.port": {
        "Moment": "TurnState",
        "Counted": "SuccessCount",
        "Aim": "WantedAttack",
    },
    "gmtrack.rulesets.kit.actions": {
        "listing": "tabulate_actions",
        "of_actions": "lexicon_of_actions",
        "row_named": "find_action",
        "table": "index_actions",
    },
    "gmtrack.rulesets.kit.blocks": {
        "begun": "add_block",
        "upshot": "summarize_attack",
    },
    "gmtrack.rulesets.kit.board": {
        "between_rounds": "head_line_between_rounds",
        "Clock": "HeadLine",
        "clock": "make_head_line",
        "own_conditions": "list_own_conditions",
        "own_document": "list_own_effects",
        "phase_in": "make_phase_of",
        "pool_track": "make_pool_track",
        "profile": "make_profile",
        "rounds_left": "format_rounds_left",
        "row": "make_row",
        "stated": "make_number",
        "thing": "make_thing_profile",
    },
    "gmtrack.rulesets.kit.cast": {
        "in_words": "format_value",
        "latecomers": "tell_latecomers",
        "lose": "clear_and_tell",
        "noted": "find_noted",
    },
    "gmtrack.rulesets.kit.choices": {
        "actions": "list_actions",
        "armed": "add_weapons",
        "attack_itself": "attack_or_none",
        "attacks": "list_attacks",
        "everything": "list_candidates",
        "fired": "list_firing_words",
        "further": "extend_intent",
        "modes_of": "list_fire_modes",
        "tests": "list_tests",
        "together": "merge_entries",
        "told": "add_words",
        "Words": "UsageWords",
    },
    "gmtrack.rulesets.kit.commands": {
        "RuledScene": "RuledFightView",
        "Scene": "FightView",
        "Table": "BaseGame",
    },
    "gmtrack.rulesets.kit.effects": {
        "spoken": "unhyphenate",
    },
    "gmtrack.rulesets.kit.foreign": {
        "between": "clamp",
        "limited": "replace_number",
        "rounds": "parse_magazine",
    },
    "gmtrack.rulesets.kit.gm": {
        "begun": "begin_by_hand",
        "by_pool": "is_pool_named",
    },
    "gmtrack.rulesets.kit.house": {
        "fixed": "fixed_keys",
        "out_of_bounds": "check_limits",
        "rows": "list_rulings",
        "switchable": "switchable_rules",
        "Within": "NumberLimits",
    },
    "gmtrack.rulesets.kit.modifiers": {
        "at_least": "lift_sum",
        "counting": "collect_parts",
        "listed": "part_documents",
        "made": "report_roll",
        "page": "tabulate_modifiers",
        "switches": "list_switches",
        "words": "list_words",
    },
    "gmtrack.rulesets.kit.own.check": {
        "held_by": "list_held_effects",
        "known": "check_known_word",
        "problems": "own_effect_problems",
        "recorded": "check_records",
        "slips": "own_effect_typos",
    },
    "gmtrack.rulesets.kit.own.counters": {
        "move": "move_counter",
        "passed_by": "list_passed",
        "refill": "refill_counters",
    },
    "gmtrack.rulesets.kit.own.definitions": {
        "Each": "Tick",
        "known": "find_definitions",
        "read": "read_definitions",
        "When": "RollCondition",
        "words": "squash_words",
    },
    "gmtrack.rulesets.kit.own.in_force": {
        "About": "RollContext",
        "Active": "ActiveEffect",
        "active": "active_effects",
        "added": "add_shares",
        "armor_by_place": "describe_armor_changes",
        "armor_given": "armor_changes",
        "bounded": "clamp",
        "changed": "read_changed",
        "fits": "meets_condition",
        "forbidding": "find_forbidding",
        "key": "cache_key",
        "numbers": "find_limits",
        "rolled": "roll_parts",
        "shares": "find_shares",
        "spelt": "spell_path",
        "split": "split_part",
        "unchanged": "read_unchanged",
    },
    "gmtrack.rulesets.kit.own.lasting": {
        "again": "apply_tick",
        "bring": "put_brought",
        "by_hand": "put_or_end",
        "count_down": "take_rounds",
        "each": "tick_effects",
        "fight_over": "end_with_fight",
        "is_own": "is_own_word",
        "of_the_fight": "list_fight_records",
        "over": "end_at_moment",
        "Own": "OwnEffectRules",
        "rounds_less": "_shorten_records",
        "run_out": "end_records",
        "tell": "tell_effect",
    },
    "gmtrack.rulesets.kit.own.moments": {
        "by_hand": "put_own_effect",
        "count_down": "count_down_own",
        "fight_over": "end_own_with_fight",
        "is_own": "is_own_effect",
        "passed": "pass_moment",
    },
    "gmtrack.rulesets.kit.own.shown": {
        "does": "describe_tick",
        "due": "list_due_effects",
        "in_lexicon": "add_own_to_lexicon",
        "on_board": "add_own_to_board",
        "on_page": "add_own_to_page",
        "on_profile": "add_own_to_profile",
        "told": "describe_effect",
        "tracks": "make_counter_tracks",
        "when": "condition_suffix",
        "with_shares": "add_effect_parts",
    },
    "gmtrack.rulesets.kit.pages": {
        "book": "make_pages",
        "rulings_page": "make_rulings_page",
        "topics_of": "make_topics",
    },
    "gmtrack.rulesets.kit.references": {
        "carried": "pack_state",
        "fighters": "list_played_fighters",
        "known": "check_name",
        "Lost": "ClearedReference",
        "unknown_references": "check_references",
    },
    "gmtrack.rulesets.kit.rest": {
        "blocks": "count_owners",
        "forget": "drop_live_state",
        "Gives": "RestBenefit",
        "Help": "RestHelp",
        "keys": "make_keys",
        "page": "make_rest_page",
        "Rest": "RestInProgress",
        "Step": "RestStep",
        "words": "choose_words",
    },
    "gmtrack.rulesets.kit.rolloff": {
        "rivals": "find_rivals",
        "roll_off": "break_ties",
        "seen": "list_visible",
        "Standing": "RollOffPlace",
        "summed": "report_sum",
        "thrown": "roll_added_dice",
        "unseen": "has_to_be_secret",
        "Way": "PlacePrefix",
    },
    "gmtrack.rulesets.kit.rulebook": {
        "rows_of": "parse_rows",
        "rulebook": "read_rulebook",
    },
    "gmtrack.rulesets.kit.seated": {
        "Fought": "PartyFight",
        "Link": "PartyLink",
        "moved_with_maximum": "move_with_maximum",
        "point": "parse_position",
    },
    "gmtrack.rulesets.kit.sheet": {
        "by_id": "add_ids",
        "helped": "collect_help",
        "judged": "prepare_validation",
        "kept": "declare_thing_field",
        "of": "find_by_id",
        "Said": "DeclaredField",
        "said": "declare_field",
        "schema": "make_schema",
        "Written": "FileShape",
    },
    "gmtrack.rulesets.kit.slips": {
        "cut": "shorten",
        "Name": "Spelling",
        "sheets_of": "list_sheets",
        "Skills": "SkillCheck",
        "unknown": "unknown_word",
        "weapons_of": "list_weapons",
    },
    "gmtrack.rulesets.kit.unsaid": {
        "shown": "format_value",
    },
    "gmtrack.rulesets.kit.words": {
        "also_in_hand": "list_equip_words",
        "counted": "format_count",
        "find": "find_combatant",
        "known": "match_choice",
        "number": "parse_number",
        "numbered": "number_owner",
        "passed_over": "explain_passed_over",
    },
}
"""Names that could be imported from each module, with the names that they have now."""

MOVED_IMPORTS: Mapping[str, Mapping[str, tuple[str, str]]] = {
    "gmtrack.rulesets.kit.own.lasting": {
        "COMMANDS": ("gmtrack.rulesets.kit.commands", "COMMANDS"),
        "check_command": ("gmtrack.rulesets.kit.commands", "check_command"),
    },
    "gmtrack.rulesets.kit.own.moments": {
        "Present": ("gmtrack.rulesets.kit.own.in_force", "EffectBearer"),
    },
    "gmtrack.rulesets.kit.references": {
        "PHRASES": ("gmtrack.rulesets.kit.phrases", "SHARED_PHRASES"),
        "STORY": ("gmtrack.rulesets.kit.phrases", "SHARED_STORY"),
    },
}
"""Names that could be imported from each module, with the module and the name to import now."""


ANSWERING = frozenset(
    {
        __name__,
        "gmtrack.rulesets.kit.package",
        "gmtrack.rulesets.kit.renamed",
        "gmtrack.rulesets.port",
    }
)
"""The modules that answer to an old name. A warning is about the line that has asked them."""


def warn_of_old_name(owner: str, old: str, new: str) -> None:
    """Warn the ruleset's author of an old name; OWNER says where it stands. The warning names the
    file and the line that use it."""
    message = f"{owner}: `{old}` is called `{new}` now"
    level, frame = 1, sys._getframe()  # `warn` itself counts frames
    while frame.f_back and frame.f_globals.get("__name__") in ANSWERING:
        level, frame = level + 1, frame.f_back
    warnings.warn(message, DeprecationWarning, stacklevel=level)


def accept_old_names(ruleset_id: str, rules: Any) -> None:
    """Let old names of a loaded ruleset stand in for the new ones that it lacks, with a warning
    for each. Changes the object RULES; a `Package` looks for them when it is asked."""
    owner = f"ruleset '{ruleset_id}'"
    if hasattr(type(rules), "accept_old_names"):
        rules.accept_old_names(OLD_NAMES)
    else:
        _add_new_names(owner, rules, OLD_NAMES)


def accept_old_names_of_played(ruleset_id: str, module: Any) -> None:
    """Let old names of the module of `PLAYED` stand in for the new ones that it lacks, with a
    warning for each. Changes the module."""
    _add_new_names(f"ruleset '{ruleset_id}'", module, OLD_NAMES_OF_PLAYED)


def _add_new_names(owner: str, place: Any, names: Mapping[str, str]) -> None:
    """Add to PLACE each new name that it lacks, if it has the old one; warns each time. NAMES
    maps new to old. Helpers that a module imported from the kit are no names of its own."""
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
    if name in MOVED_IMPORTS.get(module, {}):
        new_module, new_name = MOVED_IMPORTS[module][name]
        warn_of_old_name(module, name, f"{new_module}.{new_name}")
        return getattr(import_module(new_module), new_name)
    new = OLD_IMPORTS[module].get(name)
    if new is None:
        raise AttributeError(f"module '{module}' has no attribute '{name}'")
    warn_of_old_name(module, name, new)
    return names[new]
