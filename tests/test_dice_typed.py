"""Dice as people write them: whatever the notation and the place, the same dice are read."""

from collections.abc import Iterator, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gmtrack.app.dice_words import join_dice_words
from gmtrack.dice.answers import split_dice_answers
from gmtrack.dice.asking import RollQuestion, example_dice, parse_dice_answer
from gmtrack.dice.hits_alone import least_hits_alone
from gmtrack.dice.port import Answer, Ask, Faces, Reading
from gmtrack.dice.sources import RandomDice, TableDice
from gmtrack.dice.typed import parse_rolls, split_by_person
from gmtrack.errors import Ambiguous, Refusal

SIDES = st.sampled_from([4, 6, 8, 10, 12, 20, 100])
NAMES = {
    "tib": "Tib",
    "kes": "Kestrel Wright",
    "moth": 'Sam "Moth" Reed',
    "thug-2": "Thug 2",
    "unit-7": "Unit 7",
}
CALLED = {
    "tib": ["tib", "Tib", "ti"],
    "kes": ["kes", "kestrel", "wright", "Kestrel Wright"],
    "moth": ["moth", "Reed", "sam"],
    "thug-2": ["thug-2", "thug 2", "t2"],
    "unit-7": ["unit-7", "Unit 7"],
}


def never(kind: Ask, count: int) -> Faces:
    """Nothing is rolled again here."""
    raise AssertionError(count)


@st.composite
def rolls(draw: st.DrawFn) -> tuple[int, Faces]:
    """A die's sides, and faces that fell."""
    sides = draw(SIDES)
    faces = draw(st.lists(st.integers(1, sides), min_size=1, max_size=9))
    return sides, tuple(faces)


def heaps(faces: Sequence[str], sizes: Iterator[int]) -> Iterator[str]:
    """The faces in heaps of these sizes, without a gap in each."""
    rest = list(faces)
    while rest:
        size = next(sizes)
        yield "".join(rest[:size])
        del rest[:size]


def writings(sides: int, faces: Faces, sizes: Sequence[int]) -> Iterator[str]:
    """All the ways to write these dice."""
    words = [str(face) for face in faces]
    for joint in (" ", ",", ", ", "  "):
        yield joint.join(words)
    if sides > 10:
        return
    digits = ["0" if face == 10 else str(face) for face in faces]
    yield " ".join(digits)
    yield "".join(digits)
    endless = iter([*sizes, *([1] * len(faces))])
    yield " ".join(heaps(digits, endless))


def ask_for(sides: int, count: int, reading: Reading | None = None) -> Ask:
    return Ask("attack", "joe", count, sides, reading or Reading(marked=count))


def faces_in_line(text: str, ask: Ask) -> Answer:
    """The answer where a text is typed behind `--roll`."""
    words = join_dice_words("attack", ["joe", "-r", *f"att={text}".split()])
    assert len(words) == 3, words
    table = TableDice(parse_rolls([words[2].replace("att", "attack")], "dice"), RandomDice(1), "")
    table.expect([("attack", "joe")])
    return table.roll(ask)


@given(rolls(), st.lists(st.integers(1, 4), max_size=9))
def test_whatever_the_notation_the_same_dice_are_read(
    fell: tuple[int, Faces], sizes: list[int]
) -> None:
    sides, faces = fell
    ask = ask_for(sides, len(faces))
    for text in writings(sides, faces, sizes):
        assert parse_dice_answer(text, ask, never).dice == faces, text
        assert faces_in_line(text, ask).dice == faces, text
        named = parse_rolls([f"initiative.joe={text}"], "dice")
        assert [*named] == ["initiative.joe"]


@given(
    rolls(),
    st.lists(st.sampled_from([*NAMES]), min_size=1, max_size=4, unique=True),
    st.data(),
)
def test_dice_of_several_people_are_read_in_one_line(
    fell: tuple[int, Faces], people: list[str], data: st.DataObject
) -> None:
    sides, faces = fell
    parts = []
    for who in people:
        text = data.draw(st.sampled_from([*writings(sides, faces, [2, 3])]))
        name = data.draw(st.sampled_from(CALLED[who]))
        sign = data.draw(st.sampled_from(["=", " = ", " ", "= "]))
        parts.append(f"{name}{sign}{text}")
    line = " ".join(parts)
    ask = ask_for(sides, len(faces))
    for found in (split_by_person(line, NAMES, "dice"), split_dice_answers(line, NAMES)):
        assert [who for who, _ in found] == people, line
        for _, dice in found:
            assert parse_dice_answer(dice, ask, never).dice == faces, line


