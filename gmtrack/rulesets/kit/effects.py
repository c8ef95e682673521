"""The effects of a ruleset that have a word each: what each does, and how the GM's hand puts
them on and takes them off."""

from collections.abc import Callable, Mapping
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from gmtrack.core.encounter import Data
from gmtrack.core.intents import Effect as Wanted
from gmtrack.core.report import Report
from gmtrack.rulesets.kit.commands import G, K
from gmtrack.rulesets.kit.own.in_force import EffectBearer
from gmtrack.rulesets.kit.own.moments import (
    define_note,
    end_own_with_fight,
    is_own_effect,
    put_own_effect,
)
from gmtrack.rulesets.kit.renamed import (
    accept_old_attributes,
    accept_old_imports,
)
from gmtrack.rulesets.kit.words import format_count, match_choice

MOST_ROUNDS = 999


class Affected(EffectBearer, Protocol):
    """Combatant, as far as effects look at them. `timed`: the effects put on by hand for a
    number of rounds, each with the rounds left."""

    timed: Any


F = TypeVar("F", bound=Affected)


class Effect(NamedTuple, Generic[G, F]):
    """Effect of a ruleset that has a word: its `help`, the ids of its `rows`, what usually ends
    it (`until`), whether it holds for a fighter, the function that ends it, and the one that
    puts it on by hand (None: only play brings it)."""

    help: str
    rows: str
    until: str
    holds: Callable[[F], bool]
    end: Callable[[G, F], None]
    put: Callable[[G, F], None] | None = None


class Effects(dict[K, Effect[G, F]], Generic[K, G, F]):
    """The effects of a ruleset by their words, in the order of its rules pages. `over` is the
    tone in which the end of an effect is told; `counted` renders rounds in words."""

    def __init__(
        self,
        rows: Mapping[K, Effect[G, F]],
        over: str = "note",
        counted: Callable[[int], str] = lambda rounds: format_count(
            rounds, "round"
        ),
    ) -> None:
        super().__init__(rows)
        self.over = over
        self.counted = counted

    def holds(self, who: F, name: K) -> bool:
        """Whether the effect NAME holds for a fighter."""
        return self[name].holds(who)

    def put(self, game: G, who: F, name: K) -> None:
        """Put an effect on a fighter. Does nothing for one that only play brings."""
        if put := self[name].put:
            put(game, who)

    @property
    def puttable(self) -> list[K]:
        """The words of the effects that can be put on by hand."""
        return [name for name, effect in self.items() if effect.put]

    def holding(self, who: F) -> list[K]:
        """Return the words of the effects that hold for a fighter."""
        return [name for name, effect in self.items() if effect.holds(who)]

    def document(
        self, who: F, source: Callable[[K], str | None] = lambda _: None
    ) -> list[Data]:
        """Return the list `effects` of `show`: each effect that holds, who brought it (`source`
        of its word; None: nobody), and the rounds left or what ends it."""
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
        """End an effect on a fighter, forget its counted rounds, and tell so."""
        self[name].end(game, who)
        if name in who.timed:
            who.timed = {
                other: left
                for other, left in who.timed.items()
                if other != name
            }
        game.report.tell(
            "effect.off", self.over, who=who.name, effect=unhyphenate(name)
        )

    def count_down(self, game: G, who: F, over: int = 1) -> None:
        """Take `over` rounds off the effects that were put on by hand with a number of rounds,
        and end those that have none left. Effects without a number of rounds go on."""

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

    def end_with_fight(self, game: G, who: F) -> None:
        """End the effects that last no longer than the fight: those counted in rounds, and the
        GM's own that last to the end of a round, a turn or the fight. The GM's own that count
        rounds go on (ALL-REST-07)."""
        end_own_with_fight(game, who)
        self.count_down(game, who, MOST_ROUNDS)

    def still_on(self, who: F) -> dict[K, int]:
        """Return the timed effects that still hold, with their rounds left. Some may have ended
        otherwise than by their rounds, such as with the place."""
        return {
            name: left
            for name, left in who.timed.items()
            if self[name].holds(who)
        }

    def command(self, game: G, wanted: Wanted) -> Report:
        """Carry out `effect`: put an effect on somebody or end it; writes the document's `who`.
        Raises Refusal as `put_or_end`, and for typed words, options and `--location`."""
        game.deny_words_and_options()
        who: F = game.named(wanted.who)
        game.expect([])
        game.deny_option("--location", wanted.location)
        game.report.body["who"] = who.id
        self.put_or_end(game, who, wanted)
        return game.report

    def put_or_end(self, game: G, who: F, wanted: Wanted) -> None:
        """Put an effect, of the ruleset or the GM's own, on a fighter, or end it (`wanted.end`).
        Raises Refusal (kind for unknown names) for an unknown word, and (kind for values) for
        ending what does not hold, putting on what only play brings, and rounds outside 1 to
        MOST_ROUNDS."""
        define_note(game, wanted)
        if is_own_effect(game, wanted.name, self):
            put_own_effect(game, who, wanted)
            return
        words: list[str] = [*self, *game.draft.encounter.known_effects]
        name: Any = match_choice(
            wanted.name, words, "effect", game.WORDS.unknown
        )
        if wanted.end:
            if not self[name].holds(who):
                game.deny(game.WORDS.value, f"{who.name} is not {name}")
            self.end(game, who, name)
        else:
            self._put(game, who, name, wanted.rounds)

    def _put(
        self,
        game: G,
        who: F,
        name: K,
        rounds: int | None,
    ) -> None:
        """Put an effect of the ruleset on a fighter, for so many rounds (None: not counted).
        Tells that it holds already if it does, and counts its rounds anew. Raises Refusal (kind
        for values) for one that only play brings, and for rounds beyond the limits."""
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
                "effect.same", "note", who=who.name, effect=unhyphenate(name)
            )
        else:
            effect.put(game, who)
        if rounds:
            who.timed = {**who.timed, name: rounds}


def unhyphenate(name: str) -> str:
    """Return an effect's word as people say it: hyphens become spaces."""
    return name.replace("-", " ")


accept_old_attributes(
    Effects,
    by_hand="put_or_end",
    fight_over="end_with_fight",
)
accept_old_imports(globals())
