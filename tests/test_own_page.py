"""What somebody sees of themselves on their own link: all that is theirs, and nobody's secrets."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from gmtrack.app import what
from gmtrack.app.own_link_page import OF_THE_GM, own_page, read_own_page
from gmtrack.cli.main import execute
from gmtrack.core.choice import Candidate, Choice
from gmtrack.core.encounter import Data
from gmtrack.core.intents import Act, Attack, Intent
from gmtrack.store.session import open_session

ROOT = Path(__file__).parents[1]
FIGHTS = {
    "ganger-ambush": ("vex", "flesh"),
    "ninth-street": ("wendy", "torso"),
    "back-room": ("lena", "willpower"),
    "garage-night": ("hale", "combat pool"),
    "three-thugs-in-the-fog": ("mona", "hp"),
}
HIDDEN = "Xanthippe Quirk"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GMTRACK_HOME", str(tmp_path / "home"))


def opened(fight: str, *lines: str) -> None:
    assert execute(["load", str(ROOT / "encounters" / f"{fight}.yaml")]) == 0
    for line in lines:
        assert execute(line.split()) == 0, line


def page_of(who: str) -> Data:
    with open_session(None, write=False) as session:
        found = own_page(session, who)
    assert found is not None
    return found


def acting_now() -> list[str]:
    with open_session(None, write=False) as session:
        return [row.id for row in session.ruleset.board(session.encounter).rows if row.acting]


def numbers(page: Data) -> dict[str, str]:
    return {label: value for section in page["sections"] for label, value, _ in section["numbers"]}


@pytest.mark.parametrize("fight", FIGHTS)
def test_all_that_is_theirs_stands_there(fight: str) -> None:
    who, track = FIGHTS[fight]
    opened(fight, "roll-init --seed 1")
    page = page_of(who)
    assert track in [one["label"] for one in page["tracks"]]
    assert len(page["sections"]) > 3
    assert numbers(page)
    with open_session(None, write=False) as session:
        acting = session.ruleset.board(session.encounter).doc.get("acting")
    can = page_of(acting or who)["can"]
    assert len(can) > 3, "there is something that whoever acts, or declares, can do"
    assert len({text for text, _, _ in can}) == len(can)
    assert "gmtrack" not in json.dumps(can)
    words = ("next", "end", "roll-init", "leave")
    assert not any(text.split(":")[0] in words for text, _, _ in can)


MODES = {
    "ganger-ambush": (
        "unit7", "attack with Shoulder autocannon, ",
        {"single: one shot": "1 AP", "burst: 3 bullets, -2 dice for the target's defense": "1 AP"},
    ),
    "ninth-street": (
        "joe", "attack with uzi, ",
        {"single: one shot": "1 AP", "burst: Difficulty +1": "1 AP"},
    ),
    "garage-night": (
        "rook", "attack with smg, ",
        {
            "semi-automatic: 1 round, recoil 1 for the next": "1 simple",
            "burst: 3 rounds, recoil 3": "1 simple",
            "full auto: complex, at least 3 rounds, recoil by rounds": "2 simple",
        },
    ),
}  # fmt: skip
"""A shooter of each ruleset with fire modes, and some of what they can do with their costs."""


@pytest.mark.parametrize("fight", MODES)
def test_each_fire_mode_stands_there_with_its_cost(fight: str) -> None:
    who, begin, modes = MODES[fight]
    opened(fight, "roll-init --seed 1")
    can = {text: cost for text, cost, _ in page_of(who)["can"]}
    for mode, cost in modes.items():
        assert can[begin + mode] == cost
    assert begin.removesuffix(", ") not in can
    with open_session(None, write=False) as session:
        page = read_own_page(session, who)
    assert page is not None
    burst = [text for text in page.document["can"] if text[0].startswith(f"{begin}burst")]
    line = page.lines[(burst[0][0], burst[0][2][0])]
    assert re.search(r"--with mode=(burst|bf)$", line)


@pytest.mark.parametrize(
    ("fight", "who", "begin", "line"),
    [
        (
            "garage-night", "rook", "attack with smg, full auto",
            r"attack rook [\w-]+ --weapon smg --with mode=fa",
        ),
        (
            "street-clinic", "kes", "attack with manabolt",
            r"attack kes [\w-]+ --weapon manabolt",
        ),
    ],
    ids=["rounds", "level"],
)  # fmt: skip
def test_what_the_player_is_asked_for_then_is_left_open(
    fight: str, who: str, begin: str, line: str
) -> None:
    """The rounds of full auto, and the level of a spell."""
    opened(fight, "roll-init --seed 1")
    while who not in (now := acting_now()):
        assert execute(["next"]) == 0, now
    with open_session(None, write=False) as session:
        page = read_own_page(session, who)
    assert page is not None
    found = {text: one for (text, _), one in page.lines.items() if text.startswith(begin)}
    assert len(found) == 1, "once, and not for each value"
    assert re.fullmatch(line, *found.values())


@pytest.mark.parametrize("fight", FIGHTS)
def test_what_is_hidden_stays_hidden(fight: str) -> None:
    """A hidden one who has to do with them, notes of the GM, counters that are the GM's."""
    who, _ = FIGHTS[fight]
    opened(fight)
    with open_session(None, write=False) as session:
        foe = next(
            one for one in session.encounter.combatants if session.encounter.side(one) == "foe"
        )
    lines = (
        ["set", foe, f"name={HIDDEN}", "hidden=true"],
        ["note", who, "the traitor pays tonight"],
        ["note", "fight", "the traitor pays tonight"],
        ["set", who, "notes=traitor"],
        ["set", who, "counters.doom.max=6", "counters.doom.players=false"],
        ["set", who, "counters.blood.max=10"],
        ["roll-init", "--seed", "2"],
        ["damage", who, "1", "--force"],
    )
    for line in lines:
        status = execute(line)
        assert status == 0 or line[0] == "damage", line
    text = json.dumps(page_of(who))
    for secret in (HIDDEN, "Xanthippe", "traitor", "doom", f'"{foe}"'):
        assert secret not in text, secret
    assert "blood" in text


