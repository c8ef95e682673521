"""Suggest what can be typed next: options, people, weapons, places and words, in the order in which
they make sense. It knows no terminal, no prompt and no library, since a shell asks while somebody
is typing."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from gmtrack.core import MARK
from gmtrack.core.command_table import (
    ACTOR,
    AWAY,
    ENCOUNTER,
    EXAMPLE,
    GUIDE,
    PAGE,
    THERE,
    TOPIC,
    row,
)
from gmtrack.core.guide_topics import GUIDE_TOPICS
from gmtrack.core.lexicon import (
    NONE,
    NUMBER,
    SAME_WORDS,
    Entries,
    Entry,
    Lexicon,
)
from gmtrack.store.ready_made import ready_made_words, ruleset_titles

if TYPE_CHECKING:
    from gmtrack.core.encounter import Encounter
    from gmtrack.core.screen import Board
    from gmtrack.rulesets.port import Ruleset


INSTEAD_OF_PEOPLE = {
    "set": (
        Entry("scene", "what belongs to nobody"),
        Entry("fight", "the round and its clock"),
    ),
    "note": (Entry("fight", "a note on the whole of it"),),
    "count": (Entry("fight", "a counter of the whole of it"),),
    "odds": (Entry("test", "of a test"), Entry("init", "who acts first")),
}
"""The words that may stand in place of a combatant, by command."""
PARTY_ACTIONS = (
    Entry("new", "of the player characters in play"),
    Entry("list", "all of them"),
    Entry("open", "make it the active encounter"),
    Entry("leave", "one member less"),
    Entry("take", "somebody of the fight in play belongs to it"),
)
"""The first words of `party`."""
ODDS_COMMANDS = {"test": "test", "init": "roll-init"}
"""The command whose words follow, by the first word of `odds`. Without one they are those of an
attack."""
OPTION_FIELDS = {
    "--called": "places", "--location": "places", "--defense": "defenses", "--type": "types",
    "--pool": "pools",
}  # fmt: skip
"""The field of the lexicon that has an option's values."""
FIXED_VALUES: Mapping[tuple[str, str], Entries] = {
    ("simulate", "--show"): (
        Entry(
            "typical", "the winner, the rounds and the losses that are usual"
        ),
        Entry("worst", "the one that cost the party most"),
        Entry("won", "a usual one of those that the party wins"),
        Entry("lost", "a usual one of those that the party loses"),
    ),
}
"""The values of options that are the same in every fight, by command and option."""


PEOPLE_SLOTS = frozenset({"TARGET", "PATIENT"})
"""Slots of a usage that people fill."""
FREE_SLOTS = frozenset({"TEXT"})
"""Slots of a usage that any words fill."""


class Option(NamedTuple):
    """An option of a command."""

    flag: str
    help: str
    takes: bool
    """Whether a value follows the option."""


class CommandWords(NamedTuple):
    """A command as far as completion cares."""

    help: str
    """A line that says what the command does."""
    options: tuple[Option, ...]
    short: tuple[str, ...] = ()
    """The short options (`-w`) that a value follows."""

    @property
    def options_with_value(self) -> frozenset[str]:
        """The options, long and short, that a value follows."""
        return frozenset(
            (*self.short, *(one.flag for one in self.options if one.takes))
        )


class CompletionPerson(NamedTuple):
    """A combatant as far as completion cares."""

    id: str
    name: str
    side: str
    status: str = "up"
    out: bool = False
    acting: bool = False
    """Whether it is the combatant's turn."""
    away: bool = False


class CompletionScene(NamedTuple):
    """A fight as far as completion cares."""

    people: tuple[CompletionPerson, ...]
    lexicon: Lexicon
    acting: str | None
    """The combatant whose turn it is, who may be left out of a line. None: nobody's."""
    topics: Entries = ()
    """The pages of `rules`."""
    ruleset: str = ""
    """The id of the ruleset."""
    counters: Mapping[str, Entries] = NONE
    """The GM's own counters, by combatant or `fight`."""


