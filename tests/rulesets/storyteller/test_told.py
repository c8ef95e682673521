"""What the GM is told beside the numbers: what to type, who acts when, why it is so."""

from pathlib import Path

import pytest

from gmtrack.store.session import open_session

from ..typing_in import gmtrack, told

ENCOUNTER = Path(__file__).parents[3] / "encounters" / "back-room.yaml"
SCORES = {"nick": 8, "lena": 7, "bouncer": 6, "gambler-1": 9, "gambler-2": 2, "dog": 4, "host": 1}


@pytest.fixture(autouse=True)
def _table(home: Path) -> None:
    told("load", str(ENCOUNTER))


def roll_init() -> str:
    return told(
        "roll-init", *(word for who in SCORES for word in ("--roll", f"{who}={SCORES[who]}"))
    )


def test_the_line_for_a_move_that_was_won_can_be_typed() -> None:
    """ST-073"""
    out = told("act", "gambler-1", "grab", "nick", "--mod", "12", "--seed", "4")
    assert "First gambler won a move: `act gambler-1 take-move --with move=damage`" in out
    told(*["act", "gambler-1", "take-move", "--with", "move=damage"])


def test_who_comes_late_is_told_when_they_act() -> None:
    """ST-R43"""
    roll_init()
    told("next")
    told("next")
    for name in ("Crane", "Finch"):
        told("add", name, "--template", "gambler")
    out = told("roll-init", "crane", "--roll", "crane=10")
    assert "at initiative 12: that place has passed, they act from the next round" in out
    out = told("roll-init", "finch", "--roll", "finch=1")
    assert "Finch joins the order at initiative 3" in out
    assert "passed" not in out


def test_who_left_after_their_turn_and_is_back_is_told_to_have_acted() -> None:
    """ST-R43"""
    roll_init()
    told("next")
    told("leave", "lena")
    told("join", "lena")
    assert "but has already acted in this round" in told("roll-init", "lena", "--roll", "lena=1")


def test_who_comes_late_by_house_rule_acts_from_the_next_round(tmp_path: Path) -> None:
    """ST-R43"""
    text = ENCOUNTER.read_text(encoding="utf-8")
    other = tmp_path / "house.yaml"
    text = text.replace("house_rules: {", "house_rules: {late_entry: next_round, ")
    other.write_text(text, encoding="utf-8")
    told("load", str(other))
    roll_init()
    told("add", "Finch", "--template", "gambler")
    out = told("roll-init", "finch", "--roll", "finch=1")
    assert "acts from the next round (house rule `late_entry`)" in out


def test_who_wants_to_grapple_is_told_the_line_that_grabs() -> None:
    """ST-072"""
    answer = gmtrack("act", "bouncer", "grapple", "nick")
    assert "`act bouncer grab nick` first" in answer.err


@pytest.mark.parametrize("line", ["act lena grab nick", "act lena disarm nick"])
def test_a_friend_who_is_grabbed_is_known_for_one(line: str) -> None:
    told("act", "nick", "wield", "knuckles")
    assert "Nick is on Lena's side" in told(*line.split(), "--seed", "1")
    assert "side" not in told(*line.replace("nick", "bouncer").split(), "--force", "--seed", "1")


def test_what_a_called_shot_leaves_is_told_where_it_leaves_nothing() -> None:
    """ST-150: a leg is wracked by more damage than stamina."""
    roll = ("--called", "leg", "--roll", "attack=8,2", "--mod", "1")
    out = told("attack", "lena", "bouncer", *roll)
    assert "no further effect on The bouncer's leg: that takes 5 damage, not 3" in out


@pytest.mark.parametrize(
    "line", ["damage nick 8 --type lethal", "damage nick 30 --type lethal", "effect nick dying"]
)
def test_who_goes_down_lets_go_of_their_human_shield(line: str) -> None:
    """ST-113, ST-R30"""
    told("act", "nick", "human-shield", "host", "--with", "willing")
    assert "human shield: The host" in told("board")
    assert "Nick lets go of The host" in told(*line.split())
    assert "human shield" not in told("board")
    told("heal", "nick", "99", "--force")
    assert "human shield" not in told("board")


