"""The effects of a ruleset that have a word each: what each does, and how the GM's hand puts them
on and takes them off."""

from collections.abc import Callable, Mapping
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from gmtrack.core.encounter import Data
from gmtrack.core.intents import Effect as Wanted
from gmtrack.core.report import Report
from gmtrack.rulesets.kit.commands import Table
from gmtrack.rulesets.kit.own.moments import by_hand, fight_over, is_own
from gmtrack.rulesets.kit.words import counted, known

MOST_ROUNDS = 999


class Affected(Protocol):
    """What must be known of a combatant here. `timed`: effects by hand, and their rounds left."""

    id: str
    timed: Any
    own_effects: Any

    @property
    def name(self) -> str: ...


K = TypeVar("K", bound=str)
F = TypeVar("F", bound=Affected)
G = TypeVar("G", bound=Table[Any])


class Effect(NamedTuple, Generic[G, F]):
    """One word: what it means, the ids of its rows, what usually ends it, whether it holds, how it
    ends, and how it comes by hand (None: only play brings it)."""

    help: str
    rows: str
    until: str
    holds: Callable[[F], bool]
    end: Callable[[G, F], None]
    put: Callable[[G, F], None] | None = None


class Effects(dict[K, Effect[G, F]], Generic[K, G, F]):
    """The effects of a ruleset by their words, in the order of its pages. `over`: the tone in which
    the end of one is told; `counted`: so many rounds in words."""

    def __init__(
        self,
        rows: Mapping[K, Effect[G, F]],
        over: str = "note",
        counted: Callable[[int], str] = lambda rounds: counted(rounds, "round"),
    ) -> None:
        super().__init__(rows)
        self.over = over
        self.counted = counted

    def holds(self, who: F, name: K) -> bool:
        return self[name].holds(who)

    def put(self, game: G, who: F, name: K) -> None:
        """They have it from now on: one that can come by hand."""
        if put := self[name].put:
            put(game, who)

    @property
    def puttable(self) -> list[K]:
        """The words of those that can come by hand."""
        return [name for name, effect in self.items() if effect.put]

    def holding(self, who: F) -> list[K]:
        return [name for name, effect in self.items() if effect.holds(who)]

    def document(
        self, who: F, source: Callable[[K], str | None] = lambda _: None
    ) -> list[Data]:
        """`effects` of `show`: what holds, who brought it, how long it lasts or what ends it."""
        left = {
            name: self.counted(rounds)
            for name, rounds in who.timed.items()
            if rounds
        }
        return [
            {
                "effect": name,
                "source": source(name),
                "until": left.get(name, self[name].until),
            }
            for name in self.holding(who)
        ]

    def end(self, game: G, who: F, name: K) -> None:
        """It is over, and told."""
        self[name].end(game, who)
        if name in who.timed:
            who.timed = {
                other: left
                for other, left in who.timed.items()
                if other != name
            }
        game.report.tell(
            "effect.off", self.over, who=who.name, effect=spoken(name)
        )

    def count_down(self, game: G, who: F, over: int = 1) -> None:
        """So many rounds of those by hand are over."""

        if not who.timed:
            return
        left: dict[K, int] = {
            name: rounds - over for name, rounds in who.timed.items()
        }
        who.timed = {
            name: rounds for name, rounds in left.items() if rounds > 0
        }
        for name, rounds in left.items():
            if rounds <= 0 and self[name].holds(who):
                self.end(game, who, name)

    def fight_over(self, game: G, who: F) -> None:
        """What was counted in rounds is over with the fight, and those of the GM's own that last no
        longer; what is counted of these goes on (ALL-REST-07)."""
        fight_over(game, who)
        self.count_down(game, who, MOST_ROUNDS)

    def still_on(self, who: F) -> dict[K, int]:
        """Those that count, of what is on somebody: more may have ended with the place."""
        return {
            name: left
            for name, left in who.timed.items()
            if self[name].holds(who)
        }

    def command(self, game: G, wanted: Wanted) -> Report:
        """`effect`, whole: on or off by the GM's word, on whom it is written as the document's
        `who`. Raises Refusal."""
        game.takes_nothing()
        who: F = game.named(wanted.who)
        game.expect([])
        game.takes_none("--location", wanted.location)
        game.report.body["who"] = who.id
        self.by_hand(game, who, wanted)
        return game.report

    def by_hand(self, game: G, who: F, wanted: Wanted) -> None:
        """On or off by the GM's word. Raises Refusal (the words for names and values)."""
        if is_own(game, wanted.name, self):
            by_hand(game, who, wanted)
            return
        words: list[str] = [*self, *game.draft.encounter.effects]
        name: Any = known(wanted.name, words, "effect", game.WORDS.unknown)
        if wanted.end:
            if not self[name].holds(who):
                game.deny(game.WORDS.value, f"{who.id} is not {name}")
            self.end(game, who, name)
        else:
            self._put(game, who, name, wanted.rounds)

    def _put(self, game: G, who: F, name: K, rounds: int | None) -> None:
        effect = self[name]
        if effect.put is None:
            line = f"effect {who.id} {name} --end"
            game.deny(
                game.WORDS.value, f"{name} comes by play alone; {line} ends it"
            )
        if rounds is not None and not 1 <= rounds <= MOST_ROUNDS:
            game.deny(
                game.WORDS.value,
                f"--rounds {rounds}: must be 1 to {MOST_ROUNDS}",
            )
        if effect.holds(who):
            game.report.tell(
                "effect.same", "note", who=who.name, effect=spoken(name)
            )
        else:
            effect.put(game, who)
        if rounds:
            who.timed = {**who.timed, name: rounds}


def spoken(name: str) -> str:
    """An effect as people say it."""
    return name.replace("-", " ")
