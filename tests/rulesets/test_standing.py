"""What stands to be added to a roll is asked for by the roll's name, wherever there is a number to
add it to: `Table.standing`."""

import re
from collections.abc import Iterable
from importlib import import_module
from typing import Any

import pytest

from gmtrack.core.report import Part
from gmtrack.errors import GmtrackError
from gmtrack.rulesets import registry
from gmtrack.rulesets.kit.commands import Identified, Table
from gmtrack.rulesets.kit.own.now import NOTHING, About
from gmtrack.rulesets.kit.words import Mod

from .casebook import Book
from .core_play import CorePlay

IDS = [meta.id for meta in registry.metas()]
EVERY = pytest.mark.parametrize("ruleset", IDS)
LOOKS = ("show", "board")
Asked = set[tuple[str, str]]
"""Name of the roll and who rolls."""


def unmodified(ruleset: str) -> frozenset[str]:
    """Sums and faces that are read as they lie."""
    dice = import_module(f"gmtrack.rulesets.{ruleset.replace('-', '_')}.dice")
    return frozenset(dice.UNMODIFIED)


def plain(name: str, rolls: Iterable[str]) -> str:
    """The name of a roll without its block and number."""
    bare = name.partition(".")[0]
    return bare if bare in rolls else re.sub(r"_\d+$", "", bare)


class Listener:
    """What is asked for and what is rolled while the first case of every outline is played."""

    def __init__(self, ruleset: str, monkeypatch: pytest.MonkeyPatch) -> None:
        self.ruleset = ruleset
        self.rolls = registry.load(ruleset).ROLLS
        self.asked: Asked = set()
        self.every_name: set[str] = set()
        self.unasked: dict[str, str] = {}
        monkeypatch.setattr(Table, "standing", self._listening(Table.standing))
        self._play()

    def _listening(self, standing: Any) -> Any:
        def asked(
            game: Table[Any],
            who: Identified,
            roll: str,
            mods: Iterable[Mod] = (),
            rules: str = "",
            about: About = NOTHING,
        ) -> list[Part]:
            self.asked.add((roll, who.id))
            self.every_name.add(roll)
            found: list[Part] = standing(game, who, roll, mods, rules, about)
            return found

        return asked

    def _play(self) -> None:
        folder = self.ruleset.replace("-", "_")
        book: Book = import_module(f"{__package__}.{folder}.book").BOOK
        core = CorePlay(book.ruleset)
        for made in vars(import_module(f"{__package__}.{folder}.test_core")).values():
            core = getattr(made, "core", core)
        for case in core.playable([outline[0] for outline in book.outlines.values()]):
            encounter = core.checked(case.encounter)
            for step in case.steps:
                if step.argv[0] in LOOKS:
                    continue
                self.asked.clear()
                try:
                    report, _ = core.resolved(encounter, step.argv)
                except GmtrackError:
                    continue
                for roll in report.rolls:
                    name = plain(roll.name, self.rolls)
                    if (name, roll.who) not in self.asked:
                        self.unasked.setdefault(name, f"{case.id}: {step.run}")


@EVERY
def test_every_roll_asks_for_what_stands_for_its_name(
    ruleset: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard, never = Listener(ruleset, monkeypatch), unmodified(ruleset)
    assert never <= heard.rolls.keys()
    assert heard.rolls.keys() - heard.every_name == never
    assert heard.every_name <= heard.rolls.keys()
    silent = {
        name: where
        for name, where in heard.unasked.items()
        if name not in never and not name.endswith("_reroll")
    }
    assert not silent
