"""Expand shorthand: short words are spelt out, and bare words of a command become options. Only
a line that the rules have refused as it stands is expanded, so full words always keep their
meaning."""

import itertools
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, TypeVar

from gmtrack.app.ambiguous_words import (
    TARGET,
    BareWord,
    Meaning,
    WordReading,
    Works,
    choose_meaning,
    join_words,
    pieces_by_name,
    weapon_ids_by_name,
)
from gmtrack.app.several import (
    is_several,
    several_refused,
    split_people_from_line,
)
from gmtrack.app.step import INTERVENES
from gmtrack.core.command_table import row
from gmtrack.core.encounter import Encounter
from gmtrack.core.intents import (
    Act,
    Attack,
    Damage,
    Effect,
    Heal,
    Intent,
    Intervene,
    Options,
    Test,
)
from gmtrack.core.lexicon import Entries, Entry, Lexicon
from gmtrack.core.names import (
    listed,
    matching_words,
    nearest_words,
    pick,
    squash,
)
from gmtrack.errors import Ambiguous, Refusal

if TYPE_CHECKING:
    from gmtrack.rulesets.port import Ruleset


IntentT = TypeVar("IntentT", bound=Intent)
LexiconOf = Callable[[], Lexicon]
NUMBER = re.compile(r"\d+")
SIGNED = re.compile(r"[-+]\d+")
FACE = re.compile(r"\d+")
SHORT = {
    "called": "-c", "weapon": "-w", "defense": "-d", "with": "-W", "without": "--without",
    "mod": "-m", "roll": "-r",
}  # fmt: skip
"""The short flags of an attack's options."""
DICE = re.compile(r"\d{3,}|\d+(,\d+)+")
"""A pattern for words that can only be dice that fell on the table."""
LONGEST = 4
"""The largest number of words in a name that is typed with spaces."""
NOTHING = "no combatant, weapon, place or word of an attack here"


def expand_shorthand(
    ruleset: "Ruleset",
    encounter: Encounter,
    intents: list[Intent],
    lexicon_of: LexiconOf | None = None,
) -> list[Intent] | None:
    """Return the intents with every short and bare word in full, or None if nothing was short. A
    line that begins with several combatants becomes an intent for each. Names of the stock
    (`@katana`) become the weapons of whoever acts. `lexicon_of` returns the lexicon of the fight,
    for who asks about the same fight often; None: the ruleset's is made anew. Raises Refusal, and
    Ambiguous for a word that fits several things."""
    words = ruleset.WORDS
    typed = intents
    if any(map(has_stock_mark, intents)):
        from gmtrack.app.stock import with_owned_weapons

        intents = [
            with_owned_weapons(ruleset, encounter, intent) for intent in intents
        ]

    def is_possible(intent: Intent) -> bool:
        from gmtrack.app.what import is_possible_now

        return is_possible_now(ruleset, encounter, intent)

    def actions_possible(who: str) -> set[str]:
        from gmtrack.app.what import choices

        tried = choices(ruleset, encounter, who) if who else ()
        return {
            one.intent.action
            for one in tried
            if isinstance(one.intent, Act) and not one.why
        }

    lexicon = lexicon_of() if lexicon_of else ruleset.lexicon(encounter)
    reader = ShorthandReader(
        lexicon,
        encounter,
        words.unknown,
        words.nobody,
        is_possible,
        actions_possible,
    )
    meant = [
        reader.expand(one)
        for intent in intents
        for one in reader.split_people(intent)
    ]
    same = len(typed) == len(meant) and all(
        getattr(one, field) == value
        for one, other in zip(typed, meant, strict=True)
        for field, value in vars(other).items()
    )
    return None if same else meant


def has_stock_mark(intent: Intent) -> bool:
    """Whether a word of an attack, an action or a test begins like a name of the stock."""
    words = (*getattr(intent, "targets", ()), *getattr(intent, "args", ()))
    return any(
        word.startswith("@") for word in (intent.options.weapon or "", *words)
    )