def make_completion_scene(
    encounter: "Encounter",
    ruleset: "Ruleset",
    board: "Board",
    lexicon: Lexicon | None = None,
) -> CompletionScene:
    """Return a fight as completion sees it, with the combatants in the order of the board.
    `lexicon` is that of the fight; None: it is worked out."""
    topics = ruleset.topics(encounter)
    people = (
        CompletionPerson(
            row.id, row.name, row.side, row.standing.status, row.standing.out, row.acting,
            bool(encounter.away(row.id)),
        )
        for row in board.rows
    )  # fmt: skip
    return CompletionScene(
        tuple(people),
        lexicon or ruleset.lexicon(encounter),
        board.doc.get("acting"),
        tuple(Entry(word, topic.summary) for word, topic in topics.items()),
        encounter.ruleset,
        _counters_by_owner(encounter) if encounter.has_own else NONE,
    )


def _counters_by_owner(encounter: "Encounter") -> dict[str, Entries]:
    """Return the GM's own counters of the fight and of each combatant that has any."""
    from gmtrack.core.counters import FIGHT, counters_of

    counters: dict[str, Entries] = {}
    for owner in (FIGHT, *encounter.combatants):
        own = counters_of(encounter, owner)
        if own:
            counters[owner] = tuple(
                Entry(one.id, one.name if one.name != one.id else "")
                for one in own.values()
            )
    return counters


def select_matching(typed: str, entries: Iterable[Entry]) -> list[Entry]:
    """Return the entries that begin with what is typed and are longer, each word once.

    A word that comes several times has its last place and its first meaning. After a comma only the
    text behind the last one counts: the entries then have what stands before it in front, and those
    that are named there are left out."""
    *named, begun = typed.lower().split(",")
    lead = "".join(f"{word}," for word in named)
    matching: dict[str, Entry] = {}
    for entry in entries:
        word = entry.word.lower()
        is_longer = word.startswith(begun) and entry.word != begun
        if is_longer and word not in named:
            earlier = matching.pop(entry.word, None)
            matching[entry.word] = earlier or Entry(
                lead + entry.word, entry.help
            )
    return list(matching.values())


def suggest_next_word(
    name: str,
    words: list[str],
    typed: str,
    command: CommandWords,
    scene: CompletionScene | None,
) -> Iterator[Entry]:
    """Yield what can come after the words of a command.

    `name` is the command, `words` the complete words behind it, `typed` the word that is begun.
    Entries need not match `typed`: `select_matching` sees to that. Without a scene only options,
    ready-made encounters, topics of the guide and words of `party` come."""
    if scene and name == "odds":
        name, words = unwrap_odds(words, command, scene)
    last = words[-1] if words else ""
    if typed.startswith(MARK) and (
        last == "--from" or row(name).takes == ENCOUNTER
    ):
        yield from map(Entry, ready_made_words())
        return
    if "@" in typed:
        yield from suggest_stock(
            name, last, typed, scene.ruleset if scene else ""
        )
    if last in command.options_with_value:
        if scene:
            yield from suggest_option_values(
                last, name, words, typed, command, scene
            )
        return
    if typed.startswith("-"):
        yield from (
            Entry(option.flag, option.help) for option in command.options
        )
        return
    if not words:
        yield from suggest_taken(row(name).takes)
    if name == "party":
        yield from suggest_party_words(words, scene)
    if scene:
        plain = [
            find_person_id(word, scene) for word in plain_words(words, command)
        ]
        yield from suggest_positional(name, plain, scene)


def suggest_taken(takes: str) -> Iterator[Entry]:
    """Yield the ready-made encounters, the topics of the guide and the systems that have one, or
    the system pages, if a command takes one as its first word."""
    if takes == EXAMPLE:
        yield from map(Entry, ready_made_words())
    elif takes == GUIDE:
        for topic, page in GUIDE_TOPICS.items():
            yield Entry(topic, page.title)
        for ruleset_id, title in ruleset_titles().items():
            yield Entry(ruleset_id, f"the guide of {title}")
    elif takes == PAGE:
        from gmtrack.store.systems.keeping import page_ids

        yield from map(Entry, page_ids())


