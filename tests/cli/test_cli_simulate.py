"""What `simulate` takes, answers and refuses; what it must not touch."""

from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from gmtrack.simulation import worth

ONE = {
    "fights", "seed", "won", "margin", "rounds", "combatants", "tactics", "limit", "by_tactics",
    "show",
}  # fmt: skip
ALONE = ONE | {"choices"}
"""What an answer has besides that is no variant."""
roughly = pytest.mark.usefixtures("roughly")
FEW = ["--fights", "12", "--jobs", "1", "--seed", "5"]


ANSWERS: dict[tuple[object, ...], Any] = {}
"""What was answered about the fight as it is loaded, by what was typed."""


def simulated(type_line: Any, *words: str) -> Any:
    screen = type_line(["simulate", *FEW, "--json", *words])
    assert screen.status == 0, screen.err
    return screen.doc


def simulated_as_loaded(knives: Any, *words: str) -> Any:
    """Return the document of a simulation of the fight as it is loaded. All tests share it,
    because the same line about the same fight has the same answer."""
    asked = words, worth.MOST_RUNS
    if asked not in ANSWERS:
        ANSWERS[asked] = simulated(knives, *words)
    return deepcopy(ANSWERS[asked])


def shown_as_loaded(knives: Any) -> str:
    """Return the screen of a simulation of the fight as it is loaded, on one line. All tests
    share it."""
    asked = "screen", worth.MOST_RUNS
    if asked not in ANSWERS:
        ANSWERS[asked] = " ".join(knives(["simulate", *FEW]).out.split())
    return str(ANSWERS[asked])


def test_the_document_has_the_keys_of_the_contract_and_adds_up(knives: Any) -> None:
    doc = simulated_as_loaded(knives)
    assert doc.keys() == {"command", "ruleset"} | ALONE
    assert (doc["command"], doc["ruleset"]) == ("simulate", "swan-song")
    assert (doc["fights"], doc["seed"], doc["tactics"]) == (12, 5, {})
    assert list(doc["won"]) == ["pc", "foe", "nobody"]
    assert sum(doc["won"].values()) == pytest.approx(1)
    rounds = doc["rounds"]["distribution"]
    assert sum(rounds.values()) == pytest.approx(1)
    assert sum(int(one) * p for one, p in rounds.items()) == pytest.approx(doc["rounds"]["mean"])
    assert list(doc["combatants"]) == ["joe", "bob"]
    joe = doc["combatants"]["joe"]
    assert joe.keys() - {"points"} == {"out", "dead", "if_won", "name", "side", "tracks"}
    assert joe["points"]["karma"].keys() == {"mean", "now", "max"}
    assert joe["tracks"]["flesh"].keys() == {"mean", "max", "unit"}
    assert 0 <= joe["dead"] <= joe["out"] <= 1
    # Whoever is out, the other side has won, if anybody has.
    assert doc["combatants"]["bob"]["out"] == pytest.approx(doc["won"]["pc"])


def test_the_same_seed_is_the_same_whatever_the_jobs(knives: Any) -> None:
    one = simulated_as_loaded(knives)
    assert simulated_as_loaded(knives, "--jobs", "2") == one
    assert simulated(knives, "--seed", "6") != one


@roughly
def test_without_a_seed_one_is_told_that_gives_the_same_again(knives: Any) -> None:
    told = knives(["simulate", "--fights", "4", "--jobs", "1", "--json"]).doc
    again = ["simulate", "--fights", "4", "--jobs", "1", "--seed", str(told["seed"]), "--json"]
    assert knives(again).doc == told


def files_under(folder: Path) -> dict[Path, bytes]:
    return {file: file.read_bytes() for file in folder.rglob("*") if file.is_file()}


@roughly
def test_nothing_of_the_fight_changes(knives: Any, tmp_path: Path) -> None:
    knives(["roll-init", "--seed", "1"])
    before = files_under(tmp_path)
    simulated(knives, "--vs", "damage joe 3", "--vs", "set bob prone=true")
    assert files_under(tmp_path) == before


