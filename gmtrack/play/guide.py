"""`help`: what can be done now, by whom and with what, before all that there is."""

from collections.abc import Iterable, Iterator

from gmtrack.completion.words import Scene, people, targets
from gmtrack.core.lexicon import SAME_WORDS, Entry
from gmtrack.play.fight import Fight
from gmtrack.play.status import clock_words, turn
from gmtrack.view.tables import table
from gmtrack.view.text import Line, Span

MOST = 6
"""Words of one kind that are named; Tab shows the others."""
Row = tuple[str, str]


def guide(fight: Fight | None, scene: Scene | None, width: int) -> list[Line]:
    """The few commands that matter now."""
    if fight is None or scene is None:
        rows = [
            ("load FILE", "open a fight"),
            ("new NAME --ruleset R", "start an empty one"),
            ("? COMMAND", "all about one command; ? all lists them"),
        ]
        return [[Span("no fight is open", "title")], *table((), rows, width, 2)]
    head = turn(fight.board) or clock_words(fight.board)
    return [[Span(head, "title")], *table((), list(rows_now(fight, scene)), width, 2)]


def rows_now(fight: Fight, scene: Scene) -> Iterator[Row]:
    """Commands as they would be typed, and what they would do."""
    for due in fight.board.turn.due:
        yield due.word, due.help
    if scene.acting:
        yield "a TARGET", "attack: " + named(targets([scene.acting], scene))
        yield "  --weapon W", named(scene.lexicon.weapons.get(scene.acting, ()))
        yield "  --called PLACE", named(scene.lexicon.places)
        yield "  --with WORD", named(scene.lexicon.words.get("attack", ()))
        yield "o TARGET", "odds: the chances of an attack; same words"
        yield "x ACTION", "act: " + named(scene.lexicon.actions)
    else:
        yield "i", "roll-init: start the next round"
        yield "a WHO TARGET", "attack: " + named(people(scene))
    if fight.board.turn.next:
        yield "n", f"next: {fight.board.turn.next}"
    yield "d WHO N", "damage by hand; h heals, e puts an effect on somebody"
    if fight.undo:
        yield "u", f"undo: {fight.undo}"
    yield "b", "the board; s WHO one combatant, l the log"
    yield "? COMMAND", "all about one command; ? all lists them, Tab completes"


def about(name: str, scene: Scene | None) -> list[Row]:
    """What fits a command now, to stand before its help."""
    name = SAME_WORDS.get(name, name)
    if scene is None or name not in ("attack", "act", "test", "effect"):
        return []
    lexicon = scene.lexicon
    who = scene.acting or ""
    rows: dict[str, list[tuple[str, Iterable[Entry]]]] = {
        "attack": [
            ("targets", targets([who], scene)),
            ("--weapon", lexicon.weapons.get(who, ())),
            ("--called", lexicon.places),
            ("--defense", lexicon.defenses),
            ("--with", lexicon.words.get("attack", ())),
        ],
        "act": [("actions", lexicon.actions), ("--with", lexicon.words.get("act", ()))],
        "test": [("tests", lexicon.tests)],
        "effect": [("effects", lexicon.effects), ("--location", lexicon.places)],
    }
    return [(label, named(found)) for label, found in rows[name] if found]


def named(found: Iterable[Entry]) -> str:
    """The first words of a kind."""
    words = [entry.word for entry in found]
    return ", ".join(words[:MOST]) + (" ..." if len(words) > MOST else "")