def unwrap_odds(
    words: list[str], command: CommandWords, scene: CompletionScene
) -> tuple[str, list[str]]:
    """Return the command that `odds` asks about, and its words: `test` and `joe` for `test joe`.

    Words that begin with neither `test` nor `init` are returned as they are, for `odds`. A
    combatant of such a name comes first."""
    first = next(iter(plain_words(words, command)), "")
    is_person = any(first in (who.id, who.name.lower()) for who in scene.people)
    if first not in ODDS_COMMANDS or is_person:
        return "odds", words
    place = words.index(first)
    return ODDS_COMMANDS[first], [*words[:place], *words[place + 1 :]]


def plain_words(words: list[str], command: CommandWords) -> list[str]:
    """Return the words that are neither options nor their values. Negative numbers are no
    options."""
    with_value = command.options_with_value
    plain: list[str] = []
    is_value = False
    for word in words:
        if is_value:
            is_value = False
        elif word.startswith("-") and not NUMBER.fullmatch(word):
            is_value = word.replace("_", "-") in with_value
        else:
            plain.append(word)
    return plain


# --- people ---


def find_person_id(word: str, scene: CompletionScene) -> str:
    """Return the id of the combatant whose id or name a word is, in upper or lower case; any other
    word as it is."""
    wanted = word.lower()
    return next(
        (
            who.id
            for who in scene.people
            if wanted in (who.id, who.name.lower())
        ),
        word,
    )


def suggest_positional(
    name: str, words: list[str], scene: CompletionScene
) -> Iterator[Entry]:
    """Yield what can come after the plain words of a command: people, then what they do. Names in
    `words` are replaced by ids."""
    lexicon, command = scene.lexicon, row(name)
    if not words and command.who:
        if name == "act" and scene.acting:
            yield from lexicon.actions
        yield from suggest_people_for(name, scene)
        yield from INSTEAD_OF_PEOPLE.get(name, ())
    elif command.who == AWAY:
        yield from (
            make_person_entry(who)
            for who in scene.people
            if who.away and who.id not in words
        )
    elif name in ("attack", "odds"):
        yield from suggest_targets(words, scene)
    elif command.many:
        yield from suggest_other_people(name, words, scene)
    elif name == "act":
        yield from suggest_after_actor(words, scene)
    elif name == "count":
        yield from suggest_counters(words, scene)
    elif name in ("test", "effect"):
        yield from suggest_after_people(name, words, scene)
    elif command.takes == TOPIC and not words:
        yield from scene.topics


def suggest_party_words(
    words: list[str], scene: CompletionScene | None
) -> Iterator[Entry]:
    """Yield the first words of `party`, and after `leave` and `take` the people not named yet."""
    if not words:
        yield from PARTY_ACTIONS
    elif scene and words[0] in ("leave", "take"):
        yield from (
            one for one in suggest_people(scene) if one.word not in words
        )


def suggest_other_people(
    name: str, words: list[str], scene: CompletionScene
) -> Iterator[Entry]:
    """Yield the people that a command may be about besides those in `words`; nothing once a word is
    no combatant."""
    if all(is_somebody(word, scene) for word in words):
        yield from (
            one
            for one in suggest_people_for(name, scene)
            if one.word not in words
        )


def suggest_after_people(
    name: str, words: list[str], scene: CompletionScene
) -> Iterator[Entry]:
    """Yield what can follow in `test` and `effect`: after people the tests or effects, or more
    people; after a test the words of `--with`, which may be typed bare."""
    lexicon = scene.lexicon
    if all(is_somebody(word, scene) for word in words):
        yield from lexicon.tests if name == "test" else lexicon.effects
        yield from suggest_other_people(name, words, scene)
    elif name == "test":
        yield from suggest_with_words(
            find_with_words(name, words, scene), lexicon, ""
        )


def suggest_counters(
    words: list[str], scene: CompletionScene
) -> Iterator[Entry]:
    """Yield the counters that `count` may name after its first word: those of the people in it, who
    are separated by commas, or of `fight`. Nothing comes after further words."""
    if len(words) > 1:
        return
    for owner in words[0].split(","):
        yield from scene.counters.get(owner, ())


def suggest_after_actor(
    words: list[str], scene: CompletionScene
) -> Iterator[Entry]:
    """Yield what can follow in `act`: the action after the actor; after the action the people,
    things and weapons that it may be about."""
    if words and all(is_somebody(word, scene) for word in words):
        yield from scene.lexicon.actions
        if len(words) > 1:
            yield from suggest_targets(words, scene)
        return
    has_actor = is_somebody(words[0], scene)
    actor = (words[0] if has_actor else scene.acting) or ""
    action = words[has_actor]
    usage = scene.lexicon.usages.get(action)
    if usage is None:
        yield from suggest_anything(actor, scene)
    else:
        yield from suggest_for_usage(action, usage, actor, scene)


