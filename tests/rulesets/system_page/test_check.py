"""`check`: a page is judged, and two people show what it does, while it is written."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from gmtrack.cli.completion import describe_commands
from gmtrack.cli.library import check_page
from gmtrack.completion.quoting import POSIX
from gmtrack.completion.shell import parse_shell_line, suggest_for_line
from gmtrack.store.systems import keeping
from gmtrack.store.systems.keeping import shipped_ids, shipped_text

from ..typing_in import doc, done, gmtrack, refused, told

ATTACK = "attack ann bob --roll attack=15 --roll damage=3"


@pytest.fixture
def mine(home: Path) -> Path:
    """A page of the game master's own, like `fantasy`."""
    page = home / "mine.yaml"
    page.write_text(shipped_text("fantasy") or "")
    return page


@pytest.mark.parametrize("page", shipped_ids())
def test_a_page_is_shown_by_an_attack_and_its_odds_or_by_what_it_has(home: Path, page: str) -> None:
    answer = doc("check", page)
    assert (answer["ok"], answer["faults"], answer["page"]) == (True, [], page)
    assert [one["id"] for one in answer["board"]["order"]] == ["ann", "bob"]
    tried = {one["line"]: one["document"] for one in answer["tried"]}
    found = keeping.find_page(page)
    assert found is not None
    if found.data.get("attacks"):
        assert list(tried) == ["odds ann bob", "attack ann bob"]
        assert sum(tried["odds ann bob"]["outcomes"].values()) == pytest.approx(1)
        assert tried["attack ann bob"]["outcome"] in tried["odds ann bob"]["outcomes"]
        # An attack that does something is shown, since a miss shows little.
        assert "bob" in [one["who"] for one in tried["attack ann bob"]["changes"]]
    else:
        assert "odds ann bob" not in tried
        assert tried["damage bob 1"]["changes"]
        assert ("roll-init" in tried) == ("initiative" in found.data)
    # Odds of dice that roll on take seconds.
    said = done("check", page, *(["--try", "damage bob 1"] if page == "exploding" else [])).out
    assert f"{page}: ok" in said
    assert f"new 'First fight' --ruleset {page} --example` plays it" in " ".join(said.split())


def test_a_file_is_tried_and_nothing_of_it_is_kept(mine: Path) -> None:
    done("new", "Open", "--ruleset", "plain")
    before = doc("board")
    assert "Bob: hp 8 to 5" in told("check", str(mine), "--try", ATTACK)
    assert keeping.kept_ids() == []
    assert doc("board") == before
    # Once it is kept, what is in the file counts, and not the copy.
    done("new", "By it", "--ruleset", str(mine))
    mine.write_text(mine.read_text().replace("max_hp: {default: 8", "max_hp: {default: 20"))
    assert "Bob: hp 20 to 17" in told("check", str(mine), "--try", ATTACK)


def test_every_fault_is_told_with_its_line_and_the_nearest_word(mine: Path) -> None:
    mine.write_text(mine.read_text().replace("+ weapon.bonus", "+ weapon.bonsu"))
    number = next(
        n for n, line in enumerate(mine.read_text().splitlines(), 1) if "weapon.bonsu" in line
    )
    said = refused("check", str(mine))
    assert f"mine.yaml:{number}: attacks.strike.roll: no name 'weapon.bonsu'" in said
    assert "did you mean 'weapon.bonus'?" in said
    answer = gmtrack("check", str(mine), "--json")
    assert answer.code == 1
    assert answer.doc["ok"] is False
    [fault] = answer.doc["faults"]
    assert (fault["line"], fault["path"]) == (number, "attacks.strike.roll")


def test_a_fault_that_shows_only_in_the_values_is_told(mine: Path) -> None:
    text = mine.read_text().replace("= (dex - 10) / 2", "= 4 / (dex - 10)")
    mine.write_text(text)
    assert "mine.yaml: sheet: '4 / (dex - 10)' divides by 0" in refused("check", str(mine))
    mine.write_text(text.replace("dex: {default: 10", "dex: {default: 12"))
    assert done("check", str(mine)).out


def test_lines_are_tried_one_after_the_other_each_with_its_odds(mine: Path) -> None:
    lines = ["set bob ac=16", ATTACK, "test ann dex -r 9 --threshold 10", "damage bob 2"]
    answer = doc("check", str(mine), *(word for line in lines for word in ("--try", line)))
    assert [one["line"] for one in answer["tried"]] == [
        lines[0],
        "odds ann bob",
        lines[1],
        "odds test ann dex --threshold 10",
        lines[2],
        lines[3],
    ]
    documents = [one["document"] for one in answer["tried"]]
    assert documents[1]["outcomes"]["miss"] == pytest.approx(14 / 20)
    assert documents[2]["outcome"] == "miss"
    assert documents[4]["outcome"] == "failure"
    assert [one["after"] for one in documents[5]["changes"]] == [6]


