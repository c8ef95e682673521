"""What a hurried person meant: short words spelt out, bare words of an attack put where they
belong. Only a line that is refused as it stands is looked at, so that full words always mean
themselves."""

from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from gmtrack.core.encounter import Encounter
from gmtrack.core.intents import Act, Attack, Damage, Effect, Heal, Intent, Options, Test
from gmtrack.core.lexicon import Entries, Entry, Lexicon
from gmtrack.core.names import fitting, listed, pick, squash
from gmtrack.errors import Ambiguous, Refusal

if TYPE_CHECKING:
    from gmtrack.rulesets.port import Ruleset


Wanted = TypeVar("Wanted", bound=Intent)
FLAGS = {"weapon": "weapon", "called": "called", "words": "with", "defense": "defense"}
"""How each field is typed."""
TARGET = "targets"
COMMANDS = {
    "attack": "TARGET", "test": "WHAT", "damage": "N", "heal": "N", "effect": "NAME", "delay": "",
    "intervene": "",
}  # fmt: skip
"""What may be taken for an action, with what follows WHO."""
NEAR = 0.75
"""How much of a word must be the same for another to be proposed."""


def understood(
    ruleset: "Ruleset", encounter: Encounter, intents: list[Intent]
) -> list[Intent] | None:
    """The intents in full words; None where they are in full words already. Raises Refusal for a
    word that fits several things."""
    words = ruleset.WORDS
    reader = Reader(ruleset.lexicon(encounter), encounter, words.unknown, words.nobody)
    meant = [reader.meant(intent) for intent in intents]
    same = all(
        getattr(one, field) == value
        for one, other in zip(intents, meant, strict=True)
        for field, value in vars(other).items()
    )
    return None if same else meant


class Meaning(NamedTuple):
    """What a bare word can be: the field of `Options` and its text there."""

    field: str
    text: str

    @property
    def form(self) -> str:
        """The full form, as it is typed."""
        return self.text if self.field == TARGET else f"--{FLAGS[self.field]} {self.text}"