def test_a_breaking_point_has_a_line_that_rolls_for_it() -> None:
    """ST-011, ST-116"""
    out = told("act", "nick", "human-shield", "host", "--with", "willing")
    assert "Nick faces a breaking point: `test nick breaking-point`" in out
    rolled = told("test", "nick", "breaking-point", "--mod", "-1", "--seed", "1")
    assert "resolve" in rolled
    assert "composure" in rolled


def test_a_breaking_point_is_harder_where_the_shield_has_died() -> None:
    """ST-116"""
    told("act", "nick", "human-shield", "host", "--with", "willing")
    told("set", "host", "lethal=6")
    line = "attack lena nick --weapon knife --with thrown --force --mod 30 --seed 1"
    out = told(*line.split())
    assert "`test nick breaking-point --mod -3`" in out


def test_a_bare_move_of_a_grapple_is_that_of_the_one_who_acts() -> None:
    """ST-075"""
    told(*["act", "bouncer", "grab", "nick", "--mod", "9", "--seed", "1", "--with", "move=hold"])
    out = told(*["act", "bouncer", "grapple", "break", "--mod", "9", "--seed", "1"])
    assert "understood: act bouncer grapple --with move=break-free" in out


def test_how_far_somebody_is_hidden_is_told_in_words_that_can_be_typed() -> None:
    page = told("rules", "words")
    for word in ("none 0", "barely", "partially -2", "substantially"):
        assert word in page


@pytest.mark.parametrize(("dice", "words"), [(0, ["defense"]), (3, ["defense", "with"])])
def test_a_word_that_a_house_rule_forbids_makes_no_other_ambiguous(
    dice: int, words: list[str], tmp_path: Path
) -> None:
    """ST-R39: `willpower` for dice is forbidden, for Defense it is not. Nobody has any here, so
    that neither works."""
    text = ENCOUNTER.read_text(encoding="utf-8")
    other = tmp_path / "house.yaml"
    text = text.replace("house_rules: {", f"house_rules: {{willpower_dice: {dice}, ")
    other.write_text(text, encoding="utf-8")
    told("load", str(other))
    for who in ("lena", "bouncer"):
        told("set", who, "willpower_left=0")
    refused = gmtrack("attack", "lena", "bouncer", "will").err
    assert ("`--with willpower`" in refused) == ("with" in words)


def test_a_score_that_moves_with_what_is_in_hand_says_so() -> None:
    """ST-019: a machete burdens by 2."""
    roll_init()
    told("set", "fight", "acting=lena")
    line = "act nick disarm lena --mod 9 --roll disarm_resist=1,2,3,4 --seed 2 --force"
    assert "initiative 15 (was 13) with nothing in hand" in told(*line.split())


def test_next_says_what_of_a_grapple_it_would_skip() -> None:
    """ST-073, ST-074"""
    roll_init()
    until("gambler-1")
    assert still() == ""
    told("act", "gambler-1", "grab", "nick", "--mod", "12", "--seed", "4")
    assert "the won move in the grapple of First gambler and Nick" in still()
    told("act", "gambler-1", "take-move", "--with", "move=damage")
    assert still() == ""
    while gmtrack("board", "--json").doc["round"] == 1:
        told("next", "--seed", "1")
    until("gambler-1", "nick")
    assert "Still due: the contest in the grapple of " in still()


def until(*whom: str) -> None:
    while gmtrack("board", "--json").doc["acting"] not in whom:
        told("next")


def still() -> str:
    with open_session(None, write=False) as session:
        return session.ruleset.board(session.encounter).turn.still


def test_healing_says_which_boxes_are_still_filled() -> None:
    """ST-163"""
    told("damage", "nick", "2", "--type", "bashing")
    told("damage", "nick", "1", "--type", "lethal")
    assert "Nick still has 1 lethal: `heal nick all`" in told("heal", "nick", "all", "bashing")
    assert "still has" not in told("heal", "nick", "all")
