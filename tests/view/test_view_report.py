"""A report reads like the talk at a table."""

import pytest
import view_samples as samples

from gmtrack.core.draft import MISSING, Change
from gmtrack.core.report import Part, Report, Roll
from gmtrack.view.history.log import render_log, render_step
from gmtrack.view.profile import render_profile
from gmtrack.view.report import DRY_RUN, Wording, render_report
from gmtrack.view.rolls import render_number_with_parts
from gmtrack.view.text import Span, plain


def told(report: Report, *, dry_run: bool = False, width: int = 100) -> list[str]:
    lines = render_report(report, samples.WORDS, width, dry_run=dry_run)
    return [plain(line) for line in lines]


def rolled(**fields: object) -> list[str]:
    report = Report("test", "any")
    body = fields.pop("body", {})
    report.rolled(Roll("test", "joe", (), (5, 1), False, body, **fields))
    return told(report)


def test_a_roll_names_every_part_of_its_pool() -> None:
    line = "  attack  Joe Schmoe  7 dice = 4 agility + 3 blades - 8 called + 8 karma"
    assert line in [text.replace("attack   ", "attack  ") for text in told(samples.report())]


@pytest.mark.parametrize(
    "line",
    [
        "[6] [6] 2 4 1 [5] 1",
        "3 hits, limit 2 leaves 2",
        "CRITICAL GLITCH",
        "\nJoe Schmoe  AP 3 -> 1, in hand none -> knife and club\n",
        "\nBob Rock  flesh 10 -> 4, prone -> yes\n",
        "\nforced: joe has 1 AP left, attack_melee costs 2 (ap)\n",
        "\nunused dice: bounce, soak.joe\n",
    ],
)
def test_what_a_report_tells(line: str) -> None:
    text = "\n".join(["", *told(samples.report()), ""])
    assert line in text
    assert "secret" not in text


@pytest.mark.parametrize(
    ("body", "end"),
    [
        ({"hits": 1, "limit": 4, "counted": 1}, "5 1  = 1 hit, limit 4"),
        ({"hits": 1, "threshold": 1, "success": True}, "1 hit, threshold 1, success"),
        ({"hits": 1, "difficulty": 1, "passed": True}, "1 hit, Difficulty 1, success"),
        ({"hits": 0, "passed": False}, "0 hits, failure"),
        # Whom a roll is aimed at is no number to reach.
        ({"hits": 1, "target": "bob"}, "5 1  = 1 hit"),
        ({"hits": 1, "target": 7}, "1 hit, target 7"),
        ({"hits": 0, "glitch": "glitch"}, "0 hits, GLITCH"),
        # What the view does not know is left out.
        ({"hits": 1, "odd": {"x": [1]}, "again": [3]}, "= 1 hit"),
        ({"odd": 1}, "5 1"),
    ],
)
def test_a_roll_tells_what_came_of_it(body: dict[str, object], end: str) -> None:
    assert rolled(body=body)[-1].endswith(end)


def test_parts_that_begin_below_zero_are_shown_so() -> None:
    parts = (Part("wounds", -2), Part("luck", 0))
    assert plain(render_number_with_parts("-2", parts)) == "-2 = -2 wounds + 0 luck"


def test_only_dice_typed_by_hand_are_marked_as_typed() -> None:
    typed = [line for line in told(samples.report()) if "(typed)" in line]
    assert len(typed) == 1
    assert "[6] [6] 2 4 1 [5] 1  (typed)" in typed[0]


def test_what_a_ruleset_has_no_sentence_for_is_told_by_its_name() -> None:
    report = Report("act", "any")
    report.tell("no-such-sentence", who="joe", what="crate")
    assert told(report)[0].strip() == "no-such-sentence, Joe Schmoe, crate"


def test_initiative_is_a_line_for_each_and_a_tie_tells_what_has_decided_it() -> None:
    report = Report("roll-init", "any")
    for who, die in (("joe", 4), ("bob", 4)):
        report.rolled(Roll("initiative", who, (), (die,), False, {"total": die}))
        score = {"who": samples.NAMES[who], "score": die + 5}
        report.tell("initiative", **score)
    for who, die in (("joe", 3), ("bob", 3), ("joe", 5), ("bob", 2)):
        report.rolled(Roll("coin", who, (), (die,), False, {"total": die}))
    phrases = {"initiative": "{who}: Score {score}"}

    def lines(*, brief: bool) -> list[str]:
        drawn = render_report(report, Wording(phrases, {}, samples.NAMES), 100, brief=brief)
        return [plain(line) for line in drawn]

    assert lines(brief=False) == [
        "  initiative  Joe Schmoe  4  = Score 9",
        "  initiative  Bob Rock  4  = Score 9",
        "  coin        Joe Schmoe 5, Bob Rock 2",
    ]
    [line] = lines(brief=True)
    assert line == "initiative  Joe Schmoe: 9 (4, coin 5), Bob Rock: 9 (4, coin 2)"


