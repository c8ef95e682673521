"""What many fights came to, on a screen."""

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import simulation_samples as samples
from golden import assert_golden
from tables import each_row

from gmtrack.simulation.tactics import DEFAULT_TACTIC as USUAL_TACTIC
from gmtrack.view.console import Output
from gmtrack.view.simulation import describe_progress, render_simulation
from gmtrack.view.simulation.answer import group_rounds
from gmtrack.view.simulation.small_print import USUAL, find_reasons_for_nobody
from gmtrack.view.simulation.words import FRACTIONS, summarize_simulation, word_chance
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
    assert len(text_of(samples.crowd(), width).splitlines()) <= 30


@each_row("name", ANSWERS)
def test_where_there_are_no_blocks_there_are_other_signs(name: str) -> None:
    stream = io.TextIOWrapper(written := io.BytesIO(), encoding="ascii")
    names = samples.NAMES | {"wolf": "Wolf"}
    Output(stream, width=80).lines(render_simulation(ANSWERS[name](), names, 80))
    assert "?" not in written.getvalue().decode("ascii")


# --- plain words ---


@each_row(
    ("chance", "margin", "times", "part"),
    [
        (1.0, 0.002, "always", "all"),
        (0.0, 0.002, "never", "none"),
        (1.0, 0.03, "in all of these fights", "all"),
        (0.0, 0.08, "in none of these fights", "none"),
        (0.98, 0.03, "nearly always", "nearly all"),
        (0.02, 0.03, "hardly ever", "hardly any"),
        (0.999, 0.002, "nearly always", "nearly all"),
        (0.98, 0.09, "nearly always", "nearly all"),
        (0.95, 0.09, "nine of ten times", "nine tenths"),
        (0.15, 0.16, "one of six times", "a sixth"),
        (0.52, 0.01, "a little more than half of the time", "a little more than half"),
        (0.65, 0.08, "two of three times", "two thirds"),
        (0.9, 0.03, "nine of ten times", "nine tenths"),
        (0.95, 0.03, "a little more than nine of ten times", "a little more than nine tenths"),
        (0.66, 0.03, "two of three times", "two thirds"),
        (0.69, 0.03, "seven of ten times", "seven tenths"),
        (0.69, 0.08, "seven of ten times", "seven tenths"),
        (0.51, 0.03, "half of the time", "half"),
        (0.45, 0.03, "a little less than half of the time", "a little less than half"),
        (0.55, 0.01, "a little more than half of the time", "a little more than half"),
        (0.62, 0.03, "three of five times", "three fifths"),
        (0.62, 0.05, "three of five times", "three fifths"),
        (0.26, 0.001, "one of four times", "a quarter"),
        (0.05, 0.03, "one of twenty times", "a twentieth"),
    ],
)
def test_a_chance_is_said_as_exactly_as_it_is_known(
    chance: float, margin: float, times: str, part: str
) -> None:
    assert word_chance(chance, margin)[:2] == (times, part)


@pytest.mark.parametrize("margin", [0.003, 0.03, 0.06, 0.1])
def test_what_is_said_is_never_far_from_what_was_counted(margin: float) -> None:
    values = {each.part: each.value for each in FRACTIONS}
    for percent in range(4, 97):
        part = word_chance(percent / 100, margin).part
        bare = part.removeprefix("a little more than ").removeprefix("a little less than ")
        off = percent / 100 - values[bare]
        nearest = min(abs(percent / 100 - value) for value in values.values())
        assert abs(off) <= max(0.01, margin) + 1e-9 or (
            part != bare and ("more" in part) == (off > 0)
        )
        assert abs(off) <= max(0.02, nearest) + 1e-9


