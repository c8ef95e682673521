"""Things that commands take from the stock: models for newcomers, the plain human's values, and
weapons named in an attack or action."""

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from gmtrack.core import MARK
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.intents import Intent
from gmtrack.core.names import TypoFinder, listed, pick, squash
from gmtrack.errors import Refusal

if TYPE_CHECKING:
    from gmtrack.rulesets.port import Ruleset


class NewcomerModel(NamedTuple):
    """What a newcomer is modelled on: a template of the encounter, or (`template` None) the
    sheet `base` from the stock. `slug` and `name` are used for newcomers without a name of their
    own."""

    template: str | None
    base: Data
    slug: str
    name: str


def find_model(
    word: str, encounter: Encounter, ruleset: "Ruleset"
) -> NewcomerModel:
    """Return the model that `@ganger`, or the beginning of it, means: the encounter's own
    template of that name, else the stock's combatant. Raises Refusal and BadFile."""
    from gmtrack.store.stock.check import take_from_stock
    from gmtrack.store.stock.reading import COMBATANTS

    if word in encounter.templates:
        return _model_from_template(word, encounter)
    try:
        slug, base = take_from_stock(ruleset, COMBATANTS, word)
    except Refusal:
        own = {one: one for one in encounter.templates if one.startswith(MARK)}
        if not own:
            raise
        return _model_from_template(
            pick(word, own, "template", ruleset.WORDS.unknown), encounter
        )
    if f"{MARK}{slug}" in encounter.templates:
        return _model_from_template(f"{MARK}{slug}", encounter)
    return NewcomerModel(None, base, slug, _name_or_slug(base, slug))


def _model_from_template(template: str, encounter: Encounter) -> NewcomerModel:
    """Return the model that an encounter's template makes."""
    slug = template.removeprefix(MARK)
    return NewcomerModel(
        template, {}, slug, _name_or_slug(encounter.templates[template], slug)
    )


def _name_or_slug(sheet: Data, slug: str) -> str:
    return str(sheet.get("name") or slug)


def stock_mark(slug: str, ruleset: "Ruleset") -> str:
    """Return `@slug` if the stock has a combatant of exactly this name, else an empty string."""
    from gmtrack.store.stock.reading import COMBATANTS, stock_of

    return (
        f"{MARK}{slug}"
        if stock_of(ruleset.META.id).find(COMBATANTS, slug)
        else ""
    )


def near_stock_mark(who: str, ruleset: "Ruleset") -> str:
    """Return the stock's combatant (`@guard`) that a newcomer called `guard`, `guard-2` or
    nearly so may have been meant to be; else an empty string."""
    from gmtrack.store.stock.reading import COMBATANTS, stock_of

    known = frozenset(stock_of(ruleset.META.id).things[COMBATANTS])
    stem = re.sub(r"-\d+$", "", who)
    near = next((one for one in (who, stem) if one in known), None)
    near = near or TypoFinder().one_of(stem, known)
    return f"{MARK}{near}" if near else ""


# --- what is assumed ---


def assumptions_document(
    human: Data, sheets: Mapping[str, Data], ruleset: "Ruleset"
) -> Data:
    """Return what newcomers have been given from the plain human, for the report: their ids
    (`who`), the `template`, the assumed `fields`, a sample `change` for `set`, and (`meant`) a
    stock combatant with a similar name, if there is one."""
    from gmtrack.store.stock.check import HUMAN

    who, sheet = next(iter(sheets.items()))
    fields = {
        key: value
        for key, value in _equal_fields(human, sheet).items()
        if key != "name"
    }
    doc: Data = {
        "who": list(sheets),
        "template": f"{MARK}{HUMAN}",
        "fields": fields,
    }
    path, value = next(_whole_numbers(fields), ((), 0))
    if path:
        doc["change"] = f"set {who} {'.'.join(path)}={value + 1}"
    if (meant := near_stock_mark(who, ruleset)) and meant != doc["template"]:
        doc["meant"] = meant
    return doc


def _equal_fields(one: Data, other: Data) -> Data:
    """Return the values of `one` that are equal in `other`, through nested maps."""
    found = {}
    for key, value in one.items():
        if isinstance(value, dict) and isinstance(other.get(key), dict):
            if inner := _equal_fields(value, other[key]):
                found[key] = inner
        elif key in other and other[key] == value:
            found[key] = value
    return found


def _whole_numbers(fields: Data) -> Iterator[tuple[tuple[str, ...], int]]:
    """Yield every whole number in nested maps with its path, the outer ones first."""
    for key, value in fields.items():
        if type(value) is int:
            yield (key,), value
    for key, value in fields.items():
        if isinstance(value, dict):
            yield from (
                ((key, *path), number) for path, number in _whole_numbers(value)
            )


def with_owned_weapons(
    ruleset: "Ruleset", encounter: Encounter, intent: Intent
) -> Intent:
    """Return the intent with stock names (`@katana`) replaced by the actor's own weapon of that
    name or with the same values. Raises Refusal if the actor has none, with the command that
    gives it to them."""
    who = getattr(intent, "attacker", None) or getattr(intent, "who", None)
    if not isinstance(who, str):
        return intent
    who = pick(who, encounter.names(), "combatant", ruleset.WORDS.nobody)

    def owned(word: str) -> str:
        return (
            _owned_weapon(ruleset, encounter, who, word)
            if word.startswith(MARK)
            else word
        )

    fields = dict(vars(intent))
    for field in ("targets", "args"):
        if field in fields:
            fields[field] = tuple(map(owned, fields[field]))
    options = intent.options
    if options.weapon:
        fields["options"] = options._replace(weapon=owned(options.weapon))
    return type(intent)(**fields)


def _owned_weapon(
    ruleset: "Ruleset", encounter: Encounter, who: str, word: str
) -> str:
    """Return the id of the combatant's weapon that `@NAME` stands for. Raises Refusal if they
    have none, and BadFile."""
    from gmtrack.store.stock.check import take_from_stock
    from gmtrack.store.stock.reading import WEAPONS

    name, values = take_from_stock(ruleset, WEAPONS, word)
    own = encounter.sheet(who).get(WEAPONS) or {}
    has = [key for key in own if squash(key) == name] or [
        key for key, weapon in own.items() if weapon == values
    ]
    if has:
        return str(has[0])
    line = f"gmtrack set {who} {WEAPONS}.{name}={MARK}{name}"
    there = f"; they have {listed(own)}" if own else ""
    message = f"{encounter.display_name(who)} has no {MARK}{name}: `{line}` gives it to them{there}"
    raise Refusal(ruleset.WORDS.unknown, message)
