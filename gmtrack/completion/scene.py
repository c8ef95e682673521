"""What completion knows of a fight, taken from its ruleset."""

from gmtrack.completion.words import Person, Scene
from gmtrack.core.encounter import Encounter
from gmtrack.core.lexicon import Entry
from gmtrack.core.screen import Board, Row
from gmtrack.rulesets.port import Ruleset


def scene_of(encounter: Encounter, ruleset: Ruleset, board: Board) -> Scene:
    """Everybody in the order of the board, and the words of the fight."""
    topics = ruleset.topics(encounter)
    return Scene(
        tuple(person_of(row, bool(encounter.away(row.id))) for row in board.rows),
        ruleset.lexicon(encounter),
        board.doc.get("acting"),
        tuple(Entry(word, topic.summary) for word, topic in topics.items()),
        encounter.ruleset,
    )


def person_of(row: Row, away: bool) -> Person:
    """A row of the board as somebody who can be named."""
    standing = row.standing
    return Person(row.id, row.name, row.side, standing.status, standing.out, row.acting, away)
