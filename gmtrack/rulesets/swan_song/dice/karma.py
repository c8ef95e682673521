"""SS-KAR, R-KAR: what Karma is spent on in this command."""

from collections.abc import Iterable

from gmtrack.core.names import suggestion
from gmtrack.core.report import Part
from gmtrack.rulesets.kit.words import Word, number, parse_word
from gmtrack.rulesets.swan_song.sheet.game import WORDS, Game
from gmtrack.rulesets.swan_song.sheet.live import Fighter

FIGHT = "fight-for-your-life"
KARMA_OFF = "no Karma is spent here: the house rule `karma_uses` is off"


class Karma:
    """The `--karma` words of one line. `uses` are those the command knows; `roller` is whom a
    word without WHO means. Raises Refusal (`karma`, `unknown`, `value`)."""

    def __init__(self, game: Game, uses: Iterable[str], roller: str | None = None) -> None:
        self._game = game
        self._words: list[Word] = []
        self._dice: dict[str, int] = {}
        for text in game.options.extras.get("karma", ()):
            word = parse_word(text, game.draft.encounter, WORDS)
            if word.name not in uses:
                hint = suggestion(word.name, uses)
                game.deny("unknown", f"`--karma {word.name}` is not known here{hint}")
            who = word.who or roller
            if who is None:
                game.deny("value", f"say whose Karma: `--karma WHO:{word.name}`")
            self._words.append(Word(word.name, word.value, who))
            if word.name == "dice":
                self._dice[who] = number(word.value, "dice", WORDS.value, least=1, most=99)
        if self._words and game.house.karma_uses == "off":
            game.deny("karma", KARMA_OFF)

    def who_uses(self, use: str) -> set[str]:
        """The ids of those who spend on it."""
        return {word.who for word in self._words if word.name == use and word.who}

    def dice_part(self, who: Fighter) -> list[Part]:
        """N more dice for 1 point, before the modifiers."""
        return [Part("karma", self._dice[who.id], "SS-KAR-03")] if who.id in self._dice else []

    def rerolls(self, who: Fighter) -> bool:
        """The non-hits once, for 1 point."""
        return who.id in self.who_uses("reroll")

    def may_reroll(self, who: Fighter) -> bool:
        """Whether that could still be said, with all else paid."""
        off = self._game.house.karma_uses == "off"
        return not (off or self.rerolls(who)) and who.karma > 0

    def check(self, who: Fighter) -> None:
        """Raises Refusal (`karma`) where there is not enough for the roll of `who`."""
        for spent, use in enumerate(self._on_roll(who)):
            check_points(self._game, who, use, 1, spent)

    def pay(self, who: Fighter) -> None:
        """Spend what the roll of `who` costs. Raises Refusal (`karma`)."""
        for use in self._on_roll(who):
            with who.draft.by(ON_ROLLS[use]):
                spend(self._game, who, 1, use)

    def _on_roll(self, who: Fighter) -> list[str]:
        return [use for use in ON_ROLLS if who.id in self.who_uses(use)]


ON_ROLLS = {"dice": "SS-KAR-03, R-KAR-1", "reroll": "SS-KAR-04, R-KAR-1"}
"""What Karma buys for a roll, and the rows by which it is paid."""


def spend(game: Game, who: Fighter, points: int, use: str) -> None:
    """Raises Refusal (`karma`) where there is not enough."""
    check_points(game, who, use, points)
    if points:
        who.karma -= points


def check_points(game: Game, who: Fighter, use: str, points: int, spent: int = 0) -> None:
    """`spent`: what else this roll takes before."""
    left = who.karma - spent
    if left < points:
        game.deny("karma", f"{who.id} has {left} Karma left, {use} costs {points}")


def only_roller(game: Game, karma: Karma, roller: str) -> None:
    """Raises Refusal (`karma`) where dice or a re-roll are bought for somebody who rolls
    nothing of the kind here."""
    for use in ("dice", "reroll"):
        others = karma.who_uses(use) - {roller}
        if others:
            game.deny("karma", f"{min(others)} has no roll here to spend Karma on for {use}")