@roughly
def test_a_fight_goes_on_from_where_it_stands(knives: Any) -> None:
    knives(["roll-init", "--seed", "1"])
    fresh = simulated(knives)
    knives(["damage", "joe", "9"])
    hurt = simulated(knives)
    assert hurt["won"]["pc"] < fresh["won"]["pc"]
    assert hurt["combatants"]["joe"]["tracks"]["flesh"]["mean"] < 2


@roughly
def test_variants_stand_side_by_side_with_the_same_dice(knives: Any) -> None:
    more = "add @ganger --count 2; add @ganger"
    doc = simulated(knives, "--vs", more, "--vs", "set joe flesh_max=1")
    assert doc.keys() - {"even"} == {"command", "ruleset", "variants", "best"}
    assert [one["words"] for one in doc["variants"]] == ["", more, "set joe flesh_max=1"]
    plain, several, weaker = doc["variants"]
    assert all(one.keys() == {"words"} | ONE for one in doc["variants"])
    assert len(several["combatants"]) == len(plain["combatants"]) + 3
    alone = simulated_as_loaded(knives)
    assert plain == {"words": "", **{key: alone[key] for key in ONE}}
    best = max(one["won"]["pc"] for one in doc["variants"])
    assert doc["variants"][doc["best"]]["won"]["pc"] == best
    assert several["won"]["pc"] < plain["won"]["pc"]
    left, less = (one["combatants"]["joe"]["tracks"]["flesh"]["mean"] for one in (plain, weaker))
    assert less < left


@roughly
def test_a_variant_that_changes_nothing_comes_to_the_same(knives: Any) -> None:
    one, other = simulated(knives, "--vs", "note bob waits")["variants"]
    assert {**other, "words": ""} == one


@roughly
@pytest.mark.parametrize(
    ("told", "tactics"),
    [
        ("pc=focus", {"pc": "focus"}),
        ("foe=Random", {"foe": "random"}),
        ("party=foc", {"pc": "focus"}),
        ("the party=f", {"pc": "focus"}),
        ("Foes=near", {"foe": "nearest"}),
        ("joe=weakest", {"joe": "weakest"}),
        ("Bob=strongest", {"bob": "strongest"}),
    ],
)
def test_tactics_are_of_a_side_or_of_somebody(
    knives: Any, told: str, tactics: dict[str, str]
) -> None:
    assert simulated(knives, "--tactics", told)["tactics"] == tactics


def test_who_fights_by_odds_takes_the_better_weapon(knives: Any) -> None:
    # Bob's cue only stuns; by odds he is as well off, Joe better with the knife than the pistol.
    plain, clever = simulated_as_loaded(knives), simulated(knives, "--tactics", "pc=odds")
    assert clever["won"]["pc"] >= plain["won"]["pc"] - 2 * plain["margin"]


@pytest.mark.parametrize(
    ("words", "status", "says"),
    [
        (["--tactics", "focus"], 1, "SIDE=WORD or WHO=WORD"),
        (["--tactics", "pc=brave"], 1, "one of focus, nearest"),
        (["--tactics", "nobody=focus"], 1, "combatant or side"),
        (["--tactics", "nobody=focus"], 1, "Sides: foes, party"),
        (["--tactics", "pc=fokus"], 1, "did you mean 'focus'?"),
        (["--tactics", "pc="], 1, "one of focus, nearest"),
        (["--tactics", "pc=sensible,plain"], 1, "one of sensible, plain, and one of focus"),
        (["--tactics", "pc=focus,random"], 1, "one of sensible, plain, and one of focus"),
        (["--price", "karma"], 1, "--price karma: type a number of boxes"),
        (["--price", "karma=-1"], 1, "type a number of boxes"),
        (["--price", "karma=nan"], 1, "type a number of boxes"),
        (["--price", "gold=2"], 1, "what has a price here is ap, karma"),
        (["--ask", "x"], 1, "--ask x: type one of even, dies"),
        (["--vs", "add @nobody"], 1, "--vs 'add @nobody'"),
        (["--vs", "board"], 1, "--vs 'board'"),
        (["--vs", ""], 1, "type what is other"),
        (["--vs", "remove bob"], 1, "--vs 'remove bob': nobody fights anybody: all are of one"),
        (["--vs", "remove bob; remove joe"], 1, "remove joe': nobody is in the fight: `add` some"),
        (["--vs", "damage joe 1 --json"], 1, "--vs 'damage joe 1 --json': leave out --json"),
        (["--vs", "damage joe 1 -n"], 1, "leave out -n"),
        (["--vs", "damage joe 1 --dry-run"], 1, "leave out --dry-run"),
        (["--seed", "x"], 2, "'x' is not a whole number"),
        (["--fights", "0"], 2, "too small"),
        (["100"], 2, "for so many fights type --fights 100"),
        (["--rounds", "x"], 2, "whole number"),
        (["--on", "tcp://127.0.0.1:9", "--jobs", "2"], 2, "leave out --jobs"),
    ],
)
def test_what_cannot_be_is_refused(knives: Any, words: list[str], status: int, says: str) -> None:
    screen = knives(["simulate", *words])
    assert screen.status == status
    assert says in " ".join(screen.err.split())


