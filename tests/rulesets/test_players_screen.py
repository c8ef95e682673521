"""The players' screen in fights of every ruleset, with hidden people in the middle of them: no
word of what was planted is on it, nothing on it depends on the secrets, and what it says of the
players' own is so."""

import copy
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from long_run import modest

from gmtrack.core.encounter import Encounter
from gmtrack.core.players import FRIENDS, players_board, without_secrets
from gmtrack.core.screen import Board, Row
from gmtrack.errors import Refusal
from gmtrack.view.board.board import render_board
from gmtrack.view.text import plain

from .any_fight import copied, fields_of
from .core_play import CorePlay
from .i2050 import fights as i2050
from .spotlight import fights as spotlight
from .sr3 import fights as sr3
from .storyteller import fights as storyteller
from .swan_song import fights as swan_song

WIDTHS = (40, 80, 200)
NOTE = "qznote: she works for the duke"
NAMES = {"qz-vexmor": "Quillon Vexmor", "qz-9": "Ninefold *Wyrm* 7731"}
SIDE = "qzturncoats"
BLADE = {"qzblade": "Zorrowfang"}
SECRETS = ("qz", "quillon", "vexmor", "wyrm", "7731", "duke", "zorrowfang", "none", "{", "!")
"""What must not be there; the last are what a mask over the wrong thing would leave."""


@dataclass(frozen=True)
class Tried:
    """A ruleset, its random fights, and who of their cast is hidden under which id."""

    play: CorePlay
    cast: Mapping[str, Any]
    fights: st.SearchStrategy[list[str]]
    people: tuple[str, ...]
    hidden: Mapping[str, str]
    scene: Mapping[str, Any]
    shared: int | None = None
    """The column of the board that depends on others too."""

    def renamed(self, line: str, encounter: Encounter) -> list[str]:
        """The words of a line, with the ids that the hidden ones have here."""
        acting = encounter.fight.get("acting") or self.people[0]
        names = {**self.hidden, "@": str(acting)}
        return re.sub(r"@|\b[a-z0-9]+\b", lambda m: names.get(m[0], m[0]), line).split()


TRIED = {
    "swan-song": Tried(
        swan_song.CORE, swan_song.BOOK.cast, swan_song.FIGHTS, tuple(swan_song.WEAPONS),
        {"bob": "qz-vexmor", "ox": "qz-9"}, {"barriers": swan_song.BARRIERS},
    ),
    "spotlight": Tried(
        spotlight.CORE, spotlight.BOOK.cast, spotlight.FIGHTS, spotlight.CAST,
        {"boss": "qz-vexmor", "sally": "qz-9"}, {"cover": spotlight.COVER}, 2,
    ),
    "storyteller": Tried(
        storyteller.CORE, storyteller.BOOK.cast, storyteller.FIGHTS, storyteller.CAST,
        {"bob": "qz-vexmor"}, {"covers": storyteller.COVERS},
    ),
    "sr3": Tried(
        sr3.CORE, sr3.BOOK.cast, sr3.FIGHTS, sr3.CAST, {"gus": "qz-vexmor", "zed": "qz-9"}, {},
    ),
    "i2050": Tried(
        i2050.CORE, i2050.BOOK.cast, i2050.FIGHTS, i2050.CAST,
        {"samurai": "qz-vexmor", "thug": "qz-9"}, {}, 0,
    ),
}  # fmt: skip


def encounter_of(tried: Tried) -> Encounter:
    """The cast with secrets planted: of those seen the first is the players' own, the second an
    ally, the others are foes of a side of their own."""
    sheets = {}
    sides = iter(["pc", "ally"])
    for who in tried.people:
        sheet = copy.deepcopy(dict(tried.cast[who])) | {"notes": NOTE}
        if who in tried.hidden:
            own = tried.hidden[who]
            sheet |= {"name": NAMES[own], "hidden": True}
            sheet["weapons"] = {**sheet.get("weapons", {}), "qzblade": a_weapon(tried)}
            sheets[own] = sheet
        else:
            sheets[who] = sheet | {"side": next(sides, SIDE)}
    doc = {
        "gmtrack": 1, "name": "Any", "ruleset": tried.play.ruleset.META.id, "notes": NOTE,
        "scene": dict(tried.scene), "combatants": sheets, "templates": {"qz-spare": sheet},
    }  # fmt: skip
    return tried.play.encounter(doc)


def a_weapon(tried: Tried) -> Any:
    weapons = (sheet.get("weapons") for sheet in tried.cast.values())
    return copy.deepcopy(next(iter(next(filter(None, weapons)).values())))


def text_of(board: Board) -> str:
    return "\n".join(plain(line) for width in WIDTHS for line in render_board(board, width))


def bars(row: Row) -> Any:
    return [
        (track.label, track.text, [(s.kind, s.count, s.sign) for s in track.segments])
        for track in row.tracks
    ]


