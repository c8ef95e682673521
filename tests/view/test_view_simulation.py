"""What many fights came to, on a screen."""

import io
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import simulation_samples as samples
from golden import assert_golden
from tables import each_row

from gmtrack.simulation.tactics import DEFAULT_TACTIC as USUAL_TACTIC
from gmtrack.view import simulation
from gmtrack.view.console import Output
from gmtrack.view.simulation import ProgressLines, describe_progress, render_simulation
from gmtrack.view.simulation.rounds import group_rounds
from gmtrack.view.simulation.sentences import (
    USUAL,
    describe_choices,
    find_reasons_for_nobody,
    summarize_simulation,
)
from gmtrack.view.simulation.words import read_phrases
from gmtrack.view.text import cells, plain

Data = dict[str, Any]

GOLDEN = Path(__file__).parent / "golden"
ANSWERS: dict[str, Callable[[], Data]] = {
    "duel": samples.duel,
    "crowd": samples.crowd,
    "limbs": samples.limbs,
    "cut-short": samples.cut_short,
    "stuck": samples.stuck,
    "sure": samples.sure,
    "decided": samples.decided,
    "variants": samples.variants,
    "five": samples.five,
    "nine": samples.nine,
}
EVERY_ANSWER = pytest.mark.parametrize("name", ANSWERS)


def text_of(doc: Data, width: int = 80) -> str:
    return "".join(plain(line) + "\n" for line in render_simulation(doc, samples.NAMES, width))


def words(doc: Data) -> str:
    return summarize_simulation(doc, samples.NAMES)


@EVERY_ANSWER
def test_simulations_look_as_they_looked_when_a_person_read_them(name: str) -> None:
    assert_golden(GOLDEN / f"simulation-{name}.txt", lambda width: text_of(ANSWERS[name](), width))


@each_row("name", ANSWERS)
@each_row("width", [300, 120, 80, 60, 40, 33])
def test_no_simulation_is_wider_than_the_terminal(name: str, width: int) -> None:
    assert max(map(cells, text_of(ANSWERS[name](), width).splitlines())) <= width


@each_row("name", ANSWERS)
def test_hostile_names_in_simulations_are_shown_and_never_obeyed(name: str) -> None:
    assert not {"\x1b", "\u202e", "\x9b", "\u200b"} & {*text_of(ANSWERS[name]())}


@pytest.mark.parametrize("width", [60, 80])
def test_eight_combatants_fit_on_a_screen(width: int) -> None:
    assert len(text_of(samples.crowd(), width).splitlines()) <= 24


@each_row("name", ANSWERS)
def test_where_there_are_no_blocks_there_are_other_signs(name: str) -> None:
    stream = io.TextIOWrapper(written := io.BytesIO(), encoding="ascii")
    names = samples.NAMES | {"wolf": "Wolf"}
    Output(stream, width=80).lines(render_simulation(ANSWERS[name](), names, 80))
    assert "?" not in written.getvalue().decode("ascii")


# --- plain words ---


def fight(pc: float, foe: float, margin: float = 0.03, **more: Any) -> Data:
    """Of Joe and Kim against Bob, nobody of whom comes to harm where nothing is said."""
    fates: Data = {"joe": ("pc", {}), "kim": ("ally", {}), "bob": ("foe", {})}
    people = {
        who: samples.one(
            side,
            more.get(f"{who}_out", 0.0),
            more.get(f"{who}_dead", 0.0),
            won=(more.get(f"{who}_out", 0.0), more.get(f"{who}_dead", 0.0)),
        )
        for who, (side, _) in fates.items()
    }
    won = {"pc": pc, "foe": foe, "nobody": 1 - pc - foe}
    doc = samples.answer(won, people, margin=margin)
    if "mean" in more:
        doc["rounds"]["mean"] = more["mean"]
    return doc