def test_a_fight_that_nobody_can_win_is_nobodys(knives: Any) -> None:
    for who in ("joe", "bob"):
        knives(["set", who, "ap_base=0"])
    doc = simulated(knives, "--rounds", "4")
    assert doc["won"] == {"pc": 0, "foe": 0, "nobody": 1}
    assert doc["rounds"]["distribution"] == {"4": 1}
    assert "stuck" not in doc


def test_a_fight_that_is_decided_is_not_played(knives: Any) -> None:
    knives(["damage", "bob", "30"])
    doc = simulated(knives)
    assert doc.keys() == {"command", "ruleset", "decided"} | ONE - {"by_tactics"}
    assert (doc["decided"], doc["fights"], doc["margin"]) == ("pc", 0, 0)
    assert doc["won"] == {"pc": 1, "foe": 0, "nobody": 0}
    assert doc["rounds"] == {"mean": 0, "distribution": {"0": 1}}
    assert doc["combatants"]["bob"]["out"] == 1
    assert doc["combatants"]["joe"]["out"] == 0
    screen = knives(["simulate", *FEW])
    assert screen.status == 0
    assert screen.out.startswith("Only the party still stands.")


@roughly
def test_a_variant_may_be_decided(knives: Any) -> None:
    plain, dead, other = simulated(knives, "--vs", "damage joe 30", "--vs", "note bob x")[
        "variants"
    ]
    assert (dead["decided"], dead["won"]["foe"]) == ("foe", 1)
    assert other["won"] == plain["won"]
    screen = knives(["simulate", *FEW, "--vs", "damage joe 30"])
    assert "damage joe 30: Only the foes still stand;" in screen.out


@roughly
def test_a_variant_may_take_out_several(knives: Any) -> None:
    assert knives(["add", "@ganger", "--count", "2"]).status == 0
    plain, fewer = simulated(knives, "--vs", "remove ganger,bob")["variants"]
    assert plain["combatants"].keys() - fewer["combatants"].keys() == {"ganger", "bob"}


@roughly
def test_it_stops_as_soon_as_it_is_sure_enough(knives: Any) -> None:
    knives(["damage", "bob", "3"])
    told = knives(["simulate", "--jobs", "1", "--seed", "5", "--tactics", "pc=plain", "--json"]).doc
    assert told["fights"] in range(100, 1000, 50)
    assert told["margin"] <= 0.03
    assert "asked" not in told


@roughly
def test_variants_stop_when_their_order_is_clear(knives: Any) -> None:
    words = ["simulate", "--jobs", "1", "--seed", "5", "--vs", "damage joe 9", "--json"]
    one, other = knives(words).doc["variants"]
    assert one["fights"] == other["fights"] <= 100


