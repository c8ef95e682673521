"""`players: NAME` of a sheet: players read that name wherever the true one would be."""

import json
from pathlib import Path

import pytest

from gmtrack.app.own_link_page import own_page
from gmtrack.app.players_page import page_of_session
from gmtrack.core.encounter import Encounter
from gmtrack.core.players import (
    names_for_players,
    put_players_names,
    secret_predicate,
)
from gmtrack.play.choices import PlayerChoice
from gmtrack.play.phones import choice_for_players, make_choice_question
from gmtrack.store.session import open_session

from .typing_in import doc, done, refused

ENCOUNTERS = Path(__file__).parents[2] / "encounters"
FIGHTS = {
    "swan-song": ("knife-fight", "joe", "bob"),
    "spotlight": ("ninth-street", "joe", "punk"),
    "storyteller": ("car-park", "dana", "crane"),
    "sr3": ("garage-night", "rook", "boss"),
    "i2050": ("street-samurai-duel", "kaz", "master"),
}
"""A ready-made encounter of each ruleset, a player character, and the one whom they meet."""
TRUE, STRANGER = "Thorvald Umbrage", "The pale stranger"
each = pytest.mark.parametrize("ruleset", FIGHTS)


def met(ruleset: str) -> tuple[str, str]:
    """Open the encounter with a stranger in it, and fight a little. Return the player character
    and the stranger."""
    fight, own, stranger = FIGHTS[ruleset]
    done("load", f"{ENCOUNTERS}/{fight}.yaml")
    done("set", stranger, f"name={TRUE}", f"players={STRANGER}")
    done("set", own, "side=pc")
    done(f"attack {own} {stranger} --seed 2 --force")
    done(f"attack {stranger} {own} --seed 3 --force")
    done("roll-init --seed 1")
    done(f"damage {stranger} 2")
    done(f"leave {stranger} away with the van")
    done(f"join {stranger}")
    return own, stranger


def everything_for_players(own: str) -> str:
    """All that players get: board, phones, the page of their own, the story."""
    with open_session(None, write=False) as session:
        page = page_of_session(session)
        profile = own_page(session, own)
    story = done("log", "--export", "-", "--players").out
    return json.dumps([page, profile], ensure_ascii=False) + story


@each
def test_players_read_the_other_name_everywhere(ruleset: str, home: Path) -> None:
    own, _ = met(ruleset)
    told = everything_for_players(own)
    assert STRANGER in told
    assert f"{STRANGER} leaves" in told
    assert "Umbrage" not in told
    assert "Thorvald" not in told


@each
def test_the_gm_goes_on_reading_the_true_name(ruleset: str, home: Path) -> None:
    _, stranger = met(ruleset)
    shown = doc("show", stranger, "--json")
    assert shown["name"] == TRUE
    assert TRUE in done("board").out
    assert TRUE in done("log", "--export", "-").out
    done("set", stranger, "players=null")
    assert TRUE in everything_for_players(FIGHTS[ruleset][1])


@each
def test_a_question_on_a_phone_has_the_other_name(ruleset: str, home: Path) -> None:
    own, stranger = met(ruleset)
    with open_session(None, write=False) as session:
        encounter = session.encounter
    choice = PlayerChoice(
        f"{TRUE} attacks. Defense?",
        (),
        about=f"{TRUE} attacks Joe; Umbrage is angry",
        who=own,
        attacks=(f"attack {stranger} {own}",),
    )
    tells = secret_predicate(encounter, {own})
    asked = make_choice_question(
        choice_for_players(choice, encounter, lambda _: tells), "", tells, "id", ""
    )
    assert asked.line == f"{STRANGER} attacks. Defense?"
    # What names them in any other way is left out.
    assert asked.about == ""
    assert asked.attacks == ()
    quiet = choice._replace(about="")
    asked = make_choice_question(
        choice_for_players(quiet, encounter, lambda _: tells), "", tells, "id", ""
    )
    assert asked.attacks == (f"attack '{STRANGER}' {own}",)


def cast(**sheets: dict[str, object]) -> Encounter:
    return Encounter("", "swan-song", combatants={who: dict(one) for who, one in sheets.items()})


def test_several_of_one_name_are_numbered_without_their_ids() -> None:
    fight = cast(
        vlad={"players": "A monk"}, igor={"players": "A monk"}, joe={}, one={"players": "Joe"},
        two={"name": "Thug"}, thug={},
    )  # fmt: skip
    named = names_for_players(fight)
    assert (named["vlad"], named["igor"]) == ("A monk 1", "A monk 2")
    gms = fight.names()
    assert [named[who] for who in ("joe", "two", "thug")] == [
        gms[who] for who in ("joe", "two", "thug")
    ]
    assert len(set(named.values())) == len(named)


def test_true_names_are_replaced_as_wholes_the_longest_first() -> None:
    fight = cast(
        a={"name": "the boss", "players": "X"}, b={"name": "the boss's son", "players": "Y"}
    )
    rename = put_players_names(fight)
    assert rename("The boss hits the boss's son; the bosses run") == "X hits Y; the bosses run"


def test_the_name_for_players_is_a_text(home: Path) -> None:
    done("load", f"{ENCOUNTERS}/knife-fight.yaml")
    assert "players" in refused("set", "bob", "players=[1]")


def test_show_tells_the_gm_what_players_read(home: Path) -> None:
    done("load", f"{ENCOUNTERS}/knife-fight.yaml")
    done("set", "bob", f"players={STRANGER}")
    shown = doc("show", "bob", "--json")
    assert "note" not in shown or STRANGER not in shown["note"]
    assert f"players read {STRANGER}" in " ".join(done("show", "bob").out.split())
