"""What is to be seen: descriptions that gmtrack draws, and the documents for --json."""

from collections.abc import Iterator, Mapping

from coin_flip.play import WORDS
from coin_flip.shapes import Flipper
from gmtrack.core.choice import Candidate
from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.core.lexicon import Lexicon
from gmtrack.core.players import health_word
from gmtrack.core.screen import (
    Board,
    Condition,
    Number,
    Profile,
    Row,
    Section,
    Topic,
)
from gmtrack.core.standing import Standing
from gmtrack.rulesets.kit.choices import list_attacks
from gmtrack.rulesets.kit.words import find_combatant

DOWN = Condition("down", "until the end")


def board(encounter: Encounter) -> Board:
    """The fight at a glance."""
    flippers = [Flipper(Draft(encounter), who) for who in encounter.combatants]
    order = [{"id": who.id, "status": who.status} for who in flippers]
    doc = {"name": encounter.name, "ruleset": encounter.ruleset, "order": order}
    rows = tuple(row(encounter, who) for who in flippers)
    return Board(
        encounter.name, clock=(), columns=("Nerve",), rows=rows, doc=doc
    )


def row(encounter: Encounter, who: Flipper) -> Row:
    return Row(
        id=who.id,
        name=encounter.display_name(who.id),
        side=encounter.side(who.id),
        acting=False,
        done=False,
        standing=Standing(
            who.status,
            who.down,
            health=health_word(hurt=False, badly=False, down=who.down),
        ),
        cells=(str(who.nerve),),
    )


def show(encounter: Encounter, word: str) -> Profile:
    """One combatant."""
    who = Flipper(Draft(encounter), find_combatant(encounter, word, WORDS))
    name, side = encounter.display_name(who.id), encounter.side(who.id)
    doc = {
        "id": who.id,
        "name": name,
        "side": side,
        "status": who.status,
        "effects": [{"effect": "down", "until": "end"}] if who.down else [],
        "sheet": encounter.sheet(who.id),
    }
    return Profile(
        title=name,
        subtitle=f"{who.id}, {side}: {who.status}",
        tracks=(),
        conditions=(DOWN,) if who.down else (),
        sections=(Section("Sheet", (Number("nerve", str(who.nerve)),)),),
        doc=doc,
    )


def topics(encounter: Encounter | None) -> Mapping[str, Topic]:
    """The pages of `gmtrack rules`."""
    rows = (
        ("attack", "flip nerve coins; one head, and the target is down"),
        ("end", "everybody gets up"),
    )
    coins = Topic("coins", "what coins decide", ("what", "how"), rows)
    return {"coins": coins}


def lexicon(encounter: Encounter) -> Lexicon:
    """Coins need no words beyond the names of the combatants."""
    return Lexicon()


def candidates(encounter: Encounter, who: str) -> Iterator[Candidate]:
    """Everybody else can be stared at; whether that works now is found by trying it."""
    others = [other for other in encounter.combatants if other != who]
    yield from list_attacks(
        who,
        others,
        weapons=(),
        ways=lambda weapon, target: (),
    )


def resources_of(draft: Draft, who: str) -> Mapping[str, int]:
    """Nothing is paid for."""
    return {}
