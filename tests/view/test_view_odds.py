"""Chances as pictures."""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import odds_samples
import pytest
import view_samples as samples
from golden import assert_golden
from tables import each_row

from gmtrack.view.odds import render_odds
from gmtrack.view.odds.attack import MOST_ROWS, group_damage
from gmtrack.view.odds.frame import (
    ShownConditions,
    choose_conditions,
    is_harmful,
    rate_seriousness,
    replace_ids,
)
from gmtrack.view.odds.rolls import group_numbers
from gmtrack.view.percentages import (
    format_estimate,
    format_estimates,
    format_or_more,
    format_percent,
    format_running_sums,
    format_shares,
)
from gmtrack.view.text import Line, cells, plain

GOLDEN = Path(__file__).parent / "golden"
ANSWERS: dict[str, Callable[[], dict[str, Any]]] = {
    "one": odds_samples.one,
    "far": odds_samples.far,
    "several": odds_samples.several,
    "variants": odds_samples.variants,
    "against": odds_samples.against,
    "both": odds_samples.both,
    "sure": odds_samples.sure,
    "volley": odds_samples.volley,
    "risky": odds_samples.risky,
    "ways": odds_samples.ways,
}
EVERY_ANSWER = pytest.mark.parametrize("name", ANSWERS)


def screen(name: str, width: int) -> list[Line]:
    return render_odds(ANSWERS[name](), samples.NAMES, width)


@EVERY_ANSWER
def test_odds_look_as_they_looked_when_a_person_read_them(name: str) -> None:
    def drawn(width: int) -> str:
        return "".join(plain(line) + "\n" for line in screen(name, width))

    assert_golden(GOLDEN / f"odds-{name}.txt", drawn)


@each_row("name", ANSWERS)
@each_row("width", [120, 80, 60, 40, 33, 300])
def test_no_odds_are_wider_than_the_terminal(name: str, width: int) -> None:
    assert max(cells(plain(line)) for line in screen(name, width)) <= width


@each_row("name", ANSWERS)
def test_hostile_names_in_odds_are_shown_and_never_obeyed(name: str) -> None:
    text = "\n".join(map(plain, screen(name, 80)))
    assert "\x1b" not in text
    assert "\u202e" not in text


@each_row(
    ("chance", "told"),
    [
        (0.0, "-"),
        (1e-12, "<0.1 %"),
        (0.00049, "<0.1 %"),
        (0.0005, "0.1 %"),
        (0.0994, "9.9 %"),
        (0.0995, "10 %"),
        (0.5, "50 %"),
        (0.994, "99 %"),
        (0.996, "99.6 %"),
        (0.9994, "99.9 %"),
        (0.99951, ">99.9 %"),
        (1.0, "100 %"),
        (sum([0.1] * 10), "100 %"),
        (sum([1 / 49] * 49) + 1e-15, "100 %"),
    ],
)
def test_a_chance_is_told_so_that_never_and_always_mean_it(chance: float, told: str) -> None:
    assert format_percent(chance) == told


@each_row("most", [1, 5, 14, 15, 40, 400])
def test_any_number_of_amounts_fits_on_a_screen_and_none_is_lost(most: int) -> None:
    distribution = {str(n): 1 / (most + 1) for n in range(most + 1)}
    rows = group_damage(distribution)
    assert len(rows) <= MOST_ROWS + 1
    assert abs(sum(row.chance for row in rows) - 1) < 1e-9


def test_a_tiny_tail_does_not_group_what_is_likely() -> None:
    tail = {str(n): 0.009 / 30 for n in range(5, 35)}
    body = {"0": 0.2, "1": 0.56, "2": 0.19, "3": 0.03, "4": 0.011}
    rows = group_damage(body | tail)
    assert [row.label for row in rows] == ["0", "1", "2", "3", "4", "5+"]
    assert sum(row.chance for row in rows) == pytest.approx(1)
    near = group_damage(body | {"5": 0.0085, "20": 0.0004, "21": 0.0001})
    assert [row.label for row in near] == ["0", "1", "2", "3", "4", "5", "20+"]


def numbers(told: list[str]) -> float:
    """What percentages add up to; those that are no numbers are nothing."""
    return sum(float(text[:-2]) for text in told if text[0].isdigit())


