"""The order of deeds: what somebody with sense does, and leaves, when an attack is not the right
thing now, each with the proof by hand that it is right."""

from collections.abc import Sequence
from pathlib import Path

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.core.intents import Act, Intent, Options
from gmtrack.simulation.tally import Tally
from gmtrack.simulation.work import Player

from .by_hand import play_by_hand
from .fights import setup
from .test_choices import by, example, fights
from .test_sense import with_sense

# --- aiming ---

POOR = {"dexterity": 1, "skills": {}, "cover": None, "stamina": 5, "resolve": 0, "control": 0}


def far_shots(folder: Path) -> Encounter:
    """Two who hardly hit each other: only Rook is worth an answer."""
    weasel = {
        "skills": {}, "strength": 0, "stamina": 2, "cover": "dumpster", "wielded": "revolver",
    }  # fmt: skip
    return example(folder, "storyteller", {"rook": POOR, "weasel": weasel})


def test_who_would_roll_a_chance_die_aims_until_it_helps(tmp_path: Path) -> None:
    encounter = far_shots(tmp_path)
    fight, done = fights(encounter)
    fight.play()
    first = [getattr(one, "action", "attack") for one in by("rook", done)[:4]]
    assert first[:2] == ["aim", "aim"]
    assert "attack" in first


def test_to_aim_by_hand_is_faster(tmp_path: Path) -> None:
    encounter, count = far_shots(tmp_path), 30
    begun: dict[Draft, int] = {}

    def typed(draft: Draft) -> Sequence[Intent]:
        """Two turns of aiming before each shot."""
        turn = begun[draft] = begun.get(draft, 0) + 1
        return [] if turn % 3 == 0 else [Act("rook", "aim", ("weasel",))]

    def mean(tally: Tally) -> float:
        return sum(rounds * times for rounds, times in tally.rounds.items()) / tally.fights

    plainly = mean(Player(setup(encounter)).play(range(count)))
    assert mean(play_by_hand(encounter, "rook", typed, count)) < 0.9 * plainly
    assert mean(Player(with_sense(encounter, "pc")).play(range(count))) < 0.9 * plainly


# --- grapples ---

WRESTLER = {
    "strength": 5, "stamina": 4, "wits": 6, "skills": {"brawl": 4}, "weapons": {},
    "armor": [], "cover": None, "wielded": "unarmed",
}  # fmt: skip
GUNNER = {
    "strength": 1, "wits": 1, "stamina": 3, "skills": {"firearms": 4, "athletics": 3}, "armor": [],
    "wielded": "revolver",
}  # fmt: skip


def held(folder: Path) -> Encounter:
    """A wrestler with bare hands, and somebody who shoots well and is weak."""
    return example(folder, "storyteller", {"rook": WRESTLER, "weasel": GUNNER})


def test_a_strong_one_holds_a_weak_one_who_is_dangerous(tmp_path: Path) -> None:
    encounter = held(tmp_path)
    fight, done = fights(encounter)
    fight.play()
    assert "grab" in [getattr(one, "action", "") for one in by("rook", done)]


def test_a_weak_one_does_not_grab_a_strong_one(tmp_path: Path) -> None:
    weak = {**WRESTLER, "strength": 1, "skills": {"brawl": 1}}
    strong = {**GUNNER, "strength": 5, "skills": {"firearms": 1, "brawl": 4}}
    encounter = example(tmp_path, "storyteller", {"rook": weak, "weasel": strong})
    fight, done = fights(encounter)
    fight.play()
    assert "grab" not in [getattr(one, "action", "") for one in by("rook", done)]


def test_to_hold_by_hand_is_right(tmp_path: Path) -> None:
    """Where both fight plainly the one who shoots wins most of these fights."""
    encounter, count = held(tmp_path), 24
    options = Options(words=("move=damage", "counter-move=break-free"))

    def typed(draft: Draft) -> Sequence[Intent]:
        return [Act("rook", "grapple", options=options), Act("rook", "grab", ("weasel",))]

    plainly = Player(setup(encounter)).play(range(count)).won["pc"]
    by_hand = play_by_hand(encounter, "rook", typed, count).won["pc"]
    party = Player(with_sense(encounter, "pc")).play(range(count)).won["pc"]
    assert by_hand >= plainly + count // 4, (by_hand, plainly)
    assert party >= plainly + count // 4, (party, plainly)