class ShorthandReader:
    """Expands the words of one fight's command lines. `kind` is the refusal kind for unknown
    names, `nobody` that for unknown combatants (by default the same). `works` says whether the
    rules allow an intent now; it decides between meanings. `doable` returns all actions that
    somebody can do now; it decides between actions."""

    def __init__(
        self,
        lexicon: Lexicon,
        encounter: Encounter,
        kind: str,
        nobody: str = "",
        works: "Works | None" = None,
        doable: Callable[[str], set[str]] = lambda who: set(),
    ) -> None:
        self.works = works
        self.doable = doable
        self.lexicon = lexicon
        self.encounter = encounter
        self.kind = kind
        self._called: Meanings = []
        """Names that reports use for the actor's weapons and for the things of the scene, each
        with its meaning. Set anew for every intent."""
        self.nobody = nobody or kind

    def expand(self, intent: Intent) -> Intent:
        """Return the intent with every word in full; an equal intent if nothing is short. Raises
        Refusal, and Ambiguous for a word that fits several things."""
        match intent:
            case Attack():
                meant = self._expand_attack(intent)
            case Act():
                meant = self._expand_act(intent)
            case Test():
                meant = self._expand_test(intent)
            case Intervene():
                meant = self._expand_intervene(intent)
            case Effect():
                meant = self._expand_effect(intent)
            case Damage() | Heal():
                meant = self._expand_by_hand(intent)
            case _:
                meant = self._copy_with(
                    intent, options=self._full_options(intent, intent.word)
                )
        return meant

    def split_people(self, intent: Intent) -> list[Intent]:
        """Split an action, a test or an effect whose line begins with several combatants (`act
        joe bob run`) into an intent for each. A word that is an action, a test or an effect in
        full is never a combatant. A test that the rules make for several at once stays one
        intent."""
        if isinstance(intent, Act):
            entries, words = self.lexicon.actions, (intent.action, *intent.args)
        elif isinstance(intent, Test):
            entries, words = self.lexicon.tests, (intent.what, *intent.bare)
        elif isinstance(intent, Effect):
            entries, words = self.lexicon.effects, (intent.name, *intent.bare)
        else:
            return [intent]
        last = next(
            (n for n, word in enumerate(words) if _has_word(entries, word)),
            len(words) - 1,
        )
        who, left = split_people_from_line(
            intent.who, words[:last], self.encounter
        )
        if not is_several(who):
            return [intent]
        first, *rest = (*left, *words[last:])
        field = {Act: "action", Test: "what", Effect: "name"}[type(intent)]
        more = {
            field: first,
            "args" if isinstance(intent, Act) else "bare": tuple(rest),
        }
        people = dict.fromkeys(
            self.find_combatant(one) or one
            for one in self._people_named(who, None)
        )
        if isinstance(intent, Test) and self.works:
            # The rules may make some tests for several combatants at once.
            together = self._copy_with(intent, who=",".join(people), **more)
            with suppress(Refusal):
                if self.works(self.expand(together)):
                    return [together]
        return [self._copy_with(intent, who=one, **more) for one in people]

    # --- one word ---

    def complete(self, word: str, entries: Entries, what: str) -> str:
        """Return the only entry that begins with `word`; `word` itself if none does, or if only
        `-` and `_` differ. Raises Ambiguous if several entries fit."""
        found = matching_words(word, (entry.word for entry in entries))
        if len(found) > 1:
            raise Ambiguous(
                self.kind,
                f"{what} '{word}' could be {listed(found)}: type more of it",
            )
        # A word that differs only in `-` and `_` is not short.
        return (
            word if not found or squash(found[0]) == squash(word) else found[0]
        )

    def _full_or_none(
        self, word: str | None, entries: Entries, what: str
    ) -> str | None:
        """Return the only entry that begins with `word`, as `full` does; None for None."""
        return None if word is None else self.complete(word, entries, what)

    def find_combatant(self, word: str) -> str | None:
        """Return the id of the combatant that a word means: a whole or shortened id or name.
        None if it means nobody; raises Ambiguous if it means several."""
        try:
            return pick(word, self.encounter.names(), "combatant", self.kind)
        except Ambiguous:
            raise
        except Refusal:
            return None

    # --- options ---

    def _full_options(
        self,
        intent: Intent,
        command: str,
        what: str = "",
        who: str | None = None,
    ) -> Options:
        """Return the intent's options with all words in full. `what` is the action or test,
        whose own words come before the command's; `who` is the owner of the weapon. Raises
        Refusal."""
        options, lexicon = intent.options, self.lexicon
        own = {"act": lexicon.by_action, "test": lexicon.by_test}.get(
            command, {}
        )
        words = own.get(what) or lexicon.words.get(command, ())
        # `--without` may have a list of words of its own.
        switches = lexicon.without.get(command, ()) or words
        weapons = lexicon.weapons.get(who or "", ())
        return options._replace(
            weapon=self._full_weapon(options.weapon, weapons, words, who),
            called=self._full_or_none(options.called, lexicon.places, "place"),
            defense=tuple(
                self._full_tied_word(one, lexicon.defenses, "defense")
                for one in options.defense
            ),
            words=tuple(
                self._full_with_word(one, words) for one in options.words
            ),
            without=tuple(
                self._full_tied_word(one, switches, "word")
                for one in options.without
            ),
        )

    def _full_weapon(
        self,
        text: str | None,
        weapons: Entries,
        words: Entries,
        who: str | None,
    ) -> str | None:
        """Return the id of the weapon that a text means, by the beginning of its id or of the
        name that reports use. None for None. Raises Refusal for a word of `--with`, and
        Ambiguous."""
        if text is None:
            return None
        called = weapon_ids_by_name(self.encounter, who)
        found = dict.fromkeys(
            called[one] for one in matching_words(join_words(text), called)
        )
        if found and not matching_words(text, words_of(weapons)):
            if len(found) > 1:
                message = (
                    f"weapon '{text}' could be {listed(found)}: type more of it"
                )
                raise Ambiguous(self.kind, message)
            return next(iter(found))
        name = text.partition("=")[0]
        known = _has_word(weapons, text) or not (
            name and matching_words(name, words_of(words))
        )
        if not known and (
            "=" in text or not matching_words(text, words_of(weapons))
        ):
            # Somebody typed a word of `--with` after `-w`: `-w aim=4`.
            message = f"-w is for weapons; words of --with are typed with -W: `-W {text}`"
            raise Refusal(self.kind, message)
        return self.complete(text, weapons, "weapon")

    def _full_with_word(self, text: str, entries: Entries) -> str:
        """Return a word of `--with` in full. Raises Refusal for a value without its word
        (`short` for `burst=short`), naming the full form."""
        full = self._full_tied_word(text, entries, "word")
        who, colon, name = full.rpartition(":")
        if "=" in full or _has_word(entries, name):
            return full
        values = self.lexicon.values
        meant = [
            entry.word
            for entry in entries
            if _has_word(values.get(entry.word, ()), name)
        ]
        if meant:
            forms = " or ".join(
                f"`--with {who}{colon}{one}={name}`" for one in meant
            )
            message = (
                f"`--with {text}` is not known here; did you mean {forms}?"
            )
            raise Refusal(self.kind, message)
        return full

    def _full_tied_word(self, text: str, entries: Entries, what: str) -> str:
        """Return `[WHO:]NAME[=VALUE]` with NAME and VALUE in full; WHO is kept as typed. Raises
        Ambiguous."""
        head, sign, value = text.partition("=")
        who, colon, name = head.rpartition(":")
        name = self.complete(name, entries, what)
        if sign and name in self.lexicon.values:
            value = self._full_value(name, value)
        return f"{who}{colon}{name}{sign}{value}"

    def _full_value(self, name: str, value: str) -> str:
        """Return the value of a word of `--with` in full, which may also be typed by another
        name. Raises Ambiguous."""
        also = self._other_names(name)
        every = (*self.lexicon.values[name], *map(Entry, also))
        found = dict.fromkeys(
            also.get(one, one) for one in matching_words(value, words_of(every))
        )
        if any(squash(one) == squash(value) for one in found):
            return value
        return (
            next(iter(found))
            if len(found) == 1
            else self.complete(value, every, name)
        )

    def _other_names(self, name: str) -> dict[str, str]:
        """Return the other names of a word's values: `{other name: value}`."""
        return {
            entry.word: entry.help for entry in self.lexicon.also.get(name, ())
        }

    # --- commands ---

    def _expand_act(self, intent: Act) -> Intent:
        """Return an action's intent in full. A word behind the action is a combatant or thing
        that it names, or, if the action takes them, a weapon, a place or a word of `--with`.
        Raises Refusal for a command typed as an action, and Ambiguous."""
        who = self.find_combatant(intent.who)
        word, *args = join_leading_words(
            (intent.action, *intent.args), self.lexicon.actions
        )
        intent = self._copy_with(intent, action=word, args=tuple(args))
        try:
            action = self.complete(
                intent.action, self.lexicon.actions, "action"
            )
        except Ambiguous:
            also = [
                one.help
                for one in self.lexicon.also_actions
                if one.word == squash(word)
            ]
            if args or not also:
                try:
                    return self._only_possible_action(intent)
                except Ambiguous:
                    if not also:
                        raise
            # The rules refuse words behind it that they do not know, and list what there is.
            action = also[0]
        if not _has_word(self.lexicon.actions, action):
            # The word may begin another name of exactly one action.
            other = {
                entry.word: entry.help for entry in self.lexicon.also_actions
            }
            begun = squash(action).partition("-")[0]
            found = (
                {other[one] for one in matching_words(begun, other)}
                if len(begun) > 1
                else set()
            )
            action = found.pop() if len(found) == 1 else action
        command = row(action)
        of_fight = command.who and command.named and action != intent.word
        if of_fight and not _has_word(self.lexicon.actions, action):
            rest = "" if command.then.startswith("[") else command.then
            line = f"`{action} {intent.who} {rest}".rstrip()
            raise Refusal(
                self.kind, f"{action} is no action but a command: {line}`"
            )
        options = self._full_options(intent, "act", action, who)
        every = list(self._meanings_of_act(action, who))
        takes = set(words_of(self.lexicon.takes.get(action, ())))
        if "--mod" in takes:
            self._refuse_undashed(intent.args, every)
        self._called = list(
            self._named_things(who, "weapon" if "--weapon" in takes else TARGET)
        )
        typed: list[str] = []
        for word in intent.args:
            # A word with commas may also be a text or a place on the map.
            parts = (
                list(self._people_named(word, who))
                if is_several(word)
                else [word]
            )
            typed += parts if all(map(self._means_combatant, parts)) else [word]
        words = self._readings_of_words(
            typed, every, self.lexicon.by_action.get(action, ()), action
        )

        def make_intent(names: tuple[str, ...], options: Options) -> Intent:
            return self._copy_with(
                intent, action=action, args=names, options=options
            )

        return choose_meaning(
            list(words), options, make_intent, self.works, self.kind
        )

    def _only_possible_action(self, intent: Act) -> Intent:
        """Return the intent of the only action that a short word can mean now. Actions that work
        with the words behind them (`cover car`) come first, then those that work in any way.
        Raises Ambiguous if several are left, or none."""
        every = matching_words(intent.action, words_of(self.lexicon.actions))
        works = self.works or (lambda one: False)
        meant: dict[str, Intent] = {}
        for action in every:
            with suppress(Refusal):
                meant[action] = self._expand_act(
                    self._copy_with(intent, action=action)
                )
        working = [one for one in meant if works(meant[one])]
        found = [
            one
            for one in working
            if not works(self._copy_with(meant[one], args=()))
        ]
        if intent.args and len(found) != 1:
            found = working
        if not intent.args or not found:
            doable = self.doable(self.find_combatant(intent.who) or "")
            found = [one for one in every if one in working or one in doable]
        if len(found) == 1:
            return self._expand_act(self._copy_with(intent, action=found[0]))
        named = listed(found or every)
        raise Ambiguous(
            self.kind,
            f"action '{intent.action}' could be {named}: type more of it",
        )

    def _expand_test(self, intent: Test) -> Intent:
        """Return a test's intent in full. A bare word behind the test is a word of `--with` or
        the value of one. Raises Refusal."""
        tests = self.lexicon.tests
        what, *bare = join_leading_words((intent.what, *intent.bare), tests)
        what = self.complete(what, tests, "test")
        told = self.lexicon.by_test.get(what) or self.lexicon.words.get(
            "test", ()
        )
        named = self._copy_with(
            intent, what=what, options=self._full_options(intent, "test", what)
        )
        return self._with_bare_words(named, bare, told)

    def _expand_intervene(self, intent: Intervene) -> Intent:
        """Return the intent of `intervene` in full. A bare word is a word of `--with` or the
        value of one. Raises Refusal, also for a second combatant."""
        if any(map(self._means_combatant, intent.bare)):
            raise several_refused(
                (intent.who, *intent.bare), self.kind, INTERVENES
            )
        told = self.lexicon.words.get(intent.word, ())
        named = self._copy_with(
            intent, options=self._full_options(intent, intent.word)
        )
        return self._with_bare_words(named, intent.bare, told)

    def _with_bare_words(
        self, intent: IntentT, bare: Sequence[str], told: Entries
    ) -> Intent:
        """Return the intent with its bare words as words of `--with`, of which `told` are the
        known ones. Raises Refusal for any other word."""
        every = [
            *_meanings_of_entries("words", told),
            *self._meanings_of_values(told),
        ]
        words = list(self._readings_of_words(bare, every, told, people=False))
        for one in words:
            if not one.readings:
                forms = {
                    squash(plain): meaning.form for plain, meaning in every
                }
                message = (
                    f"unexpected '{one.word}'{_nearest_forms(one.word, forms)}"
                )
                raise Refusal(self.kind, message)

        def make_intent(_: tuple[str, ...], options: Options) -> Intent:
            return self._copy_with(intent, options=options, bare=())

        return choose_meaning(
            words, intent.options, make_intent, self.works, self.kind
        )

    def _expand_effect(self, intent: Effect) -> Intent:
        """Return the intent of `effect` in full. A bare word behind the effect is its rounds (a
        number), `end`, or its place. Raises Refusal for a word that is none of these."""
        also = {one.word: one.help for one in self.lexicon.also_effects}
        name, *bare = join_leading_words(
            (intent.name, *intent.bare),
            (*self.lexicon.effects, *self.lexicon.also_effects),
        )
        name = also.get(join_words(name), name)
        rounds, location, end = intent.rounds, intent.location, intent.end
        for word in self._join_known_names(bare):
            if NUMBER.fullmatch(word) and rounds is None:
                rounds = int(word)
            elif squash(word) == "end":
                end = True
            elif location is None:
                location = self._option_of_word(
                    word, {"location": self.lexicon.places}
                )[1]
            else:
                raise Refusal(self.kind, f"unexpected '{word}'")
        if end and intent.rounds is None:
            # The line that has put it on, with `end` behind it.
            rounds = None
        name = self.complete(name, self.lexicon.effects, "effect")
        note = ""
        if not end and location is None and self._is_unknown_effect(name):
            from gmtrack.app.newcomers import slug_of

            name, note = slug_of(name), name
        return self._copy_with(
            intent,
            name=name,
            note=note,
            rounds=rounds,
            location=self._full_or_none(location, self.lexicon.places, "place"),
            end=end,
            bare=(),
        )

    def _is_unknown_effect(self, name: str) -> bool:
        """Whether the GM means a condition of their own by a word of `effect`: it begins with a
        letter, and it is neither a word of the ruleset, an effect of the stock, nor nearly an
        effect that exists."""
        from gmtrack.store.stock.reading import EFFECTS, stock_of

        effects = words_of(self.lexicon.effects)
        taken = {
            squash(word)
            for entries in self.lexicon.words.values()
            for word in words_of(entries)
        }
        if (
            not name[:1].isalpha()
            or squash(name) in taken
            or nearest_words(name, effects)
            or _has_word(self.lexicon.effects, name)
        ):
            return False
        stock = stock_of(self.encounter.ruleset)
        return stock.find(EFFECTS, squash(name)) is None

    def _expand_by_hand(self, intent: Damage | Heal) -> Intent:
        """Return the intent of `damage` or `heal` in full. A bare word behind the number is a
        damage type, a place or a pool, or a word of `--with`. Raises Refusal if it is none of
        these or stands for several."""
        known = {
            "type": self.lexicon.types,
            "location": self.lexicon.places,
            "pool": self.lexicon.pools,
        }
        fields = {field: getattr(intent, field) for field in known}
        told = self.lexicon.words.get(intent.word, ())
        of_with = [
            word
            for word in intent.bare
            if matching_words(word.partition("=")[0], words_of(told))
        ]
        for word in self._join_known_names(
            word for word in intent.bare if word not in of_with
        ):
            field, text = self._option_of_word(word, known)
            if fields[field] is not None:
                message = (
                    f"'{text}' is a second {field}, besides {fields[field]}"
                )
                raise Refusal(self.kind, message)
            fields[field] = text
        full = {
            field: self._full_or_none(
                fields[field],
                entries,
                "place" if field == "location" else field,
            )
            for field, entries in known.items()
        }
        options = intent.options._replace(
            words=(*intent.options.words, *of_with)
        )
        intent = self._copy_with(intent, **full, bare=(), options=options)
        return self._copy_with(
            intent, options=self._full_options(intent, intent.word)
        )

    def _option_of_word(
        self, word: str, known: Mapping[str, Entries]
    ) -> tuple[str, str]:
        """Return the option that a bare word belongs to, and the word in full. Exact words win
        over beginnings. Raises Refusal for a word of none, Ambiguous for one of several."""
        every = [
            (field, entry.word)
            for field, entries in known.items()
            for entry in entries
        ]
        same = [pair for pair in every if squash(pair[1]) == squash(word)]
        found = same or [
            pair for pair in every if matching_words(word, [pair[1]])
        ]
        if len(found) == 1:
            return found[0]
        if found:
            forms = listed(f"`--{field} {text}`" for field, text in found)
            raise Ambiguous(
                self.kind, f"'{word}' could be {forms}: type one of them"
            )
        kinds = " or ".join(
            field for field, entries in known.items() if entries
        )
        raise Refusal(
            self.kind,
            f"'{word}' is no {kinds or 'word here'}{_form_hint(word, known)}",
        )

    def _expand_attack(self, intent: Attack) -> Intent:
        """Return an attack's intent in full. A word behind the attacker that is no combatant is
        a weapon, a place, a word of `--with` or a defense. Raises Refusal for an unknown word or
        a missing target, and Ambiguous."""
        who = self.find_combatant(intent.attacker)
        options = self._full_options(intent, "attack", who=who)
        every = list(self._meanings_of_attack(who))
        self._called = list(self._named_things(who, "weapon"))

        def make_intent(names: tuple[str, ...], options: Options) -> Intent:
            return self._copy_with(intent, targets=names, options=options)

        typed = list(self._replace_patterns(intent.targets, who))
        self._refuse_undashed(typed, every)
        told = self.lexicon.words.get("attack", ())
        found = list(
            self._keep_possible_modes(
                list(self._readings_of_words(typed, every, told)),
                options.weapon,
                who,
            )
        )
        is_known = any(bare.readings for bare in found)
        armed = {options.weapon, *_weapons_named(found)}
        ways = [
            one.word
            for one in self.lexicon.modes.get(who or "", ())
            if one.help in armed
        ]
        words = [
            bare
            if bare.readings
            else self._as_unknown_target(
                bare.word, every, intent.attacker, ways, is_known=is_known
            )
            for bare in found
        ]
        meant = choose_meaning(
            words, options, make_intent, self.works, self.kind
        )
        if isinstance(meant, Attack) and not meant.targets:
            raise Refusal(
                self.kind, f"attack {intent.attacker} whom? name a target"
            )
        return meant

    # --- bare words ---

    def _replace_patterns(
        self, words: Iterable[str], attacker: str | None
    ) -> Iterator[str]:
        """Yield the words, with patterns and lists (`thug*`, `joe,bob`) replaced by those whom
        they mean, except the attacker."""
        for word in words:
            is_called = any(
                name == join_words(word) for name, _ in self._called
            )
            is_one = (
                DICE.fullmatch(word) or self._means_combatant(word) or is_called
            )
            if "*" not in word and ("," not in word or is_one):
                yield word
            else:
                yield from self._people_named(word, attacker)

    def _people_named(self, word: str, attacker: str | None) -> Iterator[str]:
        """Yield the ids that the parts of `joe,bob` or `thug*` mean. A pattern skips the
        attacker, those who are away, and those already named; a part that fits nobody is yielded
        as typed. Raises Ambiguous for a part that means several."""
        named = {attacker}
        for part in filter(None, word.split(",")):
            like = self.encounter.ids_like(part) if "*" in part else []
            found = [
                who
                for who in like
                if who not in named and not self.encounter.away(who)
            ]
            named |= {*found, self.find_combatant(part)}
            yield from found or [part]

    def _readings_of_words(
        self,
        words: Iterable[str],
        every: "Meanings",
        told: Entries,
        action: str | None = None,
        *,
        people: bool = True,
    ) -> Iterator[BareWord]:
        """Yield each bare word with every meaning that it can have. A number joins the word
        before it (`pool 3`), a value its word (`burst short`). `every` are all meanings of the
        command, `told` its words of `--with`. With an `action`, a word without a meaning is
        yielded as something that the action names. `people`: combatants can be named."""
        rest = list(self._join_known_names(words))
        while rest:
            word = rest.pop(0)
            following = rest[0] if rest and NUMBER.fullmatch(rest[0]) else None
            if people and (person := self.find_combatant(word)):
                meant = self._person_meant(word, person, action)
                also = [] if action is None else self._also_meant(word, every)
                yield BareWord(word, [(meant,), *also])
            elif following and (
                counted := list(
                    self._readings_with_number(word, following, every)
                )
            ):
                yield BareWord(f"{word} {rest.pop(0)}", counted)
            elif rest and (valued := self._with_value(word, rest[0], every)):
                yield BareWord(f"{word} {rest.pop(0)}", [(valued,)])
            else:
                yield BareWord(word, self._readings(word, every, told, action))

    def _also_meant(self, word: str, every: "Meanings") -> list[WordReading]:
        """Return what a bare word behind an action means besides a combatant whose name it only
        shortens: the words of `--with` and options that it spells in full. Empty if nothing
        decides between the two (`works`)."""
        whole = {
            squash(text)
            for pair in self.encounter.names().items()
            for text in pair
        }
        if self.works is None or squash(word) in whole:
            return []
        exact = dict.fromkeys(_exact_meanings(word, every))
        return [(one,) for one in exact if one.field != TARGET]

    def _person_meant(
        self, word: str, person: str, action: str | None
    ) -> Meaning:
        """Return the meaning of a bare word for a combatant (`person`): what the action names,
        as typed, or the value of the action's word for things."""
        owner = self._word_for_things(action)
        if owner:
            return Meaning("words", f"{owner}={person}")
        return Meaning(TARGET, word)

    def _word_for_things(self, action: str | None) -> str:
        """Return the word of `--with` that bare things are values of behind this action; empty if
        the action names things itself."""
        entries = self.lexicon.thing_words.get(action or "", ())
        return next(words_of(entries), "")

    def _with_value(
        self, word: str, value: str, every: "Meanings"
    ) -> Meaning | None:
        """Return the meaning of a word of `--with` with a value behind it (`burst short`); None
        if the two do not belong together."""
        found = (
            []
            if "=" in word or self._means_combatant(value)
            else meanings_of(word, every)
        )
        name = (
            found[0].text
            if len(found) == 1 and found[0].field == "words"
            else ""
        )
        fit = matching_words(value, words_of(self.lexicon.values.get(name, ())))
        return Meaning("words", f"{name}={fit[0]}") if len(fit) == 1 else None

    def _means_combatant(self, word: str) -> bool:
        """Whether a word means one combatant. Raises Ambiguous if it means several."""
        return self.find_combatant(word) is not None

    def _readings(
        self, word: str, every: "Meanings", told: Entries, action: str | None
    ) -> list[WordReading]:
        """Return every meaning of one bare word. Empty if it has none and stands in no action;
        in an action such a word is a thing that the action names."""
        owner = self._takes_number(action or "")
        if owner and NUMBER.fullmatch(word):
            return [(Meaning("words", f"{owner}={word}"),)]
        found = (
            list(self._readings_of_value(word, told, every))
            if "=" in word
            else []
        )
        found = found or [(one,) for one in meanings_of(word, every)]
        found = found or [
            (one,) for one in meanings_of(join_words(word), self._called)
        ]
        return found or ([] if action is None else [(Meaning(TARGET, word),)])

    def _takes_number(self, text: str) -> str:
        """Return the word of `--with` that takes a number typed behind this text; empty if none
        does."""
        return next(words_of(self.lexicon.numbers.get(text, ())), "")

    def _readings_with_number(
        self, word: str, number: str, every: "Meanings"
    ) -> Iterator[WordReading]:
        """Yield the meanings of a word and the number behind it: `pool 3`, `full 6`. Exact words
        win over beginnings."""
        for pairs in (
            _exact_meanings(word, every),
            _meanings_beginning_with(word, every),
        ):
            found = list(dict.fromkeys(self._with_number(pairs, number)))
            if found:
                yield from found
                return

    def _with_number(
        self, meanings: Iterable[Meaning], number: str
    ) -> Iterator[WordReading]:
        """Yield the meanings that result when a number is added to each of these; those that
        take none are left out."""
        for one in meanings:
            if one.field != "words":
                continue
            owner = self._takes_number(one.text)
            if owner and owner != one.text:
                yield one, Meaning("words", f"{owner}={number}")
            elif "=" not in one.text:
                yield (Meaning("words", f"{one.text}={number}"),)

    def _readings_of_value(
        self, word: str, told: Entries, every: "Meanings"
    ) -> Iterator[WordReading]:
        """Yield the meanings of a bare word with a value: `pool=3` is a word of `--with`, `fa=6`
        the value of one that takes a number."""
        head, _, value = word.partition("=")
        name = head.rpartition(":")[2]
        if matching_words(name, (entry.word for entry in told)):
            yield (Meaning("words", self._full_tied_word(word, told, "word")),)
        elif NUMBER.fullmatch(value):
            yield from self._readings_with_number(head, value, every)

    def _join_known_names(self, words: Iterable[str]) -> Iterator[str]:
        """Yield the words, with neighbours that together are a place or a name as one word:
        `left-arm` for `left arm`."""
        known = {squash(entry.word) for entry in self.lexicon.places}
        known |= {name for name, _ in self._called}
        rest = list(words)
        while rest:
            sizes = range(min(LONGEST, len(rest)), 1, -1)
            count = next(
                (n for n in sizes if squash("-".join(rest[:n])) in known), 1
            )
            word = "-".join(rest[:count])
            del rest[:count]
            yield join_words(word) if join_words(word) in known else word

    def _refuse_undashed(self, words: Sequence[str], every: "Meanings") -> None:
        """Raise Refusal for an option's value that is typed without its option: `-2 smoke`, `5 6
        2 1`, `called head`. The message names the option."""
        for place, word in enumerate(words):
            value = words[place + 1] if place + 1 < len(words) else ""
            dice = list(itertools.takewhile(FACE.fullmatch, words[place:]))
            if SIGNED.fullmatch(word):
                says = self._means_combatant(value) or bool(
                    meanings_of(value, every)
                )
                why = f":{value}" if value and not says else ""
                line = f"a number to add is typed with -m: `-m {word}{why}`"
            elif len(dice) > 1:
                joint = "" if all(len(one) == 1 for one in dice) else ","
                line = (
                    f"dice that fell are typed with -r: `-r {joint.join(dice)}`"
                )
            elif (
                (flag := SHORT.get(squash(word)))
                and value
                and not self._means_combatant(word)
            ):
                line = f"type `{flag} {value}`"
            else:
                continue
            typed = (
                f"{word} {value}".strip() if len(dice) < 2 else " ".join(dice)
            )
            raise Refusal(
                self.kind, f"'{typed}' stands without its option: {line}"
            )

    def _as_unknown_target(
        self,
        word: str,
        every: "Meanings",
        attacker: str,
        ways: Sequence[str],
        *,
        is_known: bool,
    ) -> BareWord:
        """Return a word without a meaning as a target, which the rules then refuse as unknown.
        Raises Refusal itself for dice, for the name of an action, if something else is spelt
        nearly so, or if other words of the line are known (`is_known`). `ways` are the fire
        modes of the line's weapon, for the message."""
        if DICE.fullmatch(word):
            message = f"'{word}' is no target; dice that fell are typed with -r: `-r {word}`"
            raise Refusal(self.nobody, message)
        forms = {squash(plain): meaning.form for plain, meaning in every}
        names = {
            squash(text)
            for pair in self.encounter.names().items()
            for text in pair
        }
        close = nearest_words(word, [*names, *forms])
        if close and close[0] not in names:
            message = f"no target '{word}'; did you mean `{forms[close[0]]}`?"
            raise Refusal(self.nobody, message)
        actions = (
            []
            if close
            else matching_words(word, words_of(self.lexicon.actions))
        )
        if actions:
            lines = listed(f"`act {attacker} {action}`" for action in actions)
            raise Refusal(
                self.nobody,
                f"'{word}' is no part of an attack but an action: {lines}",
            )
        if is_known and not close:
            others = {
                plain: form
                for plain, form in forms.items()
                if plain not in names
            }
            own = listed(
                words_of(
                    self.lexicon.weapons.get(
                        self.find_combatant(attacker) or "", ()
                    )
                )
            )
            weapons = f"; {attacker} has {own}" if own else ""
            weapons = (
                f"; the weapon fires with {listed(ways)}" if ways else weapons
            )
            raise Refusal(
                self.nobody,
                f"'{word}' is {NOTHING}{_nearest_forms(word, others)}{weapons}",
            )
        return BareWord(word, [(Meaning(TARGET, word),)])

    def _keep_possible_modes(
        self, words: Sequence[BareWord], weapon: str | None, who: str | None
    ) -> Iterator[BareWord]:
        """Yield the words, reduced to the fire modes that the weapon can use. `weapon` and the
        weapons among the words count; without any, all weapons of `who`. Words without a
        possible mode stay as they are."""
        named = {weapon} if weapon else set()
        named |= _weapons_named(words)
        own = self.lexicon.modes.get(who or "", ())
        left = {mode.word for mode in own if not named or mode.help in named}
        heads = {mode.word.partition("=")[0] for mode in own}
        for one in words:
            readings = [
                reading
                for reading in one.readings
                if reading[0].kind[1] not in heads or reading[0].text in left
            ]
            yield (
                BareWord(one.word, readings)
                if len(one.readings) > 1 and readings
                else one
            )

    def _meanings_of_attack(
        self, who: str | None
    ) -> Iterator[tuple[str, Meaning]]:
        """Yield all that a bare word of an attack can mean: what is typed, and its meaning."""
        lexicon = self.lexicon
        told = lexicon.words.get("attack", ())
        yield from _meanings_of_entries(TARGET, lexicon.things)
        yield from _meanings_of_entries(
            "weapon", lexicon.weapons.get(who or "", ())
        )
        yield from _meanings_of_entries("called", lexicon.places)
        yield from _meanings_of_entries("words", told)
        yield from _meanings_of_entries("defense", lexicon.defenses)
        yield from self._meanings_of_values(self._words_of_actor(told))

    def _meanings_of_act(
        self, action: str, who: str | None
    ) -> Iterator[tuple[str, Meaning]]:
        """Yield all that a bare word behind an action can mean: what is typed, and its meaning."""
        lexicon = self.lexicon
        told = lexicon.by_action.get(action, ())
        takes = set(words_of(lexicon.takes.get(action, ())))
        weapons = lexicon.weapons.get(who or "", ())
        yield from _meanings_of_entries(
            "weapon" if "--weapon" in takes else TARGET, weapons
        )
        yield from _meanings_of_entries(
            TARGET, lexicon.literals.get(action, ())
        )
        owner = self._word_for_things(action)
        for thing in words_of(lexicon.things):
            meaning = (
                Meaning("words", f"{owner}={thing}")
                if owner
                else Meaning(TARGET, thing)
            )
            yield thing, meaning
        if action not in lexicon.takes:
            return
        yield from _meanings_of_entries(
            "called", lexicon.places if "--called" in takes else ()
        )
        yield from _meanings_of_entries(
            "defense", lexicon.defenses if "--defense" in takes else ()
        )
        yield from _meanings_of_entries("words", told)
        yield from self._meanings_of_values(self._words_of_actor(told))

    def _named_things(
        self, who: str | None, field: str
    ) -> Iterator[tuple[str, Meaning]]:
        """Yield the names by which reports call the actor's weapons and the things of the scene,
        each with its meaning. A weapon means the option `field`, or what the action names."""
        for name, one in weapon_ids_by_name(self.encounter, who).items():
            yield name, Meaning(field, one)
        for part in self.encounter.scene.values():
            for name, one in pieces_by_name(part):
                if one not in self.encounter.combatants:
                    yield name, Meaning(TARGET, one)

    def _words_of_actor(self, told: Entries) -> Iterator[Entry]:
        """Return the words of `--with` that describe the one who acts, without those that only
        describe a defender."""
        answers = {entry.word for entry in self.lexicon.answers}
        return (entry for entry in told if entry.word not in answers)

    def _meanings_of_values(
        self, told: Iterable[Entry]
    ) -> Iterator[tuple[str, Meaning]]:
        """Yield the values of words of `--with`, also by other names, each with its meaning
        `WORD=VALUE`. Things of the scene are left out, because a bare one is a target."""
        things = {thing.word for thing in self.lexicon.things}
        for entry in told:
            values = {
                value.word: value.word
                for value in self.lexicon.values.get(entry.word, ())
            }
            for text, value in {
                **values,
                **self._other_names(entry.word),
            }.items():
                # A bare thing of the scene is a target; as cover it needs its word.
                if value not in things:
                    yield text, Meaning("words", f"{entry.word}={value}")

    def _copy_with(self, intent: IntentT, **fields: object) -> IntentT:
        """Return a copy of the intent with some fields replaced."""
        return type(intent)(**{**vars(intent), **fields})