@each_row(
    ("chances", "expected"),
    [
        ([0.7941, 0.1512, 0.0547], ["79.4 %", "15.1 %", "5.5 %"]),
        ([0.712, 0.188, 0.1], ["71 %", "19 %", "10 %"]),
        ([0.704, 0.187, 0.109], ["70 %", "19 %", "11 %"]),
        ([1 / 3] * 3, ["34 %", "33 %", "33 %"]),
        ([0.6246, 0.375, 0.0004], ["62 %", "38 %", "<0.1 %"]),
        ([0.9995, 0.0005], [">99.9 %", "<0.1 %"]),
        ([0.9992, 0.0004, 0.0004], ["99.9 %", "<0.1 %", "<0.1 %"]),
        ([0.99993, 0.00007], [">99.9 %", "<0.1 %"]),
        ([1.0, 0.0], ["100 %", "-"]),
        ([0.5, 0.5, 0.0], ["50 %", "50 %", "-"]),
        ([], []),
    ],
)
def test_what_is_told_of_one_whole_adds_up(chances: list[float], expected: list[str]) -> None:
    assert format_shares(chances) == expected


@each_row("seed", range(200))
def test_no_share_is_told_far_from_what_it_is(seed: int) -> None:
    dice = random.Random(seed)
    weights = [dice.random() ** dice.choice([1, 3, 9]) for _ in range(dice.randint(1, 15))]
    chances = [weight / sum(weights) for weight in weights]
    told = format_shares(chances)
    fine = any("." in text for text in told if text[0].isdigit())
    rare = sum(chance for chance in chances if chance < 0.0005)
    if ">99.9 %" not in told:
        kept = round(rare * 1000) / 10 if fine else 0
        assert numbers(told) == pytest.approx(100 - kept, abs=1e-6)
    for chance, text in zip(chances, told, strict=True):
        if text[0].isdigit():
            assert abs(chance * 100 - float(text[:-2])) < (0.1 if fine else 1) + 1e-9
            assert (text == "100 %") == (chance > 1 - 1e-12)
        assert (text == "<0.1 %") <= (chance < 0.001)


@each_row(
    ("chance", "told"),
    [
        (0.0, "0 %"),
        (0.0049, "<1 %"),
        (0.005, "1 %"),
        (0.025, "3 %"),
        (0.031, "3 %"),
        (0.995, "99 %"),
        (0.9951, ">99 %"),
        (1.0, "100 %"),
    ],
)
def test_an_estimate_is_told_in_whole_percents(chance: float, told: str) -> None:
    assert format_estimate(chance) == told


@each_row(
    ("chances", "expected"),
    [
        ([0.62, 0.35, 0.03], ["62 %", "35 %", "3 %"]),
        ([1 / 3] * 3, ["34 %", "33 %", "33 %"]),
        ([0.614, 0.383, 0.003], ["62 %", "38 %", "<1 %"]),
        ([0.997, 0.003, 0.0], [">99 %", "<1 %", "0 %"]),
        ([1.0, 0.0], ["100 %", "0 %"]),
    ],
)
def test_estimates_of_one_whole_add_up(chances: list[float], expected: list[str]) -> None:
    assert format_estimates(chances) == expected


def test_what_is_told_together_is_rounded_for_itself() -> None:
    chances = [0.4641, 0.0032, 0.0251, 0.5076]
    assert format_shares(chances) == ["46.4 %", "0.3 %", "2.5 %", "50.8 %"]
    assert format_running_sums(chances) == ["100 %", "53.6 %", "53.3 %", "50.8 %"]
    assert format_running_sums([0.5, 0.4996, 0.0004]) == ["100 %", "50 %", "<0.1 %"]
    assert format_running_sums([0.9985, 0.0004, 0.0004, 0.0004, 0.0003])[1] == "0.2 %"
    assert format_shares([0.3346, 0.3346, 0.3308]) == ["34 %", "33 %", "33 %"]
    assert format_running_sums([0.3346, 0.3346, 0.3308])[1:] == ["67 %", "33 %"]


def test_the_last_row_does_not_say_twice_how_likely_it_is() -> None:
    assert format_or_more(["", "4+", "5+"], [0.5, 0.25, 0.25]) == ["", "4+ 50 %", ""]


