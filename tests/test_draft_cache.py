"""What a draft remembers ends when what it follows from changes, and not before."""

from collections.abc import Callable

import pytest

from gmtrack.core.draft import Draft
from gmtrack.core.draft_cache import FIGHT
from gmtrack.core.encounter import Encounter

PEOPLE = ("fight", "combatants")


def street() -> Draft:
    fight = {"round": 1, "combatants": {"joe": {"ap": 1}, "bob": {"ap": 2}}}
    return Draft(Encounter("street", "toy", combatants={"joe": {}, "bob": {}}, fight=fight))


def forgotten(change: Callable[[Draft], object]) -> set[str]:
    """The keys of the values that are computed again after a change."""
    draft = street()
    computed: set[str] = set()

    def look() -> None:
        cache = draft.cache
        cache.of_file("file", lambda: computed.add("file"))
        for who in ("joe", "bob", FIGHT):
            cache.of_fight(("ap", who), lambda who=who: computed.add(who or "round"), owners=(who,))  # type: ignore[misc]
        if cache.find("cover") is None:
            computed.add("cover")
            cache.keep("cover", "wall", parts=("joe", ("cover", "walk")))
        cache.of_fight("away", lambda: computed.add("away"), fields=("away",))
        cache.of_moment("moment", lambda: computed.add("moment"))
        cache.of_fight("both", lambda: computed.add("both"), owners=("joe", "bob"))

    look()
    computed.clear()
    look()
    assert not computed
    change(draft)
    look()
    assert "moment" in computed
    return computed - {"moment"}


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda draft: draft.put((*PEOPLE, "joe", "ap"), 3), {"joe", "both"}),
        (lambda draft: draft.put((*PEOPLE, "joe", "away"), "fled"), {"joe", "both", "away"}),
        (lambda draft: draft.put((*PEOPLE, "joe", "cover"), "car"), {"joe", "both", "cover"}),
        (lambda draft: draft.put((*PEOPLE, "joe", "walk", "to"), "car"), {"joe", "both", "cover"}),
        (lambda draft: draft.put((*PEOPLE, "bob", "cover"), "car"), {"bob", "both"}),
        (lambda draft: draft.drop((*PEOPLE, "joe")), {"joe", "both", "away", "cover"}),
        (lambda draft: draft.drop((*PEOPLE, "bob")), {"bob", "both", "away"}),
        (lambda draft: draft.put((*PEOPLE, "eve"), {}), {"away"}),
        (lambda draft: draft.put(("fight", "round"), 2), {"round"}),
        (lambda draft: draft.put(PEOPLE, {}), {"joe", "bob", "round", "both", "away", "cover"}),
        (
            lambda draft: draft.put(("scene", "visibility"), "rain"),
            {"file", "joe", "bob", "round", "both", "away", "cover"},
        ),
    ],
)
def test_only_what_follows_from_a_change_is_computed_again(
    change: Callable[[Draft], object], expected: set[str]
) -> None:
    assert forgotten(change) == expected


def test_a_rollback_drops_what_follows_from_the_changes_that_it_undoes() -> None:
    draft = street()

    def points() -> int:
        path = (*PEOPLE, "joe", "ap")
        return draft.cache.of_fight("ap", lambda: int(draft.get(path)), owners=("joe",))

    draft.put((*PEOPLE, "joe", "ap"), 3)
    assert points() == 3
    draft.rollback()
    assert points() == 1


def test_drafts_of_one_file_share_its_values_until_one_of_them_changes_it() -> None:
    shared: dict[str, object] = {}
    one, other = (Draft(street().encounter, of_file=shared) for _ in range(2))
    assert one.cache.of_file("house", lambda: 1) == other.cache.of_file("house", lambda: 2) == 1
    one.put(("house_rules", "init"), "fixed")
    assert one.cache.of_file("house", lambda: 3) == 3
    assert other.cache.of_file("house", lambda: 4) == 1


def test_the_name_that_rulesets_used_for_values_of_the_file_goes_on_working() -> None:
    with pytest.warns(DeprecationWarning, match=r"draft\.cache\.of_file"):
        assert street().once("house", lambda: 1) == 1