def check_screen(tried: Tried, encounter: Encounter, line: str) -> None:
    """Nothing of what was planted, and nothing that is not so."""
    before = copied(encounter)
    ruleset = tried.play.ruleset
    whole = {row.id: row for row in ruleset.board(encounter).rows}
    ruleset.board(without_secrets(encounter))
    seen = players_board(encounter, ruleset.board)
    text = text_of(seen).lower()
    assert not [word for word in SECRETS if word in text], (line, text)
    assert {row.id for row in seen.rows} == set(tried.people) - set(tried.hidden), line
    for row in seen.rows:
        real = whole[row.id]
        assert (row.acting, row.done, row.standing.out) == (
            real.acting,
            real.done,
            real.standing.out,
        ), line
        if row.side in FRIENDS:
            pairs = enumerate(zip(row.cells, real.cells, strict=True))
            assert all(a == b for n, (a, b) in pairs if n != tried.shared), line
            assert (bars(row), row.standing.status) == (bars(real), real.standing.status), line
        else:
            assert not any(row.cells), line
            assert (row.side, row.tracks, row.conditions, row.standing.status) == (
                "foe",
                (),
                (),
                row.standing.health,
            )
    known = json.dumps(fields_of(without_secrets(encounter)))
    assert not [who for who in (*NAMES, NOTE) if who in known], line
    other = players_board(with_other_secrets(tried, encounter), ruleset.board)
    assert text_of(seen) == text_of(other), line
    assert fields_of(encounter) == before


def with_other_secrets(tried: Tried, encounter: Encounter) -> Encounter:
    """The same to the players: others are hidden, under other ids, with other numbers."""
    data = copied(encounter)
    source = next(who for who in tried.people if who not in tried.hidden)
    other = {**data["combatants"][source], "hidden": True, "name": "Another", "notes": "another"}
    other["weapons"] = {**other.get("weapons", {}), "qzblade": a_weapon(tried)}
    for who in tried.hidden.values():
        data["combatants"][who] = other
        (data["fight"].get("combatants") or {}).pop(who, None)
    text = json.dumps(data).replace("qzblade", "another-blade")
    for number, (who, name) in enumerate(NAMES.items()):
        text = text.replace(who, f"another-{number}").replace(name, "Another")
        for word in re.findall(r"[A-Z]\w+", name):
            text = text.replace(word, "Another")
    return Encounter(**json.loads(text))


def played(tried: Tried, fight: list[str], look: Callable[..., None]) -> None:
    """Carry out the lines and look at the screen after each, refused ones too."""
    encounter = encounter_of(tried)
    look(tried, encounter, "")
    for seed, line in enumerate(fight):
        try:
            tried.play.resolved(encounter, tried.renamed(line, encounter), seed)
        except Refusal:
            pass
        else:
            tried = without(tried, encounter)
        look(tried, encounter, line)


def without(tried: Tried, encounter: Encounter) -> Tried:
    """Who has been taken out is nobody's secret any more."""
    left = encounter.combatants
    people = [who for who in tried.people if tried.hidden.get(who, who) in left]
    hidden = {who: own for who, own in tried.hidden.items() if own in left}
    return replace(tried, people=tuple(people), hidden=hidden)


@pytest.mark.parametrize("ruleset", sorted(TRIED))
@modest(12)
@given(data=st.data())
def test_no_secret_is_on_the_players_screen_in_any_fight(ruleset: str, data: st.DataObject) -> None:
    tried = TRIED[ruleset]
    played(tried, data.draw(tried.fights), check_screen)


TRUE, STRANGER = "Thorvald Umbrage", "The pale stranger"


def with_stranger(encounter: Encounter, who: str) -> Encounter:
    """The same encounter with a combatant whom players know by another name."""
    sheet = {**encounter.combatants[who], "name": TRUE, "players": STRANGER}
    return replace(encounter, combatants={**encounter.combatants, who: sheet})


def check_stranger(who: str) -> Callable[[Tried, Encounter, str], None]:
    """A check that neither true name nor id is on the screen, or where it is drawn from."""

    def check(tried: Tried, encounter: Encounter, line: str) -> None:
        seen = players_board(encounter, tried.play.ruleset.board)
        text = text_of(seen).lower()
        found = re.search(rf"thorvald|umbrage|\b{who}\b", text)
        assert not found, (line, text)
        if who in encounter.combatants and not encounter.away(who):
            assert STRANGER in [row.name for row in seen.rows], line
        known = json.dumps(fields_of(without_secrets(encounter)))
        assert "Umbrage" not in known
        assert '"players"' not in known

    return check


@pytest.mark.parametrize("ruleset", sorted(TRIED))
@modest(12)
@given(data=st.data())
def test_no_true_name_is_on_the_players_screen_in_any_fight(
    ruleset: str, data: st.DataObject
) -> None:
    tried = TRIED[ruleset]
    who = data.draw(st.sampled_from([one for one in tried.people if one not in tried.hidden]))
    encounter = with_stranger(encounter_of(tried), who)
    check = check_stranger(who)
    check(tried, encounter, "")
    for seed, line in enumerate(data.draw(tried.fights)):
        try:
            tried.play.resolved(encounter, tried.renamed(line, encounter), seed)
        except Refusal:
            pass
        else:
            tried = without(tried, encounter)
        check(tried, encounter, line)


