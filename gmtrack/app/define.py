"""Own-effect definitions that `effect --define` brings into the fight, from a file or from the
stock."""

import copy
from pathlib import Path
from typing import TYPE_CHECKING

from gmtrack.core import MARK
from gmtrack.core.encounter import FORMAT, Data
from gmtrack.core.intents import Define, Options
from gmtrack.errors import BadFile, Refusal

if TYPE_CHECKING:
    from gmtrack.rulesets.port import Ruleset
    from gmtrack.store.session import Session

EFFECTS = "effects"


def define_intent(session: "Session", source: str, options: Options) -> Define:
    """Return the intent that defines effects: all that a file holds (an encounter, a party, a
    stock, or nothing but effects), or `@NAME` of the stock with the effects that follow it.
    Raises Refusal if there are none, or if they do not fit this fight, and BadFile."""
    from gmtrack.store.check.assign import check_trial

    ruleset = session.ruleset
    found = (
        _definitions_in_stock(ruleset, source)
        if source.startswith(MARK)
        else _definitions_in_file(ruleset, source)
    )
    if not found:
        raise Refusal(
            ruleset.WORDS.value,
            f"{source} defines no effects: they stand in `effects:`",
        )
    trial = copy.deepcopy(session.encounter)
    trial.effects |= copy.deepcopy(found)
    check_trial(trial, ruleset)
    return Define(found, source, options=options)


def with_stock_hint(refusal: Refusal, word: str, ruleset: "Ruleset") -> Refusal:
    """Return a refusal of an unknown effect, extended by the command that takes it from the
    stock. Any other refusal, and one whose effect the stock lacks, is returned unchanged."""
    from gmtrack.store.stock.reading import EFFECTS as KIND
    from gmtrack.store.stock.reading import stock_of

    name = word.removeprefix(MARK).lower()
    is_this = (
        refusal.kind == ruleset.WORDS.unknown and f"'{word}'" in refusal.message
    )
    if not is_this or not stock_of(ruleset.META.id).find(KIND, name):
        return refusal
    ready = f"; the stock has one: `effect --define {MARK}{name}`"
    return Refusal(refusal.kind, refusal.message + ready)


def _definitions_in_stock(ruleset: "Ruleset", word: str) -> dict[str, Data]:
    """Return the definition of a stock effect and of those that follow it (`then`). Raises
    Refusal and BadFile."""
    from gmtrack.store.stock.check import take_from_stock
    from gmtrack.store.stock.reading import EFFECTS as KIND

    found: dict[str, Data] = {}
    while word.removeprefix(MARK) not in found:
        name, data = take_from_stock(ruleset, KIND, word)
        found[name] = data
        word = data.get("then") or name
    return found


def _definitions_in_file(ruleset: "Ruleset", source: str) -> dict[str, Data]:
    """Return the effect definitions of a file, checked; empty if it holds none. A stock's
    descriptive keys are left out. Raises BadFile."""
    from gmtrack.store.check.validate import problems_with
    from gmtrack.store.stock.reading import TOLD
    from gmtrack.store.stored_encounter import read_file
    from gmtrack.store.text.codec import decode_file, parse_yaml

    document = parse_yaml(
        decode_file(read_file(Path(source))[0], source), source
    )
    if document.faults:
        raise BadFile(list(document.faults))
    found = (
        document.data.get(EFFECTS) if isinstance(document.data, dict) else None
    )
    if isinstance(found, dict) and "stock" in document.data:
        found = {
            name: {
                key: value
                for key, value in (data or {}).items()
                if key not in TOLD
            }
            for name, data in found.items()
        }
    problems = problems_with(
        {"gmtrack": FORMAT, "ruleset": ruleset.META.id, EFFECTS: found}, ruleset
    )
    if problems:
        raise BadFile([document.fault_at(*one) for one in problems])
    return found or {}
