"""What people read of definitions: words for completion, lines of a page."""

from typing import Any

from gmtrack.core.encounter import Data
from gmtrack.core.lexicon import Entry, Lexicon
from gmtrack.core.screen import Topic
from gmtrack.rulesets.kit.own.definitions import Each, OwnEffect, RollRow, read

ROLLING = ("attack", "act", "test", "intervene")
"""The commands whose rolls `--without NAME` leaves one out of."""

RULES = "ALL-OWN-01 to ALL-OWN-09"


def in_lexicon(words: Lexicon, effects: Data) -> Lexicon:
    """The words of a ruleset with those of a fight's own effects."""
    own = tuple(Entry(id, told(one)) for id, one in read(effects).items())
    without = {word: (*words.without.get(word, ()), *own) for word in ROLLING}
    return words._replace(effects=(*own, *words.effects), without={**words.without, **without})


def on_page(page: Topic, effects: Data, package: Any) -> Topic:
    """The page of effects with those of a fight, and with what definitions can name."""
    blank = ("",) * (len(page.columns) - 3)
    rows = tuple((id, told(one), *blank, RULES) for id, one in read(effects).items())
    rolls = [name for name in package.ROLLS if name not in package.UNMODIFIED]
    note = f"rolls that effects of your own can change: {', '.join(rolls)}"
    return page._replace(rows=(*rows, *page.rows), notes=(*page.notes, note))


def told(one: OwnEffect) -> str:
    """What it does, in a line."""
    said = [one.help] if one.help else []
    said += [f"{path} {by:+}" for path, by in one.change.items()]
    said += [f"{', '.join(row.roll)} {row.by:+}{when(row)}" for row in one.rolls]
    said += [f"brings {', '.join(one.brings)}"] if one.brings else []
    said += [f"forbids {', '.join(one.forbids)}"] if one.forbids else []
    said += [f"{does(one.each)} at {one.each.at}"] if one.each else []
    said += [one.lasts] if one.lasts != "ended" else []
    said += [f"then {one.then}"] if one.then else []
    return "; ".join(said) or one.name


def does(row: Each) -> str:
    """What comes again."""
    return next(
        f"{key} {getattr(row, key)}" for key in ("damage", "heal", "count") if getattr(row, key)
    )


def when(row: RollRow) -> str:
    """The condition of a row, in words."""
    if row.when is None:
        return ""
    said = {key: getattr(row.when, key) for key in row.when.SAID}
    told = [f"{key} {value}" for key, value in said.items() if value is not None]
    return f" ({', '.join(told).replace('called True', 'called')})"
