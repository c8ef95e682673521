"""No question on a phone names what players may not know: effects of the GM's own that they do not
see, or know by another word, and the reason of a `--mod` (contract, section 7)."""

from collections.abc import Iterable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from gmtrack import Fight
from gmtrack.app.past.players_history import FollowedCast
from gmtrack.app.run import Order, run_command
from gmtrack.app.typed_dice import CommandContext
from gmtrack.cli.parse import parse_step
from gmtrack.dice.port import Answer, Ask, Dice, Key
from gmtrack.dice.sources import RandomDice
from gmtrack.play.phones import Phones
from gmtrack.rulesets import registry

FIGHTS = {
    "swan-song": ("@knife-fight", "agility"),
    "storyteller": ("@back-room", "strength"),
    "sr3": ("@garage-night", "quickness"),
    "i2050": ("@three-thugs-in-the-fog", "dex"),
    "spotlight": ("@ninth-street", "agility"),
}
"""A ready-made encounter of each ruleset, and an attribute."""
EFFECTS = """\
effects:
  curse: {{name: Cursed by the lich, players: false, rolls: [{{roll: [{rolls}], by: -1}}]}}
  rage: {{name: Sworn to the kraken, players: Wrath, rolls: [{{roll: [{rolls}], by: 1}}]}}
  weak: {{name: Drained by the lich, players: false, change: {{{field}: 1}}}}
"""
SECRETS = ("lich", "kraken", "haunted")


class Asked(Dice):
    """Rolls by chance, and keeps the question of each roll as a phone would have it."""

    def __init__(self, occasion: CommandContext, questions: list[Any]) -> None:
        self._chance, self._questions = RandomDice(1), questions
        asking = SimpleNamespace(weapon="")
        table: Any = SimpleNamespace(asking=asking, cast=FollowedCast())
        self._phones = Phones(table, occasion)

    def expect(self, rolls: Iterable[Key], either: Iterable[Key] = ()) -> None:
        self._chance.expect(rolls, either)

    def roll(self, ask: Ask) -> Answer:
        self._questions.append(self._phones._make_dice_question("id", "", ask))
        return self._chance.roll(ask)


@pytest.mark.parametrize("ruleset", FIGHTS)
def test_no_question_names_what_players_may_not_know(ruleset: str, tmp_path: Path) -> None:
    word, field = FIGHTS[ruleset]
    fight = Fight.open(word, memory=True)
    dice = cast("Any", registry.load(ruleset))
    rolls = ", ".join(name for name in dice.ROLLS if name not in dice.UNMODIFIED)
    file = tmp_path / "effects.yaml"
    file.write_text(EFFECTS.format(rolls=rolls, field=field))
    fight.run(["effect", "--define", str(file)])
    if not fight.board()["order"]:
        fight.run("roll-init", seed=1)
    people = fight.board()["order"]
    sides = {who["side"]: who["id"] for who in reversed(people)}
    one, other = list(sides.values())[:2]
    for who in (one, other):
        for effect in ("curse", "rage", "weak"):
            fight.run(f"effect {who} {effect}")
    questions: list[Any] = []
    for line in (f"attack {one} {other}", f"attack {other} {one}"):
        words = [*line.split(), "--mod", "-1:haunted", "--force"]
        words += [] if ruleset == "i2050" else ["--defense-mod", "1:by the lich"]
        run_command(
            Order(line, fight.file),
            parse_step(words)[1],
            lambda _, occasion: Asked(occasion, questions),
        )
    told = repr(questions)
    assert questions
    assert [secret for secret in SECRETS if secret in told.lower()] == []
    if ruleset in ("swan-song", "storyteller"):
        assert "other" in told
        assert "wrath" in told