@roughly
def test_it_says_how_much_hangs_on_tactics(knives: Any) -> None:
    plainly = ("--tactics", "pc=plain", "--tactics", "foe=plain")
    sense, plain = simulated_as_loaded(knives), simulated_as_loaded(knives, *plainly)
    assert sense["by_tactics"].keys() == plain["by_tactics"].keys() == {"sensible", "plain"}
    assert sense["by_tactics"]["sensible"]["won"] == sense["won"]
    assert plain["by_tactics"]["plain"]["won"] == plain["won"]
    assert [sense["by_tactics"][word]["fights"] for word in ("sensible", "plain")] == [12, 3]
    assert plain["tactics"] == {"pc": "plain", "foe": "plain"}
    both = simulated(knives, "--tactics", "pc=sens,foc", "--tactics", "foe=plain")
    assert both["tactics"] == {"pc": "sensible,focus", "foe": "plain"}
    assert [both["by_tactics"][word]["fights"] for word in ("sensible", "plain")] == [3, 3]


def test_it_says_which_choice_moves_the_answer(knives: Any) -> None:
    doc = simulated_as_loaded(knives)
    assert {one["choice"] for one in doc["choices"]} <= {"target", "cover", "area", "defense"}
    for one in doc["choices"]:
        assert one.keys() - {"who"} == {"side", "choice", "how", "won", "fights", "margin"}
    assert simulated_as_loaded(knives, "--jobs", "2")["choices"] == doc["choices"]
    assert "defenses, sense at all)" in shown_as_loaded(knives)
    plainly = simulated_as_loaded(knives, "--tactics", "pc=plain", "--tactics", "foe=plain")
    assert "choices" not in plainly


def test_points_that_are_left_are_counted(knives: Any) -> None:
    points = simulated_as_loaded(knives)["combatants"]["joe"]["points"]["karma"]
    assert 0 <= points["mean"] <= points["now"] == points["max"]
    assert "karma left" in shown_as_loaded(knives)


def test_points_have_a_price(knives: Any) -> None:
    priced = simulated(knives, "--price", "karma=2", "--price", "AP=0.3")
    assert priced == simulated_as_loaded(knives)
    dear = simulated(knives, "--price", "ap=1000", "--tactics", "pc=plain")
    assert dear["fights"] == 12


def test_where_nobody_wins_it_says_who_still_stands(knives: Any) -> None:
    for who in ("joe", "bob"):
        knives(["set", who, "ap_base=0"])
    told = simulated(knives, "--rounds", "4")["undecided"]
    assert [one["who"] for one in told] == ["joe", "bob"]
    assert all(one["share"] == 1 for one in told)
    screen = knives(["simulate", *FEW, "--rounds", "4"])
    assert "When nobody wins, Joe Schmoe" in " ".join(screen.out.split())


@roughly
def test_it_says_from_which_round_on(knives: Any) -> None:
    assert "from_round" not in simulated_as_loaded(knives)
    knives(["roll-init", "--seed", "1"])
    assert simulated(knives)["from_round"] == 1
    knives(["set", "fight", "round=3"])
    assert simulated(knives)["from_round"] == 3
    assert " more round" in knives(["simulate", *FEW]).out


@roughly
def test_a_side_that_nobody_is_of_is_not_told(knives: Any) -> None:
    knives(["set", "joe", "side=yakuza"])
    doc = simulated(knives, "--vs", "note bob x")
    assert [*doc["variants"][0]["won"]] == ["foe", "yakuza", "nobody"]
    assert "best" not in doc
    assert "the party" not in knives(["simulate", *FEW]).out
    screen = knives(["simulate", *FEW, "--vs", "note bob x"])
    assert screen.status == 0
    assert "the party" not in screen.out


@roughly
def test_a_house_rule_is_a_variant_too(knives: Any) -> None:
    words = "rule strain_at_full=must_exceed; rule glitch_rule=off"
    plain, other = simulated(knives, "--vs", words)["variants"]
    assert other["words"] == words
    assert plain["won"].keys() == other["won"].keys()
    screen = knives(["simulate", *FEW, "--vs", "rule gravity=off"])
    assert screen.status == 1
    assert "gravity" in screen.err