def text_of(doc: dict[str, Any], width: int = 80) -> str:
    return "\n".join(plain(line) for line in render_odds(doc, samples.NAMES, width))


def told_of(effects: list[dict[str, float]]) -> ShownConditions:
    return choose_conditions([{"effects": each} for each in effects])


def test_a_condition_is_told_once_and_not_with_what_brings_it() -> None:
    assert told_of([{"knockdown": 0.25, "prone": 0.25}]).open == ["prone"]
    assert told_of([{"knockdown": 0.2, "prone": 0.3}, {"knockdown": 0.1, "prone": 0.1}]).open == [
        "prone"
    ]
    assert told_of([{"knockdown": 0.2, "prone": 0.2}, {"knockdown": 0.3}]).open == [
        "knockdown",
        "prone",
    ]
    assert told_of([{"knockdown": 0.25}]).open == ["knockdown"]


def test_two_conditions_of_one_chance_need_not_be_the_same() -> None:
    arms = {"useless-left-arm": 0.1, "useless-right-arm": 0.1, "dropped": 0.1}
    assert told_of([arms]).open == [*arms]


def test_what_has_a_line_of_its_own_is_no_condition_beside_it() -> None:
    assert told_of([{"dead": 0.5, "dying": 0.2, "down": 0.7}]) == (["dying"], [])


def test_what_dead_is_is_told_in_its_words_and_once() -> None:
    doc = odds_samples.one() | {"effects": {"dying": 0.04}, "dead": 0.04, "dead_is": ["dying"]}
    doc["stories"] = [
        {"chance": 0.04, "outcome": "hit", "damage": 6, "effects": ["dying"], "dead": True}
    ]
    out = text_of(doc)
    assert "hit for 6, dying: 4.0 %" in out
    assert row_of(out, "dying")
    assert out.count("dying") == 2
    assert "dead" not in out
    plain = odds_samples.one() | {"dead": 0.01}
    both = text_of({"variants": [doc | {"words": ""}, plain | {"words": "--mod 1"}]})
    assert "4.0 %" in row_of(both, "dying or dead")
    assert "dead" not in text_of({"variants": [doc | {"words": ""}] * 2})


def test_down_is_told_in_the_words_of_a_page_and_only_where_more_than_the_dead_are() -> None:
    doc = odds_samples.one() | {"effects": {"taken-out": 0.4}, "down": 0.4, "dead": 0}
    out = text_of(doc | {"down_is": ["taken-out"]})
    assert "40 %" in row_of(out, "taken out")
    assert "down" not in out
    doc = odds_samples.one() | {"effects": {"dying": 0.3, "dead": 0.1}, "down": 0.4, "dead": 0.1}
    out = text_of(doc | {"down_is": ["dying", "dead"]})
    assert "40 %" in row_of(out, "dying or dead")
    assert "10 %" in row_of(out, "dead ")
    out = text_of(doc | {"down": 0.1, "effects": {"dead": 0.1}})
    assert row_of(out, "dead")
    assert "down" not in out


def test_what_comes_in_every_answer_is_no_row_but_said_once() -> None:
    assert told_of([{"prone": 1.0}, {"prone": 1.0, "light": 0.5}]) == (["light"], ["prone"])
    assert told_of([{"prone": 1.0}, {"prone": 0.9}]) == (["prone"], [])
    assert "  in any case: full defense\n" in text_of(odds_samples.both())


@each_row(
    ("effect", "bad"),
    [
        ("prone", True),
        ("useless-left-arm", True),
        ("critical-injury", True),
        ("broken_grip", True),
        ("off-balance", True),
        ("full-defense", False),
        ("alerted", False),
        ("made-up", False),
    ],
)
def test_a_condition_is_bad_where_its_word_is_known(effect: str, bad: bool) -> None:
    assert is_harmful(effect) is bad


def row_of(screen: str, name: str) -> str:
    return next(line for line in screen.splitlines() if line.strip().startswith(name))