def suggest_anything(actor: str, scene: CompletionScene) -> Iterator[Entry]:
    """Yield the people, things and weapons that an action may be about."""
    yield from suggest_targets([actor], scene)
    yield from scene.lexicon.things
    yield from suggest_weapons(actor, "act", scene.lexicon)


def suggest_for_usage(
    action: str, usage: str, actor: str, scene: CompletionScene
) -> Iterator[Entry]:
    """Yield what can fill the slots of an action's usage, and the weapons and things that may be
    typed bare with it. Slots of free words may be filled with anything."""
    lexicon = scene.lexicon
    slots = re.findall(r"[A-Z]+", usage)
    if set(slots) & FREE_SLOTS:
        yield from suggest_anything(actor, scene)
        return
    gone = list_unusable(actor, "act", lexicon)
    for slot in slots:
        fitting = lexicon.slots.get(slot, NONE).get(actor, ())
        yield from (one for one in fitting if one.word not in gone)
    if set(slots) & PEOPLE_SLOTS:
        yield from suggest_targets([actor], scene)
    if "COVER" in slots or action in lexicon.thing_words:
        yield from lexicon.things
    takes = {entry.word for entry in lexicon.takes.get(action, ())}
    if "WEAPON" in slots or "--weapon" in takes:
        yield from suggest_weapons(actor, "act", lexicon)


def suggest_weapons(who: str, command: str, lexicon: Lexicon) -> list[Entry]:
    """Return the weapons of a combatant, without those that the command would refuse now."""
    without = list_unusable(who, command, lexicon)
    own = lexicon.weapons.get(who, ())
    return [entry for entry in own if entry.word not in without]


def list_unusable(who: str, command: str, lexicon: Lexicon) -> set[str]:
    """Return the weapons of a combatant that the command would refuse now."""
    unusable = lexicon.unusable.get(command, NONE).get(who, ())
    return {entry.word for entry in unusable}


def is_somebody(word: str, scene: CompletionScene) -> bool:
    """Whether a word means people: an id, several with commas, or a pattern with `*`."""
    ids = {who.id for who in scene.people}
    return "*" in word or all(part in ids for part in word.split(","))


def make_person_entry(who: CompletionPerson) -> Entry:
    """Return the entry of a combatant: its id, with its name, and its status unless it is up."""
    return Entry(
        who.id, who.name + ("" if who.status == "up" else f", {who.status}")
    )


def suggest_people_for(name: str, scene: CompletionScene) -> list[Entry]:
    """Return the people that a command may be about, by its row of the command table: those who can
    act, those who are there, those who are away (`join`), or everybody."""
    whom = row(name).who
    if whom == ACTOR:
        return suggest_actors(scene)
    if whom in (AWAY, THERE):
        return [
            make_person_entry(who)
            for who in scene.people
            if who.away == (whom == AWAY)
        ]
    return suggest_people(scene)


def suggest_people(scene: CompletionScene) -> list[Entry]:
    """Return everybody, in the order of the board."""
    return [make_person_entry(who) for who in scene.people]


def suggest_actors(scene: CompletionScene) -> list[Entry]:
    """Return who is not away, in the order in which they may act: those whose turn it is, then
    those who stand, then the others."""
    there = [who for who in scene.people if not who.away]
    return [
        make_person_entry(who)
        for who in sorted(there, key=lambda who: (not who.acting, who.out))
    ]


def suggest_targets(named: list[str], scene: CompletionScene) -> list[Entry]:
    """Return who can be attacked: first those who stand, of these the enemies first.

    The attacker is the first of `named`, or has the turn if none is named. People who are named
    already or away are left out."""
    is_of_party = {who.id: who.side in ("pc", "ally") for who in scene.people}
    attackers = is_of_party.get(
        named[0] if named else "", is_of_party.get(scene.acting or "")
    )
    targets = [
        who for who in scene.people if who.id not in named and not who.away
    ]
    targets.sort(key=lambda who: (who.out, is_of_party[who.id] == attackers))
    return [make_person_entry(who) for who in targets]


