"""The same fight under other house rules, for a question that changes nothing."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from gmtrack.core.encounter import Encounter
from gmtrack.core.names import listed, matching_words
from gmtrack.errors import Ambiguous, Refusal
from gmtrack.rulesets.port import Ruleset


def with_house_rules(
    encounter: Encounter, ruleset: Ruleset, texts: Sequence[str]
) -> Encounter:
    """Return the encounter with these `KEY=VALUE` texts among its house rules; the encounter
    itself if there are none. Keys and values may be abbreviated. Raises Refusal for values that
    the file could not have, Ambiguous for an unclear beginning."""
    from gmtrack.store.check.validate import problems_with
    from gmtrack.store.encounter_map import data_of

    if not texts:
        return encounter
    changed = dict(_parse_house_rule(ruleset, text) for text in texts)
    other = replace(encounter, house_rules={**encounter.house_rules, **changed})
    problems = problems_with(data_of(other), ruleset)
    if problems:
        told = [
            f"{'.'.join(problem.path)}: {problem.message}"
            for problem in problems
        ]
        raise Refusal(ruleset.WORDS.value, "\n".join(dict.fromkeys(told)))
    return other


def _parse_house_rule(ruleset: Ruleset, text: str) -> tuple[str, Any]:
    """Parse one `KEY=VALUE` text into a house rule and its value."""
    from gmtrack.store.text.codec import parse_yaml

    word, _, raw = text.partition("=")
    known = [*ruleset.SCHEMA.house_rules, *ruleset.SCHEMA.refused_rules]
    key = _complete_word(ruleset, word, known, "house rule")
    rule = ruleset.SCHEMA.house_rules.get(key)
    words = rule.allowed if rule and isinstance(rule.allowed, tuple) else ()
    value = _complete_word(
        ruleset, raw, [one for one in words if isinstance(one, str)], key
    )
    if value in words:
        return key, value
    document = parse_yaml(raw, "")
    return (
        key,
        document.data if document.is_yaml and not document.faults else raw,
    )


def _complete_word(
    ruleset: Ruleset, word: str, known: Sequence[str], what: str
) -> str:
    """Return the one of the `known` words that `word` begins, or `word` itself if none does.
    Raises Ambiguous if it could be several."""
    found = matching_words(word, known)
    if len(found) > 1:
        message = f"{what} '{word}' could be {listed(found)}: type more of it"
        raise Ambiguous(ruleset.WORDS.unknown, message)
    return found[0] if found else word
