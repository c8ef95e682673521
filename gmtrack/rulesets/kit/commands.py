"""One command at work, as every ruleset needs it: who is meant, what is refused, what is told."""

from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Any, Generic, NoReturn, Protocol, TypeVar

from gmtrack.core.draft import FIGHT, Draft, Path
from gmtrack.core.encounter import Data
from gmtrack.core.intents import Intent
from gmtrack.core.names import squash
from gmtrack.core.report import Override, Part, Report
from gmtrack.core.values import cached
from gmtrack.dice.port import Dice, Key
from gmtrack.errors import OVERRULES, Refusal
from gmtrack.rulesets.kit.own.in_force import NOTHING, About, forbidding, rolled
from gmtrack.rulesets.kit.words import (
    Mod,
    WordArgs,
    find,
    known,
    parse_mod,
    parse_word,
)
from gmtrack.rulesets.port import Words


class Identified(Protocol):
    """What the table must know of a ruleset's combatant, or of a thing of the scene."""

    @property
    def id(self) -> str: ...


FORBIDDEN = "forbidden"
"""The program's own kind of a refusal."""
F = TypeVar("F", bound=Identified)
H = TypeVar("H")
K = TypeVar("K", bound=str)
S = TypeVar("S")
T = TypeVar("T")


def kept(window: T) -> T:
    """A window of a draft that is to last, and keeps what was read."""
    window.kept = []  # type: ignore[attr-defined]
    return window


class Scene(Generic[F]):
    """The fight as it stands in a draft, to be looked at; a ruleset's own adds its house rules and
    the state of the fight, and says how a combatant is made (`seat`)."""

    WORDS: Words
    KEPT = ("_seated",)
    """Attributes that are made when they are looked at first: nothing comes of them."""

    def __init__(self, draft: Draft) -> None:
        self.draft = draft

    @cached
    def _seated(self) -> dict[str, F]:
        """Those who have been made, by id."""
        return {}

    def seat(self, who: str) -> F:
        """The ruleset's combatant for an id, made once for a scene."""
        raise NotImplementedError

    def fighter(self, who: str) -> F:
        seated = self._seated
        if who not in seated:
            seated[who] = self.seat(who)
        return seated[who]

    def named(self, word: str) -> F:
        """The combatant meant by a typed word, away or not. Raises Refusal (the word for unknown
        names)."""
        return self.fighter(find(self.draft.encounter, word, self.WORDS))

    def everybody(self) -> list[F]:
        """All who are there, in the file's order."""
        return [self.fighter(who) for who in self.draft.present()]

    def absent(self) -> list[F]:
        encounter = self.draft.encounter
        return [
            self.fighter(who)
            for who in encounter.combatants
            if encounter.away(who)
        ]

    def whole_cast(self) -> list[F]:
        """All combatants in the file's order, those who are away too."""
        return [self.fighter(who) for who in self.draft.encounter.combatants]

    def name(self, who: str) -> str:
        return self.draft.encounter.display_name(who)


class RuledScene(Scene[F], Generic[F, H, S]):
    """A scene with house rules and the state of the fight; combatants are made from an id with
    both of them at hand."""

    LASTING = False
    """Whether its combatants last as long as the draft: nothing is noted on them for one command
    alone."""
    HOUSE: Callable[[Data], H]
    FIGHT: Callable[[Draft, Path], S]
    FIGHTER: Callable[[Draft, str, H], F]

    @cached
    def _seated(self) -> dict[str, F]:
        windows: Any = self.draft.windows if self.LASTING else {}
        return windows  # type: ignore[no-any-return]

    def fighter(self, who: str) -> F:
        seated = self._seated
        if who not in seated:
            one = self.seat(who)
            seated[who] = kept(one) if self.LASTING else one
        return seated[who]

    @cached
    def house(self) -> H:
        """The rulings in force."""
        draft = self.draft
        return draft.once(
            "house", lambda: type(self).HOUSE(draft.encounter.house_rules)
        )

    @cached
    def fight(self) -> S:
        """The live state that belongs to nobody."""
        draft = self.draft
        if FIGHT not in draft.windows:
            window: Any = type(self).FIGHT(draft, ("fight",))
            draft.windows[FIGHT] = kept(window)
        return draft.windows[FIGHT]  # type: ignore[return-value]

    def seat(self, who: str) -> F:
        return type(self).FIGHTER(self.draft, who, self.house)


