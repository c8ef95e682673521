"""Names of the stock as they are typed. It is read only once an `@` stands in the word."""

from collections.abc import Iterator

from gmtrack.core import MARK
from gmtrack.core.lexicon import Entry

ANY = ("combatants", "weapons", "armor", "effects")
KINDS = {
    "add": ("combatants",), "attack": ("weapons",), "odds": ("weapons",), "act": ("weapons",),
    "effect": ("effects",), "stock": ANY,
}  # fmt: skip
"""What a word of a command may name."""
FIELDS = ("weapons", "armor")


def in_stock(name: str, last: str, typed: str, ruleset_id: str) -> Iterator[Entry]:
    """What of the stock the word can become that is typed behind `last`; with what stands before
    the `@` in it: `weapons.katana=@ka`, `armor=[@leather-jacket,@he`."""
    kinds = kinds_of(name, last, typed)
    if not kinds or not ruleset_id:
        return
    from gmtrack.store.stock.reading import stock_of

    head = typed.rpartition(",")[2].partition(MARK)[0]
    for thing in stock_of(ruleset_id).all():
        if thing.kind in kinds:
            yield Entry(f"{head}{MARK}{thing.name}", thing.about)


def kinds_of(name: str, last: str, typed: str) -> tuple[str, ...]:
    """What may be named; nothing where nothing of the stock is due."""
    if "=" not in typed:
        return () if last == "--set" else KINDS.get(name, ())
    if name != "set" and last != "--set":
        return ()
    field = typed.partition("=")[0].partition(".")[0]
    return (field,) if field in FIELDS else ()