@pytest.mark.parametrize("dice", ["d20", "3d6", "4dF", "d%", "2d10 + 1d4"])
def test_the_line_to_try_has_dice_that_fit_the_page(mine: Path, dice: str) -> None:
    mine.write_text(
        "gmtrack: 1\nkind: system\ntitle: Mine\ntracks: {hp: 20}\ndamage: {track: hp}\n"
        f"attacks: {{strike: {{roll: {dice}, bands: {{hit: {{damage: 1}}}}}}}}\n"
    )
    said = " ".join(done("check", str(mine)).out.split())
    line = re.search(r"--try '(attack ann bob --roll [^']+)'", said)
    assert line, said
    [_, tried] = doc("check", str(mine), "--try", line[1])["tried"]
    assert tried["document"]["rolls"][0]["given"]


def test_the_dice_of_a_page_are_the_same_each_time_and_others_with_a_seed(home: Path) -> None:
    assert doc("check", "fantasy") == doc("check", "fantasy")
    rolled = {
        tuple(doc("check", "fantasy", "--seed", str(n))["tried"][1]["document"]["rolls"][0]["dice"])
        for n in (0, 1, 2, 3, 4, 5)
    }
    assert len(rolled) > 1


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("undo", "no command of a fight"),
        ("", "no command of a fight"),
        ("save x.yaml", "no command of a fight"),
        ("play", "no command of a fight"),
        ("load x.yaml", "no command of a fight"),
        ("attack ann carl", "carl"),
        ("attack ann bob --weapon axe", "axe"),
        ("attack ann 'bob", "bob"),
        ("fly", "fly"),
    ],
)
def test_a_line_that_cannot_be_tried_is_refused(home: Path, line: str, why: str) -> None:
    answer = gmtrack("check", "fantasy", "--try", line)
    assert answer.code != 0
    assert why in answer.err
    assert "Traceback" not in answer.err


@pytest.mark.parametrize(
    ("word", "why"),
    [
        ("fantsy", "no system page 'fantsy'; did you mean 'fantasy'?"),
        ("sr3", "no system page 'sr3'"),
        ("nowhere.yaml", "cannot be read"),
    ],
)
def test_what_is_no_page_is_refused(home: Path, word: str, why: str) -> None:
    assert why in refused("check", word)


def test_a_page_with_the_id_of_another_ruleset_is_refused(home: Path) -> None:
    page = home / "fantasy.yaml"
    page.write_text(shipped_text("fantasy") or "")
    assert "'fantasy' is the id of another ruleset" in refused("check", str(page))
    page.write_text((shipped_text("fantasy") or "") + "\nid: sr3\n")
    assert "'sr3' is the id of another ruleset" in refused("check", str(page))


def test_a_page_is_shown_anew_whenever_its_file_changes(
    mine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    good = mine.read_text()

    def changes(word: str) -> Iterator[None]:
        assert word == str(mine)
        yield
        mine.write_text(good.replace("+ weapon.bonus", "+ weapon.bonsu"))
        yield
        mine.write_text(good.replace("max_hp: {default: 8", "max_hp: {default: 11"))
        yield

    monkeypatch.setattr(check_page, "_changes_of", changes)
    said = told("check", str(mine), "--watch", "--try", ATTACK)
    assert said.index("hp 8 to 5") < said.index("did you mean") < said.index("hp 11 to 8")
    assert "waiting for" in said
    assert "terminal of its own" in refused("check", str(mine), "--watch", "--json")


def test_a_change_is_seen_by_time_and_length_and_so_is_a_file_that_is_gone(
    mine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(check_page, "LOOK_EVERY", 0)
    changes = check_page._changes_of(str(mine))
    next(changes)
    mine.write_text(mine.read_text() + "# more\n")
    next(changes)
    mine.unlink()
    next(changes)


def test_without_a_page_that_of_the_fight_or_the_only_one_here_is_checked(
    mine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = mine.with_name("pages")
    folder.mkdir()
    monkeypatch.chdir(folder)
    assert "an id; here is none" in refused("check")
    (folder / "fight.yaml").write_text("gmtrack: 1\nname: No page\nruleset: plain\n")
    (folder / "one.yaml").write_text(mine.read_text())
    assert doc("check")["file"] == "one.yaml"
    (folder / "two.yml").write_text(mine.read_text())
    assert "an id; here: one.yaml, two.yml" in refused("check")
    done("new", "By it", "--ruleset", str(mine))
    assert doc("check")["file"] == str(mine)
    done("new", "By another", "--ruleset", "plain")
    assert doc("check")["page"] == "plain"
    mine.unlink()
    done("new", "By it again", "--ruleset", "mine")
    assert doc("check")["file"] == "mine"


def test_the_ids_of_pages_are_completed(home: Path) -> None:
    line = parse_shell_line("gmtrack check ", POSIX)
    assert set(shipped_ids()) <= {one.word for one in suggest_for_line(line, describe_commands)}
