"""The object for one command at work (`BaseGame`) and the view of a fight below it
(`FightView`): finding combatants, refusing, checking typed words and options, reporting effects."""

from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cached_property
from typing import Any, Generic, NoReturn, Protocol, TypeVar

from gmtrack.core.draft import Draft, Path
from gmtrack.core.draft_cache import FIGHT
from gmtrack.core.encounter import Data
from gmtrack.core.intents import Intent
from gmtrack.core.names import squash
from gmtrack.core.report import Override, Part, Report
from gmtrack.dice.port import Dice, Key
from gmtrack.errors import OVERRULES, Refusal
from gmtrack.rulesets.kit.own.in_force import (
    NOTHING,
    RollContext,
    find_forbidding,
    roll_parts,
)
from gmtrack.rulesets.kit.renamed import (
    accept_old_attributes,
    accept_old_imports,
)
from gmtrack.rulesets.kit.words import (
    Mod,
    WordArgs,
    find_combatant,
    match_choice,
    parse_mod,
    parse_word,
)
from gmtrack.rulesets.port import Words


class Identified(Protocol):
    """A combatant or a thing of the scene, as far as the game object looks at it: by its id."""

    @property
    def id(self) -> str: ...


COMMANDS = ("attack", "act", "test", "delay", "intervene")
"""Commands that an effect of the GM's own can forbid."""
FORBIDDEN = "forbidden"
"""The kind of the refusal for what an effect of the GM's own forbids, in every ruleset."""
F = TypeVar("F", bound=Identified)
"""A ruleset's fighter."""
H = TypeVar("H")
"""A ruleset's house rules."""
K = TypeVar("K", bound=str)
"""The words that a choice is made of."""
S = TypeVar("S")
"""A ruleset's record of the state of the fight."""


class FightView(Generic[F]):
    """View of the fight in a draft, which makes the ruleset's fighters (`seat`) and finds them
    by id or typed word. A ruleset's own subclass adds its house rules and the state of the
    fight."""

    WORDS: Words
    KEPT = ("_seated",)
    """Names of attributes that fill up on first use; that changes nothing in the draft."""

    LASTING = False
    """Whether combatants are cached in the draft instead of the scene, so that they last as long
    as the draft. Set only where nothing is noted on a combatant for one command alone."""

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self._seated: dict[str, F] = draft.cache.records if self.LASTING else {}
        """The fighters made so far, by id."""

    def seat(self, who: str) -> F:
        """Make the ruleset's fighter for an id. Called once for each id; `fighter` caches the
        result. Overridden by every ruleset's view."""
        raise NotImplementedError

    def fighter(self, who: str) -> F:
        """Return the fighter with this id, made on first use. Raises whatever the ruleset raises
        for an id that is no combatant."""
        seated = self._seated
        if who not in seated:
            seated[who] = self.seat(who)
        return seated[who]

    def named(self, word: str) -> F:
        """Return the fighter meant by a typed word, also one who is away. Raises Refusal (the
        ruleset's kind for combatants that are not there) if the word fits nobody or several."""
        return self.fighter(
            find_combatant(self.draft.encounter, word, self.WORDS)
        )

    def everybody(self) -> list[F]:
        """Return the fighters who are not away, in the file's order."""
        return [self.fighter(who) for who in self.draft.present()]

    def absent(self) -> list[F]:
        """Return the fighters who are away, in the file's order."""
        encounter = self.draft.encounter
        return [
            self.fighter(who)
            for who in encounter.combatants
            if encounter.away(who)
        ]

    def whole_cast(self) -> list[F]:
        """Return all fighters in the file's order, also those who are away."""
        return [self.fighter(who) for who in self.draft.encounter.combatants]

    def name(self, who: str) -> str:
        """Return the name that screens show for an id."""
        return self.draft.encounter.display_name(who)