# --- values of options ---


def suggest_option_values(
    option: str,
    name: str,
    words: list[str],
    typed: str,
    command: CommandWords,
    scene: CompletionScene,
) -> Iterable[Entry]:
    """Return the values that can follow an option, which is the last of `words`; empty if they are
    not known."""
    lexicon = scene.lexicon
    if (name, option) in FIXED_VALUES:
        return FIXED_VALUES[name, option]
    if option == "--weapon":
        plain = plain_words(words[:-1], command)
        # With one plain word the attacker was left out: it is whoever has the turn.
        attacker = (
            find_person_id(plain[0], scene) if len(plain) > 1 else scene.acting
        )
        return suggest_weapons(attacker or "", "attack", lexicon)
    if option.removeprefix("--") in lexicon.options:
        return lexicon.options[option.removeprefix("--")]
    if option == "--with":
        with_words = find_with_words(
            name, plain_words(words[:-1], command), scene
        )
        return suggest_with_words(with_words, lexicon, typed)
    if option == "--without":
        return lexicon.without.get(SAME_WORDS.get(name, name), ())
    values: Entries = (
        getattr(lexicon, OPTION_FIELDS[option])
        if option in OPTION_FIELDS
        else ()
    )
    return values


def find_with_words(
    name: str, words: list[str], scene: CompletionScene
) -> Entries:
    """Return the words of `--with` that fit a command: those of its action or test, if one of
    `words` names one with words of its own, otherwise all of the command."""
    lexicon = scene.lexicon
    by_action = {"act": lexicon.by_action, "test": lexicon.by_test}.get(
        name, {}
    )
    for word in words:
        if word in by_action:
            return by_action[word]
    return lexicon.words.get(SAME_WORDS.get(name, name), ())


def suggest_with_words(
    words: Entries, lexicon: Lexicon, typed: str
) -> Iterator[Entry]:
    """Yield the words of `--with`, with a `=` behind those that take a value. Once `typed` has a
    word with its `=`, the word's values come first."""
    word, sign, _ = typed.partition("=")
    for value in lexicon.values.get(word, ()) if sign else ():
        yield Entry(f"{word}={value.word}", value.help)
    for entry in words:
        equals = "=" if entry.word in lexicon.values else ""
        yield Entry(entry.word + equals, entry.help)


ALL_KINDS = ("combatants", "weapons", "armor", "spells", "effects")
STOCK_KINDS = {
    "add": ("combatants",), "attack": ("weapons",), "odds": ("weapons",), "act": ("weapons",),
    "effect": ("effects",), "stock": ALL_KINDS,
}  # fmt: skip
"""The kinds of stock that a word of a command may name."""
STOCK_FIELDS = ("weapons", "armor", "spells")
"""The fields of a sheet whose values may name stock."""


def suggest_stock(
    name: str, last: str, typed: str, ruleset_id: str
) -> Iterator[Entry]:
    """Yield the stock that a begun word with an `@` can become, with what stands before the `@`:
    `weapons.katana=@ka`, `armor=[@leather-jacket,@he`.

    `last` is the word before it. Nothing comes where no stock can be named, and without a
    ruleset."""
    kinds = find_stock_kinds(name, last, typed)
    if not kinds or not ruleset_id:
        return
    # Imported late: it reads files, and few words have an `@`.
    from gmtrack.store.stock.reading import stock_of

    head = typed.rpartition(",")[2].partition(MARK)[0]
    for thing in stock_of(ruleset_id).all_things():
        if thing.kind in kinds:
            yield Entry(f"{head}{MARK}{thing.name}", thing.about)


def find_stock_kinds(name: str, last: str, typed: str) -> tuple[str, ...]:
    """Return the kinds of stock that a begun word of a command may name; empty if none. In `set`
    and after `--set` it is the field before `=` that decides."""
    if "=" not in typed:
        return () if last == "--set" else STOCK_KINDS.get(name, ())
    if name != "set" and last != "--set":
        return ()
    field = typed.partition("=")[0].partition(".")[0]
    return (field,) if field in STOCK_FIELDS else ()