@each_row(
    ("doc", "expected"),
    [
        (fight(0.66, 0.34), "The party wins 66 % of the fights, in 4 rounds (2 to 7)."),
        (fight(0.34, 0.66), "The foes win 66 % of the fights, in 4 rounds (2 to 7)."),
        (fight(1.0, 0.0, 0.002), "The party wins every fight, in 4 rounds (2 to 7)."),
        (
            fight(0.52, 0.48),
            "About even: the party wins 52 %, the foes 48 %, in 4 rounds (2 to 7).",
        ),
        (
            fight(0.48, 0.52, 0.003),
            "About even: the foes win 52 %, the party 48 %, in 4 rounds (2 to 7).",
        ),
        (fight(0.55, 0.45, 0.2), "Too few fights to tell who wins more often."),
        (fight(0.9, 0.1, 0.19), "The party wins 90 % of the fights, in 4 rounds (2 to 7)."),
        (
            fight(0.66, 0.34, joe_out=0.5, kim_out=0.4),
            "The party wins 66 % of the fights, in 4 rounds (2 to 7); Joe Schmoe falls in 50 %.",
        ),
        (
            fight(0.66, 0.34, joe_out=0.4, kim_out=0.5, kim_dead=0.1),
            "The party wins 66 % of the fights, in 4 rounds (2 to 7); "
            "Kim falls in 50 % and dies in 10 %.",
        ),
        (
            fight(0.66, 0.34, joe_out=0.09, joe_dead=0.06),
            "The party wins 66 % of the fights, in 4 rounds (2 to 7); Joe Schmoe dies in 6 %.",
        ),
        (
            fight(0.66, 0.34, joe_out=0.09, joe_dead=0.04),
            "The party wins 66 % of the fights, in 4 rounds (2 to 7).",
        ),
        (
            fight(0.34, 0.66, bob_out=0.25, bob_dead=0.2, joe_out=0.6, joe_dead=0.5),
            "The foes win 66 % of the fights, in 4 rounds (2 to 7); "
            "Joe Schmoe falls in 60 % and dies in 50 %.",
        ),
        (
            fight(0.5, 0.5, joe_out=0.5),
            "About even: the foes win 50 %, the party 50 %, in 4 rounds (2 to 7); "
            "Joe Schmoe falls in 50 %.",
        ),
        (
            fight(0.0, 1.0, 0.4) | {"fights": 1},
            "In the only fight the foes win, in 4 rounds (2 to 7).",
        ),
        (
            fight(0.9, 0.1, 0.19, joe_out=0.9),
            "The party wins 90 % of the fights, in 4 rounds (2 to 7).",
        ),
    ],
)
def test_one_line_says_it_as_a_person_would(doc: Data, expected: str) -> None:
    assert words(doc) == expected


def test_a_lot_that_nobody_wins_has_its_reasons() -> None:
    doc = fight(0.5, 0.3)
    doc["rounds"]["distribution"] = {"3": 0.8, "50": 0.2}
    told = "Nobody wins 20 % of the fights: not over after 50 rounds."
    assert words(doc).endswith(told)
    assert words(doc | {"stuck": {"a \x1b": 0.2}}).endswith("the fights: it cannot go on: a \\x1b.")
    doc["rounds"]["distribution"] = {"3": 1.0}
    assert words(doc).endswith("of the fights: nobody is left standing.")
    assert "Nobody" not in words(fight(0.6, 0.31))


def of_rounds(distribution: dict[str, float], **more: Any) -> str:
    """The first sentence of fights that take so many rounds."""
    doc = fight(0.66, 0.34)
    doc["rounds"] = {"mean": 4.0, "distribution": distribution}
    return words(doc | more)


@each_row(
    ("distribution", "expected"),
    [
        ({"1": 1.0}, "in 1 round."),
        ({"2": 0.96, "3": 0.04}, "in 2 rounds."),
        ({"2": 0.9, "3": 0.1}, "in 2 rounds (2 to 3)."),
        ({"1": 0.04, "3": 0.4, "4": 0.5, "9": 0.03, "50": 0.03}, "in 4 rounds (3 to 9)."),
    ],
)
def test_rounds_are_those_of_the_middle_and_of_nine_of_ten_fights(
    distribution: dict[str, float], expected: str
) -> None:
    assert of_rounds(distribution).endswith(f", {expected}")