@pytest.mark.parametrize("margin", [0.002, 0.03, 0.08, 0.3])
def test_what_was_seen_always_or_never_is_no_fraction(margin: float) -> None:
    assert (word_chance(1.0, margin).part, word_chance(0.0, margin).part) == ("all", "none")


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
        (fight(0.66, 0.34), "Two of three times the party wins, in 4 rounds."),
        (fight(0.34, 0.66), "Two of three times the foes win, in 4 rounds."),
        (fight(0.98, 0.02), "The party nearly always wins, in 4 rounds."),
        (fight(1.0, 0.0, 0.002), "The party always wins, in 4 rounds."),
        (fight(0.01, 0.99), "The foes nearly always win, in 4 rounds."),
        (fight(0.52, 0.48), "About even between the party and the foes, in 4 rounds."),
        (fight(0.48, 0.52, 0.003), "About even between the foes and the party, in 4 rounds."),
        (
            fight(0.54, 0.46, 0.003),
            "A little more than half of the time the party wins, in 4 rounds.",
        ),
        (fight(0.55, 0.45, 0.2), "Too few fights to tell who wins more often."),
        (fight(0.9, 0.1, 0.19), "More often than not the party wins, in 4 rounds."),
        (fight(0.66, 0.34, mean=1.2), "Two of three times the party wins, in 1 round."),
        (fight(0.66, 0.34, mean=0.2), "Two of three times the party wins, in 1 round."),
        (fight(0.66, 0.34, mean=2.5), "Two of three times the party wins, in 2 or 3 rounds."),
        (
            fight(0.66, 0.34, joe_out=0.5, kim_out=0.4),
            "Two of three times the party wins, in 4 rounds; "
            "Joe Schmoe goes down in half of those.",
        ),
        (
            fight(0.66, 0.34, joe_out=0.4, kim_out=0.5, kim_dead=0.1),
            "Two of three times the party wins, in 4 rounds; "
            "Kim goes down in half of those and dies in a tenth.",
        ),
        (
            fight(0.66, 0.34, joe_out=0.5, kim_out=0.25, kim_dead=0.25),
            "Two of three times the party wins, in 4 rounds; "
            "Joe Schmoe goes down in half of those and Kim dies in a quarter.",
        ),
        (
            fight(0.66, 0.34, joe_out=0.09, joe_dead=0.06),
            "Two of three times the party wins, in 4 rounds; "
            "Joe Schmoe dies in a twentieth of those.",
        ),
        (
            fight(0.66, 0.34, joe_out=0.09, joe_dead=0.04),
            "Two of three times the party wins, in 4 rounds.",
        ),
        (
            fight(0.34, 0.66, bob_out=0.25, bob_dead=0.2, joe_dead=0.5),
            "Two of three times the foes win, in 4 rounds; "
            "Bob Rock goes down in a quarter of those and Joe Schmoe dies in half of all fights.",
        ),
        (
            fight(0.5, 0.5, joe_out=0.5),
            "About even between the foes and the party, in 4 rounds; "
            "Joe Schmoe goes down in half of the fights that the party wins.",
        ),
        (fight(1.0, 0.0, 0.22), "The party wins all of these fights, in 4 rounds."),
        (fight(0.0, 1.0, 0.4) | {"fights": 1}, "In the only fight the foes win, in 4 rounds."),
        (fight(0.0, 1.0, 0.08), "The foes win all of these fights, in 4 rounds."),
        (
            fight(0.5, 0.5, joe_out=1.0),
            "About even between the foes and the party, in 4 rounds; "
            "Joe Schmoe goes down in all of the fights that the party wins.",
        ),
        (fight(0.9, 0.1, 0.19, joe_out=0.9), "More often than not the party wins, in 4 rounds."),
    ],
)
def test_one_line_says_it_as_a_person_would(doc: Data, expected: str) -> None:
    assert words(doc) == expected


def test_a_lot_that_nobody_wins_has_its_reasons() -> None:
    doc = fight(0.5, 0.3)
    doc["rounds"]["distribution"] = {"3": 0.8, "50": 0.2}
    told = "Nobody wins a fifth of the fights: not over after 50 rounds."
    assert words(doc).endswith(told)
    assert words(doc | {"stuck": {"a \x1b": 0.2}}).endswith("the fights: it cannot go on: a \\x1b.")
    doc["rounds"]["distribution"] = {"3": 1.0}
    assert words(doc).endswith("of the fights: nobody is left standing.")
    assert "Nobody" not in words(fight(0.6, 0.31))


def test_rounds_are_those_of_most_fights_where_many_have_no_end() -> None:
    doc = fight(0.6, 0.2)
    doc["rounds"] = {"mean": 13.0, "distribution": {"3": 0.4, "4": 0.4, "50": 0.2}}
    assert words(doc).startswith("Three of five times the party wins, in 4 rounds.")


