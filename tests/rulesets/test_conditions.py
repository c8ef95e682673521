"""A condition of the moment: `effect` with a word that nothing knows is a note with a clock, in
every ruleset (ALL-OWN-10)."""

from collections.abc import Callable
from typing import Any

import pytest

Type = Callable[[list[str]], Any]
FIGHTS = {
    "swan-song": ("knife-fight", "joe"),
    "spotlight": ("stand-off", "mara"),
    "storyteller": ("back-room", "nick"),
    "sr3": ("garage-night", "rook"),
    "i2050": ("street-samurai-duel", "kaz"),
}
EVERY = pytest.mark.parametrize(("fight", "who"), FIGHTS.values(), ids=FIGHTS)


@pytest.fixture
def play(type_line: Type) -> Callable[..., Any]:
    def carried_out(fight: str, *lines: list[str]) -> list[Any]:
        assert type_line(["load", f"encounters/{fight}.yaml"]).status == 0
        assert type_line(["roll-init", "--seed", "3"]).status == 0
        return [type_line(line) for line in lines]

    return carried_out


def own_effects(screen: Any) -> list[str]:
    return [one["effect"] for one in screen.doc["effects"]]


@EVERY
def test_any_word_is_a_condition_that_is_shown_and_ended(
    play: Callable[..., Any], fight: str, who: str
) -> None:
    put, shown, valid, ended, gone = play(
        fight,
        ["effect", who, "frightened"],
        ["show", who, "--json"],
        ["validate"],
        ["effect", who, "frightened", "--end"],
        ["show", who, "--json"],
    )
    assert (put.status, valid.status, ended.status) == (0, 0, 0)
    assert "frightened changes no number: `effect --define FILE`" in " ".join(put.out.split())
    assert "frightened" in own_effects(shown)
    assert "frightened" not in own_effects(gone)


@EVERY
def test_a_number_behind_it_counts_its_rounds(
    play: Callable[..., Any], fight: str, who: str
) -> None:
    put, shown = play(fight, ["effect", who, "on fire", "3"], ["show", who, "--json"])
    assert f"effect {who} on-fire --rounds 3" in put.out
    assert any(one["effect"] == "on-fire" and "3" in one["until"] for one in shown.doc["effects"])


@EVERY
def test_it_goes_with_the_step_that_brought_it(
    play: Callable[..., Any], fight: str, who: str
) -> None:
    before, _, _, after = play(
        fight, ["board", "--json"], ["effect", who, "frightened"], ["undo"], ["board", "--json"]
    )
    assert after.doc == before.doc


@pytest.mark.parametrize(
    ("fight", "who", "word", "says"),
    [
        ("knife-fight", "joe", "stund", "did you mean 'stunned'?"),
        ("knife-fight", "joe", "3", "no effect '3'"),
        ("back-room", "nick", "stund", "did you mean 'stunned'?"),
        ("knife-fight", "joe", "kamikaze", "the stock has one: `effect --define @kamikaze`"),
    ],
)
def test_what_is_nearly_known_or_in_the_stock_is_refused(
    play: Callable[..., Any], fight: str, who: str, word: str, says: str
) -> None:
    (refused,) = play(fight, ["effect", who, word])
    assert refused.status == 1
    assert says in refused.err


def test_ending_a_word_that_nobody_knows_is_refused(play: Callable[..., Any]) -> None:
    (refused,) = play("knife-fight", ["effect", "joe", "frightened", "--end"])
    assert refused.status == 1
    assert "no effect 'frightened'" in refused.err