class RuledFightView(FightView[F], Generic[F, H, S]):
    """Fight view with house rules and the state of the fight. Its fighters are made by FIGHTER
    from the draft, an id and the house rules."""

    HOUSE: Callable[[Data], H]
    FIGHT: Callable[[Draft, Path], S]
    FIGHTER: Callable[[Draft, str, H], F]

    def fighter(self, who: str) -> F:
        """Return the fighter with this id, made on first use. With LASTING the draft keeps them,
        so that other views of the same draft find the same object."""
        seated = self._seated
        if who not in seated:
            if self.LASTING:
                self.draft.cache.add_record(who, self.seat(who))
            else:
                seated[who] = self.seat(who)
        return seated[who]

    @cached_property
    def house(self) -> H:
        """The rulings in force in this encounter, looked up once for each view: simulation asks
        for them tens of thousands of times."""
        draft = self.draft
        return draft.cache.of_file(
            "house", lambda: type(self).HOUSE(draft.encounter.house_rules)
        )

    @cached_property
    def fight(self) -> S:
        """The record of the live state that belongs to the fight, not to a combatant."""
        draft = self.draft
        records = draft.cache.records
        if FIGHT not in records:
            fight = type(self).FIGHT(draft, ("fight",))
            draft.cache.add_record(FIGHT, fight)
        return records[FIGHT]  # type: ignore[no-any-return]

    def seat(self, who: str) -> F:
        """Make the fighter for an id by FIGHTER."""
        return type(self).FIGHTER(self.draft, who, self.house)


