"""Definitions of effects of the GM's own for the fight in play, from a file or from the stock."""

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


def definitions(session: "Session", source: str, options: Options) -> Define:
    """What `effect --define` reads: all definitions of a file (an encounter, a party, a stock, or
    nothing but them), or `@NAME` of the stock with what follows it. Raises Refusal and BadFile."""
    from gmtrack.store.check.assign import checked

    ruleset = session.ruleset
    found = (
        _of_stock(ruleset, source)
        if source.startswith(MARK)
        else _of_file(ruleset, source)
    )
    if not found:
        raise Refusal(
            ruleset.WORDS.value,
            f"{source} defines no effects: they stand in `effects:`",
        )
    trial = copy.deepcopy(session.encounter)
    trial.effects |= copy.deepcopy(found)
    checked(trial, ruleset)
    return Define(found, source, options=options)


def with_ready_one(refusal: Refusal, word: str, ruleset: "Ruleset") -> Refusal:
    """What is said of an effect that nobody knows, with the line that takes it from the stock where
    that has it."""
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


def _of_stock(ruleset: "Ruleset", word: str) -> dict[str, Data]:
    from gmtrack.store.stock.check import taken
    from gmtrack.store.stock.reading import EFFECTS as KIND

    found: dict[str, Data] = {}
    while word.removeprefix(MARK) not in found:
        name, data = taken(ruleset, KIND, word)
        found[name] = data
        word = data.get("then") or name
    return found


def _of_file(ruleset: "Ruleset", source: str) -> dict[str, Data]:
    from gmtrack.store.check.validate import examine
    from gmtrack.store.document import read_file
    from gmtrack.store.stock.reading import TOLD
    from gmtrack.store.text.codec import decode, parse

    document = parse(decode(read_file(Path(source))[0], source), source)
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
    problems = examine(
        {"gmtrack": FORMAT, "ruleset": ruleset.META.id, EFFECTS: found}, ruleset
    )
    if problems:
        raise BadFile([document.fault(*one) for one in problems])
    return found or {}