@pytest.mark.parametrize(
    ("text", "count", "faces"),
    [
        ("10", 1, (10,)),
        ("10", 2, (1, 10)),
        ("10 10", 2, (10, 10)),
        ("552 10", 4, (5, 5, 2, 10)),
        ("552 10", 5, (5, 5, 2, 1, 10)),
        ("103", 3, (1, 10, 3)),
        ("10 55 10", 4, (10, 5, 5, 10)),
    ],
)
def test_a_ten_of_a_d10_is_read_by_the_number_of_dice(text: str, count: int, faces: Faces) -> None:
    ask = ask_for(10, count)
    assert parse_dice_answer(text, ask, never).dice == faces
    assert faces_in_line(text, ask).dice == faces


@pytest.mark.parametrize(
    ("text", "sides", "count", "says"),
    [
        ("10 10", 10, 4, "needs 4 dice, got 2"),
        ("10 3", 10, 3, "needs 3 dice, got 2"),
        # One of the two would be a ten, the other a one and a ten.
        ("10 55 10", 10, 5, "needs 5 dice, got 4"),
        ("12", 20, 2, "needs 2 dice, got 1; type them apart: `1 2`"),
        ("120", 20, 1, "120 is not a face of a d20"),
        ("1 2 3 4", 6, 3, "needs 3 dice, got 4"),
        ("6 7", 6, 2, "7 is not a face of a d6"),
    ],
)
def test_what_could_mean_two_things_is_refused(
    text: str, sides: int, count: int, says: str
) -> None:
    ask = ask_for(sides, count)
    with pytest.raises(Refusal, match=says):
        parse_dice_answer(text, ask, never)
    with pytest.raises(Refusal, match=says):
        faces_in_line(text, ask)
    advised = says.partition("`")[2].rstrip("`")
    if advised:
        assert len(parse_dice_answer(advised, ask, never).dice) == count


def test_a_number_may_belong_to_the_name_or_to_the_dice() -> None:
    both = {"thug": "Thug", "thug-2": "Thug 2"}
    with pytest.raises(Ambiguous, match="`thug-2=5 3` or `thug=2 5 3`") as refused:
        split_by_person("thug 2 5 3", both, "dice")
    for line in refused.value.message.split("`")[3::2]:
        assert split_by_person(line, both, "dice")
    assert split_by_person("thug 2 5 3", {"thug": "Thug"}, "dice") == [("thug", "2 5 3")]
    assert split_by_person("thug 2 5 3", {"thug-2": "Thug 2"}, "dice") == [("thug-2", "5 3")]
    assert split_by_person("7=5 3", {"7": "7"}, "dice") == [("7", "5 3")]


def test_a_name_without_dice_is_told_how_they_are_typed() -> None:
    with pytest.raises(Refusal, match="tib: type the dice, such as tib=6 2"):
        split_by_person("kes 3 4 tib", NAMES, "dice")
    with pytest.raises(Refusal, match="no combatant 'bob'"):
        split_by_person("bob 3 4", NAMES, "dice")


@pytest.mark.parametrize(
    ("command", "typed", "joined"),
    [
        ("attack", "joe bob -r 3 4 5 neck", "joe bob -r 3,4,5 neck"),
        ("attack", "joe bob -r attack=3 4 5 -r def=66 12", "joe bob -r attack=3,4,5 -r def=66,12"),
        ("attack", "joe bob -r def 2 5 4 neck", "joe bob -r def=2,5,4 neck"),
        ("attack", "joe bob --roll=attack=3 4", "joe bob --roll attack=3,4"),
        ("attack", "joe bob -r 3 hits neck", "joe bob -r 3h neck"),
        ("attack", "joe bob -r attack=3 h", "joe bob -r attack=3h"),
        ("attack", "joe bob -r 6624 --mod 2", "joe bob -r 6624 --mod 2"),
        ("attack", "joe bob -r def neck", "joe bob -r def neck"),
        ("damage", "bob -r stun=3,4 5", "bob -r stun=3,4 5"),
        ("damage", "bob 5 -r stun=3 4", "bob 5 -r stun=3,4"),
        ("roll-init", "tib 5 2 kes=34 moth 3", "--roll tib=5,2 --roll kes=34 --roll moth=3"),
        ("roll-init", "tib kes", "tib kes"),
        ("roll-init", "tib -r 5 2", "tib -r 5,2"),
        ("roll-init", "first=pc", "first=pc"),
        ("roll-init", "tib=5 seed=1", "--roll tib=5 seed=1"),
        ("next", "tib=5 kes=3", "--roll tib=5 --roll kes=3"),
        ("next", "5", "5"),
        ("attack", "joe bob aim=4", "joe bob aim=4"),
        ("attack", "-r 3 4 -- 5", "-r 3,4 -- 5"),
    ],
)
def test_dice_among_the_words_of_a_line_become_one_word(
    command: str, typed: str, joined: str
) -> None:
    assert join_dice_words(command, typed.split()) == joined.split()
    assert join_dice_words(command, joined.split()) == joined.split()