class Table(Scene[F]):
    """One command at work in a scene: with its dice, its options and its report."""

    RULESET: str
    fight: Any
    """The live state of the fight, where the ruleset has one (`RuledScene`)."""
    package: Any
    """The ruleset whose command it is, where that is a `Package`."""
    report: Report

    def __init__(
        self, draft: Draft, intent: Intent, dice: Dice, command: str
    ) -> None:
        super().__init__(draft)
        self.intent = intent
        self.options = intent.options
        self._command = command
        self.afresh(dice)
        self._called_back: set[str] = set()
        """Those who are away and have a part in it all the same, because the GM forces it."""

    def afresh(self, dice: Dice, first_block: int = 0) -> None:
        """Nothing has been told or noted yet: for the command, and where odds begin with one of its
        later stages. The first block of the report will be that of the attack `first_block`. A
        ruleset's own forgets here all that it notes besides the report."""
        self.dice = dice
        self.first_block = first_block
        listed = "report" in vars(self) and self.report.listed
        self.report = Report(
            self._command, self.RULESET, listed=listed, draft=self.draft
        )
        self._left_out: set[tuple[str, str]] = set()
        self.notes: list[Any] = []
        """What the GM is told besides, as it stands in the document."""

    def finish(self, report: Report) -> None:
        """The command has been carried out: what belongs into every report."""
        if self.notes:
            report.body.setdefault("notes", self.notes)

    @property
    def narrated(self) -> bool:
        return self.draft.course.narrated

    @property
    def reported(self) -> bool:
        """Whether anybody reads what the report has of each roll."""
        return self.draft.course.reported

    # --- no ---

    def refuse(self, kind: str, message: str) -> None:
        """A rule forbids it: raises Refusal, or notes the override if the GM forces it."""
        planning = self.options.planning
        if planning and kind in planning.kinds:
            self.refuse_now(kind, message)
        elif not self.options.force:
            raise Refusal(kind, message + OVERRULES)
        else:
            self.report.overrides.append(Override(kind, message))

    def refuse_dead(self, kind: str, whom: Iterable[F]) -> None:
        """Nobody attacks the dead (`whom`) unless the GM says so. Raises Refusal (`kind`)."""
        names = ", ".join(who.id for who in whom)
        if names:
            self.refuse(
                kind, f"{names} {'are' if ', ' in names else 'is'} dead"
            )

    def refuse_now(self, kind: str, message: str) -> bool:
        """A rule forbids it as things stand now, which may change before it is done (a weapon that
        has to be drawn): `refuse`, or only noted for somebody who plans ahead; says which."""
        planning = self.options.planning
        if planning is None:
            self.refuse(kind, message)
            return False
        planning.against.setdefault(message, kind)
        return True

    def check_forbidden(self, who: Identified, *named: str) -> None:
        """Raises Refusal (`forbidden`) where an effect of the GM's own forbids somebody one of
        these, which was typed: a command, an action, a defense, a reaction."""
        if self.draft.encounter.effects:
            for one, word in forbidding(who, *named):
                self.refuse(
                    FORBIDDEN,
                    f"{who.id} has {one.what.name}, which forbids: {word}",
                )

    def leaves_out(self, who: Any, word: str) -> bool:
        """Whether an effect of the GM's own forbids somebody what they would do without being
        told; it is told once."""
        if not self.draft.encounter.effects:
            return False
        left_out = [one.what.label for one, _ in forbidding(who, word)]
        if left_out and (who.id, word) not in self._left_out:
            self._left_out.add((who.id, word))
            with self.draft.by("ALL-OWN-07"):
                self.report.tell(
                    "own.left_out",
                    "note",
                    who=who.name,
                    word=word,
                    effect=left_out[0],
                )
        return bool(left_out)

    def deny(self, kind: str, message: str) -> NoReturn:
        """It makes no sense, forced or not."""
        raise Refusal(kind, message)

    # --- what was typed ---

    def find(self, word: str) -> F:
        """The combatant meant by a typed word, to have a part in what happens. Raises Refusal
        (the word for unknown names, and for those who are away)."""
        who = self.named(word)
        away = self.draft.encounter.away(who.id)
        if away and who.id not in self._called_back:
            line = f"`join {who.id}` brings them back"
            self.refuse(self.WORDS.absent, f"{who.id} is away ({away}): {line}")
            self._called_back.add(who.id)
        return who

    def told(
        self, words: Collection[str], switches: Collection[str] = ()
    ) -> tuple[WordArgs, WordArgs]:
        """What was typed of `--with` and of `--without`: only these words. Raises Refusal (the word
        for unknown names) for any other."""
        encounter, options = self.draft.encounter, self.options
        return (
            WordArgs(options.words, words, encounter, self.WORDS),
            WordArgs(
                options.without, self.switches(switches), encounter, self.WORDS
            ),
        )

    def switches(self, known: Collection[str]) -> Collection[str]:
        """What `--without` can leave out of a roll: what the rules know, and the effects of the
        GM's own."""
        effects = self.draft.encounter.effects
        return {*known, *map(squash, effects)} if effects else known

    def takes_no_words(self) -> None:
        """This command takes no `--with` and no `--without`. Raises Refusal (the word for unknown
        names)."""
        for texts in (self.options.words, self.options.without):
            WordArgs(texts, (), self.draft.encounter, self.WORDS)

    def takes_none(self, option: str, value: object) -> None:
        """Raises Refusal (the word for values) where an option without use here was typed."""
        if value:
            self.deny(
                self.WORDS.value,
                f"{option} has no use in {self.report.command}",
            )

    def takes_only(self, *useful: str) -> None:
        """Of the options of an attack only these. Raises Refusal (the word for values)."""
        options = self.options
        typed = {
            "--mod": options.mods,
            "--defense-mod": options.defense_mods,
            "--defense": options.defense,
            "--weapon": options.weapon,
            "--called": options.called,
        }
        for option, value in typed.items():
            if option not in useful:
                self.takes_none(option, value)

    def takes_nothing(self) -> None:
        """No words, and no options of an attack. Raises Refusal."""
        self.takes_no_words()
        self.takes_only()

    def defenses(
        self, choices: Collection[K], kind: str
    ) -> Iterator[tuple[str | None, K]]:
        """`--defense [WHO:]DEFENSE` as typed: who is meant, if anybody, and what. Raises Refusal
        (`kind`) for what is none of the `choices`."""
        for text in self.options.defense:
            word = parse_word(text, self.draft.encounter, self.WORDS)
            yield word.who, known(word.name, choices, "defense", kind)

    def mods(self, texts: Iterable[str], *about: Identified) -> tuple[Mod, ...]:
        """`--mod` or `--defense-mod` as typed; where it is said whom this is `about`, without those
        that are tied to somebody else. Raises Refusal (the word for values)."""
        mods = (
            parse_mod(text, self.draft.encounter, self.WORDS) for text in texts
        )
        here = (None, *(who.id for who in about))
        return tuple(mod for mod in mods if not about or mod.who in here)

    def standing(
        self,
        who: Identified,
        roll: str,
        mods: Iterable[Mod] = (),
        rules: str = "",
        about: About = NOTHING,
    ) -> list[Part]:
        """What stands to be added to the number of a roll of `who`, by its name alone (no block, no
        `_2`), beside what the rules say: `mods`, the GM's numbers that reach it, by these rows; and
        what effects of the GM's own add to such a roll, `about` which this is known.

        Every roll that has such a number asks here, at the place among its parts where a number by
        hand belongs, also one that no option reaches: what the GM lets stand for rolls of a name
        comes in here. Sums and faces that are read as they lie do not ask (`UNMODIFIED`, beside
        ROLLS)."""
        parts = [Part(mod.why, mod.value, rules) for mod in mods]
        encounter = self.draft.encounter
        if encounter.effects and who.id in encounter.combatants:
            off = {squash(text) for text in self.options.without}
            parts[:0] = rolled(self.fighter(who.id), roll, about, off, rules)
        return parts

    # --- what happened ---

    def expect(self, rolls: Iterable[Key], either: Iterable[Key] = ()) -> None:
        """Name every roll that this command, as worded, may ask for; `either` as in `Dice`."""
        self.dice.expect(rolls, either)

    def effect(self, who: F, effect: str, **rest: object) -> Data:
        """Note an effect that this command brought about."""
        doc: Data = {"target": who.id, "effect": effect.replace("_", "-")}
        doc |= {key: value for key, value in rest.items() if value is not None}
        self.report.effects.append(doc)
        return doc

    def tick(self, who: F, effect: str, damage: Data) -> None:
        """Note in the document's `ticks` what hurts by itself, and is nobody's deed: an effect of
        the GM's own, a wound that bleeds. `damage` has at least how much was `dealt`."""
        ticks: list[Data] = self.report.body.setdefault("ticks", [])
        ticks.append(
            {
                "who": who.id,
                "effect": effect.replace("_", "-"),
                "damage": damage,
            }
        )