def test_the_mark_is_at_the_best_for_the_attacker_and_not_at_the_highest() -> None:
    one, risk = odds_samples.one(), odds_samples.both()["risk"]
    both = {"prone": 0.4, "full-defense": 0.4}
    more = one | {"words": "", "effects": both, "down": 0.5, "risk": risk}
    less = {name: chance / 2 for name, chance in both.items()}
    lower = one | {"words": "b", "effects": less, "down": 0.2, "risk": odds_samples.NO_RISK}
    doc = {"variants": [more, lower]}
    screen = text_of(doc)
    assert row_of(screen, "prone").split() == ["prone", "40", "%", "*", "20", "%"]
    assert row_of(screen, "down").split() == ["down", "50", "%", "*", "20", "%"]
    assert row_of(screen, "full defense").count("*") == 0
    assert row_of(screen, "risk").split() == ["risk", "20", "%", "-", "*"]
    assert "*" not in row_of(screen, "mean")


def test_what_is_rare_makes_no_variant_the_better_one() -> None:
    def with_risks(*chances: float) -> str:
        risks = [odds_samples.NO_RISK | {"any": each, "down": each} for each in chances]
        answers = [odds_samples.one() | {"words": "", "risk": risk} for risk in risks]
        return row_of(text_of({"variants": answers}), "risk")

    assert with_risks(0.0, 0.0004).split() == ["risk", "-", "<0.1", "%"]
    assert with_risks(0.0, 0.0004, 0.2).split() == ["risk", "-", "*", "<0.1", "%", "*", "20", "%"]


def test_a_sentence_of_the_rules_has_names_for_ids_except_in_lines_to_type() -> None:
    names = {"joe": "the joe", "van": "Van", "guard-1": "First guard"}
    text = "it is not guard-1's turn: joe (the joe, guard-11, vans) acts: `act joe guard-1`"
    told = "it is not First guard's turn: the joe (the joe, guard-11, vans) acts: `act joe guard-1`"
    assert replace_ids(text, names) == told
    assert replace_ids(text, {}) == text
    doc = odds_samples.one() | {"not_now": "it is joe's turn", "words": ""}
    why = "guard-1 is behind van: `act guard-1 leave-cover`"
    refused = [{"words": "neck", "attacker": "joe", "target": "bob", "kind": "x", "why": why}]
    lines = render_odds({"variants": [doc], "refused": refused}, names, 99)
    screen = [plain(line) for line in lines]
    assert "  against it now: it is the joe's turn" in screen
    assert "  neck: First guard is behind Van: `act guard-1 leave-cover`" in screen


def test_who_is_alone_is_not_told_as_the_other_side() -> None:
    alone = odds_samples.one()
    refused = {"attacker": "kid", "target": "bob", "kind": "distance", "why": "too far"}
    other = {"attacker": "joe", "target": "vex", "kind": "distance", "why": "too far"}
    assert text_of({"against": [alone]}).startswith("Joe Schmoe against Bob Rock\n  Who")
    towards = text_of({"against": [alone], "refused": [refused]})
    assert towards.startswith("... against Bob Rock\n")
    assert "\n  Joe Schmoe  62 %" in towards
    away = text_of({"against": [alone], "refused": [other]})
    assert away.startswith("Joe Schmoe against ...\n")
    assert "\n  Bob Rock  62 %" in away


def test_any_harm_is_told_first_as_in_the_table_and_damage_for_itself() -> None:
    damage = "  damage 12 %, 0.7 on average over all cases, spread 1.9\n"
    assert f"risks\n  any harm 20 %\n{damage}" in text_of(odds_samples.both())


def test_what_several_attacks_come_to_together_is_told_behind_each_of_them() -> None:
    told = "\n  all  no damage: 30 %; 12 damage, prone, down: 20 %\n"
    assert told in text_of(odds_samples.volley())


def test_no_risk_is_no_block() -> None:
    assert "risks" in text_of(odds_samples.both())
    assert "risks" not in text_of(odds_samples.both() | {"risk": odds_samples.NO_RISK})
    assert "risks" not in text_of(odds_samples.one())