def test_a_value_that_is_gone_is_what_it_was_at_first() -> None:
    report = Report(
        "set", "any", changes=[Change(("fight", "combatants", "joe", "ap"), 2, MISSING)]
    )
    assert told(report) == ["Joe Schmoe  AP 2 -> as at first"]


def test_a_dry_run_says_so_first_and_last() -> None:
    lines = told(samples.report(), dry_run=True)
    assert (lines[0], lines[-1], lines.count(DRY_RUN)) == (DRY_RUN, DRY_RUN, 2)
    assert DRY_RUN not in told(samples.report())


def test_ids_among_the_arguments_become_names_that_are_data() -> None:
    report = Report("test", "any")
    report.tell("hurt", whom="vex", amount=3, pool="flesh {0} [b]")
    assert told(report) == [
        "  [red]Vex[/] \\x1b[2J\\u202eexe.\\x9b31m\\u200b loses 3 flesh {0} [b]"
    ]


def test_a_head_stands_out_by_its_place() -> None:
    report = samples.report()
    head, *others = render_report(report, samples.WORDS, 100)
    assert plain(head) == "Joe Schmoe attacks Bob Rock with the combat knife: neck"
    assert Span(plain(head), "head") in head
    assert plain(others[0]).startswith("  ")


def test_a_derived_number_is_shown_with_its_parts() -> None:
    lines = [plain(line) for line in render_profile(samples.profile(), 80)]
    assert "  defense              6 = 3 reaction + 3 intuition" in lines


def logged() -> list[str]:
    return [plain(line) for line in render_log(samples.log(), 0, samples.NAMES, 200)]


def test_the_log_has_round_and_who_and_what_came_of_a_line() -> None:
    assert logged()[3] == (
        "   3      1  joe           (undone) attack joe bob --called neck --weapon knife"
        "  -> hit for 4"
    )
    assert logged()[1] == "   1                       load knife-fight.yaml"


@pytest.mark.parametrize(
    ("seq", "told"),
    [
        (4, "undo  takes back step 3"),
        (5, "file edited by hand"),
        (6, "attack joe bob bob --with multiple=2  -> hit for 4, both-miss"),
        (7, "roll 3d6+2  -> 14"),
        (8, "roll '8d6>=5'  -> 3 hits"),
        (9, "ganger-1,ga…  attack 'ganger*' joe  -> hit, miss"),
        (10, "act joe stand-up --force  (forced)"),
    ],
)
def test_the_log_tells_in_few_words_what_came_of_each_step(seq: int, told: str) -> None:
    assert logged()[seq].endswith(told)


@pytest.mark.parametrize(
    ("earlier", "told"),
    [
        (0, "one step with its dice: `log 11`"),
        (1, "1 earlier step: `log --last 12`; one step with its dice: `log 11`"),
        (21, "21 earlier steps: `log --last 32`; one step with its dice: `log 11`"),
    ],
)
def test_the_log_says_what_it_does_not_show(earlier: int, told: str) -> None:
    assert plain(render_log(samples.log(), earlier, samples.NAMES, 80)[-1]) == told


def test_an_empty_log_says_so() -> None:
    assert plain(render_log([], 0, {}, 80)[0]) == "nothing has happened yet"


def test_an_edit_by_hand_is_told_value_by_value() -> None:
    [_, line, told] = render_step(samples.log()[4], Wording(names=samples.NAMES), 100)
    assert plain(line) == "file edited by hand"
    assert plain(told).startswith("Bob Rock  name Bob\\x1b -> [red]Vex[/] \\x1b")


def test_one_die_with_nothing_to_explain_stands_on_one_line() -> None:
    report = Report("attack", "any")
    report.rolled(Roll("location", "joe", (), (4,), True, pool=1))
    assert told(report) == ["  location  Joe Schmoe  4  (typed)"]


def test_one_die_against_a_difficulty_says_what_it_is_made_of() -> None:
    report = Report("test", "any")
    body = {"hits": 1, "difficulty": 1, "difficulty_parts": samples.listed(base=1), "passed": True}
    report.rolled(Roll("luck", "joe", (), (6,), False, body, (True,), 1))
    assert [line.strip() for line in told(report)] == [
        "luck  Joe Schmoe  1 die",
        "Difficulty 1 = 1 base",
        "[6]  = 1 hit, success",
    ]