def test_where_nobody_wins_most_often_it_says_why() -> None:
    assert "Nobody wins 60 % of the fights: not over after" in words(samples.stuck())
    assert words(fight(0.0, 0.0, 0.002)).startswith("Nobody wins 100 % of the fights: ")


def test_sides_of_their_own_have_their_word() -> None:
    won = {"cops": 0.75, "yakuza": 0.25, "nobody": 0.0}
    people = {"bob": samples.one("cops", 0.2, 0.2)}
    told = "The cops win 75 % of the fights, in 4 rounds (2 to 7); Bob Rock falls in 20 %"
    assert words(samples.answer(won, people)) == f"{told} and dies in 20 %."
    other = samples.answer({"cops": 0.25, "yakuza": 0.75}, people)
    assert words(other).startswith("The yakuza wins 75 % of the fights, in 4 rounds")


def test_points_that_are_left_are_told_of_the_side_that_wins() -> None:
    doc = fight(0.66, 0.34)
    for who, left in (("joe", 0.6), ("kim", 2.2), ("bob", 3.0)):
        doc["combatants"][who]["points"] = {"karma": {"mean": left, "now": 4}}
    assert words(doc).endswith("rounds (2 to 7), with 3 of 8 karma left.")
    doc["won"] = {"pc": 0.34, "foe": 0.66}
    assert words(doc).endswith("rounds (2 to 7), with 3 of 4 karma left.")
    doc["combatants"]["bob"]["points"]["karma"]["now"] = 0
    assert words(doc).endswith("rounds (2 to 7).")


def test_reasons_come_to_all_that_nobody_won() -> None:
    found = find_reasons_for_nobody(samples.stuck())
    assert sum(found.values()) == pytest.approx(0.6)
    assert [*found.values()] == pytest.approx([0.42, 0.15, 0.03])


@each_row(
    ("side", "expected"),
    [
        ("pc", "Only the party still stands."),
        ("foe", "Only the foes still stand."),
        ("yakuza", "Only the yakuza still stands."),
        ("nobody", "Nobody still stands."),
    ],
)
def test_of_a_fight_that_is_decided_it_says_who_stands(side: str, expected: str) -> None:
    screen = text_of(samples.decided() | {"decided": side})
    assert screen.startswith(f"{expected} There is nothing left to play.\n")
    assert "fights" not in screen


def styled(sense: float, plain: float, margin: float = 0.03) -> Data:
    """A fight in which all who have sense and all who fight plainly win so often; the answer is
    that of sense."""
    found = {
        word: {"won": {"pc": won, "foe": 1 - won, "nobody": 0}, "fights": 1000, "margin": margin}
        for word, won in (("sensible", sense), ("plain", plain))
    }
    return samples.duel() | {"won": found["sensible"]["won"], "by_tactics": found}


def varied(won: float, **more: Any) -> Data:
    """A choice of one side that was varied."""
    return {"won": {"pc": won, "foe": 1 - won, "nobody": 0}, "fights": 200, "margin": 0.06, **more}


def hanging(doc: Data) -> str:
    """What is said of that on which it hangs."""
    return describe_choices(doc, samples.NAMES)


def test_it_names_the_choice_that_moves_the_answer_most() -> None:
    doc = styled(0.8, 0.7) | {
        "choices": [
            varied(0.75, side="pc", choice="cover", how="never"),
            varied(0.52, side="foe", choice="target", how="on", who="joe"),
            varied(0.82, side="foe", choice="defense", how="never"),
        ]
    }
    told = "If the foes gather on Joe Schmoe: the party wins 52 % ±6. Nothing else that was varied"
    kinds = "whom to attack, cover, defenses, sense at all"
    assert hanging(doc) == f"{told} moves it as much ({kinds})."
    assert told in " ".join(text_of(doc).split())
    doc["choices"] = doc["choices"][:1]
    assert hanging(doc).startswith("If all fight plainly: the party wins 70 % ±3.")


