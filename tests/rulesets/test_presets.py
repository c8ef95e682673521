"""A house rule that sets others: what is in force, and what the page of rulings says of it."""

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

import pytest

from gmtrack.rulesets import registry
from gmtrack.rulesets.kit.house import Preset, Rulings, find_preset, ruled


class House(Rulings):
    PRESETS: ClassVar[Mapping[str, Mapping[Any, Mapping[str, Any]]]] = {
        "play": {"gritty": {"wounds": False, "misses": 3}, "mild": {"misses": 2}}
    }
    play: Literal["plain", "gritty", "mild"] = ruled("X-R1")
    wounds: Literal[True, False] = ruled("X-R2")
    misses: Literal["none"] | int = ruled("X-R3")
    other: Literal["on", "off"] = ruled("X-R4")


@pytest.mark.parametrize(
    ("rules", "wounds", "misses"),
    [
        ({}, True, "none"),
        ({"play": "plain"}, True, "none"),
        ({"play": "gritty"}, False, 3),
        ({"play": "mild"}, True, 2),
        ({"play": "gritty", "wounds": True}, True, 3),
        ({"play": "gritty", "misses": "none"}, False, "none"),
        # A file that was not checked may say anything.
        ({"play": ["gritty"]}, True, "none"),
    ],
)
def test_a_key_sets_what_the_file_does_not(
    rules: dict[str, Any], wounds: bool, misses: object
) -> None:
    house = House(rules)
    assert (house.wounds, house.misses, house.other) == (wounds, misses, "on")


def test_who_has_set_a_key_is_told() -> None:
    assert find_preset(House, {"play": "gritty"}, "misses") == Preset(3, "play", "gritty")
    assert find_preset(House, {"play": "gritty", "misses": 3}, "misses") is None
    assert find_preset(House, {"play": "mild"}, "wounds") is None
    assert find_preset(House, {}, "play") is None


@pytest.mark.parametrize("ruleset", [meta.id for meta in registry.metas()])
def test_nothing_is_set_by_another_key_at_first(ruleset: str) -> None:
    page = registry.load(ruleset).topics(None)["rulings"]
    assert page.columns[-2:] == ("set", "by")
    assert {row[-2:] for row in page.rows} == {("-", "-")}
