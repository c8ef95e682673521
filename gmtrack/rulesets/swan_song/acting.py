"""What every action of `act` shares: the declaration, its words, its parts, its price."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from gmtrack.core.encounter import Data
from gmtrack.core.names import suggestion
from gmtrack.core.report import Part
from gmtrack.rulesets.kit.words import Told, number
from gmtrack.rulesets.swan_song.costs import (
    cancel_extended,
    check_category,
    check_free_phase,
    check_phase,
    pay,
    pay_free,
    price_of,
)
from gmtrack.rulesets.swan_song.game import WORDS, Game
from gmtrack.rulesets.swan_song.karma import Karma
from gmtrack.rulesets.swan_song.lastfight import halved
from gmtrack.rulesets.swan_song.live import Fighter
from gmtrack.rulesets.swan_song.penalties import action_penalties, delayed_penalty, mod_parts
from gmtrack.rulesets.swan_song.rolls import TestResult, roll_test, wound_part

PENALTY_WORDS = {
    "wounds": "the wound modifier",
    "running": "-2 while running",
    "delayed": "-1 in a delayed phase",
    "nauseous": "vomiting",
    "blinded": "eyes",
    "deafened": "ears",
    "one-armed-penalty": "a hurt shoulder",
}
ACT_WORDS = PENALTY_WORDS | {
    "ap": "what it costs",
    "stay": "cover and melee do not end",
    "hand": "left or right",
    "barrier": "what the cover is made of",
    "concealed": "wholly hidden behind the cover",
    "extended": "an Extended Action",
    "sight": "depends on sight",
    "hearing": "depends on hearing",
    "extra-free": "the price of a second Free Action",
}


@dataclass(eq=False, repr=False)
class Doing:
    """One declared action: who, its arguments as typed, its words; `body` are its JSON keys."""

    game: Game
    who: Fighter
    name: str
    args: tuple[str, ...]
    told: Told
    without: Told
    karma: Karma
    threshold: int | None = None
    body: Data = field(default_factory=dict)
    outcome: str = "done"

    def expect(self, rolls: Iterable[tuple[str, str]]) -> None:
        """Name the rolls that this action may come to, where the action list does not."""
        self.game.expect(rolls)

    def arg(self, position: int = 0) -> str | None:
        return self.args[position] if len(self.args) > position else None

    def text(self) -> str:
        return " ".join(self.args)

    def no_more_than(self, count: int) -> None:
        """Raises Refusal (`value`) if more arguments were typed than the action takes."""
        if len(self.args) > count:
            self.game.deny(WORDS.value, f"{self.name} takes no '{self.args[count]}'")

    def tell(self, key: str, **args: Any) -> None:
        self.game.report.tell(f"act.{key}", who=self.who.name, **args)

    def pay(self, key: str) -> None:
        """A paid action of the own phase: legality, AP; another Extended Action is given up."""
        price = price_of(self.game, key, self.told.value("ap", self.who.id))
        check_phase(self.game, self.who)
        check_category(self.game, self.who, price)
        pay(self.game, self.who, price)
        cancel_extended(self.game, self.who)

    def pay_free(self, key: str) -> None:
        """A Free Action, in the own phase or later in the pass (SS-ACT-07, -08)."""
        check_free_phase(self.game, self.who)
        pay_free(self.game, self.who, key, waived=self.without.has("extra-free", self.who.id))


Handler = Callable[[Doing], None]


@dataclass(frozen=True, slots=True)
class Action:
    """One line of the action list: the words after its name, what it does, the rolls it may
    come to, ledger ids."""

    name: str
    usage: str
    help: str
    handler: Handler
    id: str
    rolls: tuple[str, ...] | None = ()
    """None: the action names them itself."""
    words: Mapping[str, str] = field(default_factory=lambda: ACT_WORDS)


def penalty_parts(
    game: Game, who: Fighter, told: Told, without: Told, *, action: bool, running: bool = True
) -> list[Part]:
    """The modifiers of a test that is no attack: wounds, and for actions what R-EFF-1 names, as
    far as not switched off; then the GM's numbers."""
    auto = {part.label: part.value for part in wound_part(who)}
    if action:
        auto["running"] = -2 if running and who.running else 0
        auto["delayed"] = delayed_penalty(game, who)
    sight, hearing = told.has("sight", who.id), told.has("hearing", who.id)
    if action or sight or hearing:
        found = action_penalties(who, sight=sight, hearing=hearing)
        auto |= {k: v for k, v in found.items() if action or k in ("blinded", "deafened")}
    for label in PENALTY_WORDS:
        word = told.get(label, who.id)
        if word is not None:
            auto[label] = number(word.value, label, WORDS.value, least=-99, most=99)
        if without.has(label, who.id):
            auto[label] = 0
    parts = [Part(label, auto[label]) for label in PENALTY_WORDS if auto.get(label)]
    return parts + mod_parts(game, game.options.mods, who.id)


def doing_test(
    doing: Doing,
    name: str,
    base: list[Part],
    limit: int | None,
    threshold: int | None = None,
    *,
    running: bool = True,
    fewer: int = 0,
) -> TestResult:
    """The test of an action: base (halved in a last fight), Karma dice, penalties (R-TEST-9)."""
    who = doing.who
    parts = halved(who, base) + doing.karma.dice_part(who)
    parts += penalty_parts(doing.game, who, doing.told, doing.without, action=True, running=running)
    if fewer:
        parts.append(Part("earlier-rolls", -fewer))
    reroll = doing.karma.rerolls(who)
    return roll_test(doing.game, name, who.id, parts, limit, threshold, reroll=reroll)


def metres_arg(doing: Doing, left: float) -> float:
    """The metres typed, else all that are left. Raises Refusal (`movement`) for more."""
    text = doing.arg()
    if text is None:
        return left
    if not re.fullmatch(r"\d{1,5}(\.\d{1,2})?", text):
        doing.game.deny(WORDS.value, f"{doing.name} takes metres, such as 4, not '{text}'")
    wanted = float(text) if "." in text else int(text)
    if wanted > left:
        doing.game.refuse(
            "movement", f"{doing.who.id} has {left:g} m left to {doing.name}, not {wanted:g} m"
        )
    return wanted


def one_of(doing: Doing, word: str | None, choices: tuple[str, ...], what: str) -> str:
    """A word from a short list. Raises Refusal (`value`)."""
    if word is not None and word.lower() in choices:
        return word.lower()
    hint = suggestion(word or "", choices)
    return doing.game.deny(WORDS.value, f"{doing.name} needs {what}, not '{word or ''}'{hint}")