@each_row(
    ("choice", "expected"),
    [
        ({"choice": "target", "how": "focus"}, "the party gathers on the weakest foe"),
        ({"choice": "cover", "how": "always"}, "the party always takes cover first"),
        ({"choice": "cover", "how": "never"}, "the party takes no cover"),
        ({"choice": "area", "how": "never"}, "the party attacks nobody but one at a time"),
        ({"choice": "defense", "how": "never"}, "the party never defends themselves"),
    ],
)
def test_each_choice_that_is_varied_has_its_words(choice: Data, expected: str) -> None:
    doc = samples.duel() | {"choices": [varied(0.1, side="pc", **choice)]}
    assert hanging(doc).startswith(f"If {expected}: the party wins 10 % ±6.")


def test_what_does_not_move_it_beyond_the_dice_is_not_named() -> None:
    told = "Nothing that was varied moves it more than the dice do (sense at all)."
    assert hanging(styled(0.5, 0.53)) == told
    assert "Too few fights to tell what moves it most" in hanging(styled(0.5, 0.9, margin=0.45))
    assert hanging(styled(0.97, 0.0)).startswith("If all fight plainly: the party wins 0 % ±3.")
    turned = styled(0.5, 0.9)
    turned["won"] = turned["by_tactics"]["plain"]["won"]
    assert hanging(turned).startswith("If all have sense: the party wins 50 % ±3.")


def test_where_there_is_nothing_to_choose_it_says_so() -> None:
    assert hanging(samples.duel()) == ""
    doc = styled(0.5, 0.5) | {"nothing_to_choose": True}
    assert hanging(doc) == "Sense has nothing to choose in this fight."
    assert hanging(samples.duel() | {"plain_only": "X fights plainly"}) == "X fights plainly."
    screen = " ".join(text_of(samples.duel() | {"plain_only": "X fights plainly"}).split())
    assert "everybody plain, on the nearest" in screen


def test_it_says_what_would_make_it_even() -> None:
    found = {"line": "add @ganger", "won": {"pc": 0.48}, "fights": 100, "margin": 0.1, "even": True}
    screen = " ".join(text_of(samples.sure() | {"for_even": found}).split())
    assert "For an even fight: `add @ganger` (then the party wins 48 % ±10)." in screen
    screen = " ".join(text_of(samples.sure() | {"for_even": found | {"even": False}}).split())
    assert "Nearest to even: `add @ganger` (then the party wins 48 % ±10)." in screen


def test_the_margin_says_of_what_it_is() -> None:
    assert "; ±3 is what the dice alone may change; " in text_of(samples.duel(), 200)
    assert "wins ±3" in text_of(samples.duel())


def test_every_sentence_is_one_that_is_told() -> None:
    """Each key of the phrases stands somewhere in the code of the view."""
    folder = Path(__file__).parents[2] / "gmtrack" / "view" / "simulation"
    code = "".join(file.read_text("utf-8") for file in folder.glob("*.py"))
    families = {"choice", "varied", "weighs"}
    for key in read_phrases():
        assert f'"{key}"' in code or key.partition(".")[0] in families


def test_who_fled_is_told_apart_from_who_was_put_out() -> None:
    doc = samples.duel()
    who = next(iter(doc["combatants"]))
    fate = doc["combatants"][who]
    fate |= {"out": 0.6, "dead": 0.05, "fled": 0.5}
    lines = text_of(doc).splitlines()
    heads = next(line for line in lines if " dies " in line and " flees" in line)
    row = next(line for line in lines if line.startswith("  Joe"))
    told = [row[heads.index(head) : heads.index(head) + 5].strip() for head in ("falls", "flees")]
    assert told == ["10 %", "50 %"]
    assert "flees" not in text_of(samples.duel())


# --- the numbers ---


