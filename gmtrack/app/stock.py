"""What the commands take from the stock: newcomers who are named, the plain human for those of whom
nothing is said, weapons that are named in an attack or an action."""

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from gmtrack.core import MARK
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.intents import Intent
from gmtrack.core.names import Nearly, listed, pick, squash
from gmtrack.errors import Refusal

if TYPE_CHECKING:
    from gmtrack.rulesets.port import Ruleset


class Model(NamedTuple):
    """What a newcomer is like: a template of the encounter, or a sheet from the stock; with the
    beginning of the ids and the name of those who are given none."""

    template: str | None
    base: Data
    slug: str
    name: str


def model_of(word: str, encounter: Encounter, ruleset: "Ruleset") -> Model:
    """What `@ganger` or a beginning of it means: the encounter's own template of this name, else
    what the stock has. Raises Refusal and BadFile."""
    from gmtrack.store.stock.check import taken
    from gmtrack.store.stock.reading import COMBATANTS

    if word in encounter.templates:
        return _from_template(word, encounter)
    try:
        slug, base = taken(ruleset, COMBATANTS, word)
    except Refusal:
        own = {one: one for one in encounter.templates if one.startswith(MARK)}
        if not own:
            raise
        return _from_template(
            pick(word, own, "template", ruleset.WORDS.unknown), encounter
        )
    if f"{MARK}{slug}" in encounter.templates:
        return _from_template(f"{MARK}{slug}", encounter)
    return Model(None, base, slug, _name(base, slug))


def _from_template(template: str, encounter: Encounter) -> Model:
    slug = template.removeprefix(MARK)
    return Model(template, {}, slug, _name(encounter.templates[template], slug))


def _name(sheet: Data, slug: str) -> str:
    return str(sheet.get("name") or slug)


def in_stock(slug: str, ruleset: "Ruleset") -> str:
    """`@slug` if the stock has a combatant of this name; else empty."""
    from gmtrack.store.stock.reading import COMBATANTS, stock_of

    return (
        f"{MARK}{slug}"
        if stock_of(ruleset.META.id).find(COMBATANTS, slug)
        else ""
    )


def meant_in_stock(who: str, ruleset: "Ruleset") -> str:
    """The combatant of the stock, as `@guard`, that somebody may have meant who called a newcomer
    `guard`, `guard-2` or nearly so; else empty."""
    from gmtrack.store.stock.reading import COMBATANTS, stock_of

    known = frozenset(stock_of(ruleset.META.id).things[COMBATANTS])
    stem = re.sub(r"-\d+$", "", who)
    near = next((one for one in (who, stem) if one in known), None)
    near = near or Nearly().one_of(stem, known)
    return f"{MARK}{near}" if near else ""


# --- what is assumed ---


def assumed(
    human: Data, sheets: Mapping[str, Data], ruleset: "Ruleset"
) -> Data:
    """What newcomers have from the plain human, for the report: `who`, the `template`, the `fields`
    that nobody gave them, a `change` of one of them as `set` takes it; and who of the stock has
    their name or nearly so, if anybody (`meant`)."""
    from gmtrack.store.stock.check import HUMAN

    who, sheet = next(iter(sheets.items()))
    fields = {
        key: value
        for key, value in _shared(human, sheet).items()
        if key != "name"
    }
    doc: Data = {
        "who": list(sheets),
        "template": f"{MARK}{HUMAN}",
        "fields": fields,
    }
    path, value = next(_numbers(fields), ((), 0))
    if path:
        doc["change"] = f"set {who} {'.'.join(path)}={value + 1}"
    if (meant := meant_in_stock(who, ruleset)) and meant != doc["template"]:
        doc["meant"] = meant
    return doc


def _shared(one: Data, other: Data) -> Data:
    found = {}
    for key, value in one.items():
        if isinstance(value, dict) and isinstance(other.get(key), dict):
            if inner := _shared(value, other[key]):
                found[key] = inner
        elif key in other and other[key] == value:
            found[key] = value
    return found


def _numbers(fields: Data) -> Iterator[tuple[tuple[str, ...], int]]:
    for key, value in fields.items():
        if type(value) is int:
            yield (key,), value
    for key, value in fields.items():
        if isinstance(value, dict):
            yield from (
                ((key, *path), number) for path, number in _numbers(value)
            )


def in_hand(ruleset: "Ruleset", encounter: Encounter, intent: Intent) -> Intent:
    """The intent with `@katana` as the weapon that its owner has of this name, or with the same
    values. Raises Refusal, with the line that gives it to them, for one that they have not got."""
    who = getattr(intent, "attacker", None) or getattr(intent, "who", None)
    if not isinstance(who, str):
        return intent
    who = pick(who, encounter.names(), "combatant", ruleset.WORDS.nobody)

    def owned(word: str) -> str:
        return (
            _owned(ruleset, encounter, who, word)
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


def _owned(
    ruleset: "Ruleset", encounter: Encounter, who: str, word: str
) -> str:
    """The id of the weapon that somebody has. Raises Refusal and BadFile."""
    from gmtrack.store.stock.check import taken
    from gmtrack.store.stock.reading import WEAPONS

    name, values = taken(ruleset, WEAPONS, word)
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