def test_where_nobody_wins_most_often_that_comes_first() -> None:
    assert words(samples.stuck()).startswith("Nobody wins three fifths of the fights: ")
    assert words(fight(0.0, 0.0, 0.002)).startswith("Nobody ever wins: ")
    assert words(fight(0.0, 0.0, 0.14)).startswith("Nobody wins any of these fights: ")
    assert words(fight(0.1, 0.1, 0.14)).startswith("Nobody wins many of the fights: ")


def test_sides_of_their_own_have_their_word() -> None:
    won = {"cops": 0.75, "yakuza": 0.25, "nobody": 0.0}
    people = {"bob": samples.one("cops", 0.0, 0.0, won=(0.2, 0.2))}
    told = "Three of four times the cops win, in 4 rounds; Bob Rock goes down in a fifth of those"
    assert words(samples.answer(won, people)) == f"{told} and dies in a fifth."
    other = samples.answer({"cops": 0.25, "yakuza": 0.75}, people)
    assert words(other) == "Three of four times the yakuza wins, in 4 rounds."


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


def hanging(sense: float, plain: float, margin: float = 0.03) -> str:
    """What is said of how much hangs on tactics."""
    found = {
        word: {"won": {"pc": won, "foe": 1 - won, "nobody": 0}, "fights": 250, "margin": margin}
        for word, won in (("sensible", sense), ("plain", plain))
    }
    return " ".join(text_of(samples.duel() | {"by_tactics": found}).split())


def test_it_says_how_much_hangs_on_tactics() -> None:
    told = "Much hangs on tactics: if everybody has sense the party wins 97 %, if all fight plainly"
    assert f"{told} 36 %, ±3." in hanging(0.97, 0.36)
    assert "Something hangs on tactics: if" in hanging(0.5, 0.6)
    assert "Little hangs on tactics: if" in hanging(0.5, 0.53, margin=0.01)
    for if_plain, margin in ((0.53, 0.03), (0.6, 0.08), (0.5, 0.01), (0.9, 0.3)):
        told = hanging(0.5, if_plain, margin)
        assert "Too few fights to tell how much hangs on tactics: if everybody" in told
        assert "Little hangs" not in told
    assert "if all fight plainly 0 %, ±3." in hanging(0.97, 0)
    assert "on tactics" not in text_of(samples.duel())
    screen = " ".join(text_of(samples.duel() | {"plain_only": "X fights plainly"}).split())
    assert "tactics: everybody plain, on the nearest X fights plainly." in screen


def test_who_fled_is_told_apart_from_who_was_put_out() -> None:
    doc = samples.duel()
    who = next(iter(doc["combatants"]))
    fate = doc["combatants"][who]
    fate |= {"out": 0.6, "dead": 0.05, "fled": 0.5}
    lines = text_of(doc).splitlines()
    heads = next(line for line in lines if " dead " in line and " fled" in line)
    row = lines[lines.index(heads) + 1]
    told = [row[heads.index(head) - 1 : heads.index(head) + 4].strip() for head in ("out", "fled")]
    assert told == ["10 %", "50 %"]
    assert "fled" not in text_of(samples.duel())


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
    doc = samples.duel()
    doc["rounds"] = {"mean": 2.9, "distribution": {"2": 0.55, "4": 0.45}}
    labels, blocks, percents = text_of(doc).split("Rounds:")[1].splitlines()[1:4]
    assert labels.split() == ["2", "3", "4"]
    assert (len(blocks.split()), percents.split()) == (2, ["55", "%", "0", "%", "45", "%"])


def test_in_the_middle_of_a_fight_it_tells_how_many_rounds_more() -> None:
    doc = fight(0.66, 0.34, mean=3.5) | {"from_round": 3}
    assert words(doc) == "Two of three times the party wins, in 3 or 4 more rounds."
    assert words(fight(0.66, 0.34, mean=1) | {"from_round": 2}).endswith(", in 1 more round.")
    assert "Rounds from round 3 on: 3.5 on average\n" in text_of(doc)