def test_the_usual_tactic_is_the_one_that_is_played() -> None:
    assert USUAL == USUAL_TACTIC


def test_a_line_for_the_progress_bar() -> None:
    doc = samples.duel() | {"fights": 1412, "margin": 0.051}
    assert describe_progress(doc) == "1,412 fights: the party wins 62 % ±5, 4 rounds"
    assert describe_progress(doc | {"won": {"pc": 0.997}}).startswith(
        "1,412 fights: the party wins >99 %"
    )
    assert describe_progress(doc | {"won": {"cops": 0.6, "mob": 0.4}})[14:].startswith(
        "the cops win 60 %"
    )
    assert describe_progress(doc | {"fights": 0, "won": {}}) == "0 fights"
    assert describe_progress(doc | {"fights": 8, "plain": True}).startswith(
        "8 fights, plainly: the"
    )


def test_what_is_new_is_written_as_a_line_where_there_is_no_terminal() -> None:
    out, doc = io.StringIO(), samples.duel() | {"fights": 8}
    lines = ProgressLines(out)
    lines.write_latest()
    lines.note(doc)
    lines.write_latest()
    lines.write_latest()
    lines.note(doc | {"fights": 16})
    lines.write_latest()
    assert [line[:9] for line in out.getvalue().splitlines()] == ["8 fights:", "16 fights"]


def test_lines_are_written_while_the_fights_are_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulation, "WAIT", 0.001)
    written = threading.Event()

    class Stream(io.StringIO):
        def write(self, text: str) -> int:
            written.set()
            return len(text)

    monkeypatch.setattr("sys.stderr", Stream())
    with simulation.show_progress(100) as tell:
        tell(8, lambda: samples.duel() | {"fights": 8})
        assert written.wait(60)