class BaseGame(FightView[F]):
    """Command at work in a fight, with its intent, dice, options and report. Every ruleset's
    `Game` derives from it; functions that carry out commands get it as `game`."""

    RULESET: str
    fight: Any
    """The record of the fight's live state, in rulesets that have one (`RuledFightView`)."""
    package: Any
    """The ruleset whose command this is, if it is a `Package`."""
    report: Report

    def __init__(
        self,
        draft: Draft,
        intent: Intent,
        dice: Dice,
        command: str,
    ) -> None:
        super().__init__(draft)
        self.intent = intent
        self.options = intent.options
        self._command = command
        self.afresh(dice)
        self._called_back: set[str] = set()
        """Ids of combatants who are away and take part because the GM forced it."""

    def afresh(self, dice: Dice, first_block: int = 0) -> None:
        """Start with an empty report and the given dice: when the command begins, and again
        where `odds` begins with a later stage of it. `first_block` is the number of the attack
        to which the report's first block belongs. A ruleset that notes more than the report
        overrides this to forget it."""
        self.dice = dice
        self.first_block = first_block
        listed = "report" in vars(self) and self.report.listed
        self.report = Report(
            self._command, self.RULESET, listed=listed, draft=self.draft
        )
        self._left_out: set[tuple[str, str]] = set()
        self.notes: list[Any] = []
        """Notes for the GM, as the document of the report lists them."""

    def finish(self, report: Report) -> None:
        """Add to the body of a finished command's report what every report may have: the notes
        for the GM."""
        if self.notes:
            report.body.setdefault("notes", self.notes)

    @property
    def narrated(self) -> bool:
        """Whether somebody is told what happens; False while odds and simulations try things."""
        return self.draft.runner.narrated

    @property
    def reported(self) -> bool:
        """Whether anybody reads what the report says of each roll."""
        return self.draft.runner.reported

    # --- no ---

    def refuse(self, kind: str, message: str) -> None:
        """Refuse the command because a rule forbids it. Raises Refusal (`kind`), whose message
        says that `--force` overrules it. With `--force`, notes an override in the report and
        returns. While somebody plans ahead, a kind that the plan may still mend is only noted
        (`refuse_now`)."""
        planning = self.options.planning
        if planning and kind in planning.kinds:
            self.refuse_now(kind, message)
        elif not self.options.force:
            raise Refusal(kind, message + OVERRULES)
        else:
            self.report.overrides.append(Override(kind, message))

    def refuse_dead(self, kind: str, whom: Iterable[F]) -> None:
        """Refuse an attack on dead combatants: raises Refusal (`kind`) if `whom` names any,
        unless the GM forces it. Does nothing if `whom` is empty."""
        names = ", ".join(self.name(who.id) for who in whom)
        if names:
            self.refuse(
                kind, f"{names} {'are' if ', ' in names else 'is'} dead"
            )

    def refuse_now(self, kind: str, message: str) -> bool:
        """Refuse what a rule forbids at this moment but perhaps not later (a weapon still has to
        be drawn). Returns False after `refuse`, if the GM forces it; returns True if somebody
        plans ahead and the objection is only noted in the plan."""
        planning = self.options.planning
        if planning is None:
            self.refuse(kind, message)
            return False
        planning.against.setdefault(message, kind)
        return True

    def check_forbidden(self, who: Identified, *named: str) -> None:
        """Refuse the typed words `named` (a command, action, defense or reaction) that the GM's
        own effects forbid `who`. Raises Refusal (`forbidden`) for the first one.

        With `--force`, notes an override for each instead. While somebody plans ahead who can
        mend that kind, each is only noted in the plan."""
        if self.draft.encounter.has_effects:
            for one, word in find_forbidding(who, *named):
                self.refuse(
                    FORBIDDEN,
                    f"{self.name(who.id)} cannot {word}: {one.what.name}",
                )

    def is_left_out(self, who: Any, word: str) -> bool:
        """Whether an effect of the GM's own forbids `who` something that they would do without
        being told, so that it is left out. Tells so in the report the first time that this is
        asked for a combatant and word."""
        if not self.draft.encounter.has_effects:
            return False
        left_out = [one.what.label for one, _ in find_forbidding(who, word)]
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
        """Raise Refusal (`kind`) for what makes no sense; `--force` does not overrule it."""
        raise Refusal(kind, message)

    # --- what was typed ---

    def find(self, word: str) -> F:
        """Return the fighter meant by a typed word, to take part in the command. Raises Refusal
        if the word fits nobody or several (kind for combatants that are not there). Refuses
        somebody who is away (kind `absent`); if the GM forces that, it is asked once for each
        combatant."""
        who = self.named(word)
        away = self.draft.encounter.away(who.id)
        if away and who.id not in self._called_back:
            line = f"`join {who.id}` brings them back"
            self.refuse(
                self.WORDS.absent,
                f"{self.name(who.id)} is away ({away}): {line}",
            )
            self._called_back.add(who.id)
        return who

    def parse_words(
        self, words: Collection[str], switches: Collection[str] = ()
    ) -> tuple[WordArgs, WordArgs]:
        """Return the typed words of `--with` and of `--without`. Raises Refusal (the kind for
        unknown names) for a word of `--with` that is not in `words`, and for one of `--without`
        that is neither in `switches` nor an effect of the GM's own."""
        encounter, options = self.draft.encounter, self.options
        return (
            WordArgs(options.words, words, encounter, self.WORDS),
            WordArgs(
                options.without,
                self.list_switches(switches),
                encounter,
                self.WORDS,
            ),
        )

    def list_switches(self, known: Collection[str]) -> Collection[str]:
        """Return the words that `--without` takes: the `known` ones of the rules, and the ids of
        the GM's own effects in this file."""
        effects = self.draft.encounter.known_effects
        return {*known, *map(squash, effects)} if effects else known

    def deny_words(self) -> None:
        """Deny every typed `--with` and `--without`, in a command that takes none. Raises
        Refusal (kind for unknown names) for the first one; does nothing if none was typed."""
        for texts in (self.options.words, self.options.without):
            WordArgs(texts, (), self.draft.encounter, self.WORDS)

    def deny_option(self, option: str, value: object) -> None:
        """Deny an option that has no use in this command. Raises Refusal (kind for values) if
        its `value` is set; does nothing if it is None or empty. `option` is its name on the
        command line (`--weapon`)."""
        if value:
            self.deny(
                self.WORDS.value,
                f"{option} has no use in {self.report.command}",
            )

    def deny_options_except(self, *useful: str) -> None:
        """Deny the options of an attack (`--mod`, `--defense-mod`, `--defense`, `--weapon`,
        `--called`) that were typed and are not among the `useful` ones. Raises Refusal (kind for
        values) for the first."""
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
                self.deny_option(option, value)

    def deny_words_and_options(self) -> None:
        """Deny typed words of `--with` and `--without`, and all options of an attack. Raises
        Refusal (kinds for unknown names and for values) for the first one."""
        self.deny_words()
        self.deny_options_except()

    def parse_defenses(
        self, choices: Collection[K], kind: str
    ) -> Iterator[tuple[str | None, K]]:
        """Yield each `--defense [WHO:]DEFENSE` as a pair: the id of WHO, or None where it is not
        said, and the defense. Raises Refusal (`kind`) for a defense that is none of the
        `choices`."""
        for text in self.options.defense:
            word = parse_word(text, self.draft.encounter, self.WORDS)
            yield word.who, match_choice(word.name, choices, "defense", kind)

    def parse_mods(
        self, texts: Iterable[str], *about: Identified
    ) -> tuple[Mod, ...]:
        """Parse `--mod` or `--defense-mod` values. With `about`, leaves out those that are tied
        to somebody else; without it, none. Raises Refusal (kind for values) where no number is
        found, or where the WHO in front of it fits nobody."""
        mods = [
            parse_mod(text, self.draft.encounter, self.WORDS) for text in texts
        ]
        if not mods:
            return ()
        here = (None, *(who.id for who in about))
        return tuple(mod for mod in mods if not about or mod.who in here)

    def collect_gm_parts(
        self,
        who: Identified,
        roll: str,
        mods: Iterable[Mod] = (),
        rules: str = "",
        about: RollContext = NOTHING,
    ) -> list[Part]:
        """Return the parts that are added to a roll of `who` besides what the rules say: first
        those of the GM's own effects that fit the roll's name and what is known `about` it,
        without those that `--without` switches off; then `mods`, the GM's numbers, under the ids
        `rules`.

        Every roll with a number calls this, at the place among its parts where a number by hand
        belongs, also a roll that no option reaches. `roll` is the bare name (no block, no `_2`).
        Sums and faces that are read as they lie do not call it (`UNMODIFIED`, beside ROLLS)."""
        parts = [Part(mod.why, mod.value, rules) for mod in mods]
        encounter = self.draft.encounter
        if encounter.has_effects and who.id in encounter.combatants:
            off = {squash(text) for text in self.options.without}
            parts[:0] = roll_parts(
                self.fighter(who.id), roll, about, off, rules
            )
        return parts

    # --- what happened ---

    def expect(self, rolls: Iterable[Key], either: Iterable[Key] = ()) -> None:
        """Tell the dice source every roll that this command, as worded, may ask for; `either` as
        in `Dice`. Raises Refusal for typed dice of other rolls. Called before the first roll."""
        self.dice.expect(rolls, either)

    def report_effect(self, who: F, effect: str, **rest: object) -> Data:
        """Add an effect on `who` to the report's `effects` and return the entry: `target`,
        `effect` (hyphens for `_`), and the keys of `rest` that are not None. Changes nothing of
        the combatant."""
        word = effect.replace("_", "-")
        doc: Data = {"target": who.id, "effect": word}
        for key, value in rest.items():
            if value is not None:
                doc[key] = value
        self.report.effects.append(doc)
        return doc

    def report_tick(self, who: F, effect: str, damage: Data) -> None:
        """Add to the document's `ticks` damage that nobody deals: of an effect of the GM's own,
        of a wound that bleeds. `damage` has at least the amount `dealt`."""
        ticks: list[Data] = self.report.body.setdefault("ticks", [])
        ticks.append(
            {
                "who": who.id,
                "effect": effect.replace("_", "-"),
                "damage": damage,
            }
        )


AnyGame = BaseGame[Any]
"""Game of any ruleset, for functions that do not care which fighters it has."""

G = TypeVar("G", bound=AnyGame)
"""A ruleset's game."""


def check_command(game: AnyGame, intent: Any) -> None:
    """Refuse a command, or the action that it names, that an effect of the GM's own forbids the
    actor. Raises Refusal (`forbidden`); `--force` overrules it."""
    actor = getattr(intent, "attacker", None) or getattr(intent, "who", None)
    if intent.word not in COMMANDS or not isinstance(actor, str):
        return
    words = [intent.word]
    if intent.word == "act":
        words.append(intent.action)
    game.check_forbidden(game.named(actor), *words)


accept_old_attributes(
    BaseGame,
    told="parse_words",
    switches="list_switches",
    takes_no_words="deny_words",
    takes_none="deny_option",
    takes_only="deny_options_except",
    takes_nothing="deny_words_and_options",
    defenses="parse_defenses",
    mods="parse_mods",
    standing="collect_gm_parts",
    leaves_out="is_left_out",
    effect="report_effect",
    tick="report_tick",
)
accept_old_imports(globals())