def test_an_effect_that_players_do_not_know_is_other() -> None:
    opened("ganger-ambush")
    with open_session(None, write=False) as session:
        folder = session.file.parent
    definitions = folder.parent.parent / "effects.yaml"
    definitions.write_text(
        "effects:\n"
        "  doom: {name: Doom of Kali, change: {agility: -1}, players: false}\n"
        "  wired: {name: Kamikaze drug, change: {reaction: 1}, players: Wired}\n"
    )
    assert execute(["effect", "--define", str(definitions)]) == 0
    assert execute(["effect", "vex", "doom", "--rounds", "3"]) == 0
    assert execute(["effect", "vex", "wired", "--rounds", "3"]) == 0
    page = page_of("vex")
    text = json.dumps(page)
    for secret in ("Kali", "Doom", "doom", "Kamikaze", "drug"):
        assert secret not in text
    assert any(one.startswith("Wired") and "3 rounds" in one for one in page["conditions"])
    assert not any("other" in one for one in page["conditions"])
    assert numbers(page)["agility"] == "6"


@pytest.mark.parametrize("fight", FIGHTS)
def test_armor_of_an_effect_that_players_do_not_know_has_no_name_there(fight: str) -> None:
    who, _ = FIGHTS[fight]
    opened(fight)
    with open_session(None, write=False) as session:
        definitions = session.file.parent.parent.parent / "effects.yaml"
    definitions.write_text(
        "effects:\n"
        "  doom: {name: Doom of Kali, change: {armor: 2}, players: false}\n"
        "  bark: {name: Secret bark, change: {armor: 2}, players: Bark}\n"
    )
    for line in (f"effect --define {definitions}", f"effect {who} doom", f"effect {who} bark"):
        assert execute(line.split()) == 0
    text = json.dumps(page_of(who)).lower()
    for secret in ("kali", "doom", "secret"):
        assert secret not in text


def test_who_is_hidden_from_the_others_sees_themselves() -> None:
    opened("ganger-ambush", "hide vex", "hide hook")
    assert page_of("vex")["title"] == "Vex"
    assert "Hook" not in json.dumps(page_of("vex"))


def test_who_is_not_there_has_no_page() -> None:
    opened("ganger-ambush", "leave vex", "remove mira")
    assert page_of("vex")["can"] == []
    with open_session(None, write=False) as session:
        assert own_page(session, "mira") is None
        assert own_page(session, "nobody") is None


@pytest.mark.parametrize("fight", FIGHTS)
def test_what_only_the_gm_types_is_not_even_tried(
    fight: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Many tests would be tried for each page, and dropped."""
    tried: list[Intent] = []
    try_one = what._try_candidate

    def trying(ruleset: Any, draft: Any, dice: Any, one: Candidate, cost: Any) -> Choice:
        tried.append(one.intent)
        return try_one(ruleset, draft, dice, one, cost)

    monkeypatch.setattr(what, "_try_candidate", trying)
    opened(fight, "roll-init --seed 1")
    page_of(FIGHTS[fight][0])
    assert any(isinstance(intent, Act | Attack) for intent in tried)
    assert not [intent for intent in tried if isinstance(intent, OF_THE_GM)]