@each_row("width", [40, 60, 80, 100, 200])
@pytest.mark.parametrize("name", ["risky", "against", "several", "volley"])
def test_every_column_is_there_or_named(name: str, width: int) -> None:
    screen = " ".join(text_of(ANSWERS[name](), width).split())
    doc = ANSWERS[name]()
    answers = doc.get("against") or doc["attacks"]
    words = {"down"} | ({"risk"} if name in ("risky", "volley") else set())
    if name in ("risky", "against"):
        words |= {effect.replace("-", " ") for each in answers for effect in each["effects"]}
        words -= {"knockdown", "dead"}
    assert {word for word in words if word not in screen} == set()


def test_a_column_is_dropped_only_where_it_has_no_room() -> None:
    assert "not shown: both miss\n" in text_of(odds_samples.several(), 60)
    assert "not shown" not in text_of(odds_samples.several(), 80)
    assert "not shown" not in text_of(odds_samples.volley(), 40)


@each_row("width", [40, 60, 80])
@each_row("count", [2, 6, 7, 12])
def test_variants_that_do_not_fit_beside_each_other_are_stacked(width: int, count: int) -> None:
    answers = [odds_samples.one() | {"words": f"--mod {n}", "down": n / 40} for n in range(count)]
    tables = text_of({"variants": answers}, width).split("\n\n")[1:]
    heads = [table.split("\n")[0].split() for table in tables]
    assert [letter for head in heads for letter in head] == [*"ABCDEFGHIJKL"[:count]]
    assert max(map(len, heads)) - min(map(len, heads)) < len(heads)
    for table, head in zip(tables, heads, strict=True):
        assert row_of(table, "harm").count("%") == len(head)
        assert row_of(table, "mean")
        assert row_of(table, "critical injury")
    # The best of all is marked, not that of each table.
    assert sum(row_of(table, "down").count("*") for table in tables) == 1


def test_what_is_least_serious_has_no_room_first() -> None:
    words = ["full-defense", "light-wound", "blind", "useless-arm", "serious-wound", "dying"]
    known = [rate_seriousness(word) for word in words]
    assert known[:2] == [0, 0]
    assert known[1:] == sorted({*known})
    doc = odds_samples.against()
    for answer in doc["against"]:
        answer["effects"] = dict.fromkeys(words, 0.5)
    *_, gone = text_of(doc, 100).partition("not shown: ")
    assert gone.startswith("spread, full defense, light wound\n")
    assert {"dying", "down"} <= {*text_of(doc, 90).splitlines()[1].split()}


def test_who_is_named_first_and_attacked_by_the_others_is_told_to_be_set_upon() -> None:
    doc = odds_samples.volley() | {"attacker": "bob", "target": "long"}
    (line,) = [line for line in text_of(doc, 200).split("\n") if "set upon" in line]
    assert line.startswith("  Bob Rock is set upon, and shares out to them in this order: ")
    assert line.index("[red]Vex[/]") > len(
        "  Bob Rock is set upon, and shares out to them in this order: "
    )
    assert "set upon" not in text_of(odds_samples.volley(), 200)
    assert "set upon" not in text_of(odds_samples.several(), 200)
    assert "set upon" not in text_of(odds_samples.both(), 200)


def test_what_is_likely_has_room_before_what_is_serious_and_rare() -> None:
    doc = odds_samples.against()
    for answer in doc["against"]:
        answer["effects"] = {"bleedout": 0.004, "prone": 0.43, "full-defense": 0.9, "light": 0.3}
    for width in range(40, 100):
        shown, _, gone = text_of(doc, width).partition("not shown: ")
        assert "prone" not in gone or "bleedout" in gone or "prone" in shown
        assert "bleedout" not in gone or "full defense" in gone
    assert "not shown: bleedout" in " ".join(text_of(doc, 66).split())


def test_unlikely_conditions_take_one_line() -> None:
    effects = {"stunned": 0.01, "useless-head": 0.0099, "dying": 0.0002}
    after = text_of(odds_samples.one() | {"effects": effects}).partition("Afterwards\n")[2]
    assert [line.split()[0] for line in after.splitlines()] == ["down", "stunned", "below"]
    assert "  below 1 %: useless head, dying" in after
    alone = odds_samples.one() | {"effects": {"stunned": 0.01, "dying": 0.002}}
    assert row_of(text_of(alone), "dying").split() == ["dying", "0.2", "%"]