Meanings = list[tuple[str, Meaning]]
"""All meanings of a command's bare words: pairs of what is typed and what it means."""


def meanings_of(word: str, every: Meanings) -> list[Meaning]:
    """Return the meanings that a word is typed for exactly; if there are none, those that it
    begins."""
    return list(
        dict.fromkeys(
            _exact_meanings(word, every)
            or _meanings_beginning_with(word, every)
        )
    )


def _exact_meanings(word: str, every: Meanings) -> list[Meaning]:
    """Return the meanings whose typed form is this word."""
    return [
        meaning for plain, meaning in every if squash(plain) == squash(word)
    ]


def _meanings_beginning_with(word: str, every: Meanings) -> list[Meaning]:
    """Return the meanings whose typed form begins with this word."""
    return [
        meaning for plain, meaning in every if matching_words(word, [plain])
    ]


def _weapons_named(words: Iterable[BareWord]) -> set[str]:
    """Return the weapons that are the first meaning of one of these words."""
    return {
        m.text
        for one in words
        for (m, *_) in one.readings[:1]
        if m.field == "weapon"
    }


def join_leading_words(words: Sequence[str], entries: Entries) -> Sequence[str]:
    """Join the words at the beginning that are together one entry: `first-aid` for `first aid`.
    Words are not joined if the first alone is an entry."""
    for count in range(len(words), 1, -1):
        if _has_word(entries, "-".join(words[:count])) and not _has_word(
            entries, words[0]
        ):
            return "-".join(words[:count]), *words[count:]
    return words


