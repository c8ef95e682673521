"""Processes tell each other what attacks are worth, and nothing that a file does can harm them."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from gmtrack.simulation.harm.cache import LENGTH, ExpectedHarm, HarmCache, HarmExchange

Join = Callable[[], HarmCache]


@pytest.fixture
def join(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Join:
    """What another process each time has of the same place."""
    processes = iter(range(1, 99))

    def in_another_process() -> HarmCache:
        monkeypatch.setattr(os, "getpid", lambda: next(processes))
        return HarmCache(tmp_path / "place")

    return in_another_process


def found(boxes: float) -> ExpectedHarm:
    return ExpectedHarm(boxes, {"stunned": 0.25}, {})


def must_be_known() -> ExpectedHarm:
    pytest.fail("worked out again")


def test_what_one_finds_all_others_know_at_once(join: Join) -> None:
    one, other, third = join(), join(), join()
    assert other.recall("never asked", lambda: None) is None
    for key, boxes in (("shot", 1.5), ("thrust", 2.5)):
        assert one.recall(key, lambda boxes=boxes: found(boxes)) == found(boxes)  # type: ignore[misc]
        assert other.recall(key, must_be_known) == found(boxes)
    assert third.recall("thrust", must_be_known) == found(2.5)
    assert third.recall("never asked", must_be_known) is None
    assert dict(third.items()) == {"shot": found(1.5), "thrust": found(2.5), "never asked": None}


def test_each_is_told_of_once(join: Join) -> None:
    one, exchange = join(), join()._exchange
    assert exchange is not None
    one.recall("shot", lambda: 1.5)
    assert [*exchange.read_news()] == [("shot", 1.5)]
    assert [*exchange.read_news()] == []
    one.recall("shot", must_be_known)
    one.recall("burst", lambda: 2.5)
    assert [*exchange.read_news()] == [("burst", 2.5)]


@pytest.mark.parametrize("written", [1, LENGTH, LENGTH + 1, -1])
def test_of_a_message_that_is_being_written_is_heard_when_it_is_whole(
    written: int, tmp_path: Path
) -> None:
    HarmExchange(tmp_path).publish(("shot", 1.5))
    (own,) = tmp_path.iterdir()
    message = own.read_bytes()
    file = tmp_path / "of another process"
    own.rename(file)
    hears = HarmExchange(tmp_path)
    file.write_bytes(message + message[:written])
    assert [*hears.read_news()] == [("shot", 1.5)]
    assert [*hears.read_news()] == []
    file.write_bytes(2 * message)
    assert [*hears.read_news()] == [("shot", 1.5)]


def test_a_place_that_is_gone_costs_time_alone(join: Join, tmp_path: Path) -> None:
    (tmp_path / "place").write_text("a file where the folder is to be")
    one, other = join(), join()
    assert one.recall("shot", lambda: 1.5) == 1.5
    assert other.recall("shot", lambda: 1.5) == 1.5
    assert one.recall("shot", must_be_known) == 1.5


def test_who_is_alone_writes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert HarmCache().recall("shot", lambda: 1.5) == 1.5
    assert not [*tmp_path.iterdir()]