def test_fights_that_were_broken_off_took_longer_than_was_counted() -> None:
    stuck = samples.stuck()
    assert "Rounds: at least 24.0 on average\n" in text_of(stuck)
    assert "at least" not in text_of(samples.duel())
    plain = samples.duel() | {"words": ""}
    (row,) = rows_of(text_of({"variants": [plain, stuck | {"words": "b"}], "best": 0}), "rounds")
    assert row.split() == ["rounds", "4.1", "24.0+"]


def test_a_few_fights_without_end_make_the_others_no_longer() -> None:
    doc = fight(0.93, 0.02)
    doc["rounds"] = {"mean": 6.0, "distribution": {"3": 0.4, "4": 0.55, "50": 0.05}}
    assert words(doc).startswith("Nine of ten times the party wins, in 4 rounds.")


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
    rows = [rows_of(text_of(doc), side)[0] for side in ("the party", "the foes", "nobody")]
    assert sum(int(row.partition("%")[0].split()[-1]) for row in rows) == 100


def test_tracks_without_room_are_named() -> None:
    for width in (33, 60, 80):
        screen = " ".join(text_of(samples.limbs(), width).split())
        assert not [limb for limb in ("head", "torso", "r.arm", "l.leg") if limb not in screen]
    assert "not shown: strain\n" in text_of(samples.crowd(), 60)
    assert "not shown" not in text_of(samples.crowd(), 80)


def test_nobody_is_left_without_a_number_who_has_a_track() -> None:
    doc = samples.crowd()
    for person in doc["combatants"].values():
        person["tracks"] = {f"track-{n}": {"mean": 1, "max": 10, "unit": "left"} for n in range(4)}
    doc["combatants"]["kim"]["tracks"] = {"armored": {"mean": 9.9, "max": 10, "unit": "left"}}
    for width in (60, 50, 44):
        screen = text_of(doc, width)
        (row,) = rows_of(screen.split("In the end")[1], "Kim")
        assert "9.9/10" in row
        assert "not shown: " in screen


def test_the_first_track_stays_and_then_that_of_which_somebody_loses_most() -> None:
    doc = samples.limbs()
    for person in doc["combatants"].values():
        for limb, (mean, most) in {"head": (3, 3), "l.leg": (1, 6), "torso": (8, 12)}.items():
            person["tracks"][limb] |= {"mean": mean, "max": most}
    table = text_of(doc, 50).split("In the end")[1]
    (heads,) = [line.split() for line in table.splitlines() if line.split()[:1] == ["out"]]
    assert heads == ["out", "dead", "head", "l.leg"]
    assert "torso" in table.split("not shown: ")[1]


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
        ((0.4, 0.8), 1, 0.03, "Best for the party: b. Then four of five times the party wins; "
         "as it is, two of five times."),
        ((0.4, 0.2), 0, 0.03, "Best for the party: as it is. Two of five times the party wins."),
        ((0.4, 0.42), 1, 0.03, "All about the same for the party: "
         "two of five times the party wins."),
        ((0.4, 0.42, 0.1), 1, 0.03, "Nothing is clearly better for the party than as it is: "
         "two of five times the party wins."),
        ((0.0, 0.8), 1, 0.08, "Best for the party: b. Then four of five times the party wins; "
         "as it is, in none of these fights."),
        ((0.0, 0.0), 0, 0.08, "All about the same for the party: "
         "the party wins none of these fights."),
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
    first = "Best for the party: as it is. Nine of ten times the party wins."
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
    assert "Best for the party: b. Then the party always wins;" in text_of(doc, 200)


def test_small_print_that_differs_is_told_of_each() -> None:
    doc = samples.variants(2)
    assert text_of(doc).count("1,000 fights") == 1
    doc["variants"][1] |= {"tactics": {"pc": "focus"}}
    screen = text_of(doc)
    assert "as it is: 1,000 fights, seed 7; tactics: everybody sensible, on the nearest\n" in screen
    assert "add ganger: 1,000 fights, seed 7; tactics of the party: focus, others" in screen
    doc["variants"][1] |= {"tactics": {"ally": "focus", "bob": "odds"}}
    told = "tactics of allies: focus, Bob Rock: odds, others: sensible, on the nearest"
    assert told in " ".join(text_of(doc).split())