def words_of(entries: Entries) -> Iterator[str]:
    """Return the words of the entries."""
    return (entry.word for entry in entries)


def _has_word(entries: Entries, word: str) -> bool:
    """Whether one of the entries is this word, spelt in full."""
    return any(squash(entry.word) == squash(word) for entry in entries)


def _meanings_of_entries(
    field: str, entries: Iterable[Entry]
) -> Iterator[tuple[str, Meaning]]:
    """Yield each entry with its meaning as the value of one option."""
    for entry in entries:
        yield entry.word, Meaning(field, entry.word)


def _nearest_forms(word: str, forms: Mapping[str, str]) -> str:
    """Return the end of a refusal: the nearest known forms, and where all words are listed."""
    close = dict.fromkeys(
        forms[one] for one in nearest_words(word, forms, most=3)
    )
    told = (
        f"; the nearest is {' or '.join(f'`{form}`' for form in close)}"
        if close
        else ""
    )
    return f"{told}; `gmtrack rules words` has all words, at the prompt `? called` the places"


def _form_hint(word: str, known: Mapping[str, Entries]) -> str:
    """Return the end of a refusal, beginning with `; `: the nearest option form, or else an
    example of each kind. Empty if nothing is `known`."""
    fields = {
        squash(entry.word): field
        for field, entries in known.items()
        for entry in entries
    }
    if close := nearest_words(word, fields):
        return f"; did you mean `--{fields[close[0]]} {close[0]}`?"
    forms = [
        f"`--{field} {entries[0].word}`"
        for field, entries in known.items()
        if entries
    ]
    return f"; name it so: {', '.join(forms)}" if forms else ""