class Reader:
    """Reads the words of one fight. `kind` is the ruleset's word for names that are not known,
    `nobody` that for combatants, where it is another."""

    def __init__(self, lexicon: Lexicon, encounter: Encounter, kind: str, nobody: str = "") -> None:
        self.lexicon = lexicon
        self.encounter = encounter
        self.kind = kind
        self.nobody = nobody or kind

    def meant(self, intent: Intent) -> Intent:
        """The intent in full words; itself where nothing is short. Raises Refusal for a word that
        fits several things."""
        if isinstance(intent, Attack):
            return self._attack(intent)
        if isinstance(intent, Act):
            return self._act(intent)
        if isinstance(intent, Test):
            what = self.full(intent.what, self.lexicon.tests, "test")
            return self._new(intent, what=what, options=self._options(intent, "test", what))
        if isinstance(intent, Effect):
            places = self.lexicon.places
            return self._new(
                intent,
                name=self.full(intent.name, self.lexicon.effects, "effect"),
                location=self._maybe(intent.location, places, "place"),
            )
        if isinstance(intent, Damage | Heal):
            return self._new(
                intent,
                type=self._maybe(intent.type, self.lexicon.types, "type"),
                location=self._maybe(intent.location, self.lexicon.places, "place"),
                pool=self._maybe(intent.pool, self.lexicon.pools, "pool"),
                options=self._options(intent, intent.word),
            )
        return self._new(intent, options=self._options(intent, intent.word))

    # --- one word ---

    def full(self, word: str, entries: Entries, what: str) -> str:
        """The only one of the entries that the word is a beginning of; the word itself where there
        is none. Raises Refusal where there are several."""
        found = fitting(word, (entry.word for entry in entries))
        if len(found) > 1:
            raise Ambiguous(self.kind, f"{what} '{word}' could be {listed(found)}: type more of it")
        # `-` and `_` are the same: that is no shorter word.
        return word if not found or squash(found[0]) == squash(word) else found[0]

    def _maybe(self, word: str | None, entries: Entries, what: str) -> str | None:
        return None if word is None else self.full(word, entries, what)

    def somebody(self, word: str) -> str | None:
        """The id of the combatant that a word means; None for nobody. Raises Refusal where it could
        be several."""
        try:
            return pick(word, self.encounter.names(), "combatant", self.kind)
        except Ambiguous:
            raise
        except Refusal:
            return None

    # --- options ---

    def _options(
        self, intent: Intent, command: str, what: str = "", who: str | None = None
    ) -> Options:
        options, lexicon = intent.options, self.lexicon
        own = {"act": lexicon.by_action, "test": lexicon.by_test}.get(command, {})
        words = own.get(what) or lexicon.words.get(command, ())
        # What `--without` takes may be a list of its own.
        switches = lexicon.without.get(command, ()) or words
        weapons = lexicon.weapons.get(who or "", ())
        return options._replace(
            weapon=self._maybe(options.weapon, weapons, "weapon"),
            called=self._maybe(options.called, lexicon.places, "place"),
            defense=tuple(self._tied(one, lexicon.defenses, "defense") for one in options.defense),
            words=tuple(self._word(one, words) for one in options.words),
            without=tuple(self._tied(one, switches, "word") for one in options.without),
        )

    def _word(self, text: str, entries: Entries) -> str:
        """A word of `--with` in full. Raises Refusal for a value without its word."""
        full = self._tied(text, entries, "word")
        who, colon, name = full.rpartition(":")
        if "=" in full or _holds(entries, name):
            return full
        values = self.lexicon.values
        meant = [entry.word for entry in entries if _holds(values.get(entry.word, ()), name)]
        if meant:
            forms = " or ".join(f"`--with {who}{colon}{one}={name}`" for one in meant)
            message = f"`--with {text}` is not known here; did you mean {forms}?"
            raise Refusal(self.kind, message)
        return full

    def _tied(self, text: str, entries: Entries, what: str) -> str:
        """`[WHO:]NAME[=VALUE]` with NAME and VALUE in full."""
        head, sign, value = text.partition("=")
        who, colon, name = head.rpartition(":")
        name = self.full(name, entries, what)
        if sign and name in self.lexicon.values:
            value = self.full(value, self.lexicon.values[name], name)
        return f"{who}{colon}{name}{sign}{value}"

    # --- commands ---

    def _act(self, intent: Act) -> Act:
        who = self.somebody(intent.who)
        action = self.full(intent.action, self.lexicon.actions, "action")
        if action in COMMANDS and not _holds(self.lexicon.actions, action):
            line = f"`{action} {intent.who} {COMMANDS[action]}".rstrip()
            raise Refusal(self.kind, f"{action} is no action but a command: {line}`")
        weapons = self.lexicon.weapons.get(who or "", ())
        about = (*weapons, *self.lexicon.things, *self.lexicon.literals.get(action, ()))
        args = tuple(
            word if self.somebody(word) else self.full(word, about, "word") for word in intent.args
        )
        options = self._options(intent, "act", action, who)
        return self._new(intent, action=action, args=args, options=options)

    def _attack(self, intent: Attack) -> Attack:
        """A word behind the attacker that is no combatant is a weapon, a place, a word of `--with`
        or a defense, where it can be only one of them."""
        who = self.somebody(intent.attacker)
        options = self._options(intent, "attack", who=who)
        targets: list[str] = []
        for word in self._joined(intent.targets):
            meaning = None if self.somebody(word) else self._meaning(word, who)
            if meaning is None or meaning.field == TARGET:
                targets.append(meaning.text if meaning else word)
            else:
                options = self._put(options, meaning)
        if not targets:
            raise Refusal(self.kind, f"attack {intent.attacker} whom? name a target")
        return self._new(intent, targets=tuple(targets), options=options)

    def _joined(self, words: Iterable[str]) -> Iterator[str]:
        """The words, with two that are a place together as one: `left arm`."""
        places = {squash(entry.word) for entry in self.lexicon.places}
        rest = list(words)
        while rest:
            word = rest.pop(0)
            if rest and squash(f"{word}-{rest[0]}") in places:
                word = f"{word}-{rest.pop(0)}"
            yield (
                word.strip().replace(" ", "-") if squash(word).replace(" ", "-") in places else word
            )

    def _meaning(self, word: str, who: str | None) -> Meaning:
        """What a bare word is; a target that is not there where it is nothing. Raises Refusal."""
        found = self._meanings(word, who) or [self._nearest(word, who)]
        if len(found) > 1:
            forms = listed(f"`{one.form}`" for one in found)
            raise Ambiguous(self.kind, f"'{word}' could be {forms}: type one of them")
        return found[0]

    def _nearest(self, word: str, who: str | None) -> Meaning:
        """A target, as which the rules refuse it. Raises Refusal where something else is nearer."""
        forms = {plain: meaning.form for plain, meaning in self._all_meanings(who)}
        names = {squash(text) for pair in self.encounter.names().items() for text in pair}
        close = get_close_matches(squash(word), [*names, *forms], n=1, cutoff=NEAR)
        if close and close[0] not in names:
            message = f"no target '{word}'; did you mean `{forms[close[0]]}`?"
            raise Refusal(self.nobody, message)
        return Meaning(TARGET, word)

    def _meanings(self, word: str, who: str | None) -> list[Meaning]:
        """All that a word can be: those it is exactly, else those that it begins."""
        if "=" in word:
            return self._valued(word)
        every = {meaning: plain for plain, meaning in self._all_meanings(who)}
        exact = [meaning for meaning, plain in every.items() if squash(plain) == squash(word)]
        return exact or [one for one, plain in every.items() if fitting(word, [plain])]

    def _valued(self, word: str) -> list[Meaning]:
        """`pool=3`: a word of `--with` and its value."""
        words = self.lexicon.words.get("attack", ())
        name = word.partition("=")[0].rpartition(":")[2]
        known = fitting(name, (entry.word for entry in words))
        return [Meaning("words", self._tied(word, words, "word"))] if known else []

    def _all_meanings(self, who: str | None) -> Iterator[tuple[str, Meaning]]:
        lexicon = self.lexicon
        yield from _plain(TARGET, lexicon.things)
        yield from _plain("weapon", lexicon.weapons.get(who or "", ()))
        yield from _plain("called", lexicon.places)
        yield from _plain("words", lexicon.words.get("attack", ()))
        yield from _plain("defense", lexicon.defenses)
        things = {thing.word for thing in lexicon.things}
        answers = {entry.word for entry in lexicon.answers}
        for entry in lexicon.words.get("attack", ()):
            if entry.word in answers:
                continue
            for value in lexicon.values.get(entry.word, ()):
                # A thing of the scene is attacked; as cover it is named with its word.
                if value.word not in things:
                    yield value.word, Meaning("words", f"{entry.word}={value.word}")

    def _put(self, options: Options, meaning: Meaning) -> Options:
        """The options with one more. Raises Refusal where there is one already."""
        now = getattr(options, meaning.field)
        if isinstance(now, str):
            message = f"'{meaning.text}' is a second {meaning.field}, besides {now}"
            raise Refusal(self.kind, message)
        value = meaning.text if now is None else (*now, meaning.text)
        more: dict[str, Any] = {meaning.field: value}
        return options._replace(**more)

    def _new(self, intent: Wanted, **fields: object) -> Wanted:
        return type(intent)(**{**vars(intent), **fields})


def _holds(entries: Entries, word: str) -> bool:
    return any(squash(entry.word) == squash(word) for entry in entries)


def _plain(field: str, entries: Iterable[Entry]) -> Iterator[tuple[str, Meaning]]:
    for entry in entries:
        yield entry.word, Meaning(field, entry.word)