def test_a_story_has_what_is_told_below_and_one_end() -> None:
    doc = odds_samples.both()
    doc["stories"] = [
        {"chance": 0.05, "outcome": "hit", "damage": 8, "effects": ["prone", "knockdown", "dead"]}
        | {"down": True, "dead": True}
    ]
    assert "  hit for 8, prone, dead: 5.0 %\n" in text_of(doc)


def _with_stories(*stories: dict[str, Any]) -> dict[str, Any]:
    nothing = {"damage": 0, "effects": [], "down": False, "dead": False}
    outcomes = {"hit": 0.345, "miss": 0.335, "tie": 0.32}
    return odds_samples.one() | {"outcomes": outcomes, "stories": [nothing | s for s in stories]}


def test_a_story_that_is_a_whole_outcome_is_as_likely_as_told_of_that() -> None:
    whole, part = {"chance": 0.335, "outcome": "miss"}, {"chance": 0.3, "outcome": "hit"}
    screen = text_of(_with_stories(whole, part | {"damage": 6}))
    (share,) = [line.split()[1] for line in screen.splitlines() if line.startswith("  miss  ")]
    assert share != format_percent(0.335).split()[0]
    assert f"  miss: {share} %\n  hit for 6: 30 %\n" in screen


def test_stories_that_only_repeat_the_outcomes_are_not_told() -> None:
    stories = {"chance": 0.345, "outcome": "hit"}, {"chance": 0.3, "outcome": "miss"}
    assert "Most likely" not in text_of(_with_stories(*stories))
    for more in ({"effects": ["stunned"]}, {"down": True}, {"damage": 1}):
        assert "Most likely" in text_of(_with_stories(stories[0], stories[1] | more))


@each_row("width", range(24, 80))
def test_no_line_breaks_between_a_number_and_its_percent(width: int) -> None:
    for name in ("both", "volley"):
        lines = map(plain, screen(name, width))
        assert not [line for line in lines if line.strip().startswith("%")]


def test_a_mean_of_next_to_nothing_is_not_told_as_nothing() -> None:
    doc = odds_samples.one() | {"damage": {"mean": 0.01, "distribution": {"0": 0.99, "1": 0.01}}}
    assert "Damage: <0.1 on average" in text_of(doc)


@pytest.mark.parametrize(
    ("texts", "told"),
    [
        (("joe cannot act: it is bob's turn",) * 3, "all (cannot act: it is Bob's turn)"),
        (("it is bob's turn, not joe's",) * 3, "all (it is Bob's turn, not theirs)"),
        (("it is not joe's turn",) * 2, "Joe, Kim (it is not their turn)"),
        (("joe is down", "", "max cannot act"), "Joe: Joe is down; Max: Max cannot act"),
        (("round over", "round over"), "Joe, Kim: round over"),
    ],
)
def test_what_stands_against_several_alike_is_told_once(texts: tuple[str, ...], told: str) -> None:
    names = {"joe": "Joe", "kim": "Kim", "max": "Max", "bob": "Bob"}
    answers = [odds_samples.one() | {"attacker": who} for who in ("joe", "kim", "max")]
    for answer, text in zip(answers, texts, strict=False):
        answer["not_now"] = text.replace("joe", answer["attacker"])
    screen = [plain(line) for line in render_odds({"against": answers}, names, 99)]
    assert f"  against it now: {told}" in screen


def test_a_roll_of_what_is_left_of_no_pool_says_both_numbers() -> None:
    parts = [{"label": "strength", "value": 2}, {"label": "defense", "value": -10}]
    answer = odds_samples.one() | {"roll": {"name": "attack", "dice": 1, "parts": parts}}
    text = "\n".join(map(plain, render_odds(answer, samples.NAMES, 80)))
    assert "attack  -8 dice, 1 die rolled = 2 strength - 10 defense" in text


def test_many_numbers_share_rows_in_equal_steps() -> None:
    rows = group_numbers({str(number): 1 / 40 for number in range(1, 41)})
    labels = [row.label for row in rows]
    assert labels[:2] == ["1 to 3", "4 to 6"]
    assert labels[-1] == "40"
    assert [row.more for row in rows[:3]] == ["", "4+", "7+"]
    assert rows[0].chance == pytest.approx(3 / 40)