@pytest.mark.parametrize(
    ("reading", "count", "least"),
    [
        (Reading(hit=5), 7, 0),
        (Reading(hit=8, again=10), 7, 0),
        (Reading(hit=4, again=6, adds=True), 7, 0),
        (Reading(hit=5, ones=True), 7, 7),
        (Reading(hit=5, ones=True, ones_matter="most"), 7, 4),
        (Reading(hit=5, ones=True, ones_matter="most"), 6, 3),
        (Reading(hit=5, ones=True, ones_matter="half"), 6, 4),
        (Reading(hit=5, ones=True, ones_matter="all"), 7, 1),
        (Reading(hit=5, also=(5,)), 7, 0),
        (Reading(hit=5, also=(4, 5)), 7, None),
        (Reading(hit=5, marked=2), 7, None),
        (Reading(hit=10, ones=True, again=10), 2, None),
        (Reading(sum=True), 7, None),
    ],
)
def test_hits_alone_are_enough_where_too_few_ones_could_be_left(
    reading: Reading, count: int, least: int | None
) -> None:
    assert least_hits_alone(ask_for(6, count, reading)) == least


@given(
    st.lists(st.integers(1, 6), min_size=1, max_size=12),
    st.sampled_from(["any", "half", "most", "all"]),
    st.integers(2, 6),
)
def test_hits_that_are_enough_tell_what_the_faces_would(
    faces: list[int], ones_matter: str, hit: int
) -> None:
    count = len(faces)
    needed = {"any": 1, "half": (count + 1) // 2, "most": count // 2 + 1, "all": count}
    reading = Reading(hit=hit, ones=True, ones_matter=ones_matter)  # type: ignore[arg-type]
    ask = ask_for(6, count, reading)
    least = least_hits_alone(ask)
    by_faces = parse_dice_answer(" ".join(map(str, faces)), ask, never)
    assert least is not None
    assert by_faces.hits is not None
    assert by_faces.ones is not None
    if by_faces.hits >= least:
        alone = parse_dice_answer(f"{by_faces.hits}h", ask, never)
        assert (alone.hits, alone.dice) == (by_faces.hits, ())
        assert by_faces.ones < needed[ones_matter]
    else:
        with pytest.raises(Refusal, match="type each die"):
            parse_dice_answer(f"{by_faces.hits}h", ask, never)


@pytest.mark.parametrize("text", ["3h", "3 hits", "3 Hits", "3hit", " 3  h "])
def test_hits_with_tens_rolled_again_are_one_answer(text: str) -> None:
    ask = ask_for(10, 2, Reading(hit=8, again=10))
    for answer in (parse_dice_answer(text, ask, never), faces_in_line("3h", ask)):
        assert (answer.hits, answer.dice, answer.again, answer.given) == (3, (), (), True)


def test_a_question_may_be_answered_anew_from_its_beginning() -> None:
    ask = ask_for(10, 3, Reading(hit=8, again=10))
    question = RollQuestion(ask, RandomDice(1))
    question.say("10 10 2")
    assert (question.answer, question.now.name) == (None, "attack_again")
    question.say("9 10 2")  # three dice are none for the two that are rolled again
    assert question.now.count == 1
    question.say("3")
    assert question.answer is not None
    assert question.answer.dice == (9, 10, 2)
    question.reopen()
    question.say("2h")
    assert question.answer is not None
    assert question.answer.hits == 2


@given(st.sampled_from([4, 6, 10, 20]), st.integers(1, 30))
def test_the_example_of_a_question_is_an_answer(sides: int, count: int) -> None:
    ask = ask_for(sides, count)
    assert len(parse_dice_answer(example_dice(ask), ask, never).dice) == count