def test_a_quick_simulation_writes_no_line_about_its_progress(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(simulation, "WAIT", 1e6)
    out = io.StringIO()
    monkeypatch.setattr("sys.stderr", out)
    with simulation.show_progress(100) as tell:
        tell(8, lambda: samples.duel() | {"fights": 8})
    assert out.getvalue() == ""


def test_nothing_is_told_of_no_fights() -> None:
    doc = samples.duel() | {"fights": 0, "asked": 1000, "won": {}}
    doc["rounds"] = {"mean": 0, "distribution": {}}
    assert text_of(doc) == "stopped before any of 1,000 fights was over\n"


@each_row("most", [1, 4, 12])
@each_row("longest", [1, 5, 12, 13, 50])
def test_any_number_of_rounds_fits_and_none_is_lost(most: int, longest: int) -> None:
    groups = group_rounds({str(n): 1 / longest for n in range(1, longest + 1)}, most)
    assert len(groups) <= most
    assert sum(group.chance for group in groups) == pytest.approx(1)


def test_a_long_tail_of_rounds_is_told_together() -> None:
    body = {"2": 0.3, "3": 0.4, "4": 0.285}
    labels = [group.label for group in group_rounds(body | {"6": 0.01, "9": 0.005}, 12)]
    assert labels == ["2", "3", "4", "5", "6+"]
    assert [group.label for group in group_rounds(body | {"6": 0.015}, 12)] == [
        "2",
        "3",
        "4",
        "5",
        "6",
    ]


def test_rounds_in_which_no_fight_ends_are_there_too() -> None:
    found = group_rounds({"2": 0.3, "5": 0.3, "50": 0.4}, 12)
    assert [group.label for group in found] == ["2", "3", "4", "5", "6-49", "50"]
    assert [group.chance for group in found] == [0.3, 0, 0, 0.3, 0, 0.4]


def test_in_the_middle_of_a_fight_it_tells_how_many_rounds_more() -> None:
    assert of_rounds({"3": 1.0}, from_round=3).endswith(", in 3 more rounds.")
    assert of_rounds({"1": 1.0}, from_round=2).endswith(", in 1 more round.")


def test_fights_that_were_broken_off_took_longer_than_was_counted() -> None:
    stuck = samples.stuck()
    plain = samples.duel() | {"words": ""}
    (row,) = rows_of(text_of({"variants": [plain, stuck | {"words": "b"}], "best": 0}), "rounds")
    assert row.split() == ["rounds", "4.1", "24.0+"]


@pytest.mark.parametrize(
    ("each", "expected"),
    [
        (0.01, ["2", "3", "4", "5", "6+"]),
        (0.015, ["2-4", "5-7", "8-10", "11-13", "14+"]),
    ],
)
def test_rounds_stand_in_steps_where_too_many_would_be_told_together(
    each: float, expected: list[str]
) -> None:
    """Twenty rounds behind the usual ones, with room for five columns."""
    late = {str(n): each for n in range(5, 25)}
    usual = {"2": 0.4, "3": 0.3, "4": 0.3 - 20 * each}
    assert [group.label for group in group_rounds(usual | late, 5)] == expected


def test_who_wins_adds_up() -> None:
    doc = samples.duel()
    doc["won"] = {"pc": 1 / 3, "foe": 1 / 3, "nobody": 1 / 3}
    table = text_of(doc).split("\n\n")[1].splitlines()
    rows = [line for line in table if line.startswith(("the party", "the foes", "nobody"))]
    assert len(rows) == 3
    assert sum(int(row.partition("%")[0].split()[-1]) for row in rows) == 100


def test_of_the_tracks_those_that_lose_most_are_told() -> None:
    (row,) = rows_of(text_of(samples.crowd(), 60).split("\n\n")[1], "Bob Rock")
    assert row.endswith("flesh 1.0/10 left")
    (row,) = rows_of(text_of(samples.crowd(), 120).split("\n\n")[1], "Bob Rock")
    assert row.endswith("flesh 1.0/10 left, strain 3.1/10 filled")
    # What loses nothing is told of somebody unhurt alone.
    doc = samples.duel()
    doc["combatants"]["joe"]["tracks"]["strain"]["mean"] = 0
    (row,) = rows_of(text_of(doc).split("\n\n")[1], "Joe")
    assert row.endswith("flesh 6.2/10 left")
    # A unit that all have stands in the head.
    for one in doc["combatants"].values():
        del one["tracks"]["strain"]
    assert "left at the end" in text_of(doc)
    assert "6.2/10 left" not in text_of(doc)


def test_a_track_without_boxes_is_a_number_of_which_none_is_lost() -> None:
    doc = samples.duel()
    chips = {"mean": 2.2, "max": 0, "unit": ""}
    for one in doc["combatants"].values():
        one["tracks"] = {"chips": chips, "wounds": {"mean": 0.1, "max": 4, "unit": ""}}
    assert "chips" not in text_of(doc)
    for one in doc["combatants"].values():
        one["tracks"] = {"chips": chips}
    assert "chips 2.2" in text_of(doc)
    assert "2.2/0" not in text_of(doc)


def rows_of(screen: str, label: str) -> list[str]:
    return [line for line in screen.splitlines() if line.startswith(f"  {label}")]


@pytest.mark.parametrize(("count", "width", "blocks"), [(5, 80, 1), (3, 60, 1), (9, 80, 2)])
def test_variants_stand_beside_each_other_and_none_is_left_out(
    count: int, width: int, blocks: int
) -> None:
    screen = text_of(samples.variants(count), width)
    rows = rows_of(screen, "the party wins")
    assert len(rows) == blocks
    assert sum(row.count("%") for row in rows) == count
    assert screen.count("* ") == 2  # the head, and what the mark means


def test_who_is_in_one_variant_has_a_name_and_no_numbers_in_the_others() -> None:
    (row,) = rows_of(text_of(samples.variants(3)), "Mick the Knife")
    assert row.split()[3:] == ["50", "(10)"]


@pytest.mark.parametrize(
    ("ways", "best", "margin", "expected"),
    [
        ((0.4, 0.8), 1, 0.03, "Best for the party: b. Then it wins 80 %; as it is, 40 %."),
        ((0.4, 0.2), 0, 0.03, "Best for the party: as it is. It wins 40 %."),
        ((0.4, 0.42), 1, 0.03, "All about the same for the party: it wins 42 %."),
        ((0.4, 0.42, 0.1), 1, 0.03, "Nothing is clearly better for the party than as it is: "
         "it wins 40 %."),
        ((0.0, 0.8), 1, 0.08, "Best for the party: b. Then it wins 80 %; as it is, 0 %."),
        ((0.4, 0.8), 1, 0.2, "Too few fights to tell how much better one is than another."),
    ],
)  # fmt: skip
def test_one_line_says_what_is_best(
    ways: tuple[float, ...], best: int, margin: float, expected: str
) -> None:
    each = [
        fight(chance, 1 - chance, margin) | {"words": word}
        for chance, word in zip(ways, ("", "b", "c"), strict=False)
    ]
    screen = text_of({"variants": each, "best": best}, 200)
    assert screen.splitlines()[0] == expected


def of_ways(*ways: float, margin: float = 0.03, **more: Any) -> Data:
    """A fight as it is and in other ways."""
    each = [
        fight(chance, 1 - chance, margin) | {"words": word}
        for chance, word in zip(ways, ("", "b", "c"), strict=False)
    ]
    return {"variants": each, "best": max(range(len(ways)), key=ways.__getitem__), **more}


@pytest.mark.parametrize(
    ("doc", "marked"),
    [
        (of_ways(0.4, 0.8), True),
        (of_ways(0.4, 0.1), True),
        (of_ways(0.4, 0.42), False),
        (of_ways(0.4, 0.42, 0.1), False),
        (of_ways(0.4, 0.39, 0.1), False),
        (of_ways(0.4, 0.8, margin=0.2), False),
    ],
)
def test_only_what_is_better_beyond_the_margin_is_marked(doc: Data, marked: bool) -> None:
    screen = text_of(doc)
    assert ("*" in screen) == marked
    assert screen.startswith("Best for the party: ") == marked


def test_the_one_that_is_nearest_to_even_is_named() -> None:
    doc = of_ways(0.9, 0.7, 0.38, even=2)
    first = "Best for the party: as it is. It wins 90 %."
    assert text_of(doc, 200).startswith(f"{first} Nearest to even: c, 38 %.\n")
    doc = of_ways(0.4, 0.39, 0.1, even=0)
    assert "Nothing is clearly better for the party than as it is" in text_of(doc, 200)
    assert "Nearest to even: as it is, 40 %.\n" in text_of(doc, 200)


def test_variants_that_were_not_played_are_named_and_not_compared() -> None:
    screen = text_of(of_ways(0.4, 0.8, left_out=["c \x1b", "d"]))
    assert "not played: c \\x1b, d\n" in screen
    assert screen.startswith("Best for the party: b.")
    alone = text_of(of_ways(0.4, left_out=["b"]))
    assert "not played: b\n" in alone
    assert "*" not in alone
    assert "est for" not in alone


def test_a_variant_that_is_decided_is_compared_too() -> None:
    doc = of_ways(0.4, 1.0)
    doc["variants"][1] |= {"fights": 0, "margin": 0.0, "decided": "pc"}
    assert "Best for the party: b. Then it wins 100 %;" in text_of(doc, 200)


def test_small_print_that_differs_is_told_of_each() -> None:
    doc = samples.variants(2)
    assert text_of(doc).count("1,000 fights") == 1
    doc["variants"][1] |= {"tactics": {"pc": "focus"}}
    screen = text_of(doc)
    assert "as it is: 1,000 fights, seed 7; everybody sensible, on whom it pays most\n" in screen
    assert "add ganger: 1,000 fights, seed 7; the party: focus, others" in screen
    doc["variants"][1] |= {"tactics": {"ally": "focus", "bob": "odds"}}
    told = "allies: focus, Bob Rock: odds, others: sensible, on whom it pays most"
    assert told in " ".join(text_of(doc).split())