H, PC = "qz-vexmor", "PC"
BOMB = {"setter": H, "weapon": "qzblade", "goes_off": {"round": 2}}
PLANTS: dict[str, list[tuple[str, Any]]] = {
    "swan-song": [
        ("fight.active", H),
        ("fight.reopen", H),
        ("fight.queue", [{"who": H, "together": True}, {"who": PC, "together": False}]),
        ("fight.timed_items", {"qzbomb": BOMB}),
        ("scene.timed_items", {"qzbomb": BOMB}),
        ("scene.barriers", {"qzheap": {"body_of": H}}),
        ("PC.carrying_body", H),
        ("PC.in_vehicle", H),
        ("PC.cover", "good"),
        ("PC.cover_barrier", "qzheap"),
        ("PC.surprised_by", [H]),
        ("PC.in_melee_with", [H, "mira"]),
        ("PC.passed", [H]),
        ("PC.effects", [{"effect": "stunned", "source": H, "rounds": 2, "value": -3}]),
        ("PC.extended", {"name": "drag Vexmor", "cost": 7, "paid": 2}),
    ],
    "spotlight": [
        ("fight.spotlight", [H]),
        ("fight.had_spotlight", [H, PC]),
        ("fight.death_spotlight", [H]),
        ("fight.choosing", [H, PC]),
        ("fight.save", {"for": PC, "by": H, "ap": 2}),
        ("PC.suppressed", {"target_number": 3, "by": H}),
        ("PC.cover", [{"name": "Quillon's coat", "type": "heavy", "rating": {"legs": 20}}]),
    ],
    "storyteller": [
        ("fight.acting", H),
        ("fight.interrupted", [H, PC]),
        ("PC.shield", H),
        ("PC.downed_by", H),
        ("PC.wp_defense", [H]),
        ("PC.dodged", [H]),
        ("PC.killed", [H]),
        ("PC.controls_of", H),
        ("PC.aim", {"target": H, "bonus": 2}),
        ("PC.suppressed", {"by": H, "successes": 3}),
        ("PC.grapple", {
            "with": H, "controls": "qzblade", "hold": True, "restrained": True, "cover": True,
        }),
    ],
    "sr3": [
        ("fight.acting", H),
        ("fight.interrupted", [H, PC]),
        ("PC.subdual", {"boxes": 4, "by": H}),
        ("PC.struck_by", [H]),
        ("PC.targets_this_phase", [H]),
        ("PC.in_melee_with", [H, "tess"]),
        ("PC.aim", {"target": H, "weapon": "heavy-pistol", "actions": 2}),
    ],
    "i2050": [
        ("fight.acting", H),
        ("fight.pending", [{"victim": H, "place": "head", "points": 4, "blow": 4, "melee": True}]),
        ("PC.aimed", H),
        ("PC.intent", {"action": "fight", "targets": [H, "rudy"], "split": [7, 8]}),
        ("PC.met", [H]),
        ("PC.missed", [H]),
        ("PC.spared", [H]),
        ("fight.item", [H]),
    ],
}  # fmt: skip
RUNNING = {
    "swan-song": {"round": 1, "pass": 1},
    "spotlight": {"round": 1, "phase": "acting", "stage": "npc"},
    "storyteller": {"round": 1, "phase": "acting", "acting": H},
    "sr3": {"round": 1, "phase": "acting"},
    "i2050": {"round": 1, "step": "resolution"},
}
"""A round that is going on, as a file says it."""


def planted(ruleset: str, plants: list[tuple[str, Any]]) -> Encounter:
    """A fight with these values in it; the loader takes it."""
    tried = TRIED[ruleset]
    prepared = copied(encounter_of(tried))
    prepared["fight"] = {**RUNNING[ruleset], "combatants": {}}
    pc = tried.people[0]
    for path, value in plants:
        part, *keys = path.split(".")
        to = prepared["fight"]["combatants"].setdefault(pc, {}) if part == PC else prepared[part]
        to[keys[0]] = json.loads(json.dumps(value).replace(f'"{PC}"', f'"{pc}"'))
    return tried.play.encounter({"gmtrack": 1, **prepared})


@pytest.mark.parametrize(
    ("ruleset", "plants"),
    [
        pytest.param(ruleset, some, id=f"{ruleset}-{some[0][0] if len(some) == 1 else 'all'}")
        for ruleset, plants in PLANTS.items()
        for some in [plants, *([plant] for plant in plants if plant[1] != "qzheap")]
    ],
)
def test_a_hidden_one_in_every_place_that_names_somebody(
    ruleset: str, plants: list[tuple[str, Any]]
) -> None:
    check_screen(TRIED[ruleset], planted(ruleset, plants), "")
